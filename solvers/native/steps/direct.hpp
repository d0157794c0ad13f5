// The marks that a single use removes, for kinds of uses that need no search.
#pragma once

#include <vector>

#include "model.hpp"

namespace nonet::steps {

// The live marks that a single or a house removes, in rising order.
std::vector<int> removed_by(const Model& model, const Use& use, const std::vector<char>& live,
                            const std::vector<char>& solution);

// Throws if a cell or a use of a known kind fails in the solution. Conclusions without search
// depend on this.
void require_solution(const Model& model, const std::vector<char>& solution);

}  // namespace nonet::steps
