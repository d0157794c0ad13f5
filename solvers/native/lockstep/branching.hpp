// Chooses where to guess: a digit with two configurations left, in the open band with the fewest
// configurations.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// Counts the configurations of each digit of a band. The counts are stored as bit planes.
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

// A guess in some of the lanes: a digit of a band. The first branch gets one configuration of the
// digit, and the second branch gets all others.
struct Guess {
    V band[band_count];             // all digits if this band guesses
    V digit;                        // empty in lanes without guess
    V taken[configuration_count];   // configuration of the first branch
    V others[configuration_count];  // configurations of the second branch

    // Configuration q of band b in each branch.
    V first(int b, int q, V left) const { return without_common(left, band[b], others[q]); }
    V second(int b, int q, V left) const { return without_common(left, band[b], taken[q]); }
};

// Returns the digits that have two configurations in the most bands. After such a guess, both
// branches fix the most.
inline V most_often_two(V digits, const V (&two)[band_count]) {
    V ones{}, twos{}, fours{};
#pragma GCC unroll 6
    for (int b = 0; b < band_count; ++b) {
        const V carry = ones & two[b];
        ones ^= two[b];
        fours |= twos & carry;
        twos ^= carry;
    }
    const V by_rank[] = {fours, twos, ones};
#pragma GCC unroll 3
    for (const V& best : by_rank) {
        const V preferred = digits & best;
        digits = select(equal(preferred, V{}), digits, preferred);
    }
    return digits;
}

// This number is added to the total of each band. A closed band has a total of nine, which becomes
// the largest signed number. Larger totals wrap around and keep their order, so the minimum is an
// open band.
constexpr std::uint16_t closed_last = 0x7fff - 9;

// Choose a guess in the lanes of `where` that have an open digit. No lane may be dead.
inline Guess choose(const Board& board, Mask where) {
    V totals[band_count], two[band_count], fewest = all(0x7fff);
    Tally tallies[band_count];
#pragma GCC unroll 6
    for (int b = 0; b < band_count; ++b) {
        tallies[b] = tally(board.band[b]);
        two[b] = without_both(tallies[b].twos, tallies[b].ones, tallies[b].fours);
        totals[b] = tallies[b].total() + closed_last;
        fewest = least(totals[b], fewest);
    }

    Guess guess;
    Mask left = where;
    Band tightest{};
    Tally count;
#pragma GCC unroll 6
    for (int b = 0; b < band_count; ++b) {
        const Mask here = both(left, equal(totals[b], fewest));
        guess.band[b] = keep(here, all(every_digit));
        left = but_not(left, here);
#pragma GCC unroll 6
        for (int q = 0; q < configuration_count; ++q)
            tightest.left[q] = select(here, board.band[b].left[q], tightest.left[q]);
        count.ones = select(here, tallies[b].ones, count.ones);
        count.twos = select(here, tallies[b].twos, count.twos);
        count.fours = select(here, tallies[b].fours, count.fours);
    }

    const V of_two = without_both(count.twos, count.ones, count.fours);
    const V of_three = count.twos & count.ones;
    const V fewer = select(equal(of_two, V{}), of_three, of_two);
    const V digits = most_often_two(select(equal(fewer, V{}), count.fours, fewer), two);
    guess.digit = digits & -digits;

    V untaken = guess.digit;
#pragma GCC unroll 6
    for (int q = 0; q < configuration_count; ++q) {
        guess.taken[q] = tightest.left[q] & untaken;
        untaken &= ~guess.taken[q];
        guess.others[q] = guess.digit & ~guess.taken[q];
    }
    return guess;
}

}  // namespace
}  // namespace nonet::lockstep
