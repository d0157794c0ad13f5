// Propagates houses, in which each value has exactly one place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "whereabouts.hpp"

namespace nonet::general {

template <class Shape>
class Houses : public Scopes {
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 0.5;  // usually other constraints caused the failure

    explicit Houses(const Source<Shape>& source) {
        const Model& model = source.model;
        for (const auto& group : model.all_different) {
            if (static_cast<int>(group.size()) != model.values) continue;
            add(group);
            Cells& house = sets_.emplace_back();
            for (int cell : group) house.add(cell);
        }
        words_ = std::max(1, (size() + 63) / 64);
        sets_of_cells_.resize(static_cast<std::size_t>(model.cells) * words_);
        for (int id = 0; id < size(); ++id)
            for (int cell : cells(id))
                sets_of_cells_[cell * words_ + id / 64] |= bit<std::uint64_t>(id % 64);
    }

    // The set of houses of each cell. Each set takes `words()` words.
    const std::uint64_t* sets_of_cells() const { return sets_of_cells_.data(); }
    int words() const { return words_; }

    double prior(int) const { return 0.0; }

    // Propagates one value that has few places left in the house.
    template <class Propagation>
    bool run(int id, int value, Propagation& on) const {
        return placed_in(on.places(value) & sets_[id], value, on);
    }

private:
    std::vector<Cells> sets_;
    int words_;
    std::vector<std::uint64_t> sets_of_cells_;
};

}  // namespace nonet::general
