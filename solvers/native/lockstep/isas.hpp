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
    int for_few = 0;  // a quicker one for a few puzzles is so many places behind
};

// Best first. The last one runs everywhere.
extern const Isa all_isas[];
extern const int isa_count;

// The number of an instruction set by its name; -1 if this machine does not have it.
int isa_named(const char* name);

// The instruction set to use for this many puzzles, if the caller asked for `isa`.
int isa_for(int isa, std::size_t puzzles);

}  // namespace nonet::lockstep
