// The loop of the lanes: take puzzles, search, count, and share the work.
//
// Each lane searches depth first with its own stack. When the queue is empty, idle lanes *steal*
// work: the oldest saved branch of another lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "board.hpp"
#include "branching.hpp"
#include "engine.hpp"
#include "folding.hpp"
#include "groups.hpp"
#include "propagation.hpp"
#include "stack.hpp"
#include "transposes.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

constexpr int most_passes = 6;          // before a control step
constexpr int most_splits = 4;          // guesses in a row
constexpr int steps_unasked = 512;      // steps between two watch calls
constexpr std::size_t prefetched = 64;  // puzzles ahead

class Lanes final : public Engine {
public:
    // Aligns the memory for vectors, because `new` of an old runtime does not guarantee this.
    static void* operator new(std::size_t size) {
        return ::operator new(size, std::align_val_t{64});
    }
    static void operator delete(void* memory) { ::operator delete(memory, std::align_val_t{64}); }

    void begin(const Batch& batch, Queue& queue) override {
        batch_ = batch;
        queue_ = &queue;
        first_ = last_ = 0;
        drained_ = false;
        groups_.clear();
        guesses_ = 0;
    }

    Outcome advance(Watch& watch, std::uint64_t guesses, bool pause) override {
        const std::uint64_t most =
            guesses > ~std::uint64_t{0} - guesses_ ? ~std::uint64_t{0} : guesses_ + guesses;
        groups_.number_from(pause);
        refill();
        for (int until_check = steps_unasked; groups_.busy();) {
            if (--until_check == 0) {
                if (watch.stopped()) return Outcome::stopped;
                until_check = steps_unasked;
            }
            const Control need = propagate_until_needed();
            if (need.stuck && guesses_ >= most && !need.solved) return Outcome::exhausted;
            const bool found = settle(need);
            if (found && pause) return Outcome::solution;
        }
        return Outcome::finished;
    }

    std::uint64_t guesses() const override { return guesses_; }
    int lanes() const override { return LANES; }

private:
    struct Control {
        std::uint32_t dead, solved, stuck;

        std::uint32_t any() const { return dead | solved | stuck; }
    };

    // Propagates until most lanes need a control step. Such a step costs the same for one lane as
    // for all lanes.
    Control propagate_until_needed() {
        const std::uint32_t busy = groups_.busy();
        const int enough = (5 * __builtin_popcount(busy) + 7) / 8;
        for (int pass = 1;; ++pass) {
            const Findings seen = propagate(board_);
            const std::uint32_t dead = lane_bits(seen.dead()) & busy;
            const std::uint32_t closed = lane_bits(seen.closed()) & busy & ~dead;
            const std::uint32_t still = lane_bits(seen.at_rest()) & busy & ~dead & ~closed;
            const std::uint32_t need = dead | closed | still;
            if (pass == most_passes || __builtin_popcount(need) >= enough) {
                Control control{dead, 0, still};
                if (closed) {
                    control.solved = lane_bits(solved_lanes(board_, lanes_of(closed)));
                    control.dead |= closed & ~control.solved;
                }
                return control;
            }
        }
    }

    // Load, branch, backtrack or count in the lanes that need it. Return whether a solution was
    // counted.
    bool settle(const Control& need) {
        if (!need.any()) return false;
        if (need.solved) count(need.solved);
        // Skip lanes that have stopped because their group has reached its limit.
        const std::uint32_t ended = (need.dead | need.solved) & groups_.busy();
        const std::uint32_t stuck = need.stuck & groups_.busy();
        const std::uint32_t popping = ended & stack_.filled();
        each(ended & ~popping, [&](int lane) {
            if (groups_.leave(lane)) finish(groups_.of(lane));
        });
        if (popping) stack_.pop(popping);
        if (groups_.idle()) refill();
        std::uint32_t forgotten = popping;
        if (stuck) forgotten |= guess(stuck);
        if (popping) stack_.restore(board_, popping);
        forgotten |= steal();
        if (forgotten | stuck) rebuild(board_, lanes_of(forgotten));
        if (forgotten && batch_.marks) keep_marks();
        return need.solved != 0;
    }

