// Groups of uses: all digits of a house count as one group.
#pragma once

#include <map>
#include <numeric>
#include <vector>

#include "model.hpp"
#include "use_set.hpp"

namespace nonet::steps {

// If some uses remove a mark, so do their groups, and there are no more groups than uses. So if no
// set of k groups removes a mark, no set of k uses does.
template <int Words>
class Groups {
public:
    using Set = UseSet<Words>;

    explicit Groups(const Model& model) : alone_(model.uses.size()) {
        std::iota(alone_.begin(), alone_.end(), 0);
        std::map<std::vector<int>, int> numbers;
        for (int use = 0; use < static_cast<int>(model.uses.size()); ++use) {
            const auto next = static_cast<int>(members_.size());
            const Use& each = model.uses[use];
            const int group = each.kind == Kind::single
                                  ? numbers.try_emplace(each.cells, next).first->second
                                  : next;
            group_of_.push_back(group);
            if (group == next) members_.emplace_back();
            members_[group].push_back(use);
        }
    }

    // Whether some group has several uses.
    bool differ() const { return members_.size() < group_of_.size(); }

    // The group of each use, and the groups of single uses.
    const std::vector<int>& numbers() const { return group_of_; }
    const std::vector<int>& alone() const { return alone_; }

    Set of(const Set& uses) const {
        Set groups;
        uses.each([&](int use) { groups.add(group_of_[use]); });
        return groups;
    }

    Set members(const Set& groups) const {
        Set uses;
        groups.each([&](int group) {
            for (int use : members_[group]) uses.add(use);
        });
        return uses;
    }

private:
    std::vector<int> group_of_, alone_;
    std::vector<std::vector<int>> members_;
};

}  // namespace nonet::steps
