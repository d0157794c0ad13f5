// Satisfies a formula, or proves that nothing does: search that learns a clause at each conflict.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "formula.hpp"
#include "learner.hpp"
#include "restarts.hpp"

namespace nonet::learning {

enum class Outcome { satisfied, unsatisfiable, conflict_limit, stopped };

class Solver {
public:
    // At first each variable is tried true: that decides a cell, false only takes a value from it.
    explicit Solver(const Formula& formula) : learner_(formula) {}

    // Goes on for at most `conflicts` conflicts; now and then it asks whether to stop. May be
    // called again whatever it returned.
    Outcome run(std::uint64_t conflicts, const std::function<bool()>& stopped);

    // Whether a literal holds, once the formula is satisfied.
    bool holds(Literal literal) const { return learner_.assignment().holds(literal); }

    // From now on one of these literals has to hold as well.
    void add(const std::vector<Literal>& clause) { learner_.add(clause); }

    std::uint64_t conflicts() const { return learner_.conflicts(); }
    std::uint64_t literals() const { return learner_.literals(); }

private:
    Learner learner_;
    Restarts restarts_;
};

}  // namespace nonet::learning
