"""The board in the browser and in notebooks, and a server that solves for other editors.

Each connection has a worker process that answers its questions. A new question interrupts the
previous one. If the worker does not stop in time, it is killed.
"""
