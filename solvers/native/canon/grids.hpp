// Finds the smallest form of a full grid. Its first two rows determine nearly everything else.
#pragma once

#include "board.hpp"

namespace nonet::canon {

// Find the form of a grid. Returns false for a board with an empty cell or a repetition.
bool canonize_grid(const Board& board, Canonical& result);

}  // namespace nonet::canon
