// Vector functions without special instructions: correct everywhere, not fast.
// See vector_plain.hpp.
#pragma once

#include "vector_plain.hpp"

namespace nonet::lockstep {
namespace {

// The number of set bits, for values below 512.
inline V popcount(V a) {
    a -= (a >> 1) & 0x5555;
    a = (a & 0x3333) + ((a >> 2) & 0x3333);
    a = (a + (a >> 4)) & 0x0f0f;
    return (a + (a >> 8)) & 0x1f;
}

// The candidates that a byte of a puzzle leaves: one digit, or all nine for an empty cell.
// The low four bits distinguish 0..9, '0'..'9' and '.': 0 and 14 are empty cells.
inline V candidates(V bytes) {
    const V digit = bytes & 15;
    V bit = all(1);
    bit += bit & V((digit & 1) != V{});  // 1 or 2, then times 4, 16 and 256 by the higher bits
    bit += (bit * 3) & V((digit & 2) != V{});
    bit += (bit * 15) & V((digit & 4) != V{});
    bit = (bit & V((digit & 8) == V{})) | ((bit << 8) & V((digit & 8) != V{}));
    const V empty = V(digit == V{}) | V(digit == 14);
    return (empty & 0x1ff) | ((bit >> 1) & ~empty);
}

}  // namespace
}  // namespace nonet::lockstep
