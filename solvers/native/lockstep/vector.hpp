// The vectors of the engine: from the header that an isa_*.cpp names, or else the portable ones.
#pragma once

#ifndef VECTORS
#define VECTORS "vector_generic.hpp"
#endif
#include VECTORS
