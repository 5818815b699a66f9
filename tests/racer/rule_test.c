/*
 * Each rule of the certificate with a graph that breaks it and one that keeps
 * it; random graphs against the plain model; and the verdict on random small
 * graphs against a search through all their states.
 */
#include "tests/racer/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *says, *broken, *kept;
} rules[] = {
    {"R1: the entry has priority",
     "merge b = entry a feedback c\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\n",
     "merge b = feedback c entry a\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\n"},
    {"R1: no switch closes the ring",
     "merge b = feedback c entry a\nc = iadd b 1\nsink b to B tag b\n",
     "merge b = feedback c entry a\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\n"},
    {"R1: no switch closes the ring",
     "source z:i32 from C affine 1\nmerge x = feedback o entry a\n"
     "merge y = feedback x entry z\np = iadd y 1\nc = ilt p 5\n"
     "switch c ( p ) then o else q\nsink q to B tag q\n",
     "source z:i32 from C affine 1\ns = iadd a z\n"
     "merge y = feedback o entry s\np = iadd y 1\nc = ilt p 5\n"
     "switch c ( p ) then o else q\nsink q to B tag q\n"},
    {"R2: nothing can move along a cycle of 3",
     "b = iadd c a\nc = iadd b 1\n"
     "sink b to B affine 1\n",
     "b = iadd c a\nd = delay 2 b 0\nc = iadd d 1\nsink b to B affine 1\n"},
    {"R1: the sink takes what a ring has not let out",
     "merge b = feedback c entry a\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\nsink d to D tag d\n",
     "merge b = feedback c entry a\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\n"},
    {"R1: the values of the feedback do not come by one switch",
     "merge b g = feedback c h entry a 0\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nk = ilt g 9\n"
     "switch k ( g ) then h else i\nsink f to B tag f\nsink i to D tag i\n",
     "merge b g = feedback c h entry a 0\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d g ) then c h else f i\nsink f i to B tag f\n"},
    {"R2: in the ring of 'b'",
     "merge b = feedback c entry a\nd = iadd b 1\ng = delay 1 d 0\n"
     "h = iadd d g\ne = ilt h 9\nswitch e ( h ) then c else f\n"
     "sink f to B tag f\n",
     "merge b = feedback c entry a\nd = iadd b 1\ng = iadd d 0\n"
     "h = iadd d g\ne = ilt h 9\nswitch e ( h ) then c else f\n"
     "sink f to B tag f\n"},
    {"R3: ",
     "source b:i32 from C affine 1\nmerge m = feedback c entry a\n"
     "d = iadd m 1\ne = ilt d 9\nswitch e ( d ) then c else f\n"
     "g = iadd f b\nsink g to B tag g\n",
     "source b:i32 from C affine 1\nmerge m n = feedback c h entry a b\n"
     "d = iadd m 1\ne = ilt d 9\nswitch e ( d n ) then c h else f k\n"
     "g = iadd f k\nsink g to B tag g\n"},
    {"R3: elements overtake each other",
     "merge m = feedback c entry a\nd = iadd m 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B affine 1\n",
     "merge m = feedback c entry a\nd = iadd m 1\ne = ilt d 9\n"
     "switch e ( d ) then c else f\nsink f to B tag f\n"},
    {"R3: ",
     "source b:i32 from C affine 1 grow 2 wrap\ng = iadd a b\n"
     "sink g to B affine 1\n",
     "source b:i32 from C affine 1\ng = iadd a b\nsink g to B affine 1\n"},
    {"R5: ring",
     "merge x = feedback o entry a\nmerge y = feedback i@9 entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "sink z to B tag z\n",
     "merge x = feedback o entry a\nmerge y = feedback i entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "sink z to B tag z\n"},
    {"R5: ring",
     "w = gate 8 out ( a )\nmerge x = feedback o entry w\n"
     "merge y = feedback i@4 entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "s = ungate out ( z )\nsink s to B tag s\n",
     "w = gate 7 out ( a )\nmerge x = feedback o entry w\n"
     "merge y = feedback i@4 entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "s = ungate out ( z )\nsink s to B tag s\n"},
    {"R5: 1 branch lies in ring 'x'",
     "merge x = feedback o entry a\np = ilt x 5\n"
     "switch p ( x ) then t else e\nm = iadd t 1\n"
     "join priority q = m or e\nd = ilt q 9\n"
     "switch d ( q ) then o else z\nsink z to B tag z\n",
     "w = gate 4 g ( a )\nmerge x = feedback o entry w\np = ilt x 5\n"
     "switch p ( x ) then t else e\nm = iadd t 1\n"
     "join priority q = m or e\nd = ilt q 9\n"
     "switch d ( q ) then o else z\ns = ungate g ( z )\nsink s to B tag s\n"},
    {"R1: a switch stands in a ring that it does not close",
     "merge x = feedback o entry a\np = ilt x 5\n"
     "switch p ( x ) then t else _\nd = ilt x 9\n"
     "switch d ( x ) then o else z\nsink z to B tag z\nsink t to C tag t\n",
     "merge x = feedback o entry a\nd = ilt x 9\n"
     "switch d ( x ) then o else z\np = ilt z 5\n"
     "switch p ( z ) then t else _\nsink z to B tag z\nsink t to C tag t\n"},
    {"R6: requests", "b:i32 = request T a shared 4\nsink b to B affine 1\n",
     "b:i32 = request T a places 4\nsink b to B affine 1\n"},
    {"R5: not all that passes gate 'g'",
     "w = gate 2 g ( a )\nc = ilt w 5\nswitch c ( w ) then t else e\n"
     "u = ungate g ( t )\nsink u to B tag u\nsink e to C tag e\n",
     "w = gate 2 g ( a )\nv = iadd w 1\nu = ungate g ( v )\nc = ilt u 5\n"
     "switch c ( u ) then t else e\nsink t to B tag t\nsink e to C tag e\n"},
    {"R5: not all that passes gate 'g'",
     "source b:i32 from C affine 1\nw = gate 2 g ( a )\nu = ungate g ( b )\n"
     "sink u to B affine 1\nsink w to D affine 1\n",
     "source b:i32 from C affine 1\nw = gate 2 g ( a )\nc = iadd b w\n"
     "u = ungate g ( c )\nsink u to B affine 1\n"},
    {"R4: the sorter of 'B' goes by the value of 'b'",
     "source b:i32 from C affine 1 admit B\nsink a to D tag a\n"
     "sink b to B tag b window 4\n",
     "source b:f32 from C affine 1 admit B\nsink a to D tag a\n"
     "sink b to B tag b window 4\n"},
    {"R4: the sorter of 'B' has 4 places, and the source does not wait",
     "source b:f32 from C affine 1 admit D\nsink a to D tag a\n"
     "sink b to B tag b window 4\n",
     "source b:f32 from C affine 1 admit B\nsink a to D tag a\n"
     "sink b to B tag b window 4\n"},
    {"R4: not all elements",
     "source b:f32 from C affine 1 admit B\nsink a to D tag a\n"
     "c = flt b 1.0\nswitch c ( b ) then t else _\n"
     "sink t to B tag t window 4\n",
     "source b:f32 from C affine 1 admit B\nsink a to D tag a\n"
     "c = flt b 1.0\nswitch c ( b ) then t else _\nsink t to B tag t\n"},
    {"R2: in the ring of 'b'",
     "merge b g = feedback c k entry a 0\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d g ) then c h else f i\nk = delay 1 h 0\n"
     "sink f i to B tag f\n",
     "merge b g = feedback c h entry a 0\nd = iadd b 1\ne = ilt d 9\n"
     "switch e ( d g ) then c h else f i\nsink f i to B tag f\n"},
};

static void test_rules(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        for (int kept = 0; kept < 2; kept++) {
            struct rig rig = rig_new();

            if (!rig_parse(
                    &rig, arena_printf(rig.arena,
                                       "graph rules\n"
                                       "source a:i32 from A affine 1\n"
                                       "%s",
                                       kept ? rules[k].kept : rules[k].broken)))
                fail_msg("%s: %s", rules[k].says, rig.faults.first->message);
            if (rig_prove(&rig) != kept ||
                (!kept && !rig_says(&rig, rules[k].says)))
                fail_msg("%s, %s: %s", rules[k].says, kept ? "kept" : "broken",
                         rig.faults.first ? rig.faults.first->message
                                          : "proved");
            if (!kept)
                assert_non_null(rig.faults.first->hint);
            rig_free(&rig);
        }
    }
}

/* A way without a place that could move: two delays fill a short one. */
static void test_dead_cycle(void **unused)
{
    struct rig rig = rig_new();

    (void)unused;
    assert_true(rig_parse(&rig, "graph dead\nsource a:i32 from A affine 1\n"
                                "b = iadd a d\nd = delay 1 c 0\nc = iadd b 0\n"
                                "sink b to B affine 1\n"));
    assert_true(rig_prove(&rig));
    rig_free(&rig);
}

/* The simulator and the plain model agree on every cycle and bit. */
static void test_naive(void **unused)
{
    enum { ELEMENTS = 60, CYCLES = 6000 };
    int done = 0, stuck = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        struct rig rig = rig_new();
        struct racersim_options options = {.max_cycles = CYCLES};
        struct racersim_result result;
        struct naive_result naive;
        struct buf text = {0};
        uint64_t sum = 0;
        const char *graph;

        rig.arch.stages[RACER_GROUP_sink] = seed % 3 > 0;
        gen_graph(&text, seed, GEN_ANY);
        graph = arena_printf(rig.arena, "%.*s affine 1\n",
                             (int)(strstr(text.text, " tag v") - text.text),
                             text.text);
        if (!rig_parse(&rig, graph))
            fail_msg("seed %d: %s", (int)seed, rig.faults.first->message);
        if (seed % 2)
            rig_balance(&rig);
        rig_data(&rig, arena_printf(rig.arena,
                                    "memory A %d of i32\nramp 0 0 0 1\n"
                                    "memory B %d of i32\n"
                                    "memory T 64 of i32\nramp 0 0 1 7\n",
                                    ELEMENTS, ELEMENTS));
        result = rig_run(&rig, &options);
        naive = naive_run(rig.arena, racersim_net(rig.sim), ELEMENTS, CYCLES);
        for (int k = 0; k < ELEMENTS; k++)
            sum +=
                racer_data_find(&rig.data, "B")->bits[k].u * (uint64_t)(k + 1);
        if (result.cycles != naive.cycles ||
            result.port[0].elements != naive.in ||
            result.port[1].elements != naive.out ||
            (naive.out && (result.port[1].first != naive.first_out ||
                           result.port[1].last != naive.last_out)) ||
            sum != naive.sum)
            fail_msg("seed %d: %d and %d cycles, %d and %d out\n%s", (int)seed,
                     (int)result.cycles, (int)naive.cycles,
                     (int)result.port[1].elements, (int)naive.out, graph);
        done += result.end == RACERSIM_DONE;
        stuck += result.end == RACERSIM_STUCK;
        buf_free(&text);
        rig_free(&rig);
    }
    print_message("%d done, %d stuck\n", done, stuck);
    assert_true(done > 300 && stuck > 5);
}

