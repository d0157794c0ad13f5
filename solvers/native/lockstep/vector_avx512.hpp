// The functions of vector_plain.hpp for AVX-512BW, with or without BITALG: 32 lanes in 512 bits, or
// 16 lanes in 256 bits.
//
// Masks are in mask registers. Each logic function of three operands is one instruction. Its
// constant is a truth table, with a = 0xf0, b = 0xcc and c = 0xaa.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#ifndef LANES
#define LANES 32
#endif

namespace nonet::lockstep {
namespace {

using V = std::uint16_t __attribute__((vector_size(2 * LANES)));
using Bytes = std::uint8_t __attribute__((vector_size(LANES)));
#if LANES == 32
#define WIDE(function) _mm512_##function
using Register = __m512i;
using Mask = __mmask32;
#else
#define WIDE(function) _mm256_##function
using Register = __m256i;
using Mask = __mmask16;
#endif

inline V all(std::uint16_t value) { return V{} + value; }

// Keeps a vector in its register. Otherwise the compiler loads it again for every instruction that
// overwrites an operand, and loads are the bottleneck.
inline V held(V loaded) {
    asm("" : "+v"(loaded));
    return loaded;
}

// Whether to store results rather than compute them again. A store of 512 bits takes as long as
// four other instructions.
constexpr bool stores_are_cheap = LANES == 16;

template <int table>
inline V ternary(V a, V b, V c) {
    return V(WIDE(ternarylogic_epi32)(Register(a), Register(b), Register(c), table));
}

inline V or3(V a, V b, V c) { return ternary<0xf0 | 0xcc | 0xaa>(a, b, c); }
inline V and3(V a, V b, V c) { return ternary<0xf0 & 0xcc & 0xaa>(a, b, c); }
inline V xor3(V a, V b, V c) { return ternary<0xf0 ^ 0xcc ^ 0xaa>(a, b, c); }
inline V majority(V a, V b, V c) { return ternary<0xe8>(a, b, c); }
inline V exactly_one(V a, V b, V c) { return ternary<0x16>(a, b, c); }
inline V without_both(V a, V b, V c) { return ternary<0xf0 & ~(0xcc | 0xaa)>(a, b, c); }
inline V or_both(V a, V b, V c) { return ternary<0xf0 | (0xcc & 0xaa)>(a, b, c); }
inline V or_without(V a, V b, V c) { return ternary<0xf0 | (0xcc & ~0xaa)>(a, b, c); }
inline V without_common(V a, V b, V c) { return ternary<0xf0 & ~(0xcc & 0xaa)>(a, b, c); }

inline Mask equal(V a, V b) { return WIDE(cmpeq_epi16_mask)(Register(a), Register(b)); }
inline Mask less(V a, V b) { return WIDE(cmplt_epi16_mask)(Register(a), Register(b)); }
inline V least(V a, V b) { return V(WIDE(min_epi16)(Register(a), Register(b))); }
inline Mask both(Mask a, Mask b) { return a & b; }
inline Mask but_not(Mask a, Mask b) { return static_cast<Mask>(a & ~b); }
inline V keep(Mask where, V a) { return V(WIDE(maskz_mov_epi16)(where, Register(a))); }
inline V select(Mask where, V yes, V no) {
    return V(WIDE(mask_mov_epi16)(Register(no), where, Register(yes)));
}
inline std::uint32_t lane_bits(Mask mask) { return mask; }
inline Mask lanes_of(std::uint32_t bits) { return static_cast<Mask>(bits); }

inline Mask has_one(V set, V less_one) {
    return WIDE(testn_epi16_mask)(Register(set), Register(less_one));
}

inline V restrict_to(V set, V first, V second) {
    return set & select(WIDE(test_epi16_mask)(Register(set), Register(first)), first, second);
}

#ifdef __AVX512BITALG__

inline V popcount(V a) { return V(WIDE(popcnt_epi16)(Register(a))); }

inline V subset_of_three(V subset, V set) {
    return select(less(all(2), popcount(subset)), subset, set);
}

#else

inline V popcount(V a) {
    const Register counts =
        WIDE(broadcast_i32x4)(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const V low = V(WIDE(shuffle_epi8)(counts, Register(a & 0x000f)));
    const V middle = V(WIDE(shuffle_epi8)(counts, Register((a >> 4) & 0x000f)));
    return low + middle + (a >> 8);
}

inline V subset_of_three(V subset, V set) {
    const V two = subset & (subset - 1);
    return select(WIDE(test_epi16_mask)(Register(two), Register(two - 1)), subset, set);
}

#endif

inline V load_bytes(const std::uint8_t* bytes) {
    Bytes loaded;
    std::memcpy(&loaded, bytes, sizeof loaded);
    return __builtin_convertvector(loaded, V);
}

inline void store_bytes(std::uint8_t* bytes, V values) {
    const Bytes narrow = __builtin_convertvector(values, Bytes);
    std::memcpy(bytes, &narrow, sizeof narrow);
}

// The candidates of a cell, from its byte in the puzzle: one digit, or all nine if it is empty.
// Only the low four bits matter. They are 0 or 14 for an empty cell.
inline V candidates(V bytes) {
    const V table = {
        0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0x1ff, 0,
#if LANES == 32
        0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0x1ff, 0,
#endif
    };
    // The instruction ignores the higher bits of an index.
    return V(WIDE(permutexvar_epi16)(Register(bytes), Register(table)));
}

}  // namespace
}  // namespace nonet::lockstep
