// How the form of a nearly full board begins: with two rows at once.
#pragma once

#include <vector>

#include "board.hpp"
#include "way.hpp"

namespace nonet::canon {

// The ways that begin with a row of one empty cell, where no row has more of them, as far as they
// are the best.
//
// The first row alone would leave 144 orders of the columns open, all equally good, and the second
// decides among them. If that is full, the table of pairs has what it decides; if not, all orders
// are tried, most of which fail at the first or second cell.
class Beginnings {
public:
    void clear();

    // Add the ways that begin with a row and another of its band; return whether that can be done:
    // it cannot where a digit stands in a box twice.
    bool add(const Side& side, int row, const Way& start);

    // The second row, and the ways to it; without any, no text is larger.
    Text text() const { return text_; }
    const std::vector<Way>& ways() const { return ways_; }

private:
    bool is_beaten(Text text);

    Text text_ = ~Text{0};
    std::vector<Way> ways_;
};

}  // namespace nonet::canon
