// Witnesses: boards of live marks that show why a mark cannot be removed yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "use_set.hpp"

namespace nonet::steps {

// Adds a set to a family in which no set contains another. Smaller sets come first.
template <int Words>
void join(std::vector<UseSet<Words>>& family, const UseSet<Words>& added) {
    using Set = UseSet<Words>;
    if (std::ranges::any_of(family, [&](const Set& each) { return each.lies_in(added); })) return;
    std::erase_if(family, [&](const Set& each) { return added.lies_in(each); });
    const auto place = std::ranges::upper_bound(family, added.size(), {},
                                                [](const Set& each) { return each.size(); });
    family.insert(place, added);
}

// The known boards. For each board with a mark, a step that removes the mark must cite a use that
// fails on the board.
template <int Words>
class Witnesses {
public:
    using Set = UseSet<Words>;

    explicit Witnesses(int marks) : with_(marks), families_(marks), lost_(marks) {}

    // Adds a board. `marks` has its marks that are not in the solution, and `broken` has the uses
    // that fail on it.
    void add(std::vector<int> marks, const Set& broken) {
        const int number = static_cast<int>(all_.size());
        for (int mark : marks) {
            with_[mark].push_back(number);
            join(families_[mark], broken);
        }
        all_.push_back({std::move(marks), broken});
    }

    // The sets of uses that fail on the boards with this mark. No set contains another, and smaller
    // sets come first.
    const std::vector<Set>& family(int mark) const { return families_[mark]; }

    // Takes the smallest set of uses that failed on a forgotten board with this mark, if none of
    // them must hold.
    std::optional<Set> take_lost(int mark, const Set& must_hold) {
        auto& lost = lost_[mark];
        const auto found =
            std::ranges::find_if(lost, [&](const Set& each) { return !each.meets(must_hold); });
        if (found == lost.end()) return std::nullopt;
        const Set taken = *found;
        lost.erase(found);
        return taken;
    }

    // Forgets the boards with removed marks. Returns the marks that lose a board.
    std::vector<int> drop(const std::vector<int>& gone) {
        std::vector<bool> loses(families_.size()), is_lost(all_.size());
        for (int mark : gone)
            for (int witness : with_[mark]) is_lost[witness] = true;
        std::vector<Witness> kept;
        for (std::size_t number = 0; number < all_.size(); ++number) {
            if (!is_lost[number]) {
                kept.push_back(std::move(all_[number]));
                continue;
            }
            for (int mark : all_[number].marks) {
                loses[mark] = true;
                join(lost_[mark], all_[number].broken);
            }
        }
        all_.clear();
        for (auto& each : with_) each.clear();
        std::vector<int> losers;
        for (int mark = 0; mark < static_cast<int>(loses.size()); ++mark) {
            if (!loses[mark]) continue;
            losers.push_back(mark);
            families_[mark].clear();
        }
        for (Witness& witness : kept) {
            const int number = static_cast<int>(all_.size());
            for (int mark : witness.marks) {
                with_[mark].push_back(number);
                if (loses[mark]) join(families_[mark], witness.broken);
            }
            all_.push_back(std::move(witness));
        }
        return losers;
    }

    std::size_t size() const { return all_.size(); }

private:
    struct Witness {
        std::vector<int> marks;
        Set broken;
    };

    std::vector<Witness> all_;
    std::vector<std::vector<int>> with_;      // by mark
    std::vector<std::vector<Set>> families_;  // for each mark
    std::vector<std::vector<Set>> lost_;      // likewise, of the forgotten boards
};

}  // namespace nonet::steps
