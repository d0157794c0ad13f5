#pragma once

#include <nanobind/nanobind.h>

namespace nonet::steps {

void bind(nanobind::module_& module);

}  // namespace nonet::steps
