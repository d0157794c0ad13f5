// Thirty-two lanes of AVX-512BW, with or without BITALG's popcount.
//
// The same functions as vector_plain.hpp; masks live in mask registers, and every logic function
// of three is one instruction, whose constant is its truth table over a=0xf0, b=0xcc, c=0xaa.

#pragma once

#include <immintrin.h>

#include <cstdint>

#define LANES 32

namespace nonet::lockstep {
namespace {

using V = std::uint16_t __attribute__((vector_size(2 * LANES)));
using Mask = __mmask32;

inline V all(std::uint16_t value) { return V{} + value; }

// A vector that stays in its register: the compiler would rather load it again for every
// instruction that overwrites an operand, and loads are what there is least of.
inline V held(V loaded) {
    asm("" : "+v"(loaded));
    return loaded;
}

template <int table>
inline V ternary(V a, V b, V c) {
    return V(_mm512_ternarylogic_epi32(__m512i(a), __m512i(b), __m512i(c), table));
}

inline V or3(V a, V b, V c) { return ternary<0xf0 | 0xcc | 0xaa>(a, b, c); }
inline V and3(V a, V b, V c) { return ternary<0xf0 & 0xcc & 0xaa>(a, b, c); }
inline V xor3(V a, V b, V c) { return ternary<0xf0 ^ 0xcc ^ 0xaa>(a, b, c); }
inline V majority(V a, V b, V c) { return ternary<0xe8>(a, b, c); }
inline V exactly_one(V a, V b, V c) { return ternary<0x16>(a, b, c); }
inline V without_both(V a, V b, V c) { return ternary<0xf0 & ~(0xcc | 0xaa)>(a, b, c); }
inline V or_both(V a, V b, V c) { return ternary<0xf0 | (0xcc & 0xaa)>(a, b, c); }
inline V or_without(V a, V b, V c) { return ternary<0xf0 | (0xcc & ~0xaa)>(a, b, c); }
inline V and_unless(V a, V b, V c) { return ternary<0xf0 & (0xcc | (0xff ^ 0xaa))>(a, b, c); }

inline Mask equal(V a, V b) { return _mm512_cmpeq_epi16_mask(__m512i(a), __m512i(b)); }
inline Mask less(V a, V b) { return _mm512_cmplt_epi16_mask(__m512i(a), __m512i(b)); }
inline Mask both(Mask a, Mask b) { return a & b; }
inline Mask but_not(Mask a, Mask b) { return a & ~b; }
inline V keep(Mask where, V a) { return V(_mm512_maskz_mov_epi16(where, __m512i(a))); }
inline V select(Mask where, V yes, V no) {
    return V(_mm512_mask_mov_epi16(__m512i(no), where, __m512i(yes)));
}
inline V from_lanes(V a, V lanes) {
    return V(_mm512_permutexvar_epi16(__m512i(lanes), __m512i(a)));
}
inline std::uint32_t lane_bits(Mask mask) { return mask; }
inline Mask lanes_of(std::uint32_t bits) { return bits; }

inline Mask has_one(V set, V less_one) {
    return _mm512_testn_epi16_mask(__m512i(set), __m512i(less_one));
}

inline V restrict_to(V set, V first, V second) {
    return set & select(_mm512_test_epi16_mask(__m512i(set), __m512i(first)), first, second);
}

#ifdef __AVX512BITALG__

inline V popcount(V a) { return V(_mm512_popcnt_epi16(__m512i(a))); }

inline V subset_of_three(V subset, V set) {
    return select(less(all(2), popcount(subset)), subset, set);
}

#else

inline V popcount(V a) {
    const __m512i counts = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const V low = V(_mm512_shuffle_epi8(counts, __m512i(a & 0x000f)));
    const V middle = V(_mm512_shuffle_epi8(counts, __m512i((a >> 4) & 0x000f)));
    return low + middle + (a >> 8);
}

inline V subset_of_three(V subset, V set) {
    const V two = subset & (subset - 1);
    return select(_mm512_test_epi16_mask(__m512i(two), __m512i(two - 1)), subset, set);
}

#endif

inline V load_bytes(const std::uint8_t* bytes) {
    return V(_mm512_cvtepu8_epi16(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))));
}

inline void store_bytes(std::uint8_t* bytes, V values) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), _mm512_cvtepi16_epi8(__m512i(values)));
}

// The candidates that a byte of a puzzle leaves: one digit, or all nine for an empty cell.
// Of the alphabet 0..9, '0'..'9' and '.', the low four bits tell: 0 and 14 are empty.
inline V candidates(V bytes) {
    const V table = {0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0x1ff, 0,
                     0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0x1ff, 0};
    return V(_mm512_permutexvar_epi16(__m512i(bytes), __m512i(table)));  // looks at 5 bits
}

}  // namespace
}  // namespace nonet::lockstep
