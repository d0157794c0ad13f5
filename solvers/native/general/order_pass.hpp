// Words without a repeated value, exactly: what the cells of one may hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton.hpp"

namespace nonet::general::orders {

inline constexpr int most_values = 9;
inline constexpr int most_states = 128;

using Values = std::uint16_t;  // a set of up to `most_values` values

// Leaves in each cell what some word without a repeated value has there; false if there is none.
// `told` are the values that are told apart, those of open cells.
bool pass(const Automaton& automaton, Values told, std::span<Values> cells,
          std::vector<std::uint64_t>& scratch);

}  // namespace nonet::general::orders
