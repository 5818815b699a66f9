/* What tests of devices with memory of their own share; needs unit.h first. */
#ifndef HEDRA_TESTS_RUNTIME_ON_DEVICE_H
#define HEDRA_TESTS_RUNTIME_ON_DEVICE_H

#include <hedra.h>

static inline struct hedra_run *start_on_device(struct hedra_module *module,
                                                const struct hedra_array *array,
                                                int count)
{
    enum hedra_where where = HEDRA_HOST;
    struct hedra_run *run = hedra_begin(module, array, count, 0, &where);
    assert_non_null(run);
    assert_int_equal(where, HEDRA_GPU);
    assert_null(hedra_address(run, 0));
    return run;
}

/* Kernel `number` stores its arguments i, u, l, m, f and d as doubles. */
static inline void check_scalars(struct hedra_module *module, int number)
{
    double out[6] = {0};
    struct hedra_array array[] = {
        {"out", out, 0, sizeof out, 8, HEDRA_WRITE | HEDRA_DISCARD}};
    struct hedra_run *run = start_on_device(module, array, 1);
    union hedra_arg arg[] = {{.b = 0},
                             {.i = -7},
                             {.u = 4000000000u},
                             {.l = -(INT64_C(1) << 40)},
                             {.m = UINT64_C(1) << 63},
                             {.f = 0.25f},
                             {.d = 1e300}};
    assert_int_equal(
        hedra_launch(run, number, (int64_t[]){1, 1, 1}, arg, COUNT(arg)), 0);
    hedra_end(run);
    assert_true(out[0] == -7 && out[1] == 4e9 && out[2] == -0x1p40);
    assert_true(out[3] == 0x1p63 && out[4] == 0.25 && out[5] == 1e300);
}

#endif
