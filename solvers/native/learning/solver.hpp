// Satisfies a formula, or proves that nothing does: search that learns a clause at each conflict.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis.hpp"
#include "assignment.hpp"
#include "clauses.hpp"
#include "formula.hpp"
#include "order.hpp"
#include "propagation.hpp"
#include "restarts.hpp"

namespace nonet::learning {

enum class Outcome { satisfied, unsatisfiable, conflict_limit, stopped };

class Solver {
public:
    explicit Solver(const Formula& formula);

    // Goes on for at most `conflicts` conflicts; now and then it asks whether to stop. May be
    // called again whatever it returned.
    Outcome run(std::uint64_t conflicts, const std::function<bool()>& stopped);

    // Whether a literal holds, once the formula is satisfied.
    bool holds(Literal literal) const { return assignment_.holds(literal); }

    // From now on one of these literals has to hold as well.
    void add(const std::vector<Literal>& clause);

    std::uint64_t conflicts() const { return conflicts_; }
    std::uint64_t literals() const { return propagation_.literals; }

private:
    void learn(const Conflict& conflict);
    void forget();
    void go_back(int level);

    bool consistent_ = true;
    Clauses clauses_;
    Assignment assignment_;
    Propagation propagation_;
    Analysis analysis_;
    Order order_;
    Restarts restarts_;
    std::vector<Literal> last_;  // of each variable, the literal that held last
    std::uint64_t conflicts_ = 0;
    std::uint64_t forget_at_;
    std::uint64_t until_forgetting_;
};

}  // namespace nonet::learning
