// Propagates groups: cells that all differ and hold one of several sets of values.
#pragma once

#include <array>
#include <span>

#include "board.hpp"
#include "mask.hpp"
#include "whereabouts.hpp"

namespace nonet::general {

// A snapshot of the open cells of a group. Take a new one after every restriction of a cell,
// because other cells of the group may have lost marks too.
template <class Shape>
struct OpenCells {
    using Mask = typename Shape::Mask;

    std::array<int, Shape::most_values> cells;
    std::array<Mask, Shape::most_values> marks;
    int size = 0;
    Mask all = 0;    // all marks of the open cells
    Mask taken = 0;  // the values of the settled cells
    int fixed = 0;   // and their sum, in indices

    OpenCells(std::span<const int> group, const Board<Shape>& on) {
        for (int cell : group) {
            const Mask mask = on.marks(cell);
            if (settled(mask)) {
                taken |= mask;
                fixed += lowest(mask);
                continue;
            }
            cells[size] = cell;
            marks[size++] = mask;
            all |= mask;
        }
    }
};

// Requires that each of these values has a place in the group.
template <class Shape>
bool place_required(typename Shape::Mask required, const typename Shape::Cells& group_set,
                    Board<Shape>& on) {
    for (; required; required = without_lowest(required)) {
        const int value = lowest(required);
        const auto spots = on.places(value) & group_set;
        if (!spots.more_than(most_places) && !placed_in(spots, value, on)) return false;
    }
    return true;
}

// Restricts a group to some sets of values. `sets.each(open, visit)` visits each set of values that
// the open cells may hold together. It returns false to give up, or if a visit returned false,
// because the sets so far allow everything.
template <class Shape, class Sets>
bool restrict_group(std::span<const int> group, const typename Shape::Cells& group_set,
                    const Sets& sets, Board<Shape>& on) {
    using Mask = typename Shape::Mask;
    const OpenCells<Shape> open(group, on);

    Mask possible = 0;
    Mask required = static_cast<Mask>(~Mask{0});
    if (open.size == 2) {  // exactly: each value in each cell
        Mask first = 0, second = 0;
        const bool listed = sets.each(open, [&](Mask set) {
            if (set & ~open.all) return true;
            const Mask low = static_cast<Mask>(set & -set);
            const Mask high = static_cast<Mask>(set ^ low);
            const bool rises = (open.marks[0] & low) && (open.marks[1] & high);
            const bool falls = (open.marks[0] & high) && (open.marks[1] & low);
            if (!rises && !falls) return true;
            if (rises) first |= low, second |= high;
            if (falls) first |= high, second |= low;
            required &= set;
            return required || first != open.marks[0] || second != open.marks[1];
        });
        if (!listed) return true;
        if (!on.keep(open.cells[0], first) || !on.keep(open.cells[1], second)) return false;
        possible = first | second;
    } else {
        bool any = false;
        const bool listed = sets.each(open, [&](Mask set) {
            if (set & ~open.all) return true;
            bool fits = true;
            for (int cell = 0; cell < open.size; ++cell) fits &= (set & open.marks[cell]) != 0;
            if (!fits) return true;
            any = true;
            possible |= set;
            required &= set;
            return required || possible != open.all;
        });
        if (!listed) return true;
        if (!any) return false;
        for (int cell = 0; cell < open.size; ++cell)
            if (!on.keep(open.cells[cell], possible)) return false;
    }
    return place_required<Shape>(static_cast<Mask>(required & possible), group_set, on);
}

}  // namespace nonet::general
