/*
 * The ends of what graphs may ask for: numbers that are too large, runs without
 * end, memories that do not fit, answers that have few places; and graphs of as
 * many nodes and registers as there may be, which take a moment and no more.
 */
#include "tests/racer/rig.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct rig graph_rig(const char *graph, const char *data)
{
    struct rig rig = rig_new();

    if (!rig_parse(&rig, graph))
        fail_msg("%s", rig.faults.first->message);
    rig_data(&rig, data);
    return rig;
}

/* Refused when memories are bound. */
static void refuse(const char *graph, const char *data, const char *says)
{
    struct rig rig = graph_rig(graph, data);

    assert_null(
        racersim_new(rig.arena, rig.graph, &rig.arch, &rig.data, &rig.faults));
    if (!rig_says(&rig, says))
        fail_msg("says '%s'", rig.faults.first->message);
    assert_non_null(rig.faults.first->hint);
    rig_free(&rig);
}

static void expect(struct rig *rig, const char *memory, int count,
                   const int64_t *values)
{
    const struct racer_memory *m = racer_data_find(&rig->data, memory);

    assert_int_equal(m->elements * m->channels, count);
    for (int k = 0; k < count; k++)
        if (m->bits[k].i != values[k])
            fail_msg("%s[%d] is %" PRId64 ", not %" PRId64, memory, k,
                     m->bits[k].i, values[k]);
}

#define THREE "memory A 3 of i32\n2\n0\n1\nmemory B 3 of i32 i32\n"

/* Requests ----------------------------------------------------------------- */

static void test_requests(void **unused)
{
    static const char ask[] = "graph ask\nsource a:i32 from A affine 1\n"
                              "b:i32 c:f64 = request T a\n"
                              "d = toi32 c\nsink b d to B affine 1\n";
    struct rig rig =
        graph_rig(ask, "memory A 3 of i32\n2\n0\n1\nmemory B 3 of i32 i32\n"
                       "memory T 3 of i32 f64\n10 1.5\n20 2.5\n30 3.5\n");

    (void)unused;
    assert_int_equal(rig_run(&rig, NULL).end, RACERSIM_DONE);
    expect(&rig, "B", 6, (const int64_t[]){30, 3, 10, 1, 20, 2});
    rig_free(&rig);
    refuse(ask, THREE, "there is no memory 'T'");
    refuse(ask, THREE "memory T 3 of i32\n", "is not of the types");
    refuse(ask, THREE "memory T 3 of i32 i32\n", "is not of the types");
    refuse("graph share\nsource a:i32 from A affine 1\n"
           "b:i32 = request T a shared 4\nsink b to B affine 1\n",
           "memory A 3 of i32\nmemory B 3 of i32\nmemory T 3 of i32\n",
           "share places");
}

/* What a sink writes is read by the next run alone. */
static void test_old_contents(void **unused)
{
    struct rig rig = graph_rig(
        "graph both\nsource a:i32 from A affine 1\nb:i32 = request B a\n"
        "c = iadd b a\nsink c to B affine 1\n",
        "memory A 3 of i32\n2\n0\n1\nmemory B 3 of i32\n10\n20\n30\n");

    (void)unused;
    assert_int_equal(rig_run(&rig, NULL).end, RACERSIM_DONE);
    expect(&rig, "B", 3, (const int64_t[]){32, 10, 21});
    rig_free(&rig);
}

/* Loops of a source's own, parameters that follow from others, stores whose
 * answers others wait for, and what is done only when. */
