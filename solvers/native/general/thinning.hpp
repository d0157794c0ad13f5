// Thins out a search tree: the search visits a sample of the nodes, and gives each a weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nonet::general {

// At each number of open cells, a weight is the goal. A lighter node is kept with a probability of
// its weight divided by the goal, and then gets the goal as its weight. So the expected sum of the
// weights of all solutions is their number.
//
// Nodes are kept systematically: of nodes with a tenth of the goal, the search keeps every tenth.
// So the sample represents all parts of the tree.
class Thinning {
public:
    // The goals, by number of open cells, and for each a random number below 1. Doubles a goal
    // whenever `most` nodes more were kept.
    Thinning(std::vector<double> goals, std::vector<double> due, std::uint64_t most)
        : goals_(std::move(goals)),
          due_(std::move(due)),
          most_(most),
          kept_(goals_.size()),
          nodes_(goals_.size()) {}

    // Returns the new weight of a node, or 0 if the search must leave the node.
    double weigh(double weight, int open) {
        nodes_[open] += weight;
        double& goal = goals_[open];
        if (weight < goal) {
            double& due = due_[open];
            due += weight / goal;
            if (due < 1) return 0;
            due -= 1;
            weight = goal;
        }
        if (++kept_[open] % most_ == 0) goal *= 2;
        return weight;
    }

    // Estimates of the numbers of nodes, by number of open cells.
    const std::vector<double>& nodes() const { return nodes_; }
    const std::vector<double>& goals() const { return goals_; }

    double solutions = 0;  // an estimate

private:
    std::vector<double> goals_, due_;
    std::uint64_t most_;
    std::vector<std::uint64_t> kept_;
    std::vector<double> nodes_;
};

}  // namespace nonet::general
