// Where to guess: a digit with two configurations left in the tightest open band.

#pragma once

#include "board.hpp"

namespace nonet::lockstep {
namespace {

// How many configurations each digit of a band has, as binary digits over the set of digits.
struct Tally {
    V ones{}, twos{}, fours{};

    V total() const { return popcount(ones) + 2 * popcount(twos) + 4 * popcount(fours); }
};

inline Tally tally(const Band& band) {
    const V* p = band.left;
    const V sum_a = xor3(p[0], p[1], p[2]), carry_a = majority(p[0], p[1], p[2]);
    const V sum_b = xor3(p[3], p[4], p[5]), carry_b = majority(p[3], p[4], p[5]);
    const V carry = sum_a & sum_b;
    return {sum_a ^ sum_b, xor3(carry_a, carry_b, carry), majority(carry_a, carry_b, carry)};
}

// Take the first branch in the lanes of `where`, and return the configurations of the other branch.
//
// The first branch gives one digit of one band its first configuration; the other takes that
// configuration away from it. `where` must be lanes that are neither dead nor closed.
inline void branch(Board& board, Mask where, Band (&other)[BANDS]) {
    V totals[BANDS], fewest = all(0x7fff);
    Tally tallies[BANDS];
#pragma GCC unroll 6
    for (int b = 0; b < BANDS; ++b) {
        tallies[b] = tally(board.band[b]);
        const V total = tallies[b].total();
        totals[b] = select(less(all(9), total), total, all(0x7fff));  // nine: the band is closed
        fewest = select(less(totals[b], fewest), totals[b], fewest);
    }

    Mask chosen[BANDS], left = where;
    Band tightest{};
    Tally count;
#pragma GCC unroll 6
    for (int b = 0; b < BANDS; ++b) {
        chosen[b] = both(left, equal(totals[b], fewest));
        left = but_not(left, chosen[b]);
#pragma GCC unroll 6
        for (int q = 0; q < CONFIGURATIONS; ++q) {
            tightest.left[q] |= keep(chosen[b], board.band[b].left[q]);
        }
        count.ones |= keep(chosen[b], tallies[b].ones);
        count.twos |= keep(chosen[b], tallies[b].twos);
        count.fours |= keep(chosen[b], tallies[b].fours);
    }

    const V two = without_both(count.twos, count.ones, count.fours);
    const V three = count.twos & count.ones;
    const V fewer = select(equal(two, V{}), three, two);
    const V digits = select(equal(fewer, V{}), count.fours, fewer);
    const V digit = digits & -digits;

    V taken{};
#pragma GCC unroll 6
    for (int q = 0; q < CONFIGURATIONS; ++q) {
        const V first = tightest.left[q] & digit & ~taken;
        const V rest = digit & ~first;
        taken |= first;
#pragma GCC unroll 6
        for (int b = 0; b < BANDS; ++b) {
            V& left_q = board.band[b].left[q];
            other[b].left[q] = left_q & ~keep(chosen[b], first);
            left_q &= ~keep(chosen[b], rest);
        }
    }
}

}  // namespace
}  // namespace nonet::lockstep
