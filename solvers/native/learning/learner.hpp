// What every search that learns does alike: propagate, learn from a conflict, forget. Which literal
// is decided next, and when to stop, is up to the search.
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
    // At first each variable prefers to be true. If the first decision is an assumption of many
    // literals, a clause that needs many of them is of little use.
    explicit Learner(const Formula& formula, bool assumes = false);

    // Takes all decisions back. From now on one of these literals has to hold as well.
    void add(const std::vector<Literal>& clause);

    // Takes all decisions back, and forgets all clauses that were learnt.
    void forget_lessons();

    // Whether the clauses have not yet contradicted one another.
    bool is_consistent() const { return consistent_; }

    const Assignment& assignment() const { return assignment_; }

    // What follows from all that holds, up to a conflict.
    std::optional<Conflict> propagate() { return propagation_.run(assignment_, clauses_); }

    // Learns a clause from a conflict and goes back to where a literal follows from it; returns on
    // how many levels the clause stood. A conflict without a decision is the end.
    int learn(const Conflict& conflict);

    // The decisions behind a conflict, or behind a literal that fails.
    std::vector<Literal> behind(const Conflict& conflict);
    std::vector<Literal> behind(Literal failed);

    void decide(Literal literal) { assignment_.decide(literal); }
    // One more literal of the last decision.
    void decide_as_well(Literal literal) { assignment_.put(literal, Reason::none()); }
    void go_back(int level);

    // Makes the last decision a part of the one before.
    void merge_decision() { assignment_.merge_decision(); }

    // The clause learnt last.
    const std::vector<Literal>& lesson() const { return analysis_.lesson(); }

    // The open variable that conflicts were about most, or -1 if there is none.
    int most_active() {
        return order_.take([this](int next) { return assignment_.is_open(is_true(next)); });
    }

    // Lets an open variable be found again.
    void put_back(int variable) { order_.put_back(variable); }

    // The literal of a variable that held last, or that was preferred since.
    Literal preferred(int variable) const { return preferred_[variable]; }
    void prefer(Literal literal) { preferred_[variable(literal)] = literal; }

    std::uint64_t conflicts() const { return conflicts_; }
    std::uint64_t literals() const { return propagation_.literals; }

private:
    std::vector<Literal> behind(std::vector<int> open);
    void forget();

    bool assumes_;
    Place given_ = 0;  // where the clauses that were given end
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
