// The lockstep engine for AVX2; CMakeLists.txt says with which flags.

#include "isas.hpp"
#include "vector_avx2.hpp"
//
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_avx2() { return new Lanes; }

}  // namespace nonet::lockstep
