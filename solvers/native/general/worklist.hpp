// The queue of propagators of one kind that have to run.
#pragma once

#include <bit>
#include <vector>

namespace nonet::general {

// Invariant: a propagator is held if and only if it is queued or running. So none is queued twice,
// none wakes itself, and a ring buffer with room for all never overflows.
class Worklist {
public:
    Worklist() : Worklist(0) {}
    explicit Worklist(int propagators)
        : held_(propagators), ring_(std::bit_ceil(static_cast<unsigned>(propagators) + 1)) {}

    bool empty() const { return head_ == tail_; }

    void add(int id) {
        // Without a branch, which would be unpredictable: the place behind the last is free.
        ring_[tail_] = id;
        tail_ = (tail_ + !held_[id]) & (static_cast<unsigned>(ring_.size()) - 1);
        held_[id] = 1;
    }

    // The propagator stays held until it is released.
    int next() {
        const int id = ring_[head_];
        head_ = after(head_);
        return id;
    }

    void release(int id) { held_[id] = 0; }

    void clear() {
        while (!empty()) release(next());
    }

private:
    unsigned after(unsigned place) const {
        return (place + 1) & (static_cast<unsigned>(ring_.size()) - 1);
    }

    std::vector<char> held_;
    std::vector<int> ring_;
    unsigned head_ = 0;
    unsigned tail_ = 0;
};

}  // namespace nonet::general
