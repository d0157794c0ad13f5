#include "search.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "blame.hpp"
#include "boards.hpp"
#include "budget.hpp"
#include "candidates.hpp"
#include "direct.hpp"
#include "few.hpp"
#include "joint.hpp"

namespace nonet::steps {
namespace {

class SearchByCost final : public Search {
public:
    SearchByCost(std::shared_ptr<const Model> model, std::vector<char> solution, int compared)
        : model_(std::move(model)),
          solution_(std::move(solution)),
          live_(model_->marks, true),
          speaking_(model_->marks),
          alone_(model_->uses.size()),
          pairs_(*model_, 2),
          triples_(*model_, 3),
          candidates_(candidates(*model_, solution_, live_, compared)) {
        require_solution(*model_, solution_);
        for (std::size_t use = 0; use < model_->uses.size(); ++use)
            for (int mark : model_->uses[use].scope)
                speaking_[mark].push_back(static_cast<int>(use));
    }

    std::optional<Step> next(const std::vector<char>& live, std::uint64_t nodes,
                             const std::function<void()>& pause) override {
        Budget budget(nodes, pause);
        budget_ = &budget;
        reduce(live);
        if (live_ == solution_) return std::nullopt;
        int cost = 1;
        try {
            std::vector<Step> found = alone();
            while (found.empty()) {
                catch_up();
                if (cost > static_cast<int>(model_->uses.size()))
                    throw std::invalid_argument("the solution is not the only one");
                ++cost;
                if (Few* few = few_of(cost)) {
                    found = few->steps(live_, solution_, *boards_, *budget_);
                    continue;
                }
                for (const auto& uses : candidates_->sets(cost, *boards_, *budget_))
                    found.push_back({uses, removed_by(uses), cost});
            }
            return *std::ranges::min_element(
                found, [this](const Step& a, const Step& b) { return rank(a) < rank(b); });
        } catch (OutOfNodes) {
            Budget unlimited(~std::uint64_t{0}, pause);
            budget_ = &unlimited;
            catch_up();
            std::vector<int> marks;
            for (int mark = 0; mark < model_->marks; ++mark)
                if (live_[mark] && !solution_[mark]) marks.push_back(mark);
            const int count = static_cast<int>(model_->uses.size());
            const Blamed blamed = any_step(*boards_, count, marks, *budget_);
            return Step{blamed.uses, soon_removed_by(blamed), cost, true};
        }
    }

private:
    struct Alone {
        bool is_known = false;
        std::vector<int> removed;
    };
    void reduce(const std::vector<char>& live) {
        for (int mark = 0; mark < model_->marks; ++mark) {
            if (live[mark] && !live_[mark])
                throw std::invalid_argument("a mark that was gone has come back");
            if (!live[mark] && solution_[mark])
                throw std::invalid_argument("a mark of the solution is gone");
            if (live[mark] == live_[mark]) continue;
            live_[mark] = false;
            gone_.push_back(mark);
            for (int use : speaking_[mark]) {
                alone_[use].is_known = false;
                pairs_.change(use);
                triples_.change(use);
            }
        }
    }

    // The sets of this size, if they are listed.
    Few* few_of(int size) {
        Few* const few = size == 2 ? &pairs_ : size == 3 ? &triples_ : nullptr;
        return few && few->are_listed() ? few : nullptr;
    }

    // Updates the parts that are only needed if no single use of a known kind removes a mark.
    void catch_up() {
        if (boards_ && gone_.empty()) return;
        if (!boards_) boards_.emplace(*model_, solution_);
        for (int mark : gone_) boards_->remove(mark);
        boards_->mind(candidates_->renew(gone_));
        gone_.clear();
    }

    std::vector<Step> alone() {
        std::vector<Step> found;
        for (std::size_t number = 0; number < alone_.size(); ++number) {
            Alone& alone = alone_[number];
            const Use& use = model_->uses[number];
            const int name = static_cast<int>(number);
            if (!alone.is_known) {
                if (use.kind == Kind::other) {
                    catch_up();
                    alone.removed = removed_by({name});
                } else {
                    alone.removed = steps::removed_by(*model_, use, live_, solution_);
                }
                alone.is_known = true;
            }
            if (!alone.removed.empty()) found.push_back({{name}, alone.removed, 1});
        }
        return found;
    }

    std::vector<int> removed_by(const std::vector<int>& uses) {
        Joint& joint = joints_.try_emplace(uses, *model_, uses).first->second;
        joint.change();
        return joint.removed(live_, solution_, *boards_, *budget_);
    }

    // Returns the marks that these uses remove. With many uses, it may take too long to decide this
    // for each mark.
    std::vector<int> soon_removed_by(const Blamed& blamed) {
        Joint joint(*model_, blamed.uses);
        std::vector<int> removed = joint.removed(live_, solution_, *boards_, *budget_, soon);
        const auto place = std::ranges::lower_bound(removed, blamed.mark);
        if (place == removed.end() || *place != blamed.mark) removed.insert(place, blamed.mark);
        return removed;
    }

    std::tuple<bool, int, std::vector<int>, std::vector<int>> rank(const Step& step) const {
        std::vector<char> left = live_;
        for (int mark : step.removed) left[mark] = false;
        const bool places = std::ranges::any_of(step.removed, [&](int mark) {
            const int cell = model_->cell_of[mark];
            return cell >= 0 && std::ranges::count_if(model_->cells[cell],
                                                      [&](int each) { return left[each]; }) == 1;
        });
        return {!places, -static_cast<int>(step.removed.size()), step.removed, step.uses};
    }

    std::shared_ptr<const Model> model_;
    std::vector<char> solution_;
    std::vector<char> live_;
    std::vector<int> gone_;                   // marks removed since the last update
    std::vector<std::vector<int>> speaking_;  // by mark: uses that have it
    std::vector<Alone> alone_;                // for each use
    Few pairs_, triples_;
    std::unique_ptr<Candidates> candidates_;
    std::optional<Boards> boards_;
    std::map<std::vector<int>, Joint> joints_;
    Budget* budget_ = nullptr;
};

}  // namespace

std::unique_ptr<Search> search(std::shared_ptr<const Model> model, std::vector<char> solution,
                               int compared) {
    return std::make_unique<SearchByCost>(std::move(model), std::move(solution), compared);
}

}  // namespace nonet::steps
