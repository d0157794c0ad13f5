// Writes the state of a search as a formula over its open marks.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../learning/formula.hpp"
#include "cell_sets.hpp"
#include "clause_writer.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "outline.hpp"

namespace nonet::general {

// The formula has exclusions, houses, and the clauses of `GroupClauses`. The state must be
// propagated, so that no peer of a settled cell still has its value.
class Lowering {
    using Literal = learning::Literal;

public:
    Lowering(const Outline& outline, const Marks& marks);

    // Returns nothing if the formula would have more than `most` exclusions.
    std::optional<learning::Formula> formula(std::size_t most) const;

    // The values of all cells in a model of the formula.
    template <class Holds>
    std::vector<int> values(Holds holds) const {
        std::vector<int> values(literals_.cells());
        for (int cell = 0; cell < literals_.cells(); ++cell)
            each_value(literals_.marks(cell), [&](int value) {
                const Literal literal = literals_.of(cell, value);
                if (literal == truth || holds(literal)) values[cell] = value;
            });
        return values;
    }

    // A clause that excludes this solution, or nothing if the state excludes it already.
    std::optional<std::vector<Literal>> other_than(const std::vector<int>& values) const;

private:
    std::size_t exclusions() const;
    template <class Visit>
    void each_exclusion(Visit visit) const;
    void add_houses(ClauseWriter& writer) const;

    const Outline& outline_;
    Literals literals_;
    CellSets places_;  // of each value
};

}  // namespace nonet::general
