// The parts of a compiled model that do not depend on the shape of the sets.
#pragma once

#include <memory>
#include <vector>

#include "cell_sets.hpp"
#include "clique_cover.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {

// How learning is combined with tree search.
enum class Learning { never, instead, beside };

struct Outline {
    // `words` is the number of words of a set of cells.
    Outline(std::shared_ptr<const Model> said, int words);
    Outline(const Outline&) = delete;

    // How to continue when tree search takes too long.
    Learning learning() const;

    std::shared_ptr<const Model> said;
    const Model& model;     // also the source of clauses
    CellSets see;           // cells that differ from each cell
    std::vector<Sum> sums;  // of the model, then derived ones
    CliqueCover cover;
    bool crowded;  // a group has too many cells
};

// Whether a group, or one of its alternatives, has sums.
bool has_sums(const Group& group);

// Whether this group of cells that all differ has more cells than values.
inline bool is_crowded(const std::vector<int>& cells, const Model& model) {
    return static_cast<int>(cells.size()) > model.values;
}

}  // namespace nonet::general
