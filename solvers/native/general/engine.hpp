// The interface of the engine, independent of the shape of its sets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model.hpp"
#include "thinning.hpp"

namespace nonet::general {

inline constexpr int most_values = 64;
inline constexpr int most_cells = 4096;

enum class Progress {
    found,      // waits at a solution for `pass_over`
    exhausted,  // all solutions were visited
    node_limit,
    stopped,
};

// Visits every solution once. The order depends only on the model and the domains.
class Search {
public:
    virtual ~Search() = default;

    // Continues for at most `nodes` nodes and conflicts in total. Calls `stopped` before the first
    // node and then regularly. May be called again after any result.
    virtual Progress run(std::uint64_t nodes, const std::function<bool()>& stopped) = 0;

    // The indices of the values of the current solution.
    virtual std::vector<int> solution() const = 0;

    // Moves past the current solution, if the search is at one.
    virtual void pass_over() = 0;

    virtual std::uint64_t nodes() const = 0;      // of the tree
    virtual std::uint64_t conflicts() const = 0;  // of the learning search
    virtual std::uint64_t calls() const = 0;      // of propagators
};

class Engine {
public:
    virtual ~Engine() = default;

    // Starts a search from the domain of each cell. The engine must outlive the search. After
    // `patience` nodes without a solution, the search switches to learning if the model suits that.
    // With a thinning, which must outlive the search too, it visits a sample of the tree.
    virtual std::unique_ptr<Search> search(std::span<const std::uint64_t> domains,
                                           std::uint64_t patience, Thinning* thinning) const = 0;

    // Whether the model suits learning.
    virtual bool learns() const = 0;
};

// Throws std::invalid_argument for a model that is malformed or too large.
std::unique_ptr<const Engine> compile(std::shared_ptr<const Model> model);

}  // namespace nonet::general
