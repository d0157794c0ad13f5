#include "innies.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "model.hpp"

namespace nonet::general {
namespace {

class Innies {
public:
    explicit Innies(const Model& model) : model_(model) {
        for (const Linear& sum : model.sums) take_cage(sum);
        if (cages_.empty()) return;
        cages_of_.resize(model.cells);
        for (std::size_t cage = 0; cage < cages_.size(); ++cage)
            for (int cell : cages_[cage].cells) cages_of_[cell].push_back(static_cast<int>(cage));
        std::vector<const std::vector<int>*> houses;
        for (const auto& group : model.all_different)
            if (static_cast<int>(group.size()) == model.values) houses.push_back(&group);
        for (std::size_t first = 0; first < houses.size(); ++first) {
            std::vector<Place> region(model.cells, Place::outside);
            for (Cage& cage : cages_) cage.inside = 0;
            for (std::size_t next = first; next < houses.size() && next < first + most_houses;
                 ++next) {
                const auto& house = *houses[next];
                auto is_inside = [&](int cell) { return region[cell] == Place::innie; };
                if (std::any_of(house.begin(), house.end(), is_inside)) break;
                for (int cell : house) {
                    region[cell] = Place::innie;
                    for (int cage : cages_of_[cell]) ++cages_[cage].inside;
                }
                derive(region, static_cast<int>(next - first) + 1);
            }
        }
    }

    std::vector<Linear> sums() && { return std::move(sums_); }

private:
    static constexpr std::size_t most_houses = 4;
    static constexpr int most_cells = 6;       // longer sums rarely restrict anything
    static constexpr int most_of_the_few = 2;  // cells on the shorter side

    // Where a cell is: outside or inside the houses, and in a chosen cage or not.
    enum class Place : char { outside, outie, caged, innie };

    using Cells = std::vector<int>;  // rising

    struct Cage {
        Cells cells;
        std::int64_t total;
        int inside;  // its cells in the current houses
    };

    void take_cage(const Linear& sum) {
        if (sum.comparison != Comparison::equal || sum.cells.empty()) return;
        Cells cells = sum.cells;
        std::sort(cells.begin(), cells.end());
        if (std::adjacent_find(cells.begin(), cells.end()) != cells.end()) return;
        const std::int64_t weight = sum.coefficients[0];
        for (std::int64_t coefficient : sum.coefficients)
            if (coefficient != weight) return;
        if (weight == 0 || sum.totals[0] % weight) return;
        known_.insert(cells);
        cages_.push_back({std::move(cells), sum.totals[0] / weight, 0});
    }

    void derive(const std::vector<Place>& region, int houses) {
        const int values = model_.values;
        const std::int64_t total =
            houses * (std::int64_t{model_.first} * values + values * (values - 1) / 2);
        // The innies if no cages overlap: of the cages inside, and of those mostly inside.
        int least = houses * values, least_inside = least;
        for (const Cage& cage : cages_) {
            const int size = static_cast<int>(cage.cells.size());
            if (cage.inside == size) least_inside -= size;
            if (2 * cage.inside > size) least -= cage.inside;
        }
        for (const bool inside_only : {true, false}) {
            if ((inside_only ? least_inside : least) > most_cells) continue;
            if (!inside_only && least == least_inside) return;  // it would repeat the same sum
            places_ = region;
            int innies = houses * values, outies = 0;
            std::int64_t rest = total;
            for (const Cage& cage : cages_) {
                const int sticks_out = static_cast<int>(cage.cells.size()) - cage.inside;
                if (cage.inside <= sticks_out || (inside_only && sticks_out)) continue;
                // Cages may overlap, but each cell is counted once.
                auto is_known = [&](int cell) {
                    return places_[cell] == Place::caged || places_[cell] == Place::outie;
                };
                if (std::any_of(cage.cells.begin(), cage.cells.end(), is_known)) continue;
                for (int cell : cage.cells)
                    places_[cell] = places_[cell] == Place::innie ? Place::caged : Place::outie;
                innies -= cage.inside;
                outies += sticks_out;
                rest -= cage.total;
            }
            if (is_short(innies, outies)) add(rest);
        }
    }

    static bool is_short(int innies, int outies) {
        const int size = innies + outies;
        return 0 < size && size <= most_cells && std::min(innies, outies) <= most_of_the_few;
    }

    void add(std::int64_t total) {
        Cells cells;  // outies are negative
        cells.reserve(most_cells);
        for (int cell = 0; cell < model_.cells; ++cell) {
            if (places_[cell] == Place::innie) cells.push_back(cell);
            if (places_[cell] == Place::outie) cells.push_back(~cell);
        }
        if (!known_.insert(cells).second) return;
        Linear sum{{}, {}, Comparison::equal, {total}};
        sum.cells.reserve(cells.size());
        sum.coefficients.reserve(cells.size());
        for (int cell : cells) {
            sum.cells.push_back(cell < 0 ? ~cell : cell);
            sum.coefficients.push_back(cell < 0 ? -1 : 1);
        }
        sums_.push_back(std::move(sum));
    }

    const Model& model_;
    std::vector<Cage> cages_;
    std::vector<std::vector<int>> cages_of_;  // of each cell
    std::vector<Place> places_;               // with the cages counted so far
    std::set<Cells> known_;                   // with negative outies
    std::vector<Linear> sums_;
};

}  // namespace

std::vector<Linear> innies(const Model& model) { return Innies(model).sums(); }

}  // namespace nonet::general
