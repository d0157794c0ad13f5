// The queue of houses in which a value has few places left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "houses.hpp"
#include "mask.hpp"
#include "tallies.hpp"

namespace nonet::general {

// Invariant: values_ has every value with a queued house.
template <class Shape>
class Vacancies {
    using Mask = typename Shape::Mask;
    using Left = Tallies<Shape::most_values>;

public:
    // A value, and some houses of one word. Bit 0 is house `first`.
    struct Visit {
        int value;
        int first;
        std::uint64_t houses;
    };

    Vacancies(int values, const Houses<Shape>& houses, int places_worth_a_look)
        : houses_of_(houses.sets_of_cells()),
          words_(houses.words()),
          three_(places_worth_a_look > 2),
          waiting_(static_cast<std::size_t>(values) * words_) {}

    bool empty() const { return values_ == 0; }

    // The value is removed from these cells. Queues their houses that have few places left.
    void lose(std::span<const int> cells, int value, Left& left) {
        bool any = false;
        for (int word = 0; word < words_; ++word) {
            const std::uint64_t few = left.lose(cells, value, houses_of_, word, three_);
            waiting_[value * words_ + word] |= few;
            any |= few != 0;
        }
        values_ |= static_cast<Mask>(Mask{any} << value);
    }

    // The cell has the value now, so its houses need not propagate the value any more.
    void fill(int cell, int value, Left& left) {
        for (int word = 0; word < words_; ++word) {
            const std::uint64_t houses = houses_of_[cell * words_ + word];
            waiting_[value * words_ + word] &= ~houses;
            left.fill(value, word, houses);
        }
    }

    // Takes all queued houses of one word. The set may be empty.
    Visit next() {
        const int value = lowest(values_);
        std::uint64_t* const waiting = &waiting_[value * words_];
        int word = 0;
        while (word + 1 < words_ && !waiting[word]) ++word;
        if (word + 1 == words_) values_ = without_lowest(values_);
        return {value, word * 64, std::exchange(waiting[word], 0)};
    }

    void clear() {
        values_ = 0;
        std::fill(waiting_.begin(), waiting_.end(), 0);
    }

private:
    const std::uint64_t* houses_of_;
    int words_;
    bool three_;  // whether three places count as few
    Mask values_ = 0;
    std::vector<std::uint64_t> waiting_;  // houses, by value
};

}  // namespace nonet::general
