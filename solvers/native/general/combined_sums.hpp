// Derives sums from pairs of long sums.
#pragma once

#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {

// Two sums add up to a sum of all their cells. If a part of one sees a whole part of the other,
// they become one part, so the bounds are closer. Such pairs are joined as long as that helps.
std::vector<Linear> combined_sums(const Model& model, const CellSets& see);

}  // namespace nonet::general
