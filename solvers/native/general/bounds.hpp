// Bounds on the sum of cells that all differ.
#pragma once

#include <algorithm>
#include <cstdint>

#include "board.hpp"
#include "group.hpp"
#include "mask.hpp"

namespace nonet::general {

template <class Mask>
int sum_of_lowest(Mask mask, int size) {
    int sum = 0;
    for (; size > 0; --size, mask = without_lowest(mask)) sum += lowest(mask);
    return sum;
}

template <class Mask>
int sum_of_highest(Mask mask, int size) {
    int sum = 0;
    for (; size > 0; --size) {
        const int value = highest(mask);
        sum += value;
        mask ^= bit<Mask>(value);
    }
    return sum;
}

// Computes two bounds and uses the tighter one. The first adds up the extreme marks of the cells.
// The second adds up the extreme values among all marks, each only once.
template <class Shape>
class Bounds {
public:
    explicit Bounds(const OpenCells<Shape>& open) : open_(open) {
        possible_ = count(open.all) >= open.size;
        if (!possible_) return;
        for (int cell = 0; cell < open.size; ++cell) {
            lows_ += lowest(open.marks[cell]);
            highs_ += highest(open.marks[cell]);
        }
        least = open.fixed + std::max(lows_, sum_of_lowest(open.all, open.size));
        most = open.fixed + std::min(highs_, sum_of_highest(open.all, open.size));
        possible_ = least <= most;
    }

    bool possible() const { return possible_; }

    // Removes the values with which the sum would be outside of these two bounds.
    bool keep_between(std::int64_t low, std::int64_t high, Board<Shape>& on) const {
        if (low <= least && most <= high) return true;
        if (open_.size == 0) return false;
        const int fewer_low = sum_of_lowest(open_.all, open_.size - 1);
        const int fewer_high = sum_of_highest(open_.all, open_.size - 1);
        for (int cell = 0; cell < open_.size; ++cell) {
            const auto mask = open_.marks[cell];
            const std::int64_t others_low = std::max(lows_ - lowest(mask), fewer_low);
            const std::int64_t others_high = std::min(highs_ - highest(mask), fewer_high);
            const std::int64_t from = low - open_.fixed - others_high;
            const std::int64_t to = high - open_.fixed - others_low;
            if (!on.keep(open_.cells[cell], between(from, to))) return false;
        }
        return true;
    }

    int least = 0;
    int most = 0;

private:
    using Mask = typename Shape::Mask;

    static Mask between(std::int64_t from, std::int64_t to) {
        constexpr std::int64_t last = Shape::most_values - 1;
        constexpr auto every = static_cast<Mask>(~Mask{0});
        if (from > last || to < 0 || from > to) return 0;
        const Mask not_below = from <= 0 ? every : static_cast<Mask>(every << from);
        const Mask not_above = to >= last ? every : static_cast<Mask>(every >> (last - to));
        return not_below & not_above;
    }

    const OpenCells<Shape>& open_;
    int lows_ = 0;
    int highs_ = 0;
    bool possible_ = false;
};

}  // namespace nonet::general
