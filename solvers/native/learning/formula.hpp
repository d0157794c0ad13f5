// What is to be satisfied: clauses, and pairs of literals that exclude each other.
#pragma once

#include <utility>
#include <vector>

namespace nonet::learning {

// A variable v has two literals: 2v says that it is true, 2v + 1 that it is not.
using Literal = int;

constexpr Literal is_true(int variable) { return 2 * variable; }
constexpr Literal opposite(Literal literal) { return literal ^ 1; }
constexpr int variable(Literal literal) { return literal >> 1; }

// Two literals of which at most one holds while the condition does.
struct ConditionalExclusion {
    Literal one, other, condition;
};

// Of each clause one literal holds, and of each pair at most one.
struct Formula {
    int variables = 0;
    std::vector<std::pair<Literal, Literal>> exclusions;
    std::vector<ConditionalExclusion> conditional;
    std::vector<std::vector<Literal>> clauses;
};

}  // namespace nonet::learning
