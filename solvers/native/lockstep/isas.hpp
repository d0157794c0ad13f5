// The instruction sets that the engine is built for, and which of them this machine has.
#pragma once

#include <cstddef>

#include "engine.hpp"

namespace nonet::lockstep {

Engine* make_avx512();
Engine* make_avx512vl();
Engine* make_avx512bw();
Engine* make_avx2();
Engine* make_sse2();
Engine* make_generic();

struct Isa {
    const char* name;
    Engine* (*make)();
    bool (*supported)();
    const char* for_few = nullptr;  // which other one is quicker at a few puzzles, if any
};

// Best first; the last one runs everywhere.
extern const Isa all_isas[];
extern const int isa_count;

// The number of an instruction set that this machine has; -1 if it has none of that name.
int isa_named(const char* name);

// The one to use for a number of puzzles when `isa` was asked for.
int isa_for(int isa, std::size_t puzzles);

}  // namespace nonet::lockstep
