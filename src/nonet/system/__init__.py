"""What every room stands on: errors, files, processes, limits of time and memory."""
