// The state of a search, and the propagation of restrictions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "board.hpp"
#include "divisions.hpp"
#include "houses.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "state.hpp"
#include "vacancies.hpp"
#include "worklist.hpp"

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
          vacancies_(network.values, std::get<houses>(network.kinds), network.places_worth_a_look) {
        each_value(network.woken,
                   [&](int kind) { worklists_[kind] = Worklist(network.scopes[kind]->size()); });
    }

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

    // Empties all worklists after a contradiction.
    bool fail() {
        settled_count_ = 0;
        waiting_ = 0;
        vacancies_.clear();
        for (Worklist& list : worklists_) list.clear();
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
        each_value(lost, [&](int value) { vacancies_.lose({&cell, 1}, value, state.left); });
        wake_others(cell, lost);
        return true;
    }

    bool take(const Cells& losers, int value) override {
        state.places[value] = state.places[value].without(losers);
        const Mask lost = bit<Mask>(value);
        std::array<int, Shape::most_cells> cells;
        int count = 0;
        int settled_count = settled_count_;
        int empty = -1;
        losers.each([&](int cell) {  // no branch: it would be unpredictable
            cells[count++] = cell;
            const Mask now = state.marks[cell] ^= lost;
            settled_[settled_count] = cell;
            settled_count += settled(now);
            empty = now ? empty : cell;
            return true;
        });
        state.open -= settled_count - settled_count_;
        settled_count_ = settled_count;
        loser_ = empty;
        if (empty >= 0) return false;
        vacancies_.lose({cells.data(), cells.data() + count}, value, state.left);
        if (!network.only_houses)
            for (int at = 0; at < count; ++at) wake_others(cells[at], lost);
        return true;
    }

    static constexpr std::size_t houses = Network<Shape>::houses;
    static constexpr std::size_t kind_count = Network<Shape>::kind_count;
    static constexpr auto kinds = std::make_index_sequence<kind_count>{};

    // Whether the lost values include the minimum or maximum.
    static bool moves_a_bound(Mask lost, Mask now) {
        return lost > now || (lost & (now ^ (now - 1))) != 0;
    }

    void wake_others(int cell, Mask lost) {
        if (network.only_houses) return;
        waiting_ |= network.woken;
        const bool bound = moves_a_bound(lost, state.marks[cell]);
        each_value(network.woken, [&](int kind) {
            for (int id : network.scopes[kind]->watchers(cell, bound)) worklists_[kind].add(id);
        });
    }

    // Wakes all kinds except the houses, because no house has lost a place.
    void wake_all() {
        waiting_ |= network.woken;
        each_value(network.woken, [&](int kind) {
            for (int id = 0; id < network.scopes[kind]->size(); ++id) worklists_[kind].add(id);
        });
    }

    bool run_all() {
        for (;;) {
            if (settled_count_ > 0) {
                const int cell = settled_[--settled_count_];
                if (!tell_peers(cell)) return false;
                continue;
            }
            const Outcome outcome = run_next(kinds);
            if (outcome == Outcome::failed) return false;
            if (outcome == Outcome::idle) return true;
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

    enum class Outcome { idle, ran, failed };

    // Runs one queued propagator, of the first kind that has one.
    template <std::size_t... Kind>
    Outcome run_next(std::index_sequence<Kind...>) {
        Outcome outcome = Outcome::idle;
        ((outcome = run_kind<Kind>(), outcome != Outcome::idle) || ...);
        return outcome;
    }

    template <std::size_t Kind>
    Outcome run_kind() {
        const auto& kind = std::get<Kind>(network.kinds);
        if constexpr (Kind == houses) {
            return vacancies_.empty() ? Outcome::idle : run(kind, vacancies_);
        } else {
            if (!(waiting_ >> Kind & 1)) return Outcome::idle;
            Worklist& list = worklists_[Kind];
            if (!list.empty()) return run(kind, list);
            waiting_ &= ~(1u << Kind);
            return Outcome::idle;
        }
    }

    Outcome run(const Houses<Shape>& kind, Vacancies<Shape>& list) {
        auto [value, first, ids] = list.next();
        for (; ids; ids = without_lowest(ids)) {
            ++calls;
            const int id = first + lowest(ids);
            if (!kind.run(id, value, *this)) return blame(kind, id);
        }
        return Outcome::ran;
    }
    struct Release {
        Worklist& list;
        int id;

        ~Release() { list.release(id); }
    };

    template <class Kind>
    Outcome run(const Kind& kind, Worklist& list) {
        ++calls;
        const int id = list.next();
        const Release released{list, id};  // also after std::bad_alloc
        return kind.run(id, *this) ? Outcome::ran : blame(kind, id);
    }

    Outcome blame(const Divisions<Shape>&, int) {
        conflict = {this->culprits, 1.0};
        return Outcome::failed;
    }

    template <class Kind>
    Outcome blame(const Kind& kind, int id) {
        conflict = {kind.cells(id), kind.blame};
        return Outcome::failed;
    }

    std::vector<std::uint64_t> scratch_;
    Vacancies<Shape> vacancies_;
    std::array<Worklist, kind_count> worklists_;  // for each kind but the houses
    // A cell is written here when it settles, and perhaps again when it loses its last mark.
    std::array<int, 2 * Shape::most_cells> settled_;
    int settled_count_ = 0;  // cells whose peers are not told
    int loser_ = 0;
    unsigned waiting_ = 0;  // kinds that may have queued propagators
};

}  // namespace nonet::general
