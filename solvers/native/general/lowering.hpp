// What a state leaves open, as a formula.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "clause_writer.hpp"
#include "group_clauses.hpp"
#include "houses.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "state.hpp"

namespace nonet::general {

// Knows cells that differ, houses, and what `GroupClauses` knows. The state is settled: what its
// settled cells say has been taken from the marks of all others.
template <class Shape>
class Lowering {
    using Literal = learning::Literal;

public:
    Lowering(const Network<Shape>& network, const State<Shape>& state)
        : network_(network), literals_(network, state) {}

    // None if it would have more exclusions than that.
    std::optional<learning::Formula> formula(std::size_t most) const {
        if (exclusions() > most) return std::nullopt;
        ClauseWriter writer(literals_.variables(), most);
        each_exclusion([&](Literal one, Literal other) { writer.exclude(one, other); });
        for (int cell = 0; cell < network_.cells; ++cell)
            if (literals_.is_open(cell)) writer.require(literals_.all(cell, literals_.marks(cell)));
        add_houses(writer);
        GroupClauses<Shape> groups(network_, literals_, writer);
        groups.write(network_.model);
        groups.write_derived();
        return std::move(writer).formula();
    }

    // The values of all cells, given which literals hold.
    template <class Holds>
    std::vector<int> values(Holds holds) const {
        std::vector<int> values(network_.cells);
        for (int cell = 0; cell < network_.cells; ++cell)
            each_value(literals_.marks(cell), [&](int value) {
                const Literal literal = literals_.of(cell, value);
                if (literal == truth || holds(literal)) values[cell] = value;
            });
        return values;
    }

    // That the cells do not hold just these values; nothing where they cannot hold them anyway.
    std::optional<std::vector<Literal>> other_than(const std::vector<int>& values) const {
        std::vector<Literal> clause;
        for (int cell = 0; cell < network_.cells; ++cell) {
            const Literal literal = literals_.of(cell, values[cell]);
            if (literal == falsity) return std::nullopt;
            if (literal != truth) clause.push_back(learning::opposite(literal));
        }
        return clause;
    }

private:
    // How many pairs of marks exclude each other: what most of the memory goes to.
    std::size_t exclusions() const {
        std::size_t twice = 0;
        for (int cell = 0; cell < network_.cells; ++cell) {
            if (!literals_.is_open(cell)) continue;
            const int marks = count(literals_.marks(cell));
            each_value(literals_.marks(cell), [&](int value) {
                twice += marks - 1 + (literals_.places(value) & network_.see[cell]).size();
            });
        }
        return twice / 2;
    }

    // Two values of one cell, and one value of two cells that see each other.
    template <class Visit>
    void each_exclusion(Visit visit) const {
        for (int cell = 0; cell < network_.cells; ++cell) {
            if (!literals_.is_open(cell)) continue;
            const Literal first = literals_.of(cell, lowest(literals_.marks(cell)));
            each_value(literals_.marks(cell), [&](int value) {
                const Literal own = literals_.of(cell, value);
                for (Literal other = first; other < own; other += 2) visit(other, own);
                (literals_.places(value) & network_.see[cell]).each([&](int peer) {
                    if (peer > cell) visit(own, literals_.of(peer, value));
                    return true;
                });
            });
        }
    }

    void add_houses(ClauseWriter& writer) const {
        const auto& houses = std::get<Houses<Shape>>(network_.kinds);
        for (int house = 0; house < houses.size(); ++house)
            for (int value = 0; value < network_.values; ++value) {
                std::vector<Literal> clause;
                for (int cell : houses.cells(house)) clause.push_back(literals_.of(cell, value));
                writer.require(std::move(clause));
            }
    }

    const Network<Shape>& network_;
    Literals<Shape> literals_;
};

}  // namespace nonet::general
