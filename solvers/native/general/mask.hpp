// Sets of values as bit masks, lowest value first.
#pragma once

#include <bit>
#include <cstdint>

namespace nonet::general {

template <class Mask>
constexpr int lowest(Mask mask) {
    return std::countr_zero(mask);
}

template <class Mask>
constexpr int highest(Mask mask) {
    return std::bit_width(mask) - 1;
}

template <class Mask>
constexpr Mask bit(int value) {
    return static_cast<Mask>(Mask{1} << value);
}

// The number of values. Without an instruction for it, std::popcount would be a function call.
template <class Mask>
constexpr int count(Mask mask) {
#ifdef __POPCNT__
    return std::popcount(mask);
#else
    if constexpr (sizeof(Mask) == 2) {  // 16 bits, for vectorised loops
        std::uint16_t bits = mask;
        bits = static_cast<std::uint16_t>(bits - (bits >> 1 & 0x5555));
        bits = static_cast<std::uint16_t>((bits & 0x3333) + (bits >> 2 & 0x3333));
        bits = static_cast<std::uint16_t>((bits + (bits >> 4)) & 0x0F0F);
        return (bits + (bits >> 8)) & 0x1F;
    }
    std::uint64_t bits = mask;
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return static_cast<int>(bits * 0x0101010101010101 >> 56);
#endif
}

// The mask of the first `values` values, at least one.
template <class Mask>
constexpr Mask all_values(int values) {
    return static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - values));
}

// True for one value and for the empty set.
template <class Mask>
constexpr bool settled(Mask mask) {
    return (mask & (mask - 1)) == 0;
}

template <class Mask>
constexpr Mask without_lowest(Mask mask) {
    return static_cast<Mask>(mask & (mask - 1));
}

// Moves bit i to bit last - i. Higher bits are lost. `last` is from 0 to 63.
inline std::uint64_t reversed(std::uint64_t bits, int last) {
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4;
    return __builtin_bswap64(bits) >> (63 - last);
}

template <class Mask, class Visit>
constexpr void each_value(Mask mask, Visit visit) {
    for (; mask; mask = without_lowest(mask)) visit(lowest(mask));
}

}  // namespace nonet::general
