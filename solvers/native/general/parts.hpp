// A sum divided into parts. A part has cells that all differ and have the same coefficient.
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

// Adds up the value indices of each part, times its coefficient, and compares the result with the
// totals.
struct Sum {
    std::vector<Part> parts;
    Comparison comparison;
    std::vector<std::int64_t> totals;  // rising; just one unless `one_of`

    bool is_listed() const {
        return comparison == Comparison::equal || comparison == Comparison::one_of;
    }
    bool is_cage() const { return is_listed() && parts.size() == 1; }
};

// Divides a sum into few large parts. The coefficients of a repeated cell are added up. The totals
// change, because indices start at 0.
Sum taken_apart(const Linear& linear, int first, const CellSets& see);

}  // namespace nonet::general
