"""The style of a picture: sizes, with 40 units per cell, and colours that also work in greyscale.

The background is white, so that a picture looks the same on light and dark pages. A style sheet
would apply to the whole page of a notebook, so pictures have attributes instead. The colours of
signs are in `nonet.drawing.looks`.
"""

#: The side of a cell; all other lengths are in the same unit.
CELL = 40
#: The margin around the board.
MARGIN = 14
#: The space between two boards side by side.
GAP = 28

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
#: The width of a letter as a share of the font size, generously estimated.
LETTER = 0.6
#: The distance from the middle of capitals down to the baseline, as a share of the font size.
DROP = 0.36

TITLE, CAPTION, LEGEND = 17, 14, 12.5
#: The height of a line as a multiple of the font size.
LEADING = 1.45

#: Values that a solver found, and live candidates.
FOUND = "#1857b6"
FAINT = "#9aa1ab"
LIGHT_LINE = "#aeb4bd"
WORDS = "#3c424c"
SHADED = "#e8eef6"
EVIDENCE = "#bcdcc0"
MARKED = "#ffe9ad"
MARKED_EDGE = "#c25a00"
