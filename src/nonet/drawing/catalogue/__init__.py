"""The catalogue of rules: what each means, its keys, and an example."""

from nonet.drawing.catalogue.calls import call
from nonet.drawing.catalogue.entries import Entry, Key, entries, entry
from nonet.drawing.catalogue.examples import examples

__all__ = ["Entry", "Key", "call", "entries", "entry", "examples"]