static void test_elements(void **unused)
{
    struct rig rig = graph_rig(
        "graph over\narray A:i32\nparam n:i64 = 2\nparam m:i64 = imul n 2\n"
        "source a:i32 b:i32 from A over ( n 2 ) step ( m 1 ) base ( 0 1 )\n"
        "source y:i64 x:i64 over ( n 2 )\n"
        "p = imul y 2\nq = iadd p x\ns = iadd a b\nc = ieq x 1\n"
        "t:i32 = store D q s when c\nr u = sync ( q t )\n"
        "v:i32 = request D r\nw = isub v u\n"
        "sink w to B over ( n 2 ) step ( 2 1 )\n"
        "sink s to C address q when c\nsink t\n",
        "memory A 8 of i32\n0\n1\n2\n3\n4\n5\n6\n7\n"
        "memory B 4 of i32\n9\n9\n9\n9\nmemory C 4 of i32\n"
        "memory D 4 of i32\n7\n7\n7\n7\n");

    (void)unused;
    assert_int_equal(rig_run(&rig, NULL).end, RACERSIM_DONE);
    expect(&rig, "B", 4, (const int64_t[]){6, 0, -2, 0});
    expect(&rig, "C", 4, (const int64_t[]){0, 3, 0, 11});
    expect(&rig, "D", 4, (const int64_t[]){7, 3, 7, 11});
    rig_free(&rig);
}

static void test_addresses(void **unused)
{
    static const char *const wrong[] = {"-1", "3", "2147483647"};

    (void)unused;
    for (int k = 0; k < 3; k++) {
        struct rig text = rig_new();
        struct rig rig = graph_rig(
            "graph ask\nsource a:i32 from A affine 1\n"
            "b:i32 = request T a\nsink b to B affine 1\n",
            arena_printf(text.arena,
                         "memory A 2 of i32\n1\n%s\nmemory B 2 of i32\n"
                         "memory T 3 of i32\n",
                         wrong[k]));
        struct racersim_result result = rig_run(&rig, NULL);

        assert_int_equal(result.end, RACERSIM_WRONG);
        assert_non_null(strstr(result.wrong, "outside of memory 'T'"));
        assert_non_null(strstr(result.wrong, wrong[k]));
        rig_free(&rig);
        rig_free(&text);
    }
}

/* A memory unit of 16 stages with N places gives N answers in 16 cycles, if its
 * stages hold more; and that is what the rate says. */
static void test_places(void **unused)
{
    (void)unused;
    for (int places = 0; places <= 20; places++) {
        struct rig text = rig_new();
        const char *clause =
            places ? arena_printf(text.arena, " places %d", places) : "";
        struct rig rig = graph_rig(
            arena_printf(text.arena,
                         "graph ask\nsource a:i32 from A affine 1\n"
                         "b:i32 = request T a%s\nsink b to B affine 1\n",
                         clause),
            "memory A 9000 of i32\nmemory B 9000 of i32\n"
            "memory T 9000 of i32\nramp 0 0 5 3\n");
        double expected = places && places < 8 ? 16.0 / places : 2;
        struct racersim_options options = {.max_cycles = 1000};
        struct racersim_result result;
        struct racer_rate rate;
        int64_t before;

        assert_true(rig_prove(&rig));
        rate = racer_rate_of(rig.arena, rig.graph, &rig.arch, &rig.rings);
        if (fabs((double)rate.latency / (double)rate.tokens - expected) > 1e-9)
            fail_msg("%d places: %d/%d", places, (int)rate.latency,
                     (int)rate.tokens);
        before = rig_run(&rig, &options).port[1].elements;
        options.max_cycles = 9000;
        result = racersim_run(rig.sim, &options);
        if (fabs(8000.0 / (double)(result.port[1].elements - before) /
                     expected -
                 1) > 0.003)
            fail_msg("%d places: %d answers in 8000 cycles", places,
                     (int)(result.port[1].elements - before));
        options.max_cycles = 0;
        assert_int_equal(racersim_run(rig.sim, &options).end, RACERSIM_DONE);
        for (int k = 0; k < 9000; k++)
            assert_int_equal(racer_data_find(&rig.data, "B")->bits[k].i, 5);
        rig_free(&rig);
        rig_free(&text);
    }
}

/* Memories ----------------------------------------------------------------- */

