/*
 * What the checker says of a line of a graph, said of the source: the loop,
 * the access or the statement of the C file; kernels that no graph is made of;
 * and loops that constants alone enter.
 */
#include "backends/dataflow/local.h"
#include "tests/racer/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char kernel[] =
    "module \"m\" \"nest.c\"\n"
    "kernel nest 1 1 1 line 3 {\n"
    "global o:f64 noalias\nglobal a:f64 readonly noalias\nparam n:i32\n"
    "var s:f64\nline 4\n%b:i64 = cast i64 block.x\n%x:f64 = load a %b\n"
    "line 5\n%y:f64 = sqrt %x\nset s %y\nline 6\n"
    "for %j:i32 = 0:i32 to $n step 1:i32 {\n"
    "line 7\nfor %k:i32 = 0:i32 to 9:i32 step 1:i32 {\n"
    "line 8\n%g:f64 = get s\n%i:i64 = cast i64 %k\n%v:f64 = load a %i\n"
    "line 9\n%h:f64 = mul %g %v\nset s %h\n}\n}\n"
    "line 10\n%t:f64 = get s\nstore o %b %t\n}\n";

/* The text's first line with that word, numbered as its nodes are. */
static int line_with(const struct racer_graph *g, const char *word)
{
    struct buf text = {0};
    const char *found;
    int line = 1;

    racer_print(&text, g);
    found = strstr(text.text, word);
    assert_non_null(found);
    for (const char *c = text.text; c < found; c++)
        line += *c == '\n';
    buf_free(&text);
    return line;
}

static const struct {
    const char *word, *says;
    int line;
} places[] = {
    {"merge k", "no graph of this loop is proved free of deadlock: R9: no", 6},
    {"merge k_", "no graph of this loop is", 7},
    {"request a", "no graph of this access to 'a' is", 8},
    {"fsqrt", "no graph of this statement is", 5},
    {"fmul", "no graph of this statement is", 9},
    {"sink", "no graph of this nest is", 3},
};

static void test_places(void **unused)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *m = kir_parse(arena, "nest.kir", kernel, &faults);
    const struct racer_graph *text = NULL;
    struct racer_arch arch = racer_arch_thesis();
    struct buf certificate = {0};
    struct racer_graph *made;

    (void)unused;
    if (!m)
        fail_msg("%s", faults.first->message);
    made = flow_prune(
        arena, flow_kernel(arena, m->func[0], &arch, FLOW_SELECT, &faults));
    assert_non_null(
        flow_prove(arena, made, &arch, &certificate, &text, &faults));
    assert_non_null(certificate.text);
    buf_free(&certificate);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct faults found = faults_new(arena), said = faults_new(arena);
        struct loc loc = {.line = line_with(text, places[k].word)};

        fault_add(&found, FAULT_RACER_RULE, loc, "R9: no");
        flow_explain(m->func[0], made, text, found.first, &said);
        assert_non_null(strstr(said.first->message, places[k].says));
        assert_string_equal(said.first->loc.file, "nest.c");
        assert_int_equal(said.first->loc.line, places[k].line);
        assert_non_null(said.first->hint);
    }
    arena_free(arena);
}

/* The graph of a kernel, or NULL. */
static struct racer_graph *graph_of(struct arena *arena, const char *text,
                                    struct faults *faults)
{
    struct kir_module *m = kir_parse(arena, "nest.kir", text, faults);
    struct racer_arch arch = racer_arch_thesis();

    if (!m)
        fail_msg("%s", faults->first->message);
    return flow_kernel(arena, m->func[0], &arch, FLOW_SELECT, faults);
}

/* Memory of a block is refused where it is first used, once. */
static void test_memory(void **unused)
{
    static const char text[] = "module \"m\" \"nest.c\"\n"
                               "kernel nest 1 1 1 line 3 {\n"
                               "global o:f64 noalias\nshared t:f64 4\n"
                               "line 4\n%b:i64 = cast i64 block.x\nline 5\n"
                               "store t 0:i64 1.5:f64\n%x:f64 = load t 0:i64\n"
                               "line 6\nstore o %b %x\n}\n";
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);

    (void)unused;
    assert_null(graph_of(arena, text, &faults));
    assert_non_null(faults.first);
    assert_non_null(
        strstr(faults.first->message, "'t' is memory of a thread or a block"));
    assert_int_equal(faults.first->loc.line, 3);
    assert_null(faults.first->next);
    arena_free(arena);
}

/* A thread's pulse enters a loop with its constants, also where nothing but
 * these is needed: without it no thread would begin. */
static void test_constants(void **unused)
{
    static const char text[] =
        "module \"m\" \"nest.c\"\n"
        "kernel nest 1 1 1 line 3 {\n"
        "global o:i32 noalias\nline 4\n"
        "for %k:i32 = 0:i32 to 9:i32 step 1:i32 {\n"
        "line 5\n%i:i64 = cast i64 %k\nstore o %i %k\n}\n}\n";
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct racer_graph *made = graph_of(arena, text, &faults);
    const struct racer_graph *proved = NULL;
    struct racer_arch arch = racer_arch_thesis();
    struct buf certificate = {0}, printed = {0};

    (void)unused;
    if (!made)
        fail_msg("%s", faults.first->message);
    made = flow_prune(arena, made);
    racer_print(&printed, made);
    assert_non_null(strstr(printed.text, " entry 0 0 x\n"));
    buf_free(&printed);
    if (!flow_prove(arena, made, &arch, &certificate, &proved, &faults))
        fail_msg("%s", faults.first->message);
    buf_free(&certificate);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_constants)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
