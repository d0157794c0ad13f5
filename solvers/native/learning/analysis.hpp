// Learns a clause from a conflict. With this clause, propagation would have found the conflict at
// least one decision earlier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "assignment.hpp"
#include "clauses.hpp"
#include "formula.hpp"
#include "order.hpp"
#include "propagation.hpp"

namespace nonet::learning {

class Analysis {
public:
    explicit Analysis(int variables) : seen_(variables), stamps_(variables + 1) {}

    // The learnt clause. After a return to the level of its second literal, its first literal
    // follows.
    const std::vector<Literal>& lesson() const { return lesson_; }

    // Goes back from the conflict to the first unique implication point, and raises the activity of
    // the variables and clauses on the way.
    void run(const Conflict& conflict, Assignment& on, Clauses& clauses, Order& order) {
        lesson_.assign(1, 0);
        int ahead = 0;  // seen literals of the last level
        auto meet = [&](Literal literal) {
            const int met = variable(literal);
            if (seen_[met] || on.level(met) == 0) return;
            see(met);
            order.blame(met);
            if (on.level(met) == on.level()) ++ahead;
            else lesson_.push_back(literal);
        };
        if (conflict.reason.is_literal()) meet(opposite(conflict.excluded));
        Reason reason = conflict.reason;
        Literal because_of = none;
        for (std::size_t at = on.trail().size();;) {
            if (reason.is_clause()) use(reason.clause(), on, clauses);
            each_cause(reason, because_of, clauses, meet);
            do because_of = on.trail()[--at];
            while (!seen_[variable(because_of)]);
            if (--ahead == 0) break;
            reason = on.reason(variable(because_of));
        }
        lesson_[0] = opposite(because_of);
        drop_what_follows(on, clauses);
        for (int variable : all_seen_) seen_[variable] = false;
        all_seen_.clear();
        put_latest_second(on);
    }

    // Calls visit(literal) for each false literal in a reason.
    template <class Visit>
    static void each_cause(Reason reason, Literal effect, Clauses& clauses, Visit visit) {
        if (reason.is_literal()) return visit(opposite(reason.literal()));
        for (Literal literal : clauses.all(reason.clause()))
            if (literal != effect) visit(literal);
    }

    // Counts the different levels of these literals.
    int levels(std::span<const Literal> literals, const Assignment& on) {
        ++stamp_;
        int levels = 0;
        for (Literal literal : literals) {
            std::uint64_t& stamp = stamps_[on.level(variable(literal))];
            levels += stamp != stamp_;
            stamp = stamp_;
        }
        return levels;
    }

private:
    static constexpr Literal none = -1;

    void see(int variable) {
        seen_[variable] = true;
        all_seen_.push_back(variable);
    }

    // Notes the use of a learnt clause. Its literals may have fewer levels now than before.
    void use(Place clause, const Assignment& on, Clauses& clauses) {
        if (clauses.levels(clause) == 0) return;
        clauses.use(clause);
        if (clauses.levels(clause) > 2)
            clauses.levels(clause) =
                std::min(clauses.levels(clause), levels(clauses.all(clause), on));
    }

    void drop_what_follows(Assignment& on, Clauses& clauses) {
        // The levels of the learnt clause, modulo 64. A literal that depends on any other level is
        // not implied.
        std::uint64_t levels = 0;
        for (std::size_t index = 1; index < lesson_.size(); ++index)
            levels |= bit(on.level(variable(lesson_[index])));
        std::size_t kept = 1;
        for (std::size_t index = 1; index < lesson_.size(); ++index)
            if (!follows(lesson_[index], levels, on, clauses)) lesson_[kept++] = lesson_[index];
        lesson_.resize(kept);
    }

    // Whether a literal of the learnt clause is implied by its other literals, and so is redundant.
    bool follows(Literal literal, std::uint64_t levels, Assignment& on, Clauses& clauses) {
        if (on.reason(variable(literal)).is_none()) return false;
        const std::size_t before = all_seen_.size();
        open_.assign(1, literal);
        while (!open_.empty()) {
            const Literal effect = opposite(open_.back());
            open_.pop_back();
            bool may = true;
            each_cause(on.reason(variable(effect)), effect, clauses, [&](Literal cause) {
                const int met = variable(cause);
                if (seen_[met] || on.level(met) == 0) return;
                may = may && !on.reason(met).is_none() && (levels & bit(on.level(met)));
                if (!may) return;
                see(met);
                open_.push_back(cause);
            });
            if (may) continue;
            for (; all_seen_.size() > before; all_seen_.pop_back()) seen_[all_seen_.back()] = false;
            return false;
        }
        return true;
    }

    void put_latest_second(const Assignment& on) {
        for (std::size_t index = 2; index < lesson_.size(); ++index)
            if (on.level(variable(lesson_[index])) > on.level(variable(lesson_[1])))
                std::swap(lesson_[1], lesson_[index]);
    }

    static std::uint64_t bit(int level) { return std::uint64_t{1} << (level & 63); }

    std::vector<Literal> lesson_;
    std::vector<char> seen_;
    std::vector<int> all_seen_;
    std::vector<Literal> open_;
    std::vector<std::uint64_t> stamps_;  // of the levels counted last
    std::uint64_t stamp_ = 0;
};

}  // namespace nonet::learning
