// The second branches that wait, one stack a lane; a branch is saved as its configurations.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "branching.hpp"
#include "groups.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// Each branch on the way to where a lane stands has fixed one more digit of one band, and there are
// nine digits in six bands.
constexpr int deepest = 9 * band_count;

class Stack {
public:
    // The lanes that have a branch saved.
    std::uint32_t filled() const { return lane_bits(less(oldest_, depth_)); }

    void forget(std::uint32_t lanes) {
        depth_ = select(lanes_of(lanes), V{}, depth_);
        oldest_ = select(lanes_of(lanes), V{}, oldest_);
    }

    // Take the first branch wherever there is a guess, and save the second one in these lanes.
    void push(Board& board, const Guess& guess, std::uint32_t lanes) {
        Level levels[LANES];
        const int count = levels_of(lanes, depth_, levels);
        for (int b = 0; b < band_count; ++b) {
            Band band = board.band[b], other;
#pragma GCC unroll 6
            for (int q = 0; q < configuration_count; ++q) {
                other.left[q] = guess.second(b, q, band.left[q]);
                band.left[q] = guess.first(b, q, band.left[q]);
            }
            board.band[b] = band;
            for (int level = 0; level < count; ++level)
                blend(levels[level].lanes, other, saved_[levels[level].depth][b]);
        }
        depth_ += keep(lanes_of(lanes), all(1));
    }

    // Go back to the second branches that were saved last.
    void pop(Board& board, std::uint32_t lanes) {
        Level levels[LANES];
        const int count = levels_of(lanes, depth_, levels);
        for (int b = 0; b < band_count; ++b) {
            Band band = board.band[b];
            for (int level = 0; level < count; ++level)
                blend(levels[level].lanes, saved_[levels[level].depth - 1][b], band);
            board.band[b] = band;
        }
        depth_ -= keep(lanes_of(lanes), all(1));
    }

    // Give each taker the branch that its giver saved first, which is likely to be the largest.
    void hand_over(Board& board, const Helpers& helpers) {
        forget(helpers.takers);
        Level levels[LANES];
        const int count = levels_of(helpers.takers, from_lanes(oldest_, helpers.giver_of), levels);
        for (int b = 0; b < band_count; ++b) {
            Band band = board.band[b];
            for (int level = 0; level < count; ++level)
                blend(levels[level].lanes, saved_[levels[level].depth][b], helpers.giver_of, band);
            board.band[b] = band;
        }
        oldest_ += keep(lanes_of(helpers.givers), all(1));
    }

private:
    // Lanes that are at the same depth, which share a slot.
    struct Level {
        Mask lanes;
        std::uint16_t depth;
    };

    static int levels_of(std::uint32_t lanes, V depths, Level (&levels)[LANES]) {
        int count = 0;
        while (lanes) {
            const std::uint16_t depth = depths[__builtin_ctz(lanes)];
            const std::uint32_t alike = lane_bits(equal(depths, all(depth))) & lanes;
            levels[count++] = {lanes_of(alike), depth};
            lanes &= ~alike;
        }
        return count;
    }

    // Whole vectors are written, and not the lanes alone: masked stores are slow.
    static void blend(Mask lanes, const Band& from, Band& into) {
#pragma GCC unroll 6
        for (int q = 0; q < configuration_count; ++q)
            into.left[q] = select(lanes, from.left[q], into.left[q]);
    }

    static void blend(Mask lanes, const Band& from, V giver_of, Band& into) {
#pragma GCC unroll 6
        for (int q = 0; q < configuration_count; ++q)
            into.left[q] = select(lanes, from_lanes(from.left[q], giver_of), into.left[q]);
    }

    V depth_{};   // how many guesses each lane has made of which it took the first branch
    V oldest_{};  // of how many of these it has given the second branch away
    Band saved_[deepest][band_count];
};

}  // namespace
}  // namespace nonet::lockstep
