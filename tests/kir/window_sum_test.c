/* Loops that compare a block of bytes with those at neighbouring places
 * (vector/window_sum.c): which are changed, that what is changed does the same
 * and reads nothing else, and that its window is known again. */
#include "backends/kir/kir.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 3, COLUMNS = 16, WIDE = 60, PLACES = 40, OUT = PLACES + 4 };

/* The parts of the nest: how a and b are declared, the loop over places, what
 * stands before the sum, the block's loops, the indices, the sum, what follows.
 */
struct nest {
    const char *a, *b, *loop, *before, *rows, *columns, *index_a, *index_b,
        *sum, *after;
};

static const struct nest usual = {
    .a = "global a:u8 readonly noalias",
    .b = "global b:u8 readonly noalias",
    .loop = "for %x:i32 = $lo to $hi step 1:i32 {",
    .before = "",
    .rows = "for %i:i32 = 0:i32 to 3:i32 step 1:i32 {",
    .columns = "for %j:i32 = 0:i32 to 16:i32 step 1:i32 {",
    .index_a = "%ia = mul %iw 16:i64 %ja = add %ia %jw",
    .index_b = "%ib = mul %iw $wide %jb = add %ib %jw %xb = add %jb %xw",
    .sum = "%g = get s %va = load a %ja %vb = load b %xb"
           " %d = sub %va %vb %e = abs %d %n = add %g %e set s %n",
    .after = "",
};

static struct kir_module *parse(struct arena *arena, const struct nest *n)
{
    struct faults faults = faults_new(arena);
    const char *text =
        arena_printf(arena,
                     "module \"m\" \"m.c\" kernel f 1 1 1 {"
                     "  %s %s global out:i32 noalias"
                     "  param lo:i32 param hi:i32 param wide:i64 var s:i32"
                     "  %s %%xw:i64 = cast i64 %%x %s set s 0:i32"
                     "  %s %%iw:i64 = cast i64 %%i"
                     "  %s %%jw:i64 = cast i64 %%j %s %s %s } }"
                     "  %%t = get s store out %%xw %%t %s }"
                     "  %%last = get s store out 41:i32 %%last"
                     "}",
                     n->a, n->b, n->loop, n->before, n->rows, n->columns,
                     n->index_a, n->index_b, n->sum, n->after);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);

    assert_null(faults.first);
    assert_non_null(module);
    return module;
}

/* Memory ends with the last byte that the loop reads. */
static void run(const struct kir_module *module, uint8_t *a, uint8_t *b, int lo,
                int hi, int *out)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    int64_t read = hi > 0 ? (ROWS - 1) * WIDE + COLUMNS + hi - 1 : 0;
    struct kir_memory memory[3] = {{a, ROWS * COLUMNS}, {b, read}, {out, OUT}};
    union kir_imm scalar[3] = {{.i = lo}, {.i = hi}, {.i = WIDE}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    memset(out, 0, OUT * sizeof *out);
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

static int windows_in(const struct kir_func *f, const struct kir_block *block)
{
    int count = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct kir_window what;
        if (s->kind == KIR_FOR && kir_find_window(f, s, &what)) {
            count++;
            assert_int_equal(what.rows, ROWS);
            assert_int_equal(what.columns, COLUMNS);
        }
        count += windows_in(f, &s->body[0]) + windows_in(f, &s->body[1]);
    }
    return count;
}

static void check(const struct nest *n, bool wanted)
{
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, n), *made = parse(arena, n);
    uint8_t a[ROWS * COLUMNS], b[ROWS * WIDE + PLACES];
    int before[OUT], after[OUT];

    assert_int_equal(kir_sum_windows(made), wanted);
    assert_int_equal(windows_in(made->func[0], &made->func[0]->body), wanted);
    srand(1);
    for (size_t k = 0; k < sizeof a; k++)
        a[k] = (uint8_t)rand();
    for (size_t k = 0; k < sizeof b; k++)
        b[k] = (uint8_t)rand();
    for (int lo = 0; lo < 4 && wanted; lo++)
        for (int hi = 0; hi <= PLACES; hi++) {
            run(plain, a, b, lo, hi, before);
            run(made, a, b, lo, hi, after);
            assert_memory_equal(before, after, sizeof before);
        }
    arena_free(arena);
}

static void test_changed(void **state)
{
    struct nest n = usual;

    (void)state;
    check(&n, true);
    /* The moving block first, and other things before and behind. */
    n.sum = "%va = load a %ja %g = get s %vb = load b %xb"
            " %d = sub %vb %va %e = abs %d %n = add %e %g set s %n";
    check(&n, true);
    n.before = "%old = load out %xw set s %old store out 43:i32 %old";
    n.after = "%u = get s %v = mul %u 3:i32 store out 42:i32 %v set s %v";
    check(&n, true);
    n.index_b = "%ib = mul $wide %iw %xb0 = add %ib %xw %xb = add %jw %xb0";
    check(&n, true);
    n.loop = "for %x:i32 = 0:i32 to $hi step 1:i32 {";
    check(&n, true);
    n = usual;
    n.index_b = "%ib = mul %iw -60:i64 %r = sub 120:i64 %iw"
                " %jb = add %ib %jw %kb = add %jb 120:i64 %xb = add %kb %xw";
    check(&n, true);
}

