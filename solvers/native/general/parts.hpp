// A sum, taken apart: cells of one coefficient that all differ stand together.
#pragma once

#include <cstdint>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {

struct Part {
    std::int64_t coefficient;  // never 0
    std::vector<int> cells;    // all see one another
};

// Σ coefficient · (sum of the value indices of the part) compares with the total.
struct Sum {
    std::vector<Part> parts;
    Comparison comparison;
    std::vector<std::int64_t> totals;  // rising; exactly one, unless it is one of several

    bool is_listed() const {
        return comparison == Comparison::equal || comparison == Comparison::one_of;
    }
    bool is_cage() const { return is_listed() && parts.size() == 1; }
};

// Adds up the coefficients of a cell that repeats, leaves out what weighs nothing, counts from the
// first value, and puts each cell with the first part of its coefficient that it sees all of.
Sum taken_apart(const Linear& linear, int first, const CellSets& see);

}  // namespace nonet::general
