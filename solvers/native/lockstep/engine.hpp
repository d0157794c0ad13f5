// The interface of the lockstep engine: puzzles in, counts and solutions out.
//
// An engine holds as many puzzles as its vectors have 16-bit lanes and works on all of them with
// the same instructions. Its only implementation (`lanes.hpp`) is compiled once for each
// instruction set, each time in a separate file. Other code includes only this header, so the
// linker cannot pick code built for a newer processor where an older one would run it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

inline constexpr int cell_count = 81;

// The puzzles of a batch, and the arrays for the results.
struct Batch {
    const std::uint8_t* clues;  // puzzle i is the 81 bytes at clues + i * stride
    std::ptrdiff_t stride;
    std::size_t size;
    std::uint64_t limit;      // stop counting a puzzle's solutions here; at least 1
    std::size_t kept;         // how many solutions to deliver of each puzzle
    std::uint64_t* counts;    // [size]
    std::uint8_t* solutions;  // [size][kept][81], rows beyond the count are left alone
    std::uint8_t* finished;   // [size]: 1 once the count is final
};

// Hands out the puzzles of a batch. Engines in several threads may share one.
class Queue {
public:
    Queue(std::size_t size, std::size_t chunk) : size_(size), chunk_(chunk) {}

    // Take some puzzles from the queue: [first, last), empty at the end of the queue.
    void take(std::size_t& first, std::size_t& last);

private:
    std::size_t next_ = 0;  // shared by the threads
    std::size_t size_;
    std::size_t chunk_;
};

// The engine calls it about every millisecond to ask whether to stop a long search.
class Watch {
public:
    virtual ~Watch() = default;
    virtual bool stopped() = 0;
};

// Why `advance` returned.
enum class Outcome {
    finished,   // the queue is empty and every puzzle taken from it is finished
    solution,   // a solution was counted, with `pause`
    exhausted,  // the limit of guesses is reached
    stopped,    // by the watch
};

class Engine {
public:
    virtual ~Engine() = default;

    // Forget everything and work on a batch. Both must live until the last `advance`.
    virtual void begin(const Batch& batch, Queue& queue) = 0;

    // Continue until the batch is finished or there is a reason to pause. Call it again to
    // continue.
    //
    // With `pause` it returns as soon as it has counted any solutions, at most one per lane, and
    // delivers the solutions of each call from the puzzle's first row on.
    virtual Outcome advance(Watch& watch, std::uint64_t guesses, bool pause) = 0;

    // The number of guesses since `begin`.
    virtual std::uint64_t guesses() const = 0;

    // The number of puzzles that it holds at once.
    virtual int lanes() const = 0;
};

}  // namespace nonet::lockstep