struct verdicts {
    int graphs, proved, can, careful, explored;
};

/* The two searches through all states agree, of which the plain one takes long:
 * it looks at all graphs that are not proved, and at some others. */
static void explore(const struct rig *rig, const struct net *net, bool stuck,
                    const char *text, struct verdicts *v)
{
    long states;
    bool too = explore_stuck(rig->arena, net, &states);

    if (states < 0)
        return;
    v->explored++;
    if (too != stuck)
        fail_msg("one search says that it gets stuck, the other not:\n%s",
                 text);
}

/* No graph that can get stuck is proved; and what is refused can, but for the
 * graphs that are counted. */
static void compare(const char *text, struct racer_arch arch,
                    int most_registers, struct verdicts *v)
{
    enum { SOME = 20 };
    struct rig rig = rig_new();
    struct net *net;
    bool verdict = false, stuck = false;
    int states = -1;

    rig.arch = arch;
    if (!rig_parse(&rig, text))
        fail_msg("%s\n%s", rig.faults.first->message, text);
    net = net_new(rig.arena, rig.graph, &rig.arch, &rig.faults);
    if (net->register_count <= most_registers) {
        verdict = rig_prove(&rig);
        states = racer_search(net, &stuck);
    }
    if (states >= 0) {
        v->graphs++;
        v->proved += verdict;
        v->can += stuck;
        v->careful += !verdict && !stuck;
        if (verdict && stuck)
            fail_msg("it is proved and gets stuck:\n%s", text);
        if (!verdict || v->graphs % SOME == 0)
            explore(&rig, net, stuck, text, v);
        if (!verdict && !stuck && getenv("RACER_SHOW"))
            print_message("%s%s\n", text, rig.faults.first->message);
    }
    rig_free(&rig);
}

