#include "hand_over.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "engine.hpp"
#include "learning_search.hpp"
#include "lowering.hpp"
#include "outline.hpp"
#include "tree.hpp"

namespace nonet::general {
namespace {

class HandOver final : public Search {
public:
    HandOver(const Outline& outline, std::unique_ptr<Tree> tree, std::uint64_t patience)
        : outline_(outline),
          by_turns_(outline.learning() == Learning::beside),
          tree_(std::move(tree)),
          most_of_tree_(patience_of_tree * static_cast<double>(patience)),
          turn_(by_turns_ ? std::min(patience, forever / nodes_of_turn) * nodes_of_turn : patience),
          left_(turn_) {}

    Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) override {
        for (;;) {
            Search& search = present();
            const std::uint64_t before = spent();
            const Progress progress = search.run(std::min(nodes, left_), stopped);
            const std::uint64_t used = spent() - before;  // may exceed the limit slightly
            nodes -= std::min(nodes, used);
            left_ -= std::min(left_, used);
            if (progress == Progress::found && !learns_ && !found_.empty() &&
                found_.count(tree_->solution())) {
                tree_->pass_over();
                continue;
            }
            if (progress != Progress::node_limit || left_ > 0) return progress;
            if (learns_ || !is_near_its_end()) take_turns();
            else left_ = turn_;
            if (nodes == 0) return progress;
        }
    }

    std::vector<int> solution() const override { return present().solution(); }

    // After a solution, tree search begins a new turn.
    void pass_over() override {
        if (learns_) {
            if (by_turns_) found_.insert(solution());
        } else {
            if (learning_) learning_->leave_out(solution());
            else if (passed_.size() <= most_passed) passed_.push_back(solution());
            left_ = turn_;
        }
        present().pass_over();
    }

    std::uint64_t nodes() const override { return tree_->nodes(); }
    std::uint64_t conflicts() const override { return learning_ ? learning_->conflicts() : 0; }
    std::uint64_t calls() const override {
        return tree_->calls() + (learning_ ? learning_->calls() : 0);
    }

private:
    // Turns of tree search and of learning take about the same time. A conflict takes about as long
    // as `nodes_a_conflict` nodes.
    static constexpr std::uint64_t nodes_of_turn = 64;
    static constexpr std::uint64_t nodes_a_conflict = 12;

    // Learning does not start after more than this many solutions. Then tree search is better,
    // because it needs no clauses against them.
    static constexpr std::size_t most_passed = 1000;

    // The limit on the formula, in pairs of literals. A larger formula, as for a large empty board,
    // would take more than 64 MB.
    static constexpr std::size_t most_written = 4'000'000;

    static constexpr std::uint64_t forever = ~std::uint64_t{0};

    // Tree search continues if the whole tree has at most this multiple of the patience in nodes.
    // The estimate comes from the finished part of the tree.
    static constexpr double patience_of_tree = 400;

    std::uint64_t spent() const { return nodes() + conflicts(); }

    bool is_near_its_end() const {
        return static_cast<double>(tree_->nodes()) <= tree_->done() * most_of_tree_;
    }

    void take_turns() {
        if (!learning_ && !start_learning()) {
            left_ = forever;
        } else if (!by_turns_) {
            learns_ = true;
            left_ = forever;
        } else if (learns_) {
            learns_ = false;
            turn_ = std::min(turn_, forever / 2) * 2;
            left_ = turn_;
        } else {
            learns_ = true;
            left_ = std::max<std::uint64_t>(turn_ / nodes_a_conflict, 1);
        }
    }

    // Returns false if the formula, or the clauses against earlier solutions, would be too large.
    bool start_learning() {
        Lowering lowering(outline_, tree_->root());
        std::optional<learning::Formula> formula;
        if (passed_.size() <= most_passed) formula = lowering.formula(most_written);
        if (!formula) return false;
        learning_ = std::make_unique<LearningSearch>(std::move(lowering), *formula);
        for (const auto& solution : passed_) learning_->leave_out(solution);
        passed_.clear();
        return true;
    }

    Search& present() { return learns_ ? static_cast<Search&>(*learning_) : *tree_; }
    const Search& present() const {
        return learns_ ? static_cast<const Search&>(*learning_) : *tree_;
    }

    const Outline& outline_;
    bool by_turns_;
    std::unique_ptr<Tree> tree_;
    std::unique_ptr<LearningSearch> learning_;
    bool learns_ = false;
    double most_of_tree_;                   // in nodes
    std::uint64_t turn_;                    // of the tree, in nodes
    std::uint64_t left_;                    // of the turn
    std::vector<std::vector<int>> passed_;  // found before learning started
    std::set<std::vector<int>> found_;      // found by learning, and passed over
};

}  // namespace

std::unique_ptr<Search> hand_over(const Outline& outline, std::unique_ptr<Tree> tree,
                                  std::uint64_t patience) {
    return std::make_unique<HandOver>(outline, std::move(tree), patience);
}

}  // namespace nonet::general
