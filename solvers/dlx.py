"""Exact cover by dancing links, as in Knuth's Algorithm X.

An *option* puts a value into a cell. It covers several *items*: the cell, and the value in each
group of cells that must differ. Each cell must be covered exactly once, and so must each value of a
group with as many cells as values. All other items may stay uncovered.

Sums and other constraints are not part of the exact cover. The search calls their method `holds`
when it fills a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.model.constraints import AllDifferent
from nonet.puzzle import Puzzle
from nonet.solvers.enumeration import Search, provider
from nonet.system.limits import check_limits

#: The node at the head of the list of uncovered items.
_ROOT = 0


class Links:
    """Circular linked lists. A removed node can return to its place.

    An item is a node, and heads a circular list of the options that contain the item. An option has
    a node for each of its items. Node 0 heads the list of the items that must still be covered.

    `left` and `right` are the neighbours of a node in the list of items. `up` and `down` are its
    neighbours in the list of options. `item` is the item of a node. `others` are the other nodes of
    its option. `size` is the number of options of an item.
    """

    def __init__(self) -> None:
        self.left, self.right = [_ROOT], [_ROOT]
        self.up, self.down = [_ROOT], [_ROOT]
        self.item = [_ROOT]
        self.others: list[Sequence[int]] = [()]
        self.size = [0]

    def add_item(self, *, must: bool) -> int:
        node = self._add_node(len(self.item), ())
        self.size.append(0)
        self.left.append(node)
        self.right.append(node)
        if must:
            last = self.left[_ROOT]
            self.left[node], self.right[node] = last, _ROOT
            self.right[last] = self.left[_ROOT] = node
        return node

    def add_option(self, items: Sequence[int]) -> list[int]:
        """Add an option that covers these items, and return its nodes. First add all items."""
        first = len(self.item)
        nodes = [*range(first, first + len(items))]
        for node, item in zip(nodes, items, strict=True):
            self._add_node(item, [other for other in nodes if other != node])
            last = self.up[item]
            self.up[node], self.down[node] = last, item
            self.down[last] = self.up[item] = node
            self.size[item] += 1
        return nodes

    def _add_node(self, item: int, others: Sequence[int]) -> int:
        node = len(self.item)
        self.item.append(item)
        self.others.append(others)
        self.up.append(node)
        self.down.append(node)
        return node

    def is_covered(self) -> bool:
        return self.right[_ROOT] == _ROOT

    def tightest(self) -> int:
        """Return the item with the fewest options. Ignore items that need not be covered."""
        best = item = self.right[_ROOT]
        while item != _ROOT and self.size[best]:
            if self.size[item] < self.size[best]:
                best = item
            item = self.right[item]
        return best

    def cover(self, item: int) -> None:
        """Remove an item and its options from all other lists."""
        left, right, up, down = self.left, self.right, self.up, self.down
        right[left[item]], left[right[item]] = right[item], left[item]
        node = down[item]
        while node != item:
            for other in self.others[node]:
                down[up[other]], up[down[other]] = down[other], up[other]
                self.size[self.item[other]] -= 1
            node = down[node]

    def uncover(self, item: int) -> None:
        """Undo `cover`. Items must be uncovered in the reverse order of covering."""
        left, right, up, down = self.left, self.right, self.up, self.down
        node = up[item]
        while node != item:
            for other in reversed(self.others[node]):
                down[up[other]] = up[down[other]] = other
                self.size[self.item[other]] += 1
            node = up[node]
        right[left[item]] = left[right[item]] = item

    def choose(self, node: int) -> None:
        """Choose the option of a node: cover all its items except the node's, which is covered."""
        for other in self.others[node]:
            self.cover(self.item[other])

    def unchoose(self, node: int) -> None:
        for other in reversed(self.others[node]):
            self.uncover(self.item[other])


def search(puzzle: Puzzle, seed: int) -> Search:
    """Yield every solution, and None for every branching."""
    links, fillings = _linked(puzzle)
    by_meaning = [
        tuple(constraint for constraint in touching if not isinstance(constraint, AllDifferent))
        for touching in puzzle.geometry.touching
    ]
    values: list[int | None] = [None] * len(puzzle.grid.cells)

    def fill(node: int) -> bool:
        """Choose an option. Return False if a constraint outside the exact cover forbids it."""
        cell, value = fillings[node]
        values[cell] = value
        links.choose(node)
        return all(constraint.holds(values) for constraint in by_meaning[cell])

    def fill_givens() -> bool:
        """Fill the cells that have a single value from the start. Return False if values clash."""
        for cell, domain in enumerate(puzzle.domains):
            if domain.bit_count() == 1:
                item = 1 + cell  # after the root
                links.cover(item)
                if not links.size[item] or not fill(links.down[item]):
                    return False
        return True

    def descend() -> Search:
        if not all(constraint.holds(values) for constraint in puzzle.constraints):
            return  # this also checks constraints without cells
        path: list[int] = []
        goes_on = fill_givens()
        while True:
            if goes_on and links.is_covered():
                yield tuple(values)  # type: ignore[arg-type]
                goes_on = False
            if goes_on:
                yield None
                item = links.tightest()
                links.cover(item)
                node = links.down[item]
            elif path:
                node = path.pop()
                links.unchoose(node)
                values[fillings[node][0]] = None
                item, node = links.item[node], links.down[node]
            else:
                return
            if goes_on := node != item:
                path.append(node)
                goes_on = fill(node)
            else:
                links.uncover(item)

    return descend()


def _linked(puzzle: Puzzle) -> tuple[Links, dict[int, tuple[int, int]]]:
    """Return the exact cover of a puzzle, and a table of the cell and value that a node fills."""
    grid, links = puzzle.grid, Links()
    items = [[links.add_item(must=True)] for _ in grid.cells]
    groups = {frozenset(c.cells) for c in puzzle.constraints if isinstance(c, AllDifferent)}
    for cells in sorted(groups, key=sorted):
        check_limits()
        must = len(cells) == len(grid.values)
        of_values = [links.add_item(must=must) for _ in grid.values]
        for cell in cells:
            items[cell].append(of_values[0] - grid.values[0])
    fillings: dict[int, tuple[int, int]] = {}
    for cell, domain in enumerate(puzzle.domains):
        check_limits()
        of_cell, *of_groups = items[cell]
        for value in grid.values_of(domain):
            for node in links.add_option([of_cell, *(item + value for item in of_groups)]):
                fillings[node] = (cell, value)
    return links, fillings


PROVIDER = provider("dlx", "exact cover by dancing links", search, "nodes")
