// Clauses of three literals and more, consecutive in one block of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "formula.hpp"

namespace nonet::learning {

// The place of a clause: its first word.
using Place = std::uint32_t;

class Clauses {
public:
    // `levels` is the number of decisions that a learnt clause depended on. Clauses with fewer
    // levels are more useful. Original clauses have 0 levels, and are never deleted.
    Place add(std::span<const Literal> literals, int levels) {
        if (words_.size() + literals.size() + header > most_words) throw std::bad_alloc();
        const Place place = end();
        words_.push_back(static_cast<int>(literals.size()));
        words_.push_back(levels);
        words_.push_back(0);
        words_.insert(words_.end(), literals.begin(), literals.end());
        return place;
    }

    Place end() const { return static_cast<Place>(words_.size()); }
    Place after(Place clause) const { return clause + header + static_cast<Place>(size(clause)); }

    int size(Place clause) const { return words_[clause]; }
    int& levels(Place clause) { return words_[clause + 1]; }
    Literal* literals(Place clause) { return &words_[clause + header]; }
    std::span<const Literal> all(Place clause) {
        return {literals(clause), static_cast<std::size_t>(size(clause))};
    }

    // Later uses weigh more.
    void use(Place clause) {
        float used = activity(clause) + step_;
        set_activity(clause, used);
        if (used > too_much) fade_all();
    }
    void grow_step() { step_ *= growth; }

    float activity(Place clause) const {
        float activity;
        std::memcpy(&activity, &words_[clause + 2], sizeof activity);
        return activity;
    }

    // Calls visit(clause) for each clause from a place on.
    template <class Visit>
    void each(Visit visit, Place from = 0) const {
        for (Place clause = from; clause < end(); clause = after(clause)) visit(clause);
    }

    // Deletes some clauses, and calls moved(from, to) for each of the others, in rising order.
    template <class Moved>
    void remove(std::vector<Place> losers, Moved moved) {
        std::sort(losers.begin(), losers.end());
        auto loser = losers.begin();
        Place to = 0;
        for (Place from = 0, next; from < end(); from = next) {
            next = after(from);
            if (loser != losers.end() && *loser == from) {
                ++loser;
                continue;
            }
            std::copy(words_.begin() + from, words_.begin() + next, words_.begin() + to);
            moved(from, to);
            to += next - from;
        }
        words_.resize(to);
    }

    void drop_from(Place place) { words_.resize(place); }

private:
    static constexpr Place header = 3;                               // size, levels, activity
    static constexpr std::size_t most_words = std::size_t{1} << 31;  // the number of places
    static constexpr float growth = 1.001f;
    static constexpr float too_much = 1e20f;

    void set_activity(Place clause, float activity) {
        std::memcpy(&words_[clause + 2], &activity, sizeof activity);
    }

    void fade_all() {
        each([this](Place clause) { set_activity(clause, activity(clause) / too_much); });
        step_ /= too_much;
    }

    std::vector<int> words_;
    float step_ = 1;
};

}  // namespace nonet::learning
