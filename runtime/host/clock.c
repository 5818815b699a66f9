/*
 * The processor's counter as a clock (clock.h), where the processor says that
 * it runs at one rate; else base_clock.
 */
#include "runtime/host/clock.h"

#include "runtime/base/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* The rate is taken from as long a time, in nanoseconds. */
static const double LONG_ENOUGH = 2e6;

static pthread_once_t once FIRST_DATA = PTHREAD_ONCE_INIT;
static pthread_once_t steady_once FIRST_DATA = PTHREAD_ONCE_INIT;
static bool steady FIRST_DATA;
static uint64_t first_tick FIRST_DATA;
static double first_time FIRST_DATA;
/* Nanoseconds per tick; 0: not yet known. */
static _Atomic double rate FIRST_DATA;

FIRST_CODE static uint64_t tick(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return 0;
#endif
}

static void ask_whether_steady(void)
{
#if defined(__x86_64__)
    enum { POWER = 0x80000007, INVARIANT = 1 << 8 };
    unsigned a, b, c, d;
    steady = __get_cpuid(POWER, &a, &b, &c, &d) && (d & INVARIANT);
#elif defined(__aarch64__)
    steady = true;
#endif
}

FIRST_CODE static double slow_clock(void)
{
    return base_clock() * 1e9;
}

FIRST_CODE static void start(void)
{
    first_time = slow_clock();
    first_tick = tick();
}

/* Both clocks agree where one takes over. Whether the counter is steady is
 * asked last: under a hypervisor that takes longer than a short nest. */
FIRST_CODE static double calibrate(void)
{
    pthread_once(&once, start);
    double time = slow_clock(), passed = time - first_time;
    uint64_t ticks = tick() - first_tick;
    if (passed <= LONG_ENOUGH || ticks == 0)
        return time;
    pthread_once(&steady_once, ask_whether_steady);
    if (steady)
        atomic_store_explicit(&rate, passed / (double)ticks,
                              memory_order_release);
    return time;
}

FIRST_CODE double host_clock(void)
{
    double known = atomic_load_explicit(&rate, memory_order_acquire);
    if (known == 0)
        return calibrate();
    return first_time + (double)(tick() - first_tick) * known;
}
