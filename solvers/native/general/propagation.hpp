// The state of a search, and the propagation of restrictions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "agenda.hpp"
#include "board.hpp"
#include "divisions.hpp"
#include "houses.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "state.hpp"
#include "vacancies.hpp"

namespace nonet::general {

// The cells of the constraint that failed, and the weight that the contradiction adds to each.
struct Conflict {
    std::span<const int> cells;
    double blame = 0;
};

template <class Shape>
class Propagation final : public Board<Shape> {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

    explicit Propagation(const Network<Shape>& network)
        : Board<Shape>(network, scratch_, false),
          vacancies_(network.values, std::get<houses>(network.kinds), network.places_worth_a_look),
          agenda_(network.watchers),
          related_(std::get<relations>(network.kinds).related()) {}

    using Board<Shape>::network;
    using Board<Shape>::state;
    using Board<Shape>::keep;

    std::uint64_t calls = 0;  // the number of runs of propagators
    Conflict conflict;

    // Allows every value everywhere, and wakes every propagator.
    void start() {
        const Mask full = all_values<Mask>(network.values);
        state.open = network.values > 1 ? network.cells : 0;
        state.marks.fill(0);
        state.places.fill({});
        state.left.start(network.values, std::get<houses>(network.kinds).words());
        Cells every;
        for (int cell = 0; cell < network.cells; ++cell) {
            state.marks[cell] = full;
            every.add(cell);
            if (network.values == 1) settled_[settled_count_++] = cell;
        }
        for (int value = 0; value < network.values; ++value) state.places[value] = every;
        wake_all();
    }

    // Runs propagators until nothing more follows. If all cells are settled, all propagators run
    // once more, because a propagator does not wake itself. So a state without open cells that
    // passes is a solution.
    bool settle() {
        if (!run_all()) return fail();
        if (state.open == 0) {
            wake_all();
            if (!run_all()) return fail();
        }
        return true;
    }

    // Empties all queues after a contradiction.
    bool fail() {
        settled_count_ = 0;
        vacancies_.clear();
        agenda_.clear();
        changed_ = {};
        return false;
    }

private:
    // Consequences are queued for `settle`.
    bool narrow(int cell, Mask now) override {
        const Mask lost = state.marks[cell] ^ now;
        state.marks[cell] = now;
        if (!now) return false;
        each_value(lost, [&](int value) { state.places[value].remove(cell); });
        if (settled(now)) {
            --state.open;
            settled_[settled_count_++] = cell;
        }
        each_value(lost, [&](int value) { vacancies_.lose(cell, value, state.left); });
        if (related_.has(cell)) changed_.add(cell);
        wake(cell, lost);
        return true;
    }

    bool take(const Cells& losers, int value) override {
        state.places[value] = state.places[value].without(losers);
        const Mask lost = bit<Mask>(value);
        int settled_count = settled_count_;
        int empty = -1;
        vacancies_.lose(losers, value, state.left, [&](int cell) {
            // no branch: it would be unpredictable
            const Mask now = state.marks[cell] ^= lost;
            settled_[settled_count] = cell;
            settled_count += settled(now);
            empty = now ? empty : cell;
        });
        state.open -= settled_count - settled_count_;
        settled_count_ = settled_count;
        loser_ = empty;
        if (empty >= 0) return false;
        changed_ |= losers & related_;
        return (losers & network.watched).each([&](int cell) {
            wake(cell, lost);
            return true;
        });
    }

    static constexpr std::size_t relations = Network<Shape>::relations;
    static constexpr std::size_t houses = Network<Shape>::houses;
    static constexpr std::size_t kind_count = Network<Shape>::kind_count;

    // Whether the lost values include the minimum or maximum.
    static bool moves_a_bound(Mask lost, Mask now) {
        return (lost > now) | ((lost & (now ^ (now - 1))) != 0);
    }

    void wake(int cell, Mask lost) { agenda_.wake(cell, moves_a_bound(lost, state.marks[cell])); }

    // Wakes all kinds except the houses, because no house has lost a place.
    void wake_all() {
        changed_ = related_;
        agenda_.wake_all();
    }

    // The cheapest propagator runs first.
    bool run_all() {
        for (;;) {
            if (settled_count_ > 0) {
                const int cell = settled_[--settled_count_];
                if (!tell_peers(cell)) return false;
                continue;
            }
            if (!changed_.empty()) {
                const int cell = changed_.first();
                changed_.remove(cell);
                if (!tell_related(cell)) return false;
                continue;
            }
            const unsigned word = agenda_.word();
            std::size_t kind = network.watchers.kind(word);
            if (!vacancies_.empty()) kind = std::min(kind, houses);
            if (kind == kind_count) return true;
            if (!run_next(word, kind, std::make_index_sequence<kind_count - houses>{}))
                return false;
        }
    }

    // Removes a settled value from every cell that must differ.
    bool tell_peers(int cell) {
        ++calls;
        const Mask mask = state.marks[cell];
        const int value = lowest(mask);
        vacancies_.fill(cell, value, state.left);
        const Cells losers = state.places[value] & network.see[cell];
        if (losers.empty() || take(losers, value)) return true;
        conflict = {{&loser_, 1}, 1.0};
        return false;
    }

    // Removes the values without a partner from every related cell.
    bool tell_related(int cell) {
        ++calls;
        const auto& kind = std::get<relations>(network.kinds);
        const int other = kind.narrow_related(cell, *this);
        if (other < 0) return true;
        pair_ = {cell, other};
        conflict = {pair_, kind.blame};
        return false;
    }

    // Runs the next propagator of a word, or some houses.
    template <std::size_t... Kind>
    bool run_next(unsigned word, std::size_t kind, std::index_sequence<Kind...>) {
        bool ok = true;
        (void)((kind == houses + Kind &&
                (ok = run(std::get<houses + Kind>(network.kinds), word), true)) ||
               ...);
        return ok;
    }

    bool run(const Houses<Shape>& kind, unsigned) {
        auto [value, first, ids] = vacancies_.next();
        for (; ids; ids = without_lowest(ids)) {
            ++calls;
            const int id = first + lowest(ids);
            if (!kind.run(id, value, *this)) return blame(kind, id);
        }
        return true;
    }

    template <class Kind>
    bool run(const Kind& kind, unsigned word) {
        ++calls;
        const int bit = agenda_.next(word);
        const int id = network.watchers.first(word) + bit;
        if (!kind.run(id, *this)) return blame(kind, id);
        agenda_.done(word, bit);
        return true;
    }

    bool blame(const Divisions<Shape>&, int) {
        conflict = {this->culprits, 1.0};
        return false;
    }

    template <class Kind>
    bool blame(const Kind& kind, int id) {
        conflict = {kind.cells(id), kind.blame};
        return false;
    }

    std::vector<std::uint64_t> scratch_;
    Vacancies<Shape> vacancies_;
    Agenda agenda_;
    const Cells related_;
    // A cell is written here when it settles, and perhaps again when it loses its last mark.
    std::array<int, 2 * Shape::most_cells> settled_;
    int settled_count_ = 0;  // cells whose peers are not told
    int loser_ = 0;
    std::array<int, 2> pair_{};  // the cells of a relation that failed
    Cells changed_;              // cells with relations that the related cells are not told of
};

}  // namespace nonet::general
