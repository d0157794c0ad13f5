// Which lanes are busy, and which lanes work on the same puzzle.
//
// The lanes that work on one puzzle are its *group*. They share a count of solutions, and stop
// together at the limit. A group has the number of the lane that loaded the puzzle. Idle lanes join
// groups only after the last puzzle has been loaded, so no number is used twice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board.hpp"
#include "vector.hpp"

namespace nonet::lockstep {
namespace {

// The shared state of the lanes of one puzzle.
struct Group {
    std::size_t puzzle;
    std::uint64_t found;
    std::uint64_t found_before;  // the first one in its rows
    int members;
};

// Lanes that take over work, and for each of them the lane that gives the work.
struct Helpers {
    std::uint32_t takers = 0;
    std::uint8_t giver_of[LANES];  // by taker
};

class Groups {
public:
    std::uint32_t busy() const { return busy_; }
    std::uint32_t idle() const { return ~busy_ & every_lane; }
    Group& of(int lane) { return groups_[name_[lane]]; }

    void clear() { busy_ = 0; }

    // Numbers the solutions of each group from here on, or from its first solution.
    void number_from(bool here) {
        for (Group& group : groups_) group.found_before = here ? group.found : 0;
    }

    void open(int lane, std::size_t puzzle) {
        busy_ |= 1u << lane;
        name_[lane] = static_cast<std::uint8_t>(lane);
        groups_[lane] = {puzzle, 0, 0, 1};
    }

    // Lets each idle lane join the group of a lane that has work for it.
    Helpers join(std::uint32_t givers) {
        Helpers helpers;
        for (std::uint32_t waiting = idle(); waiting && givers; waiting &= waiting - 1) {
            const int giver = __builtin_ctz(givers), taker = __builtin_ctz(waiting);
            helpers.giver_of[taker] = static_cast<std::uint8_t>(giver);
            helpers.takers |= 1u << taker;
            name_[taker] = name_[giver];
            ++of(giver).members;
            givers &= givers - 1;
        }
        busy_ |= helpers.takers;
        return helpers;
    }

    // Returns whether the lane was the last one of its group.
    bool leave(int lane) {
        busy_ &= ~(1u << lane);
        return --of(lane).members == 0;
    }

    void disband(int lane) {
        if (of(lane).members == 1) {
            busy_ &= ~(1u << lane);
            return;
        }
        const int name = name_[lane];
        each(busy_, [&](int other) {
            if (name_[other] == name) busy_ &= ~(1u << other);
        });
    }

private:
    std::uint32_t busy_ = 0;  // lanes with a puzzle
    std::uint8_t name_[LANES] = {};
    Group groups_[LANES] = {};
};

}  // namespace
}  // namespace nonet::lockstep
