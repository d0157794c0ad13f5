// The engine as others see it: which shape of sets is behind it does not show.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model.hpp"

namespace nonet::general {

inline constexpr int most_values = 64;
inline constexpr int most_cells = 4096;

enum class Progress {
    found,      // stands at a solution, and stays there until `pass_over`
    exhausted,  // there is no other solution
    node_limit,
    stopped,
};

// Visits every solution once, in an order that the model and the domains alone determine.
class Search {
public:
    virtual ~Search() = default;

    // Goes on for at most `nodes` nodes and conflicts together; before the first, and every few, it
    // asks whether to stop. May be called again whatever it returned.
    virtual Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) = 0;

    // The indices of the values where the search stands.
    virtual std::vector<int> solution() const = 0;

    // Lets the search go on from a solution; elsewhere it changes nothing.
    virtual void pass_over() = 0;

    virtual std::uint64_t nodes() const = 0;      // of the tree
    virtual std::uint64_t conflicts() const = 0;  // that were learnt from, elsewhere
    virtual std::uint64_t calls() const = 0;      // of propagators
};

class Engine {
public:
    virtual ~Engine() = default;

    // Starts a search from the mask of each cell. The engine must outlive it. After `patience`
    // nodes without a solution it turns to learning, if the model can be learnt.
    virtual std::unique_ptr<Search> search(std::span<const std::uint64_t> domains,
                                           std::uint64_t patience) const = 0;

    // Whether the model can be learnt.
    virtual bool learns() const = 0;
};

// Throws std::invalid_argument for a model that is malformed or too large.
std::unique_ptr<const Engine> compile(std::shared_ptr<const Model> model);

}  // namespace nonet::general
