// Puzzles come and go as rows of 81 bytes, one after the other; the lanes hold them side by side.
#pragma once

#include <cstdint>
#include <cstring>

#include "board.hpp"
#include "engine.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

using Sixteen = std::uint8_t __attribute__((vector_size(16)));

constexpr int tiles = cell_count / 16;  // tiles of 16 cells; the last cell is alone
constexpr int halves = (LANES + 15) / 16;
constexpr int width = 16 * halves;  // lanes, rounded up to whole tiles
constexpr int few_to_load = 6;      // from this many lanes on it pays to transpose
constexpr int few_to_deliver = 4;

// One byte a cell and a lane.
struct Sheet {
    alignas(64) std::uint8_t at[cell_count][width];
};

// Swap rows and columns of 16 × 16 bytes: four times, interleave the first half with the second.
inline void transpose(Sixteen (&tile)[16]) {
    for (int step = 0; step < 4; ++step) {
        Sixteen next[16];
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
            next[2 * i] = __builtin_shufflevector(tile[i], tile[i + 8], 0, 16, 1, 17, 2, 18, 3, 19,
                                                  4, 20, 5, 21, 6, 22, 7, 23);
            next[2 * i + 1] = __builtin_shufflevector(tile[i], tile[i + 8], 8, 24, 9, 25, 10, 26,
                                                      11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        std::memcpy(tile, next, sizeof next);
    }
}

// Put rows of 81 bytes into the lanes of a sheet. Each lane needs a row, be it one that means
// nothing: which lanes are in use is a matter of chance, and branches on chance cost more.
inline void spread(const std::uint8_t* const (&rows)[width], Sheet& sheet) {
    for (int half = 0; half < halves; ++half) {
        const std::uint8_t* const* row = rows + 16 * half;
        for (int t = 0; t < tiles; ++t) {
            Sixteen tile[16];
            for (int lane = 0; lane < 16; ++lane) std::memcpy(&tile[lane], row[lane] + 16 * t, 16);
            transpose(tile);
            for (int i = 0; i < 16; ++i)
                std::memcpy(&sheet.at[16 * t + i][16 * half], &tile[i], 16);
        }
        for (int lane = 0; lane < 16; ++lane)
            sheet.at[cell_count - 1][16 * half + lane] = row[lane][cell_count - 1];
    }
}

// Put the lanes of a sheet into rows of 81 bytes; each lane needs one here as well.
inline void gather(const Sheet& sheet, std::uint8_t* const (&rows)[width]) {
    for (int half = 0; half < halves; ++half) {
        std::uint8_t* const* row = rows + 16 * half;
        for (int t = 0; t < tiles; ++t) {
            Sixteen tile[16];
            for (int i = 0; i < 16; ++i)
                std::memcpy(&tile[i], &sheet.at[16 * t + i][16 * half], 16);
            transpose(tile);
            for (int lane = 0; lane < 16; ++lane) std::memcpy(row[lane] + 16 * t, &tile[lane], 16);
        }
        for (int lane = 0; lane < 16; ++lane)
            row[lane][cell_count - 1] = sheet.at[cell_count - 1][16 * half + lane];
    }
}

// The bytes that stand for sets of one digit: 1 to 9.
inline V digit_of(V single) { return popcount(single - 1) + 1; }

// Put puzzles into these lanes; all others need a row as well, which is not looked at.
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

// Write the solutions in these lanes; all others need a row as well, for what means nothing.
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
