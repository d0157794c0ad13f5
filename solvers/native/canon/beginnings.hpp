// Chooses the first two rows of the form of a nearly full board.
#pragma once

#include <vector>

#include "board.hpp"
#include "way.hpp"

namespace nonet::canon {

// The best beginnings for a first row with one empty cell. No row of the board has more empty
// cells. The first row alone leaves 144 equally good orders of the columns, and the second row
// decides among them. For a full second row, a table has the best orders. Otherwise all orders are
// tried, and most fail at the first or second cell.
class Beginnings {
public:
    void clear();

    // Add the beginnings with this row and another row of its band. Returns false if a digit occurs
    // twice in a box.
    bool add(const Side& side, int row, const Way& start);

    // The best second row so far (at first the largest text), and the beginnings that have it.
    Text text() const { return text_; }
    const std::vector<Way>& ways() const { return ways_; }

private:
    bool is_beaten(Text text);

    Text text_ = ~Text{0};
    std::vector<Way> ways_;
};

}  // namespace nonet::canon
