// Count: how many of some cells have one of some values.
#pragma once

#include <algorithm>
#include <vector>

#include "board.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

template <class Shape>
class Counts : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    explicit Counts(const Source<Shape>& source) : counts_(source.model.counts) {
        for (const Count& count : counts_) add(count.cells);
        finish(source.model.cells);
    }

    double prior(int) const { return 1.0; }

    // A cell is a hit if it has one of the values. Certain hits give a lower bound, and possible
    // hits give an upper bound.
    bool run(int id, Board<Shape>& on) const {
        const auto& numbers = counts_[id].numbers;
        const Mask counted = static_cast<Mask>(counts_[id].values);
        const Mask others = static_cast<Mask>(~counted);
        int least = 0, most = 0;
        for (int cell : cells(id)) {
            least += (on.marks(cell) & others) == 0;
            most += (on.marks(cell) & counted) != 0;
        }
        const auto first = std::lower_bound(numbers.begin(), numbers.end(), least);
        const auto behind = std::upper_bound(first, numbers.end(), most);
        if (first == behind) return false;
        if (least == most) return true;
        if (*first == most) return keep_undecided(id, counted, on);
        if (*(behind - 1) == least) return keep_undecided(id, others, on);
        return *first == least || !settled(counted) || place(id, lowest(counted), on);
    }

private:
    // At least one of the undecided cells must have the value. So a cell that sees all of them
    // cannot have it.
    bool place(int id, int value, Board<Shape>& on) const {
        auto losers = on.places(value);
        for (int cell : cells(id))
            if (!settled(on.marks(cell)) && on.places(value).has(cell))
                losers &= on.network.see[cell];
        return on.exclude(losers, value);
    }

    bool keep_undecided(int id, Mask mask, Board<Shape>& on) const {
        for (int cell : cells(id)) {
            const Mask marks = on.marks(cell);
            const Mask kept = static_cast<Mask>(marks & mask);
            if (kept && kept != marks && !on.keep(cell, mask)) return false;
        }
        return true;
    }

    std::vector<Count> counts_;
};

}  // namespace nonet::general
