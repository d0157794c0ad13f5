// The interface of the lockstep engine: puzzles in, counts and solutions out.
//
// An engine works on as many puzzles at a time as its vectors have lanes. Its only implementation,
// `lanes.hpp`, is compiled once for each instruction set, each time in a separate file. All other
// files include only this header. Otherwise the linker could use code for a newer processor on an
// older one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

inline constexpr int cell_count = 81;

// The puzzles of a batch, and the arrays for the results.
struct Batch {
    const std::uint8_t* clues;  // 81 bytes each, `stride` bytes apart
    std::ptrdiff_t stride;
    std::size_t size;
    std::uint64_t limit;                   // of counted solutions; at least 1
    std::size_t kept;                      // solutions to deliver per puzzle
    std::uint64_t* counts;                 // [size]
    std::uint8_t* solutions;               // [size][kept][81]; unused rows stay unchanged
    std::uint8_t* finished;                // [size]: 1 if completely counted
    const std::uint16_t* marks = nullptr;  // [81]: the digits each cell may hold, in all puzzles
};

// Hands out the puzzles of a batch. Engines in several threads may share one.
class Queue {
public:
    Queue(std::size_t size, std::size_t chunk) : size_(size), chunk_(chunk) {}

    // Takes some puzzles from the queue: [first, last). The range is empty at the end of the queue.
    void take(std::size_t& first, std::size_t& last);

private:
    std::size_t next_ = 0;  // shared by the threads
    std::size_t size_;
    std::size_t chunk_;
};

// The engine calls `stopped` about every millisecond to ask whether to stop.
class Watch {
public:
    virtual ~Watch() = default;
    virtual bool stopped() = 0;
};

// Why `advance` returned.
enum class Outcome {
    finished,   // every puzzle is finished
    solution,   // a solution was counted, with `pause`
    exhausted,  // the limit of guesses is reached
    stopped,    // by the watch
};

class Engine {
public:
    virtual ~Engine() = default;

    // Starts to work on a batch. The batch and the queue must live until the last `advance`.
    virtual void begin(const Batch& batch, Queue& queue) = 0;

    // Continues until the batch is finished or there is a reason to pause. Call it again to
    // continue. With `pause`, it returns as soon as it has counted solutions, at most one per lane.
    // Each call delivers its solutions from the puzzle's first row on.
    virtual Outcome advance(Watch& watch, std::uint64_t guesses, bool pause) = 0;

    // The number of guesses since `begin`.
    virtual std::uint64_t guesses() const = 0;

    // The number of puzzles that the engine holds at once.
    virtual int lanes() const = 0;
};

}  // namespace nonet::lockstep
