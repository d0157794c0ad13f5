// A partial form in the search: its first rows.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonet::canon {

// The choices behind the first rows of a form. Columns within a stack, and stacks, are *tied* as
// long as these rows do not distinguish them. Their order is left open.
struct Way {
    std::uint64_t ways;                   // that it represents, by equal rows and bands
    std::uint8_t columns[line_count];     // at each place
    std::uint8_t rows[line_count];        // so far
    std::uint8_t labels[line_count + 1];  // of digits that have appeared, others have 0
    std::uint8_t label_count;
    std::uint8_t column_ties[3];  // by slot: bit i if places i and i + 1 of it are tied
    std::uint8_t stack_ties;      // bit i if the stacks in slots i and i + 1 are tied
    std::uint8_t turned;
    std::uint16_t unused;  // rows
};

}  // namespace nonet::canon
