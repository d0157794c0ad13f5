// Derived sums: the total of houses is known, and cages cover most of their cells.
//
//   innies   the cells of the houses that no chosen cage covers
//   outies   the cells of the chosen cages outside the houses
//
// innies - outies = total of the houses - total of the cages
#pragma once

#include <vector>

#include "model.hpp"

namespace nonet::general {

// For up to four consecutive houses of the model, such as neighbouring columns.
std::vector<Linear> innies(const Model& model);

}  // namespace nonet::general
