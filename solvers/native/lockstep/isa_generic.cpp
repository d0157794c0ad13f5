// The lockstep engine for any processor. CMakeLists.txt has the compiler flags.
#define VECTORS "vector_generic.hpp"

#include "isas.hpp"
#include "lanes.hpp"

namespace nonet::lockstep {

Engine* make_generic() { return new Lanes; }

}  // namespace nonet::lockstep
