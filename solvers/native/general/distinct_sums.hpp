// The sums that a number of different values of a mask can have: one look at a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// Exists for up to nine values: then a set of sums of indices fits one word, the table 40 KB.
class DistinctSums {
public:
    static constexpr int most_values = 9;

    explicit DistinctSums(int values) {
        if (values > most_values) return;
        masks_ = std::size_t{1} << values;
        table_.assign((values + 1) * masks_, 0);
        for (unsigned mask = 0; mask < masks_; ++mask) table_[mask] = 1;
        for (int size = 1; size <= values; ++size)
            for (unsigned mask = 1; mask < masks_; ++mask) {
                const unsigned rest = without_lowest(mask);
                at(size, mask) = at(size, rest) | at(size - 1, rest) << lowest(mask);
            }
    }

    bool exists() const { return masks_ != 0; }

    // Bit s of the result says that `size` different values of the mask can add up to s.
    std::uint64_t operator()(int size, unsigned mask) const { return table_[size * masks_ + mask]; }

private:
    std::uint64_t& at(int size, unsigned mask) { return table_[size * masks_ + mask]; }

    std::size_t masks_ = 0;
    std::vector<std::uint64_t> table_;
};

}  // namespace nonet::general
