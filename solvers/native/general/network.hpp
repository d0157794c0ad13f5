// A model, compiled for the engine: read-only, and shared by every search of the same rules.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "cages.hpp"
#include "choices.hpp"
#include "clique_cover.hpp"
#include "cliques.hpp"
#include "counts.hpp"
#include "houses.hpp"
#include "innies.hpp"
#include "model.hpp"
#include "orders.hpp"
#include "parts.hpp"
#include "relations.hpp"
#include "state.hpp"
#include "sum_filter.hpp"
#include "sums.hpp"
#include "whereabouts.hpp"
#include "words.hpp"

namespace nonet::general {

// How a search that learns stands to one that does not.
enum class Learning { never, instead, beside };

template <class Shape>
struct Network {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;
    // Every kind of constraint, the cheapest first: that is the order in which they run.
    using Kinds =
        std::tuple<Relations<Shape>, Houses<Shape>, Counts<Shape>, Cliques<Shape>, Cages<Shape>,
                   Words<Shape>, Sums<Shape>, Orders<Shape>, Choices<Shape>>;

    explicit Network(std::shared_ptr<const Model> said)
        : said(std::move(said)),
          model(*this->said),
          cells(model.cells),
          values(model.values),
          only_houses(model.relations.empty() && model.sums.empty() && model.counts.empty() &&
                      model.words.empty() && model.choices.empty()),
          see(cells_that_differ(model)),
          filter(has_sums(model) ? model.values : 0),
          sums(all_taken_apart(model, see)),
          cover(model, see),
          places_worth_a_look(has_sums(model) || !cover.cliques().empty()
                                  ? most_places
                                  : most_places_without_groups),
          kinds(Relations<Shape>(model, cover, see), Houses<Shape>(model), Counts<Shape>(model),
                Cliques<Shape>(model, cover), Cages<Shape>(model, sums, filter),
                Words<Shape>(model), Sums<Shape>(model, sums, filter), Orders<Shape>(model, see),
                Choices<Shape>(model, see, filter)),
          inhabited(those_with_propagators(kinds)),
          crowded(is_crowded(model)) {}

    Network(const Network&) = delete;

    // What learning is worth, where search finds nothing. Without sums and cliques clauses say as
    // much as propagation, and it takes over. Sets of values conclude more than clauses do, so
    // with cages and cliques alone search goes on; with other sums neither is always ahead.
    Learning learning() const {
        if (!has_sums(model) && cover.cliques().empty()) return Learning::instead;
        const bool only_groups = model.words.empty() && model.counts.empty() &&
                                 model.choices.empty() &&
                                 std::all_of(sums.begin(), sums.begin() + model.sums.size(),
                                             [](const auto& sum) { return sum.is_cage(); });
        return only_groups ? Learning::never : Learning::beside;
    }

    std::shared_ptr<const Model> said;
    const Model& model;  // the same; clauses are written from it, too
    int cells;
    int values;
    bool only_houses;        // and cells that see one another
    std::vector<Cells> see;  // for each cell, those that never hold the same value
    SumFilter<Shape> filter;
    std::vector<Sum<Shape>> sums;
    CliqueCover<Shape> cover;
    int places_worth_a_look;
    Kinds kinds;
    unsigned inhabited;  // a bit for each kind that has propagators
    bool crowded;        // some cells that all differ are more than there are values

private:
    static unsigned those_with_propagators(const Kinds& kinds) {
        unsigned found = 0, place = 0;
        std::apply([&](const auto&... kind) { ((found |= (kind.size() > 0) << place++), ...); },
                   kinds);
        return found;
    }

    // Nothing runs then, so that no propagator meets a group with more cells than values.
    bool is_crowded(const Model& model) const {
        auto exceeds = [&](const auto& group) {
            return static_cast<int>(group.cells.size()) > model.values;
        };
        bool inside = false;
        std::get<Choices<Shape>>(kinds).each_part(
            [&](const auto& part) { inside = inside || exceeds(part); });
        if (inside) return true;
        for (const auto& sum : sums)
            if (std::any_of(sum.parts.begin(), sum.parts.end(), exceeds)) return true;
        const auto& orders = std::get<Orders<Shape>>(kinds);
        for (int id = 0; id < orders.size(); ++id)
            if (static_cast<int>(orders.cells(id).size()) > model.values) return true;
        const auto& cliques = cover.cliques();
        if (std::any_of(cliques.begin(), cliques.end(), exceeds)) return true;
        for (const auto& group : model.all_different) {
            if (static_cast<int>(group.size()) > model.values) return true;
            Cells seen;
            for (int cell : group) {
                if (seen.has(cell)) return true;
                seen.add(cell);
            }
        }
        return false;
    }

    static std::vector<Cells> cells_that_differ(const Model& model) {
        std::vector<Cells> see(model.cells);
        for (const auto& group : model.all_different)
            for (int cell : group)
                for (int other : group)
                    if (other != cell) see[cell].add(other);
        std::vector<bool> excludes;
        for (const auto& table : model.tables) {
            excludes.push_back(true);
            for (int value = 0; value < model.values; ++value)
                if (table[value] >> value & 1) excludes.back() = false;
        }
        for (const Relation& relation : model.relations)
            if (excludes[relation.table] && relation.a != relation.b) {
                see[relation.a].add(relation.b);
                see[relation.b].add(relation.a);
            }
        return see;
    }

    static std::vector<Sum<Shape>> all_taken_apart(const Model& model,
                                                   const std::vector<Cells>& see) {
        const Innies<Cells> innies(model);
        std::vector<Sum<Shape>> sums;
        sums.reserve(model.sums.size() + innies.sums().size());
        for (const Linear& linear : model.sums)
            sums.push_back(taken_apart<Shape>(linear, model.first, see));
        for (const Linear& linear : innies.sums())
            sums.push_back(taken_apart<Shape>(linear, model.first, see));
        return sums;
    }
};

}  // namespace nonet::general
