// The state of the puzzles in the lanes.
#pragma once

#include <cstdint>

#include "engine.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// A *line* is a row or a column. A *band* is three lines that cross the same three boxes. A band of
// columns is also called a *stack*.
constexpr int band_count = 6;

constexpr std::uint16_t every_digit = 0x1ff;  // the set of all nine digits
constexpr std::uint32_t every_lane = LANES == 32 ? ~0u : (1u << LANES) - 1;

// Visit the lanes of a set of bits, lowest first.
template <class Visit>
inline void each(std::uint32_t lanes, Visit visit) {
    for (; lanes; lanes &= lanes - 1) visit(__builtin_ctz(lanes));
}

// In a solved band, each digit is once in each line and once in each box. So the digit has one of
// six *configurations*.
constexpr int configuration_count = 6;

// For each configuration, the lines that have the digit in boxes 0, 1 and 2.
constexpr int line_of[configuration_count][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The two configurations in which a digit is in a given line and box.
struct Pair {
    int first, second;
};
constexpr Pair configurations_at(int line, int box) {
    Pair found{-1, -1};
    for (int q = 0; q < configuration_count; ++q)
        if (line_of[q][box] == line) (found.first < 0 ? found.first : found.second) = q;
    return found;
}
struct Pairs {
    Pair at[3][3];
};
constexpr Pairs make_pairs() {
    Pairs pairs{};
    for (int line = 0; line < 3; ++line)
        for (int box = 0; box < 3; ++box) pairs.at[line][box] = configurations_at(line, box);
    return pairs;
}
constexpr Pairs pairs = make_pairs();

struct Band {
    // The digits that may still have each configuration. The search branches on configurations.
    V left[configuration_count];

    // The candidates of a *triad*: the three cells that a line and a box share.
    V triad(int line, int box) const {
        return left[pairs.at[line][box].first] | left[pairs.at[line][box].second];
    }
};

struct Board {
    // The candidates follow from the configurations and the clues, but propagation needs both.
    V cell[cell_count];
    Band band[band_count];  // of rows, then of columns
};

}  // namespace
}  // namespace nonet::lockstep
