"""Rules that setters use and that are not there yet: what the primitives cannot say so far."""

from __future__ import annotations

_LINES = "whole lines that are ranked as numbers cannot be stated yet"
_CONNECTED = "cells that must be connected cannot be stated yet"
_HIDDEN = "it needs something hidden in each cell beside its value"

#: Names of such rules, as a file would say them, with the reason.
ABSENT = {
    "fullrank": _LINES,
    "chaosconstruction": _CONNECTED,
    "connected": _CONNECTED,
    "galaxies": _CONNECTED,
    "loop": _CONNECTED,
    "snake": _CONNECTED,
    "yinyang": _CONNECTED,
    "doppelganger": _HIDDEN,
    "doublers": _HIDDEN,
    "negators": _HIDDEN,
    "vampires": _HIDDEN,
}
