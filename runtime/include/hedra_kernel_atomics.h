/*
 * The atomic operations of kernels of the host: a plain read, and additions and
 * swaps that need no order among each other. Included, behind hedra_kernel.h,
 * where kernels have some.
 */
#ifndef HEDRA_KERNEL_ATOMICS_H
#define HEDRA_KERNEL_ATOMICS_H

#if defined __GNUC__ || defined __clang__
#define HD_ATOMIC_READ(type, p, old) __atomic_load(p, old, __ATOMIC_RELAXED)
#define HD_ATOMIC_ADD(type, p, value)                                          \
    ((void)__atomic_fetch_add(p, value, __ATOMIC_RELAXED))
#define HD_ATOMIC_SWAP(type, p, old, value)                                    \
    __atomic_compare_exchange(p, old, value, 1, __ATOMIC_RELAXED,              \
                              __ATOMIC_RELAXED)
#else
#include <stdatomic.h>
#define HD_ATOMIC_READ(type, p, old) (*(old) = atomic_load((_Atomic type *)(p)))
#define HD_ATOMIC_ADD(type, p, value)                                          \
    ((void)atomic_fetch_add((_Atomic type *)(p), value))
#define HD_ATOMIC_SWAP(type, p, old, value)                                    \
    atomic_compare_exchange_weak((_Atomic type *)(p), old, *(value))
#endif

#endif
