// What a state leaves open, as a formula: a variable for each mark of an open cell.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "houses.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "relations.hpp"
#include "state.hpp"

namespace nonet::general {

// Knows cells that differ, houses and relations. The state is settled: what its settled cells say
// has been taken from the marks of all others.
template <class Shape>
class Lowering {
    using Mask = typename Shape::Mask;
    using Literal = learning::Literal;

public:
    Lowering(const Network<Shape>& network, const State<Shape>& state)
        : network_(network), state_(state), first_(network.cells + 1) {
        for (int cell = 0; cell < network.cells; ++cell)
            first_[cell + 1] = first_[cell] + (is_open(cell) ? count(state.marks[cell]) : 0);
    }

    // How many pairs of marks exclude each other: what most of the memory goes to.
    std::size_t exclusions() const {
        std::size_t twice = 0;
        for (int cell = 0; cell < network_.cells; ++cell) {
            if (!is_open(cell)) continue;
            const int marks = count(state_.marks[cell]);
            each_value(state_.marks[cell], [&](int value) {
                twice += marks - 1 + (state_.places[value] & network_.see[cell]).size();
            });
        }
        return twice / 2;
    }

    learning::Formula formula() const {
        learning::Formula formula{first_.back(), {}, {}};
        each_exclusion(
            [&](Literal one, Literal other) { formula.exclusions.push_back({one, other}); });
        for (int cell = 0; cell < network_.cells; ++cell)
            if (is_open(cell)) formula.clauses.push_back(literals(cell, state_.marks[cell]));
        add_houses(formula);
        add_relations(formula);
        return formula;
    }

    // The values of all cells, given which literals hold.
    template <class Holds>
    std::vector<int> values(Holds holds) const {
        std::vector<int> values(network_.cells);
        for (int cell = 0; cell < network_.cells; ++cell)
            each_value(state_.marks[cell], [&](int value) {
                if (!is_open(cell) || holds(literal(cell, value))) values[cell] = value;
            });
        return values;
    }

    // That the cells do not hold just these values; nothing where they cannot hold them anyway.
    std::optional<std::vector<Literal>> other_than(const std::vector<int>& values) const {
        std::vector<Literal> clause;
        for (int cell = 0; cell < network_.cells; ++cell) {
            if (!(state_.marks[cell] & bit<Mask>(values[cell]))) return std::nullopt;
            if (is_open(cell)) clause.push_back(learning::opposite(literal(cell, values[cell])));
        }
        return clause;
    }

private:
    bool is_open(int cell) const { return !settled(state_.marks[cell]); }

    Literal literal(int cell, int value) const {
        const Mask below = static_cast<Mask>(bit<Mask>(value) - 1);
        return learning::is_true(first_[cell] +
                                 count(static_cast<Mask>(state_.marks[cell] & below)));
    }

    std::vector<Literal> literals(int cell, Mask mask) const {
        std::vector<Literal> literals;
        each_value(mask, [&](int value) { literals.push_back(literal(cell, value)); });
        return literals;
    }

    // Two values of one cell, and one value of two cells that see each other.
    template <class Visit>
    void each_exclusion(Visit visit) const {
        for (int cell = 0; cell < network_.cells; ++cell) {
            if (!is_open(cell)) continue;
            each_value(state_.marks[cell], [&](int value) {
                const Literal own = literal(cell, value);
                for (Literal other = learning::is_true(first_[cell]); other < own; other += 2)
                    visit(other, own);
                (state_.places[value] & network_.see[cell]).each([&](int peer) {
                    if (peer > cell) visit(own, literal(peer, value));
                    return true;
                });
            });
        }
    }

    void add_houses(learning::Formula& formula) const {
        const auto& houses = std::get<Houses<Shape>>(network_.kinds);
        for (int house = 0; house < houses.size(); ++house)
            for (int value = 0; value < network_.values; ++value) {
                std::vector<Literal> clause;
                bool placed = false;
                for (int cell : houses.cells(house)) {
                    if (!state_.places[value].has(cell)) continue;
                    placed = placed || !is_open(cell);
                    if (!placed) clause.push_back(literal(cell, value));
                }
                if (!placed) formula.clauses.push_back(std::move(clause));
            }
    }

    void add_relations(learning::Formula& formula) const {
        const auto& relations = std::get<Relations<Shape>>(network_.kinds);
        for (const auto& [a, b, table] : relations.all()) {
            auto after = [&, table = table](Mask mask) { return relations.after(table, mask); };
            auto before = [&, table = table](Mask mask) { return relations.before(table, mask); };
            add_support(a, b, after, formula);
            add_support(b, a, before, formula);
        }
    }

    // Each value of a cell needs a partner in the other.
    template <class Partners>
    void add_support(int cell, int other, Partners partners, learning::Formula& formula) const {
        if (!is_open(cell) || !is_open(other)) return;
        const Mask marks = state_.marks[other];
        each_value(state_.marks[cell], [&](int value) {
            const Mask left = static_cast<Mask>(partners(bit<Mask>(value)) & marks);
            const Mask lost = static_cast<Mask>(marks & ~left);
            const bool seen = network_.see[cell].has(other);
            if (!lost || (seen && lost == bit<Mask>(value))) return;
            std::vector<Literal> clause = literals(other, left);
            clause.push_back(learning::opposite(literal(cell, value)));
            formula.clauses.push_back(std::move(clause));
        });
    }

    const Network<Shape>& network_;
    State<Shape> state_;
    std::vector<int> first_;  // the first variable of each cell
};

}  // namespace nonet::general