/* An absolute value may be written out. */
static void test_absolute(void **state)
{
    static const char *const absolute[][2] = {
        {"%c = lt %d 0:i32 %m = neg %d %e = select %c %m %d", "1"},
        {"%c = le %d 0:i32 %m = neg %d %e = select %c %m %d", "1"},
        {"%c = lt 0:i32 %d %m = neg %d %e = select %c %d %m", "1"},
        {"%c = le 0:i32 %d %m = neg %d %e = select %c %d %m", "1"},
        {"%c = lt 0:i32 %d %m = neg %d %e = select %c %m %d", ""},
        {"%c = lt %d 0:i32 %m = neg %d %e = select %c %d %m", ""},
        {"%c = lt %d 1:i32 %m = neg %d %e = select %c %m %d", ""},
        {"%c = lt %va 0:i32 %m = neg %d %e = select %c %m %d", ""},
        {"%c = lt %d 0:i32 %m = neg %va %e = select %c %m %d", ""},
    };

    (void)state;
    for (size_t k = 0; k < sizeof absolute / sizeof *absolute; k++) {
        struct arena *arena = arena_new();
        struct nest n = usual;
        n.sum = arena_printf(arena,
                             "%%g = get s %%va = load a %%ja %%vb = load b %%xb"
                             " %%d = sub %%va %%vb %s %%n = add %%g %%e"
                             " set s %%n",
                             absolute[k][0]);
        check(&n, *absolute[k][1]);
        arena_free(arena);
    }
}

/* Another thread, or the loop itself, may write what is compared. */
static void test_written(void **state)
{
    struct nest n = usual;

    (void)state;
    n.b = "global b:u8 noalias";
    check(&n, false);
    n.b = "global b:u8 readonly";
    check(&n, false);
}

/* What is compared is not bytes, not side by side, or moves otherwise. */
static void test_other_blocks(void **state)
{
    static const char *const index[] = {
        "%ib = mul %iw $wide %jb = add %ib %jw %x2 = mul %xw 2:i64"
        " %xb = add %jb %x2",
        "%ib = mul %iw $wide %j2 = mul %jw 2:i64 %jb = add %ib %j2"
        " %xb = add %jb %xw",
        "%ib = mul %iw $wide %jb = add %ib %jw %xb = sub %jb %xw",
        "%ib = mul %iw $wide %xb = add %ib %jw",
        "%ib = mul %iw %jw %jb = add %ib %jw %xb = add %jb %xw",
        "%ib = mul %iw %iw %jb = add %ib %jw %xb = add %jb %xw",
        "%in = add %x 1:i32 %iv:i64 = cast i64 %in %ib = mul %iw $wide"
        " %jb = add %ib %jw %xb = add %jb %iv",
        "%ib = mul %iw $wide %jb = add %ib %jw %xm = mul %xw $wide"
        " %xb = add %jb %xm",
    };

    (void)state;
    for (size_t k = 0; k < sizeof index / sizeof *index; k++) {
        struct nest n = usual;
        n.index_b = index[k];
        check(&n, false);
    }
    struct nest n = usual;
    n.b = "global b:i8 readonly noalias";
    check(&n, false);
    /* Both move. */
    n = usual;
    n.index_a = "%ia = mul %iw 16:i64 %ka = add %ia %jw %ja = add %ka %xw";
    check(&n, false);
}

static void test_other_loops(void **state)
{
    struct nest n = usual;

    (void)state;
    n.columns = "for %j:i32 = 0:i32 to 15:i32 step 1:i32 {";
    check(&n, false);
    n.columns = "for %j:i32 = 0:i32 to $hi step 1:i32 {";
    check(&n, false);
    n.columns = "for %j:i32 = 1:i32 to 16:i32 step 1:i32 {";
    check(&n, false);
    n = usual;
    n.rows = "for %i:i32 = 0:i32 to 3:i32 step 2:i32 {";
    check(&n, false);
    n = usual;
    n.loop = "for %x:i32 = $lo to $hi step 2:i32 {";
    check(&n, false);
    n.loop = "for %x:i32 = 0:i32 to 15:i32 step 1:i32 {"; /* too few */
    check(&n, false);
}

/* A window may have more places than the loop has iterations. */
static void test_few_iterations(void **state)
{
    struct arena *arena = arena_new();
    struct nest n = usual;

    (void)state;
    n.loop = "for %x:i32 = 0:i32 to 16:i32 step 1:i32 {";
    assert_true(kir_sum_windows(parse(arena, &n)));
    arena_free(arena);
}

/* The sum is none of differences, or begins with something else. */
static void test_other_sums(void **state)
{
    static const char *const sum[] = {
        "%g = get s %va = load a %ja %vb = load b %xb"
        " %d = sub %va %vb %e = mul %d %d %n = add %g %e set s %n",
        "%g = get s %va = load a %ja %vb = load b %xb"
        " %d = sub %va %vb %n = add %g %d set s %n",
        "%g = get s %va = load a %ja %vb = load b %xb"
        " %d = add %va %vb %e = abs %d %n = add %g %e set s %n",
        "%g = get s %va = load a %ja %vb = load b %xb"
        " %d = sub %va %vb %e = abs %d %n = sub %g %e set s %n",
    };

    (void)state;
    for (size_t k = 0; k < sizeof sum / sizeof *sum; k++) {
        struct nest n = usual;
        n.sum = sum[k];
        check(&n, false);
    }
    struct nest n = usual;
    n.rows = "%q = get s %r = add %q 1:i32 set s %r "
             "for %i:i32 = 0:i32 to 3:i32 step 1:i32 {";
    check(&n, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_absolute),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_other_blocks),
        cmocka_unit_test(test_other_loops),
        cmocka_unit_test(test_other_sums),
        cmocka_unit_test(test_few_iterations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
