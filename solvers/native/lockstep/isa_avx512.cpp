// The lockstep engine for AVX-512BW and BITALG; CMakeLists.txt says with which flags.

#define LANES 32

#include "isas.hpp"
#include "vector_avx512.hpp"
//
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_avx512() { return new Lanes; }

}  // namespace nonet::lockstep
