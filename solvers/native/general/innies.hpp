// Derives sums from cages that cover most cells of some houses.
//
// *Innies* are the cells of the houses outside of the chosen cages. *Outies* are the cells of these
// cages outside of the houses. The difference of their sums is known: the total of the houses minus
// the total of the cages.
#pragma once

#include <vector>

#include "model.hpp"

namespace nonet::general {

// Returns derived sums for up to four consecutive houses, such as neighbouring columns.
std::vector<Linear> innies(const Model& model);

}  // namespace nonet::general
