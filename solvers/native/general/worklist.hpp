// The propagators of one kind that have to run, first come, first served.
#pragma once

#include <cstddef>
#include <vector>

namespace nonet::general {

// Remembers for each propagator the values that its cells have lost since it ran last.
// Invariant: a propagator waits if and only if lost_[id] is not 0 and it is not running.
template <class Mask>
class Worklist {
public:
    explicit Worklist(int propagators) : lost_(propagators) {}

    bool empty() const { return head_ == waiting_.size(); }

    void add(int id, Mask lost) {
        if (!lost_[id]) waiting_.push_back(id);
        lost_[id] |= lost;
    }

    int next() {
        const int id = waiting_[head_++];
        if (empty()) waiting_.clear(), head_ = 0;
        return id;
    }

    // Forgets what a propagator has lost, so that it may wait again, and returns it.
    Mask take(int id) {
        const Mask lost = lost_[id];
        lost_[id] = 0;
        return lost;
    }

    void clear() {
        for (; head_ < waiting_.size(); ++head_) lost_[waiting_[head_]] = 0;
        waiting_.clear();
        head_ = 0;
    }

private:
    std::vector<Mask> lost_;
    std::vector<int> waiting_;
    std::size_t head_ = 0;
};

}  // namespace nonet::general
