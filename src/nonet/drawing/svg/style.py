"""The sizes and colours of a picture. The colours also differ in greyscale.

The background is white, so that a picture looks the same on light and dark pages. Pictures use
attributes instead of a style sheet, because a style sheet would apply to the whole page of a
notebook. The colours of signs are in `nonet.drawing.looks`.
"""

#: The length of a cell's side. All other lengths are in the same unit.
CELL = 40
#: The margin around the board.
MARGIN = 14
#: The space between two boards side by side.
GAP = 28

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
#: The estimated maximum width of a letter, as a share of the font size.
LETTER = 0.6
#: The distance from the middle of capitals down to the baseline, as a share of the font size.
DROP = 0.36

TITLE, CAPTION, LEGEND = 17, 14, 12.5
#: The height of a line as a multiple of the font size.
LEADING = 1.45

#: The colour of values that a solver found, and of candidates that are still possible.
FOUND = "#1857b6"
FAINT = "#545b68"
LIGHT_LINE = "#8f959f"
WORDS = "#3c424c"
SHADED = "#e8eef6"
EVIDENCE = "#bcdcc0"
MARKED = "#ffe9ad"
MARKED_EDGE = "#964100"
