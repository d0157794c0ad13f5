// The sets of uses that remove a mark, by a tree of those that hit what each witness breaks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "use_set.hpp"

namespace nonet::steps {

// may_remove(chosen) says whether it is worth asking.
// ask(chosen) says what fails on some board with the mark on which the chosen uses hold; nothing if
// there is no such board, and the chosen uses remove the mark.
template <int Words, class MayRemove, class Ask>
class Tree {
public:
    using Set = UseSet<Words>;

    Tree(std::vector<Set> family, MayRemove may_remove, Ask ask)
        : family_(std::move(family)), may_remove_(std::move(may_remove)), ask_(std::move(ask)) {}

    // All sets of this many uses that remove the mark, if no smaller ones do.
    std::vector<Set> grow(int size) {
        std::vector<int> all(family_.size());
        for (std::size_t number = 0; number < all.size(); ++number)
            all[number] = static_cast<int>(number);
        visit({}, {}, std::move(all), size);
        return std::move(found_);
    }

private:
    // Goes through the sets of the chosen uses and `left` others, but for those excluded. `unhit`
    // has the members of the family that the chosen uses do not hit, small ones first.
    void visit(const Set& chosen, Set excluded, std::vector<int> unhit, int left) {
        std::size_t seen = family_.size();
        for (;;) {
            for (; seen < family_.size(); ++seen) insert(unhit, static_cast<int>(seen));
            if (unhit.empty()) {
                if (left == 0 && !may_remove_(chosen)) return;
                const auto broken = ask_(chosen);
                if (!broken) {
                    found_.push_back(chosen);
                    return;
                }
                family_.push_back(*broken);
                continue;
            }
            const int next = left > 0 ? choose(excluded, unhit, left) : -1;
            if (next < 0) return;
            Set more = chosen;
            more.add(next);
            std::vector<int> rest;
            for (int number : unhit)
                if (!family_[number].has(next)) rest.push_back(number);
            visit(more, excluded, std::move(rest), left - 1);
            excluded.add(next);
        }
    }

    // Of the smallest unhit set the use that hits the most; -1 if `left` uses cannot hit all.
    int choose(const Set& excluded, const std::vector<int>& unhit, int left) const {
        if (left == 1) {
            Set common = family_[unhit.front()].without(excluded);
            for (int number : unhit) common.meet(family_[number]);
            int first = -1;
            common.each([&](int use) { first = first < 0 ? use : first; });
            return first;
        }
        Set packed, smallest;
        int disjoint = 0, least = 64 * Words + 1;
        for (int number : unhit) {
            const Set open = family_[number].without(excluded);
            const int size = open.size();
            if (size == 0) return -1;
            if (!open.meets(packed)) {
                if (++disjoint > left) return -1;
                packed.join(open);
            }
            if (size < least) {
                least = size;
                smallest = open;
            }
        }
        int best = -1, most = 0;
        smallest.each([&](int use) {
            int hits = 0;
            for (int number : unhit) hits += family_[number].has(use);
            if (hits > most) {
                most = hits;
                best = use;
            }
        });
        return best;
    }

    void insert(std::vector<int>& unhit, int added) const {
        const int size = family_[added].size();
        const auto place = std::ranges::upper_bound(
            unhit, size, {}, [&](int number) { return family_[number].size(); });
        unhit.insert(place, added);
    }

    std::vector<Set> family_;
    MayRemove may_remove_;
    Ask ask_;
    std::vector<Set> found_;
};

}  // namespace nonet::steps
