#include "lowering.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "cell_sets.hpp"
#include "clause_writer.hpp"
#include "group_clauses.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "outline.hpp"

namespace nonet::general {

Lowering::Lowering(const Outline& outline, const Marks& marks)
    : outline_(outline), literals_(marks), places_(outline.model.values, outline.see.words()) {
    for (int cell = 0; cell < outline.model.cells; ++cell)
        each_value(marks[cell], [&](int value) { places_.add(value, cell); });
}

// Counts the pairs of marks that exclude each other. They take most of the memory.
std::size_t Lowering::exclusions() const {
    std::size_t twice = 0;
    for (int cell = 0; cell < literals_.cells(); ++cell) {
        if (!literals_.is_open(cell)) continue;
        const int marks = count(literals_.marks(cell));
        each_value(literals_.marks(cell), [&](int value) {
            twice += marks - 1 + common(places_[value], outline_.see[cell]);
        });
    }
    return twice / 2;
}

// Visits the pairs of marks that exclude each other: marks of one cell, and equal marks of two
// cells that see each other.
template <class Visit>
void Lowering::each_exclusion(Visit visit) const {
    for (int cell = 0; cell < literals_.cells(); ++cell) {
        if (!literals_.is_open(cell)) continue;
        const Literal first = literals_.of(cell, lowest(literals_.marks(cell)));
        each_value(literals_.marks(cell), [&](int value) {
            const Literal own = literals_.of(cell, value);
            for (Literal other = first; other < own; other += 2) visit(other, own);
            each_common(places_[value], outline_.see[cell], [&](int peer) {
                if (peer > cell) visit(own, literals_.of(peer, value));
            });
        });
    }
}

void Lowering::add_houses(ClauseWriter& writer) const {
    for (const auto& house : outline_.model.all_different) {
        if (static_cast<int>(house.size()) != outline_.model.values) continue;
        for (int value = 0; value < outline_.model.values; ++value) {
            std::vector<Literal> clause;
            for (int cell : house) clause.push_back(literals_.of(cell, value));
            writer.require(std::move(clause));
        }
    }
}

std::optional<learning::Formula> Lowering::formula(std::size_t most) const {
    if (exclusions() > most) return std::nullopt;
    ClauseWriter writer(literals_.variables(), most);
    each_exclusion([&](Literal one, Literal other) { writer.exclude(one, other); });
    for (int cell = 0; cell < literals_.cells(); ++cell)
        if (literals_.is_open(cell)) writer.require(literals_.all(cell, literals_.marks(cell)));
    add_houses(writer);
    GroupClauses groups(outline_, literals_, writer);
    groups.write(outline_.model);
    groups.write_derived();
    return std::move(writer).formula();
}

std::optional<std::vector<learning::Literal>> Lowering::other_than(
    const std::vector<int>& values) const {
    std::vector<Literal> clause;
    for (int cell = 0; cell < literals_.cells(); ++cell) {
        const Literal literal = literals_.of(cell, values[cell]);
        if (literal == falsity) return std::nullopt;
        if (literal != truth) clause.push_back(learning::opposite(literal));
    }
    return clause;
}

}  // namespace nonet::general
