// Collects the primitives inside all alternatives of a model.
#pragma once

#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {

// A model with the primitives of all alternatives, without their sums.
Model all_alternatives(const Model& model);

std::vector<Sum> sums_of_alternatives(const Model& model, const CellSets& see);

}  // namespace nonet::general