static struct verdicts verdicts_of(enum gen_kind kind, int graphs,
                                   int most_registers, int request)
{
    struct racer_arch arch = racer_arch_thesis();
    struct verdicts v = {0};

    arch.stages[RACER_GROUP_request] = request;
    for (uint64_t seed = 1; v.graphs < graphs; seed++) {
        struct buf text = {0};

        gen_graph(&text, seed, kind);
        compare(text.text, arch, most_registers, &v);
        buf_free(&text);
    }
    print_message("%d graphs: %d proved, %d can get stuck, %d refused that"
                  " cannot; %d explored\n",
                  v.graphs, v.proved, v.can, v.careful, v.explored);
    return v;
}

static void test_verdict(void **unused)
{
    struct verdicts v = verdicts_of(GEN_SMALL, 1000, 24, 16);

    (void)unused;
    assert_true(v.can > 30 && v.proved > 900 && v.careful == 0 &&
                v.explored > 80);
}

/* Rings in rings, with gates, requests and delays in them. */
static void test_nests(void **unused)
{
    struct verdicts v = verdicts_of(GEN_NESTS, 1000, 34, 4);

    (void)unused;
    assert_true(v.can > 100 && v.proved > 800 && v.careful == 0);
}

/* Rings in rings, which some elements pass by. */
static void test_branches(void **unused)
{
    struct verdicts v = verdicts_of(GEN_BRANCHES, 1000, 34, 4);

    (void)unused;
    assert_true(v.can > 100 && v.proved > 300 && v.careful == 0);
}

