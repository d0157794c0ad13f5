// The table of instruction sets, best first.
#include "isas.hpp"

#include <cstddef>
#include <cstring>

namespace nonet::lockstep {
namespace {

// For up to this many puzzles, vectors with half as many lanes are faster. A pass takes little more
// than half the time.
constexpr std::size_t few = 16;

#if defined(__x86_64__)

bool has_avx512bw() {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

bool has_avx512() { return has_avx512bw() && __builtin_cpu_supports("avx512bitalg"); }

#endif

}  // namespace

const Isa all_isas[] = {
#if defined(__x86_64__)
    {"avx512", make_avx512, has_avx512, 1},
    {"avx512vl", make_avx512vl, has_avx512},
    {"avx512bw", make_avx512bw, has_avx512bw},
    {"avx2", make_avx2, [] { return bool(__builtin_cpu_supports("avx2")); }},
    {"sse2", make_sse2, [] { return true; }},
#endif
    {"generic", make_generic, [] { return true; }},
};

const int isa_count = sizeof all_isas / sizeof *all_isas;

int isa_named(const char* name) {
    for (int isa = 0; isa < isa_count; ++isa)
        if (std::strcmp(name, all_isas[isa].name) == 0 && all_isas[isa].supported()) return isa;
    return -1;
}

int isa_for(int isa, std::size_t puzzles) {
    return puzzles <= few ? isa + all_isas[isa].for_few : isa;
}

void Queue::take(std::size_t& first, std::size_t& last) {
    first = __atomic_fetch_add(&next_, chunk_, __ATOMIC_RELAXED);
    if (first > size_) first = size_;
    last = first + chunk_ < size_ ? first + chunk_ : size_;
}

}  // namespace nonet::lockstep
