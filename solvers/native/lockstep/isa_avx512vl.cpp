// The lockstep engine for AVX-512BW and BITALG in vectors of 256 bits. CMakeLists.txt has the
// compiler flags.
#define VECTORS "vector_avx512.hpp"
#define LANES 16

#include "isas.hpp"
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_avx512vl() { return new Lanes; }

}  // namespace nonet::lockstep
