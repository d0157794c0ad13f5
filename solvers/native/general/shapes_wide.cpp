// The engines for up to 64 values.
#include "shaped_engine.hpp"

namespace nonet::general {

template class ShapedEngine<Wide>;
template class ShapedEngine<Large>;
template class ShapedEngine<Huge>;
template class ShapedEngine<Giant>;

}  // namespace nonet::general
