// The engines for up to 64 values.
#include <memory>

#include "engine.hpp"
#include "model.hpp"
#include "shaped_engine.hpp"
#include "shapes.hpp"

namespace nonet::general {

template std::unique_ptr<const Engine> shaped<Wide>(const Model& model);
template std::unique_ptr<const Engine> shaped<Large>(const Model& model);
template std::unique_ptr<const Engine> shaped<Huge>(const Model& model);
template std::unique_ptr<const Engine> shaped<Giant>(const Model& model);

}  // namespace nonet::general
