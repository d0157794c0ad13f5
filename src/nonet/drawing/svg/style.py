"""The look of a picture: sizes in units of which a cell has 40, and colours that hold in grey.

The picture brings its own white paper, so that it reads the same on light and dark pages. There
is no style sheet: in a notebook it would be that of the whole page.
"""

#: The side of a cell; all other lengths are in the same unit.
CELL = 40
#: The paper around the board.
MARGIN = 14
#: Between two boards beside each other.
GAP = 28

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
#: The share of its size that a letter is wide: rather too much than too little.
LETTER = 0.6
#: How far below the middle of the capitals their base line is, as a share of the size.
DROP = 0.36

TITLE, CAPTION, LEGEND = 17, 14, 12.5
#: A line of words takes so much of its size.
LEADING = 1.45

PAPER = "#ffffff"
INK = "#16181d"
#: Values that a solver found, and candidates that are still alive.
FOUND = "#1857b6"
FAINT = "#9aa1ab"
LIGHT_LINE = "#aeb4bd"
WORDS = "#3c424c"
SIGN = "#d5d9df"
SIGN_EDGE = "#a8aeb8"
REGION = "#dce8f7"
WINDOW = "#e6e9ee"
DIAGONAL = "#9db3cf"
MARKED = "#ffe9ad"
MARKED_EDGE = "#c25a00"
