// Families of sets of a few values: one bit for each set.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace nonet::general {

// All sets of a family have equally many values. So the last value needs no bit of a mask: a set
// has it if the mask has one value less. The family contains the set with mask i if bit i of its
// vectors is set. A family over up to eight values is one vector, and over nine values two vectors.
template <int size>
struct SetFamily {
    typedef std::uint64_t Vector __attribute__((vector_size(16)));

    std::array<Vector, size> vectors;

    bool empty() const {
        Vector any{};
        for (const Vector vector : vectors) any |= vector;
        return (any[0] | any[1]) == 0;
    }

    SetFamily& operator|=(const SetFamily& other) {
        for (int at = 0; at < size; ++at) vectors[at] |= other.vectors[at];
        return *this;
    }

    SetFamily operator&(const SetFamily& other) const {
        SetFamily both;
        for (int at = 0; at < size; ++at) both.vectors[at] = vectors[at] & other.vectors[at];
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
            with.vectors[at] = (family.vectors[at] & lacking[value]) << distance();
        return with;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        SetFamily<size> without;
        for (int at = 0; at < size; ++at)
            without.vectors[at] = family.vectors[at] >> distance() & lacking[value];
        return without;
    }

private:
    std::uint64_t distance() const { return std::uint64_t{1} << value; }

    static constexpr std::array<std::uint64_t, 6> lacking{0x5555555555555555, 0x3333333333333333,
                                                          0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
                                                          0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
};

// For the seventh value, a step moves words.
struct StepOverWord {
    template <int size>
    SetFamily<size> add(const SetFamily<size>& family) const {
        SetFamily<size> with;
        for (int at = 0; at < size; ++at)
            with.vectors[at] = typename SetFamily<size>::Vector{0, family.vectors[at][0]};
        return with;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        SetFamily<size> without;
        for (int at = 0; at < size; ++at)
            without.vectors[at] = typename SetFamily<size>::Vector{family.vectors[at][1], 0};
        return without;
    }
};

// For the eighth value, a step moves a vector.
struct StepOverVector {
    using Family = SetFamily<2>;

    Family add(const Family& family) const { return {{Family::Vector{}, family.vectors[0]}}; }
    Family remove(const Family& family) const { return {{family.vectors[1], Family::Vector{}}}; }
};

// The last value is added to sets with this number of other values, or removed from them.
struct StepOfLast {
    int others;

    template <int size>
    SetFamily<size> add(const SetFamily<size>& family) const {
        const auto& words = of_size[others];
        SetFamily<size> found;
        for (int at = 0; at < size; ++at)
            found.vectors[at] = family.vectors[at] &
                                typename SetFamily<size>::Vector{words[2 * at], words[2 * at + 1]};
        return found;
    }

    template <int size>
    SetFamily<size> remove(const SetFamily<size>& family) const {
        return add(family);
    }

private:
    // For each size, the masks of eight values with this size.
    static constexpr auto of_size = [] {
        std::array<std::array<std::uint64_t, 4>, 9> masks{};
        for (unsigned mask = 0; mask < 256; ++mask)
            masks[std::popcount(mask)][mask / 64] |= std::uint64_t{1} << mask % 64;
        return masks;
    }();
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

// Calls visit(step) with the step for a value that is not the last one.
template <int size, class Visit>
void with_step(int value, Visit visit) {
    if (value < 6) return visit(StepInWords{value});
    if constexpr (size > 1)
        if (value == 7) return visit(StepOverVector{});
    visit(StepOverWord{});
}

}  // namespace nonet::general
