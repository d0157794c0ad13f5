// The open marks of a state as literals of a formula.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "mask.hpp"

namespace nonet::general {

// The constants true and false, each the opposite of the other.
constexpr learning::Literal truth = -2;
constexpr learning::Literal falsity = learning::opposite(truth);

// The marks of each cell.
using Marks = std::vector<std::uint64_t>;

// A variable for each mark of an open cell. The mark of a settled cell is the constant true.
class Literals {
    using Mask = std::uint64_t;
    using Literal = learning::Literal;

public:
    explicit Literals(Marks marks) : marks_(std::move(marks)), first_(marks_.size() + 1) {
        for (int cell = 0; cell < cells(); ++cell)
            first_[cell + 1] = first_[cell] + (is_open(cell) ? count(marks_[cell]) : 0);
    }

    int cells() const { return static_cast<int>(marks_.size()); }
    int variables() const { return first_.back(); }
    Mask marks(int cell) const { return marks_[cell]; }
    bool is_open(int cell) const { return !settled(marks(cell)); }

    // The literal of a mark.
    Literal of(int cell, int value) const {
        if (!(marks(cell) & bit<Mask>(value))) return falsity;
        if (!is_open(cell)) return truth;
        const Mask below = bit<Mask>(value) - 1;
        return learning::is_true(first_[cell] + count(marks(cell) & below));
    }

    // The literals of all marks of a cell that are in a mask.
    std::vector<Literal> all(int cell, Mask mask) const {
        std::vector<Literal> literals;
        each_value(marks(cell) & mask, [&](int value) { literals.push_back(of(cell, value)); });
        return literals;
    }

private:
    Marks marks_;
    std::vector<int> first_;  // the first variable of each cell
};

}  // namespace nonet::general
