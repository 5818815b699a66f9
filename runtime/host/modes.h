/*
 * The modes in which a thread computes with floats: how it rounds, whether it
 * flushes small numbers to zero, which exceptions trap. Each thread has its
 * own, and fesetround changes the caller's alone. Asked of the processor, as
 * <fenv.h> is a part of the mathematical library, which libhedra does without.
 */
#ifndef HEDRA_RUNTIME_HOST_MODES_H
#define HEDRA_RUNTIME_HOST_MODES_H

#include <stdbool.h>
#include <stdint.h>

/* The calling thread's; 0 where there is no way to ask. */
static inline uint64_t modes_get(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_stmxcsr() & 0xffc0u;
#elif defined(__aarch64__)
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return word;
#else
    return 0;
#endif
}

/* Gives the calling thread these, if it has others. */
static inline void modes_set(uint64_t modes)
{
    if (modes_get() == modes)
        return;
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr((unsigned)modes);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(modes));
#endif
}

/* Does the calling thread round to the nearest number, as kernels do on all
 * devices? */
static inline bool modes_are_nearest(void)
{
#if defined(__x86_64__)
    return !(modes_get() & 0x6000u);
#elif defined(__aarch64__)
    return !(modes_get() & 0xc00000u);
#else
    return true;
#endif
}

#endif
