// Two rows of a band, for all ways to order the columns at once.
//
// Once the first row reads 123456789, the second says for each column where its digit stands in the
// first: a *pair* is this permutation. Another order of the columns conjugates it. So all pairs
// fall into a few classes, and a table has for each pair the smallest second row that it can have,
// and the orders of columns that lead there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board.hpp"

namespace nonet::canon {

using Columns = std::array<std::uint8_t, line_count>;  // for each place, a column

class Pairs {
public:
    static const Pairs& table();  // made when it is first asked for

    // The place of a pair in the table.
    static std::size_t rank(const Columns& pair);

    // The smallest second row, and the orders that lead there; none where a pair is impossible.
    Text second_row(std::size_t rank) const { return second_row_[rank]; }
    std::span<const Columns> orders(std::size_t rank) const {
        return {orders_.data() + first_[rank], orders_.data() + first_[rank + 1]};
    }

private:
    Pairs();

    std::vector<Text> second_row_;
    std::vector<std::uint32_t> first_;
    std::vector<Columns> orders_;
};

}  // namespace nonet::canon
