"""Durations in readable units: 12 µs, 3.4 ms, 5 s."""

from __future__ import annotations

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def duration(seconds: float) -> str:
    """Return a duration in a suitable unit, with two significant digits.

    >>> [duration(seconds) for seconds in (0, 0.0000012, 0.0345, 0.25, 1, 12.34, 3600)]
    ['0 s', '1.2 µs', '34 ms', '250 ms', '1 s', '12 s', '3600 s']
    """
    if not seconds:
        return "0 s"
    # A number that would be rounded up to 1000 belongs to the larger unit.
    unit, name = next((each for each in _UNITS if seconds >= 0.9995 * each[0]), _UNITS[-1])
    amount = seconds / unit
    return f"{amount:.0f} {name}" if amount >= 9.95 else f"{amount:.2g} {name}"
