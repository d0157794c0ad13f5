// Finds the smallest form of any board row by row. It keeps all beginnings that are still the best.
#pragma once

#include <cstdint>
#include <vector>

#include "beginnings.hpp"
#include "board.hpp"
#include "way.hpp"

namespace nonet::canon {

class Search {
public:
    // Finds the form of any board. Full boards would take longest, so grids.hpp handles them.
    void run(const Board& board, Canonical& result);

private:
    void begin(const Sides& sides);
    void extend(const Side& side, const Way& way, int level);
    void try_row(const Side& side, const Way& way, int row, int level);
    void fill(const std::uint8_t* row, Way way, int slot, Text text);
    void fill_tied(const std::uint8_t* row, const Way& way, int slot, int tied, Text text);
    bool is_beaten(Text text, int slots) const;

    Beginnings beginnings_;
    std::vector<Way> ways_, next_;
    Text best_ = 0;
};

}  // namespace nonet::canon
