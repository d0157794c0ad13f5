// The sets of so many values of which every two suit one another.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// Lists them for partners[v], the values that suit v: never v itself, and v suits them in turn.
template <class Mask>
class ValueSets {
public:
    // None if they are too many, or too hard to find, to look through at every change of a cell.
    static std::optional<std::vector<Mask>> of(const std::vector<Mask>& partners, int size) {
        ValueSets search(partners);
        const Mask full = all_values<Mask>(static_cast<int>(partners.size()));
        if (!search.collect(full, size, 0)) return std::nullopt;
        return std::move(search.sets_);
    }

private:
    static constexpr std::size_t most_sets = 128;
    static constexpr int most_steps = 10'000;

    explicit ValueSets(const std::vector<Mask>& partners) : partners_(partners) {}

    // Adds so many of the candidates, all of which suit what is chosen; false is to give up.
    bool collect(Mask candidates, int size, Mask chosen) {
        if (++steps_ > most_steps) return false;
        if (size == 0) {
            sets_.push_back(chosen);
            return sets_.size() <= most_sets;
        }
        for (; count(candidates) >= size; candidates = without_lowest(candidates)) {
            const int value = lowest(candidates);
            // The others come later: each set is found once, in rising order.
            const Mask others = static_cast<Mask>(without_lowest(candidates) & partners_[value]);
            if (!collect(others, size - 1, static_cast<Mask>(chosen | bit<Mask>(value))))
                return false;
        }
        return true;
    }

    const std::vector<Mask>& partners_;
    std::vector<Mask> sets_;
    int steps_ = 0;
};

}  // namespace nonet::general
