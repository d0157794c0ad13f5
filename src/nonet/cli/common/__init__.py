"""What the verbs share: inputs, options, output, progress, exit codes."""
