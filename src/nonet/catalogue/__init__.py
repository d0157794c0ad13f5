"""The catalogue of rules: what each means, its keys, and an example."""

from nonet.catalogue.calls import call
from nonet.catalogue.entries import Entry, Key, entries, entry
from nonet.catalogue.examples import examples

__all__ = ["Entry", "Key", "call", "entries", "entry", "examples"]
