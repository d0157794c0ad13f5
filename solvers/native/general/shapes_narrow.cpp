// The engines for up to 16 values.
#include <memory>

#include "engine.hpp"
#include "model.hpp"
#include "shaped_engine.hpp"
#include "shapes.hpp"

namespace nonet::general {

template std::unique_ptr<const Engine> shaped<Small>(std::shared_ptr<const Model> model);
template std::unique_ptr<const Engine> shaped<Medium>(std::shared_ptr<const Model> model);

}  // namespace nonet::general
