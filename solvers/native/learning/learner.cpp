#include "learner.hpp"

#include <algorithm>
#include <utility>

namespace nonet::learning {
namespace {

// Learnt clauses are deleted for the first time after `first_forgetting` conflicts. Each later
// interval is longer by `more_each_time`.
constexpr std::uint64_t first_forgetting = 500;
constexpr std::uint64_t more_each_time = 100;

// Clauses of at most this many levels are never deleted.
constexpr int worth_keeping = 2;

}  // namespace

Learner::Learner(const Formula& formula, bool assumes)
    : assumes_(assumes),
      assignment_(formula.variables),
      propagation_(formula, clauses_),
      analysis_(formula.variables),
      order_(formula.variables),
      preferred_(formula.variables),
      forget_at_(first_forgetting),
      until_forgetting_(first_forgetting) {
    for (int variable = 0; variable < formula.variables; ++variable)
        preferred_[variable] = is_true(variable);
    for (const auto& clause : formula.clauses) add(clause);
    given_ = clauses_.end();
}

void Learner::add(const std::vector<Literal>& clause) {
    go_back(0);
    std::vector<Literal> open;
    for (Literal literal : clause) {
        if (assignment_.holds(literal)) return;
        if (assignment_.is_open(literal)) open.push_back(literal);
    }
    if (open.empty()) consistent_ = false;
    else if (open.size() == 1) assignment_.put(open[0], Reason::none());
    else propagation_.watch(clauses_.add(open, 0), clauses_);
}

void Learner::forget_lessons() {
    go_back(0);
    clauses_.drop_from(given_);
    propagation_.watch_all(clauses_);
}

int Learner::learn(const Conflict& conflict) {
    ++conflicts_;
    if (assignment_.level() == 0) {
        consistent_ = false;
        return 0;
    }
    analysis_.run(conflict, assignment_, clauses_, order_);
    const std::vector<Literal>& lesson = analysis_.lesson();
    int levels = analysis_.levels(lesson, assignment_);
    if (assumes_)
        levels += static_cast<int>(std::ranges::count_if(
            lesson, [this](Literal literal) { return assignment_.level(variable(literal)) == 1; }));
    if (lesson.size() == 1) {
        go_back(0);
        assignment_.put(lesson[0], Reason::none());
    } else {
        go_back(assignment_.level(variable(lesson[1])));
        const Place clause = clauses_.add(lesson, levels);
        clauses_.use(clause);
        propagation_.watch(clause, clauses_);
        assignment_.put(lesson[0], Reason::clause(clause));
    }
    order_.grow_step();
    clauses_.grow_step();
    if (conflicts_ >= forget_at_) forget();
    return levels;
}

std::vector<Literal> Learner::behind(const Conflict& conflict) {
    std::vector<int> open;
    if (conflict.reason.is_literal()) open = {variable(conflict.excluded)};
    Analysis::each_cause(conflict.reason, -1, clauses_,
                         [&](Literal cause) { open.push_back(variable(cause)); });
    return behind(std::move(open));
}

std::vector<Literal> Learner::behind(Literal failed) {
    return behind(std::vector<int>{variable(failed)});
}

std::vector<Literal> Learner::behind(std::vector<int> open) {
    std::vector<Literal> decisions;
    std::vector<bool> seen(preferred_.size());
    while (!open.empty()) {
        const int next = open.back();
        open.pop_back();
        if (seen[next] || assignment_.level(next) == 0) continue;
        seen[next] = true;
        const Literal holds =
            assignment_.holds(is_true(next)) ? is_true(next) : opposite(is_true(next));
        const Reason reason = assignment_.reason(next);
        if (reason.is_none()) decisions.push_back(holds);
        else
            Analysis::each_cause(reason, holds, clauses_,
                                 [&](Literal cause) { open.push_back(variable(cause)); });
    }
    return decisions;
}

// Deletes the worse half of the learnt clauses that are not reasons at the moment.
void Learner::forget() {
    until_forgetting_ += more_each_time;
    forget_at_ = conflicts_ + until_forgetting_;
    std::vector<Place> losers;
    clauses_.each([&](Place clause) {
        const Literal first = clauses_.literals(clause)[0];
        const Reason reason = assignment_.reason(variable(first));
        const bool needed =
            assignment_.holds(first) && reason.is_clause() && reason.clause() == clause;
        if (clauses_.levels(clause) > worth_keeping && !needed) losers.push_back(clause);
    });
    std::sort(losers.begin(), losers.end(), [this](Place one, Place other) {
        const int levels = clauses_.levels(one), others = clauses_.levels(other);
        if (levels != others) return levels > others;
        const float activity = clauses_.activity(one), of_other = clauses_.activity(other);
        return activity != of_other ? activity < of_other : one < other;
    });
    losers.resize(losers.size() / 2);
    // A clause that is a reason implies its first literal.
    clauses_.remove(std::move(losers), [&](Place from, Place to) {
        Reason& reason = assignment_.reason(variable(clauses_.literals(to)[0]));
        if (reason.is_clause() && reason.clause() == from) reason = Reason::clause(to);
    });
    propagation_.watch_all(clauses_);
}

void Learner::go_back(int level) {
    assignment_.go_back(level, [this](Literal literal) {
        preferred_[variable(literal)] = literal;
        order_.put_back(variable(literal));
    });
    propagation_.go_back(assignment_.trail().size());
}

}  // namespace nonet::learning
