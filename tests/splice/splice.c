/* The splicer and the glue, with regions made by hand, against the files in
 * golden/: NAME.c is the user's source, NAME.hedra.c what must come out.
 * With an argument, `splice NAME`, what comes out is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/output/launch_stub.h"
#include "compiler/output/splice.h"
#include "compiler/source/source_place.h"
#include "runtime/include/hedra.h"

struct fixture {
    struct arena *arena;
    struct faults faults;
    char *text;
    size_t length;
    struct stub_region region[4];
    int count;
    struct splice_data data[2];
    int data_count;
    struct buf out;
};

static void load(struct fixture *f, const char *name)
{
    *f = (struct fixture){.arena = arena_new()};
    f->faults = faults_new(f->arena);
    char *path = arena_printf(f->arena, GOLDEN "/%s.c", name);
    f->text = base_read_file(path, &f->length);
    assert_non_null(f->text);
}

static void unload(struct fixture *f)
{
    buf_free(&f->out);
    free(f->text);
    arena_free(f->arena);
}

/* Offset of the first `word` behind offset `from`. */
static size_t find(struct fixture *f, size_t from, const char *word)
{
    const char *place = strstr(f->text + from, word);
    assert_non_null(place);
    return (size_t)(place - f->text);
}

static struct scop_expr *leaf(struct fixture *f, enum scop_op op, int ref,
                              int64_t value)
{
    struct scop_expr *e = arena_alloc(f->arena, sizeof *e);
    *e = (struct scop_expr){
        .op = op, .type = SCOP_I32, .ref = ref, .ival = value};
    return e;
}

