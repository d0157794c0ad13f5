#include "candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "groups.hpp"
#include "links.hpp"
#include "model.hpp"
#include "tree.hpp"
#include "use_set.hpp"
#include "witnesses.hpp"

namespace nonet::steps {
namespace {

template <int Words>
class ShapedCandidates final : public Candidates {
public:
    using Set = UseSet<Words>;

    ShapedCandidates(const Model& model, const std::vector<char>& solution,
                     const std::vector<char>& live, int compared)
        : model_(model),
          solution_(solution),
          live_(live),
          compared_(compared),
          links_(model),
          groups_(model),
          witnesses_(model.marks),
          known_(model.marks),
          groups_known_(model.marks) {}

    std::vector<int> renew(const std::vector<int>& gone) override {
        for (int mark : witnesses_.drop(gone)) {
            known_[mark] = {};
            groups_known_[mark] = {};
        }
        links_.renew(live_);
        return links_.mattering();
    }

    std::vector<std::vector<int>> sets(int cost, Boards& boards, Budget& budget) override {
        boards_ = &boards;
        budget_ = &budget;
        std::vector<Set> all;
        for (int mark = 0; mark < model_.marks; ++mark) {
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
        std::vector<std::vector<int>> lists;
        for (const Set& uses : all) lists.push_back(uses.list());
        std::sort(lists.begin(), lists.end());
        lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
        return lists;
    }

private:
    // What is known about a mark. No set of fewer than `bound` uses removes it. If `is_complete` is
    // set, `sets` has all sets of `bound` uses that remove it.
    struct Known {
        int bound = 1;
        bool is_complete = false;
        std::vector<Set> sets;
    };

    // Fewer than `bound` groups cannot remove the mark. If `do_remove` is set, `bound` groups can.
    struct GroupsKnown {
        int bound = 1;
        bool do_remove = false;
    };
    static constexpr std::size_t all = ~std::size_t{0};
    static constexpr int most_repairs = 3;

    std::vector<Set> removing(int mark, int cost) {
        auto missing = [this](const Set& chosen) { return links_.missing(chosen); };
        auto ask = [&](const Set& chosen) {
            budget_->spend_node();
            return broken_with(chosen, mark, groups_.alone());
        };
        return Tree<Words>(witnesses_.family(mark), missing, ask).grow(cost, all);
    }

    // Whether at most this many groups can remove a mark.
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
        return !Tree<Words>(std::move(family), missing, ask).grow(size, 1).empty();
    }

    // Looks for a board with this mark on which these uses hold. First tries to replace a forgotten
    // board by a board on which the same uses fail. Returns the uses that fail on the board, or
    // nothing if there is no such board. The uses of one party may fail together.
    std::optional<Set> broken_with(const Set& uses, int mark, const std::vector<int>& parties) {
        for (int tries = 0; tries < most_repairs; ++tries) {
            const auto lost = witnesses_.take_lost(mark, uses);
            if (!lost) break;
            if (boards_->find_breaking(lost->list(), mark, *budget_)) return add_witness();
        }
        if (!boards_->find(uses.list(), mark, parties, *budget_)) return std::nullopt;
        const Set broken = add_witness();
        if (boards_->is_good()) return broken;
        // Keeps two boards. The board near the solution often breaks fewer uses, and the other
        // board serves more marks.
        boards_->grow(*budget_);
        const Set other = add_witness();
        return broken.size() < other.size() ? broken : other;
    }

    // Records the last board. Returns the uses that fail on it.
    Set add_witness() {
        const Set broken(boards_->broken());
        std::vector<int> false_marks;
        for (int each : boards_->board())
            if (!solution_[each]) false_marks.push_back(each);
        witnesses_.add(std::move(false_marks), broken);
        return broken;
    }

    const Model& model_;
    const std::vector<char>& solution_;
    const std::vector<char>& live_;
    int compared_;
    Links<Words> links_;
    Groups<Words> groups_;
    Witnesses<Words> witnesses_;
    std::vector<Known> known_;               // for each mark
    std::vector<GroupsKnown> groups_known_;  // for each mark
    Boards* boards_ = nullptr;
    Budget* budget_ = nullptr;
};

}  // namespace

std::unique_ptr<Candidates> candidates(const Model& model, const std::vector<char>& solution,
                                       const std::vector<char>& live, int compared) {
    const std::size_t uses = model.uses.size();
    auto shaped = [&]<int words>() -> std::unique_ptr<Candidates> {
        return std::make_unique<ShapedCandidates<words>>(model, solution, live, compared);
    };
    if (uses <= 64) return shaped.template operator()<1>();
    if (uses <= 256) return shaped.template operator()<4>();
    if (uses <= 1024) return shaped.template operator()<16>();
    if (uses <= 4096) return shaped.template operator()<64>();
    throw std::invalid_argument("more than 4096 uses");
}

}  // namespace nonet::steps
