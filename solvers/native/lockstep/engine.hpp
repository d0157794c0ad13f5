// The lockstep engine as others see it: puzzles in, counts and solutions out.
//
// An engine holds as many puzzles as its vectors have 16-bit lanes and works on all of them with
// the same instructions. There is one implementation (`lanes.hpp`), compiled once for each
// instruction set in a file of its own; this header is all that they share with the rest, so that
// no code built for a newer processor can be linked in where an older one would run it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

inline constexpr int cell_count = 81;

// The puzzles to work on, and where the results go.
struct Batch {
    const std::uint8_t* clues;  // puzzle i is the 81 bytes at clues + i * stride
    std::ptrdiff_t stride;
    std::size_t size;
    std::uint64_t limit;      // stop counting a puzzle's solutions here; at least 1
    std::size_t kept;         // how many solutions to deliver of each puzzle
    std::uint64_t* counts;    // [size]
    std::uint8_t* solutions;  // [size][kept][81]; rows beyond the count are left alone
    std::uint8_t* finished;   // [size]: 1 once the count is final
};

// Hands out the puzzles of a batch; engines in several threads may share one.
class Queue {
public:
    Queue(std::size_t size, std::size_t chunk) : size_(size), chunk_(chunk) {}

    // Take some puzzles from the queue: [first, last), empty when there are none left.
    void take(std::size_t& first, std::size_t& last);

private:
    std::size_t next_ = 0;  // shared by the threads
    std::size_t size_;
    std::size_t chunk_;
};

// Asked every millisecond or so whether to stop, so that a long search can be interrupted.
class Watch {
public:
    virtual ~Watch() = default;
    virtual bool stopped() = 0;
};

// Why an engine came back.
enum class Outcome {
    finished,   // the queue is empty and every puzzle taken from it is finished
    solution,   // a solution was counted, and it was to pause there
    exhausted,  // as many guesses as it was given
    stopped,    // by the watch
};

class Engine {
public:
    virtual ~Engine() = default;

    // Forget everything and work on a batch; both must live until the last `advance`.
    virtual void begin(const Batch& batch, Queue& queue) = 0;

    // Go on until all is done or something makes it pause; after a pause, another call goes on.
    //
    // With `pause` it comes back as soon as it has counted any solutions, at most one a lane, and
    // delivers those of each call from the puzzle's first row on.
    virtual Outcome advance(Watch& watch, std::uint64_t guesses, bool pause) = 0;

    // How many guesses there were since `begin`.
    virtual std::uint64_t guesses() const = 0;

    // How many puzzles it holds at once.
    virtual int lanes() const = 0;
};

}  // namespace nonet::lockstep
