#include "scopes.hpp"

#include <numeric>
#include <span>
#include <vector>

namespace nonet::general {

void Scopes::add(std::span<const int> cells, bool only_bounds) {
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    starts_.push_back(static_cast<int>(cells_.size()));
    only_bounds_.push_back(only_bounds);
}

void Scopes::finish(int cells) {
    auto each_watcher = [this](auto visit) {
        for (int id = 0; id < size(); ++id)
            for (int cell : this->cells(id)) visit(id, 2 * cell + only_bounds_[id]);
    };
    // First counts the watchers of each cell, then fills one vector. A vector for each cell would
    // take most of the time.
    watcher_starts_.assign(2 * cells + 1, 0);
    each_watcher([&](int, int list) { ++watcher_starts_[list + 1]; });
    std::partial_sum(watcher_starts_.begin(), watcher_starts_.end(), watcher_starts_.begin());
    std::vector<int> next = watcher_starts_;
    watchers_.resize(cells_.size());
    each_watcher([&](int id, int list) { watchers_[next[list]++] = id; });
}

}  // namespace nonet::general
