// Boards, their forms, and facts about the rows of a board that the search needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nonet::canon {

constexpr int line_count = 9;  // of rows, of columns, and of digits
constexpr int cell_count = line_count * line_count;

// Values 0 to 9, row by row; 0 is an empty cell.
using Board = std::array<std::uint8_t, cell_count>;

// form[p] == digits[board[cells[p]]], and no symmetry leads to a smaller form.
struct Canonical {
    Board form;
    Board cells;  // the cell of the board for each cell of the form
    std::array<std::uint8_t, line_count + 1> digits;  // the new digit for each digit of the board
    std::uint64_t automorphisms;  // the number of symmetries that lead to this form
};

// Nine symbols of four bits, the first one highest: texts compare as their rows do.
using Text = std::uint64_t;

// The numbers of digits in the stacks of a row, smallest first. Among rows without repetitions,
// only a row with the smallest numbers can come first.
unsigned shape_of(Text row);

constexpr unsigned one_empty_cell = 2 << 4 | 3 << 2 | 3;  // the shape of a row that has it

// A board, or the same board transposed.
struct Side {
    std::uint8_t digit[line_count][line_count];
    Text row[line_count];
    std::uint8_t same_rows[line_count];  // the rows of its band that equal this row
    std::uint8_t same_bands[3];          // which bands have the same rows, in any order

    void compare_rows();
};

struct Sides {
    Side side[2];
    bool has_repeats;   // a row or a column has a digit twice
    bool is_symmetric;  // the sides are equal

    explicit Sides(const Board& board);
};

}  // namespace nonet::canon