/* Each value of a sink has its own offset, each of a source its own padding. */
static void test_offsets(void **unused)
{
    struct rig rig = graph_rig(
        "graph shift\nsource a:i32 b:f64 from A affine 1 grow 1 pad 7\n"
        "c = toi32 b\nsink a c to B affine 1 grow 1 at ( 0 ) ( -1 )\n",
        "memory A 3 of i32 f64\n1 10\n2 20\n3 30\n"
        "memory B 3 of i32 i32\n");

    (void)unused;
    assert_int_equal(rig_run(&rig, NULL).end, RACERSIM_DONE);
    expect(&rig, "B", 6, (const int64_t[]){1, 20, 2, 30, 3, 7});
    rig_free(&rig);
}

static void test_tags(void **unused)
{
    static const char *const tags[] = {"-9223372036854775808",
                                       "9223372036854775807", "2", "-1", "0"};

    (void)unused;
    for (int k = 0; k < 5; k++) {
        struct rig text = rig_new();
        struct rig rig = graph_rig(
            "graph tags\nsource a:i64 from A affine 1\n"
            "sink a to B tag a\n",
            arena_printf(text.arena, "memory A 2 of i64\n0\n%s\n", tags[k]));
        struct racersim_result result = rig_run(&rig, NULL);

        assert_int_equal(result.end, RACERSIM_WRONG);
        assert_non_null(
            strstr(result.wrong, k == 4 ? "came twice" : "lies outside of it"));
        rig_free(&rig);
        rig_free(&text);
    }
}

/* What a sink would be given is no larger than what a text may ask for. */
static void test_large_memory(void **unused)
{
    struct buf text = {0};

    (void)unused;
    buf_puts(&text, "graph wide\nsource a:f64 from A affine 1\n");
    for (int k = 0; k < 60; k++)
        buf_printf(&text, "v%d = fadd a %d.0\n", k, k);
    buf_puts(&text, "sink");
    for (int k = 0; k < 60; k++)
        buf_printf(&text, " v%d", k);
    buf_puts(&text, " to B tag v0\n");
    refuse(text.text, "memory A 100000000 of f64\n", "is too large");
    buf_free(&text);
}

/* Runs --------------------------------------------------------------------- */

/* A ring whose condition never changes goes round for ever. */
static void test_stall(void **unused)
{
    struct racersim_options options = {.stall = 5000};
    struct rig rig = graph_rig("graph for_ever\nsource a:i32 from A affine 1\n"
                               "merge b = feedback c entry a\nd = imin b 3\n"
                               "e = ilt d 9\nswitch e ( d ) then c else f\n"
                               "sink f to B tag f\n",
                               "memory A 9 of i32\n");
    struct racersim_result result;
    struct buf out = {0};

    (void)unused;
    assert_true(rig_prove(&rig));
    result = rig_run(&rig, &options);
    assert_int_equal(result.end, RACERSIM_STALLED);
    assert_true(result.cycles >= 5000 && result.cycles < 5100);
    racersim_print(&out, rig.sim, &result);
    assert_non_null(strstr(out.text, "stalled after"));
    buf_free(&out);
    rig_free(&rig);
}

/* A hold of any length ends at once where nothing moves meanwhile, and one
 * behind the end changes nothing. */
static void test_long_hold(void **unused)
{
    static const char graph[] = "graph line\nsource a:i32 from A affine 1\n"
                                "b = iadd a 1\nsink b to B affine 1\n";
    static const char data[] = "memory A 9 of i32\nmemory B 9 of i32\n";
    const struct racersim_options far = {.hold_from = 1000000,
                                         .hold_cycles = INT64_MAX};
    const struct racersim_options hold = {.hold_cycles = INT64_C(1) << 60,
                                          .stall = 100};
    const struct racersim_options limit = {.hold_cycles = INT64_MAX,
                                           .max_cycles = 500};
    struct rig rig = graph_rig(graph, data);
    struct racersim_result result = rig_run(&rig, NULL);
    int64_t cycles = result.cycles;

    (void)unused;
    result = rig_run(&rig, &far);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_int_equal(result.cycles, cycles);
    result = rig_run(&rig, &hold);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_true(result.cycles > hold.hold_cycles &&
                result.cycles < hold.hold_cycles + cycles);
    for (int k = 0; k < result.use_count; k++)
        if (result.use[k].kind == NET_SINK)
            assert_true(result.use[k].blocked > hold.hold_cycles - 10 &&
                        result.use[k].blocked <= hold.hold_cycles);
    result = rig_run(&rig, &limit);
    assert_int_equal(result.end, RACERSIM_LIMIT);
    assert_int_equal(result.cycles, 500);
    rig_free(&rig);
}

