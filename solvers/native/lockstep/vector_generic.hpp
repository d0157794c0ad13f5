// Eight lanes by the compiler's vector extensions: NEON on ARM, otherwise scalar code if needed.
#pragma once

#include <cstdint>

#include "vector_plain.hpp"
#include "vector_portable.hpp"

namespace nonet::lockstep {
namespace {

inline V select(Mask where, V yes, V no) { return (yes & where) | (no & ~where); }

inline std::uint32_t lane_bits(Mask mask) {
    std::uint32_t bits = 0;
    for (int lane = 0; lane < LANES; ++lane) bits |= (mask[lane] & 1u) << lane;
    return bits;
}

inline Mask lanes_of(std::uint32_t bits) {
    const V lane_bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return V((all(static_cast<std::uint16_t>(bits)) & lane_bit) != V{});
}

}  // namespace
}  // namespace nonet::lockstep