static const char *more(struct rig *rig, int registers)
{
    return registers ? arena_printf(rig->arena, "@%d", registers) : "";
}

/* A ring with something in it that takes x and gives q: its gate of `gate`
 * elements, 0: none, and more registers on its way back. */
static void compare_ring(struct verdicts *v, const char *inner, int gate,
                         int outer)
{
    struct rig rig = rig_new();

    compare(
        arena_printf(
            rig.arena,
            "graph nest\nsource a:i32 from A affine 1\n%s"
            "merge x = feedback o%s entry %s\n%s"
            "d = ilt q 9\nswitch d ( q ) then o else z\n%s",
            gate ? arena_printf(rig.arena, "w = gate %d g ( a )\n", gate) : "",
            more(&rig, outer), gate ? "w" : "a", inner,
            gate ? "s = ungate g ( z )\nsink s to B tag s\n"
                 : "sink z to B tag z\n"),
        racer_arch_thesis(), 56, v);
    rig_free(&rig);
}

static void show_lengths(const struct verdicts *v)
{
    print_message("%d lengths: %d proved, %d can get stuck, %d refused that"
                  " cannot\n",
                  v->graphs, v->proved, v->can, v->careful);
}

/* Two nested rings of all small lengths. */
static void test_lengths(void **unused)
{
    struct verdicts v = {0};

    (void)unused;
    for (int gate = 0; gate <= 8; gate++)
        for (int back = 0; back <= 5; back++)
            for (int outer = 0; outer <= 1; outer++) {
                struct rig rig = rig_new();

                compare_ring(
                    &v,
                    arena_printf(rig.arena,
                                 "merge y = feedback i%s entry x\np = ilt y 5\n"
                                 "switch p ( y ) then i else q\n",
                                 more(&rig, back)),
                    gate, outer);
                rig_free(&rig);
            }
    show_lengths(&v);
    assert_true(v.graphs > 100 && v.proved > 70);
    assert_true(v.can >= 1);
}

/* A ring with a branch in it, whose sides have all small lengths: a gate of one
 * element more than is proved, and it gets stuck. */
static void test_sides(void **unused)
{
    struct verdicts v = {0};

    (void)unused;
    for (int gate = 0; gate <= 8; gate++)
        for (int then = 0; then <= 3; then++)
            for (int other = 0; other <= then; other++) {
                struct rig rig = rig_new();

                compare_ring(&v,
                             arena_printf(rig.arena,
                                          "p = ilt x 5\nswitch p ( x ) then t"
                                          " else e\n"
                                          "join priority q = t%s or e%s\n",
                                          more(&rig, then), more(&rig, other)),
                             gate, 0);
                rig_free(&rig);
            }
    show_lengths(&v);
    assert_true(v.graphs > 60 && v.proved > 40 && v.can > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),   cmocka_unit_test(test_dead_cycle),
        cmocka_unit_test(test_naive),   cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_nests),   cmocka_unit_test(test_branches),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_sides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
