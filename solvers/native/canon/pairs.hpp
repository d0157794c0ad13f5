// Tables for the first two rows of a form.
//
// Label the digits so that the first row reads 123456789. Then the second row is a permutation of
// the places, called a *pair*. Other orders of the columns turn a pair into other pairs. For each
// pair, a table has the smallest second row that can arise, and the orders of the columns that lead
// to it.
//
// A first row with an empty cell reads 012345678. The missing digit counts as a ninth digit in this
// cell.
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

// All orders of the columns that begin with this column.
std::span<const Columns> orders_from(std::size_t column);

class Pairs {
public:
    // The tables are made on first use.
    static const Pairs& of_full_rows();
    static const Pairs& with_an_empty_cell();

    // Finds a pair, with the column of the empty cell, in the table. Returns nothing if a digit
    // occurs twice in a box.
    std::optional<std::size_t> find(const Columns& pair, std::size_t empty = 0) const;

    // The smallest second row, and the orders of the columns that lead to it.
    Text second_row(std::size_t place) const { return second_row_[place]; }
    std::span<const Columns> orders(std::size_t place) const {
        return {orders_.data() + first_[place], orders_.data() + first_[place + 1]};
    }

private:
    explicit Pairs(bool has_empty_cell);

    std::size_t columns_;                // for the empty cell, or 1
    std::vector<std::uint16_t> number_;  // by rank among all permutations
    std::vector<Text> second_row_;
    std::vector<std::uint32_t> first_;
    std::vector<Columns> orders_;
};

}  // namespace nonet::canon
