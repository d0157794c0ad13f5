// Derived sums: what houses add up to is known, and cages account for most of it.
//
//   innies   the cells of some houses that no cage accounts for
//   outies   the cells of those cages that stick out of the houses
//
// The innies less the outies are the total of the houses less that of the cages.
#pragma once

#include <vector>

#include "model.hpp"

namespace nonet::general {

// Of up to four houses in a row of the model, such as neighbouring columns.
std::vector<Linear> innies(const Model& model);

}  // namespace nonet::general
