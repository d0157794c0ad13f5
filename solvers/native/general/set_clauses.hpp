// Writes the clauses of cells that all differ and hold one of several sets of values. Each set has
// a variable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "clause_writer.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "value_sets.hpp"

namespace nonet::general {

// A set of values, and a literal that chooses it. The literal determines all values of the group.
// So at most one such literal can hold.
struct ChosenSet {
    std::uint64_t set;
    learning::Literal literal;
};

class SetClauses {
    using Mask = std::uint64_t;
    using Literal = learning::Literal;

public:
    SetClauses(const Literals& literals, int values, ClauseWriter& writer)
        : literals_(literals), values_(values), writer_(writer) {}

    // All sets of values that the marks allow in the cells, or nothing if there are too many.
    std::optional<std::vector<Mask>> left_to(const std::vector<int>& cells) const {
        Mask all = 0;
        for (int cell : cells) all |= literals_.marks(cell);
        std::vector<Mask> partners(values_);
        each_value(all, [&](int value) { partners[value] = all & ~bit<Mask>(value); });
        auto sets = value_sets(partners, static_cast<int>(cells.size()));
        if (sets) std::erase_if(*sets, [&](Mask set) { return !suits(set, cells); });
        return sets;
    }

    // Whether each cell has a mark in the set.
    bool suits(Mask set, const std::vector<int>& cells) const {
        for (int cell : cells)
            if (!(literals_.marks(cell) & set)) return false;
        return true;
    }

    // Returns a literal for each of the sets. Does not require that one of them holds.
    std::vector<ChosenSet> chosen(const std::vector<int>& cells, const std::vector<Mask>& sets) {
        std::vector<ChosenSet> chosen;
        for (const Mask set : sets) {
            const Literal literal = writer_.fresh();
            chosen.push_back({set, literal});
            for (int value = 0; value < values_; ++value) {
                const Literal held = used(cells, value);
                const Literal wrong = set >> value & 1 ? learning::opposite(held) : held;
                if (wrong == truth) writer_.define({learning::opposite(literal)});
                else writer_.exclude(literal, wrong);
            }
        }
        return chosen;
    }

private:
    // Returns a literal that is true if one of the cells has the value.
    Literal used(const std::vector<int>& cells, int value) {
        std::vector<Literal> marks;
        for (int cell : cells) {
            const Literal mark = literals_.of(cell, value);
            if (mark == truth) return truth;
            if (mark != falsity) marks.push_back(mark);
        }
        if (marks.empty()) return falsity;
        if (marks.size() == 1) return marks[0];
        const auto [known, is_new] = known_.try_emplace({cells, value});
        if (!is_new) return known->second;
        const Literal literal = known->second = writer_.fresh();
        for (Literal mark : marks) writer_.imply(mark, literal);
        marks.push_back(learning::opposite(literal));
        writer_.define(marks);
        return literal;
    }

    const Literals& literals_;
    int values_;
    ClauseWriter& writer_;
    std::map<std::pair<std::vector<int>, int>, Literal> known_;
};

}  // namespace nonet::general
