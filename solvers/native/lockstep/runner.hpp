// Runs a batch: refuses bad rows, shares the work among threads, checks the solutions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine.hpp"

namespace nonet::lockstep {

// Borrows an engine. Engines are large, so a new engine is made only if none of this instruction
// set is free.
class Lease {
public:
    explicit Lease(int isa);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Engine* operator->() const { return engine_.get(); }

private:
    int isa_;
    std::unique_ptr<Engine> engine_;
};

// The place of the first byte that is not 0 to 9, '0' to '9' or '.'.
struct Place {
    std::size_t row;
    int cell;
};
std::optional<Place> first_bad(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size);

// Solve a batch. Only the calling thread calls `watch`. If it returns true, all threads stop.
void run(const Batch& batch, int isa, int threads, Watch& watch);

// The first puzzle with a delivered solution that is wrong or repeats the one before it.
std::optional<std::size_t> first_wrong(const Batch& batch, int threads);

}  // namespace nonet::lockstep
