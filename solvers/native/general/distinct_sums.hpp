// A table of the sums that a given number of different values can have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// Supports up to nine values. A set of sums then fits into one word, and the table takes 40 KB.
class DistinctSums {
public:
    static constexpr int most_values = 9;

    // Returns nothing for more than nine values. The table of nine values also serves fewer values.
    static const DistinctSums* shared(int values) {
        static const DistinctSums sums;
        return values <= most_values ? &sums : nullptr;
    }

    DistinctSums() : table_((most_values + 1) * masks) {
        for (unsigned mask = 0; mask < masks; ++mask) table_[mask] = 1;
        for (int size = 1; size <= most_values; ++size)
            for (unsigned mask = 1; mask < masks; ++mask) {
                const unsigned rest = without_lowest(mask);
                at(size, mask) = at(size, rest) | at(size - 1, rest) << lowest(mask);
            }
    }

    // Bit s of the result is set if `size` different values of the mask can add up to s.
    std::uint64_t operator()(int size, unsigned mask) const { return table_[size * masks + mask]; }

private:
    static constexpr std::size_t masks = std::size_t{1} << most_values;

    std::uint64_t& at(int size, unsigned mask) { return table_[size * masks + mask]; }

    std::vector<std::uint64_t> table_;
};

}  // namespace nonet::general
