#include "shards.hpp"

#include <algorithm>
#include <utility>

#include "mask.hpp"

namespace nonet::general {

Shards::Shards(const Division& division, Mask* marks)
    : stale(all_values<Mask>(static_cast<int>(division.labels.size()))),
      of_(division),
      marks_(marks) {
    for (int place = 0; place < static_cast<int>(of_.marked.size()); ++place) {
        const Mask said = marks_[of_.marked[place]], any = values(place);
        Mask labels = 0;
        for (int label = 0; label < static_cast<int>(of_.labels.size()); ++label)
            if (said >> of_.labels[label] & 1) {
                labels |= bit<Mask>(label);
                possible_[label].add(place);
            }
        if (settled(labels)) certain_[lowest(labels)].add(place);
        if (settled(any)) settled_on_[lowest(any)].add(place);
        root_[place] = place;
        shards_[place] = {labels, settled(any) ? any : 0, any, 1, {}, {}};
        shards_[place].places.add(place);
    }
}

bool Shards::start() {
    return std::all_of(of_.links.begin(), of_.links.end(),
                       [&](const auto& link) { return join(link.first, link.second); });
}

void Shards::store() const {
    for (int place = 0; place < static_cast<int>(of_.marked.size()); ++place) {
        Mask said = 0;
        each_value(of(place).labels, [&](int label) { said |= bit<Mask>(of_.labels[label]); });
        marks_[of_.marked[place]] = said;
    }
}

bool Shards::fit(const Shard& one, const Shard& other) const {
    const int size = one.size + other.size;
    return (one.labels & other.labels) && !(one.fixed & other.fixed) && size <= of_.size &&
           (one.apart & other.places).empty() && count(one.any | other.any) >= size;
}

bool Shards::join(int place, int other) {
    int a = root_[place], b = root_[other];
    if (a == b) return true;
    if (!fit(shards_[a], shards_[b])) return false;
    if (b < a) std::swap(a, b);
    Shard &into = shards_[a], &from = shards_[b];
    if (!keep_labels(a, from.labels) || !keep_labels(b, into.labels)) return false;
    into.fixed |= from.fixed;
    into.any |= from.any;
    into.size += from.size;
    into.places |= from.places;
    into.apart |= from.apart;
    joined_ |= into.places;
    from.places.each([&](int each) {
        root_[each] = a;
        return true;
    });
    into.apart.each([&](int each) {
        shards_[root_[each]].apart |= into.places;
        return true;
    });
    stale |= into.labels;
    changed = true;
    return true;
}

void Shards::set_apart(int place, int other) {
    Shard &one = shards_[root_[place]], &two = shards_[root_[other]];
    if (one.apart.has(other)) return;
    one.apart |= two.places;
    two.apart |= one.places;
    stale |= one.labels & two.labels;
    changed = true;
}

bool Shards::keep_labels(int place, Mask mask) {
    Shard& shard = shards_[root_[place]];
    const Mask now = shard.labels & mask, lost = shard.labels ^ now;
    if (!lost) return true;
    if (!now) return false;
    each_value(lost, [&](int label) { possible_[label] = possible_[label].without(shard.places); });
    if (settled(now)) certain_[lowest(now)] |= shard.places;
    stale |= settled(now) ? lost | now : lost;
    shard.labels = now;
    changed = true;
    return true;
}

bool Shards::keep_values(int place, Mask mask) {
    const Mask before = values(place);
    if (!keep(of_.filled[place], mask)) return false;
    const Mask now = values(place);
    if (now == before) return true;
    if (settled(now)) settled_on_[lowest(now)].add(place);
    Shard& shard = shards_[root_[place]];
    shard.fixed = shard.any = 0;
    shard.places.each([&](int each) {
        shard.any |= values(each);
        if (settled(values(each))) shard.fixed |= values(each);
        return true;
    });
    stale |= shard.labels;
    return true;
}

bool Shards::keep(int cell, Mask mask) {
    const Mask now = marks_[cell] & mask;
    changed |= now != marks_[cell];
    marks_[cell] = now;
    return now;
}

bool Shards::keep_distinct(const Places& places, Mask& fixed) {
    for (Mask told = 0;; told = fixed) {
        Mask all = 0;
        fixed = 0;
        const bool differ = places.each([&](int place) {
            const Mask mask = values(place);
            all |= mask;
            if (!settled(mask)) return true;
            if (fixed & mask) return false;
            fixed |= mask;
            return true;
        });
        if (!differ || count(all) < places.size()) return false;
        if (fixed == told) return true;
        const bool ok = places.each(
            [&](int place) { return settled(values(place)) || keep_values(place, ~fixed); });
        if (!ok) return false;
    }
}

}  // namespace nonet::general
