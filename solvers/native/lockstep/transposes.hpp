// Converts rows of 81 bytes, one for each puzzle, into lanes and back.
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
constexpr int few_to_load = 6;      // fewer lanes are not transposed
constexpr int few_to_deliver = 4;

// Eight words or sixteen bytes of one lane, and sixteen bytes of one or two lanes.
using Eight = std::uint16_t __attribute__((vector_size(16)));
using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Sixteens = std::uint8_t __attribute__((vector_size(width)));

// The first cell of each tile of 16. Two tiles overlap, because there are 81 cells.
constexpr int tiles[] = {0, 16, 32, 48, 64, cell_count - 16};

// One byte per cell and lane.
struct Sheet {
    alignas(64) std::uint8_t at[cell_count][width];
};

// In each block of 16 bytes, interleaves the lower (or upper) halves of two vectors.
template <int half, class Vector>
inline Vector interleave(Vector a, Vector b) {
    constexpr int size = sizeof a / sizeof a[0], few = 16 / sizeof a[0];
    return [&]<int... i>(std::integer_sequence<int, i...>) {
        return __builtin_shufflevector(
            a, b, (i / few * few + half * few / 2 + i % few / 2 + i % 2 * size)...);
    }(std::make_integer_sequence<int, size>{});
}

// Transposes the vectors, separately for each block of 16 bytes. Each step interleaves the first
// half of the vectors with the second half.
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

// Joins sixteen bytes with sixteen others, if the vector has room for both.
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

// Puts rows of 81 bytes into the lanes of a sheet. Even unused lanes need a row, because a useless
// row costs less than mispredicted branches.
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

// Puts the lanes of a sheet into rows of 81 bytes. Even unused lanes need a row.
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

// Turns sets of one digit into the digits 1 to 9.
inline V digit_of(V single) { return popcount(single - 1) + 1; }

// Puts puzzles into these lanes. The other lanes need rows too, which are ignored.
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

// Writes the solutions in these lanes. The other lanes need rows too, which get meaningless bytes.
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
