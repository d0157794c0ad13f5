// The queue of propagators of one kind that have to run.
#pragma once

#include <bit>
#include <vector>

namespace nonet::general {

// Invariant: a propagator is held while it is queued or running. A held propagator is not queued
// again. So the ring buffer never overflows, and no propagator wakes itself.
class Worklist {
public:
    Worklist() : Worklist(0) {}
    explicit Worklist(int propagators)
        : held_(propagators), ring_(std::bit_ceil(static_cast<unsigned>(propagators) + 1)) {}

    bool empty() const { return head_ == tail_; }

    void add(int id) {
        // Always writes to the free place at the end, because a branch would be unpredictable.
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
