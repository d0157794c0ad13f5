// The smallest form of any board: row by row, all ways that are still the best.
#pragma once

#include <cstdint>
#include <vector>

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

class Search {
public:
    // Find the form of any board. Those without an empty cell take longest; see grids.hpp.
    void run(const Board& board, Canonical& result);

private:
    void begin(const Sides& sides);
    void extend(const Side& side, const Way& way, int level);
    void try_row(const Side& side, const Way& way, int row, int level);
    void fill(const std::uint8_t* row, Way way, int slot, Text text);
    void fill_tied(const std::uint8_t* row, const Way& way, int slot, int tied, Text text);
    bool is_beaten(Text text, int slots) const;

    std::vector<Way> ways_, next_;
    Text best_ = 0;
};

}  // namespace nonet::canon
