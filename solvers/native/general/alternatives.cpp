#include "alternatives.hpp"

#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {

Model all_alternatives(const Model& model) {
    Model inside{{}, model.cells, model.values, model.first, {}, model.tables, model.automata};
    auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (const AnyOf& choice : model.choices)
        for (const Group& group : choice.alternatives) {
            append(inside.relations, group.relations);
            append(inside.counts, group.counts);
            append(inside.words, group.words);
            append(inside.choices, group.choices);
        }
    return inside;
}

std::vector<Sum> sums_of_alternatives(const Model& model, const CellSets& see) {
    std::vector<Sum> sums;
    for (const AnyOf& choice : model.choices)
        for (const Group& group : choice.alternatives)
            for (const Linear& linear : group.sums)
                sums.push_back(taken_apart(linear, model.first, see));
    return sums;
}

}  // namespace nonet::general
