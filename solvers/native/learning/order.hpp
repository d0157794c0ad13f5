// The order of decisions: variables in recent conflicts have the highest activity and come first.
#pragma once

#include <vector>

namespace nonet::learning {

// Invariant: a binary heap by activity that contains every open variable.
class Order {
public:
    explicit Order(int variables) : activity_(variables), places_(variables), heap_(variables) {
        for (int variable = 0; variable < variables; ++variable)
            heap_[variable] = places_[variable] = variable;
    }

    void blame(int variable) {
        activity_[variable] += step_;
        if (activity_[variable] > too_much) fade_all();
        if (places_[variable] != outside) rise(places_[variable]);
    }
    void grow_step() { step_ *= growth; }

    void put_back(int variable) {
        if (places_[variable] != outside) return;
        heap_.push_back(variable);
        rise(static_cast<int>(heap_.size()) - 1);
    }

    // Takes the most active variable for which is_open(variable) is true; -1 if all are assigned.
    template <class IsOpen>
    int take(IsOpen is_open) {
        while (!heap_.empty()) {
            const int variable = heap_.front();
            places_[variable] = outside;
            const int last = heap_.back();
            heap_.pop_back();
            if (!heap_.empty()) {
                heap_.front() = last;
                sink(0);
            }
            if (is_open(variable)) return variable;
        }
        return -1;
    }

private:
    static constexpr int outside = -1;
    static constexpr double growth = 1 / 0.95;
    static constexpr double too_much = 1e100;

    void fade_all() {
        for (double& activity : activity_) activity /= too_much;
        step_ /= too_much;
    }

    void set(int place, int variable) {
        heap_[place] = variable;
        places_[variable] = place;
    }

    void rise(int place) {
        const int variable = heap_[place];
        while (place > 0) {
            const int parent = (place - 1) / 2;
            if (activity_[heap_[parent]] >= activity_[variable]) break;
            set(place, heap_[parent]);
            place = parent;
        }
        set(place, variable);
    }

    void sink(int place) {
        const int variable = heap_[place], size = static_cast<int>(heap_.size());
        for (int child; (child = 2 * place + 1) < size; place = child) {
            const bool right =
                child + 1 < size && activity_[heap_[child + 1]] > activity_[heap_[child]];
            if (right) ++child;
            if (activity_[heap_[child]] <= activity_[variable]) break;
            set(place, heap_[child]);
        }
        set(place, variable);
    }

    std::vector<double> activity_;
    std::vector<int> places_;  // of each variable in the heap
    std::vector<int> heap_;
    double step_ = 1;
};

}  // namespace nonet::learning
