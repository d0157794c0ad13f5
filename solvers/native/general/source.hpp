// The common arguments for building every kind of constraint.
#pragma once

#include <vector>

#include "cell_sets.hpp"
#include "clique_cover.hpp"
#include "model.hpp"
#include "parts.hpp"
#include "sum_filter.hpp"

namespace nonet::general {

// The sums and the filter must outlive the kinds.
template <class Shape>
struct Source {
    const Model& model;
    const CellSets& see;           // as in the outline
    const std::vector<Sum>& sums;  // of the model, then derived ones
    const CliqueCover& cover;
    const SumFilter<Shape>& filter;
};

}  // namespace nonet::general
