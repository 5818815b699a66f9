/*
 * Runs whose numbers are known: the Mandelbrot loop and Life of the source,
 * rings, forks that meet again, and what the rates predict.
 */
#include "tests/racer/rig.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void prepare_mandelbrot(struct rig *rig, const char *text, int size,
                               int source, int ring)
{
    if (!text)
        text = rig_file(rig, "mandelbrot.graph");
    rig->arch.stages[RACER_GROUP_source] = source;
    rig->arch.stages[RACER_GROUP_ring] = ring;
    assert_true(rig_parse(rig, text));
    assert_true(rig_balance(rig));
    rig_data(rig, arena_printf(rig->arena,
                               "memory P %d %d of f64 f64\n"
                               "ramp 0 1 -2.1 %.17g 0.5\n"
                               "ramp 1 0 -2.1 %.17g 0.5\n",
                               size, size, 4.2 / size, 4.2 / size));
}

static void start_mandelbrot(struct rig *rig, const char *text, int size,
                             int source, int ring)
{
    *rig = rig_new();
    prepare_mandelbrot(rig, text, size, source, ring);
}

static void check_counts(struct rig *rig)
{
    const struct racer_memory *r = racer_data_find(&rig->data, "R");
    const struct racer_memory *p = racer_data_find(&rig->data, "P");

    for (int64_t e = 0; e < r->elements; e++) {
        assert_true(r->bits[3 * e].u == p->bits[2 * e].u);
        assert_true(r->bits[3 * e + 1].u == p->bits[2 * e + 1].u);
        assert_int_equal(
            r->bits[3 * e + 2].i,
            rig_rounds(p->bits[2 * e].f64, p->bits[2 * e + 1].f64));
    }
}

static int64_t total_rounds(const struct rig *rig)
{
    const struct racer_memory *r = racer_data_find(&rig->data, "R");
    int64_t sum = 0;

    for (int64_t e = 0; e < r->elements; e++)
        sum += r->bits[3 * e + 2].i;
    return sum;
}

/* First out after E + 2L + 1 cycles, whatever E and L. */
static void test_mandelbrot(void **unused)
{
    static const int sizes[][2] = {
        {128, 26}, {128, 24}, {128, 40}, {1, 26}, {77, 30}};

    (void)unused;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct rig rig;
        struct racersim_result result;

        start_mandelbrot(&rig, NULL, 48, sizes[k][0], sizes[k][1]);
        assert_int_equal(rig.slack.ring, sizes[k][1]);
        result = rig_run(&rig, NULL);
        assert_int_equal(result.end, RACERSIM_DONE);
        assert_int_equal(result.port[1].first,
                         sizes[k][0] + 2 * sizes[k][1] + 1);
        check_counts(&rig);
        assert_true(
            fabs((double)result.cycles / (2.0 * (double)total_rounds(&rig)) -
                 1) < 0.02);
        rig_free(&rig);
    }
}

/* The source's run. The register that is neither in the entry of 128 nor in the
 * ring lies before the ring: behind it, the first pixel would come in the same
 * cycle, but those that wait at the end would be let in at other times. */
static void test_drain(void **unused)
{
    struct rig rig = rig_new();
    struct racersim_result result;

    (void)unused;
    rig.arch.stages[RACER_GROUP_sink] = 0;
    prepare_mandelbrot(&rig, NULL, 500, 129, 26);
    result = rig_run(&rig, NULL);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_int_equal(result.port[1].first, 181);
    assert_int_equal(result.port[1].last - result.port[0].last, 441);
    check_counts(&rig);
    rig_free(&rig);
}

/* Sixteen points a side, an entry of two registers, a sink without: the source
 * of these numbers has 11,743 cycles. A sink that takes one value twice is
 * right, too. */
static void test_bare_sink(void **unused)
{
    static const int expected[] = {6, 5, 6, 8, 7, 8};
    struct rig rig = rig_new(), twice = rig_new();
    struct racersim_result result;

    (void)unused;
    rig.arch.stages[RACER_GROUP_sink] = 0;
    prepare_mandelbrot(&rig, NULL, 16, 2, 24);
    result = rig_run(&rig, NULL);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_int_equal(result.cycles, 11743);
    check_counts(&rig);
    rig_free(&rig);
    twice.arch.stages[RACER_GROUP_sink] = 0;
    assert_true(rig_parse(&twice, "graph twice\nsource a:i32 from A affine 1\n"
                                  "b = iadd a 1\nsink b a b to B affine 1\n"));
    assert_true(rig_prove(&twice) && rig_balance(&twice));
    rig_data(&twice, "memory A 2 of i32\n5\n7\n"
                     "memory B 2 of i32 i32 i32\n");
    assert_int_equal(rig_run(&twice, NULL).end, RACERSIM_DONE);
    for (int k = 0; k < 6; k++)
        assert_int_equal(racer_data_find(&twice.data, "B")->bits[k].i,
                         expected[k]);
    rig_free(&twice);
}

