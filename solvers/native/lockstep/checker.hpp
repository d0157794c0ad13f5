// An independent check of solutions by the rules of classic sudoku. It shares no code with engines.
#pragma once

#include <cstdint>

namespace nonet::checker {

// Whether `values` is a solution: 81 bytes from 1 to 9 that agree with the clues. If the low four
// bits of a clue are 1 to 9, the cell is given.
bool is_solution(const std::uint8_t* clues, const std::uint8_t* values);

}  // namespace nonet::checker
