// An independent check of solutions by the rules of classic sudoku. It shares no code with engines.
#pragma once

#include <cstdint>

namespace nonet::checker {

// Whether 81 bytes from 1 to 9 have every value once in each row, column and box, and agree with
// the clues: 81 bytes, where the low four bits are 1 to 9 for a given cell.
bool is_solution(const std::uint8_t* clues, const std::uint8_t* values);

}  // namespace nonet::checker