/* Cycles between two slots from one cycle on to another. */
static double measure(struct rig *rig, int64_t from, int64_t to)
{
    struct racersim_options options = {.max_cycles = from};
    struct racersim_result result = rig_run(rig, &options);
    int64_t before = rig_slots(&result);

    assert_int_equal(result.end, RACERSIM_LIMIT);
    options.max_cycles = to;
    result = racersim_run(rig->sim, &options);
    assert_int_equal(result.end, RACERSIM_LIMIT);
    return (double)(to - from) / (double)(rig_slots(&result) - before);
}

static double predict(struct rig *rig)
{
    struct racer_rate rate =
        racer_rate_of(rig->arena, rig->graph, &rig->arch, &rig->rings);

    assert_true(rate.tokens > 0);
    return (double)rate.latency / (double)rate.tokens;
}

/* A ring of L registers fills itself to ceil(L / 2): L / floor(L / 2) cycles a
 * slot, and this is what the rate says. */
static void test_rings(void **unused)
{
    (void)unused;
    for (int ring = 24; ring <= 65; ring++) {
        double expected = (double)ring / (ring / 2);
        struct rig rig;

        start_mandelbrot(&rig, NULL, 56, 4, ring);
        assert_int_equal(rig.slack.ring, ring);
        assert_true(fabs(predict(&rig) - expected) < 1e-9);
        assert_true(fabs(measure(&rig, 5000, 100000) / expected - 1) < 0.003);
        rig_free(&rig);
    }
}

/* Two ways of a and b registers between a copy and where they meet. */
static void test_ways(void **unused)
{
    static const int ways[][2] = {{1, 16}, {6, 16}, {16, 16}, {26, 16}, {3, 5},
                                  {1, 2},  {9, 40}, {31, 17}, {2, 64}};

    (void)unused;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        int a = ways[k][0], b = ways[k][1];
        double expected = (double)(a + b) / (a < b ? a : b);
        struct rig rig = rig_new();
        const char *first = a > 1 ? arena_printf(rig.arena, "@%d", a - 1) : "";
        const char *second = b > 2 ? arena_printf(rig.arena, "@%d", b - 2) : "";

        /* The copy fills a register on either way; one is of the sync. */
        assert_true(rig_parse(
            &rig, arena_printf(rig.arena,
                               "graph ways\nsource a:i32 from A affine 1\n"
                               "u = sync ( a )\n"
                               "n = sync ( u )\n"
                               "v w = sync ( u%s n%s )\n"
                               "sink v w to B affine 1\n",
                               first, second)));
        rig_data(&rig, "memory A 9000 of i32\nmemory B 9000 of i32 i32\n");
        assert_true(fabs(predict(&rig) - expected) < 1e-9);
        assert_true(fabs(measure(&rig, 1000, 9000) / expected - 1) < 0.003);
        rig_free(&rig);
    }
}

