// The lockstep engine for AVX-512BW. CMakeLists.txt has the compiler flags.
#define VECTORS "vector_avx512.hpp"
#define LANES 32

#include "isas.hpp"
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_avx512bw() { return new Lanes; }

}  // namespace nonet::lockstep
