// A set of cells in a fixed number of words.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

template <int Words>
class CellSet {
public:
    CellSet() = default;
    explicit CellSet(const std::vector<int>& cells) {
        for (int cell : cells) add(cell);
    }

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

    // In some order.
    friend auto operator<=>(const CellSet&, const CellSet&) = default;

    bool empty() const {
        std::uint64_t all = 0;
        for (std::uint64_t word : words_) all |= word;
        return all == 0;
    }

    int size() const {
        int size = 0;
        for (std::uint64_t word : words_) size += count(word);
        return size;
    }

    // Whether there are more cells than the limit. Stops counting at the limit.
    bool more_than(int limit) const {
        int found = 0;
        for (std::uint64_t word : words_)
            for (; word; word &= word - 1)
                if (++found > limit) return true;
        return false;
    }

    // The first cell. The set must not be empty. For few words, this needs no branches.
    int first() const {
        int word = 0;
        if constexpr (Words > few) {
            while (!words_[word]) ++word;
            return word * 64 + std::countr_zero(words_[word]);
        }
        std::uint64_t its = words_[0];
        for (int next = 1; next < Words; ++next) {
            word = its ? word : next;
            its = its ? its : words_[next];
        }
        return word * 64 + std::countr_zero(its);
    }

    // All cells but the first one. The set must not be empty.
    CellSet without_first() const {
        CellSet rest = *this;
        if constexpr (Words > few) {
            rest.remove(rest.first());
        } else {
            bool none = true;
            for (std::uint64_t& word : rest.words_) {
                const std::uint64_t others = word & (word - 1);
                const bool here = none && word;
                word = here ? others : word;
                none = none && !here;
            }
        }
        return rest;
    }

    // The last cell. The set must not be empty.
    int last() const {
        int word = Words - 1;
        if constexpr (Words > few) {
            while (!words_[word]) --word;
            return word * 64 + std::bit_width(words_[word]) - 1;
        }
        std::uint64_t its = words_[word];
        for (int next = Words - 2; next >= 0; --next) {
            word = its ? word : next;
            its = its ? its : words_[next];
        }
        return word * 64 + std::bit_width(its) - 1;
    }

    // Calls visit(cell) in rising order until a call returns false. Returns true if no call did.
    template <class Visit>
    bool each(Visit visit) const {
        for (int word = 0; word < Words; ++word)
            for (std::uint64_t left = words_[word]; left; left &= left - 1)
                if (!visit(word * 64 + std::countr_zero(left))) return false;
        return true;
    }

private:
    static constexpr int few = 4;
    static constexpr std::uint64_t one(int cell) { return std::uint64_t{1} << (cell & 63); }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace nonet::general
