// Propagates in one band at a time, in all lanes at once.
//
// Bands of rows find hidden singles, and stacks find naked singles. Each band writes its results
// into the configurations, where the crossing bands read them. A pass only removes candidates that
// are in no solution, so the search may stop after any pass.
#pragma once

#include "board.hpp"
#include "engine.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// The results of one pass over all bands, by lane.
struct Findings {
    V placeable = all(every_digit);  // digits with places in every band
    V open{};                        // digits with several configurations somewhere
    V lost{};                        // digits that lost one in stacks
    V hollow{};                      // bit 15: some cell was empty

    Mask dead() const {
        return but_not(lanes_of(~0u), equal((hollow >> 15) | (placeable ^ every_digit), V{}));
    }
    Mask closed() const { return equal(open, V{}); }
    // A lane guesses when its stacks have lost nothing, even if its bands of rows have changed. On
    // hard puzzles, this saves a tenth of the passes and costs a fiftieth more guesses.
    Mask at_rest() const { return equal(lost, V{}); }
};

// The cell in line i, box j and place k of a band is first + i*line + j*box + k*place.
struct Rows {
    static constexpr int line = 9, box = 3, place = 1;
};
struct Columns {
    static constexpr int line = 1, box = 27, place = 9;
};

// Keeps the configurations that the triads of each digit allow. Adds digits that lost a
// configuration to `lost`. A removed configuration never returns, even if the triads would allow
// it: a second branch may have removed it.
inline void restrict_configurations(Band& band, const V (&possible)[3][3], Findings& seen,
                                    V& lost) {
    V some{};
#pragma GCC unroll 6
    for (int q = 0; q < configuration_count; ++q) {
        const V before = band.left[q];
        const V allowed = and3(possible[line_of[q][0]][0], possible[line_of[q][1]][1],
                               possible[line_of[q][2]][2]);
        const V after = before & allowed;
        band.left[q] = after;
        lost = or_without(lost, before, allowed);
        seen.open = or_both(seen.open, some, after);
        some |= after;
    }
    seen.placeable &= some;
}

// The candidates of each triad of a line. A digit is *asserted* in a triad if it has no other place
// in the line. Three asserted digits fill their triad (a hidden triple) and exclude all others.
inline void line_of_triads(const Band& band, int line, V (&digits)[3], V (&asserted)[3]) {
    V found[3];
#pragma GCC unroll 3
    for (int box = 0; box < 3; ++box) found[box] = band.triad(line, box);
#pragma GCC unroll 3
    for (int box = 0; box < 3; ++box) {
        asserted[box] = without_both(found[box], found[(box + 1) % 3], found[(box + 2) % 3]);
        digits[box] = subset_of_three(asserted[box], found[box]);
    }
}

// Propagates in a band of rows: locked candidates, hidden triples, hidden singles. If this function
// and the next one were inlined, GCC's register allocation would make AVX-512 a tenth slower.
[[gnu::noinline]] inline void propagate_rows(V* cells, Band& stored, Findings& seen) {
    Band band = stored;  // registers: cells might overlap it
    V possible[3][3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            const V* c = cells + i * Rows::line + j * Rows::box;
            possible[i][j] = or3(c[0], c[Rows::place], c[2 * Rows::place]);
        }
    }
    V unasked{};
    restrict_configurations(band, possible, seen, unasked);
    stored = band;
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        V digits[3], asserted[3];
        line_of_triads(band, i, digits, asserted);
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            V* c = cells + i * Rows::line + j * Rows::box;
            const V set[3] = {held(c[0]), held(c[Rows::place]), held(c[2 * Rows::place])};
            const V single = exactly_one(set[0], set[1], set[2]) & asserted[j];
#pragma GCC unroll 3
            for (int k = 0; k < 3; ++k) c[k * Rows::place] = restrict_to(set[k], single, digits[j]);
        }
    }
}

