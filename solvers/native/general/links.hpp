// The constraints of a model, except that cells differ, as questions about settled cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model.hpp"

namespace nonet::general {

class Links {
public:
    explicit Links(const Model& model);

    int size() const { return static_cast<int>(links_.size()); }

    // The links of a cell.
    std::span<const int> of(int cell) const { return of_[cell]; }

    // Whether a link holds for the values of its cells.
    bool holds(int link, const std::vector<int>& values) const;

    // The marks of a cell that suit the values of all other cells of a link. Overwrites its value.
    std::uint64_t allowed(int link, int cell, std::uint64_t marks, std::vector<int>& values) const;

private:
    enum class Kind { relation, sum, count, word, choice };
    struct Link {
        Kind kind;
        int id;
    };

    void add(Kind kind, int id, const std::vector<int>& cells);

    const Model& model_;
    std::vector<Link> links_;
    std::vector<std::vector<int>> of_;
};

}  // namespace nonet::general
