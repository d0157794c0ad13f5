// What a search knows of a form that it has begun.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonet::canon {

// How the first rows of a form are made. What they do not tell apart is *tied*, and left open:
// columns within a stack, stacks with one another, digits that have not appeared.
struct Way {
    std::uint64_t ways;                   // that this one stands for, by rows and bands alike
    std::uint8_t columns[line_count];     // at each place
    std::uint8_t rows[line_count];        // so far
    std::uint8_t labels[line_count + 1];  // of digits that have appeared; others have 0
    std::uint8_t label_count;
    std::uint8_t column_ties[3];  // by slot: bit i if places i and i + 1 of it are tied
    std::uint8_t stack_ties;      // bit i if the stacks in slots i and i + 1 are tied
    std::uint8_t turned;
    std::uint16_t unused;  // rows
};

}  // namespace nonet::canon
