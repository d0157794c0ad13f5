// Lists all solutions of a state with few open cells by a plain search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "links.hpp"
#include "outline.hpp"

namespace nonet::general {

// If a puzzle has many solutions, most of the time goes into the propagation of the last cells.
// There a plain search is several times as quick. It removes values from cells that must differ,
// and asks every other constraint as soon as at most one of its cells is open. A set of open cells
// is a machine word.
class Endgame {
public:
    static constexpr int most_open = 64;

    explicit Endgame(const Outline& outline);

    // Finds all solutions with these marks, of which at most 64 cells are open. Returns false if
    // that takes too many steps. The marks must be propagated, so that no peer of a settled cell
    // still has its value.
    template <class Mask>
    bool list(std::span<const Mask> marks);

    // The number of solutions, and whether they took few steps.
    std::size_t size() const { return found_.size() / cells_.size(); }
    bool pays() const { return steps_ <= steps_a_solution * (size() + 1); }

    // Writes the values of the open cells in a solution.
    void write(std::size_t solution, std::vector<int>& values) const;

private:
    static constexpr std::size_t most_steps = 16'384;
    static constexpr std::size_t steps_a_solution = 16;

    // The marks, by value. Settled cells have none.
    struct State {
        std::uint64_t open;
        std::vector<std::uint64_t> places;
        int cell;  // of the branch, with the values that are left to try
        std::uint64_t left;
    };

    template <class Mask>
    void start(std::span<const Mask> marks, State& state);
    bool asks_all(State& state);
    bool settle(State& state);
    bool put(int cell, int value, State& state);
    bool ask(int link, State& state);
    bool branch(State& state);
    static std::uint64_t marks(int cell, const State& state);

    const Outline& outline_;
    const Links links_;
    std::vector<int> cells_;                    // the open cells of the board
    std::vector<int> numbers_;                  // of the cells of the board among these
    std::vector<int> values_;                   // of the settled cells
    std::vector<std::uint64_t> scopes_;         // the open cells of each link
    std::array<std::uint64_t, most_open> see_;  // the open cells that differ from each
    std::vector<State> stack_;
    std::vector<std::uint8_t> found_;
    std::size_t steps_ = 0;
};

}  // namespace nonet::general
