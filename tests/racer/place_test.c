/*
 * Graphs laid out on the array: the Mandelbrot loop in one block, the same text
 * for the same seed, texts that come back as they were, planted faults that the
 * checker is to find, arrays that are too small, and copies.
 */
#include "backends/racer/place/place.h"
#include "tests/racer/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void set_arch(struct rig *rig, const char *lines)
{
    assert_true(
        racer_arch_parse(rig->arena, "lines", lines, &rig->arch, &rig->faults));
}

static bool lay_out(struct rig *rig, uint64_t seed, struct place_report *report)
{
    struct place_options options = {.seed = seed};
    struct racer_streams streams;

    return racer_order(rig->arena, rig->graph, &streams, &rig->faults) &&
           racer_find_rings(rig->arena, rig->graph, &streams, &rig->rings,
                            &rig->faults) &&
           place_graph(rig->arena, rig->graph, &rig->arch, &rig->rings,
                       &options, report, &rig->faults) &&
           place_check(rig->arena, rig->graph, &rig->arch, report,
                       &rig->faults);
}

static void expect(const struct rig *rig, bool good)
{
    if (!good)
        fail_msg("%s",
                 rig->faults.first ? rig->faults.first->message : "no fault");
}

static const char *text_of(struct rig *rig)
{
    struct buf out = {0};
    const char *text;

    racer_print(&out, rig->graph);
    text = arena_strdup(rig->arena, out.text);
    buf_free(&out);
    return text;
}

static void give_pixels(struct rig *rig, int size)
{
    rig_data(rig, arena_printf(rig->arena,
                               "memory P %d %d of f64 f64\n"
                               "ramp 0 1 -2.1 %.17g 0.5\n"
                               "ramp 1 0 -2.1 %.17g 0.5\n",
                               size, size, 4.2 / size, 4.2 / size));
}

/* Runs it, and compares each pixel with the plain loop. */
static struct racersim_result check_pixels(struct rig *rig)
{
    struct racersim_result result = rig_run(rig, NULL);
    const struct racer_memory *p = racer_data_find(&rig->data, "P");
    const struct racer_memory *r = racer_data_find(&rig->data, "R");

    assert_int_equal(result.end, RACERSIM_DONE);
    for (int64_t e = 0; e < r->elements; e++)
        assert_int_equal(
            r->bits[3 * e + 2].i,
            rig_rounds(p->bits[2 * e].f64, p->bits[2 * e + 1].f64));
    return result;
}

/* One block, at most 16 PEs, 2 cycles a slot by the routed registers, and in
 * the simulator. */
