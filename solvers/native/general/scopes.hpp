// The cells of each propagator of one kind, and for each cell the propagators that watch it.
#pragma once

#include <span>
#include <vector>

namespace nonet::general {

// The base class of every kind. A kind adds a method `run(id, on)`, which restricts cells and
// returns false for a contradiction. `blame` is the weight that a contradiction adds to the cells.
// `prior(id)` is the weight that the cells start with.
class Scopes {
public:
    int size() const { return static_cast<int>(starts_.size()) - 1; }

    std::span<const int> cells(int id) const {
        return {cells_.data() + starts_[id], cells_.data() + starts_[id + 1]};
    }

    std::span<const int> watchers(int cell) const { return watchers(cell, true); }

    // The propagators to wake when the cell loses a value. If its bounds stay the same, propagators
    // that only depend on bounds are left out.
    std::span<const int> watchers(int cell, bool bound) const {
        return {watchers_.data() + watcher_starts_[2 * cell],
                watchers_.data() + watcher_starts_[2 * cell + 1 + bound]};
    }

    void add(std::span<const int> cells, bool only_bounds = false);

    // Builds the lists of watchers, after all propagators are added.
    void finish(int cells);

private:
    std::vector<int> cells_;
    std::vector<int> starts_{0};
    std::vector<char> only_bounds_;
    std::vector<int> watchers_;
    // Two lists for each cell: the second one has the propagators that only depend on its bounds.
    std::vector<int> watcher_starts_;
};

}  // namespace nonet::general
