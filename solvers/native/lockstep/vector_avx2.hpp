// Sixteen lanes of AVX2.
#pragma once

#include <immintrin.h>

#include <cstdint>

#define LANES 16
#include "vector_plain.hpp"

namespace nonet::lockstep {
namespace {

inline V select(Mask where, V yes, V no) {
    return V(_mm256_blendv_epi8(__m256i(no), __m256i(yes), __m256i(where)));
}

inline std::uint32_t lane_bits(Mask mask) {
    const __m128i low = _mm256_castsi256_si128(__m256i(mask));
    const __m128i high = _mm256_extracti128_si256(__m256i(mask), 1);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

inline Mask lanes_of(std::uint32_t bits) {
    const V lane_bit = {1,   2,   4,    8,    16,   32,   64,    128,
                        256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    return V((all(static_cast<std::uint16_t>(bits)) & lane_bit) == lane_bit);
}

// The number of set bits, for values below 512.
inline V popcount(V a) {
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                            2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const V low = V(_mm256_shuffle_epi8(counts, __m256i(a & 0x000f)));
    const V middle = V(_mm256_shuffle_epi8(counts, __m256i((a >> 4) & 0x000f)));
    return low + middle + (a >> 8);
}

// The candidates of a cell, from its byte in the puzzle: one digit, or all nine if it is empty.
// Only the low four bits matter. They are 0 or 14 for an empty cell.
inline V candidates(V bytes) {
    const __m256i low =
        _mm256_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, -1, 0,  // the lower half
                         -1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, -1, 0);
    const __m256i high =
        _mm256_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0,  // the lower half
                         1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    // An index byte of 0x80 makes the result zero.
    const V digit = bytes & 15;
    const V low_byte = V(_mm256_shuffle_epi8(low, __m256i(digit | 0x8000)));
    const V high_byte = V(_mm256_shuffle_epi8(high, __m256i((digit << 8) | 0x0080)));
    return low_byte | high_byte;
}

}  // namespace
}  // namespace nonet::lockstep
