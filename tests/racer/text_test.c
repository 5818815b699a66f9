/*
 * Graph text, architectures and memories: what is read is printed as it was,
 * and what is wrong is refused with what to write instead.
 */
#include "tests/racer/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_twice(struct rig *rig)
{
    struct buf once = {0}, again = {0};

    racer_print(&once, rig->graph);
    assert_true(rig_parse(rig, once.text));
    racer_print(&again, rig->graph);
    assert_string_equal(once.text, again.text);
    buf_free(&once);
    buf_free(&again);
}

static void test_round_trip(void **unused)
{
    static const char *const files[] = {"mandelbrot.graph", "life.graph",
                                        "nest.graph"};

    (void)unused;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        struct rig rig = rig_new();

        assert_true(rig_parse(&rig, rig_file(&rig, files[k])));
        check_twice(&rig);
        assert_true(rig_balance(&rig));
        check_twice(&rig);
        rig_free(&rig);
    }
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct rig rig = rig_new();
        struct buf text = {0};

        gen_graph(&text, seed, GEN_ANY);
        assert_true(rig_parse(&rig, text.text));
        check_twice(&rig);
        buf_free(&text);
        rig_free(&rig);
    }
}

static void test_every_form(void **unused)
{
    static const char text[] =
        "graph forms \"forms.c\"\n"
        "param limit:i32 = 9\n"
        "source a:f32 b:i64 from A affine 2 admit R path 3\n"
        "source i:i32 j:i32 from I affine 1 grow 2 at ( -1 ) ( 1 ) pad 5\n"
        "s t = sync ( a b )\n"
        "u:i32 = request T i places 4\n"
        "h = tof64 u\n"
        "w = fsqrt h\n"
        "k = imin j limit\n"
        "fork alternate ( i k@2 ) to f1 f2 or g1 _\n"
        "join priority o = f1 or g1\n"
        "sink s t to R tag t window 8\n"
        "sink w to W affine 1\n"
        "sink o f2 to O tag o path 2\n";
    struct rig rig = rig_new();
    struct buf out = {0};

    (void)unused;
    assert_true(rig_parse(&rig, text));
    racer_print(&out, rig.graph);
    assert_string_equal(out.text, text);
    assert_true(racer_set_param(rig.graph, "limit", "4"));
    assert_false(racer_set_param(rig.graph, "limit", "4.5"));
    assert_false(racer_set_param(rig.graph, "none", "4"));
    buf_free(&out);
    rig_free(&rig);
}

/* A line that stands instead of "b = iadd a 1", and what is said about it. */
static const struct {
    const char *line, *says, *hint;
} wrong[] = {
    {"b = iad a 1", "there is no operation 'iad'", "did you mean 'iadd'?"},
    {"b = iadd a", "'iadd' takes 2 operands, not 1", ""},
    {"b = iadd a c", "there is no value or parameter 'c'", "define it"},
    {"b = fadd a 1.5", "'1.5' is no i32", "number of that type"},
    {"b = fadd a a", "fadd takes no i32", "convert it"},
    {"b:f64 = iadd a 1", "takes values of types", "tof64"},
    {"b = iadd a 99999999999", "'99999999999' is no i32", ""},
    {"b:f16 = iadd a 1", "'f16' is not a type", "write f32"},
    {"a = iadd a 1", "'a' is defined in line 2 already", "another name"},
    {"b = iadd a@0 1", "how many registers", "NAME@3"},
    {"b = iadd a 1@2", "a constant needs no registers", "drop"},
    {"b = iadd a@1 a@2", "by two ways, of 1 and 2", "same number"},
    {"b = iadd 1 2", "elements without end", ""},
    {"b = delay 0 a 1", "is 0, not from 1", ""},
    {"b = delay 1 a a", "begins with a constant", ""},
    {"b = delay 1 1 a", "to begin with", "write NAME = delay"},
    {"b = gate 2 g ( a )", "1 gates and 0 ungates", "one gate and one ungate"},
    {"b = iadd a 1 2", "takes 2 operands, not 3", ""},
    {"b c = iadd a 1", "2 names stand for 1 values", ""},
    {"b = iadd a 1\nd = iadd a 2", "nothing takes 'd'", "drop the line"},
    {"merge b = feedback b entry", "1 names, and 1 values", ""},
    {"merge b = feedback 1 entry a", "nothing but constants", ""},
    {"switch a ( a ) then b else c", "types", ""},
    {"b = iadd a 1 )", "belongs to nothing", "end the line"},
    {"b 1x = sync ( a a )", "'1x' is not a name", "begin a name"},
    {"b = sync ( a", "the line ends where ')' should be", ""},
    {"param b = 4", "one name and a type", "NAME:TYPE"},
    {"source b from B affine 1", "the type of 'b' is not known", "b:f64"},
    {"source b:i32 from B", "how it walks", "affine 1"},
    {"source b:i32 from B affine 9", "is 9, not from 1 to 4", ""},
    {"source b:i32 from B affine 1 admit X", "no sink goes to 'X'", "name"},
    {"source b:i32 from B affine 1 tag b", "no clause of a source", "affine"},
    {"b = iadd a 1\nsink a to B affine 1", "two sinks go to 'B'", "its own"},
    {"b = iadd a 1\nsink a to C tag b", "'b' is no value of this sink", ""},
    {"b = iadd a 1\nsink a to C affine 1 window 3", "sorts by tags", "tag"},
    {"b = iadd a 1\nsink to C affine 1", "takes nothing", "name the values"},
    {"b = iadd a 1\nsink a to C affine 1 tag a", "by loops and by tag", "drop"},
    {"b = iadd a 1\nsink a to <C> affine 1", "'<C>' is not a name", "letter"},
    {"b:i32 = request \"T a", "is not a name", "begin a name"},
    {"= request T a\nb = iadd a 1", "a request of nothing", "name what"},
    {"source b:i32 from B affine 1 affine 2", "'affine' stands twice", "once"},
    {"source b:i32 from B grow 2 affine 1", "loops is missing", "affine N"},
    {"source b:i32 from B affine 1 wrap pad 1", "wraps or pads", "one of"},
    {"source b:f64 c:i32 from B affine 1 pad 1.5\nsink c to C affine 1",
     "'1.5' is no i32 to pad with", ""},
    {"param b:i32 = 3\nb = iadd a 1", "'b' is a parameter", "another name"},
};

