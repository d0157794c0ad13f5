// An array of sets of cells, each of the same number of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// A set of cells for each cell or value. Code that does not depend on the shape uses it.
class CellSets {
public:
    CellSets(int sets, int words) : words_(words), bits_(static_cast<std::size_t>(sets) * words_) {}

    int words() const { return words_; }

    void add(int set, int cell) { bits_[set * words_ + cell / 64] |= one(cell); }
    void remove(int set, int cell) { bits_[set * words_ + cell / 64] &= ~one(cell); }
    void keep(int set, std::span<const std::uint64_t> cells) {
        for (int word = 0; word < words_; ++word) bits_[set * words_ + word] &= cells[word];
    }
    void join(int set, std::span<const std::uint64_t> cells) {
        for (int word = 0; word < words_; ++word) bits_[set * words_ + word] |= cells[word];
    }
    void clear(int set) {
        for (int word = 0; word < words_; ++word) bits_[set * words_ + word] = 0;
    }
    bool has(int set, int cell) const { return bits_[set * words_ + cell / 64] & one(cell); }

    // Returns the sets in the type of a shape, which must have the same number of words.
    template <class Cells>
    std::span<const Cells> as() const {
        static_assert(sizeof(Cells) % sizeof(std::uint64_t) == 0);
        return {reinterpret_cast<const Cells*>(bits_.data()), bits_.size() / words_};
    }

    std::span<const std::uint64_t> operator[](int set) const {
        return {bits_.data() + set * words_, static_cast<std::size_t>(words_)};
    }

private:
    static std::uint64_t one(int cell) { return bit<std::uint64_t>(cell % 64); }

    int words_;
    std::vector<std::uint64_t> bits_;
};

// How many cells are in both of two sets.
inline int common(std::span<const std::uint64_t> one, std::span<const std::uint64_t> other) {
    int common = 0;
    for (std::size_t word = 0; word < one.size(); ++word) common += count(one[word] & other[word]);
    return common;
}

inline bool contains(std::span<const std::uint64_t> large, std::span<const std::uint64_t> small) {
    for (std::size_t word = 0; word < small.size(); ++word)
        if (small[word] & ~large[word]) return false;
    return true;
}

// Visits the cells that are in both of two sets, in rising order.
template <class Visit>
void each_common(std::span<const std::uint64_t> one, std::span<const std::uint64_t> other,
                 Visit visit) {
    for (std::size_t word = 0; word < one.size(); ++word)
        each_value(one[word] & other[word],
                   [&](int bit) { visit(static_cast<int>(word * 64) + bit); });
}

}  // namespace nonet::general
