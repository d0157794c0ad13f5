// A set of cells in a fixed number of words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "mask.hpp"

namespace nonet::general {

template <int Words>
class CellSet {
public:
    void add(int cell) { words_[cell >> 6] |= one(cell); }
    void remove(int cell) { words_[cell >> 6] &= ~one(cell); }
    bool has(int cell) const { return words_[cell >> 6] & one(cell); }

    CellSet& operator&=(const CellSet& other) {
        for (int word = 0; word < Words; ++word) words_[word] &= other.words_[word];
        return *this;
    }
    friend CellSet operator&(CellSet left, const CellSet& right) { return left &= right; }

    CellSet& operator|=(const CellSet& other) {
        for (int word = 0; word < Words; ++word) words_[word] |= other.words_[word];
        return *this;
    }
    CellSet without(const CellSet& other) const {
        CellSet rest = *this;
        for (int word = 0; word < Words; ++word) rest.words_[word] &= ~other.words_[word];
        return rest;
    }

    int size() const {
        int size = 0;
        for (std::uint64_t word : words_) size += count(word);
        return size;
    }

    // Whether there are more cells than so many. In few words, no branch depends on where they are.
    template <int limit>
    bool more_than() const {
        if constexpr (Words > 4) {
            std::array<int, limit + 1> cells;
            return first(cells) > limit;
        }
        int size = 0;
        for (std::uint64_t word : words_)
            for (int cell = 0; cell <= limit; ++cell, word &= word - 1) size += word != 0;
        return size > limit;
    }

    // Writes the first cells, at most as many as there is room for, and returns how many.
    template <std::size_t Room>
    int first(std::array<int, Room>& cells) const {
        std::size_t found = 0;
        for (int word = 0; word < Words; ++word)
            for (std::uint64_t left = words_[word]; left; left &= left - 1) {
                cells[found++] = word * 64 + std::countr_zero(left);
                if (found == Room) return found;
            }
        return static_cast<int>(found);
    }

    // Calls visit(cell) in rising order until it returns false, and tells whether it never did.
    template <class Visit>
    bool each(Visit visit) const {
        for (int word = 0; word < Words; ++word)
            for (std::uint64_t left = words_[word]; left; left &= left - 1)
                if (!visit(word * 64 + std::countr_zero(left))) return false;
        return true;
    }

private:
    static constexpr std::uint64_t one(int cell) { return std::uint64_t{1} << (cell & 63); }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace nonet::general