static void test_wrong(void **unused)
{
    static const char text[] = "graph wrong\n"
                               "source a:i32 from A affine 1\n"
                               "b = iadd a 1\n"
                               "sink b to B affine 1\n";

    (void)unused;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct rig rig = rig_new();

        assert_false(rig_parse(
            &rig, rig_replace(&rig, text, "b = iadd a 1", wrong[k].line)));
        if (!rig_says(&rig, wrong[k].says) || !rig_says(&rig, wrong[k].hint))
            fail_msg("'%s': says '%s'", wrong[k].line,
                     rig.faults.first->message);
        assert_true(rig.faults.first->loc.line > 0);
        rig_free(&rig);
    }
}

static void test_not_graphs(void **unused)
{
    static const char *const texts[] = {
        "",          "# nothing\n",      "graph\n", "graph 1\n", "graph g x\n",
        "graph g\n", "source a from A\n"};

    (void)unused;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct rig rig = rig_new();

        assert_false(rig_parse(&rig, texts[k]));
        assert_int_equal(rig.faults.errors, 1);
        rig_free(&rig);
    }
}

static void test_architecture(void **unused)
{
    struct rig rig = rig_new();
    struct racer_arch arch = racer_arch_thesis(), again = arch;
    struct buf out = {0};

    (void)unused;
    assert_true(racer_arch_parse(rig.arena, "a",
                                 "architecture slow # ours\n"
                                 "fadd 7\nring 26\n",
                                 &arch, &rig.faults));
    assert_int_equal(arch.stages[RACER_GROUP_fadd], 7);
    assert_int_equal(arch.stages[RACER_GROUP_fmul], 5);
    racer_arch_print(&out, &arch);
    assert_true(
        racer_arch_parse(rig.arena, "a", out.text, &again, &rig.faults));
    assert_string_equal(again.name, "slow");
    assert_memory_equal(arch.stages, again.stages, sizeof arch.stages);
    assert_false(
        racer_arch_parse(rig.arena, "a", "fadd 0\n", &arch, &rig.faults));
    assert_true(rig_says(&rig, "is 0, not from 1"));
    assert_true(
        racer_arch_parse(rig.arena, "a", "sink 0\n", &arch, &rig.faults));
    assert_false(
        racer_arch_parse(rig.arena, "a", "fax 2\n", &arch, &rig.faults));
    assert_true(rig_says(&rig, "did you mean 'fadd'?"));
    buf_free(&out);
    rig_free(&rig);
}

static void test_memories(void **unused)
{
    static const char *const bad[] = {
        "1 2\n",
        "memory A of i32\n",
        "memory A 2 of\n",
        "memory A 2 of i9\n",
        "memory A 2 of i32\n1\n",
        "memory A 2 of i32\n1\n2\n3\n",
        "memory A 2 of i32\n1.5\n2\n",
        "memory A 1 of i32 i32\n1\n",
        "memory A 99999999 99999999 of i32\n",
        "memory A 2 of i32\nmemory A 2 of i32\n",
        "memory A 2 of i32\nramp 1 0 0 1\n",
        "memory A 1 1 1 1 1 of i32\n",
        "memory \"A\" 2 of i32\n",
        "memory A 2 of i32\nramp 0 0 0 3e9\n",
        "memory A 2 of i64\nramp 0 0 -1e19 1\n",
        "memory A 2 of i64\nramp 0 0 nan 1\n",
        "memory A 100000000 of i32\nmemory B 100000000 of i32\n",
    };
    struct rig rig = rig_new(), again = rig_new();
    struct buf out = {0};

    (void)unused;
    rig_data(&rig, "memory A 2 of f64 i32 pred f32\n"
                   "0x1.8p+1 -3 true 0.1\nnan 7 0 inf\n");
    racer_data_print(&out, &rig.data.memory[0]);
    assert_string_equal(out.text, "memory A 2 of f64 i32 pred f32\n"
                                  "3 -3 1 0.1\nnan 7 0 inf\n");
    rig_data(&again, out.text);
    assert_memory_equal(rig.data.memory[0].bits, again.data.memory[0].bits,
                        4 * sizeof(union racer_bits));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct rig other = rig_new();

        if (racer_data_parse(&other.data, "d", bad[k], &other.faults))
            fail_msg("taken: %s", bad[k]);
        assert_int_equal(other.faults.errors, 1);
        rig_free(&other);
    }
    buf_free(&out);
    rig_free(&rig);
    rig_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_every_form),
        cmocka_unit_test(test_wrong),        cmocka_unit_test(test_not_graphs),
        cmocka_unit_test(test_architecture), cmocka_unit_test(test_memories),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
