// The primitives of a model, or of an alternative, as clauses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "clause_writer.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "outline.hpp"
#include "parts.hpp"
#include "sum_clauses.hpp"
#include "walk.hpp"

namespace nonet::general {

// Writes all kinds of primitives.
class GroupClauses {
    using Mask = std::uint64_t;
    using Literal = learning::Literal;

public:
    GroupClauses(const Outline& outline, const Literals& literals, ClauseWriter& writer)
        : outline_(outline),
          literals_(literals),
          writer_(writer),
          sums_(literals, outline.model.values, writer) {}

    void write(const Group& group) {
        for (const Candidates& candidates : group.candidates) write(candidates);
        for (const Relation& relation : group.relations) write(relation);
        for (const Linear& linear : group.sums)
            sums_.write(taken_apart(linear, outline_.model.first, outline_.see));
        for (const Count& count : group.counts) write(count);
        for (const Word& word : group.words) write(word);
        for (const AnyOf& choice : group.choices) write(choice);
    }

    // Writes implied constraints that help the search: derived sums, and the sets of cliques.
    void write_derived() {
        for (std::size_t id = outline_.model.sums.size(); id < outline_.sums.size(); ++id)
            sums_.write(outline_.sums[id]);
        for (const auto& clique : outline_.cover.cliques) {
            std::vector<Mask> sets;
            for (const Mask set : clique.sets)
                if (sums_.suits(set, clique.cells)) sets.push_back(set);
            sums_.write(clique.cells, sets);
        }
    }

private:
    void write(const Candidates& candidates) {
        const Mask mask = candidates.mask;
        writer_.require(literals_.all(candidates.cell, mask));
        for (Literal literal : literals_.all(candidates.cell, ~mask))
            writer_.require({learning::opposite(literal)});
    }

    void write(const Relation& relation) {
        const auto& table = outline_.model.tables[relation.table];
        std::vector<Mask> back(table.size());
        for (std::size_t value = 0; value < table.size(); ++value)
            each_value(table[value],
                       [&](int partner) { back[partner] |= bit<Mask>(static_cast<int>(value)); });
        add_support(relation.a, relation.b, table);
        add_support(relation.b, relation.a, back);
    }

    // Requires a partner in the other cell for each value of a cell.
    void add_support(int cell, int other, const std::vector<Mask>& partners) {
        const Mask marks = literals_.marks(other);
        const bool seen = outline_.see.has(cell, other);
        each_value(literals_.marks(cell), [&](int value) {
            const Mask excluded = seen ? bit<Mask>(value) : Mask{0};
            const Mask left = partners[value] & marks & ~excluded;
            const Mask lost = marks & ~left;
            if (!(lost & ~excluded)) return;
            std::vector<Literal> clause = literals_.all(other, left);
            clause.push_back(learning::opposite(literals_.of(cell, value)));
            writer_.require(std::move(clause));
        });
    }

    // If only the smallest or only the largest number is wrong, writes one clause. Otherwise writes
    // a walk over the counts so far.
    void write(const Count& counted) {
        const Mask inside = counted.values;
        const Mask outside = ~inside;
        std::map<int, int> open;  // how often each undecided cell counts
        int sure = 0;
        for (int cell : counted.cells) {
            const bool may = literals_.marks(cell) & inside;
            if (may && (literals_.marks(cell) & outside)) ++open[cell];
            else sure += may;
        }
        int most = 0;
        for (const auto& [cell, times] : open) most += times;
        std::vector<char> allowed(most + 1);
        for (int number : counted.numbers)
            if (sure <= number && number <= sure + most) allowed[number - sure] = true;
        const auto right = std::count(allowed.begin(), allowed.end(), true);
        if (right == most + 1) return;
        if (right == most && !allowed.front()) return require_one(open, inside);
        if (right == most && !allowed.back()) return require_one(open, outside);
        std::vector<std::vector<Letter>> letters;
        for (const auto& [cell, times] : open) {
            const Literal hit = one_literal(cell, inside);
            letters.push_back({{hit, times}, {learning::opposite(hit), 0}});
        }
        Walk(std::move(letters), std::move(allowed), [](int sum, int times) {
            return sum + times;
        }).write(writer_);
    }

    void require_one(const std::map<int, int>& cells, Mask mask) {
        std::vector<Literal> clause;
        for (const auto& [cell, times] : cells)
            for (Literal literal : literals_.all(cell, mask)) clause.push_back(literal);
        writer_.require(std::move(clause));
    }

    // Returns a literal that is true if the cell has a value of the mask.
    Literal one_literal(int cell, Mask mask) {
        const Mask in = literals_.marks(cell) & mask;
        const Mask out = literals_.marks(cell) & ~mask;
        if (settled(in)) return literals_.of(cell, lowest(in));
        if (settled(out)) return learning::opposite(literals_.of(cell, lowest(out)));
        const auto [known, is_new] = known_.try_emplace({cell, in});
        if (!is_new) return known->second;
        const Literal literal = known->second = writer_.fresh();
        std::vector<Literal> inside = literals_.all(cell, in), outside = literals_.all(cell, out);
        for (Literal mark : inside) writer_.imply(mark, literal);
        for (Literal mark : outside) writer_.exclude(mark, literal);
        inside.push_back(learning::opposite(literal));
        outside.push_back(literal);
        writer_.define(inside);
        writer_.define(outside);
        return literal;
    }

    void write(const Word& word) {
        const Automaton& automaton = *outline_.model.automata[word.automaton];
        std::vector<std::vector<Letter>> letters;
        for (int cell : word.cells) {
            auto& place = letters.emplace_back();
            each_value(literals_.marks(cell),
                       [&](int value) { place.push_back({literals_.of(cell, value), value}); });
        }
        Walk(std::move(letters), automaton.accepting, [&](int state, int value) {
            return automaton.next[state * outline_.model.values + value];
        }).write(writer_);
    }

    // Each alternative has a variable that chooses it. But if an alternative only restricts one
    // cell, the marks of this cell choose it.
    void write(const AnyOf& choice) {
        std::vector<Literal> chosen;
        for (const Group& group : choice.alternatives) {
            if (only_restricts_a_cell(group)) {
                const auto& [cell, mask] = group.candidates[0];
                for (Literal literal : literals_.all(cell, mask)) chosen.push_back(literal);
                continue;
            }
            chosen.push_back(writer_.fresh());
            writer_.only_if(chosen.back(), [&] { write(group); });
        }
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        writer_.require(std::move(chosen));
    }

    static bool only_restricts_a_cell(const Group& group) {
        return group.candidates.size() == 1 && group.relations.empty() && group.sums.empty() &&
               group.counts.empty() && group.words.empty() && group.choices.empty();
    }

    const Outline& outline_;
    const Literals& literals_;
    ClauseWriter& writer_;
    SumClauses sums_;
    std::map<std::pair<int, Mask>, Literal> known_;
};

}  // namespace nonet::general
