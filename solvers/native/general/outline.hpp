// What a model says on boards of any shape.
#pragma once

#include <memory>
#include <vector>

#include "cell_sets.hpp"
#include "clique_cover.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {

// How a search that learns stands to one that does not.
enum class Learning { never, instead, beside };

struct Outline {
    // Its sets of cells have so many words, enough for the board.
    Outline(std::shared_ptr<const Model> said, int words);
    Outline(const Outline&) = delete;

    // What learning is worth, where search finds nothing.
    Learning learning() const;

    std::shared_ptr<const Model> said;
    const Model& model;     // the same; clauses are written from it, too
    bool only_houses;       // and cells that see one another
    CellSets see;           // for each cell, those that never hold the same value
    std::vector<Sum> sums;  // of the model, and behind them those derived
    CliqueCover cover;
    bool crowded;  // some cells that all differ are more than there are values
};

// Whether a group has sums, or one of its alternatives.
bool has_sums(const Group& group);

// Whether these cells, which all differ, are more than there are values.
inline bool is_crowded(const std::vector<int>& cells, const Model& model) {
    return static_cast<int>(cells.size()) > model.values;
}

}  // namespace nonet::general
