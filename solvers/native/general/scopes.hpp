// The cells of each propagator of one kind.
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

    // Whether the propagator only has to run again when the bounds of a cell change.
    bool only_bounds(int id) const { return only_bounds_[id]; }

    void add(std::span<const int> cells, bool only_bounds = false) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        starts_.push_back(static_cast<int>(cells_.size()));
        only_bounds_.push_back(only_bounds);
    }

private:
    std::vector<int> cells_;
    std::vector<int> starts_{0};
    std::vector<char> only_bounds_;
};

}  // namespace nonet::general
