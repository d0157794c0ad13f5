// Runs a batch: refuses bad rows, shares the work among threads, has the solutions checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine.hpp"

namespace nonet::lockstep {

// Engines are large and made only when none of the same instruction set is free.
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

// Where a byte is that is neither 0 to 9, nor the sign of a digit or of an empty cell ('.').
struct Place {
    std::size_t row;
    int cell;
};
std::optional<Place> first_bad(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size);

// Solve a batch; `watch` is asked by the calling thread only, and once it says so all stop.
void run(const Batch& batch, int isa, int threads, Watch& watch);

// The first puzzle of which a delivered solution is wrong, or the same as the one before it.
std::optional<std::size_t> first_wrong(const Batch& batch, int threads);

}  // namespace nonet::lockstep
