// A model compiled for the engine: read-only, and shared by all searches with the same rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "cages.hpp"
#include "choices.hpp"
#include "cliques.hpp"
#include "counts.hpp"
#include "divisions.hpp"
#include "houses.hpp"
#include "model.hpp"
#include "orders.hpp"
#include "outline.hpp"
#include "parts.hpp"
#include "relations.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "state.hpp"
#include "sum_filter.hpp"
#include "sums.hpp"
#include "watchers.hpp"
#include "whereabouts.hpp"
#include "words.hpp"

namespace nonet::general {

template <class Shape>
struct Network {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;
    // Every kind of constraint, in the order in which they run: the cheapest first.
    using Kinds =
        std::tuple<Relations<Shape>, Houses<Shape>, Counts<Shape>, Cliques<Shape>, Cages<Shape>,
                   Words<Shape>, Sums<Shape>, Orders<Shape>, Divisions<Shape>, Choices<Shape>>;

    static constexpr std::size_t kind_count = std::tuple_size_v<Kinds>;
    // These kinds wake for single cells and single values.
    static constexpr std::size_t relations = 0, houses = 1;
    static constexpr unsigned queued_kinds =
        ((1u << kind_count) - 1) & ~(1u << relations | 1u << houses);

    explicit Network(std::shared_ptr<const Model> said)
        : outline(std::move(said), sizeof(Cells) / sizeof(std::uint64_t)),
          cells(outline.model.cells),
          values(outline.model.values),
          see(outline.see.template as<Cells>()),
          filter(has_sums(outline.model) ? values : 0),
          places_worth_a_look(has_sums(outline.model) || !outline.cover.cliques.empty()
                                  ? most_places
                                  : most_places_without_groups),
          kinds(made_from(source(), std::make_index_sequence<kind_count>{})),
          scopes(bases(kinds)),
          watchers(scopes, queued_kinds, cells),
          watched(those_with_watchers()),
          crowded(outline.crowded || is_crowded()) {}

    Network(const Network&) = delete;

    const Outline outline;
    int cells;
    int values;
    std::span<const Cells> see;  // as in the outline
    SumFilter<Shape> filter;
    int places_worth_a_look;
    Kinds kinds;
    std::array<const Scopes*, kind_count> scopes;  // of each kind
    Watchers watchers;                             // of the queued kinds
    Cells watched;                                 // cells with watchers
    bool crowded;                                  // a group has too many cells

private:
    Source<Shape> source() const {
        return {outline.model, outline.see, outline.sums, outline.cover, filter};
    }

    template <std::size_t... Kind>
    static Kinds made_from(const Source<Shape>& source, std::index_sequence<Kind...>) {
        return Kinds(((void)Kind, source)...);
    }

    static std::array<const Scopes*, kind_count> bases(const Kinds& kinds) {
        return std::apply(
            [](const auto&... kind) { return std::array<const Scopes*, kind_count>{&kind...}; },
            kinds);
    }

    Cells those_with_watchers() const {
        Cells found;
        for (int cell = 0; cell < cells; ++cell)
            if (!watchers.of(cell, true).empty()) found.add(cell);
        return found;
    }

    // Whether a group of cells that must all differ has more cells than values. No propagator can
    // handle such a group.
    bool is_crowded() const {
        bool found = false;
        std::get<Choices<Shape>>(kinds).each_part([&](const Part& part) {
            found = found || general::is_crowded(part.cells, outline.model);
        });
        const auto& orders = std::get<Orders<Shape>>(kinds);
        for (int id = 0; id < orders.size(); ++id)
            found = found || static_cast<int>(orders.cells(id).size()) > values;
        return found;
    }
};

}  // namespace nonet::general
