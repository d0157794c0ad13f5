// A search that learns from conflicts, on the formula of a state.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "../learning/solver.hpp"
#include "engine.hpp"
#include "lowering.hpp"

namespace nonet::general {

class LearningSearch final : public Search {
public:
    // The formula must come from this lowering.
    LearningSearch(Lowering lowering, const learning::Formula& formula)
        : lowering_(std::move(lowering)), solver_(formula) {}

    Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) override {
        if (found_) return Progress::found;
        switch (solver_.run(nodes, stopped)) {
            case learning::Outcome::satisfied: found_ = true; return Progress::found;
            case learning::Outcome::unsatisfiable: return Progress::exhausted;
            case learning::Outcome::conflict_limit: return Progress::node_limit;
            default: return Progress::stopped;
        }
    }

    std::vector<int> solution() const override {
        return lowering_.values(
            [this](learning::Literal literal) { return solver_.holds(literal); });
    }

    void pass_over() override {
        if (found_) leave_out(solution());
        found_ = false;
    }

    // Excludes this solution.
    void leave_out(const std::vector<int>& solution) {
        if (const auto clause = lowering_.other_than(solution)) solver_.add(*clause);
    }

    std::uint64_t nodes() const override { return 0; }
    std::uint64_t conflicts() const override { return solver_.conflicts(); }
    std::uint64_t calls() const override { return solver_.literals(); }

private:
    Lowering lowering_;
    learning::Solver solver_;
    bool found_ = false;
};

}  // namespace nonet::general
