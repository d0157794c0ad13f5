// The current assignment: the literals that hold, their levels and their reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clauses.hpp"
#include "formula.hpp"

namespace nonet::learning {

// The reason of a literal: a clause, or a literal that excludes its opposite, or none.
class Reason {
public:
    static Reason none() { return Reason(~std::uint32_t{0}); }
    static Reason clause(Place place) { return Reason(place); }
    static Reason literal(Literal literal) { return Reason(tag | static_cast<unsigned>(literal)); }

    bool is_none() const { return word_ == ~std::uint32_t{0}; }
    bool is_clause() const { return !(word_ & tag); }
    bool is_literal() const { return (word_ & tag) && !is_none(); }
    Place clause() const { return word_; }
    Literal literal() const { return static_cast<Literal>(word_ & ~tag); }

private:
    static constexpr std::uint32_t tag = std::uint32_t{1} << 31;

    explicit Reason(std::uint32_t word) : word_(word) {}

    std::uint32_t word_;
};

class Assignment {
public:
    explicit Assignment(int variables)
        : values_(2 * variables), facts_(variables, {0, Reason::none()}) {
        trail_.reserve(variables);
    }

    bool holds(Literal literal) const { return values_[literal] > 0; }
    bool fails(Literal literal) const { return values_[literal] < 0; }
    bool is_open(Literal literal) const { return values_[literal] == 0; }

    // The number of decisions, and the level of an assigned variable.
    int level() const { return static_cast<int>(starts_.size()); }
    int level(int variable) const { return facts_[variable].level; }
    Reason& reason(int variable) { return facts_[variable].reason; }

    // All literals that hold, in order of assignment.
    const std::vector<Literal>& trail() const { return trail_; }

    void put(Literal literal, Reason reason) {
        values_[literal] = 1;
        values_[opposite(literal)] = -1;
        facts_[variable(literal)] = {level(), reason};
        trail_.push_back(literal);
    }

    void decide(Literal literal) {
        starts_.push_back(trail_.size());
        put(literal, Reason::none());
    }

    // Merges the last decision into the one before.
    void merge_decision() {
        for (std::size_t index = starts_.back(); index < trail_.size(); ++index)
            --facts_[variable(trail_[index])].level;
        starts_.pop_back();
    }

    // Undoes all decisions beyond a level, calling undone(literal) for each literal removed.
    template <class Undone>
    void go_back(int level, Undone undone) {
        if (level >= this->level()) return;
        const std::size_t start = starts_[level];
        for (std::size_t index = trail_.size(); index-- > start;) {
            const Literal literal = trail_[index];
            values_[literal] = values_[opposite(literal)] = 0;
            undone(literal);
        }
        trail_.resize(start);
        starts_.resize(level);
    }

private:
    struct Fact {
        int level;
        Reason reason;
    };

    std::vector<std::int8_t> values_;  // 1, -1, or 0 if open
    std::vector<Fact> facts_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> starts_;  // decisions, as places in the trail
};

}  // namespace nonet::learning
