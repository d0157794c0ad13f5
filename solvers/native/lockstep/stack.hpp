// The saved second branches: a stack for each lane.
//
// A branch is saved as its configurations, in 48 bytes. Lanes are seldom at the same depth, so each
// lane copies its own bytes. One transposition converts the branches of all lanes at once, both
// when they are saved and when they are restored.
#pragma once

#include <cstdint>
#include <cstring>

#include "board.hpp"
#include "branching.hpp"
#include "groups.hpp"
#include "transposes.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// The limit on the depth. Each branch on a path fixes one more digit of a band, and there are nine
// digits in six bands.
constexpr int deepest = 9 * band_count;

// The six sets of nine digits of a band fit into four words.
constexpr int words_of_band = 4;

inline void pack(const Band& band, V* words) {
    const V* p = band.left;
    words[0] = p[0] | p[4] << 9;  // words[2] has the other two digits
    words[1] = p[1] | p[5] << 9;
    words[2] = p[2] | (p[4] & 0x180) << 2;
    words[3] = p[3] | (p[5] & 0x180) << 2;
}

inline Band unpack(const V* words) {
    Band band;
#pragma GCC unroll 4
    for (int q = 0; q < 4; ++q) band.left[q] = words[q] & every_digit;
    band.left[4] = words[0] >> 9 | (words[2] >> 2 & 0x180);
    band.left[5] = words[1] >> 9 | (words[3] >> 2 & 0x180);
    return band;
}

class Stack {
public:
    // The lanes that have a branch saved.
    std::uint32_t filled() const { return filled_; }

    void forget(std::uint32_t lanes) {
        filled_ &= ~lanes;
        each(lanes, [&](int lane) { depth_[lane] = oldest_[lane] = 0; });
    }

    // Take the first branch of each guess, and save the second one in these lanes.
    void push(Board& board, const Guess& guess, std::uint32_t lanes) {
        Tiles tiles[parts];
#pragma GCC unroll 3
        for (int part = 0; part < parts; ++part) {
            V words[8];
#pragma GCC unroll 2
            for (int half = 0; half < 2; ++half) {
                const int b = 2 * part + half;
                Band band = board.band[b], other;
#pragma GCC unroll 6
                for (int q = 0; q < configuration_count; ++q) {
                    other.left[q] = guess.second(b, q, band.left[q]);
                    band.left[q] = guess.first(b, q, band.left[q]);
                }
                board.band[b] = band;
                pack(other, words + words_of_band * half);
            }
            transpose(words);
            std::memcpy(tiles[part].at, words, sizeof words);
        }
        each(lanes, [&](int lane) {
            Branch& branch = saved_[lane][depth_[lane]++];
            for (int part = 0; part < parts; ++part) branch.part[part] = tiles[part].of(lane);
        });
        filled_ |= lanes;
    }

    // Fetch the branches that these lanes have saved last. `restore` puts them onto the board.
    void pop(std::uint32_t lanes) {
        each(lanes, [&](int lane) {
            bring(lane, saved_[lane][--depth_[lane]]);
            note_loss(lane);
        });
    }

    // Fetch a branch for each taker: the oldest branch of its giver, which is probably the largest.
    void hand_over(const Helpers& helpers) {
        forget(helpers.takers);
        each(helpers.takers, [&](int lane) {
            const int giver = helpers.giver_of[lane];
            bring(lane, saved_[giver][oldest_[giver]++]);
            note_loss(giver);
        });
    }

    // Put the fetched branches onto the board, in these lanes.
    void restore(Board& board, std::uint32_t lanes) const {
        const Mask here = lanes_of(lanes);
#pragma GCC unroll 1
        for (int part = 0; part < parts; ++part) {
            V words[8];
            std::memcpy(words, brought_[part].at, sizeof words);
            transpose(words);
#pragma GCC unroll 2
            for (int half = 0; half < 2; ++half) {
                const Band band = unpack(words + words_of_band * half);
                V* left = board.band[2 * part + half].left;
#pragma GCC unroll 6
                for (int q = 0; q < configuration_count; ++q)
                    left[q] = select(here, band.left[q], left[q]);
            }
        }
    }

private:
    static constexpr int parts = band_count / 2;  // of two bands, eight words

    struct Branch {
        Eight part[parts];
    };

    // One part of a branch of each lane, in the order of `transpose`.
    struct Tiles {
        alignas(V) Eight at[8][LANES / 8];

        Eight& of(int lane) { return at[lane % 8][lane / 8]; }
    };

    void bring(int lane, const Branch& branch) {
        for (int part = 0; part < parts; ++part) brought_[part].of(lane) = branch.part[part];
    }

    // Notes that a lane has lost a branch, perhaps its last one.
    void note_loss(int lane) {
        const std::uint32_t is_empty = oldest_[lane] == depth_[lane];
        filled_ &= ~(is_empty << lane);
    }

    std::uint32_t filled_ = 0;
    std::uint8_t depth_[LANES] = {};   // first branches taken on the path
    std::uint8_t oldest_[LANES] = {};  // branches that were given away
    Tiles brought_[parts] = {};
    Branch saved_[LANES][deepest];
};

}  // namespace
}  // namespace nonet::lockstep
