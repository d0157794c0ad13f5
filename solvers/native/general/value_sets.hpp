// Sets of pairwise compatible values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nonet::general {

// Returns the sets of `size` values of which every two are compatible. partners[v] has the values
// that are compatible with v, but not v itself. Compatibility is symmetric. Returns nothing if
// there are too many sets, or if they are too hard to find.
std::optional<std::vector<std::uint64_t>> value_sets(const std::vector<std::uint64_t>& partners,
                                                     int size);

}  // namespace nonet::general
