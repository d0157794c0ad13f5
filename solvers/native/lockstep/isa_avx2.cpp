// The lockstep engine for AVX2. CMakeLists.txt has the compiler flags.
#define VECTORS "vector_avx2.hpp"

#include "isas.hpp"
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_avx2() { return new Lanes; }

}  // namespace nonet::lockstep
