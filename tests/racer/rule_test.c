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
     "merge x = feedback o entry a\nmerge y = feedback i entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "sink z to B tag z\n",
     "w = gate 3 out ( a )\nmerge x = feedback o entry w\n"
     "merge y = feedback i entry x\n"
     "p = iadd y 1\nc = ilt p 5\nswitch c ( p ) then i else q\n"
     "r = iadd q 1\nd = ilt r 9\nswitch d ( r ) then o else z\n"
     "s = ungate out ( z )\nsink s to B tag s\n"},
    {"R6: requests", "b:i32 = request T a shared 4\nsink b to B affine 1\n",
     "b:i32 = request T a places 4\nsink b to B affine 1\n"},
    {"R4: the sorter", "b = iadd a 0\nsink b to B tag b window 4\n",
     "b = iadd a 0\nsink b to B tag b\n"},
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
        char *tag;

        gen_graph(&text, seed, GEN_ANY);
        tag = strstr(text.text, " tag v");
        memcpy(tag, " affine 1\n", 11);
        if (!rig_parse(&rig, text.text))
            fail_msg("seed %d: %s", (int)seed, rig.faults.first->message);
        if (seed % 2)
            rig_balance(&rig);
        rig_data(&rig, arena_printf(rig.arena,
                                    "memory A %d of i32\nramp 0 0 0 1\n"
                                    "memory B %d of i32\n",
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
                     (int)result.port[1].elements, (int)naive.out, text.text);
        done += result.end == RACERSIM_DONE;
        stuck += result.end == RACERSIM_STUCK;
        buf_free(&text);
        rig_free(&rig);
    }
    print_message("%d done, %d stuck\n", done, stuck);
    assert_true(done > 300 && stuck > 5);
}

/* No graph that can get stuck is proved; and what is refused can, but for the
 * graphs that are counted. */
static void test_verdict(void **unused)
{
    int graphs = 0, proved = 0, can = 0, careful = 0;

    (void)unused;
    for (uint64_t seed = 1; graphs < 1000; seed++) {
        struct rig rig = rig_new();
        struct buf text = {0};
        struct net *net;
        bool verdict, stuck;
        long states;

        gen_graph(&text, seed, GEN_SMALL);
        if (!rig_parse(&rig, text.text))
            fail_msg("seed %d: %s", (int)seed, rig.faults.first->message);
        net = net_new(rig.arena, rig.graph, &rig.arch, &rig.faults);
        if (net->register_count <= 24) {
            verdict = rig_prove(&rig);
            stuck = explore_stuck(rig.arena, net, &states);
            if (states >= 0) {
                graphs++;
                proved += verdict;
                can += stuck;
                careful += !verdict && !stuck;
                if (verdict && stuck)
                    fail_msg("seed %d is proved and gets stuck:\n%s", (int)seed,
                             text.text);
                if (!verdict && !stuck && getenv("RACER_SHOW"))
                    print_message("%s%s\n", text.text,
                                  rig.faults.first->message);
            }
        }
        buf_free(&text);
        rig_free(&rig);
    }
    print_message("%d graphs: %d proved, %d can get stuck, %d refused that"
                  " cannot\n",
                  graphs, proved, can, careful);
    assert_true(can > 30 && proved > 800 && careful <= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_dead_cycle),
        cmocka_unit_test(test_naive),
        cmocka_unit_test(test_verdict),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
