// Sets of uses as bit sets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nonet::steps {

template <int Words>
class UseSet {
public:
    UseSet() = default;
    explicit UseSet(const std::vector<int>& uses) {
        for (int use : uses) add(use);
    }

    static UseSet all() {
        UseSet all;
        all.words_.fill(~std::uint64_t{0});
        return all;
    }

    void add(int use) { words_[use >> 6] |= std::uint64_t{1} << (use & 63); }
    void remove(int use) { words_[use >> 6] &= ~(std::uint64_t{1} << (use & 63)); }
    bool has(int use) const { return words_[use >> 6] >> (use & 63) & 1; }

    int size() const {
        int size = 0;
        for (std::uint64_t word : words_) size += std::popcount(word);
        return size;
    }
    bool empty() const { return *this == UseSet{}; }
    bool meets(const UseSet& other) const {
        std::uint64_t common = 0;
        for (std::size_t at = 0; at < Words; ++at) common |= words_[at] & other.words_[at];
        return common != 0;
    }
    bool lies_in(const UseSet& other) const {
        std::uint64_t outside = 0;
        for (std::size_t at = 0; at < Words; ++at) outside |= words_[at] & ~other.words_[at];
        return outside == 0;
    }
    UseSet without(const UseSet& other) const {
        UseSet rest;
        for (std::size_t at = 0; at < Words; ++at) rest.words_[at] = words_[at] & ~other.words_[at];
        return rest;
    }
    void join(const UseSet& other) {
        for (std::size_t at = 0; at < Words; ++at) words_[at] |= other.words_[at];
    }
    void meet(const UseSet& other) {
        for (std::size_t at = 0; at < Words; ++at) words_[at] &= other.words_[at];
    }

    // The lowest use; -1 for the empty set.
    int first() const {
        for (std::size_t at = 0; at < Words; ++at)
            if (words_[at]) return static_cast<int>(64 * at) + std::countr_zero(words_[at]);
        return -1;
    }

    // Calls visit(use) for each use, in rising order.
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t at = 0; at < Words; ++at)
            for (std::uint64_t word = words_[at]; word; word &= word - 1)
                visit(static_cast<int>(64 * at) + std::countr_zero(word));
    }
    std::vector<int> list() const {
        std::vector<int> uses;
        each([&](int use) { uses.push_back(use); });
        return uses;
    }

    auto operator<=>(const UseSet&) const = default;

private:
    std::array<std::uint64_t, Words> words_{};
};

}  // namespace nonet::steps
