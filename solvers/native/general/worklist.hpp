// The propagators of one kind that have to run, first come, first served.
#pragma once

#include <bit>
#include <vector>

namespace nonet::general {

// Remembers for each propagator the values that its cells have lost since it ran last.
// Invariant: a propagator waits if and only if lost_[id] is not 0 and it is not running. So none
// waits twice, and a ring with room for all never overflows.
template <class Mask>
class Worklist {
public:
    explicit Worklist(int propagators)
        : lost_(propagators), ring_(std::bit_ceil(static_cast<unsigned>(propagators) + 1)) {}

    bool empty() const { return head_ == tail_; }

    void add(int id, Mask lost) {
        // Without a branch, which no processor would predict: the place behind the last is free.
        ring_[tail_] = id;
        tail_ = (tail_ + !lost_[id]) & (static_cast<unsigned>(ring_.size()) - 1);
        lost_[id] |= lost;
    }

    int next() {
        const int id = ring_[head_];
        head_ = after(head_);
        return id;
    }

    // Forgets what a propagator has lost, so that it may wait again, and returns it.
    Mask take(int id) {
        const Mask lost = lost_[id];
        lost_[id] = 0;
        return lost;
    }

    void clear() {
        while (!empty()) take(next());
    }

private:
    unsigned after(unsigned place) const {
        return (place + 1) & (static_cast<unsigned>(ring_.size()) - 1);
    }

    std::vector<Mask> lost_;
    std::vector<int> ring_;
    unsigned head_ = 0;
    unsigned tail_ = 0;
};

}  // namespace nonet::general
