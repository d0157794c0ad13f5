// For each cell, the propagators that watch it, as bits of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scopes.hpp"

namespace nonet::general {

// Each word has up to 64 propagators of one kind. The words are in the order of the kinds.
class Watchers {
public:
    struct Some {
        unsigned word;
        std::uint64_t propagators;
    };

    // Of a set of kinds.
    Watchers(std::span<const Scopes* const> scopes, unsigned kinds, int cells);

    // The propagators to wake when the cell loses a value. If its bounds stay the same, propagators
    // that only depend on bounds are left out.
    std::span<const Some> of(int cell, bool bound) const {
        return {some_.data() + starts_[2 * cell], some_.data() + starts_[2 * cell + 1 + bound]};
    }

    unsigned words() const { return static_cast<unsigned>(words_.size()) - 1; }

    // The kind of a word, and the number of its first propagator. The word `words()` has no kind.
    std::size_t kind(unsigned word) const { return words_[word].kind; }
    int first(unsigned word) const { return words_[word].first; }

    // All propagators of a word.
    std::uint64_t all(unsigned word) const { return words_[word].all; }

private:
    struct Word {
        std::size_t kind;
        int first;
        std::uint64_t all;
    };

    std::vector<Word> words_;
    std::vector<Some> some_;
    // Two lists for each cell: the second one has the propagators that only depend on its bounds.
    std::vector<int> starts_;
};

}  // namespace nonet::general
