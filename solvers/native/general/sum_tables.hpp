// Tables of the union and the intersection of all sets of values with a given sum, for up to nine
// values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "mask.hpp"

namespace nonet::general {

// The tables of nine values also serve fewer values. They are made once for each process, and take
// 1.3 MB and a millisecond.
class SumTables {
public:
    static constexpr int most_values = 9;

    // The union and the intersection of all sets. Without any set, both are empty.
    struct Common {
        std::uint16_t possible;
        std::uint16_t required;
    };

    static const SumTables& shared() {
        static const auto tables = std::make_unique<const SumTables>();
        return *tables;
    }

    SumTables() {
        sets_.fill({0, full});
        for (unsigned set = 1; set <= full; ++set) {
            int sum = 0;
            each_value(set, [&](int value) { sum += value; });
            // Visit every mask that contains the set.
            const unsigned others = full & ~set;
            for (unsigned more = others;; more = (more - 1) & others) {
                Common& common = sets_[index(count(set), sum, set | more)];
                common.possible |= static_cast<std::uint16_t>(set);
                common.required &= static_cast<std::uint16_t>(set);
                if (!more) break;
            }
        }
        for (unsigned one = 1; one <= full; ++one)
            for (unsigned other = 1; other <= full; ++other) {
                const int value = lowest(one);
                const unsigned with_it = (other & ~(1u << value)) << value;
                pairs_[one << most_values | other] = static_cast<std::uint16_t>(
                    with_it | pairs_[without_lowest(one) << most_values | other]);
            }
    }

    // The union and the intersection of the sets of `size` values of the mask that add up to `sum`.
    // The size is at least 1, and the sum is at most `most_sum`.
    Common sets(int size, int sum, unsigned mask) const { return sets_[index(size, sum, mask)]; }

    // Bit s is set if two different values, one of each mask, add up to s.
    unsigned pairs(unsigned one, unsigned other) const {
        return pairs_[one << most_values | other];
    }

    static constexpr int most_sum = most_values * (most_values - 1) / 2;

private:
    static constexpr unsigned masks = 1u << most_values;
    static constexpr unsigned full = masks - 1;

    static std::size_t index(int size, int sum, unsigned mask) {
        return (static_cast<std::size_t>(size) * (most_sum + 1) + sum) * masks + mask;
    }

    std::array<Common, std::size_t{most_values + 1} * (most_sum + 1) * masks> sets_;
    std::array<std::uint16_t, std::size_t{masks} * masks> pairs_{};
};

}  // namespace nonet::general
