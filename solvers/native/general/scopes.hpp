// The cells of each propagator of one kind, and for each cell the propagators that watch it.
#pragma once

#include <numeric>
#include <span>
#include <vector>

namespace nonet::general {

// The base of every kind. Each adds
//
//   run(id, on)   restricts its cells through `on`; false is a contradiction
//   blame         the weight that a contradiction adds to the cells
//   prior(id)     the weight that the cells start with
class Scopes {
public:
    int size() const { return static_cast<int>(starts_.size()) - 1; }

    std::span<const int> cells(int id) const {
        return {cells_.data() + starts_[id], cells_.data() + starts_[id + 1]};
    }

    std::span<const int> watchers(int cell) const { return watchers(cell, true); }

    // Those to wake when the cell loses a value: all, or without those that only mind its bounds.
    std::span<const int> watchers(int cell, bool bound) const {
        return {watchers_.data() + watcher_starts_[2 * cell],
                watchers_.data() + watcher_starts_[2 * cell + 1 + bound]};
    }

    void add(std::span<const int> cells, bool only_bounds = false) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        starts_.push_back(static_cast<int>(cells_.size()));
        only_bounds_.push_back(only_bounds);
    }

    // Builds the watchers, once all propagators are added.
    void finish(int cells) {
        // Counted, then filled: a list for each cell would be most of the work.
        watcher_starts_.assign(2 * cells + 1, 0);
        each_watcher([&](int, int list) { ++watcher_starts_[list + 1]; });
        std::partial_sum(watcher_starts_.begin(), watcher_starts_.end(), watcher_starts_.begin());
        std::vector<int> next = watcher_starts_;
        watchers_.resize(cells_.size());
        each_watcher([&](int id, int list) { watchers_[next[list]++] = id; });
    }

private:
    // Each propagator with the lists that it is in: of every two, the second one of a cell is of
    // those that only mind its bounds.
    template <class Visit>
    void each_watcher(Visit visit) const {
        for (int id = 0; id < size(); ++id)
            for (int cell : cells(id)) visit(id, 2 * cell + only_bounds_[id]);
    }

    std::vector<int> cells_;
    std::vector<int> starts_{0};
    std::vector<char> only_bounds_;
    std::vector<int> watchers_;
    std::vector<int> watcher_starts_;  // two lists for each cell
};

}  // namespace nonet::general
