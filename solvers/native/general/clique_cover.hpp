// Finds cliques: cells that all differ, and of which every two obey the same relation. Lists the
// sets of values that a clique can hold.
#pragma once

#include <cstdint>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {

// The cells of a clique together hold one of the sets. That is equivalent to the relation between
// every two of its cells.
struct Clique {
    std::vector<int> cells;
    std::vector<std::uint64_t> sets;
};

struct CliqueCover {
    std::vector<Clique> cliques;
    std::vector<bool> covers;  // whether a clique covers each relation
};

// Covers relations by cliques of at least three cells. A greedy search makes them as large as it
// can.
CliqueCover clique_cover(const Model& model, const CellSets& see);

}  // namespace nonet::general
