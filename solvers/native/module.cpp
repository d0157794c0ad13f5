// The extension module: each engine adds its own part.
#include <nanobind/nanobind.h>

#include "canon/binding.hpp"
#include "general/binding.hpp"
#include "lockstep/binding.hpp"
#include "steps/binding.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The compiled engines; see nonet.solvers.native.";
    // Caches keep engines until the process ends. nanobind would report them as leaks.
    nanobind::set_leak_warnings(false);
    module.attr("compiler") = NONET_COMPILER;
    nonet::lockstep::bind(module);
    nonet::general::bind(module);
    nonet::canon::bind(module);
    nonet::steps::bind(module);
}
