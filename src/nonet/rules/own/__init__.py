"""A setter's own rules, made from a function, a pattern or other rules."""
