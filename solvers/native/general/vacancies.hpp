// The queue of houses in which a value has few places left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    using Cells = typename Shape::Cells;
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

    // A cell loses the value. Queues its houses that have few places left.
    void lose(int cell, int value, Left& left) {
        for (int word = 0; word < words_; ++word)
            queue(value, word, left.lose(value, word, three_, [&](auto lose) {
                lose(houses_of_[cell * words_ + word]);
            }));
    }

    // The same for several cells. Calls visit(cell) for each.
    template <class Visit>
    [[gnu::always_inline]] void lose(const Cells& cells, int value, Left& left,
                                     const Visit& visit) {
        queue(value, 0, left.lose(value, 0, three_, [&](auto lose) {
            cells.each([&](int cell) {
                visit(cell);
                lose(houses_of_[cell * words_]);
                return true;
            });
        }));
        for (int word = 1; word < words_; ++word)
            queue(value, word, left.lose(value, word, three_, [&](auto lose) {
                cells.each([&](int cell) {
                    lose(houses_of_[cell * words_ + word]);
                    return true;
                });
            }));
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
    void queue(int value, int word, std::uint64_t houses) {
        waiting_[value * words_ + word] |= houses;
        values_ |= static_cast<Mask>(Mask{houses != 0} << value);
    }

    const std::uint64_t* houses_of_;
    int words_;
    bool three_;  // whether three places count as few
    Mask values_ = 0;
    std::vector<std::uint64_t> waiting_;  // houses, by value
};

}  // namespace nonet::general
