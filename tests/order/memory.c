/*
 * Each allocation of each function fails in turn: it says so, hands over
 * nothing, writes nothing and leaks nothing (valgrind and sanitizers look), and
 * works when there is memory again.
 */
#include "tests/order/rig.h"
#include "tests/runtime/failing_memory.h"

#include "runtime/include/hedra_order_metric.h"
#include "runtime/include/hedra_order_surface.h"

#include <stdlib.h>
#include <string.h>

/* Calls `call` with the first, the second, ... allocation failing, until it
 * needs no more; there must have been some. */
static void fail_each(enum hedra_status (*call)(void *context,
                                                struct hedra_error *why),
                      void *context)
{
    long n = 0;
    for (;; n++) {
        struct hedra_error why;
        failing_failed = false;
        failing_left = n;
        const enum hedra_status status = call(context, &why);
        failing_left = -1;
        if (!failing_failed) {
            assert_int_equal(status, HEDRA_OK);
            break;
        }
        assert_int_equal(status, HEDRA_ERROR_NO_MEMORY);
        assert_int_equal(why.status, HEDRA_ERROR_NO_MEMORY);
        assert_true(why.text[0]);
    }
    assert_true(n > 0);
}

static enum hedra_status create(void *context, struct hedra_error *why)
{
    struct hedra_order *order = (void *)why;
    const enum hedra_status status = hedra_order_create(context, &order, why);
    assert_true((order != NULL) == (status == HEDRA_OK));
    hedra_order_destroy(order);
    return status;
}

static void test_create(void **state)
{
    static const uint64_t numbers[] = {3, 1, 0, 2, 5, 4, 6, 7};
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     curve = {.kind = HEDRA_ORDER_HILBERT};
    struct hedra_order_options each[] = {
        {.kind = HEDRA_ORDER_ROW, .size = {4, 5, 6}},
        {.kind = HEDRA_ORDER_HILBERT, .size = {4, 5, 6}},
        {.kind = HEDRA_ORDER_TABLE, .size = {2, 2, 2}, .table = numbers},
        {.kind = HEDRA_ORDER_HYBRID,
         .size = {9, 10, 11},
         .tile = {4},
         .outer = &curve,
         .inner = &row},
        {.kind = HEDRA_ORDER_HYBRID,
         .size = {9, 10, 11},
         .tile = {4},
         .outer = &row,
         .inner = &curve}};
    for (int n = 0; n < COUNT(each); n++)
        fail_each(create, &each[n]);
}

/* An ordering, and arrays that a call which fails must leave alone. */
struct arrays {
    struct hedra_order *order;
    struct hedra_stencil *stencil;
    uint32_t from[8 * 9 * 10], to[8 * 9 * 10];
};

static enum hedra_status permute(void *context, struct hedra_error *why)
{
    struct arrays *a = context;
    memset(a->to, 0xa5, sizeof a->to);
    const enum hedra_status status =
        hedra_order_permute(a->order, sizeof *a->to, a->from, a->to, why);
    for (int n = 0; status && n < COUNT(a->to); n++)
        assert_int_equal(a->to[n], 0xa5a5a5a5);
    return status;
}

static enum hedra_status in_place(void *context, struct hedra_error *why)
{
    struct arrays *a = context;
    memcpy(a->to, a->from, sizeof a->to);
    const enum hedra_status status =
        hedra_order_permute(a->order, sizeof *a->to, a->to, a->to, why);
    if (status)
        assert_memory_equal(a->to, a->from, sizeof a->to);
    return status;
}

static enum hedra_status table(void *context, struct hedra_error *why)
{
    struct arrays *a = context;
    memset(a->to, 0xa5, sizeof a->to);
    const enum hedra_status status =
        hedra_order_rank_table(a->order, a->to, NULL, why);
    for (int n = 0; status && n < COUNT(a->to); n++)
        assert_int_equal(a->to[n], 0xa5a5a5a5);
    return status;
}

