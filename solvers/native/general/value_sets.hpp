// Sets of pairwise compatible values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nonet::general {

// The sets of a given size. partners[v] has the values compatible with v: never v itself, and the
// relation is symmetric. Returns nothing if the sets are too many to search at every change of a
// cell, or too hard to find.
std::optional<std::vector<std::uint64_t>> value_sets(const std::vector<std::uint64_t>& partners,
                                                     int size);

}  // namespace nonet::general
