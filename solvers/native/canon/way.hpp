// A partial form in the search: its first rows.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonet::canon {

// The choices that lead to the first rows of a form. Two columns of a stack, or two stacks, are
// *tied* as long as these rows do not distinguish them. Their order is still open. Bit i of a set
// of ties means that places i and i + 1 are tied.
struct Way {
    std::uint64_t ways;                   // symmetries, from equal rows and bands
    std::uint8_t columns[line_count];     // at each place
    std::uint8_t rows[line_count];        // so far
    std::uint8_t labels[line_count + 1];  // 0 for digits not yet seen
    std::uint8_t label_count;
    std::uint8_t column_ties[3];  // a set for each slot
    std::uint8_t stack_ties;
    std::uint8_t turned;
    std::uint16_t unused;  // rows
};

}  // namespace nonet::canon
