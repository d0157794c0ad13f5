// Vector functions without special instructions. They work everywhere, but they are slow.
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

// The candidates of a cell, from its byte in the puzzle: one digit, or all nine if it is empty.
// Only the low four bits matter. They are 0 or 14 for an empty cell.
inline V candidates(V bytes) {
    const V digit = bytes & 15;
    V bit = all(1);
    // The bits of the digit multiply 1 by 2, 4, 16 and 256. The product is 2 to the digit.
    bit += bit & V((digit & 1) != V{});
    bit += (bit * 3) & V((digit & 2) != V{});
    bit += (bit * 15) & V((digit & 4) != V{});
    bit = (bit & V((digit & 8) == V{})) | ((bit << 8) & V((digit & 8) != V{}));
    const V empty = V(digit == V{}) | V(digit == 14);
    return (empty & 0x1ff) | ((bit >> 1) & ~empty);
}

}  // namespace
}  // namespace nonet::lockstep
