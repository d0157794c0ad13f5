// The cells of each propagator of one kind, and for each cell the propagators that watch it.
#pragma once

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

    // Kept beside the cells, for this is asked at every change of one.
    bool empty() const { return empty_; }

    std::span<const int> cells(int id) const {
        return {cells_.data() + starts_[id], cells_.data() + starts_[id + 1]};
    }

    std::span<const int> watchers(int cell) const {
        return {watchers_.data() + watcher_starts_[cell],
                watchers_.data() + watcher_starts_[cell + 1]};
    }

    void add(std::span<const int> cells) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        starts_.push_back(static_cast<int>(cells_.size()));
    }

    // Builds the watchers, once all propagators are added.
    void finish(int cells) {
        empty_ = size() == 0;
        std::vector<std::vector<int>> watching(cells);
        for (int id = 0; id < size(); ++id)
            for (int cell : this->cells(id)) watching[cell].push_back(id);
        watcher_starts_.assign(1, 0);
        for (const auto& ids : watching) {
            watchers_.insert(watchers_.end(), ids.begin(), ids.end());
            watcher_starts_.push_back(static_cast<int>(watchers_.size()));
        }
    }

private:
    bool empty_ = true;
    std::vector<int> cells_;
    std::vector<int> starts_{0};
    std::vector<int> watchers_;
    std::vector<int> watcher_starts_;
};

}  // namespace nonet::general
