// Cells that all differ and add up to one of some sums: which values they may and must hold.
#pragma once

#include <array>
#include <span>

#include "mask.hpp"
#include "subsets.hpp"
#include "whereabouts.hpp"

namespace nonet::general {

// The open cells of a group as the marks are now. Whatever restricts a cell makes it stale: read
// it again then, for a cell elsewhere in the group may have lost a mark through what it sees.
template <class Shape>
struct OpenCells {
    using Mask = typename Shape::Mask;

    std::array<int, Shape::most_values> cells;
    std::array<Mask, Shape::most_values> marks;
    int size = 0;
    Mask all = 0;   // every mark of the open cells
    int fixed = 0;  // the sum of the others, in indices

    template <class Propagation>
    OpenCells(std::span<const int> group, const Propagation& on) {
        for (int cell : group) {
            const Mask mask = on.marks(cell);
            if (settled(mask)) {
                fixed += lowest(mask);
                continue;
            }
            cells[size] = cell;
            marks[size++] = mask;
            all |= mask;
        }
    }
};

// Restricts a group to the sets of values that have one of the sums (of indices, all its cells).
template <class Shape, class Propagation>
bool restrict_group(std::span<const int> group, const typename Shape::Cells& group_set,
                    std::span<const int> sums, const Subsets<typename Shape::Mask>& subsets,
                    Propagation& on) {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;
    const OpenCells<Shape> open(group, on);
    if (open.size > subsets.most()) return true;

    Mask possible = 0;
    Mask required = static_cast<Mask>(~Mask{0});
    if (open.size == 2) {  // exactly: the pairs themselves
        Mask first = 0, second = 0;
        for (const int sum : sums) {
            const int rest = sum - open.fixed;
            each_value(open.marks[0], [&](int value) {
                const int partner = rest - value;
                if (partner < 0 || partner == value || partner >= Shape::most_values) return;
                if (!(open.marks[1] & bit<Mask>(partner))) return;
                first |= bit<Mask>(value);
                second |= bit<Mask>(partner);
                required &= static_cast<Mask>(bit<Mask>(value) | bit<Mask>(partner));
            });
        }
        if (!on.keep(open.cells[0], first) || !on.keep(open.cells[1], second)) return false;
        possible = first | second;
    } else {
        for (const int sum : sums) {
            for (const Mask set : subsets.of(open.size, sum - open.fixed)) {
                if (set & ~open.all) continue;
                bool fits = true;
                for (int cell = 0; cell < open.size; ++cell) fits &= (set & open.marks[cell]) != 0;
                if (!fits) continue;
                possible |= set;
                required &= set;
            }
        }
        if (open.size == 0) {
            for (const int sum : sums)
                if (sum == open.fixed) return true;
            return false;
        }
        for (int cell = 0; cell < open.size; ++cell)
            if (!on.keep(open.cells[cell], possible)) return false;
    }
    for (required &= possible; required; required = without_lowest(required)) {
        const int value = lowest(required);
        const Cells spots = on.places(value) & group_set;
        if (!spots.more_than(most_places) && !placed_in(spots, value, on)) return false;
    }
    return true;
}

}  // namespace nonet::general