static void test_block(void **unused)
{
    static const char *const fabrics[] = {"fabric thesis\n", "fabric mesh\n"};

    for (int k = 0; k < 2; k++) {
        struct rig rig = rig_new(), again = rig_new();
        struct place_report report;
        struct racersim_options early = {.max_cycles = 4000};
        struct racersim_options late = {.max_cycles = 20000};
        struct racersim_result result;
        struct buf out = {0};
        const char *text;
        int64_t slots;

        set_arch(&rig, fabrics[k]);
        set_arch(&again, fabrics[k]);
        assert_true(rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")));
        expect(&rig, lay_out(&rig, 1, &report));
        assert_int_equal(report.rows * report.columns, 16);
        assert_in_range(report.pes, report.least_pes, 16);
        assert_int_equal(report.least_pes, 4);
        place_print(&out, &rig.arch, &report);
        assert_non_null(
            strstr(out.text, arena_printf(rig.arena,
                                          "FPUs: 8 operations a slot, of %d of"
                                          " the PEs used, %d.%d %%\n",
                                          2 * report.pes, 400 / report.pes,
                                          4000 / report.pes % 10)));
        buf_free(&out);
        report.rate =
            racer_rate_of(rig.arena, rig.graph, &rig.arch, &rig.rings);
        assert_int_equal(report.rate.latency, 2 * report.rate.tokens);
        assert_true(rig_prove(&rig));
        give_pixels(&rig, 24);
        result = rig_run(&rig, &early);
        slots = rig_slots(&result);
        result = racersim_run(rig.sim, &late);
        slots = rig_slots(&result) - slots;
        assert_in_range(16000, 2 * slots - 2, 2 * slots + slots / 100);
        result = check_pixels(&rig);
        text = text_of(&rig);
        expect(&again, rig_parse(&again, text));
        assert_string_equal(text_of(&again), text);
        expect(&again, place_check(again.arena, again.graph, &again.arch,
                                   &report, &again.faults));
        give_pixels(&again, 24);
        assert_int_equal(check_pixels(&again).cycles, result.cycles);
        rig_free(&rig);
        rig_free(&again);
    }
}

static const char *placed(struct rig *rig, const char *file, uint64_t seed)
{
    struct place_report report;

    expect(rig, rig_parse(rig, rig_file(rig, file)));
    expect(rig, lay_out(rig, seed, &report));
    return text_of(rig);
}

static void test_seed(void **unused)
{
    struct rig a = rig_new(), b = rig_new(), c = rig_new();
    const char *text = placed(&a, "mandelbrot.graph", 7);

    assert_string_equal(placed(&b, "mandelbrot.graph", 7), text);
    assert_string_not_equal(placed(&c, "mandelbrot.graph", 1), text);
    rig_free(&a);
    rig_free(&b);
    rig_free(&c);
}

/* A chain by hand in a mesh of 2 x 2, and what is wrong with it. */
static const char chain[] = "graph chain\n"
                            "source a:f64 b:f64 from A affine 1 at -1 0 port\n"
                            "c = fadd a@1 b@1 at 0 0 fadd\n"
                            "d = fmul c@1 2.0 at 0 1 fmul\n"
                            "e = fadd d@1 1.0 at 1 1 fadd\n"
                            "sink e@1 to B affine 1 at 2 1 port\n"
                            "route a: (-1,0) S : 1\n"
                            "route b: (-1,0) S : 1\n"
                            "route c: (0,0) E : 1\n"
                            "route d: (0,1) S : 1\n"
                            "route e: (1,1) S : 1\n";

static const struct {
    const char *from, *to, *says;
} planted[] = {
    {"at 0 1 fmul", "at 1 0 fmul", "does not end where line 4 takes it"},
    {"at 0 1 fmul", "at 0 1 fadd", "a unit 'fadd' does nothing"},
    {"at 0 1 fmul", "at 2 0 fmul", "there is no PE at 2 0"},
    {"at 1 1 fadd", "at 0 0 fadd", "there are 1 units 'fadd', and 2 are used"},
    {"at 2 1 port", "at -1 0 port", "there are 1 units 'port', and 2"},
    {" at 0 1 fmul", "", "has 1 values, and places for 0"},
    {"(0,0) E : 1", "(0,0) : 1", "does not end where line 4 takes it"},
    {"(0,0) E : 1", "(0,1) E : 1", "does not begin where it is made"},
    {"(0,0) E : 1", "(0,0) W S : 1", "does not lead on from where it is"},
    {"(0,0) E : 1", "(0,0) E2 : 1", "does not lead on from where it is"},
    {"(0,0) E : 1", "(0,0) E : 9", "has 1 to 5 registers, not 9"},
    {"(0,0) E : 1", "(0,0) E : 2",
     "has 2 registers, and line 4 takes it after"},
    {"route d: (0,1) S : 1\n", "", "'d' has no route to this line"},
    {"(0,0) E : 1", "(0,0) E W E : 5", "carries 4 words of 3"},
    {"2.0 at", "2.0 at 0 1 fmul at", "has 1 values, and places for 2"},
};

static void test_planted(void **unused)
{
    for (size_t k = 0; k <= sizeof planted / sizeof *planted; k++) {
        struct rig rig = rig_new();
        struct place_report report;
        bool whole = k == sizeof planted / sizeof *planted;
        bool crowd = !whole && strstr(planted[k].says, "of 3");

        set_arch(&rig, "fabric mesh\nrows 2\ncolumns 2\n");
        rig.arch.factor[RACER_FACTOR_words] = crowd ? 3 : 4;
        expect(&rig,
               rig_parse(&rig, whole ? chain
                                     : rig_replace(&rig, chain, planted[k].from,
                                                   planted[k].to)));
        if (place_check(rig.arena, rig.graph, &rig.arch, &report,
                        &rig.faults) != whole ||
            (!whole && !rig_says(&rig, planted[k].says)))
            fail_msg("%s: %s", whole ? "the chain" : planted[k].says,
                     rig.faults.first ? rig.faults.first->message : "taken");
        rig_free(&rig);
    }
}

static const struct {
    const char *arch, *says;
} small[] = {
    {"fabric mesh\nrows 1\ncolumns 3\n", "units 'fadd', need 4, supply 3"},
    {"fmul_units 0\nfmul_plain_units 0\n", "units 'fmul', need 4, supply 0"},
    {"ports 2\n", "ports, need 3, supply 2"},
    {"fabric mesh\nrows 2\ncolumns 2\nlocal_bits 32\n", "local memory"},
    {"fabric mesh\nrows 2\ncolumns 2\nwords 2\n", "no route"},
    {"fabric mesh\nrows 4\ncolumns 4\nwords 2\n",
     "; the bundle of the merge of line 3 has 9 words, four links carry 8;"
     " with links of 4 words in place of 2 it has places"},
};

static void test_small(void **unused)
{
    for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
        struct rig rig = rig_new();
        struct place_report report;

        set_arch(&rig, small[k].arch);
        expect(&rig, rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")));
        if (lay_out(&rig, 1, &report) || !rig_says(&rig, small[k].says) ||
            !rig.faults.first->hint)
            fail_msg("%s: %s", small[k].says,
                     rig.faults.first ? rig.faults.first->message : "placed");
        rig_free(&rig);
    }
}

/* Frames lie evenly over the run, which is the one without them. While the ring
 * is full, half of the registers of its PEs are. */
static void test_times(void **unused)
{
    struct rig rig = rig_new();
    struct racersim_options options = {0};
    struct place_report report;
    struct place_times times;
    struct racersim_result plain, result;
    const struct racer_place *merge;
    struct racersim *sim;
    const unsigned char *middle;

    expect(&rig, rig_parse(&rig, rig_file(&rig, "mandelbrot.graph")));
    expect(&rig, lay_out(&rig, 1, &report));
    give_pixels(&rig, 40);
    plain = check_pixels(&rig);
    sim = racersim_new(rig.arena, rig.graph, &rig.arch, &rig.data, &rig.faults);
    result = place_times_run(rig.arena, &rig.arch, sim, &options, &times);
    assert_int_equal(result.end, RACERSIM_DONE);
    assert_int_equal(result.cycles, plain.cycles);
    assert_memory_equal(times.distance, plain.distance, sizeof times.distance);
    assert_true(times.frames >= 50 && times.frames <= 100);
    for (int k = 1; k < times.frames; k++)
        assert_true(times.cycle[k] - times.cycle[k - 1] == times.cycle[1]);
    assert_true(times.cycle[times.frames - 1] + 2 * times.cycle[1] >
                result.cycles);
    merge = racer_find(rig.graph, "d")->node->place;
    middle = times.full + (size_t)(times.frames / 2) * (size_t)times.pes;
    assert_in_range(middle[merge->row * rig.arch.factor[RACER_FACTOR_columns] +
                           merge->column],
                    4, 6);
    assert_int_equal(middle[times.pes - 1], PLACE_NOTHING);
    options.max_cycles = 100;
    sim = racersim_new(rig.arena, rig.graph, &rig.arch, &rig.data, &rig.faults);
    result = place_times_run(rig.arena, &rig.arch, sim, &options, &times);
    assert_int_equal(result.end, RACERSIM_LIMIT);
    assert_int_equal(result.cycles, 100);
    rig_free(&rig);
}

/* What copies compute, read in whatever order, is what one computes. */
static void test_copies(void **unused)
{
    static const struct {
        const char *arch;
        struct place_copying how;
    } cases[] = {{"fabric mesh\n", {0, 4, 97}},
                 {"fabric mesh\nrows 8\ncolumns 12\n", {5, 2, 1}},
                 {"rows 4\ncolumns 8\n", {2, 1, 97}},
                 {"rows 12\ncolumns 8\n", {5, 1, 97}}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct rig rig = rig_new();
        struct place_options options = {.seed = 1};
        struct place_report report;
        const char *text;

        set_arch(&rig, cases[k].arch);
        expect(&rig, rig_parse(&rig, rig_file(&rig, "mandelbrot_port.graph")));
        rig.graph = place_copies(rig.arena, rig.graph, &rig.arch, &cases[k].how,
                                 &options, &report, &rig.faults);
        expect(&rig, rig.graph != NULL);
        expect(&rig, place_check(rig.arena, rig.graph, &rig.arch, &report,
                                 &rig.faults));
        expect(&rig, rig_prove(&rig));
        text = text_of(&rig);
        /* Rows of the fabric `thesis` hang on a fork each but for the last. */
        assert_true(!strstr(text, " px_row_0 ") == (k != 3));
        assert_true(!strstr(text, " px_row_2 ") == (k != 3));
        assert_null(strstr(text, " px_row_4 "));
        expect(&rig, rig_parse(&rig, text));
        assert_string_equal(text_of(&rig), text);
        expect(&rig, place_check(rig.arena, rig.graph, &rig.arch, &report,
                                 &rig.faults));
        give_pixels(&rig, 20);
        check_pixels(&rig);
        rig_free(&rig);
    }
}

static const struct {
    const char *text, *says;
    struct place_copying how;
} alone[] = {
    {"source a:i32 from A affine 1\nb = iadd a 1\nsink b to B affine 1\n",
     "by 'tag'",
     {1, 1, 1}},
    {"source a:i32 from A affine 1\nb = iadd a 1\nsink b to B tag b\n"
     "sink a to C tag a\n",
     "one source, one sink",
     {1, 1, 1}},
    {"source a:i32 from A affine 1\nb = iadd a 1\nsink b to B tag b\n",
     "need 65, supply 64",
     {65, 1, 1}},
    {"source a:i32 from A affine 1\nb = iadd a 1\nsink b to B tag b\n",
     "2 copies have 3 ports",
     {2, 3, 1}},
};

static void test_no_copies(void **unused)
{
    for (size_t k = 0; k < sizeof alone / sizeof *alone; k++) {
        struct rig rig = rig_new();
        struct place_options options = {.seed = 1};
        struct place_report report;

        expect(&rig, rig_parse(&rig, arena_printf(rig.arena, "graph g\n%s",
                                                  alone[k].text)));
        if (place_copies(rig.arena, rig.graph, &rig.arch, &alone[k].how,
                         &options, &report, &rig.faults) ||
            !rig_says(&rig, alone[k].says))
            fail_msg("%s: %s", alone[k].says,
                     rig.faults.first ? rig.faults.first->message : "copied");
        rig_free(&rig);
    }
}

/* The source's gates, and the peaks of its table. */
static void test_area(void **unused)
{
    static const int megahertz[] = {400, 600, 500, 600, 700};
    static const int64_t mflops[] = {819200, 1228800, 1024000, 1228800,
                                     1433600};
    struct racer_arch arch = racer_arch_thesis();
    struct place_report report = {.pes = 3, .res = 5};
    struct place_area area = place_area_of(&arch, NULL);

    assert_int_equal(area.used, 0);
    assert_int_equal(place_area_of(&arch, &report).used, 3 * 100000 + 5 * 7232);
    assert_int_equal(area.re_gates, 7232);
    assert_int_equal(area.pe_total, 102400000);
    assert_int_equal(area.res, 4608);
    assert_int_equal(area.re_total, 33325056);
    assert_int_equal(area.res + area.crossings, 5184);
    assert_int_equal(area.re_total + area.crossing_total, 37490688);
    assert_int_equal(area.share, 360);
    for (int k = 0; k < 5; k++) {
        arch.factor[RACER_FACTOR_megahertz] = megahertz[k];
        assert_int_equal(place_area_of(&arch, NULL).mflops, mflops[k]);
    }
}

/* Sources that lead to sinks straight, as many as there are ports: parts that a
 * way joins change places with each other. */
static void test_straight(void **unused)
{
    enum { PAIRS = 6 };

    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct rig rig = rig_new();
        struct place_report report;
        char *text = arena_strdup(rig.arena, "graph straight\n");

        for (int k = 0; k < PAIRS; k++)
            text = arena_printf(rig.arena,
                                "%ssource a%d:i32 from A%d affine 1\n"
                                "sink a%d to B%d affine 1\n",
                                text, k, k, k, k);
        set_arch(&rig, arena_printf(rig.arena,
                                    "fabric mesh\nrows 4\ncolumns 4\n"
                                    "ports %d\n",
                                    2 * PAIRS));
        expect(&rig, rig_parse(&rig, text));
        expect(&rig, lay_out(&rig, seed, &report));
        rig_free(&rig);
    }
}

/* Life and nested rings, too, with delays and ports of many takers. */
static void test_programs(void **unused)
{
    static const char *const files[] = {"life.graph", "nest.graph"};

    for (int k = 0; k < 2; k++) {
        struct rig rig = rig_new();
        struct place_report report;

        expect(&rig, rig_parse(&rig, rig_file(&rig, files[k])));
        expect(&rig, lay_out(&rig, 1, &report));
        expect(&rig, rig_prove(&rig));
        rig_free(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block),     cmocka_unit_test(test_seed),
        cmocka_unit_test(test_planted),   cmocka_unit_test(test_small),
        cmocka_unit_test(test_times),     cmocka_unit_test(test_copies),
        cmocka_unit_test(test_no_copies), cmocka_unit_test(test_area),
        cmocka_unit_test(test_straight),  cmocka_unit_test(test_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