/* Without balance the loop is an order of magnitude slower, as predicted. */
static void test_unbalanced(void **unused)
{
    struct rig rig = rig_new();
    struct racer_streams streams;
    double predicted;

    (void)unused;
    rig.arch.stages[RACER_GROUP_source] = 128;
    assert_true(rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")));
    assert_true(racer_order(rig.arena, rig.graph, &streams, &rig.faults));
    assert_true(racer_find_rings(rig.arena, rig.graph, &streams, &rig.rings,
                                 &rig.faults));
    rig_data(&rig, "memory P 48 48 of f64 f64\nramp 0 1 -2.1 0.0875 0.5\n"
                   "ramp 1 0 -2.1 0.0875 0.5\n");
    predicted = predict(&rig);
    assert_true(predicted > 20);
    assert_true(fabs(measure(&rig, 50000, 900000) / predicted - 1) < 0.003);
    rig_free(&rig);
}

/* The entry before the feedback: the ring of 24 fills up. */
static void test_stuck(void **unused)
{
    struct rig rig = rig_new();
    struct racersim_result result;
    struct racersim_wait wait;
    struct buf out = {0};
    const char *text =
        rig_replace(&rig, rig_file(&rig, "mandelbrot.graph"),
                    "feedback x2 y2 d2 p2 n2 entry px py 0.0 0.0 0",
                    "entry px py 0.0 0.0 0 feedback x2 y2 d2 p2 n2");
    struct rig run;

    (void)unused;
    start_mandelbrot(&run, text, 64, 2, 24);
    assert_false(rig_prove(&run));
    assert_true(rig_says(&run, "the entry has priority"));
    result = rig_run(&run, NULL);
    assert_int_equal(result.end, RACERSIM_STUCK);
    assert_int_equal(result.port[0].elements, 26);
    assert_int_equal(result.port[1].elements, 0);
    assert_int_equal(result.cycles, 51);
    wait = racersim_stuck(run.sim);
    assert_int_equal(wait.count, 24);
    assert_string_equal(wait.rule, "R1");
    for (int k = 0; k < wait.count; k++)
        assert_true(racersim_full(run.sim, wait.reg[k]));
    racersim_print_wait(&out, run.sim, &result, &wait);
    assert_non_null(strstr(out.text, "24 registers wait for each other"));
    assert_non_null(strstr(out.text, "oldest missing tag of R: 0"));
    assert_non_null(strstr(out.text, "rule R1: write 'feedback"));
    buf_free(&out);
    racersim_wait_dot(&out, run.sim, &wait);
    assert_non_null(strstr(out.text, "r23 -> r0;"));
    buf_free(&out);
    racersim_wait_svg(&out, run.sim, &wait);
    assert_non_null(strstr(out.text, "</svg>"));
    buf_free(&out);
    rig_free(&run);
    rig_free(&rig);
}

static struct racersim_result run_window(struct rig *rig, int window,
                                         bool admit)
{
    struct rig text = rig_new();
    const char *graph =
        rig_replace(&text, rig_file(&text, "mandelbrot.graph"), "tag ox oy",
                    arena_printf(text.arena, "tag ox oy window %d", window));
    struct racersim_result result;

    if (admit)
        graph = rig_replace(&text, graph, "affine 2", "affine 2 admit R");
    start_mandelbrot(rig, graph, 64, 1, 24);
    assert_true(rig_prove(rig) == admit);
    result = rig_run(rig, NULL);
    rig_free(&text);
    return result;
}

/* A sorter of fewer places than the largest displacement, 300, stops the image
 * of 64 x 64; one that admits never does. */
static void test_window(void **unused)
{
    static const int stops[] = {1, 2, 17, 128, 298, 299};
    static const int runs[] = {300, 301, 4096};
    struct rig rig;
    struct racersim_result result;

    (void)unused;
    for (size_t k = 0; k < sizeof stops / sizeof *stops; k++) {
        result = run_window(&rig, stops[k], false);
        assert_int_equal(result.end, RACERSIM_STUCK);
        assert_string_equal(racersim_stuck(rig.sim).rule, "R4");
        rig_free(&rig);
    }
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        result = run_window(&rig, runs[k], false);
        assert_int_equal(result.end, RACERSIM_DONE);
        assert_int_equal(result.port[1].displaced, 300);
        check_counts(&rig);
        rig_free(&rig);
    }
    result = run_window(&rig, 64, true);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_true(fabs((double)result.cycles / 4096 - 47.2) < 0.05);
    rig_free(&rig);
    result = run_window(&rig, 1, true);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_true(fabs((double)result.cycles / 4096 - 513) < 0.5);
    rig_free(&rig);
}

/* An output held for 5,000 cycles stops nothing. It costs those, and what the
 * ring, which fills up meanwhile, needs until the surplus has left. */
static void test_hold(void **unused)
{
    struct racersim_options hold = {.hold_from = 20000, .hold_cycles = 5000};
    int64_t cycles[2];

    (void)unused;
    for (int k = 0; k < 2; k++) {
        struct racersim_result result;
        struct rig rig;

        start_mandelbrot(&rig, NULL, 64, 8, 24);
        result = rig_run(&rig, k ? &hold : NULL);
        assert_int_equal(result.end, RACERSIM_DONE);
        check_counts(&rig);
        cycles[k] = result.cycles;
        rig_free(&rig);
    }
    assert_true(cycles[1] - cycles[0] > 4000);
    assert_true(cycles[1] - cycles[0] < 6500);
}

