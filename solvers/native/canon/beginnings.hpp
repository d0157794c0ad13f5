// The first two rows of the form of a nearly full board, chosen together.
#pragma once

#include <vector>

#include "board.hpp"
#include "way.hpp"

namespace nonet::canon {

// The best beginnings with a row of one empty cell, on boards where no row has more empty cells.
//
// The first row alone would leave 144 equally good orders of the columns, and the second row
// decides among them. If the second row is full, the table of pairs has the result. If not, all
// orders are tried. Most of them fail at the first or second cell.
class Beginnings {
public:
    void clear();

    // Add the beginnings with a row and another of its band. Returns false if that is impossible,
    // because a digit occurs twice in a box.
    bool add(const Side& side, int row, const Way& start);

    // The best second row so far, and the beginnings that lead to it, at first the largest text.
    Text text() const { return text_; }
    const std::vector<Way>& ways() const { return ways_; }

private:
    bool is_beaten(Text text);

    Text text_ = ~Text{0};
    std::vector<Way> ways_;
};

}  // namespace nonet::canon
