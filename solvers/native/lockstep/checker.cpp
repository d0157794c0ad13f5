// Check nine cells in one vector by parity: each value must occur once.
#include "checker.hpp"

#include <cstring>
#include <utility>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace nonet::checker {
namespace {

using Row = std::uint8_t __attribute__((vector_size(16)));

inline Row load(const std::uint8_t* bytes) {
    Row row;
    std::memcpy(&row, bytes, sizeof row);
    return row;
}

template <int places>
inline Row moved_down(Row row) {
    return [row]<int... lane>(std::integer_sequence<int, lane...>) {
        return __builtin_shufflevector(row, Row{}, (lane + places)...);
    }(std::make_integer_sequence<int, 16>{});
}

// Turns the values 1 to 8 into one bit each, and 9 into no bit.
//
// If the exclusive or of nine such bytes has all eight bits set, each of 1 to 8 occurs an odd
// number of times. There are only nine bytes, so each occurs once, and the remaining byte is a 9.
inline Row parity_bit(Row values) {
    const Row from_zero = values - 1;
    Row bit = 1 + (from_zero & 1);
    bit += (bit + bit + bit) & Row((from_zero & 2) != 0);
    bit += ((bit << 4) - bit) & Row((from_zero & 4) != 0);
    return bit & Row((from_zero & 8) == 0);
}

#ifdef __x86_64__

// Does the same by a table, in one instruction that nearly every processor has. Bytes above 9 may
// get any bits, because another test refuses them.
[[gnu::target("ssse3")]] inline Row parity_bit_by_table(Row values) {
    const Row bits = {0, 1, 2, 4, 8, 16, 32, 64, 128};
    return Row(_mm_shuffle_epi8(__m128i(bits), __m128i(values)));
}

#endif

inline Row objections(const std::uint8_t* clues, const std::uint8_t* values) {
    const Row value = load(values), clue = load(clues) & 15;
    const Row is_given = Row(clue - 1 < 9);
    return Row(value - 1 >= 9) | (is_given & Row(clue != value));
}

template <Row (*bit_of)(Row)>
[[gnu::always_inline]] inline bool solves(const std::uint8_t* clues, const std::uint8_t* values) {
    Row wrong = objections(clues + 65, values + 65);
    for (int start = 0; start < 80; start += 16) wrong |= objections(clues + start, values + start);

    // Lanes 0 to 8 of `columns` have the nine columns. Lanes 0, 3 and 6 of `boxes` have the boxes
    // of a band. Lane 0 of `rows` has the rows.
    Row columns{}, rows = Row{} + 0xff, every_box = rows;
    for (int band = 0; band < 3; ++band) {
        Row boxes{};
        for (int line = 0; line < 3; ++line) {
            const int row = 3 * band + line;
            const Row nine = row < 8 ? load(values + 9 * row) : moved_down<7>(load(values + 65));
            const Row bits = bit_of(nine);
            const Row triples = bits ^ moved_down<1>(bits) ^ moved_down<2>(bits);
            columns ^= bits;
            boxes ^= triples;
            rows &= triples ^ moved_down<3>(triples) ^ moved_down<6>(triples);
        }
        every_box &= boxes;
    }
    constexpr std::uint8_t x = 0xff;
    wrong |= ~columns & Row{x, x, x, x, x, x, x, x, x};
    wrong |= ~every_box & Row{x, 0, 0, x, 0, 0, x};
    wrong |= ~rows & Row{x};

    std::uint64_t halves[2];
    std::memcpy(halves, &wrong, sizeof wrong);
    return (halves[0] | halves[1]) == 0;
}

bool solves_by_logic(const std::uint8_t* clues, const std::uint8_t* values) {
    return solves<parity_bit>(clues, values);
}

#ifdef __x86_64__

[[gnu::target("ssse3")]] bool solves_by_table(const std::uint8_t* clues,
                                              const std::uint8_t* values) {
    return solves<parity_bit_by_table>(clues, values);
}

const auto solves_best = __builtin_cpu_supports("ssse3") ? solves_by_table : solves_by_logic;

#else

constexpr auto solves_best = solves_by_logic;

#endif

}  // namespace

bool is_solution(const std::uint8_t* clues, const std::uint8_t* values) {
    return solves_best(clues, values);
}

}  // namespace nonet::checker
