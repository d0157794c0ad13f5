// The vectors that the engine computes with: those of the header that an isa_*.cpp names, or else
// those that every processor has.
#pragma once

#ifndef VECTORS
#define VECTORS "vector_generic.hpp"
#endif
#include VECTORS
