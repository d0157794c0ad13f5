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
    // Hands over after `patience` nodes without a solution, or some times as many where the two
    // take turns.
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
            const std::uint64_t used = spent() - before;  // a conflict or two too many, at times
            nodes -= std::min(nodes, used);
            left_ -= std::min(left_, used);
            if (progress == Progress::found && !learns_ && found_.count(tree_->solution())) {
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

    // A solution gives the tree new patience.
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
    // A turn of the tree, and then one of as many conflicts as take about as long.
    static constexpr std::uint64_t nodes_of_turn = 64;
    static constexpr std::uint64_t nodes_a_conflict = 12;

    // Beyond this there are many solutions, and the tree finds them one by one.
    static constexpr std::size_t most_passed = 1000;

    // In pairs of literals. Beyond this, as on a large empty board, they would take more than 64
    // MB.
    static constexpr std::size_t most_written = 4'000'000;

    static constexpr std::uint64_t forever = ~std::uint64_t{0};

    // A tree is not left that will have no more nodes than so many times the patience, if the rest
    // of it is like what it has done.
    static constexpr double patience_of_tree = 300;

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

    // False if there is too much to write, or to leave out.
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
    std::vector<std::vector<int>> passed_;  // by the tree, before learning has started
    std::set<std::vector<int>> found_;      // by learning, and passed over
};

}  // namespace

std::unique_ptr<Search> hand_over(const Outline& outline, std::unique_ptr<Tree> tree,
                                  std::uint64_t patience) {
    return std::make_unique<HandOver>(outline, std::move(tree), patience);
}

}  // namespace nonet::general