// Propagates in a stack: naked singles, locked candidates, hidden triples.
//
// A naked single is removed from the other cells of its triad, and by `possible` from the other
// triads of its line. Then its configurations exclude it from the rest of the box. The crossing
// band of rows clears its row.
template <class Cells>
[[gnu::noinline]] inline void propagate_columns(V* cells, Band& stored, Findings& seen) {
    Band band = stored;
    V possible[3][3], singles[3][3], clashing{};
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        V found[3];
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            V* c = cells + i * Cells::line + j * Cells::box;
            V set[3], less_one[3], single[3];
#pragma GCC unroll 3
            for (int k = 0; k < 3; ++k) {
                set[k] = held(c[k * Cells::place]);
                less_one[k] = set[k] - 1;  // sets bit 15 if empty
                single[k] = keep(has_one(set[k], less_one[k]), set[k]);
            }
            seen.hollow = or3(seen.hollow, less_one[0], less_one[1] | less_one[2]);
            singles[i][j] = or3(single[0], single[1], single[2]);
            if constexpr (stores_are_cheap) {
#pragma GCC unroll 3
                for (int k = 0; k < 3; ++k) {
                    set[k] = without_both(set[k], single[(k + 1) % 3], single[(k + 2) % 3]);
                    c[k * Cells::place] = set[k];
                }
            } else {
                clashing |= majority(single[0], single[1], single[2]);
            }
            found[j] = or3(set[0], set[1], set[2]);
        }
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            possible[i][j] =
                without_both(found[j], singles[i][(j + 1) % 3], singles[i][(j + 2) % 3]);
        }
    }
    // Two equal singles in one triad make the lane dead. Here, the digit loses all configurations.
    // Above, both cells become empty.
    if constexpr (!stores_are_cheap)
        for (V& left : band.left) left &= ~clashing;
    restrict_configurations(band, possible, seen, seen.lost);
    stored = band;
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        V digits[3], asserted[3];
        line_of_triads(band, i, digits, asserted);
#pragma GCC unroll 3
        for (int j = 0; j < 3; ++j) {
            V* c = cells + i * Cells::line + j * Cells::box;
            const V of_others = digits[j] & ~singles[i][j];
#pragma GCC unroll 3
            for (int k = 0; k < 3; ++k) {
                V& cell = c[k * Cells::place];
                if constexpr (stores_are_cheap) {
                    cell &= digits[j];
                } else {
                    const V set = held(cell);
                    cell = set & select(has_one(set, set - 1), digits[j], of_others);
                }
            }
        }
    }
}

// One pass over the six bands. Each band uses the results of the bands before it.
inline Findings propagate(Board& board) {
    Findings seen;
#pragma GCC unroll 1
    for (int b = 0; b < 3; ++b) propagate_rows(board.cell + 27 * b, board.band[b], seen);
#pragma GCC unroll 1
    for (int s = 0; s < 3; ++s)
        propagate_columns<Columns>(board.cell + 3 * s, board.band[3 + s], seen);
    return seen;
}

// Returns the solved lanes. In `closed` lanes, every digit has one configuration in every band. So
// it has one place in each row, column and box. These are 81 places for 81 cells, and the cells
// have no other candidates. If no cell is empty, each cell has exactly one digit.
inline Mask solved_lanes(const Board& board, Mask closed) {
    V hollow{};
#pragma GCC unroll 3
    for (int cell = 0; cell < cell_count; ++cell) hollow |= board.cell[cell] - 1;
    return both(closed, equal(hollow >> 15, V{}));
}

// Restricts the cells to the candidates that the configurations allow. The `forgotten` lanes went
// back to saved configurations. There, the cells start from all digits.
//
// No clue is lost. The first bands of columns lose something for every clue, so a lane passes its
// rows and columns again before it first branches. Then the digit of each clue is a hidden single,
// or the lane is dead.
inline void rebuild(Board& board, Mask forgotten) {
    const V all_digits = keep(forgotten, all(every_digit));
#pragma GCC unroll 1
    for (int band = 0; band < 3; ++band) {
        V down[9];
#pragma GCC unroll 9
        for (int column = 0; column < 9; ++column)
            down[column] = board.band[3 + column / 3].triad(column % 3, band);
#pragma GCC unroll 3
        for (int line = 0; line < 3; ++line) {
            V across[3];
#pragma GCC unroll 3
            for (int box = 0; box < 3; ++box) across[box] = board.band[band].triad(line, box);
            V* row = board.cell + 9 * (3 * band + line);
#pragma GCC unroll 9
            for (int column = 0; column < 9; ++column)
                row[column] = and3(row[column] | all_digits, across[column / 3], down[column]);
        }
    }
}

}  // namespace
}  // namespace nonet::lockstep
