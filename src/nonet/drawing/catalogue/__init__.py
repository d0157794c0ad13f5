"""The catalogue of rules: the meaning, the keys and an example of each rule."""

from nonet.drawing.catalogue.calls import call
from nonet.drawing.catalogue.entries import Entry, Key, entries, entry
from nonet.drawing.catalogue.examples import examples

__all__ = ["Entry", "Key", "call", "entries", "entry", "examples"]
