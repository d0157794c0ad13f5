// Families of sets of a few values: one bit for each set.
#pragma once

#include <array>
#include <cstdint>

namespace nonet::general {

// A set of values is a mask. The family contains the set with mask i if bit i of its words is set.
// A family over six values takes one word. Each further value doubles the number of words.
template <int size>
struct SetFamily {
    std::array<std::uint64_t, size> words{};

    bool empty() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : words) any |= word;
        return any == 0;
    }

    SetFamily& operator|=(const SetFamily& other) {
        for (int at = 0; at < size; ++at) words[at] |= other.words[at];
        return *this;
    }

    SetFamily operator&(const SetFamily& other) const {
        SetFamily both;
        for (int at = 0; at < size; ++at) both.words[at] = words[at] & other.words[at];
        return both;
    }
};

// A step adds one value to all sets that lack it, or removes the value from all sets that have it.
// All other sets are dropped. For the first six values, a step moves bits within each word.
struct StepInWords {
    int value;

    template <int size>
    SetFamily<size> add(const SetFamily<size>& family) const {
        SetFamily<size> with;
        for (int at = 0; at < size; ++at)
            with.words[at] = (family.words[at] & lacking[value]) << (1 << value);
        return with;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        SetFamily<size> without;
        for (int at = 0; at < size; ++at)
            without.words[at] = family.words[at] >> (1 << value) & lacking[value];
        return without;
    }

private:
    static constexpr std::array<std::uint64_t, 6> lacking{0x5555555555555555, 0x3333333333333333,
                                                          0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
                                                          0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
};

// For later values, a step moves whole words.
template <int distance>
struct StepOverWords {
    template <int size>
    SetFamily<size> add(const SetFamily<size>& family) const {
        SetFamily<size> with;
        for (int at = 0; at < size; ++at)
            with.words[at] = at & distance ? family.words[at ^ distance] : 0;
        return with;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        SetFamily<size> without;
        for (int at = 0; at < size; ++at)
            without.words[at] = at & distance ? 0 : family.words[at ^ distance];
        return without;
    }
};

// For a value that no set contains, a step changes nothing.
struct NoStep {
    template <int size>
    SetFamily<size> add(const SetFamily<size>& family) const {
        return family;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        return family;
    }
};

// Calls visit(step) with the step for a value.
template <int size, class Visit>
void with_step(int value, Visit visit) {
    if (value < 6) return visit(StepInWords{value});
    if constexpr (size > 1)
        if (value == 6) return visit(StepOverWords<1>{});
    if constexpr (size > 2)
        if (value == 7) return visit(StepOverWords<2>{});
    if constexpr (size > 4)
        if (value == 8) return visit(StepOverWords<4>{});
}

}  // namespace nonet::general
