// Boards, their forms, and what a search wants to know of the rows of a board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nonet::canon {

constexpr int line_count = 9;  // of rows, of columns, and of digits
constexpr int cell_count = line_count * line_count;

// Values 0 to 9, row by row; 0 is an empty cell.
using Board = std::array<std::uint8_t, cell_count>;

// form[p] == digits[board[cells[p]]], and no other way leads to a smaller form.
struct Canonical {
    Board form;
    Board cells;                                      // where each cell of the form comes from
    std::array<std::uint8_t, line_count + 1> digits;  // what each digit of the board becomes
    std::uint64_t automorphisms;                      // how many ways lead to this form
};

// Nine symbols of four bits, the first one highest: texts compare as their rows do.
using Text = std::uint64_t;

// The numbers of digits in the stacks of a row, smallest first: of rows without repetitions, only
// those with the smallest numbers can come first.
unsigned shape_of(Text row);

constexpr unsigned one_empty_cell = 2 << 4 | 3 << 2 | 3;  // the shape of a row that has it

// A board as it stands, or with rows and columns exchanged.
struct Side {
    std::uint8_t digit[line_count][line_count];
    Text row[line_count];
    std::uint8_t same_rows[line_count];  // which of its band's three rows equal this one
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
