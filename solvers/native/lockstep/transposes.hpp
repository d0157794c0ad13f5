// Convert between rows of 81 bytes, one per puzzle, and lanes, which hold puzzles side by side.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "board.hpp"
#include "engine.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

constexpr int halves = (LANES + 15) / 16;
constexpr int width = 16 * halves;  // lanes, rounded up to whole halves
constexpr int few_to_load = 6;      // from this many lanes on it pays to transpose
constexpr int few_to_deliver = 4;

// Eight words of one lane, sixteen bytes of one lane, and sixteen bytes of several.
using Eight = std::uint16_t __attribute__((vector_size(16)));
using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Sixteens = std::uint8_t __attribute__((vector_size(width)));

// The first cell of each tile of 16. Two tiles overlap, because there are 81 cells.
constexpr int tiles[] = {0, 16, 32, 48, 64, cell_count - 16};

// One byte per cell and lane.
struct Sheet {
    alignas(64) std::uint8_t at[cell_count][width];
};

// Interleave the lower halves of each 16 bytes of two vectors, or the upper ones.
template <int half, class Vector>
inline Vector interleave(Vector a, Vector b) {
    constexpr int size = sizeof a / sizeof a[0], few = 16 / sizeof a[0];
    return [&]<int... i>(std::integer_sequence<int, i...>) {
        return __builtin_shufflevector(
            a, b, (i / few * few + half * few / 2 + i % few / 2 + i % 2 * size)...);
    }(std::make_integer_sequence<int, size>{});
}

// Transpose as many vectors as there are elements in 16 bytes, separately for each 16 bytes:
// repeatedly interleave the first half of the vectors with the second.
template <class Vector, int size>
inline void transpose(Vector (&tile)[size]) {
#pragma GCC unroll 4
    for (int step = 1; step < size; step *= 2) {
        Vector next[size];
#pragma GCC unroll 8
        for (int i = 0; i < size / 2; ++i) {
            next[2 * i] = interleave<0>(tile[i], tile[i + size / 2]);
            next[2 * i + 1] = interleave<1>(tile[i], tile[i + size / 2]);
        }
        std::memcpy(tile, next, sizeof next);
    }
}

// Sixteen bytes, and sixteen others if there is room for them.
inline Sixteens joined(const std::uint8_t* first, const std::uint8_t* second) {
    Sixteen lower, upper;
    std::memcpy(&lower, first, sizeof lower);
    std::memcpy(&upper, second, sizeof upper);
    return [&]<int... i>(std::integer_sequence<int, i...>) {
        return __builtin_shufflevector(lower, upper, i...);
    }(std::make_integer_sequence<int, width>{});
}

template <int half>
inline Sixteen half_of(Sixteens both) {
    return [&]<int... i>(std::integer_sequence<int, i...>) {
        return __builtin_shufflevector(both, both, (16 * half + i)...);
    }(std::make_integer_sequence<int, 16>{});
}

// Put rows of 81 bytes into the lanes of a sheet. Each lane needs a row, even an unused lane: which
// lanes are in use is unpredictable, and mispredicted branches cost more than a useless row.
inline void spread(const std::uint8_t* const (&rows)[width], Sheet& sheet) {
    for (const int start : tiles) {
        Sixteens tile[16];
#pragma GCC unroll 16
        for (int lane = 0; lane < 16; ++lane)
            tile[lane] = joined(rows[lane] + start, rows[(lane + 16) % width] + start);
        transpose(tile);
        std::memcpy(sheet.at[start], tile, sizeof tile);
    }
}

// Put the lanes of a sheet into rows of 81 bytes. Here, too, each lane needs a row.
inline void gather(const Sheet& sheet, std::uint8_t* const (&rows)[width]) {
    for (const int start : tiles) {
        Sixteens tile[16];
        std::memcpy(tile, sheet.at[start], sizeof tile);
        transpose(tile);
#pragma GCC unroll 16
        for (int lane = 0; lane < 16; ++lane) {
            const Sixteen lower = half_of<0>(tile[lane]), upper = half_of<halves - 1>(tile[lane]);
            std::memcpy(rows[lane] + start, &lower, sizeof lower);
            if (halves == 2) std::memcpy(rows[(lane + 16) % width] + start, &upper, sizeof upper);
        }
    }
}

// The bytes 1 to 9 for sets of one digit.
inline V digit_of(V single) { return popcount(single - 1) + 1; }

// Put puzzles into these lanes. All other lanes need a row as well, which is ignored.
inline void load(Board& board, const std::uint8_t* const (&rows)[width], std::uint32_t fresh) {
    const Mask here = lanes_of(fresh);
    for (Band& band : board.band)
        for (V& left : band.left) left = select(here, all(every_digit), left);
    const int count = __builtin_popcount(fresh);
    if (count == 1) {
        const std::uint8_t* row = rows[__builtin_ctz(fresh)];
        for (int cell = 0; cell < cell_count; ++cell)
            board.cell[cell] = select(here, candidates(all(row[cell])), board.cell[cell]);
        return;
    }
    Sheet sheet;
    if (count < few_to_load) {
        each(fresh, [&](int lane) {
            for (int cell = 0; cell < cell_count; ++cell) sheet.at[cell][lane] = rows[lane][cell];
        });
    } else {
        spread(rows, sheet);
    }
    for (int cell = 0; cell < cell_count; ++cell)
        board.cell[cell] = select(here, candidates(load_bytes(sheet.at[cell])), board.cell[cell]);
}

// Write the solutions in these lanes. All other lanes need a row as well, for meaningless bytes.
inline void deliver(const Board& board, std::uint8_t* const (&rows)[width], std::uint32_t wanted) {
    if (__builtin_popcount(wanted) < few_to_deliver) {
        each(wanted, [&](int lane) {
            for (int cell = 0; cell < cell_count; ++cell) {
                const unsigned set = board.cell[cell][lane];
                rows[lane][cell] = static_cast<std::uint8_t>(__builtin_ctz(set) + 1);
            }
        });
        return;
    }
    Sheet sheet;
    for (int cell = 0; cell < cell_count; ++cell)
        store_bytes(sheet.at[cell], digit_of(board.cell[cell]));
    gather(sheet, rows);
}

}  // namespace
}  // namespace nonet::lockstep
