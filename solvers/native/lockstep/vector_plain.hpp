// The vector functions of the engine, written only with the vector extensions of GCC and Clang.
//
// Lanes have 16 bits. In a mask, each lane is all ones or all zeros. The header of an instruction
// set includes this header, and adds the functions that have a better form there (`lane_bits`,
// `select`, `popcount`, ...). It first defines LANES if there are more than eight lanes.
#pragma once

#include <cstdint>
#include <cstring>

#ifndef LANES
#define LANES 8
#endif

namespace nonet::lockstep {
namespace {

using V = std::uint16_t __attribute__((vector_size(2 * LANES)));
using Signed = std::int16_t __attribute__((vector_size(2 * LANES)));
using Bytes = std::uint8_t __attribute__((vector_size(LANES)));
using Mask = V;

inline V all(std::uint16_t value) { return V{} + value; }

inline V held(V loaded) { return loaded; }

// Whether to store results rather than compute them again.
constexpr bool stores_are_cheap = true;

// --- logic of three operands ---------------------------------------------------------------------

inline V or3(V a, V b, V c) { return a | b | c; }
inline V and3(V a, V b, V c) { return a & b & c; }
inline V xor3(V a, V b, V c) { return a ^ b ^ c; }
inline V majority(V a, V b, V c) { return (a & b) | (c & (a | b)); }
inline V exactly_one(V a, V b, V c) { return (a ^ b ^ c) & ~(a & b & c); }
inline V without_both(V a, V b, V c) { return a & ~(b | c); }
inline V or_both(V a, V b, V c) { return a | (b & c); }
inline V or_without(V a, V b, V c) { return a | (b & ~c); }
inline V without_common(V a, V b, V c) { return a & ~(b & c); }

// --- choices by lane -----------------------------------------------------------------------------

inline Mask equal(V a, V b) { return V(a == b); }
inline Mask less(V a, V b) { return V(Signed(a) < Signed(b)); }  // of values below 32768
inline V least(V a, V b) { return Signed(a) < Signed(b) ? a : b; }
inline Mask both(Mask a, Mask b) { return a & b; }
inline Mask but_not(Mask a, Mask b) { return a & ~b; }
inline V keep(Mask where, V a) { return where & a; }

// The lanes whose set has at most one digit. `less_one` is set - 1.
inline Mask has_one(V set, V less_one) { return V((set & less_one) == V{}); }

// In each lane: set & first if it is not empty, or else set & second.
inline V restrict_to(V set, V first, V second) {
    const V preferred = set & first;
    return preferred | (set & second & V(preferred == V{}));
}

// In each lane: `subset` if it has at least three digits, or else `set`.
inline V subset_of_three(V subset, V set) {
    const V two = subset & (subset - 1);
    const V three = two & (two - 1);
    return set & (subset | V(three == V{}));
}

// --- bytes in and out ----------------------------------------------------------------------------

inline V load_bytes(const std::uint8_t* bytes) {
    Bytes loaded;
    std::memcpy(&loaded, bytes, sizeof loaded);
    return __builtin_convertvector(loaded, V);
}

inline void store_bytes(std::uint8_t* bytes, V values) {
    const Bytes narrow = __builtin_convertvector(values, Bytes);
    std::memcpy(bytes, &narrow, sizeof narrow);
}

}  // namespace
}  // namespace nonet::lockstep
