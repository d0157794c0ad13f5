// The engines for up to 64 values.
#include <memory>

#include "engine.hpp"
#include "model.hpp"
#include "shaped_engine.hpp"
#include "shapes.hpp"

namespace nonet::general {

template std::unique_ptr<const Engine> shaped<Large>(std::shared_ptr<const Model> model);
template std::unique_ptr<const Engine> shaped<Huge>(std::shared_ptr<const Model> model);
template std::unique_ptr<const Engine> shaped<Giant>(std::shared_ptr<const Model> model);

}  // namespace nonet::general
