// Sets of values of which every two suit one another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nonet::general {

// The sets of so many values; partners[v] are the values that suit v: never v itself, and v suits
// them in turn. None if they are too many, or too hard to find, to look through at every change of
// a cell.
std::optional<std::vector<std::uint64_t>> value_sets(const std::vector<std::uint64_t>& partners,
                                                     int size);

}  // namespace nonet::general
