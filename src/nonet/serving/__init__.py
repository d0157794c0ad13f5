"""The board in the browser and in notebooks, and a server that solves for other editors.

Each connection has a process that answers its questions. A newer question interrupts the older one;
if the older one does not stop, its process is killed.
"""
