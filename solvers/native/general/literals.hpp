// The marks that a state leaves open, as literals of a formula.
#pragma once

#include <vector>

#include "../learning/formula.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "state.hpp"

namespace nonet::general {

// Literals that need no variable, each the opposite of the other.
constexpr learning::Literal truth = -2;
constexpr learning::Literal falsity = learning::opposite(truth);

// A variable for each mark of an open cell. A settled cell has its value in truth.
template <class Shape>
class Literals {
    using Mask = typename Shape::Mask;
    using Literal = learning::Literal;

public:
    Literals(const Network<Shape>& network, const State<Shape>& state)
        : state_(state), first_(network.cells + 1) {
        for (int cell = 0; cell < network.cells; ++cell)
            first_[cell + 1] = first_[cell] + (is_open(cell) ? count(marks(cell)) : 0);
    }

    int variables() const { return first_.back(); }
    const typename Shape::Cells& places(int value) const { return state_.places[value]; }
    Mask marks(int cell) const { return state_.marks[cell]; }
    bool is_open(int cell) const { return !settled(marks(cell)); }

    // That a cell has a value.
    Literal of(int cell, int value) const {
        if (!(marks(cell) & bit<Mask>(value))) return falsity;
        if (!is_open(cell)) return truth;
        const Mask below = static_cast<Mask>(bit<Mask>(value) - 1);
        return learning::is_true(first_[cell] + count(static_cast<Mask>(marks(cell) & below)));
    }

    // Of all marks of a cell that are in a mask.
    std::vector<Literal> all(int cell, Mask mask) const {
        std::vector<Literal> literals;
        each_value(static_cast<Mask>(marks(cell) & mask),
                   [&](int value) { literals.push_back(of(cell, value)); });
        return literals;
    }

private:
    State<Shape> state_;
    std::vector<int> first_;  // the first variable of each cell
};

}  // namespace nonet::general
