// Tree search first, and where it does not get to an end, search that learns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "engine.hpp"
#include "learning_search.hpp"
#include "lowering.hpp"
#include "network.hpp"
#include "search.hpp"

namespace nonet::general {

template <class Shape>
class HandOver final : public Search {
public:
    // Hands over after `patience` nodes without a solution.
    HandOver(const Root<Shape>& root, std::span<const std::uint64_t> domains,
             std::uint64_t patience)
        : network_(root.network), tree_(root, domains), patience_(patience) {}

    Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) override {
        if (!learning_) {
            const std::uint64_t left = patience_ - std::min(patience_, tree_.nodes() - since_);
            const Progress progress = tree_.run(std::min(nodes, left), stopped);
            if (progress != Progress::node_limit || nodes <= left) return progress;
            nodes -= left;
            hand_over();
        }
        return present().run(nodes, stopped);
    }

    std::vector<int> solution() const override { return present().solution(); }

    void pass_over() override {
        if (!learning_) {
            if (passed_.size() <= most_passed) passed_.push_back(tree_.solution());
            since_ = tree_.nodes();
        }
        present().pass_over();
    }

    std::uint64_t nodes() const override { return tree_.nodes(); }
    std::uint64_t conflicts() const override { return learning_ ? learning_->conflicts() : 0; }
    std::uint64_t calls() const override {
        return tree_.calls() + (learning_ ? learning_->calls() : 0);
    }

private:
    // Beyond this there are many solutions, and the tree finds them one by one.
    static constexpr std::size_t most_passed = 1000;

    // In pairs of literals. Beyond this, as on a large empty board, they would take more than 64
    // MB.
    static constexpr std::size_t most_written = 4'000'000;

    static constexpr std::uint64_t forever = ~std::uint64_t{0};

    void hand_over() {
        Lowering<Shape> lowering(network_, tree_.root());
        std::optional<learning::Formula> formula;
        if (passed_.size() <= most_passed) formula = lowering.formula(most_written);
        if (!formula) {
            patience_ = forever;
            return;
        }
        learning_ = std::make_unique<LearningSearch<Shape>>(std::move(lowering), *formula);
        for (const auto& solution : passed_) learning_->leave_out(solution);
        passed_.clear();
    }

    Search& present() { return learning_ ? static_cast<Search&>(*learning_) : tree_; }
    const Search& present() const {
        return learning_ ? static_cast<const Search&>(*learning_) : tree_;
    }

    const Network<Shape>& network_;
    TreeSearch<Shape> tree_;
    std::unique_ptr<LearningSearch<Shape>> learning_;
    std::uint64_t patience_;
    std::uint64_t since_ = 0;  // the nodes when a solution was last passed over
    std::vector<std::vector<int>> passed_;
};

}  // namespace nonet::general
