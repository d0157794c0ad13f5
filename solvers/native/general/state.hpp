// The state of a search. It is copied at every branch.
#pragma once

#include <array>

#include "cell_set.hpp"
#include "tallies.hpp"

namespace nonet::general {

// The width of a set of values and of a set of cells. Every template of the engine has a shape as
// its parameter.
template <class MaskType, int Words>
struct Shape {
    using Mask = MaskType;
    using Cells = CellSet<Words>;
    static constexpr int most_cells = Words * 64;
    static constexpr int most_values = sizeof(Mask) * 8;
};

// Invariant: places[v] has cell c if and only if marks[c] has value v. After a contradiction, the
// invariant is broken, and the state is thrown away.
template <class Shape>
struct State {
    std::array<typename Shape::Mask, Shape::most_cells> marks;
    std::array<typename Shape::Cells, Shape::most_values> places;
    // The number of cells with several marks.
    int open;
    // Counts the places of each value in the houses that do not have the value yet.
    Tallies<Shape::most_values> left;
};

}  // namespace nonet::general
