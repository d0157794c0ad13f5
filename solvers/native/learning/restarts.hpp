// Decides when to restart: when recently learnt clauses are worse than earlier ones.
#pragma once

#include <algorithm>

namespace nonet::learning {

// Compares two averages of the levels of learnt clauses: over the last few clauses, and over very
// many.
class Restarts {
public:
    void learnt(int levels) {
        ++conflicts_;
        ++since_;
        recent_ += (levels - recent_) * std::max(1.0 / recently, 1.0 / conflicts_);
        usual_ += (levels - usual_) * std::max(1.0 / usually, 1.0 / conflicts_);
    }

    bool is_due() const { return since_ > fewest && recent_ * margin > usual_; }

    void restarted() {
        since_ = 0;
        recent_ = usual_;
    }

private:
    static constexpr double recently = 32;
    static constexpr double usually = 4096;
    static constexpr double margin = 0.8;
    static constexpr int fewest = 50;  // conflicts between two restarts

    double recent_ = 0;
    double usual_ = 0;
    double conflicts_ = 0;
    int since_ = 0;
};

}  // namespace nonet::learning
