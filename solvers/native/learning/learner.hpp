// The common part of all searches that learn. It propagates, learns from conflicts and deletes
// clauses. The search itself chooses the decisions, and decides when to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis.hpp"
#include "assignment.hpp"
#include "clauses.hpp"
#include "formula.hpp"
#include "order.hpp"
#include "propagation.hpp"

namespace nonet::learning {

class Learner {
public:
    // At first, each variable prefers to be true. Set `assumes` if the first decision assumes many
    // literals. Then learnt clauses that depend on many of them count as less useful.
    explicit Learner(const Formula& formula, bool assumes = false);

    // Undoes all decisions, and adds a clause.
    void add(const std::vector<Literal>& clause);

    // Undoes all decisions, and deletes all learnt clauses.
    void forget_lessons();

    // False if the clauses have been found to contradict each other.
    bool is_consistent() const { return consistent_; }

    const Assignment& assignment() const { return assignment_; }

    // Propagates until nothing more follows, or until there is a conflict.
    std::optional<Conflict> propagate() { return propagation_.run(assignment_, clauses_); }

    // Learns a clause from a conflict, and goes back to the level where a literal follows from the
    // clause. Returns the number of levels of the clause. If there was no decision, the formula is
    // unsatisfiable.
    int learn(const Conflict& conflict);

    // The decisions that lead to a conflict, or to the failure of a literal.
    std::vector<Literal> behind(const Conflict& conflict);
    std::vector<Literal> behind(Literal failed);

    void decide(Literal literal) { assignment_.decide(literal); }
    // Adds a literal to the last decision.
    void decide_as_well(Literal literal) { assignment_.put(literal, Reason::none()); }
    void go_back(int level);

    // Merges the last decision into the one before.
    void merge_decision() { assignment_.merge_decision(); }

    // The clause learnt last.
    const std::vector<Literal>& lesson() const { return analysis_.lesson(); }

    // The open variable of the highest activity, -1 if all are assigned.
    int most_active() {
        return order_.take([this](int next) { return assignment_.is_open(is_true(next)); });
    }

    // Puts an open variable back into the order.
    void put_back(int variable) { order_.put_back(variable); }

    // The literal of a variable to try first: the last one that held, or a later preference.
    Literal preferred(int variable) const { return preferred_[variable]; }
    void prefer(Literal literal) { preferred_[variable(literal)] = literal; }

    std::uint64_t conflicts() const { return conflicts_; }
    std::uint64_t literals() const { return propagation_.literals; }

private:
    std::vector<Literal> behind(std::vector<int> open);
    void forget();

    bool assumes_;
    Place given_ = 0;  // the end of the original clauses
    bool consistent_ = true;
    Clauses clauses_;
    Assignment assignment_;
    Propagation propagation_;
    Analysis analysis_;
    Order order_;
    std::vector<Literal> preferred_;
    std::uint64_t conflicts_ = 0;
    std::uint64_t forget_at_;
    std::uint64_t until_forgetting_;
};

}  // namespace nonet::learning
