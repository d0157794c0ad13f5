"""One's own rules: by a function, by a pattern, of other rules."""
