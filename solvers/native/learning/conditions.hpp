// Conditional exclusions: while the condition holds, at most one of two literals holds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

#include "assignment.hpp"
#include "clauses.hpp"
#include "formula.hpp"

namespace nonet::learning {

// Each conditional exclusion is also stored as a clause of three literals. This clause is not
// watched, and only serves as a reason.
class Conditions {
public:
    Conditions(const Formula& formula, Clauses& clauses)
        : starts_(2 * formula.variables + 1), under_(2 * formula.variables) {
        struct Half {
            Literal literal, condition, loser;
            Place reason;
        };
        std::vector<Half> halves;
        for (const auto& [one, other, condition] : formula.conditional) {
            const std::array<Literal, 3> clause{opposite(one), opposite(other),
                                                opposite(condition)};
            const Place reason = clauses.add(clause, 0);
            halves.push_back({one, condition, other, reason});
            halves.push_back({other, condition, one, reason});
        }
        std::stable_sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
            return std::tie(a.literal, a.condition) < std::tie(b.literal, b.condition);
        });
        for (const Half& half : halves) {
            const bool same = !groups_.empty() && groups_.back().literal == half.literal &&
                              groups_.back().condition == half.condition;
            if (!same) {
                ++starts_[half.literal + 1];
                under_[half.condition].push_back(static_cast<int>(groups_.size()));
                const int at = static_cast<int>(losers_.size());
                groups_.push_back({half.literal, half.condition, at, at});
            }
            losers_.push_back({half.loser, half.reason});
            ++groups_.back().end;
        }
        for (std::size_t literal = 1; literal < starts_.size(); ++literal)
            starts_[literal] += starts_[literal - 1];
    }

    bool empty() const { return groups_.empty(); }

    // Propagates a literal that has become true. Returns a clause that fails, if there is one.
    std::optional<Place> run(Literal literal, Assignment& on) const {
        std::optional<Place> failed;
        for (int index = starts_[literal]; index < starts_[literal + 1] && !failed; ++index)
            if (on.holds(groups_[index].condition)) failed = exclude(groups_[index], on);
        for (const int index : under_[literal]) {
            if (failed) break;
            if (on.holds(groups_[index].literal)) failed = exclude(groups_[index], on);
        }
        return failed;
    }

private:
    // The literals that a literal excludes under one condition.
    struct Group {
        Literal literal, condition;
        int begin, end;
    };
    struct Loser {
        Literal literal;
        Place reason;
    };

    std::optional<Place> exclude(const Group& group, Assignment& on) const {
        for (int index = group.begin; index < group.end; ++index) {
            const auto& [loser, reason] = losers_[index];
            if (on.fails(loser)) continue;
            if (on.holds(loser)) return reason;
            on.put(opposite(loser), Reason::clause(reason));
        }
        return std::nullopt;
    }

    std::vector<int> starts_;  // the first group of each literal
    std::vector<Group> groups_;
    std::vector<Loser> losers_;
    std::vector<std::vector<int>> under_;  // the groups of a condition
};

}  // namespace nonet::learning
