#include "watchers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "mask.hpp"
#include "scopes.hpp"

namespace nonet::general {

Watchers::Watchers(std::span<const Scopes* const> scopes, unsigned kinds, int cells) {
    auto each_watcher = [&](auto visit) {
        unsigned before = 0;
        each_value(kinds, [&](int kind) {
            const Scopes& its = *scopes[kind];
            for (int id = 0; id < its.size(); ++id)
                for (int cell : its.cells(id))
                    visit(2 * cell + its.only_bounds(id), before + id / 64, id % 64);
            before += (its.size() + 63) / 64;
        });
    };
    each_value(kinds, [&](int kind) {
        const int size = scopes[kind]->size();
        for (int first = 0; first < size; first += 64)
            words_.push_back({static_cast<std::size_t>(kind), first,
                              all_values<std::uint64_t>(std::min(size - first, 64))});
    });
    words_.push_back({scopes.size(), 0, 0});

    // First counts the entries of each list, then fills one vector. A vector for each cell would
    // take most of the time. The words of a list rise.
    starts_.assign(2 * cells + 1, 0);
    std::vector<unsigned> last(2 * cells, words());
    each_watcher([&](int list, unsigned word, int) {
        starts_[list + 1] += word != last[list];
        last[list] = word;
    });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    some_.resize(starts_.back());
    std::vector<int> next(starts_.begin(), starts_.end() - 1);
    each_watcher([&](int list, unsigned word, int bit) {
        if (next[list] == starts_[list] || some_[next[list] - 1].word != word)
            some_[next[list]++] = {word, 0};
        some_[next[list] - 1].propagators |= std::uint64_t{1} << bit;
    });
}

}  // namespace nonet::general
