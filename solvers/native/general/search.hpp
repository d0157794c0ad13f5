// Tree search with two branches: first cell = value, then cell ≠ value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "branching.hpp"
#include "divisions.hpp"
#include "endgame.hpp"
#include "engine.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "outline.hpp"
#include "propagation.hpp"
#include "regions.hpp"
#include "state.hpp"
#include "thinning.hpp"
#include "tree.hpp"

namespace nonet::general {

template <class Shape>
class TreeSearch final : public Tree {
    using Mask = typename Shape::Mask;

public:
    // Starts with these weights.
    TreeSearch(const Network<Shape>& network, const Branching<Shape>& branching,
               std::span<const std::uint64_t> domains, Thinning* thinning)
        : outline_(network.outline),
          cells_(network.cells),
          consistent_(!network.crowded),
          propagation_(network),
          branching_(branching),
          alike_(std::get<Divisions<Shape>>(network.kinds).alike(domains)),
          few_(outline_.model.partitions.empty() ? few : 0),
          thinning_(thinning) {
        propagation_.alike = alike_;
        propagation_.start();
        for (int cell = 0; consistent_ && cell < cells_; ++cell)
            consistent_ = propagation_.keep(cell, static_cast<Mask>(domains[cell]));
        if (!consistent_) propagation_.fail();
    }

    Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) override {
        for (std::uint64_t done = 0;; ++done) {
            if (place_ == Place::solution) return Progress::found;
            if (place_ == Place::end) return Progress::exhausted;
            if (done >= nodes) return Progress::node_limit;
            if (done % nodes_unasked == 0 || propagation_.work > work_unasked) {
                propagation_.work = 0;
                if (stopped()) return Progress::stopped;
            }
            step();
        }
    }

    std::vector<int> solution() const override {
        std::vector<int> values(cells_);
        for (int cell = 0; cell < cells_; ++cell)
            values[cell] = lowest(propagation_.state.marks[cell]);
        if (propagation_.state.open) endgame_->write(at_, values);
        if (alike_) alike_->number(values);
        return values;
    }

    void pass_over() override {
        if (place_ != Place::solution) return;
        ++passed_;
        if (thinning_) thinning_->solutions += weight_;
        if (propagation_.state.open && ++at_ < endgame_->size()) return;
        leave();
    }

    std::vector<std::uint64_t> root() const override {
        const auto& marks = (depth_ == 0 ? propagation_.state : stack_.front().state).marks;
        return {marks.begin(), marks.begin() + cells_};
    }

    double done() const override { return done_; }

    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t conflicts() const override { return 0; }
    std::uint64_t calls() const override { return propagation_.calls; }

private:
    // Where the search is. At `open`, the state is propagated and has open cells. At `solution`, it
    // has open cells only if the solution is one of the endgame's. At `dead_end`, the state is
    // invalid, and the other branch comes next.
    enum class Place { root, open, dead_end, solution, end };

    struct Branch {
        State<Shape> state;  // before the branch
        int cell;
        int value;
        double rest;  // the share of the second branch
        double weight;
    };

    // The search asks whether to stop after this many nodes, or after this many steps of slow
    // propagators. A check costs a tenth of a microsecond.
    static constexpr std::uint64_t nodes_unasked = 8, work_unasked = 100'000;

    // After this many solutions, the endgame lists the solutions of states with few open cells. A
    // state has few open cells if there are at most `few_`, which changes with the steps that the
    // endgame takes. The endgame does not know partitions. In a sample, larger states would take
    // longer than they add to its precision.
    static constexpr std::uint64_t many = 64;
    static constexpr int fewest = 8, few = 24, most_few = 40;

    // Moves to the next node of the tree, and propagates there.
    void step() {
        ++nodes_;
        int cell = -1;
        bool consistent = consistent_;
        if (place_ == Place::open) {
            cell = branching_.choose(propagation_.state, alike_, nameless());
            const int value = lowest(propagation_.marks(cell));
            if (depth_ == stack_.size()) stack_.emplace_back();
            Branch& branch = stack_[depth_++];
            branch.state = propagation_.state;
            branch.cell = cell;
            branch.value = value;
            branch.weight = weight_;
            const double of_value = share_ / count(propagation_.marks(cell));
            branch.rest = share_ - of_value;
            share_ = of_value;
            consistent = propagation_.assign(cell, value);
        } else if (place_ == Place::dead_end) {
            const Branch& branch = stack_[--depth_];
            done_ += share_;
            share_ = branch.rest;
            propagation_.state = branch.state;
            weight_ = branch.weight;
            cell = branch.cell;
            Mask tried = bit<Mask>(branch.value);
            if (alike_ && alike_->has_label(cell) && (tried & nameless())) tried = nameless();
            consistent = propagation_.keep(cell, static_cast<Mask>(~tried));
        }
        if (consistent && propagation_.settle()) {
            if (thinning_) weight_ = thinning_->weigh(weight_, propagation_.state.open);
            if (weight_ == 0) return leave();
            place_ = propagation_.state.open ? Place::open : Place::solution;
            if (place_ == Place::open && passed_ > many && propagation_.state.open <= few_)
                finish();
            return;
        }
        if (cell >= 0 && consistent && !thinning_) branching_.learn(cell, propagation_.conflict);
        leave();
    }

    // The labels that no cell has yet, so that they are still alike. Other labels have a name.
    Mask nameless() const {
        Mask found = 0, labels = 0;
        if (!alike_) return 0;
        for (int cell : alike_->marked()) {
            const Mask marks = propagation_.marks(cell);
            labels |= marks;
            if (settled(marks)) found |= marks;
        }
        return static_cast<Mask>(labels & ~found);
    }

    void leave() { place_ = depth_ == 0 ? Place::end : Place::dead_end; }

    // Lists all solutions of the state, unless that takes too long.
    void finish() {
        if (!endgame_) endgame_ = std::make_unique<Endgame>(outline_);
        const bool is_listed = endgame_->list(std::span<const Mask>(propagation_.state.marks));
        const int most = thinning_ ? few : most_few;
        few_ = std::clamp(few_ + (is_listed && endgame_->pays() ? 1 : -1), fewest, most);
        if (!is_listed) return;
        at_ = 0;
        if (endgame_->size() > 0) place_ = Place::solution;
        else leave();
    }

    const Outline& outline_;
    int cells_;
    bool consistent_;  // no contradiction at the root
    Place place_ = Place::root;
    Propagation<Shape> propagation_;
    Branching<Shape> branching_;
    const Regions* alike_;       // the regions whose labels are alike, if any
    std::vector<Branch> stack_;  // keeps unused states for later
    std::size_t depth_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t passed_ = 0;  // solutions
    std::unique_ptr<Endgame> endgame_;
    int few_;             // open cells
    Thinning* thinning_;  // of the tree, if any
    double weight_ = 1;   // of the node, for the thinning
    std::size_t at_ = 0;  // the number of the endgame's solution
    double share_ = 1;    // of the current subtree
    double done_ = 0;
};

}  // namespace nonet::general
