// Which cell to try next: where conflicts were, among the tightest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "mask.hpp"
#include "network.hpp"
#include "propagation.hpp"
#include "state.hpp"

namespace nonet::general {

template <class Shape>
class Branching {
public:
    // Before the first conflict a cell weighs what it can influence.
    explicit Branching(const Network<Shape>& network) : weights_(network.cells) {
        for (int cell = 0; cell < network.cells; ++cell)
            weights_[cell] = 1 + network.see[cell].size();
        std::apply([&](const auto&... kind) { (add_priors(kind), ...); }, network.kinds);
    }

    // The open cell with the most weight to a mark; the first of equals.
    int choose(const State<Shape>& state) const {
        const int cells = static_cast<int>(weights_.size());
        std::array<Count, Shape::most_cells> counts;
        for (int cell = 0; cell < cells; ++cell)
            counts[cell] = static_cast<Count>(count(state.marks[cell]));
        int best = -1;
        double most = 0;
        for (int cell = 0; cell < cells; ++cell) {
            const double score = weights_[cell] * share[counts[cell]];
            best = score > most ? cell : best;
            most = score > most ? score : most;
        }
        return best;
    }

    // Later conflicts weigh more, so that the search stays where the trouble is.
    void learn(int cell, const Conflict& conflict) {
        weights_[cell] += step_;
        for (int other : conflict.cells) weights_[other] += step_ * conflict.blame;
        step_ *= ++conflicts_ <= most_early ? early_growth : growth;
        if (step_ > too_much) {
            // None becomes 0: a cell without weight would never be chosen.
            for (double& weight : weights_) weight = std::max(weight / too_much, least);
            step_ /= too_much;
        }
    }

private:
    using Count = typename Shape::Mask;
    // At first only the last hundred conflicts count, to get away from a bad start. Those are too
    // few in a long search, which comes back to the same trouble again and again.
    static constexpr double early_growth = 1.01;
    static constexpr double growth = 1.0005;
    static constexpr std::uint64_t most_early = 10'000;
    static constexpr double too_much = 1e100;
    static constexpr double least = 1e-100;

    template <class Kind>
    void add_priors(const Kind& kind) {
        for (int id = 0; id < kind.size(); ++id)
            for (int cell : kind.cells(id)) weights_[cell] += kind.prior(id);
    }

    // 1 / n, but 0 for a settled cell; a table, because a product is quicker than a quotient.
    static constexpr auto share = [] {
        std::array<double, 65> share{};
        for (int marks = 2; marks < 65; ++marks) share[marks] = 1.0 / marks;
        return share;
    }();

    std::vector<double> weights_;
    double step_ = 1;
    std::uint64_t conflicts_ = 0;
};

}  // namespace nonet::general
