"""Errors, files, processes, workers, and limits of time and memory."""
