// Propagates in a few puzzles before they get their lanes, with a band in each lane.
//
// Alone in its lane, a puzzle would leave most lanes idle, and a pass would still work on one band
// after the other. Here, a puzzle takes four lanes: one for each of its bands of rows, or for each
// stack, and one that is unused. Between rows and stacks, the cells are turned. Even so, a pass
// takes half of the instructions.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "propagation.hpp"
#include "transposes.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

constexpr int most_folded = LANES / 4;
constexpr std::uint32_t first_of_four = 0x11111111 & every_lane;

struct Folded {
    // The cell in line i, box j and place k of a band is 9*i + 3*j + k.
    V cell[27];
    Band rows, stacks;
};

// Transposes the first three lanes of each four.
inline void transpose_lanes(V (&a)[3]) {
    using Fours = std::uint64_t __attribute__((vector_size(sizeof(V))));
    const Mask second = lanes_of(first_of_four << 1), third = lanes_of(first_of_four << 2);
    const Fours x = Fours(a[0]), y = Fours(a[1]), z = Fours(a[2]);
    a[0] = select(third, V(z << 32), select(second, V(y << 16), V(x)));
    a[1] = select(third, V(z << 16), select(second, V(y), V(x >> 16)));
    a[2] = select(third, V(z), select(second, V(y >> 16), V(x >> 32)));
}

// Turns rows into stacks, or back. The cell in line i, box j and place k of band b is in line k,
// box b and place i of stack j.
inline void turn(V (&cell)[27]) {
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
        for (int k = 0; k <= i; ++k) {
            V *a = cell + 9 * i + k, *b = cell + 9 * k + i;
            V from_a[] = {a[0], a[3], a[6]}, from_b[] = {b[0], b[3], b[6]};
            transpose_lanes(from_a);
            transpose_lanes(from_b);
#pragma GCC unroll 3
            for (int j = 0; j < 3; ++j) {
                a[3 * j] = from_b[j];
                b[3 * j] = from_a[j];
            }
        }
    }
}

// Whether the findings end the propagation of all puzzles.
inline bool is_end(const Findings& seen) {
    const auto in_each_band = [](std::uint32_t lanes) { return lanes & lanes >> 1 & lanes >> 2; };
    const std::uint32_t alive = in_each_band(~lane_bits(seen.dead()));
    const std::uint32_t closed = in_each_band(lane_bits(seen.closed()));
    const std::uint32_t at_rest = in_each_band(lane_bits(seen.at_rest()));
    return !(first_of_four & alive & ~closed & ~at_rest);
}

// Puts puzzles into the first lanes, and propagates in them. The stacks begin, because the rows of
// a new puzzle have no hidden singles.
inline void load_folded(Board& board, const std::uint8_t* const (&rows)[width], int count) {
    std::uint8_t bytes[27][width] = {};
    for (int puzzle = 0; puzzle < count; ++puzzle)
        for (int row = 0; row < 9; ++row)
            for (int stack = 0; stack < 3; ++stack)
                for (int k = 0; k < 3; ++k)
                    bytes[9 * k + row][4 * puzzle + stack] = rows[puzzle][9 * row + 3 * stack + k];
    Folded folded;
    for (int cell = 0; cell < 27; ++cell) folded.cell[cell] = candidates(load_bytes(bytes[cell]));
    for (Band* band : {&folded.rows, &folded.stacks})
        for (V& left : band->left) left = all(every_digit);

    Findings seen;
    propagate_columns<Rows>(folded.cell, folded.stacks, seen);
    while (!is_end(seen)) {
        seen = {};
        turn(folded.cell);
        propagate_rows(folded.cell, folded.rows, seen);
        turn(folded.cell);
        propagate_columns<Rows>(folded.cell, folded.stacks, seen);
    }

    for (int puzzle = 0; puzzle < count; ++puzzle) {
        for (int row = 0; row < 9; ++row)
            for (int stack = 0; stack < 3; ++stack)
                for (int k = 0; k < 3; ++k)
                    board.cell[9 * row + 3 * stack + k][puzzle] =
                        folded.cell[9 * k + row][4 * puzzle + stack];
        for (int b = 0; b < 3; ++b) {
            for (int q = 0; q < configuration_count; ++q) {
                board.band[b].left[q][puzzle] = folded.rows.left[q][4 * puzzle + b];
                board.band[3 + b].left[q][puzzle] = folded.stacks.left[q][4 * puzzle + b];
            }
        }
    }
}

}  // namespace
}  // namespace nonet::lockstep
