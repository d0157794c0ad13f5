// Boards, canonical forms, and comparisons of the rows of a board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nonet::canon {

constexpr int line_count = 9;  // rows, columns or digits
constexpr int cell_count = line_count * line_count;

// A board row by row: values 1 to 9, and 0 for an empty cell.
using Board = std::array<std::uint8_t, cell_count>;

// The smallest form of a board: form[p] == digits[board[cells[p]]].
struct Canonical {
    Board form;
    Board cells;                                      // where each cell comes from
    std::array<std::uint8_t, line_count + 1> digits;  // from old to new digits
    std::uint64_t automorphisms;                      // symmetries that lead to it
};

// A row as nine symbols of four bits. The first symbol is in the highest bits, so texts compare
// like rows.
using Text = std::uint64_t;

// Counts the digits in each stack of a row, and sorts the counts. If no line has a digit twice,
// only a row with the smallest counts can become the first row of the form.
unsigned shape_of(Text row);

constexpr unsigned one_empty_cell = 2 << 4 | 3 << 2 | 3;  // the shape of such a row

// A board, or the same board transposed.
struct Side {
    std::uint8_t digit[line_count][line_count];
    Text row[line_count];
    std::uint8_t same_rows[line_count];  // equal rows of its band
    std::uint8_t same_bands[3];          // bands with the same rows

    void compare_rows();
};

struct Sides {
    Side side[2];
    bool has_repeats;   // a line has a digit twice
    bool is_symmetric;  // the sides are equal

    explicit Sides(const Board& board);
};

}  // namespace nonet::canon
