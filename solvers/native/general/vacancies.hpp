// How many places each house has left for each value, counted down for 64 houses at once; and the
// houses that have to run because few places are left.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "houses.hpp"
#include "mask.hpp"

namespace nonet::general {

// Bit h of plane p is bit p of the number of places that house h has left, less one.
template <int most_values>
class Tallies {
public:
    // Every house has a place for each value in each of its cells.
    void start(int values, int words) {
        words_ = words;
        planes_.resize(static_cast<std::size_t>(values) * words);
        for (Planes& planes : planes_)
            for (int plane = 0; plane < plane_count; ++plane)
                planes[plane] = (values - 1) >> plane & 1 ? ~std::uint64_t{0} : 0;
    }

    // Takes the value from some cells. `houses_of` has a set of houses for each cell, and this is
    // about one word of it: returns the houses there that now have at most two places left, or at
    // most three.
    std::uint64_t lose(std::span<const int> cells, int value, const std::uint64_t* houses_of,
                       int word, bool three) {
        Planes planes = planes_[value * words_ + word];
        std::uint64_t touched = 0, none = 0;
        for (int cell : cells) {
            std::uint64_t borrow = houses_of[cell * words_ + word];
            touched |= borrow;
            for (std::uint64_t& plane : planes) {
                plane ^= borrow;
                borrow &= plane;
            }
            none |= borrow;
        }
        planes_[value * words_ + word] = planes;
        std::uint64_t many = three ? planes[0] & planes[1] : planes[1];
        for (int plane = 2; plane < plane_count; ++plane) many |= planes[plane];
        return (touched & ~many) | none;
    }

    // Counts these houses as full of places, so that they are seldom returned again.
    void fill(int value, int word, std::uint64_t houses) {
        for (std::uint64_t& plane : planes_[value * words_ + word]) plane |= houses;
    }

private:
    static constexpr int plane_count = std::bit_width(static_cast<unsigned>(most_values) - 1);
    using Planes = std::array<std::uint64_t, plane_count>;

    int words_ = 0;
    std::vector<Planes> planes_;  // for each value, one for each word of houses
};

// Invariant: values_ has every value that some house waits for.
template <class Shape>
class Vacancies {
    using Mask = typename Shape::Mask;
    using Left = Tallies<Shape::most_values>;

public:
    // Some houses of one word, for one value: bit 0 is house `first`.
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

    // The houses of these cells each lose a place for the value.
    void lose(std::span<const int> cells, int value, Left& left) {
        bool any = false;
        for (int word = 0; word < words_; ++word) {
            const std::uint64_t few = left.lose(cells, value, houses_of_, word, three_);
            waiting_[value * words_ + word] |= few;
            any |= few != 0;
        }
        values_ |= static_cast<Mask>(Mask{any} << value);
    }

    // The houses of this cell have their place for the value, and need not look at it any more.
    void fill(int cell, int value, Left& left) {
        for (int word = 0; word < words_; ++word) {
            const std::uint64_t houses = houses_of_[cell * words_ + word];
            waiting_[value * words_ + word] &= ~houses;
            left.fill(value, word, houses);
        }
    }

    // Those of a word at once; there may be none.
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
    bool three_;  // whether three places are few
    Mask values_ = 0;
    std::vector<std::uint64_t> waiting_;  // a set of houses for each value
};

}  // namespace nonet::general
