"""Techniques: the names that players use for steps, each with a definition.

The search finds the steps. The functions here only name them. A step without a name is described by
its cited rules.

A *strong link* joins the only two marks of a cell, or the only two places of a digit in a house. At
least one of the two marks is right. A *weak link* joins two marks of which at most one is right. A
*chain* is made of such links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import NamedTuple

from nonet.explanations.reasons import Mark, Reason, reason_of
from nonet.explanations.uses import Use
from nonet.model.grid import Cells, Grid
from nonet.questions.analysis.clues import House
from nonet.rules import Cage, Rule, Sum
from nonet.system.limits import check_limits

_SUBSETS = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag"}
_LINES = ("row", "column")
#: The maximum number of innies and outies of a step. Innies are in the houses of the step, but not
#: in its cages. Outies are in its cages, but not in its houses.
_LOOSE = 3


class Technique(NamedTuple):
    """The name of a step, and the cells and values of a naked or hidden subset."""

    name: str = ""
    cells: Cells = ()
    values: tuple[int, ...] = ()


def technique_of(
    grid: Grid, uses: Sequence[Use], reason: Reason, marks: Sequence[int], removed: Sequence[Mark]
) -> Technique:
    """Return the technique of a step. If players have no name or several names, the name is empty.

    `marks` are the marks before the step.
    """
    houses = {use.house for use in uses if use.house}
    if any(use.house is None for use in uses):
        return Technique(_of_sums(grid, uses, marks, removed))
    if len(houses) == 1:
        [house] = houses
        cited = {use.value for use in uses}
        digits = [value for value in grid.values if value in cited or None in cited]
        return _subset(grid, house, digits, marks, removed)
    if any(use.value is None for use in uses):
        uses = [Use(use.part, use.cells, value) for use in uses for value in grid.values]
        reason = reason_of(grid, uses, marks, removed)
    shape = shape_of(grid, uses, reason, marks, removed)
    name = ""
    if not shape.cells and len(shape.digits) == 1:
        name = _fish(shape) or _empty_rectangle(shape)
    elif not shape.places:
        name = _xyz_wing(shape)
        found = _in_two_houses(shape)
        if not name and found.name:
            return found
    return Technique(name or _chain(shape))


# --- links between marks, and the chains that they form -------------------------------------------


class Link(NamedTuple):
    """A strong link, read in one direction. Without a `house`, both marks are in one cell."""

    first: Mark
    last: Mark
    house: House | None = None

    @property
    def turned(self) -> Link:
        return Link(self.last, self.first, self.house)


class Digit(NamedTuple):
    """A house and a value in it."""

    house: House
    value: int


@dataclass(frozen=True)
class Shape:
    """A step, and the facts that it needs (see `Reason`)."""

    grid: Grid
    marks: Sequence[int]
    removed: Sequence[Mark]
    places: tuple[Digit, ...]
    ones: tuple[Digit, ...]
    cells: tuple[int, ...]

    @property
    def digits(self) -> set[int]:
        """All values that the step needs or removes."""
        return {digit.value for digit in (*self.places, *self.ones)} | {v for _, v in self.removed}

    def cells_for(self, digit: Digit) -> set[int]:
        """Return the cells of the house that may hold the digit."""
        bit = self.grid.bit(digit.value)
        return {cell for cell in digit.house.cells if self.marks[cell] & bit}

    def joints(self, a: Mark, b: Mark) -> list[House]:
        """Return the houses in which two marks of the same digit cannot both be right."""
        return [
            house
            for house, value in self.ones
            if a[1] == b[1] == value and a != b and {a[0], b[0]} <= {*house.cells}
        ]

    def is_weak(self, a: Mark, b: Mark) -> bool:
        """Tell whether two marks exclude each other, in a cell or in a house."""
        return (a[0] == b[0] and a[1] != b[1]) or bool(self.joints(a, b))

    def links(self) -> list[Link] | None:
        """Return all strong links, or None if a cell or a digit does not have exactly two marks."""
        found: list[tuple[House | None, list[Mark]]] = [
            (None, [(cell, value) for value in self.grid.values_of(self.marks[cell])])
            for cell in self.cells
        ]
        for digit in self.places:
            places = [(cell, digit.value) for cell in sorted(self.cells_for(digit))]
            found.append((digit.house, places))
        if any(len(marks) != 2 for _, marks in found):
            return None
        return [Link(first, last, house) for house, (first, last) in found]

    def chains(self, links: Sequence[Link], gone: Mark) -> Iterator[tuple[Link, ...]]:
        """Yield each chain that uses all links and leads from a removed mark back to this mark.

        Weak links join the strong links to each other and to the removed mark. If the mark were
        right, the chain would prove it wrong.
        """
        if not any(gone in link for link in links):
            yield from self._extended((), links, gone)

    def _extended(
        self, chain: tuple[Link, ...], left: Sequence[Link], gone: Mark
    ) -> Iterator[tuple[Link, ...]]:
        check_limits()  # similar links may have very many orders
        end = chain[-1].last if chain else gone
        if not left and self.is_weak(end, gone):
            yield chain
        for number, link in enumerate(left):
            rest = (*left[:number], *left[number + 1 :])
            for turned in (link, link.turned):
                if self.is_weak(end, turned.first):
                    yield from self._extended((*chain, turned), rest, gone)


def shape_of(
    grid: Grid, uses: Sequence[Use], reason: Reason, marks: Sequence[int], removed: Sequence[Mark]
) -> Shape:
    """Return the step with the facts that it needs."""

    def digits(numbers: frozenset[int]) -> tuple[Digit, ...]:
        cited = [(uses[number].house, uses[number].value) for number in sorted(numbers)]
        return tuple(Digit(h, v) for h, v in cited if h is not None and v is not None)

    places, ones = digits(reason.places), digits(reason.ones)
    return Shape(grid, marks, removed, places, ones, tuple(sorted(reason.cells)))


# --- one house -----------------------------------------------------------------------------------


def _subset(
    grid: Grid, house: House, digits: Iterable[int], marks: Sequence[int], removed: Sequence[Mark]
) -> Technique:
    """Name a subset: n cells of a house and n digits.

    A naked subset has no other digits in its cells. A hidden subset has its digits in no other
    cells. A subset made of smaller subsets gets no name, because it is several steps.
    """
    open_to = {cell: marks[cell] for cell in house.cells if marks[cell].bit_count() > 1}
    digits = [value for value in digits if any(m & grid.bit(value) for m in open_to.values())]
    gone, smaller = {*removed}, dict[str, list[int]](naked=[], hidden=[])
    for values in chain.from_iterable(combinations(digits, size) for size in _SUBSETS):
        check_limits()  # the largest boards have hundreds of thousands of subsets
        size, mask = len(values), grid.mask(values)
        holders = {cell for cell in house.cells if marks[cell] & mask}
        insiders = {cell for cell in holders if not marks[cell] & ~mask}
        for kind, cells in (("naked", insiders), ("hidden", holders)):
            if len(cells) != size or any(part & mask == part for part in smaller[kind]):
                continue
            smaller[kind].append(mask)
            others, lost = (holders - cells, mask) if kind == "naked" else (cells, ~mask)
            left = {(cell, v) for cell in others for v in grid.values_of(marks[cell] & lost)}
            is_known = kind == "naked" or len(house.cells) == len(grid.values)
            if is_known and left == gone and (kind, size) != ("naked", 1):
                return Technique(f"{kind} {_SUBSETS[size]}", tuple(sorted(cells)), values)
    return Technique()


# --- one digit -----------------------------------------------------------------------------------


def _fish(shape: Shape) -> str:
    """Name a fish: some houses whose places for a digit all lie in equally many other houses."""
    if not shape.places or len(shape.places) != len(shape.ones):
        return ""
    base = set[int]().union(*map(shape.cells_for, shape.places))
    cover = {cell for one in shape.ones for cell in one.house.cells}
    if not base <= cover or not {cell for cell, _ in shape.removed} <= cover - base:
        return ""
    places, ones = ([d.house.kind for d in of] for of in (shape.places, shape.ones))
    if len(places) == 1:
        if places[0] == "box" and ones[0] in _LINES:
            return "pointing"
        is_claim = places[0] in _LINES and ones[0] == "box"
        return "claiming" if is_claim else "locked candidates"
    is_plain = ({*places}, {*ones}) in (({"row"}, {"column"}), ({"column"}, {"row"}))
    return _FISH.get(len(places), f"fish of {len(places)}") if is_plain else ""


def _empty_rectangle(shape: Shape) -> str:
    """Name an empty rectangle: the places in a box form a cross, and a strong link meets it."""
    if sorted(d.house.kind == "box" for d in shape.places) != [False, True]:
        return ""
    [box] = (d for d in shape.places if d.house.kind == "box")
    [line] = (d for d in shape.places if d.house.kind != "box")
    ends, inside = shape.cells_for(line), {*box.house.cells}
    if line.house.kind not in _LINES or len(ends) != 2 or ends & inside:
        return ""
    across, along = (0, 1) if line.house.kind == "column" else (1, 0)

    def is_forced(gone: int, near: int, far: int) -> bool:
        at = {cell: shape.grid.place(cell) for cell in (gone, near, far, *inside)}
        crossed = all(
            at[cell][across] == at[near][across] or at[cell][along] == at[gone][along]
            for cell in shape.cells_for(box)
        )
        return crossed and gone not in inside and at[gone][across] == at[far][across]

    a, b = ends
    are_forced = (is_forced(cell, a, b) or is_forced(cell, b, a) for cell, _ in shape.removed)
    return "empty rectangle" if all(are_forced) else ""


# --- several digits ------------------------------------------------------------------------------


def _xyz_wing(shape: Shape) -> str:
    """Name an XYZ-wing: a cell with three marks, and two cells with two of these marks each."""
    cells = sorted(shape.cells, key=lambda cell: shape.marks[cell].bit_count())
    if [shape.marks[cell].bit_count() for cell in cells] != [2, 2, 3]:
        return ""
    values = shape.grid.values_of
    a, b, pivot = (shape.marks[cell] for cell in cells)
    [*shared] = values(a & b)
    if a | b != pivot or len(shared) != 1 or {v for _, v in shape.removed} != {*shared}:
        return ""
    joined = all(
        shape.is_weak((wing, own), (cells[2], own))
        for wing in cells[:2]
        for own in values(shape.marks[wing] & ~(a & b))
    )
    seen = all(shape.is_weak((cell, shared[0]), gone) for cell in cells for gone in shape.removed)
    return "XYZ-wing" if joined and seen else ""


def _in_two_houses(shape: Shape) -> Technique:
    """Name a Sue de Coq: n cells of a box and a line hold n digits, each in the box or the line.

    If all cells are in both houses, they are a naked subset that removes marks from both houses.
    """
    house_of = {one.value: one.house for one in shape.ones}
    houses = {*house_of.values()}
    if sorted(house.kind in _LINES for house in houses) != [False, True]:
        return Technique()
    is_exact = len(shape.ones) == len(house_of) == len(shape.cells)
    held = [(c, v) for c in shape.cells for v in shape.grid.values_of(shape.marks[c])]
    stays_in = all(v in house_of and c in house_of[v].cells for c, v in held)
    goes = all(c not in shape.cells and c in house_of[v].cells for c, v in shape.removed)
    one, other = ({*house.cells} & {*shape.cells} for house in houses)
    both = one & other
    has_more = len({v for c, v in held if c in both}) >= len(both) + 2
    is_known = {house.kind for house in houses} & {"box", "region"}
    if not (is_exact and stays_in and goes):
        return Technique()
    if one == other and len(one) in _SUBSETS:
        return Technique(f"naked {_SUBSETS[len(one)]}", tuple(sorted(one)), tuple(sorted(house_of)))
    is_sue_de_coq = is_known and one - other and other - one and has_more
    return Technique("Sue de Coq" if is_sue_de_coq else "")


def _chain(shape: Shape) -> str:
    """Name the chain of strong links that leads from each removed mark back to this mark."""
    links = shape.links()
    # In a chain, one weak link joins two strong links. With more weak links, the step is a net.
    if links is None or len(links) < 2 or len(shape.ones) > len(links) + 1:
        return ""

    def fits(test: Callable[[tuple[Link, ...]], bool]) -> bool:
        return all(any(map(test, shape.chains(links, gone))) for gone in shape.removed)

    if not fits(lambda chain: True):
        return ""
    if not shape.places:
        if fits(lambda chain: shape.is_weak(chain[-1].last, chain[0].first)):
            # A ring of three cells is a naked triple.
            return f"XY-loop of {len(links)} cells" if len(links) > 3 else ""
        return {2: "", 3: "XY-wing"}.get(len(links), f"XY-chain of {len(links)} cells")
    if not shape.cells and len(shape.digits) == 1:
        return "X-chain" if len(links) > 2 else _turbot(shape, fits)
    pairs = [shape.marks[cell] for cell in shape.cells]
    is_wing = len(links) == 3 and len(pairs) == 2 and pairs[0] == pairs[1]

    def joins_pairs(chain: tuple[Link, ...]) -> bool:
        return chain[1].house is not None and chain[1].first[1] != chain[0].first[1]

    return "W-wing" if is_wing and fits(joins_pairs) else "chain"


def _turbot(shape: Shape, fits: Callable[[Callable[[tuple[Link, ...]], bool]], bool]) -> str:
    """Name two strong links of a digit by their houses and the house that joins them."""

    def are(kinds: Sequence[str], joint: str) -> bool:
        def test(chain: tuple[Link, ...]) -> bool:
            joints = shape.joints(chain[0].last, chain[1].first)
            found = sorted(link.house.kind for link in chain if link.house)
            return found == sorted(kinds) and joint in [house.kind for house in joints]

        return fits(test)

    if are(("row", "row"), "column") or are(("column", "column"), "row"):
        return "skyscraper"
    return "two-string kite" if are(_LINES, "box") else "turbot fish"


# --- sums ----------------------------------------------------------------------------------------


def _of_sums(grid: Grid, uses: Sequence[Use], marks: Sequence[int], removed: Sequence[Mark]) -> str:
    """Name a step that cites cages with sums and perhaps houses."""
    rules = [use.part for use in uses if isinstance(use.part, Rule)]
    cages = [rule for rule in rules if _has_sum(rule)]
    if len(cages) < len(rules):
        return ""
    if len(cages) == len(uses):
        return "cage combinations" if len(cages) == 1 else "cages together"
    is_about_sums = _differ_in_few(grid, uses, marks, removed)
    return "innies and outies" if is_about_sums else "cages in houses"


def _has_sum(rule: Rule) -> bool:
    if isinstance(rule, Cage):
        return (rule.total, rule.totals, rule.root) != (None, None, None)
    return isinstance(rule, Sum) and rule.coefficients is None


def _differ_in_few(
    grid: Grid, uses: Sequence[Use], marks: Sequence[int], removed: Sequence[Mark]
) -> bool:
    """Tell whether the sum of the innies and outies of the step removes the marks."""
    weights, total = Counter[int](), 0
    for use in uses:
        if use.house is not None and len(use.cells) == len(grid.values):
            weights.update(use.cells)
            total += sum(grid.values)
        elif isinstance(use.part, Cage | Sum) and use.part.total is not None:
            weights.subtract(use.part.cells)
            total -= use.part.total
        else:
            return False
    loose = [cell for cell in sorted(weights) if weights[cell]]
    if len(loose) > _LOOSE or {abs(weights[cell]) for cell in loose} - {1}:
        return False
    apart = [{*use.cells} for use in uses if not isinstance(use.part, Sum)]
    differing = [
        (a, b)
        for a, b in combinations(range(len(loose)), 2)
        if any({loose[a], loose[b]} <= cells for cells in apart)
    ]
    possible = {
        mark
        for values in product(*(tuple(grid.values_of(marks[cell])) for cell in loose))
        if sum(weights[cell] * value for cell, value in zip(loose, values, strict=True)) == total
        and all(values[a] != values[b] for a, b in differing)
        for mark in zip(loose, values, strict=True)
    }
    return all(cell in loose for cell, _ in removed) and not possible & {*removed}
