#include "clique_cover.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cell_sets.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "value_sets.hpp"

namespace nonet::general {
namespace {

using Mask = std::uint64_t;

class Covering {
public:
    Covering(const Model& model, const CellSets& see)
        : cells_(model.cells), words_(see.words()), values_(model.values) {
        found_.covers.resize(model.relations.size());
        // Groups the relations by their tables. Pairs of equal values do not matter, because the
        // cells differ.
        std::map<std::vector<Mask>, std::vector<int>> alike;
        std::vector<std::vector<Mask>> partners;
        for (const auto& table : model.tables) partners.push_back(without_diagonal(table));
        for (std::size_t id = 0; id < model.relations.size(); ++id) {
            const Relation& relation = model.relations[id];
            if (relation.a == relation.b || !see.has(relation.a, relation.b)) continue;
            alike[partners[relation.table]].push_back(static_cast<int>(id));
        }
        for (const auto& [table, ids] : alike)
            if (ids.size() >= 3 && is_symmetric(table) && says_more_than_differ(table))
                cover(model, table, ids);
    }

    CliqueCover found() && { return std::move(found_); }

private:
    // Gives up after this many cliques with too many sets. If there are thousands of relations,
    // each clique takes milliseconds.
    static constexpr int most_in_vain = 100;

    static std::vector<Mask> without_diagonal(const std::vector<std::uint64_t>& table) {
        std::vector<Mask> partners;
        for (std::size_t value = 0; value < table.size(); ++value)
            partners.push_back(table[value] & ~bit<Mask>(static_cast<int>(value)));
        return partners;
    }

    static bool is_symmetric(const std::vector<Mask>& partners) {
        for (std::size_t value = 0; value < partners.size(); ++value)
            for (std::size_t other = 0; other < value; ++other)
                if ((partners[value] >> other & 1) != (partners[other] >> value & 1)) return false;
        return true;
    }

    bool says_more_than_differ(const std::vector<Mask>& partners) const {
        return std::any_of(partners.begin(), partners.end(),
                           [&](Mask mask) { return count(mask) < values_ - 1; });
    }

    void cover(const Model& model, const std::vector<Mask>& partners, const std::vector<int>& ids) {
        CellSets graph(cells_, words_), done(cells_, words_);  // the neighbours of each cell
        for (const int id : ids) {
            const Relation& relation = model.relations[id];
            graph.add(relation.a, relation.b);
            graph.add(relation.b, relation.a);
        }
        std::map<int, std::optional<std::vector<Mask>>> sets_of_size;
        int in_vain = 0;
        for (const int id : ids) {
            const Relation& relation = model.relations[id];
            if (!done.has(relation.a, relation.b)) {
                if (in_vain == most_in_vain) continue;
                Clique clique = grown(graph, relation);
                const int size = static_cast<int>(clique.cells.size());
                if (size < 3) continue;
                if (size > values_) {  // this one refutes the model alone
                    found_.cliques.push_back(std::move(clique));
                    return;
                }
                auto [sets, is_new] = sets_of_size.try_emplace(size);
                if (is_new) sets->second = value_sets(partners, size);
                if (!sets->second) {
                    ++in_vain;
                    continue;
                }
                clique.sets = *sets->second;
                for (int cell : clique.cells)
                    for (int other : clique.cells) done.add(cell, other);
                found_.cliques.push_back(std::move(clique));
            }
            found_.covers[id] = true;
        }
    }

    // Grows a clique: repeatedly adds the cell that leaves the most candidates.
    Clique grown(const CellSets& graph, const Relation& relation) const {
        Clique clique{{relation.a, relation.b}, {}};
        std::vector<Mask> common(graph[relation.a].begin(), graph[relation.a].end());
        auto meet = [&](int cell) {
            for (std::size_t word = 0; word < common.size(); ++word)
                common[word] &= graph[cell][word];
        };
        meet(relation.b);
        // Stops at one cell more than there are values, because such cells cannot all differ.
        while (static_cast<int>(clique.cells.size()) <= values_) {
            int next = -1, most = -1;
            each_common(common, common, [&](int cell) {
                const int left = general::common(common, graph[cell]);
                if (left > most) next = cell, most = left;
            });
            if (next < 0) break;
            clique.cells.push_back(next);
            meet(next);
        }
        return clique;
    }

    int cells_;
    int words_;  // of a set of cells
    int values_;
    CliqueCover found_;
};

}  // namespace

CliqueCover clique_cover(const Model& model, const CellSets& see) {
    return Covering(model, see).found();
}

}  // namespace nonet::general
