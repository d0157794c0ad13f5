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

// The mask of so many values, at least one.
template <class Mask>
constexpr Mask all_values(int values) {
    return static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - values));
}

// True for one value, and for none.
template <class Mask>
constexpr bool settled(Mask mask) {
    return (mask & (mask - 1)) == 0;
}

template <class Mask>
constexpr Mask without_lowest(Mask mask) {
    return static_cast<Mask>(mask & (mask - 1));
}

template <class Mask, class Visit>
constexpr void each_value(Mask mask, Visit visit) {
    for (; mask; mask = without_lowest(mask)) visit(lowest(mask));
}

}  // namespace nonet::general
