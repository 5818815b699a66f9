/* Many codes by pdep and pext, where these are no microcode. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/order/batch.h"

#include <immintrin.h>

static const uint64_t mask[2] = {0x5555555555555555, 0x1249249249249249};

__attribute__((target("bmi2"))) static void
morton(int dims, int64_t count, const int32_t *const x[3], uint64_t *index)
{
    const int32_t *const i = x[0], *const j = x[1], *const k = x[2];
    const uint64_t first = mask[dims == 3];
    if (dims == 2)
        for (int64_t n = 0; n < count; n++)
            index[n] = _pdep_u64((uint32_t)i[n], first) |
                       _pdep_u64((uint32_t)j[n], first << 1);
    else
        for (int64_t n = 0; n < count; n++)
            index[n] = _pdep_u64((uint32_t)i[n], first) |
                       _pdep_u64((uint32_t)j[n], first << 1) |
                       _pdep_u64((uint32_t)k[n], first << 2);
}

__attribute__((target("bmi2"))) static void
split(int dims, int64_t count, const uint64_t *index, int32_t *const x[3])
{
    for (int a = 0; a < dims; a++) {
        const uint64_t own = mask[dims == 3] << a;
        int32_t *const to = x[a];
        for (int64_t n = 0; n < count; n++)
            to[n] = (int32_t)_pext_u64(index[n], own);
    }
}

const struct order_loops order_loops_pdep = {"pdep", 1,    morton,
                                             split,  NULL, NULL};
#endif
