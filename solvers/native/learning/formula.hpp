// A formula to satisfy: clauses, and pairs of literals that exclude each other.
#pragma once

#include <utility>
#include <vector>

namespace nonet::learning {

// A variable v has two literals: 2v for true, 2v + 1 for false.
using Literal = int;

constexpr Literal is_true(int variable) { return 2 * variable; }
constexpr Literal opposite(Literal literal) { return literal ^ 1; }
constexpr int variable(Literal literal) { return literal >> 1; }

// At most one of the two literals holds while the condition holds.
struct ConditionalExclusion {
    Literal one, other, condition;
};

// At least one literal of each clause holds, and at most one of each pair.
struct Formula {
    int variables = 0;
    std::vector<std::pair<Literal, Literal>> exclusions;
    std::vector<ConditionalExclusion> conditional;
    std::vector<std::vector<Literal>> clauses;
};

}  // namespace nonet::learning
