// Includes the vectors of the engine: the header that an isa_*.cpp names, or the portable one.
#pragma once

#ifndef VECTORS
#define VECTORS "vector_generic.hpp"
#endif
#include VECTORS
