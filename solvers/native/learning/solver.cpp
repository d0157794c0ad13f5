#include "solver.hpp"

#include <algorithm>

namespace nonet::learning {
namespace {

// The number of steps between two checks whether to stop. They take far less than a millisecond.
constexpr int steps_unasked = 8;

}  // namespace

Outcome Solver::run(std::uint64_t conflicts, const std::function<bool()>& stopped) {
    const std::uint64_t end =
        learner_.conflicts() + std::min(conflicts, ~std::uint64_t{0} - learner_.conflicts());
    for (std::uint64_t steps = 0; learner_.is_consistent(); ++steps) {
        if (steps % steps_unasked == 0 && stopped()) return Outcome::stopped;
        if (const auto conflict = learner_.propagate()) {
            restarts_.learnt(learner_.learn(*conflict));
            continue;
        }
        if (learner_.conflicts() >= end) return Outcome::conflict_limit;
        if (restarts_.is_due()) {
            restarts_.restarted();
            learner_.go_back(0);
        }
        const int next = learner_.most_active();
        if (next < 0) return Outcome::satisfied;
        learner_.decide(learner_.preferred(next));
    }
    return Outcome::unsatisfiable;
}

}  // namespace nonet::learning
