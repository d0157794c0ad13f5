// The propagators that have to run, of all kinds but relations and houses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "watchers.hpp"

namespace nonet::general {

// A propagator that runs stays queued until it is done, so it does not wake itself.
class Agenda {
public:
    // The last line is never empty, so that the search for a line ends there.
    explicit Agenda(const Watchers& watchers)
        : watchers_(watchers), end_(watchers.words()), first_(end_), lines_(end_ + 1) {
        lines_[end_].queued = 1;
    }

    // Queues the propagators that watch the cell.
    void wake(int cell, bool bound) {
        unsigned first = first_;
        for (const Watchers::Some& some : watchers_.of(cell, bound)) {
            lines_[some.word].add(some.propagators);
            first = std::min(first, some.word);
        }
        first_ = first;
    }

    void wake_all() {
        for (unsigned word = 0; word < end_; ++word) lines_[word].add(watchers_.all(word));
        first_ = 0;
    }

    // The word with the next propagator, or `words()` if no propagator is queued.
    unsigned word() {
        while (!lines_[first_].queued) ++first_;
        return first_;
    }

    // The bit of the propagator of the word that has waited longest. It is queued until it is done.
    int next(unsigned word) { return lines_[word].next(); }
    void done(unsigned word, int bit) { lines_[word].queued &= ~(std::uint64_t{1} << bit); }

    void clear() {
        for (unsigned word = first_; word < end_; ++word) lines_[word].clear();
        first_ = end_;
    }

private:
    // The propagators of one word, in the order in which they wait.
    struct Line {
        std::uint64_t queued = 0;
        std::array<std::uint8_t, 64> order;
        std::uint8_t head = 0, tail = 0;

        void add(std::uint64_t propagators) {
            each_value(propagators & ~queued,
                       [&](int bit) { order[tail++ % 64] = static_cast<std::uint8_t>(bit); });
            queued |= propagators;
        }

        int next() { return order[head++ % 64]; }

        void clear() {
            queued = 0;
            head = tail;
        }
    };

    const Watchers& watchers_;
    unsigned end_;
    unsigned first_;  // no earlier line has a queued propagator
    std::vector<Line> lines_;
};

}  // namespace nonet::general