/* Large graphs ------------------------------------------------------------- */

enum { LINES = 30000 };

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Each line takes what the next one makes, so that types come from behind. */
static void test_many_lines(void **unused)
{
    clock_t begin = clock();
    struct rig rig = rig_new();
    struct buf text = {0};

    (void)unused;
    buf_puts(&text, "graph many\n");
    for (int k = 0; k < LINES; k++)
        buf_printf(&text, "v%d = iadd v%d 1\n", k, k + 1);
    buf_printf(&text, "source v%d:i64 from A affine 1\nsink v0 to B affine 1\n",
               LINES);
    assert_true(rig_parse(&rig, text.text));
    assert_int_equal(rig.graph->value[0]->type, RACER_I64);
    assert_true(seconds_since(begin) < 5);
    buf_free(&text);
    rig_free(&rig);
}

/* A ring of as many registers as there may be, full of elements. */
static void test_long_ring(void **unused)
{
    clock_t begin = clock();
    struct rig rig = rig_new();
    struct buf text = {0};
    struct racersim_wait wait;

    (void)unused;
    buf_puts(&text, "graph ring\nsource a:i32 from A affine 1\n"
                    "merge v0 = entry a feedback back\n");
    for (int k = 0; k < 15; k++)
        buf_printf(&text, "v%d = iadd v%d@4000 0\n", k + 1, k);
    buf_puts(&text, "c = ilt v15 9\nswitch c ( v15 ) then back else o\n"
                    "sink o to B tag o\n");
    if (!rig_parse(&rig, text.text))
        fail_msg("%s", rig.faults.first->message);
    rig_data(&rig, "memory A 100000 of i32\n");
    assert_false(rig_prove(&rig));
    assert_int_equal(rig_run(&rig, NULL).end, RACERSIM_STUCK);
    wait = racersim_stuck(rig.sim);
    assert_true(wait.count > 60000);
    assert_true(seconds_since(begin) < 20);
    buf_free(&text);
    rig_free(&rig);
}

/* Each value is the sum of the one before and itself: 2^200 ways to the merge.
 */
static void test_many_ways(void **unused)
{
    clock_t begin = clock();
    struct rig rig = rig_new();
    struct buf text = {0};

    (void)unused;
    buf_puts(&text, "graph ways\nsource v0:i32 from A affine 1\n");
    for (int k = 0; k < 200; k++)
        buf_printf(&text, "w%d = iadd v%d 1\nv%d = iadd v%d w%d\n", k, k, k + 1,
                   k, k);
    buf_puts(&text, "merge x = feedback o entry v200\n"
                    "merge y = feedback i@1 entry x\np = ilt y 5\n"
                    "switch p ( y ) then i else q\nd = ilt q 9\n"
                    "switch d ( q ) then o else z\nsink z to B tag z\n");
    assert_true(rig_parse(&rig, text.text));
    assert_false(rig_prove(&rig));
    assert_true(rig_says(&rig, "R5: ring"));
    assert_true(seconds_since(begin) < 5);
    buf_free(&text);
    rig_free(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests),   cmocka_unit_test(test_old_contents),
        cmocka_unit_test(test_elements),   cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_places),     cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_tags),       cmocka_unit_test(test_large_memory),
        cmocka_unit_test(test_stall),      cmocka_unit_test(test_long_hold),
        cmocka_unit_test(test_many_lines), cmocka_unit_test(test_long_ring),
        cmocka_unit_test(test_many_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
