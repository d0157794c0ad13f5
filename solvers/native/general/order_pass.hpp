// Exact propagation of words without a repeated value.
#pragma once

#include <cstdint>
#include <span>

#include "state_steps.hpp"

namespace nonet::general::orders {

inline constexpr int most_values = 9;

using Values = std::uint16_t;  // a set of values

// Keeps the values of accepted words in which no value repeats. Returns false if there is no such
// word. `told` has the values of all open cells.
bool pass(const StateSteps& steps, Values told, std::span<Values> cells);

}  // namespace nonet::general::orders
