// Finds cells of which every two differ and obey one and the same relation, and the sets of values
// that they can hold.
#pragma once

#include <cstdint>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {

// The cells together hold one of the sets. This is equivalent to the relation on all pairs of
// cells.
struct Clique {
    std::vector<int> cells;
    std::vector<std::uint64_t> sets;
};

struct CliqueCover {
    std::vector<Clique> cliques;
    std::vector<bool> covers;  // for each relation of the model, whether a clique covers it
};

// Covers relations by cliques of at least three cells, as large as they get, found greedily.
CliqueCover clique_cover(const Model& model, const CellSets& see);

}  // namespace nonet::general
