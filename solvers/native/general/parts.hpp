// A sum divided into parts: cells with the same coefficient that all differ.
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
    std::vector<std::int64_t> totals;  // rising, exactly one, unless several are allowed

    bool is_listed() const {
        return comparison == Comparison::equal || comparison == Comparison::one_of;
    }
    bool is_cage() const { return is_listed() && parts.size() == 1; }
};

// Adds up the coefficients of a repeated cell, drops coefficients of 0, counts values from 0, and
// puts each cell into the first part with its coefficient in which it sees all cells.
Sum taken_apart(const Linear& linear, int first, const CellSets& see);

}  // namespace nonet::general
