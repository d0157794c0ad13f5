"""Constraint propagation in Python: Norvig's two rules, and a filter for each primitive."""

from nonet.propagation.state import Propagator, State, propagator

__all__ = ["Propagator", "State", "propagator"]