static int old_cell(const int *cell, int size, int i, int j)
{
    return cell[(i + size) % size * size + (j + size) % size];
}

static int next_cell(const int *cell, int size, int i, int j)
{
    int n = -old_cell(cell, size, i, j);

    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++)
            n += old_cell(cell, size, i + a, j + b);
    return n == 3 || (n == 2 && old_cell(cell, size, i, j));
}

static void run_life(struct rig *rig, const int *cell, int size,
                     struct racersim_result *result)
{
    struct buf text = {0};

    *rig = rig_new();
    assert_true(rig_parse(rig, rig_file(rig, "life.graph")));
    assert_true(rig_prove(rig));
    assert_true(rig_balance(rig));
    buf_printf(&text, "memory OLD %d %d of i32\n", size, size);
    for (int k = 0; k < size * size; k++)
        buf_printf(&text, "%d\n", cell[k]);
    buf_printf(&text, "memory NEW %d %d of i32\n", size, size);
    rig_data(rig, text.text);
    buf_free(&text);
    *result = rig_run(rig, NULL);
}

static int count_ops(const struct rig *rig, const char *prefix)
{
    int count = 0;

    for (int n = 0; n < rig->graph->node_count; n++) {
        const struct racer_node *node = rig->graph->node[n];
        const char *name = node->kind == RACER_OP ? racer_op_name(node->op)
                                                  : racer_kind_name(node->kind);

        count += strcmp(name, prefix) == 0;
    }
    return count;
}

static void test_life(void **unused)
{
    enum { SIZE = 64 };
    static int cell[SIZE * SIZE], next[SIZE * SIZE];
    uint64_t state = 11;

    (void)unused;
    for (int k = 0; k < SIZE * SIZE; k++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        cell[k] = state >> 62 == 0;
    }
    for (int generation = 0; generation < 10; generation++) {
        struct racersim_result result;
        struct rig rig;

        run_life(&rig, cell, SIZE, &result);
        assert_int_equal(result.end, RACERSIM_DONE);
        assert_int_equal(count_ops(&rig, "iadd"), 7);
        assert_int_equal(count_ops(&rig, "ieq") + count_ops(&rig, "ine"), 3);
        assert_int_equal(count_ops(&rig, "and") + count_ops(&rig, "or") +
                             count_ops(&rig, "select"),
                         3);
        assert_int_equal(count_ops(&rig, "delay"), 6);
        assert_true((double)result.cycles <=
                    2.01 * (double)result.port[0].elements);
        for (int k = 0; k < SIZE * SIZE; k++)
            next[k] = next_cell(cell, SIZE, k / SIZE, k % SIZE);
        for (int k = 0; k < SIZE * SIZE; k++) {
            cell[k] = (int)racer_data_find(&rig.data, "NEW")->bits[k].i;
            assert_int_equal(cell[k], next[k]);
        }
        rig_free(&rig);
    }
}

/* Three times five rounds of the inner loop. */
static void test_nest(void **unused)
{
    struct rig rig = rig_new();
    struct racersim_result result;
    const struct racer_memory *r;

    (void)unused;
    assert_true(rig_parse(&rig, rig_file(&rig, "nest.graph")));
    assert_true(rig_balance(&rig));
    assert_true(rig_prove(&rig));
    assert_int_equal(rig.rings.count, 2);
    rig_data(&rig, "memory A 500 of i32\nramp 0 0 0 1\n");
    result = rig_run(&rig, NULL);
    assert_int_equal(result.end, RACERSIM_DONE);
    r = racer_data_find(&rig.data, "R");
    for (int k = 0; k < 500; k++)
        assert_int_equal(r->bits[2 * k].i, k + 15);
    rig_free(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mandelbrot), cmocka_unit_test(test_drain),
        cmocka_unit_test(test_bare_sink),  cmocka_unit_test(test_rings),
        cmocka_unit_test(test_ways),       cmocka_unit_test(test_unbalanced),
        cmocka_unit_test(test_stuck),      cmocka_unit_test(test_window),
        cmocka_unit_test(test_hold),       cmocka_unit_test(test_life),
        cmocka_unit_test(test_nest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
