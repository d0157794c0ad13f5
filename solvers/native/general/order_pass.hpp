// Exact propagation of words without a repeated value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton.hpp"

namespace nonet::general::orders {

inline constexpr int most_values = 9;
inline constexpr int most_states = 128;

using Values = std::uint16_t;  // a set of values

// Keeps the values of accepted words in which no value repeats. Returns false if there is no such
// word. `told` has the values of all open cells.
bool pass(const Automaton& automaton, Values told, std::span<Values> cells,
          std::vector<std::uint64_t>& scratch);

}  // namespace nonet::general::orders
