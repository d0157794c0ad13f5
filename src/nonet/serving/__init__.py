"""Answers for editors in the browser: a server on this machine, and what it is asked.

Each connection has a process of its own, in which its questions are answered: a newer question
interrupts the one before, and what does not stop is ended with its process.
"""