static struct scop_expr *binary(struct fixture *f, enum scop_op op,
                                struct scop_expr *a, struct scop_expr *b)
{
    struct scop_expr *e = leaf(f, op, 0, 0);
    e->count = 2;
    e->arg = arena_alloc(f->arena, 2 * sizeof *e->arg);
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

static struct scop_node *node(struct fixture *f, enum scop_node_kind kind,
                              struct scop_node *child)
{
    struct scop_node *n = arena_alloc(f->arena, sizeof *n);
    n->kind = kind;
    n->count = child ? 1 : 0;
    n->child = arena_alloc(f->arena, sizeof *n->child);
    n->child[0] = child;
    return n;
}

static const struct lex_source *read_text(struct arena *arena, const char *text)
{
    struct lex x = {.text = text, .length = strlen(text)};
    return lex_source(arena, &x);
}

/* A region without kernels that replaces bytes begin <= i < end. */
static struct stub_region *add_region(struct fixture *f, const char *name,
                                      size_t insert, size_t begin, size_t end)
{
    struct scop *s = arena_alloc(f->arena, sizeof *s);
    struct region *r = arena_alloc(f->arena, sizeof *r);
    s->file = "dir/file.c";
    s->function = "f";
    s->insert = insert;
    s->begin = begin;
    s->end = end;
    s->loc.line = place_find(read_text(f->arena, f->text), begin).line;
    s->root = node(f, SCOP_SEQ, NULL);
    r->name = name;
    r->arena = s->arena = f->arena;
    r->scop = s;
    struct stub_region *g = &f->region[f->count++];
    *g = (struct stub_region){
        .region = r, .scop = s, .host_text = "/* host text */\n\n"};
    return g;
}

static void set_arrays(struct fixture *f, struct stub_region *g, int count,
                       const struct scop_array *array,
                       const enum region_storage *storage)
{
    struct scop *s = (struct scop *)g->scop;
    struct region *r = (struct region *)g->region;
    s->array_count = count;
    s->array = arena_alloc(f->arena, (size_t)count * sizeof *array);
    memcpy(s->array, array, (size_t)count * sizeof *array);
    r->storage = arena_alloc(f->arena, (size_t)count * sizeof *storage);
    memcpy(r->storage, storage, (size_t)count * sizeof *storage);
    r->row = arena_alloc(f->arena, (size_t)count * sizeof *r->row);
    for (int i = 0; i < count; i++)
        if (storage[i] == REGION_DEVICE)
            r->row[r->row_count++] =
                (struct region_row){.array = i,
                                    .name = array[i].name,
                                    .type = KIR_F64,
                                    .flags = array[i].scope == SCOP_OUTSIDE
                                                 ? HEDRA_READ | HEDRA_WRITE
                                                 : HEDRA_TEMP};
    r->pair = arena_alloc(f->arena, 2 * sizeof *r->pair);
    r->pair[1] = 1;
    r->pair_count = r->row_count > 1;
}

static void set_parameter(struct fixture *f, struct stub_region *g)
{
    struct scop *s = (struct scop *)g->scop;
    s->param_count = 1;
    s->param = arena_alloc(f->arena, sizeof *s->param);
    s->param[0] =
        (struct scop_param){.name = "n", .text = "n", .type = SCOP_I32};
}

/* for (i = 0; i < n; i++) for (j = n; j > i; j -= 2): only j is read later, so
 * that i's loop gets a variable of its own. */
static void set_loops(struct fixture *f, struct stub_region *g)
{
    struct scop *s = (struct scop *)g->scop;
    s->loop_count = 2;
    s->loop = arena_alloc(f->arena, 2 * sizeof *s->loop);
    s->loop[0] = (struct scop_loop){.name = "i", .type = SCOP_I32};
    s->loop[1] =
        (struct scop_loop){.name = "j", .type = SCOP_I32, .live_out = true};
    struct scop_node *inner = node(f, SCOP_FOR, node(f, SCOP_SEQ, NULL));
    inner->loop = 1;
    inner->init = leaf(f, SCOP_PARAM, 0, 0);
    inner->cond =
        binary(f, SCOP_GT, leaf(f, SCOP_ITER, 1, 0), leaf(f, SCOP_ITER, 0, 0));
    inner->step = -2;
    struct scop_node *outer = node(f, SCOP_FOR, node(f, SCOP_SEQ, inner));
    outer->init = leaf(f, SCOP_INT, 0, 0);
    outer->cond =
        binary(f, SCOP_LT, leaf(f, SCOP_ITER, 0, 0), leaf(f, SCOP_PARAM, 0, 0));
    outer->step = 1;
    s->root = node(f, SCOP_SEQ, outer);
}

static void make_two_regions(struct fixture *f)
{
    static const struct scop_array arrays[] = {
        {.name = "a", .base = "a", .rank = 2, .scope = SCOP_OUTSIDE},
        {.name = "s", .base = "s", .type = SCOP_F64, .scope = SCOP_OUTSIDE},
        {.name = "t", .base = "s", .type = SCOP_F64, .scope = SCOP_OUTSIDE},
        {.name = "u", .rank = 1, .type = SCOP_F64, .scope = SCOP_REGION},
    };
    static const enum region_storage storage[] = {REGION_DEVICE, REGION_VALUE,
                                                  REGION_HOST, REGION_DEVICE};
    static const struct scop_array one[] = {
        {.name = "b", .base = "b", .rank = 1, .scope = SCOP_OUTSIDE}};
    size_t insert = find(f, 0, "int f(");
    size_t first = find(f, 0, "#pragma hedra");
    size_t second = find(f, 0, "#pragma scop");
    size_t kept = find(f, 0, "# pragma scop");
    /* Out of order, as a list of regions may be. */
    struct stub_region *g = add_region(f, "hedra_f_3", insert, kept,
                                       find(f, kept, "\n#pragma scope"));
    ((struct region *)g->region)->kept = true;
    g = add_region(f, "hedra_f_2", insert, second,
                   find(f, second, "    # pragma scop"));
    set_parameter(f, g);
    set_loops(f, g);
    set_arrays(f, g, 1, one, storage);
    g->host_text = "/* host text of region 2 */\n\n";
    g = add_region(f, "hedra_f_1", insert, first, find(f, first, "\n    else"));
    set_parameter(f, g);
    set_arrays(f, g, 4, arrays, storage);
    g->gpu_driver = "/* gpu driver */\n\n";
    g->ptx = ".version 7.0\n// \"quoted\" \\ ?"
             "?= \x7f\n\tret;";
    g->opencl = "";
    struct kir_module *gpu = kir_module_new(f->arena, "m", "file.c");
    struct kir_func *kernel = kir_func_new(gpu, KIR_KERNEL, "kernel", 32, 8, 1);
    kir_global(kernel, "a", KIR_F64, false, false);
    kir_param(kernel, "n", KIR_I64);
    g->gpu = gpu;
    g->host = kir_module_new(f->arena, "m", "file.c");
    size_t last = find(f, 0, "x[0] = 1;");
    add_region(f, "hedra_g_4", find(f, 0, "void g("), last,
               last + strlen("x[0] = 1;"));
}

static bool splice(struct fixture *f)
{
    struct splice_source source = {.path = "dir/file.c",
                                   .output = "out.c",
                                   .source = read_text(f->arena, f->text),
                                   .data_count = f->data_count,
                                   .data = f->data};
    return splice_source(&source, f->region, f->count, &f->out, &f->faults);
}

static void regions_are_replaced(void **state)
{
    struct fixture f;
    load(&f, "two_regions");
    make_two_regions(&f);
    assert_true(splice(&f));
    char *want = base_read_file(GOLDEN "/two_regions.hedra.c", NULL);
    assert_non_null(want);
    assert_string_equal(f.out.text, want);
    free(want);
    unload(&f);
}

static void a_source_without_regions_is_copied(void **state)
{
    static char text[] = "int x;\r\n\t#pragma omp for\n#pragma scop\r\n\n}\\";
    struct fixture f = {
        .arena = arena_new(), .text = text, .length = sizeof text - 1};
    f.faults = faults_new(f.arena);
    assert_true(splice(&f));
    assert_string_equal(f.out.text, "int x;\r\n\t#pragma omp for\n\r\n\n}\\");
    buf_free(&f.out);
    arena_free(f.arena);
}

/* A bound that is read from memory cannot be evaluated again. */
static void iterators_need_bounds_without_memory(void **state)
{
    struct fixture f;
    load(&f, "two_regions");
    size_t at = find(&f, 0, "#pragma scop");
    struct stub_region *g = add_region(&f, "hedra_f_1", 0, at, at + 12);
    set_parameter(&f, g);
    set_loops(&f, g);
    struct scop_node *outer = g->scop->root->child[0];
    outer->init = leaf(&f, SCOP_ACCESS, 0, 0);
    assert_false(splice(&f));
    assert_int_equal(f.faults.errors, 1);
    unload(&f);
}

static void places_follow_line_directives(void **state)
{
    static const char text[] = "a\n"
                               "/* \n#line 9\n */ // \\\n#line 8\n"
                               "\"\\\"\n#line 7 \"x\"\n"
                               "'#' # line 3\n"
                               " /**/ # \t 50 \"a\\\"b\" 1\n"
                               "at";
    struct arena *arena = arena_new();
    const struct lex_source *source = read_text(arena, text);
    struct source_place p = place_find(source, 0);
    assert_int_equal(p.line, 1);
    assert_null(p.file);
    assert_int_equal(place_find(source, 7).line, 3);
    p = place_find(source, (size_t)(strstr(text, "'#'") - text));
    assert_int_equal(p.line, 7);
    assert_int_equal(p.file_length, 1);
    p = place_find(source, sizeof text - 1);
    assert_int_equal(p.line, 50);
    assert_memory_equal(p.file, "a\\\"b", p.file_length);
    arena_free(arena);
}

/* A block that holds another; each begins behind what stands before it. */
static void blocks_keep_data(void **state)
{
    static char text[] = "void f(int *a, int n)\n{\n    if (n)\n"
                         "#pragma hedra data(a[0:n], t)\n    {\n"
                         "#pragma hedra data(t)\n        { g(); }\n"
                         "    } else h();\n}\n";
    static const char want[] =
        "#line 2 \"out.c\"\n@#line 1 \"dir/file.c\"\n"
        "void f(int *a, int n)\n{\n    if (n)\n"
        "#line 4 \"dir/file.c\"\n{\n"
        "    void *hedra_base_0 = (void *)\n        (a + (0));\n"
        "    size_t hedra_size_0 = (size_t)\n        (n);\n"
        "    void *hedra_base_1 = (void *)\n        (t);\n"
        "    size_t hedra_size_1 = (size_t)\n        (sizeof(t));\n"
        "    hedra_keep(hedra_base_0, hedra_size_0);\n"
        "    hedra_keep(hedra_base_1, hedra_size_1);\n"
        "#line 4 \"dir/file.c\"\n\n    {\n"
        "#line 6 \"dir/file.c\"\n{\n"
        "    void *hedra_base_0 = (void *)\n        (t);\n"
        "    size_t hedra_size_0 = (size_t)\n        (sizeof(t));\n"
        "    hedra_keep(hedra_base_0, hedra_size_0);\n"
        "#line 6 \"dir/file.c\"\n\n        { g(); }\n"
        "    hedra_release(hedra_base_0, hedra_size_0);\n}\n"
        "#line 7 \"dir/file.c\"\n\n    }\n"
        "    hedra_release(hedra_base_0, hedra_size_0);\n"
        "    hedra_release(hedra_base_1, hedra_size_1);\n}\n"
        "#line 8 \"dir/file.c\"\n else h();\n}\n";
    const char *outer[] = {"a + (0)", "t"}, *inner[] = {"t"};
    const char *sizes[] = {"n", "sizeof(t)"}, *size[] = {"sizeof(t)"};
    struct fixture f = {
        .arena = arena_new(), .text = text, .length = sizeof text - 1};
    f.faults = faults_new(f.arena);
    size_t first = find(&f, 0, "#pragma");
    size_t second = find(&f, first + 1, "#pragma");
    f.data[f.data_count++] =
        (struct splice_data){.begin = second,
                             .end = find(&f, second, " }") + 2,
                             .count = 1,
                             .base = inner,
                             .size = size};
    f.data[f.data_count++] =
        (struct splice_data){.begin = first,
                             .end = find(&f, second, " else"),
                             .count = 2,
                             .base = outer,
                             .size = sizes};
    assert_true(splice(&f));
    struct buf all = {0}, prologue = {0};
    stub_put_prologue(&prologue);
    const char *hole = strchr(want, '@');
    buf_write(&all, want, (size_t)(hole - want));
    buf_puts(&all, prologue.text);
    buf_puts(&all, hole + 1);
    assert_string_equal(f.out.text, all.text);
    buf_free(&all);
    buf_free(&prologue);
    buf_free(&f.out);
    arena_free(f.arena);
}

static void includes_stand_at_file_scope(void **state)
{
    static const struct {
        const char *text, *from;
    } cases[] = {
        {"#define A\n# include \"a\" /*\n*/ \nint x;", "int x;"},
        {"#if A\n#include \"a\"\n#endif\n#include <b>\nint x;", "int x;"},
        {"int y[] = {\n#include \"a\"\n}; int x;", ""},
        {"int y =\n#include \"a\"\n; int x;", ""},
        {"// #include <a> \\\n#include <b>\n\"\n#include <c>\n", ""},
        {"void f(void) {}\n/**/ #include <b>\nint x;", "int x;"},
        {"#ifdef A\n#endif\n#include <b>", ""},
    };
    struct arena *arena = arena_new();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *text = cases[k].text;
        size_t at = place_find_include(read_text(arena, text), strlen(text));
        assert_string_equal(text + at, cases[k].from);
    }
    arena_free(arena);
}

