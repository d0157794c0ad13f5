// The instruction sets that the engine is built for, and which of them this machine has.

#pragma once

#include "engine.hpp"

namespace nonet::lockstep {

Engine* make_avx512();
Engine* make_avx512bw();
Engine* make_avx2();
Engine* make_sse2();
Engine* make_generic();

struct Isa {
    const char* name;
    Engine* (*make)();
    bool (*supported)();
};

// Best first; the last one runs everywhere.
extern const Isa ISAS[];
extern const int ISA_COUNT;

}  // namespace nonet::lockstep
