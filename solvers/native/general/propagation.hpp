// The state of a search, and everything that follows from a restriction of a cell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "houses.hpp"
#include "mask.hpp"
#include "network.hpp"
#include "state.hpp"
#include "sums.hpp"
#include "vacancies.hpp"
#include "worklist.hpp"

namespace nonet::general {

// The cells that a contradiction is blamed on, and the weight that it adds to each.
struct Conflict {
    std::span<const int> cells;
    double blame = 0;
};

template <class Shape>
class Propagation {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

    explicit Propagation(const Network<Shape>& network)
        : network(network), worklists_(worklists(network, kinds)) {}

    const Network<Shape>& network;
    State<Shape> state;
    std::vector<std::uint64_t> scratch;  // of the propagator that runs
    std::uint64_t calls = 0;             // how many propagators ran
    std::uint64_t work = 0;              // steps of those that may take long
    Conflict conflict;

    Mask marks(int cell) const { return state.marks[cell]; }
    const Cells& places(int value) const { return state.places[value]; }

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
        wake_all(kinds);
    }

    // Restricts a cell; false is a contradiction. What follows waits for `settle`.
    bool keep(int cell, Mask mask) {
        const Mask old = state.marks[cell];
        const Mask now = old & mask;
        if (now == old) return true;
        state.marks[cell] = now;
        if (!now) return false;
        const Mask lost = old ^ now;
        each_value(lost, [&](int value) { state.places[value].remove(cell); });
        if (settled(now)) {
            --state.open;
            settled_[settled_count_++] = cell;
        }
        each_value(lost, [&](int value) { vacancies().lose({&cell, 1}, value, state.left); });
        wake_others(cell, lost);
        return true;
    }

    bool assign(int cell, int value) { return keep(cell, bit<Mask>(value)); }
    bool exclude(int cell, int value) { return keep(cell, static_cast<Mask>(~bit<Mask>(value))); }

    // The same for several cells that all have the value.
    bool exclude(const Cells& losers, int value) {
        if (losers.empty()) return true;
        state.places[value] = state.places[value].without(losers);
        const Mask lost = bit<Mask>(value);
        std::array<int, Shape::most_cells> cells;
        int count = 0;
        int settled_count = settled_count_;
        int empty = -1;
        losers.each([&](int cell) {  // without a branch, which no processor would predict
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
        vacancies().lose({cells.data(), cells.data() + count}, value, state.left);
        if (!network.only_houses)
            for (int at = 0; at < count; ++at) wake_others(cells[at], lost);
        return true;
    }

    // Runs until nothing more follows. No propagator wakes itself, so that all run once more on
    // what they have settled: a state without open cells that passes is a solution.
    bool settle() {
        if (!run_all()) return fail();
        if (state.open == 0) {
            wake_all(kinds);
            if (!run_all()) return fail();
        }
        return true;
    }

    // After a contradiction outside of `settle`: nothing waits any more.
    bool fail() {
        settled_count_ = 0;
        waiting_ = 0;
        std::apply([](auto&... lists) { (lists.clear(), ...); }, worklists_);
        return false;
    }

private:
    using Kinds = typename Network<Shape>::Kinds;
    static constexpr std::size_t houses = 1;  // the kind that is woken by values, not as a whole
    static constexpr auto kinds = std::make_index_sequence<std::tuple_size_v<Kinds>>{};

    static auto worklist(const Network<Shape>& network, const Houses<Shape>& kind) {
        return Vacancies<Shape>(network.values, kind, network.places_worth_a_look);
    }
    template <class Kind>
    static auto worklist(const Network<Shape>&, const Kind& kind) {
        return Worklist(kind.size());
    }

    template <std::size_t... Kind>
    static auto worklists(const Network<Shape>& network, std::index_sequence<Kind...>) {
        return std::tuple{worklist(network, std::get<Kind>(network.kinds))...};
    }

    auto& vacancies() { return std::get<houses>(worklists_); }

    // Whether a value below or above all that are left was lost.
    static bool moves_a_bound(Mask lost, Mask now) {
        return lost > now || (lost & (now ^ (now - 1))) != 0;
    }

    void wake_others(int cell, Mask lost) {
        if (!network.only_houses) wake_watchers(cell, lost, kinds);
    }

    template <std::size_t... Kind>
    void wake_watchers(int cell, Mask lost, std::index_sequence<Kind...>) {
        (wake_watchers_of<Kind>(cell, lost), ...);
    }

    template <std::size_t Kind>
    void wake_watchers_of(int cell, Mask lost) {
        if constexpr (Kind != houses) {
            if (!(network.inhabited >> Kind & 1)) return;
            const auto& kind = std::get<Kind>(network.kinds);
            auto& list = std::get<Kind>(worklists_);
            waiting_ |= 1u << Kind;
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(kind)>, Sums<Shape>>) {
                const bool bound = moves_a_bound(lost, state.marks[cell]);
                for (int id : kind.watchers(cell, bound)) list.add(id);
            } else {
                for (int id : kind.watchers(cell)) list.add(id);
            }
        }
    }

    // All but the houses, of which none has lost a place.
    template <std::size_t... Kind>
    void wake_all(std::index_sequence<Kind...>) {
        (wake_all_of<Kind>(), ...);
    }

    template <std::size_t Kind>
    void wake_all_of() {
        if constexpr (Kind != houses) {
            waiting_ |= 1u << Kind;
            for (int id = 0; id < std::get<Kind>(network.kinds).size(); ++id)
                std::get<Kind>(worklists_).add(id);
        }
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

    // Takes a settled value from every cell that must differ.
    bool tell_peers(int cell) {
        ++calls;
        const Mask mask = state.marks[cell];
        const int value = lowest(mask);
        vacancies().fill(cell, value, state.left);
        if (exclude(state.places[value] & network.see[cell], value)) return true;
        conflict = {{&loser_, 1}, 1.0};
        return false;
    }

    enum class Outcome { idle, ran, failed };

    // Runs one propagator, of the first kind that has one waiting.
    template <std::size_t... Kind>
    Outcome run_next(std::index_sequence<Kind...>) {
        Outcome outcome = Outcome::idle;
        ((outcome = run_kind<Kind>(), outcome != Outcome::idle) || ...);
        return outcome;
    }

    template <std::size_t Kind>
    Outcome run_kind() {
        if (Kind != houses && !(waiting_ >> Kind & 1)) return Outcome::idle;
        auto& list = std::get<Kind>(worklists_);
        if (list.empty()) {
            waiting_ &= ~(1u << Kind);
            return Outcome::idle;
        }
        return run(std::get<Kind>(network.kinds), list);
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
        const Release released{list, id};  // also where memory is lacking
        return kind.run(id, *this) ? Outcome::ran : blame(kind, id);
    }

    template <class Kind>
    Outcome blame(const Kind& kind, int id) {
        conflict = {kind.cells(id), kind.blame};
        return Outcome::failed;
    }

    using Worklists = decltype(worklists(std::declval<const Network<Shape>&>(), kinds));

    Worklists worklists_;
    // They settle once each, and may then be written once more where they lose their last mark.
    std::array<int, 2 * Shape::most_cells> settled_;
    int settled_count_ = 0;  // cells whose peers do not know yet
    int loser_ = 0;
    unsigned waiting_ = 0;  // a bit for each kind of which a propagator may wait; but the houses
};

}  // namespace nonet::general
