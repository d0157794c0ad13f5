// Two rows of a band, for all orders of the columns at once.
//
// If the first row reads 123456789, each digit of the second row is the place of the same digit in
// the first row. A *pair* is this permutation. Another order of the columns conjugates it. So all
// pairs fall into a few classes, and a table has for each pair the smallest possible second row,
// and the orders of columns that lead to it.
//
// A first row with one empty cell reads 012345678: the column of that cell comes first, and the
// missing digit is the ninth. Its pair is the pair of the row with the missing digit filled in,
// together with the column.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board.hpp"

namespace nonet::canon {

using Columns = std::array<std::uint8_t, line_count>;  // for each place, a column

// All orders of the columns that begin with one of them.
std::span<const Columns> orders_from(std::size_t column);

class Pairs {
public:
    // The tables are made on first use.
    static const Pairs& of_full_rows();
    static const Pairs& with_an_empty_cell();

    // The place in the table of a pair and of the column of the empty cell, or none if a digit
    // occurs twice in a box.
    std::optional<std::size_t> find(const Columns& pair, std::size_t empty = 0) const;

    // The smallest second row, and the orders that lead there.
    Text second_row(std::size_t place) const { return second_row_[place]; }
    std::span<const Columns> orders(std::size_t place) const {
        return {orders_.data() + first_[place], orders_.data() + first_[place + 1]};
    }

private:
    explicit Pairs(bool has_empty_cell);

    std::size_t columns_;                // in which the empty cell may be; 1 for full rows
    std::vector<std::uint16_t> number_;  // of a pair, by its rank among all permutations
    std::vector<Text> second_row_;
    std::vector<std::uint32_t> first_;
    std::vector<Columns> orders_;
};

}  // namespace nonet::canon
