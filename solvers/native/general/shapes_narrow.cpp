// The engines for up to 16 values.
#include "shaped_engine.hpp"

namespace nonet::general {

template class ShapedEngine<Small>;
template class ShapedEngine<Medium>;
template class ShapedEngine<Sparse>;

}  // namespace nonet::general
