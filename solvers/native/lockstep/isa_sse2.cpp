// The lockstep engine for SSE2. CMakeLists.txt has the compiler flags.
#define VECTORS "vector_sse2.hpp"

#include "isas.hpp"
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_sse2() { return new Lanes; }

}  // namespace nonet::lockstep