    // Count the solutions in these lanes and deliver the requested ones. If a group reaches its
    // limit, it is finished, and its other lanes drop their branches.
    void count(std::uint32_t solved) {
        std::uint8_t unwanted[cell_count], *rows[width];
        for (std::uint8_t*& row : rows) row = unwanted;
        std::uint32_t wanted = 0;
        each(solved, [&](int lane) {
            Group& group = groups_.of(lane);
            if (group.found == batch_.limit) return;
            const std::uint64_t index = group.found - group.found_before;
            if (index < batch_.kept) {
                rows[lane] = batch_.solutions + (group.puzzle * batch_.kept + index) * cell_count;
                wanted |= 1u << lane;
            }
            ++group.found;
            batch_.counts[group.puzzle] = group.found;
        });
        if (wanted) deliver(board_, rows, wanted);
        each(solved, [&](int lane) {
            const Group& group = groups_.of(lane);
            if (group.found == batch_.limit && (groups_.busy() >> lane & 1)) {
                groups_.disband(lane);
                finish(group);
            }
        });
    }

    void finish(const Group& group) {
        batch_.counts[group.puzzle] = group.found;
        batch_.finished[group.puzzle] = 1;
    }

    // Put new puzzles into the idle lanes.
    void refill() {
        if (drained_) return;
        static constexpr std::uint8_t no_puzzle[cell_count] = {};
        const std::uint8_t* rows[width];
        for (const std::uint8_t*& row : rows) row = no_puzzle;
        std::uint32_t fresh = 0;
        each(groups_.idle(), [&](int lane) {
            if (first_ == last_ && !drained_) {
                queue_->take(first_, last_);
                drained_ = first_ == last_;
            }
            if (drained_) return;
            const std::size_t puzzle = first_++;
            rows[lane] = batch_.clues + static_cast<std::ptrdiff_t>(puzzle) * batch_.stride;
            if (puzzle + prefetched < last_) {
                const std::uint8_t* ahead =
                    rows[lane] + static_cast<std::ptrdiff_t>(prefetched) * batch_.stride;
                __builtin_prefetch(ahead);
                __builtin_prefetch(ahead + cell_count - 1);
            }
            groups_.open(lane, puzzle);
            fresh |= 1u << lane;
        });
        if (!fresh) return;
        stack_.forget(fresh);
        if (fresh == groups_.busy() && __builtin_popcount(fresh) <= most_folded)
            load_folded(board_, rows, __builtin_popcount(fresh));
        else load(board_, rows, fresh);
        if (batch_.marks) keep_marks();
    }

    // Configurations do not tell which cells of a triad exclude a digit.
    void keep_marks() {
        for (int cell = 0; cell < cell_count; ++cell) board_.cell[cell] &= all(batch_.marks[cell]);
    }

    // Branch in these lanes. Return the idle lanes that got a saved branch. If enough lanes are
    // still idle, branch again at once. These guesses are worse than guesses after propagation, but
    // otherwise the lanes would do nothing.
    std::uint32_t guess(std::uint32_t stuck) {
        std::uint32_t helping = 0, branching = stuck;
        for (int split = 1;; ++split) {
            const Guess guess = choose(board_, lanes_of(branching));
            branching &= ~lane_bits(equal(guess.digit, V{}));  // a split can close a lane
            guesses_ += static_cast<unsigned>(__builtin_popcount(branching));
            stack_.push(board_, guess, branching);
            const std::uint32_t takers = steal();
            helping |= takers;
            branching = stuck | helping;
            const int idle = __builtin_popcount(groups_.idle());
            if (!takers || split == most_splits || idle < __builtin_popcount(branching))
                return helping;
        }
    }

    // When the queue is empty, give saved branches to idle lanes. Return these lanes. This function
    // is rarely called. Inlining it would make the common path some percent slower.
    [[gnu::noinline]] std::uint32_t steal() {
        if (!drained_ || !groups_.idle()) return 0;
        const Helpers helpers = groups_.join(stack_.filled() & groups_.busy());
        if (helpers.takers) {
            stack_.hand_over(helpers);
            stack_.restore(board_, helpers.takers);
        }
        return helpers.takers;
    }

    Board board_{};
    Stack stack_;
    Groups groups_;

    Batch batch_{};
    Queue* queue_ = nullptr;
    std::size_t first_ = 0, last_ = 0;  // puzzles waiting for a lane
    bool drained_ = false;              // the queue is empty
    std::uint64_t guesses_ = 0;
};

}  // namespace
}  // namespace nonet::lockstep