static int count_marks(struct arena *arena, const struct lex *x)
{
    const struct lex_source *source = lex_source(arena, x);
    int marks = 0;
    for (int k = 0; k < source->directive_count; k++)
        marks += source->directive[k].mark != MARK_NONE;
    return marks;
}

/* Pragmas in each text where the dialect has no trigraphs, separators in
 * numbers and raw strings, and where it has. */
static void directives_are_found(void **state)
{
    static const struct {
        const char *text;
        int plain, other;
    } cases[] = {
        {"#pragma hedra", 1, 1},
        {"%:pragma scop\r#pragma endscop\r\n # /**/ pragma hedra x", 3, 3},
        {"int x; #pragma scop\n", 0, 0},
        {"/* a\n*/ #pragma scop\n", 1, 1},
        {"/* a *\\\n/ #pragma scop\n", 1, 1},
        {"#pragma hedral\n#pragma scop_\n#pragmas scop\n", 0, 0},
        {"#pragma \\ \t\r\nscop\n#pr\\\nagma endsc\\\nop", 2, 2},
        {"// \\ \n#pragma scop\n", 0, 0},
        {"\"\\\"\\\n#pragma scop\\\n\" '\"'\n#pragma scop\n", 1, 1},
        {"don't\n#pragma scop\n\"\n#pragma scop\n", 2, 2},
        {"#include <a/*>\n#pragma scop\n// */", 1, 1},
        {"#include \"a/*\"\n#pragma scop\n// */", 1, 1},
        {"#x /*\n#pragma scop\n*/\n#pragma scop /*\n*/ #pragma scop", 1, 1},
        {"// ?\?/\n#pragma scop\n", 1, 0},
        {"?\?=pragma scop\n", 0, 1},
        {"x = 1'0; /* '\n#pragma scop\n*/\n", 1, 0},
        {"R\"x(\n#pragma scop\n)\" )x\"\n#pragma scop\n", 2, 1},
        {"f(u8R\"(\n#pragma scop\n)\"); R\"a b(\n#pragma scop\n", 2, 1},
        {"x = u8\"/*\"; L'/*'; .5e+'/*'\n#pragma scop\n", 1, 1},
    };
    struct arena *arena = arena_new();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct lex x = {.text = cases[k].text, .length = strlen(cases[k].text)};
        assert_int_equal(count_marks(arena, &x), cases[k].plain);
        x.trigraphs = x.separators = x.raw_strings = true;
        assert_int_equal(count_marks(arena, &x), cases[k].other);
    }
    arena_free(arena);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        struct fixture f;
        load(&f, argv[1]);
        make_two_regions(&f);
        splice(&f);
        fputs(f.out.text, stdout);
        unload(&f);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_replaced),
        cmocka_unit_test(a_source_without_regions_is_copied),
        cmocka_unit_test(iterators_need_bounds_without_memory),
        cmocka_unit_test(blocks_keep_data),
        cmocka_unit_test(includes_stand_at_file_scope),
        cmocka_unit_test(directives_are_found),
        cmocka_unit_test(places_follow_line_directives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
