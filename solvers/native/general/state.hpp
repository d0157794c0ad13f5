// The state of a search: the marks, and their transpose. Copied at every branch.
#pragma once

#include <array>

#include "cell_set.hpp"
#include "tallies.hpp"

namespace nonet::general {

// The width of the sets: the parameter of every template of the engine.
template <class MaskType, int Words>
struct Shape {
    using Mask = MaskType;
    using Cells = CellSet<Words>;
    static constexpr int most_cells = Words * 64;
    static constexpr int most_values = sizeof(Mask) * 8;
};

// Invariant: places[v] has cell c if and only if marks[c] has value v. `open` counts the cells with
// several marks. `left` counts the places in each house without the value. After a contradiction
// the invariant does not hold, and the state is discarded.
template <class Shape>
struct State {
    std::array<typename Shape::Mask, Shape::most_cells> marks;
    std::array<typename Shape::Cells, Shape::most_values> places;
    int open;
    Tallies<Shape::most_values> left;
};

}  // namespace nonet::general
