/*
 * HD_LANE_SHIFT(size, type, to, from, first) moves the elements of a vector of
 * 64 bytes, which have `size` of them, by one lane: to[l] = l ? from[l - 1]
 * : first. Where the compiler has shuffles, these do it in registers; what loads
 * one element further on what was just stored as a vector waits for memory.
 * hdk_fma is the level of the function around, see HD_FMA.
 */
#ifndef HEDRA_KERNEL_LANES_H
#define HEDRA_KERNEL_LANES_H

#if defined __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HD_SHUFFLES 1
#endif
#endif

#ifdef HD_SHUFFLES
#ifdef __AVX512F__
#define HD_WIDE 1
#else
#define HD_WIDE 0
#endif
#define HD_UP_4(first) 0, first, first + 1, first + 2
#define HD_UP_8(first) HD_UP_4(first), first + 3, first + 4, first + 5, first + 6
#define HD_UP_16(first)                                                        \
    HD_UP_8(first), first + 7, first + 8, first + 9, first + 10, first + 11,   \
        first + 12, first + 13, first + 14

/* By a vector of all lanes, or by two halves, whose elements have the arrays'
 * own type: these stay in registers. Index 0 is lane 0's new element, whose bits
 * stay as they are, or the last one of the half before. */
#define HD_SHIFT_4(type, to, from, first) HD_SHIFT(type, 16, 8, to, from, first)
#define HD_SHIFT_8(type, to, from, first) HD_SHIFT(type, 8, 4, to, from, first)
#define HD_SHIFT(type, lanes, half, to, from, first)                           \
    do {                                                                       \
        typedef type hd_all                                                    \
            __attribute__((vector_size(64), aligned(sizeof(type))));           \
        typedef type hd_half                                                   \
            __attribute__((vector_size(32), aligned(sizeof(type))));           \
        const type hd_first = first;                                           \
        if (HD_WIDE || hdk_fma > 1) {                                          \
            const hd_all hd_v = *(const hd_all *)(from);                       \
            *(hd_all *)(to) = __builtin_shufflevector(                         \
                (hd_all){hd_first}, hd_v, HD_UP_##lanes(lanes));               \
        } else {                                                               \
            const hd_half hd_low = ((const hd_half *)(from))[0];               \
            const hd_half hd_high = ((const hd_half *)(from))[1];              \
            ((hd_half *)(to))[0] = __builtin_shufflevector(                    \
                (hd_half){hd_first}, hd_low, HD_UP_##half(half));              \
            ((hd_half *)(to))[1] = __builtin_shufflevector(                    \
                (hd_half){hd_low[half - 1]}, hd_high, HD_UP_##half(half));     \
        }                                                                      \
    } while (0)
#define HD_LANE_SHIFT(size, type, to, from, first)                             \
    HD_SHIFT_##size(type, to, from, first)

#else

#define HD_LANE_SHIFT(size, type, to, from, first)                             \
    do {                                                                       \
        (to)[0] = first;                                                       \
        for (int hd_lane = 1; hd_lane < 64 / size; hd_lane++)                  \
            (to)[hd_lane] = (from)[hd_lane - 1];                               \
    } while (0)

#endif
#endif
