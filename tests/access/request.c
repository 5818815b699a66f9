/* One request of a warp: sectors and wavefronts, by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "backends/memory/memory.h"

static struct kir_access_count ask(bool shared, int64_t start, int64_t stride,
                                   uint32_t mask, int bytes)
{
    struct kir_access_count c = {0};
    int64_t at[KIR_WARP_LANES];

    for (int k = 0; k < KIR_WARP_LANES; k++)
        at[k] = start + stride * k;
    if (shared)
        kir_access_add_shared(at, mask, bytes, false, &c);
    else
        kir_access_add_global(at, mask, bytes, &c);
    return c;
}

static void check_global(int64_t start, int64_t stride, uint32_t mask,
                         int bytes, int sectors, int ideal)
{
    struct kir_access_count c = ask(false, start, stride, mask, bytes);

    assert_int_equal(c.requests, mask != 0);
    assert_int_equal(c.lanes, __builtin_popcount(mask));
    assert_int_equal(c.sectors, sectors);
    assert_int_equal(c.ideal_sectors, ideal);
    assert_int_equal(c.wavefronts, 0);
}

static void check_shared(int64_t stride, uint32_t mask, int bytes,
                         int wavefronts, int ideal)
{
    struct kir_access_count c = ask(true, 0, stride, mask, bytes);

    assert_int_equal(c.requests, mask != 0);
    assert_int_equal(c.wavefronts, wavefronts);
    assert_int_equal(c.ideal_wavefronts, ideal);
    assert_int_equal(c.sectors, 0);
}

static void test_atomics(void **state)
{
    struct kir_access_count c = {0};
    int64_t at[KIR_WARP_LANES] = {0};

    (void)state;
    kir_access_add_shared(at, ~0u, 4, true, &c);
    assert_int_equal(c.wavefronts, 32);
    assert_int_equal(c.ideal_wavefronts, 1);
}

static void test_sectors(void **state)
{
    (void)state;
    check_global(0, 4, ~0u, 4, 4, 4);
    check_global(4, 4, ~0u, 4, 5, 4);
    check_global(0, 8, ~0u, 8, 8, 8);
    check_global(24, 8, ~0u, 8, 9, 8);
    check_global(0, 16, ~0u, 4, 16, 4);
    check_global(0, 4000, ~0u, 4, 32, 4);
    check_global(0, 0, ~0u, 8, 1, 1);
    check_global(992, -8, ~0u, 8, 9, 8);
    check_global(-16, 4, ~0u, 4, 5, 4);
    check_global(0, 1, ~0u, 1, 1, 1);
    check_global(0, 4, 1, 4, 1, 1);
    check_global(0, 4, 0x101, 4, 2, 1);
    check_global(0, 4, 0, 4, 0, 0);
}

static void test_wavefronts(void **state)
{
    (void)state;
    check_shared(4, ~0u, 4, 1, 1);
    check_shared(0, ~0u, 4, 1, 1);
    check_shared(8, ~0u, 4, 2, 1);
    check_shared(128, ~0u, 4, 32, 1);
    check_shared(132, ~0u, 4, 1, 1);
    check_shared(36, ~0u, 4, 1, 1);
    check_shared(8, ~0u, 8, 2, 2);
    check_shared(256, ~0u, 8, 32, 2);
    check_shared(264, ~0u, 8, 2, 2);
    check_shared(256, 0xffff, 8, 16, 1);
    check_shared(1, ~0u, 1, 1, 1);
    check_shared(128, 0, 4, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_wavefronts),
        cmocka_unit_test(test_atomics),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
