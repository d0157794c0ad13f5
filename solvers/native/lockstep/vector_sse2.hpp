// Eight lanes of SSE2, which every x86-64 has.
#pragma once

#include <emmintrin.h>

#include <cstdint>

#include "vector_plain.hpp"
#include "vector_portable.hpp"

namespace nonet::lockstep {
namespace {

inline V select(Mask where, V yes, V no) { return (yes & where) | (no & ~where); }

inline std::uint32_t lane_bits(Mask mask) {
    const __m128i bytes = _mm_packs_epi16(__m128i(mask), _mm_setzero_si128());
    return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
}

inline Mask lanes_of(std::uint32_t bits) {
    const V lane_bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return V((all(static_cast<std::uint16_t>(bits)) & lane_bit) == lane_bit);
}

}  // namespace
}  // namespace nonet::lockstep
