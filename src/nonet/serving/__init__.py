"""The board, and a solver for other editors, in the browser and in notebooks.

Each connection has a process that answers its questions. A newer question interrupts the older one;
if the older one does not stop, its process is killed.
"""
