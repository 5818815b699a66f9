/*
 * The least and the largest of integers in the program's memory: how far a
 * region touches arrays whose subscripts are read from others.
 */
#include "runtime/base/base.h"
#include "runtime/region/local.h"

/* Elements that lie side by side have a loop of their own, which vectors do. */
#define EXTREMES(type)                                                         \
    static void extremes_##type(const char *at, int64_t count, int64_t step,   \
                                int64_t bound[2])                              \
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

EXTREMES(int8_t)
EXTREMES(uint8_t)
EXTREMES(int16_t)
EXTREMES(uint16_t)
EXTREMES(int32_t)
EXTREMES(uint32_t)
EXTREMES(int64_t)
EXTREMES(uint64_t)

typedef void extremes_function(const char *at, int64_t count, int64_t step,
                               int64_t bound[2]);

static extremes_function *function_for(int size, bool is_signed)
{
    switch (size) {
    case 1:
        return is_signed ? extremes_int8_t : extremes_uint8_t;
    case 2:
        return is_signed ? extremes_int16_t : extremes_uint16_t;
    case 4:
        return is_signed ? extremes_int32_t : extremes_uint32_t;
    default:
        return is_signed ? extremes_int64_t : extremes_uint64_t;
    }
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
    exec_refuse_inside("hedra_extremes");
    bound[0] = INT64_MIN;
    bound[1] = INT64_MAX;
    if (!base_is_mapped((uintptr_t)at, (uintptr_t)at + (uintptr_t)(hi - lo)))
        return;
    if (!mirror_sync((void *)(uintptr_t)at, (size_t)(hi - lo), &why))
        exec_die(why.text);
    function_for(size, is_signed)(at, (hi - lo + step - 1) / step, step, bound);
    if (is_signed || (bound[0] >= 0 && bound[1] >= 0))
        return;
    bound[0] = INT64_MIN;
    bound[1] = INT64_MAX;
}
