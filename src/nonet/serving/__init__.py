"""The board in the browser and in notebooks, and a server that solves for other editors.

Each connection has a process that answers its questions. A new question interrupts the question
before it. If the process does not stop in time, it is killed.
"""
