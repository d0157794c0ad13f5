#include "isas.hpp"

namespace nonet::lockstep {

const Isa ISAS[] = {
#if defined(__x86_64__)
    {"avx512", make_avx512,
     [] { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512bitalg"); }},
    {"avx512bw", make_avx512bw,
     [] { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"); }},
    {"avx2", make_avx2, [] { return bool(__builtin_cpu_supports("avx2")); }},
    {"sse2", make_sse2, [] { return true; }},
#endif
    {"generic", make_generic, [] { return true; }},
};

const int ISA_COUNT = sizeof ISAS / sizeof *ISAS;

void Queue::take(std::size_t& first, std::size_t& last) {
    first = __atomic_fetch_add(&next_, chunk_, __ATOMIC_RELAXED);
    if (first > size_) first = size_;
    last = first + chunk_ < size_ ? first + chunk_ : size_;
}

}  // namespace nonet::lockstep
