// AllDifferent with as many cells as values: each value has a place there.
#pragma once

#include <vector>

#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "whereabouts.hpp"

namespace nonet::general {

template <class Shape>
class Houses : public Scopes {
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 0.5;  // a house fails for what others did to it

    Houses(const Model& model, int) {
        for (const auto& group : model.all_different) {
            if (static_cast<int>(group.size()) != model.values) continue;
            add(group);
            Cells& house = sets_.emplace_back();
            for (int cell : group) house.add(cell);
        }
        finish(model.cells);
    }

    double prior(int) const { return 0.0; }

    // Looks at one value, which has lost a place here.
    template <class Propagation>
    bool run(int id, int value, Propagation& on) const {
        return placed_in(on.places(value) & sets_[id], value, on);
    }

private:
    std::vector<Cells> sets_;
};

}  // namespace nonet::general
