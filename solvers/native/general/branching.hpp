// Chooses the cell to branch on: a cell with few marks and many recent conflicts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "mask.hpp"
#include "model.hpp"
#include "network.hpp"
#include "propagation.hpp"
#include "regions.hpp"
#include "state.hpp"

namespace nonet::general {

template <class Shape>
class Branching {
    using Mask = typename Shape::Mask;

public:
    // A cell starts with a weight of 1, plus the number of its peers, plus the priors of its
    // constraints.
    explicit Branching(const Network<Shape>& network) : weights_(network.cells) {
        for (int cell = 0; cell < network.cells; ++cell)
            weights_[cell] = 1 + network.see[cell].size();
        std::apply([&](const auto&... kind) { (add_priors(kind), ...); }, network.kinds);
        for (const Runs& runs : network.outline.model.runs) {
            weights_[runs.control] += prior_of_runs;
            weights_[runs.first] += prior_of_runs;
            for (const auto& arm : runs.arms)
                for (int cell : arm) weights_[cell] += prior_of_runs;
        }
        for (const Partition& partition : network.outline.model.partitions)
            for (std::size_t place = 0; place < partition.marked.size(); ++place)
                places_.emplace_back(partition.marked[place], partition.filled[place]);
    }

    // Returns the open cell with the largest weight per mark. The first of equal cells wins.
    // Of the nameless labels, only one needs to be tried.
    int choose(const State<Shape>& state, const Regions* alike, Mask nameless) const {
        const int cells = static_cast<int>(weights_.size());
        std::array<Count, Shape::most_cells> counts;
        for (int cell = 0; cell < cells; ++cell)
            counts[cell] = static_cast<Count>(count(state.marks[cell]));
        int best = -1;
        double most = 0;
        if (alike)
            for (int cell : alike->marked()) {
                const Mask others = state.marks[cell] & nameless;
                if (!others || settled(state.marks[cell])) continue;
                counts[cell] -= static_cast<Count>(count(others) - 1);
                if (counts[cell] == 1 && weights_[cell] > most) {
                    best = cell;
                    most = weights_[cell];
                }
            }
        if (best >= 0) return best;  // the choice of a name decides nothing
        for (int cell = 0; cell < cells; ++cell) {
            const double score = weights_[cell] * share[counts[cell]];
            best = score > most ? cell : best;
            most = score > most ? score : most;
        }
        // A place with a value needs its label, and the other way round.
        for (const auto& [one, other] : places_) {
            if (settled(state.marks[one]) == settled(state.marks[other])) continue;
            const int cell = settled(state.marks[one]) ? other : one;
            const double score = 2 * weights_[cell] * share[counts[cell]];
            best = score > most ? cell : best;
            most = score > most ? score : most;
        }
        return best;
    }

    // Later conflicts weigh more, so that the search stays near recent conflicts.
    void learn(int cell, const Conflict& conflict) {
        weights_[cell] += step_;
        const double blamed = step_ * conflict.blame * (places_.empty() ? 1 : share_of_blame);
        for (int other : conflict.cells) weights_[other] += blamed;
        step_ *= growth;
        if (step_ > too_much) {
            // A cell with a weight of 0 would never be chosen.
            for (double& weight : weights_) weight = std::max(weight / too_much, least);
            step_ /= too_much;
        }
    }

private:
    using Count = typename Shape::Mask;
    // About the last two thousand conflicts matter. A search meets the same conflicts again and
    // again, so a shorter memory would take more nodes.
    static constexpr double growth = 1.0005;
    static constexpr double prior_of_runs = 8;
    // With regions, the constraint that fails says less than the last choice does.
    static constexpr double share_of_blame = 0.1;
    static constexpr double too_much = 1e100;
    static constexpr double least = 1e-100;

    template <class Kind>
    void add_priors(const Kind& kind) {
        for (int id = 0; id < kind.size(); ++id)
            for (int cell : kind.cells(id)) weights_[cell] += kind.prior(id);
    }

    // The factor for each number of marks: 1 / n, but 0 for a settled cell. Multiplication is
    // quicker than division.
    static constexpr auto share = [] {
        std::array<double, 65> share{};
        for (int marks = 2; marks < 65; ++marks) share[marks] = 1.0 / marks;
        return share;
    }();

    std::vector<double> weights_;
    std::vector<std::pair<int, int>> places_;  // of partitions: the label and the value
    double step_ = 1;
};

}  // namespace nonet::general
