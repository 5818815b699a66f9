/*
 * The least and the largest of integers in the program's memory: how far a
 * region touches arrays whose subscripts are read from others. Threads share
 * what is long.
 */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/region/local.h"

#include <stdatomic.h>

/* Elements that lie side by side have a loop of their own, which vectors do. */
#define EXTREMES(type, suffix, target)                                         \
    target static void extremes_##type##suffix(const char *at, int64_t count,  \
                                               int64_t step, int64_t bound[2]) \
    {                                                                          \
        const type *x = (const type *)(const void *)at;                        \
        type low = *x, high = *x;                                              \
        if (step == (int64_t)sizeof *x) {                                      \
            for (int64_t k = 0; k < count; k++) {                              \
                low = x[k] < low ? x[k] : low;                                 \
                high = x[k] > high ? x[k] : high;                              \
            }                                                                  \
        } else {                                                               \
            for (int64_t k = 0; k < count; k++) {                              \
                x = (const type *)(const void *)(at + k * step);               \
                low = *x < low ? *x : low;                                     \
                high = *x > high ? *x : high;                                  \
            }                                                                  \
        }                                                                      \
        bound[0] = (int64_t)low;                                               \
        bound[1] = (int64_t)high;                                              \
    }

#define ALL_EXTREMES(suffix, target)                                           \
    EXTREMES(int8_t, suffix, target)                                           \
    EXTREMES(uint8_t, suffix, target)                                          \
    EXTREMES(int16_t, suffix, target)                                          \
    EXTREMES(uint16_t, suffix, target)                                         \
    EXTREMES(int32_t, suffix, target)                                          \
    EXTREMES(uint32_t, suffix, target)                                         \
    EXTREMES(int64_t, suffix, target)                                          \
    EXTREMES(uint64_t, suffix, target)

typedef void extremes_function(const char *at, int64_t count, int64_t step,
                               int64_t bound[2]);

/* By the binary logarithm of the size, unsigned and signed. */
#define TABLE(suffix)                                                          \
    {                                                                          \
        {extremes_uint8_t##suffix, extremes_int8_t##suffix},                   \
            {extremes_uint16_t##suffix, extremes_int16_t##suffix},             \
            {extremes_uint32_t##suffix, extremes_int32_t##suffix},             \
            {extremes_uint64_t##suffix, extremes_int64_t##suffix},             \
    }

ALL_EXTREMES(, )
static extremes_function *const plain[4][2] = TABLE();

#if defined __x86_64__ && defined __GNUC__
ALL_EXTREMES(_avx2, __attribute__((target("avx2"))))
static extremes_function *const avx2[4][2] = TABLE(_avx2);
#endif

static extremes_function *function_for(int size, bool is_signed)
{
    int k = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx2"))
        return avx2[k][is_signed];
#endif
    return plain[k][is_signed];
}

/* What threads have found of one array. An unsigned element that no int64_t
 * holds comes out negative. */
struct search {
    extremes_function *function;
    const char *at;
    int64_t count, step;
    atomic_llong low, high;
    atomic_bool negative;
};

enum { PART = 8192 }; /* elements that a thread looks through at a time */

static void look_through(const void *context, int64_t begin, int64_t end)
{
    struct search *s = (struct search *)(uintptr_t)context;
    int64_t first = begin * PART, last = end * PART, bound[2];
    last = last < s->count ? last : s->count;
    s->function(s->at + first * s->step, last - first, s->step, bound);
    if (bound[0] < 0 || bound[1] < 0)
        atomic_store(&s->negative, true);
    long long low = atomic_load(&s->low), high = atomic_load(&s->high);
    while (bound[0] < low &&
           !atomic_compare_exchange_weak(&s->low, &low, bound[0]))
        ;
    while (bound[1] > high &&
           !atomic_compare_exchange_weak(&s->high, &high, bound[1]))
        ;
}

void hedra_extremes(const void *base, int64_t lo, int64_t hi, int64_t step,
                    int size, int is_signed, int64_t bound[2])
{
    CANCEL_OFF;
    struct report why;
    const char *at = (const char *)base + lo;
    bound[0] = 0;
    bound[1] = -1;
    if (lo >= hi)
        return;
    double start = base_clock();
    exec_refuse_inside("hedra_extremes");
    bound[0] = INT64_MIN;
    bound[1] = INT64_MAX;
    if (!base_is_readable((uintptr_t)at, (uintptr_t)at + (uintptr_t)(hi - lo)))
        return;
    if (!mirror_sync((void *)(uintptr_t)at, (size_t)(hi - lo), &why))
        exec_die(why.text);
    struct search s = {
        .function = function_for(size, is_signed),
        .at = at,
        .count = (hi - lo + step - 1) / step,
        .step = step,
        .low = INT64_MAX,
        .high = INT64_MIN,
    };
    host_pool_run(choose_threads(), look_through, &s,
                  (s.count + PART - 1) / PART);
    exec_add_reading(base_clock() - start);
    if (!is_signed && atomic_load(&s.negative))
        return;
    bound[0] = atomic_load(&s.low);
    bound[1] = atomic_load(&s.high);
}
