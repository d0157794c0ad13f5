// The lockstep engine for SSE2; CMakeLists.txt says with which flags.

#include "isas.hpp"
#include "vector_sse2.hpp"
//
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_sse2() { return new Lanes; }

}  // namespace nonet::lockstep
