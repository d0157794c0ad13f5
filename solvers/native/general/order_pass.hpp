// Exact propagation of words without a repeated value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton.hpp"

namespace nonet::general::orders {

inline constexpr int most_values = 9;
inline constexpr int most_states = 128;

using Values = std::uint16_t;  // a set of up to `most_values` values

// Keeps in each cell the values of accepted words without repetition. Returns false without any
// such word. `told` are the values of open cells, which the sets distinguish.
bool pass(const Automaton& automaton, Values told, std::span<Values> cells,
          std::vector<std::uint64_t>& scratch);

}  // namespace nonet::general::orders
