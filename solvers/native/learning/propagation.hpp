// Unit propagation: by exclusions, and by clauses with a single literal left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "assignment.hpp"
#include "clauses.hpp"
#include "conditions.hpp"
#include "formula.hpp"

namespace nonet::learning {

// A conflict: all literals of a clause fail, or both literals of an exclusion hold.
struct Conflict {
    Reason reason;     // the clause, or the first literal
    Literal excluded;  // the other literal of an exclusion
};

// Invariant: the first two literals of a clause watch it. While neither of them fails, the clause
// implies nothing. When one fails, another literal that does not fail takes its place.
class Propagation {
public:
    // Adds the conditional exclusions to the clauses, which must be empty before.
    Propagation(const Formula& formula, Clauses& clauses)
        : starts_(2 * formula.variables + 1),
          conditions_(formula, clauses),
          first_watched_(clauses.end()),
          watchers_(2 * formula.variables) {
        for (const auto& [one, other] : formula.exclusions) {
            ++starts_[one + 1];
            ++starts_[other + 1];
        }
        for (std::size_t literal = 1; literal < starts_.size(); ++literal)
            starts_[literal] += starts_[literal - 1];
        excluded_.resize(2 * formula.exclusions.size());
        std::vector<int> next(starts_.begin(), starts_.end() - 1);
        for (const auto& [one, other] : formula.exclusions) {
            excluded_[next[one]++] = other;
            excluded_[next[other]++] = one;
        }
    }

    void watch(Place clause, Clauses& clauses) {
        const Literal* const literals = clauses.literals(clause);
        watchers_[opposite(literals[0])].push_back({clause, literals[1]});
        watchers_[opposite(literals[1])].push_back({clause, literals[0]});
    }

    void watch_all(Clauses& clauses) {
        for (auto& watchers : watchers_) watchers.clear();
        clauses.each([&](Place clause) { watch(clause, clauses); }, first_watched_);
    }

    // Propagates the literals assigned since the last call.
    std::optional<Conflict> run(Assignment& on, Clauses& clauses) {
        while (next_ < on.trail().size()) {
            const Literal literal = on.trail()[next_++];
            if (next_ < on.trail().size())  // loads the next watchers early
                __builtin_prefetch(watchers_[on.trail()[next_]].data());
            ++literals;
            std::optional<Conflict> conflict = exclude(literal, on);
            if (!conflict && !conditions_.empty())
                if (const auto failed = conditions_.run(literal, on))
                    conflict = Conflict{Reason::clause(*failed), opposite(literal)};
            if (!conflict) conflict = notify(literal, on, clauses);
            if (conflict) {
                next_ = on.trail().size();
                return conflict;
            }
        }
        return std::nullopt;
    }

    // Call this after undoing the assignments beyond this place.
    void go_back(std::size_t trail) { next_ = std::min(next_, trail); }

    std::uint64_t literals = 0;  // the number propagated

private:
    struct Watcher {
        Place clause;
        Literal other;  // if it holds, skip the clause
    };

    std::optional<Conflict> exclude(Literal literal, Assignment& on) const {
        for (int index = starts_[literal]; index < starts_[literal + 1]; ++index) {
            const Literal loser = excluded_[index];
            if (on.fails(loser)) continue;
            if (on.holds(loser)) return Conflict{Reason::literal(literal), loser};
            on.put(opposite(loser), Reason::literal(literal));
        }
        return std::nullopt;
    }

    // Visits the clauses that watch the opposite of the literal.
    std::optional<Conflict> notify(Literal literal, Assignment& on, Clauses& clauses) {
        std::vector<Watcher>& watchers = watchers_[literal];
        const Literal failed = opposite(literal);
        Watcher* kept = watchers.data();
        const Watcher* const end = kept + watchers.size();
        const Watcher* watcher = kept;
        std::optional<Conflict> conflict;
        while (watcher != end && !conflict) {
            if (on.holds(watcher->other)) {
                *kept++ = *watcher++;
                continue;
            }
            const Place clause = (watcher++)->clause;
            Literal* const literals = clauses.literals(clause);
            if (literals[0] == failed) std::swap(literals[0], literals[1]);
            const Literal first = literals[0];
            if (!on.holds(first) && hand_on(clause, on, clauses)) continue;
            *kept++ = {clause, first};
            if (on.fails(first)) conflict = Conflict{Reason::clause(clause), first};
            if (on.is_open(first)) on.put(first, Reason::clause(clause));
        }
        while (watcher != end) *kept++ = *watcher++;
        watchers.resize(static_cast<std::size_t>(kept - watchers.data()));
        return conflict;
    }

    // Replaces the second watch of a clause by another literal that does not fail, if one exists.
    bool hand_on(Place clause, const Assignment& on, Clauses& clauses) {
        Literal* const literals = clauses.literals(clause);
        const int size = clauses.size(clause);
        for (int index = 2; index < size; ++index) {
            if (on.fails(literals[index])) continue;
            std::swap(literals[1], literals[index]);
            watchers_[opposite(literals[1])].push_back({clause, literals[0]});
            return true;
        }
        return false;
    }

    // excluded_ has the literals that each literal excludes, from starts_[literal] on.
    std::vector<int> starts_;
    std::vector<Literal> excluded_;
    Conditions conditions_;
    Place first_watched_;
    std::vector<std::vector<Watcher>> watchers_;
    std::size_t next_ = 0;  // in the trail
};

}  // namespace nonet::learning
