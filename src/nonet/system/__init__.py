"""The foundation of all other folders: errors, files, processes, limits of time and memory."""