static enum hedra_status surface(void *context, struct hedra_error *why)
{
    const struct arrays *a = context;
    const int64_t lo[3] = {0, 1, 2}, hi[3] = {8, 9, 4};
    struct hedra_surface *s = (void *)why;
    const enum hedra_status status =
        hedra_order_surface(a->order, lo, hi, &s, why);
    assert_true((s != NULL) == (status == HEDRA_OK));
    hedra_surface_destroy(s);
    return status;
}

static enum hedra_status offsets(void *context, struct hedra_error *why)
{
    const struct arrays *a = context;
    struct hedra_offsets o;
    const enum hedra_status status =
        hedra_order_offsets(a->order, a->stencil, &o, why);
    assert_true((o.kinds > 0) == (status == HEDRA_OK));
    hedra_offsets_free(&o);
    return status;
}

static enum hedra_status misses(void *context, struct hedra_error *why)
{
    const struct arrays *a = context;
    const struct hedra_trace_options options = {.block = 2};
    struct hedra_lru *lru = (void *)why;
    enum hedra_status status =
        hedra_lru_create(hedra_trace_blocks(a->order, &options), &lru, why);
    assert_true((lru != NULL) == (status == HEDRA_OK));
    if (!status)
        status = hedra_order_trace(a->order, a->stencil, &options,
                                   hedra_lru_touch, lru, why);
    hedra_lru_destroy(lru);
    return status;
}

/* More blocks than an empty one has slots for. */
static enum hedra_status read_many(void *context, struct hedra_error *why)
{
    struct hedra_lru *lru;
    enum hedra_status status = hedra_lru_create(20000, &lru, why);
    for (uint64_t n = 0; n < 40000 && !status; n++) {
        const uint64_t block = n * 7 % 20000;
        status = hedra_lru_touch(lru, 1, &block, why);
        if (status)
            assert_int_equal(hedra_lru_accesses(lru), n);
    }
    if (lru)
        assert_int_equal(hedra_lru_misses(lru, 0), hedra_lru_accesses(lru));
    hedra_lru_destroy(lru);
    return status;
}

static enum hedra_status cache(void *context, struct hedra_error *why)
{
    const struct hedra_cache_level level[] = {{2, 3}, {4, 5}};
    struct hedra_cache *c = (void *)why;
    const enum hedra_status status = hedra_cache_create(2, level, &c, why);
    assert_true((c != NULL) == (status == HEDRA_OK));
    hedra_cache_destroy(c);
    return status;
}

static enum hedra_status stencil(void *context, struct hedra_error *why)
{
    const struct hedra_stencil_options options = {.shape = HEDRA_STENCIL_BLOCK,
                                                  .g = 2};
    struct hedra_stencil *s = (void *)why;
    const enum hedra_status status = hedra_stencil_create(&options, &s, why);
    assert_true((s != NULL) == (status == HEDRA_OK));
    hedra_stencil_destroy(s);
    return status;
}

static void test_work(void **state)
{
    static struct arrays a;
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     curve = {.kind = HEDRA_ORDER_HILBERT};
    const struct hedra_order_options each[] = {
        {.kind = HEDRA_ORDER_ROW, .size = {8, 9, 10}},
        {.kind = HEDRA_ORDER_HILBERT, .size = {8, 9, 10}},
        {.kind = HEDRA_ORDER_HYBRID,
         .size = {8, 9, 10},
         .tile = {4},
         .outer = &curve,
         .inner = &row}};
    const struct hedra_stencil_options block = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = 1};
    setenv("HEDRA_THREADS", "1", 1);
    for (uint32_t n = 0; n < COUNT(a.from); n++)
        a.from[n] = n;
    for (int n = 0; n < COUNT(each); n++) {
        a.order = rig_order(&each[n]);
        assert_int_equal(hedra_stencil_create(&block, &a.stencil, NULL), 0);
        fail_each(permute, &a);
        fail_each(in_place, &a);
        fail_each(table, &a);
        fail_each(surface, &a);
        fail_each(offsets, &a);
        fail_each(misses, &a);
        hedra_stencil_destroy(a.stencil);
        hedra_order_destroy(a.order);
    }
    fail_each(read_many, NULL);
    fail_each(cache, NULL);
    fail_each(stencil, NULL);
    unsetenv("HEDRA_THREADS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_create),
                                       cmocka_unit_test(test_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
