// A search tree for the sets of uses that remove a mark. Such a set must hit every witness: it must
// contain a use that fails on the witness. This method is called implicit hitting sets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "use_set.hpp"

namespace nonet::steps {

template <int Words>
class Tree {
public:
    using Set = UseSet<Words>;
    // missing(chosen) returns sets of uses. A step with the chosen uses needs one more use of each
    // set.
    using Missing = std::function<std::vector<Set>(const Set&)>;
    // ask(chosen) looks for a board with the mark on which the chosen uses hold. It returns the
    // uses that fail on this board, or nothing if the chosen uses remove the mark.
    using Ask = std::function<std::optional<Set>(const Set&)>;

    Tree(std::vector<Set> family, Missing missing, Ask ask)
        : family_(std::move(family)), missing_(std::move(missing)), ask_(std::move(ask)) {}

    // Returns all sets of `size` uses that remove the mark, but no more than `most`. No smaller set
    // may remove the mark.
    std::vector<Set> grow(int size, std::size_t most) {
        most_ = most;
        std::vector<int> all(family_.size());
        for (std::size_t number = 0; number < all.size(); ++number)
            all[number] = static_cast<int>(number);
        visit({}, {}, std::move(all), size);
        return std::move(found_);
    }

private:
    // Visits the sets that consist of the chosen uses and `left` others that are not excluded.
    // `unhit` has the sets of the family that the chosen uses do not hit, small ones first.
    void visit(const Set& chosen, Set excluded, std::vector<int> unhit, int left) {
        std::optional<std::vector<Set>> missing;
        std::size_t seen = family_.size();
        for (;;) {
            for (; seen < family_.size(); ++seen) insert(unhit, static_cast<int>(seen));
            if (unhit.empty()) {
                const auto broken = ask_(chosen);
                if (!broken) {
                    found_.push_back(chosen);
                    return;
                }
                family_.push_back(*broken);
                continue;
            }
            if (left == 2) exclude_hopeless(unhit, excluded);
            if (family_[unhit.front()].lies_in(excluded)) return;
            if (!missing) missing = missing_(chosen);
            if (left == 1) return end(chosen, excluded, *missing, unhit);
            const int next = choose(excluded, *missing, unhit, left);
            if (next < 0) return;
            Set more = chosen;
            more.add(next);
            std::vector<int> rest;
            for (int number : unhit)
                if (!family_[number].has(next)) rest.push_back(number);
            visit(more, excluded, std::move(rest), left - 1);
            if (found_.size() >= most_) return;
            excluded.add(next);
        }
    }

    // Tries each use that hits all remaining sets.
    void end(const Set& chosen, const Set& excluded, const std::vector<Set>& missing,
             const std::vector<int>& unhit) {
        Set last = family_[unhit.front()].without(excluded);
        for (int number : unhit) last.meet(family_[number]);
        for (const Set& partners : missing) last.meet(partners);
        for (int next; (next = last.first()) >= 0;) {
            last.remove(next);
            Set whole = chosen;
            whole.add(next);
            if (!missing_(whole).empty()) continue;
            if (const auto broken = ask_(whole)) {
                last.meet(*broken);
                family_.push_back(*broken);
            } else {
                found_.push_back(whole);
                if (found_.size() >= most_) return;
            }
        }
    }

    // Excludes each use of the first unhit set that has no partner. A partner hits all sets that
    // the use does not hit. Nearly all uses have none, and a branch for each would cost far more.
    void exclude_hopeless(const std::vector<int>& unhit, Set& excluded) const {
        family_[unhit.front()].without(excluded).each([&](int use) {
            Set partners = Set::all().without(excluded);
            for (int number : unhit) {
                if (family_[number].has(use)) continue;
                partners.meet(family_[number]);
                if (partners.empty()) return excluded.add(use);
            }
        });
    }

    // Returns the use of a small unhit set that hits the most sets, or -1 if `left` uses cannot hit
    // all sets.
    int choose(const Set& excluded, const std::vector<Set>& missing, const std::vector<int>& unhit,
               int left) const {
        Set packed, smallest;
        int disjoint = 0, counted = 0, least = 64 * Words + 1;
        auto pack = [&](const Set& open) {
            if (open.meets(packed)) return;
            ++disjoint;
            packed.join(open);
        };
        for (int number : unhit) {
            const Set open = family_[number].without(excluded);
            pack(open);
            if (open.empty() || disjoint > left) return -1;
            if (counted == most_counted) continue;
            ++counted;
            if (const int size = open.size(); size < least) {
                least = size;
                smallest = open;
            }
        }
        for (const Set& partners : missing) {
            const Set open = partners.without(excluded);
            pack(open);
            if (open.empty() || disjoint > left) return -1;
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

    // The number of unhit sets that are compared by size. Counting takes long, and the first sets
    // are usually the smallest.
    static constexpr int most_counted = 4;

    std::vector<Set> family_;
    Missing missing_;
    Ask ask_;
    std::vector<Set> found_;
    std::size_t most_ = 0;
};

}  // namespace nonet::steps
