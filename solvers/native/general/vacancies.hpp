// The houses that have to run: for each value those where it has lost a place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mask.hpp"
#include "scopes.hpp"

namespace nonet::general {

// Invariant: a value is in values_ if and only if some house waits for it.
template <class Mask>
class Vacancies {
public:
    struct Visit {
        int house;
        int value;
    };

    Vacancies(int values, int houses)
        : words_((houses + 63) / 64), waiting_(static_cast<std::size_t>(values) * words_) {}

    bool empty() const { return values_ == 0; }

    // The houses of one cell lose a place for each of these values.
    void add(std::span<const WatchWord> houses, Mask lost) {
        if (houses.empty()) return;
        values_ |= lost;
        each_value(lost, [&](int value) {
            for (const WatchWord& some : houses) waiting_[value * words_ + some.word] |= some.ids;
        });
    }

    // The houses of one cell need not look at a value any more.
    void remove(std::span<const WatchWord> houses, int value) {
        if (houses.empty()) return;
        std::uint64_t* const waiting = &waiting_[value * words_];
        for (const WatchWord& some : houses) waiting[some.word] &= ~some.ids;
        std::uint64_t left = 0;
        for (int word = 0; word < words_; ++word) left |= waiting[word];
        if (!left) values_ &= static_cast<Mask>(~bit<Mask>(value));
    }

    [[gnu::always_inline]] Visit next() {
        const int value = lowest(values_);
        std::uint64_t* const waiting = &waiting_[value * words_];
        int word = 0;
        while (!waiting[word]) ++word;
        const Visit visit{word * 64 + lowest(waiting[word]), value};
        waiting[word] = without_lowest(waiting[word]);
        while (word < words_ && !waiting[word]) ++word;
        if (word == words_) values_ = without_lowest(values_);
        return visit;
    }

    void clear() {
        values_ = 0;
        waiting_.assign(waiting_.size(), 0);
    }

private:
    int words_;
    Mask values_ = 0;
    std::vector<std::uint64_t> waiting_;  // a set of houses for each value
};

}  // namespace nonet::general
