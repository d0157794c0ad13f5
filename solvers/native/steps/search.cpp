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
#include "direct.hpp"
#include "groups.hpp"
#include "joint.hpp"
#include "links.hpp"
#include "pairs.hpp"
#include "tree.hpp"
#include "use_set.hpp"
#include "witnesses.hpp"

namespace nonet::steps {
namespace {

template <int Words>
class ShapedSearch final : public Search {
public:
    using Set = UseSet<Words>;

    ShapedSearch(std::shared_ptr<const Model> model, std::vector<char> solution, int compared)
        : model_(std::move(model)),
          solution_(std::move(solution)),
          compared_(compared),
          live_(model_->marks, true),
          speaking_(model_->marks),
          alone_(model_->uses.size()),
          pairs_(*model_),
          links_(*model_),
          groups_(*model_),
          witnesses_(model_->marks),
          known_(model_->marks),
          groups_known_(model_->marks) {
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
                if (cost == 2 && pairs_.are_few()) {
                    found = pairs_.steps(live_, solution_, *boards_, *budget_);
                    continue;
                }
                for (const Set& uses : sets(cost))
                    found.push_back({uses.list(), removed_by(uses), cost});
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
    // What is known of a mark: nothing cheaper than `bound` removes it, and if `is_complete`, the
    // sets are all of that cost that do.
    struct Known {
        int bound = 1;
        bool is_complete = false;
        std::vector<Set> sets;
    };

    // Nothing less than `bound` groups removes a mark, and if `do_remove`, so many do.
    struct GroupsKnown {
        int bound = 1;
        bool do_remove = false;
    };
    static constexpr std::size_t all = ~std::size_t{0};

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
            }
        }
    }

    // What is only needed where single uses of a known kind remove nothing.
    void catch_up() {
        if (boards_ && gone_.empty()) return;
        if (!boards_) boards_.emplace(*model_, solution_);
        for (int mark : gone_) boards_->remove(mark);
        for (int mark : witnesses_.drop(gone_)) {
            known_[mark] = {};
            groups_known_[mark] = {};
        }
        gone_.clear();
        links_.renew(live_);
        boards_->mind(links_.mattering());
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
                    alone.removed = removed_by(Set(std::vector<int>{name}));
                } else {
                    alone.removed = steps::removed_by(*model_, use, live_, solution_);
                }
                alone.is_known = true;
            }
            if (!alone.removed.empty()) found.push_back({{name}, alone.removed, 1});
        }
        return found;
    }

    // The sets to compare at a cost, if nothing is cheaper.
    std::vector<Set> sets(int cost) {
        std::vector<Set> all;
        for (int mark = 0; mark < model_->marks; ++mark) {
            if (!live_[mark] || solution_[mark]) continue;
            Known& known = known_[mark];
            if (known.bound < cost) known = {cost, false, {}};
            if (known.bound == cost && !known.is_complete) {
                if (do_groups(mark, cost)) known.sets = removing(mark, cost);
                known.is_complete = true;
                if (known.sets.empty()) known = {cost + 1, false, {}};
            }
            if (known.bound > cost) continue;
            all.insert(all.end(), known.sets.begin(), known.sets.end());
            if (cost > compared_) break;
        }
        std::ranges::sort(all);
        all.erase(std::ranges::unique(all).begin(), all.end());
        return all;
    }

    std::vector<Set> removing(int mark, int cost) {
        auto missing = [this](const Set& chosen) { return links_.missing(chosen); };
        auto ask = [&](const Set& chosen) {
            budget_->spend_node();
            return broken_with(chosen, mark, groups_.alone());
        };
        return Tree<Words, decltype(missing), decltype(ask)>(witnesses_.family(mark), missing, ask)
            .grow(cost, all);
    }

    // Whether so many groups, or fewer, remove a mark.
    bool do_groups(int mark, int most) {
        GroupsKnown& known = groups_known_[mark];
        if (!groups_.differ()) return true;
        while (!known.do_remove && known.bound <= most) {
            known.do_remove = group_removes(mark, known.bound);
            if (!known.do_remove) ++known.bound;
        }
        return known.bound <= most;
    }

    bool group_removes(int mark, int size) {
        auto missing = [](const Set&) { return std::vector<Set>{}; };
        auto ask = [&](const Set& chosen) {
            budget_->spend_node();
            auto broken = broken_with(groups_.members(chosen), mark, groups_.numbers());
            if (broken) broken = groups_.of(*broken);
            return broken;
        };
        std::vector<Set> family;
        for (const Set& broken : witnesses_.family(mark)) join(family, groups_.of(broken));
        return !Tree<Words, decltype(missing), decltype(ask)>(std::move(family), missing, ask)
                    .grow(size, 1)
                    .empty();
    }

    // Which uses fail on a board with a mark, on which these uses hold; nothing if there is none.
    // Those of one party may fail together.
    std::optional<Set> broken_with(const Set& uses, int mark, const std::vector<int>& parties) {
        if (!boards_->find(uses.list(), mark, parties, *budget_)) return std::nullopt;
        const Set broken = add_witness();
        if (boards_->is_good()) return broken;
        // Two boards: the one near the solution often breaks fewer uses, the other serves more
        // marks.
        boards_->grow(*budget_);
        const Set other = add_witness();
        return broken.size() < other.size() ? broken : other;
    }

    // Keeps the board that was found; returns what fails on it.
    Set add_witness() {
        const Set broken(boards_->broken());
        std::vector<int> false_marks;
        for (int each : boards_->board())
            if (!solution_[each]) false_marks.push_back(each);
        witnesses_.add(std::move(false_marks), broken);
        return broken;
    }

    std::vector<int> removed_by(const Set& uses) {
        Joint& joint = joints_.try_emplace(uses, *model_, uses.list()).first->second;
        joint.change();
        return joint.removed(live_, solution_, *boards_, *budget_);
    }

    // Where there are many uses, it may take for ever to tell of each mark.
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
    int compared_;
    std::vector<char> live_;
    std::vector<int> gone_;                   // marks, since the last time of catching up
    std::vector<std::vector<int>> speaking_;  // for each mark, the uses with it in their scope
    std::vector<Alone> alone_;                // for each use
    Pairs pairs_;
    Links<Words> links_;
    Groups<Words> groups_;
    std::optional<Boards> boards_;
    Witnesses<Words> witnesses_;
    std::vector<Known> known_;               // for each mark
    std::vector<GroupsKnown> groups_known_;  // for each mark
    std::map<Set, Joint> joints_;
    Budget* budget_ = nullptr;
};

}  // namespace

std::unique_ptr<Search> search(std::shared_ptr<const Model> model, std::vector<char> solution,
                               int compared) {
    const std::size_t uses = model->uses.size();
    auto shaped = [&]<int words>() -> std::unique_ptr<Search> {
        return std::make_unique<ShapedSearch<words>>(std::move(model), std::move(solution),
                                                     compared);
    };
    if (uses <= 64) return shaped.template operator()<1>();
    if (uses <= 256) return shaped.template operator()<4>();
    if (uses <= 1024) return shaped.template operator()<16>();
    if (uses <= 4096) return shaped.template operator()<64>();
    throw std::invalid_argument("more than 4096 uses");
}

}  // namespace nonet::steps
