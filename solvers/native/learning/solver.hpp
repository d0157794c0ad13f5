// Satisfies a formula or proves it unsatisfiable, by conflict-driven clause learning.
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
    // Each variable is first tried as true, because that settles a cell. False would only remove a
    // value.
    explicit Solver(const Formula& formula) : learner_(formula) {}

    // Continues for at most `conflicts` conflicts. Regularly asks whether to stop. May be called
    // again after any result.
    Outcome run(std::uint64_t conflicts, const std::function<bool()>& stopped);

    // Whether a literal holds, once the formula is satisfied.
    bool holds(Literal literal) const { return learner_.assignment().holds(literal); }

    // Adds a clause.
    void add(const std::vector<Literal>& clause) { learner_.add(clause); }

    std::uint64_t conflicts() const { return learner_.conflicts(); }
    std::uint64_t literals() const { return learner_.literals(); }

private:
    Learner learner_;
    Restarts restarts_;
};

}  // namespace nonet::learning
