// A second opinion on solutions: it knows the rules of a classic puzzle and nothing of the engine.
#pragma once

#include <cstdint>

namespace nonet::checker {

// Whether 81 bytes from 1 to 9 have every value once in each row, column and box, and agree with
// the clues: 81 bytes of which those with 1 to 9 in their low four bits are given.
bool is_solution(const std::uint8_t* clues, const std::uint8_t* values);

}  // namespace nonet::checker
