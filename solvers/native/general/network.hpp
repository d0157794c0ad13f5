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
    static constexpr std::size_t houses = 1;  // this kind wakes for single values

    explicit Network(std::shared_ptr<const Model> said)
        : outline(std::move(said), sizeof(Cells) / sizeof(std::uint64_t)),
          cells(outline.model.cells),
          values(outline.model.values),
          only_houses(outline.only_houses),
          see(outline.see.template as<Cells>()),
          filter(has_sums(outline.model) ? values : 0),
          places_worth_a_look(has_sums(outline.model) || !outline.cover.cliques.empty()
                                  ? most_places
                                  : most_places_without_groups),
          kinds(made_from(source(), std::make_index_sequence<kind_count>{})),
          scopes(bases(kinds)),
          woken(those_to_wake(scopes)),
          crowded(outline.crowded || is_crowded()) {}

    Network(const Network&) = delete;

    const Outline outline;
    int cells;
    int values;
    bool only_houses;
    std::span<const Cells> see;  // as in the outline
    SumFilter<Shape> filter;
    int places_worth_a_look;
    Kinds kinds;
    std::array<const Scopes*, kind_count> scopes;  // of each kind
    unsigned woken;                                // kinds with propagators, except houses
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

    static unsigned those_to_wake(const std::array<const Scopes*, kind_count>& scopes) {
        unsigned woken = 0;
        for (std::size_t kind = 0; kind < kind_count; ++kind)
            woken |= (kind != houses && scopes[kind]->size() > 0) << kind;
        return woken;
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
