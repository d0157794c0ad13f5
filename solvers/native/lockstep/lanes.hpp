// Which puzzle is in which lane: loading, searching, counting, and sharing the work.
//
// Each lane searches depth first with a stack of its own. The lanes that work on one puzzle are its
// *group*: they share its count of solutions, and when the count reaches the limit all of them stop.
// A group is named by the lane that its puzzle was loaded into. It grows only by *donation*: once the
// queue is empty, a lane that branches gives the other branch to an idle lane instead of pushing it.
// No puzzle is loaded after that, so a group's name is never taken twice.

#pragma once

#include <new>

#include "engine.hpp"
#include "propagation.hpp"
#include "stack.hpp"
#include "transposes.hpp"

namespace nonet::lockstep {
namespace {

constexpr int MOST_PASSES = 6;       // before the lanes that need control get it
constexpr int SPLITS = 4;            // guesses at once, as long as lanes are idle
constexpr int CHECK_WATCH = 512;     // control steps between two looks at the watch
constexpr int FEW_TO_LOAD = 6;       // from so many lanes on it pays to transpose
constexpr int FEW_TO_DELIVER = 4;
constexpr std::size_t PREFETCH = 64;  // puzzles ahead of the one being loaded

constexpr std::uint32_t EVERY_LANE = LANES == 32 ? ~0u : (1u << LANES) - 1;

// Visit the lanes of a set of bits, lowest first.
template <typename Visit>
inline void each(std::uint32_t lanes, Visit visit) {
    for (; lanes; lanes &= lanes - 1) visit(__builtin_ctz(lanes));
}

class Lanes final : public Engine {
  public:
    // Vectors in it are aligned to their size; `new` in an old-fashioned runtime does not see to it.
    static void* operator new(std::size_t size) {
        return ::operator new(size, std::align_val_t{64});
    }
    static void operator delete(void* memory) {
        ::operator delete(memory, std::align_val_t{64});
    }

    void begin(const Batch& batch, Queue& queue) override {
        batch_ = batch;
        queue_ = &queue;
        first_ = last_ = 0;
        drained_ = false;
        busy_ = 0;
        guesses_ = 0;
        board_ = {};
        stack_.forget_all();
        refill();
    }

