"""Puzzles in links, which carry strangers' data: read within bounds, written whole.

A link format is a `Format` like any other. Its module beside this one (or a folder with the reader,
the writer and the table of keys) makes a `contract.Link` of it:

- ``format`` goes into `nonet.formats.FORMATS` by itself;
- ``recognises(line)`` tells its texts (a URL, a bare payload, a short link) from all others; the
  formats are asked in the order of `table.LINKS`, and the first that says yes has it;
- ``recognises_keys(keys)`` does so for a JSON object that stands in a text as it is;
- ``address_of(line)`` says which https address answers with the puzzle of a short link. Its reader
  raises ``contract.short(line)`` for a short link, which asks for ``--fetch``.

What the readers share: `addresses.Address` takes a URL apart, `lz` decompresses within a limit,
`documents.document` reads JSON within a depth, and `contract.found_in` goes through the lines of a
text. Errors are `PuzzleError` with the place in the link, limits `TooLarge`.
"""

from nonet.formats.links.table import (
    LINKS,
    address_of,
    recognise,
    recognise_json,
    recognitions,
)

__all__ = ["LINKS", "address_of", "recognise", "recognise_json", "recognitions"]
