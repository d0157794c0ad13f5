"""Definitions of the named techniques on a classic board, from marks alone.

A definition takes the candidates of each cell and the removed marks. It tells whether the board has
such a pattern, and whether the pattern removes all these marks. It does not use the rules that a
step cites.
"""

import re
from itertools import combinations, permutations

ROWS = [[(r, c) for c in range(9)] for r in range(9)]
COLUMNS = [[(r, c) for r in range(9)] for c in range(9)]
BOXES = [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
HOUSES = [*ROWS, *COLUMNS, *BOXES]


def see(a, b):
    return a != b and any(a in house and b in house for house in HOUSES)


def places(board, house, digit):
    return [cell for cell in house if digit in board[cell]]


def union(board, cells):
    return set().union(*(board[cell] for cell in cells))


def pairs_of_places(board, digit, houses=HOUSES):
    """Yield the strong links of a digit: its only two places in a house, in both orders."""
    for house in houses:
        found = places(board, house, digit)
        if len(found) == 2:
            yield from permutations(found)


def naked(board, gone, size):
    for house in HOUSES:
        cells = [cell for cell in house if 2 <= len(board[cell]) <= size]
        for chosen in combinations(cells, size):
            digits = union(board, chosen)
            seen = {c for other in HOUSES if {*chosen} <= {*other} for c in other} - {*chosen}
            if len(digits) == size and all(c in seen and value in digits for c, value in gone):
                parts = (part for n in range(1, size) for part in combinations(chosen, n))
                if all(len(union(board, part)) > len(part) for part in parts):
                    return True
    return False


def hidden(board, gone, size):
    def cells_of(house, digits):
        return {cell for digit in digits for cell in places(board, house, digit)}

    for house in HOUSES:
        for digits in combinations(range(1, 10), size):
            cells = cells_of(house, digits)
            if len(cells) == size and all(
                cell in cells and value not in digits for cell, value in gone
            ):
                parts = (part for n in range(1, size) for part in combinations(digits, n))
                if all(len(cells_of(house, part)) > len(part) for part in parts):
                    return True
    return False


def hidden_single(board, gone):
    [cell] = {cell for cell, _ in gone}
    left = board[cell] - {value for _, value in gone}
    return len(left) == 1 and any(
        places(board, house, *left) == [cell] for house in HOUSES if cell in house
    )


def locked(board, gone, inner, outer):
    [digit] = {value for _, value in gone}
    return any(
        all(cell in other for cell in places(board, house, digit))
        and all(cell in other and cell not in house for cell, _ in gone)
        for house in inner
        for other in outer
    )


def fish(board, gone, size):
    [digit] = {value for _, value in gone}
    for bases, covers in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
        for chosen in combinations(bases, size):
            held = [cell for house in chosen for cell in places(board, house, digit)]
            crossing = [house for house in covers if {*house} & {*held}]
            if len(crossing) == size and all(
                any(cell in house for house in crossing)
                and not any(cell in house for house in chosen)
                for cell, _ in gone
            ):
                return True
    return False


def two_links(board, gone, firsts, seconds, joints):
    """Tell whether two strong links are joined in a house, and all removed marks see both ends."""
    [digit] = {value for _, value in gone}
    return any(
        len({a, b, c, d}) == 4
        and any(b in house and c in house for house in joints)
        and all(see(cell, a) and see(cell, d) for cell, _ in gone)
        for a, b in pairs_of_places(board, digit, firsts)
        for c, d in pairs_of_places(board, digit, seconds)
    )


def skyscraper(board, gone):
    return two_links(board, gone, ROWS, ROWS, COLUMNS) or two_links(
        board, gone, COLUMNS, COLUMNS, ROWS
    )


def empty_rectangle(board, gone):
    [digit] = {value for _, value in gone}

    def forced(cell, box, lines, axis):
        """Tell whether each place in the box is in line with the near end or the removed mark."""
        return any(
            far[axis] == cell[axis]
            and near not in box
            and all(
                place[axis] == near[axis] or place[1 - axis] == cell[1 - axis]
                for place in places(board, box, digit)
            )
            for near, far in pairs_of_places(board, digit, lines)
        )

    return any(
        all(cell not in box and forced(cell, box, lines, axis) for cell, _ in gone)
        for box in BOXES
        for lines, axis in ((COLUMNS, 0), (ROWS, 1))
    )


def chains_of_cells(board, size):
    """Yield chains of cells with two values each. If a cell lacks its value, the next one has it.

    Each chain comes with the value that its first cell lacks, and the value that its last one has.
    """

    def longer(cells, value):
        if len(cells) == size:
            yield cells, value
            return
        for other in bivalue:
            if other not in cells and value in board[other] and see(cells[-1], other):
                yield from longer([*cells, other], *(board[other] - {value}))

    bivalue = [cell for cell in board if len(board[cell]) == 2]
    for cell in bivalue:
        for start in board[cell]:
            for cells, end in longer([cell], *(board[cell] - {start})):
                yield cells, start, end


def chain_of_cells(board, gone, size):
    """Tell whether each removed mark sees both ends of a chain, one of which has its value."""
    return all(
        any(
            start == end == value and see(cells[0], cell) and see(cells[-1], cell)
            for cells, start, end in chains_of_cells(board, size)
        )
        for cell, value in gone
    )


def loop_of_cells(board, gone, size):
    """Tell whether a ring of cells removes the values that neighbours share."""
    return any(
        start == end
        and see(cells[-1], cells[0])
        and all(
            any(
                value in board[a] & board[b] and see(cell, a) and see(cell, b)
                for a, b in zip(cells, [*cells[1:], cells[0]], strict=True)
            )
            for cell, value in gone
        )
        for cells, start, end in chains_of_cells(board, size)
    )


def xyz_wing(board, gone):
    return any(
        board[a] | board[b] == board[pivot]
        and all({value} == board[a] & board[b] for _, value in gone)
        and all(see(cell, other) for cell, _ in gone for other in (pivot, a, b))
        for pivot in board
        if len(board[pivot]) == 3
        for a, b in combinations([c for c in board if len(board[c]) == 2 and see(c, pivot)], 2)
    )


def w_wing(board, gone):
    [removed] = {value for _, value in gone}
    return any(
        board[a] == board[b] == {removed, other}
        and all(see(cell, a) and see(cell, b) for cell, _ in gone)
        and any(see(a, near) and see(b, far) for near, far in pairs_of_places(board, other))
        for a, b in combinations(board, 2)
        if len(board[a]) == 2
        for other in board[a] - {removed}
    )


def sue_de_coq(board, gone):
    for line in (*ROWS, *COLUMNS):
        for box in BOXES:
            both = [cell for cell in line if cell in box and len(board[cell]) > 1]
            for shared in (*combinations(both, 2), *combinations(both, 3)):
                in_both = union(board, shared)
                in_line, in_box = (
                    [cell for cell in house if cell not in other and len(board[cell]) > 1]
                    for house, other in ((line, box), (box, line))
                )
                if len(in_both) < len(shared) + 2:
                    continue
                for some in _up_to(4, in_line):
                    for others in _up_to(4, in_box):
                        a, b = union(board, some), union(board, others)
                        cells = (*shared, *some, *others)
                        if a & b or len(a | b | in_both) != len(cells):
                            continue
                        removed = {
                            (cell, value)
                            for house, values in ((line, a | in_both - b), (box, b | in_both - a))
                            for cell in house
                            if cell not in cells
                            for value in values
                        }
                        if {*gone} <= removed:
                            return True
    return False


def _up_to(most, cells):
    return [some for n in range(1, most + 1) for some in combinations(cells, n)]


def chain(board, gone, digits=range(1, 10)):
    """Tell whether alternating weak and strong links lead from each removed mark back to it."""
    marks = [(cell, value) for cell in board for value in board[cell] if value in digits]

    def weak(a, b):
        return a[0] == b[0] if a[1] != b[1] else see(a[0], b[0])

    strong = {mark: set() for mark in marks}
    for value in digits:
        for a, b in pairs_of_places(board, value):
            strong[a, value].add((b, value))
    for cell, values in board.items():
        if len(digits) > 1 and len(values) == 2:
            for a, b in permutations(values):
                strong[cell, a].add((cell, b))

    def leads_back(start):
        seen, found = set(), [start]
        while found:
            mark = found.pop()
            for other in (other for other in marks if weak(mark, other)):
                reached = strong[other] - seen
                seen |= reached
                found += reached
        return any(weak(mark, start) for mark in seen)

    return all(map(leads_back, gone))


def x_chain(board, gone):
    [digit] = {value for _, value in gone}
    return chain(board, gone, [digit])


NAMES = {
    "hidden single": hidden_single,
    "pointing": lambda board, gone: locked(board, gone, BOXES, [*ROWS, *COLUMNS]),
    "claiming": lambda board, gone: locked(board, gone, [*ROWS, *COLUMNS], BOXES),
    "skyscraper": skyscraper,
    "two-string kite": lambda board, gone: two_links(board, gone, ROWS, COLUMNS, BOXES),
    "empty rectangle": empty_rectangle,
    "turbot fish": lambda board, gone: two_links(board, gone, HOUSES, HOUSES, HOUSES),
    "X-chain": x_chain,
    "XY-wing": lambda board, gone: chain_of_cells(board, gone, 3),
    "XYZ-wing": xyz_wing,
    "W-wing": w_wing,
    "Sue de Coq": sue_de_coq,
    "chain": chain,
}
for _size, _name in enumerate(("pair", "triple", "quad"), start=2):
    NAMES[f"naked {_name}"] = lambda board, gone, size=_size: naked(board, gone, size)
    NAMES[f"hidden {_name}"] = lambda board, gone, size=_size: hidden(board, gone, size)
for _size, _name in enumerate(("X-wing", "swordfish", "jellyfish", "squirmbag"), start=2):
    NAMES[_name] = lambda board, gone, size=_size: fish(board, gone, size)


def is_named_rightly(step):
    """Tell whether the board has the named pattern, and it removes these marks."""
    grid, name = step.puzzle.grid, step.technique
    cells = enumerate(step.board.marks)
    board = {grid.place(cell): {*grid.values_of(mask)} for cell, mask in cells}
    gone = [(grid.place(cell), value) for cell, value in step.removed]
    sized = re.fullmatch(r"XY-(chain|loop) of (\d+) cells", name)
    if sized is None:
        return NAMES[name](board, gone)
    size = int(sized[2])
    of_kind = chain_of_cells if sized[1] == "chain" else loop_of_cells
    return size > 3 and of_kind(board, gone, size)