    Outcome advance(Watch& watch, std::uint64_t guesses, bool pause) override {
        const std::uint64_t most = guesses > ~std::uint64_t{0} - guesses_ ? ~std::uint64_t{0}
                                                                          : guesses_ + guesses;
        for (Group& group : groups_) group.found_before = pause ? group.found : 0;
        for (int until_check = CHECK_WATCH; busy_;) {
            if (--until_check == 0) {
                if (watch.stopped()) return Outcome::stopped;
                until_check = CHECK_WATCH;
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

    // What the lanes of one puzzle share.
    struct Group {
        std::size_t puzzle;
        std::uint64_t found;
        std::uint64_t found_before;  // the last pause
        int members;
    };

    // Control costs the same for one lane as for all, so it waits until most lanes need it.
    Control propagate_until_needed() {
        const int enough = (5 * __builtin_popcount(busy_) + 7) / 8;
        for (int pass = 1;; ++pass) {
            const Findings seen = propagate(board_);
            const std::uint32_t dead = lane_bits(seen.dead()) & busy_;
            const std::uint32_t closed = lane_bits(seen.closed()) & busy_ & ~dead;
            const std::uint32_t still = lane_bits(seen.unchanged()) & busy_ & ~dead & ~closed;
            const std::uint32_t need = dead | closed | still;
            if (pass == MOST_PASSES || __builtin_popcount(need) >= enough) {
                Control control{dead, 0, still};
                if (closed) {
                    control.solved = lane_bits(solved_lanes(board_, lanes_of(closed)));
                    control.dead |= closed & ~control.solved;
                }
                return control;
            }
        }
    }

    // Give every lane in need what it needs; return whether a solution was counted.
    bool settle(const Control& need) {
        if (!need.any()) return false;
        std::uint32_t ended = need.dead | need.solved;  // at the end of a branch
        if (need.solved) count(need.solved);
        ended &= busy_;  // no longer those of a group that has reached its limit
        std::uint32_t popping = 0;
        each(ended, [&](int lane) {
            if (stack_.has(lane)) {
                popping |= 1u << lane;
            } else {
                leave(lane);
            }
        });
        const std::uint32_t stuck = need.stuck & busy_;
        std::uint32_t forgotten = popping;
        if (popping) stack_.pop(board_, popping);
        if (~busy_ & EVERY_LANE) refill();
        if (stuck) forgotten |= guess(stuck);
        if (forgotten | stuck) rebuild(board_, lanes_of(forgotten));
        return need.solved != 0;
    }

    // Count the solutions in these lanes and deliver those that are wanted.
    //
    // A group that reaches its limit is finished at once, whatever its other lanes still have to do.
    void count(std::uint32_t solved) {
        std::uint8_t unwanted[CELLS], *rows[WIDTH];
        for (std::uint8_t*& row : rows) row = unwanted;
        std::uint32_t wanted = 0;
        each(solved, [&](int lane) {
            Group& group = groups_[group_of_[lane]];
            if (group.found == batch_.limit) return;
            const std::uint64_t index = group.found - group.found_before;
            if (index < batch_.kept) {
                rows[lane] = batch_.solutions + (group.puzzle * batch_.kept + index) * CELLS;
                wanted |= 1u << lane;
            }
            ++group.found;
            batch_.counts[group.puzzle] = group.found;
        });
        if (wanted) deliver(rows, wanted);
        each(solved, [&](int lane) {
            const Group& group = groups_[group_of_[lane]];
            if (group.found == batch_.limit && (busy_ >> lane & 1)) disband(group_of_[lane]);
        });
    }

    void deliver(std::uint8_t* const (&rows)[WIDTH], std::uint32_t wanted) {
        if (__builtin_popcount(wanted) < FEW_TO_DELIVER) {
            each(wanted, [&](int lane) {
                for (int cell = 0; cell < CELLS; ++cell) {
                    const unsigned set = board_.cell[cell][lane];
                    rows[lane][cell] = static_cast<std::uint8_t>(__builtin_ctz(set) + 1);
                }
            });
            return;
        }
        Sheet sheet;
        for (int cell = 0; cell < CELLS; ++cell) {
            store_bytes(sheet.at[cell], digit_of(board_.cell[cell]));
        }
        gather(sheet, rows);
    }

    // A lane has nothing left to search; the last one of its group finishes the puzzle.
    void leave(int lane) {
        Group& group = groups_[group_of_[lane]];
        busy_ &= ~(1u << lane);
        if (--group.members == 0) finish(group);
    }

    void disband(int name) {
        each(busy_, [&](int lane) {
            if (group_of_[lane] == name) busy_ &= ~(1u << lane);
        });
        finish(groups_[name]);
    }

    void finish(const Group& group) {
        batch_.counts[group.puzzle] = group.found;
        batch_.finished[group.puzzle] = 1;
    }

    // Put new puzzles into the idle lanes.
    void refill() {
        if (drained_) return;
        static constexpr std::uint8_t NO_PUZZLE[CELLS] = {};
        const std::uint8_t* rows[WIDTH];
        for (const std::uint8_t*& row : rows) row = NO_PUZZLE;
        std::uint32_t fresh = 0;
        each(~busy_ & EVERY_LANE, [&](int lane) {
            if (first_ == last_ && !drained_) {
                queue_->take(first_, last_);
                drained_ = first_ == last_;
            }
            if (drained_) return;
            const std::size_t puzzle = first_++;
            rows[lane] = batch_.clues + static_cast<std::ptrdiff_t>(puzzle) * batch_.stride;
            if (puzzle + PREFETCH < last_) {
                const std::uint8_t* ahead =
                    rows[lane] + static_cast<std::ptrdiff_t>(PREFETCH) * batch_.stride;
                __builtin_prefetch(ahead);
                __builtin_prefetch(ahead + CELLS - 1);
            }
            group_of_[lane] = static_cast<std::uint8_t>(lane);
            groups_[lane] = {puzzle, 0, 0, 1};
            stack_.forget(lane);
            fresh |= 1u << lane;
        });
        busy_ |= fresh;
        if (fresh) load(rows, fresh);
    }

    void load(const std::uint8_t* const (&rows)[WIDTH], std::uint32_t fresh) {
        const Mask here = lanes_of(fresh);
        for (Band& band : board_.band) {
            for (V& left : band.left) left = select(here, all(NINE), left);
        }
        Sheet sheet;
        if (__builtin_popcount(fresh) < FEW_TO_LOAD) {
            each(fresh, [&](int lane) {
                for (int cell = 0; cell < CELLS; ++cell) sheet.at[cell][lane] = rows[lane][cell];
            });
        } else {
            spread(rows, sheet);
        }
        for (int cell = 0; cell < CELLS; ++cell) {
            board_.cell[cell] =
                select(here, candidates(load_bytes(sheet.at[cell])), board_.cell[cell]);
        }
    }

    // Branch in these lanes; return the idle lanes that were given another lane's second branch.
    //
    // Where that leaves enough lanes idle, all of them branch again at once: the guesses are not as
    // good as they would be after propagation, but the lanes have nothing better to do.
    std::uint32_t guess(std::uint32_t stuck) {
        std::uint32_t donated = 0, givers = stuck;
        for (int split = 1;; ++split) {
            const Guess guess = choose(board_, lanes_of(givers));
            givers &= ~lane_bits(equal(guess.digit, V{}));  // a split can close a lane
            guesses_ += static_cast<unsigned>(__builtin_popcount(givers));
            const std::uint32_t takers = drained_ ? donate(givers, guess) : 0;
            stack_.push(board_, guess, givers);
            donated |= takers;
            const std::uint32_t all_of_them = stuck | donated;
            const int idle = LANES - __builtin_popcount(busy_);
            if (!takers || givers || split == SPLITS || idle < __builtin_popcount(all_of_them)) {
                return donated;
            }
            givers = all_of_them;
        }
    }

    // Give second branches to idle lanes; the givers are taken out of `stuck`.
    std::uint32_t donate(std::uint32_t& stuck, const Guess& guess) {
        std::uint32_t idle = ~busy_ & EVERY_LANE, takers = 0;
        V givers{};
        while (idle && stuck) {
            const int giver = __builtin_ctz(stuck), taker = __builtin_ctz(idle);
            givers[taker] = static_cast<std::uint16_t>(giver);
            group_of_[taker] = group_of_[giver];
            ++groups_[group_of_[giver]].members;
            stack_.forget(taker);
            takers |= 1u << taker;
            stuck &= stuck - 1;
            idle &= idle - 1;
        }
        if (!takers) return 0;
        busy_ |= takers;
        const Mask here = lanes_of(takers);
        for (int b = 0; b < BANDS; ++b) {
#pragma GCC unroll 6
            for (int q = 0; q < CONFIGURATIONS; ++q) {
                V& left = board_.band[b].left[q];
                left = select(here, from_lanes(guess.second(b, q, left), givers), left);
            }
        }
        return takers;
    }

    Board board_{};
    Stack stack_;

    std::uint32_t busy_ = 0;  // the lanes that have a puzzle to work on
    std::uint8_t group_of_[LANES] = {};
    Group groups_[LANES] = {};

    Batch batch_{};
    Queue* queue_ = nullptr;
    std::size_t first_ = 0, last_ = 0;  // puzzles that were taken from the queue and wait
    bool drained_ = false;              // the queue has no more
    std::uint64_t guesses_ = 0;
};

}  // namespace
}  // namespace nonet::lockstep
