#include "outline.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cell_sets.hpp"
#include "clique_cover.hpp"
#include "combined_sums.hpp"
#include "innies.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {
namespace {

CellSets cells_that_differ(const Model& model, int words) {
    CellSets see(model.cells, words);
    CellSets all(1, words);
    for (const auto& group : model.all_different) {
        all.clear(0);
        for (int cell : group) all.add(0, cell);
        for (int cell : group) see.join(cell, all[0]);
    }
    for (int cell = 0; cell < model.cells; ++cell) see.remove(cell, cell);
    std::vector<bool> excludes;
    for (const auto& table : model.tables) {
        excludes.push_back(true);
        for (int value = 0; value < model.values; ++value)
            if (table[value] >> value & 1) excludes.back() = false;
    }
    for (const Relation& relation : model.relations)
        if (excludes[relation.table] && relation.a != relation.b) {
            see.add(relation.a, relation.b);
            see.add(relation.b, relation.a);
        }
    return see;
}

std::vector<Sum> all_taken_apart(const Model& model, const CellSets& see) {
    std::vector<Linear> derived = innies(model);
    for (Linear& sum : combined_sums(model, see)) derived.push_back(std::move(sum));
    std::vector<Sum> sums;
    sums.reserve(model.sums.size() + derived.size());
    for (const Linear& linear : model.sums) sums.push_back(taken_apart(linear, model.first, see));
    for (const Linear& linear : derived) sums.push_back(taken_apart(linear, model.first, see));
    return sums;
}

bool is_crowded(const Model& model, const std::vector<Sum>& sums,
                const std::vector<Clique>& cliques) {
    auto exceeds = [&](const auto& group) { return is_crowded(group.cells, model); };
    for (const Sum& sum : sums)
        if (std::any_of(sum.parts.begin(), sum.parts.end(), exceeds)) return true;
    if (std::any_of(cliques.begin(), cliques.end(), exceeds)) return true;
    std::vector<const std::vector<int>*> seen(model.cells);  // the last group of each cell
    for (const auto& group : model.all_different) {
        if (is_crowded(group, model)) return true;
        for (int cell : group)
            if (std::exchange(seen[cell], &group) == &group) return true;
    }
    return false;
}

}  // namespace

bool has_sums(const Group& group) {
    if (!group.sums.empty()) return true;
    for (const AnyOf& choice : group.choices)
        for (const Group& alternative : choice.alternatives)
            if (has_sums(alternative)) return true;
    return false;
}

Outline::Outline(std::shared_ptr<const Model> said, int words)
    : said(std::move(said)),
      model(*this->said),
      see(cells_that_differ(model, words)),
      sums(all_taken_apart(model, see)),
      cover(clique_cover(model, see)),
      crowded(is_crowded(model, sums, cover.cliques)) {}

// Learning replaces tree search if there are no sums and no cliques, because clauses then propagate
// as much as propagators. It is never used if there are only cages and cliques, because their sets
// of values conclude more than clauses. Otherwise the two searches alternate, because neither is
// always better. No clauses express partitions.
Learning Outline::learning() const {
    if (!model.partitions.empty()) return Learning::never;
    if (!has_sums(model) && cover.cliques.empty()) return Learning::instead;
    const bool only_groups = model.words.empty() && model.counts.empty() && model.choices.empty() &&
                             std::all_of(sums.begin(), sums.begin() + model.sums.size(),
                                         [](const auto& sum) { return sum.is_cage(); });
    return only_groups ? Learning::never : Learning::beside;
}

}  // namespace nonet::general
