/* The verifier: what no text can say, by damage to a module in memory, and what
 * a text can. */
#include "backends/kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char sound[] =
    "module \"m\" \"\" kernel k 32 1 1 {\n"
    "global A:f64 noalias global R:i32 readonly shared S:f32 4\n"
    "constant C:i8 2 ( 1 2 ) param n:i32 var v:f64\n"
    "%a = cast i64 thread.x %b = load A %a set v %b\n"
    "store A %a %b atomic add A %a %b\n"
    "for %i:i32 = 0:i32 to $n step 1:i32 { %c = neg %i }\n"
    "if 1:pred { } barrier comment \"text\" }\n"
    "host h { launch k ( 1:i64 1:i64 1:i64 ) ( @0 @1 5:i32 ) }\n";
enum { LET, LOAD, SET, STORE, ATOMIC, FOR, IF, BARRIER, COMMENT };

static struct kir_stmt *stmt(const struct kir_func *f, int number)
{
    struct kir_stmt *s = f->body.first;

    while (number-- > 0)
        s = s->next;
    return s;
}

/* Each damage, and what is said of it; NULL: nothing. */
#define DAMAGES(D)                                                             \
    D(f->value[a].op = KIR_OP_COUNT, "has no operation or no type")            \
    D(f->value[a].op = (enum kir_op) - 1, "has no operation or no type")       \
    D(f->value[a].type = KIR_TYPE_COUNT, "has no operation or no type")        \
    D(f->value[b].buffer = 4, "load has wrong operands or type")               \
    D(f->value[b].buffer = -1, "load has wrong operands or type")              \
    D(f->value[b].arg[0] = -1, "load has wrong operands or type")              \
    D(f->value[b].arg[0] = f->value_count, "load has wrong operands or type")  \
    D(f->value[b].type = KIR_F32, "load has wrong operands or type")           \
    D(f->value[a].narrow = KIR_I32, "cast has wrong operands or type")         \
    D(f->value[s[FOR]->hi].imm.i = 1, "parameter 'n' has no value")            \
    D(f->value[s[FOR]->hi].imm.i = -1, "parameter 'n' has no value")           \
    D(f->value[s[FOR]->lo].imm.i = INT64_C(1) << 31, "const has wrong")        \
    D(f->value[s[FOR]->iter].type = KIR_F64, "iter has wrong operands")        \
    D(s[LET]->value = -1, "let: there is no value -1")                         \
    D(s[LET]->value = f->value_count, "let: there is no value")                \
    D(s[LET]->value = s[FOR]->lo, "let: const has no place")                   \
    D(s[LOAD]->value = a, "is defined twice")                                  \
    D(s[FOR]->body[0].first->value = b, "is defined twice")                    \
    D(s[SET]->variable = -1, "set: there is no variable -1")                   \
    D(s[SET]->variable = 1, "set: there is no variable 1")                     \
    D(s[SET]->value = a, "is i64, not f64")                                    \
    D(s[STORE]->buffer = -1, "store: there is no buffer -1")                   \
    D(s[STORE]->buffer = 4, "store: there is no buffer 4")                     \
    D(s[STORE]->buffer = 1, "store: 'R' is read-only")                         \
    D(s[STORE]->buffer = 3, "store: 'C' is read-only")                         \
    D(s[STORE]->index = b, "is f64, not i64")                                  \
    D(s[STORE]->index = -1, "store: there is no value -1")                     \
    D(s[STORE]->value = a, "is i64, not f64")                                  \
    D(s[STORE]->value = f->value_count, "store: there is no value")            \
    D(s[ATOMIC]->buffer = 1, "atomic: 'R' is read-only")                       \
    D(s[ATOMIC]->op = KIR_SUB, "no atomic sub on f64")                         \
    D(s[FOR]->iter = a, "is no iterator")                                      \
    D(s[FOR]->iter = -1, "value -1 is no iterator")                            \
    D(s[FOR]->iter = f->value_count, "is no iterator")                         \
    D(s[FOR]->lo = a, "is i64, not i32")                                       \
    D(s[FOR]->hi = a, "is i64, not i32")                                       \
    D(s[FOR]->step = a, "is i64, not i32")                                     \
    D(f->value[s[FOR]->step].imm.i = 0, "the step is not positive")            \
    D(f->value[s[FOR]->step].imm.i = -1, "the step is not positive")           \
    D(s[IF]->value = a, "is i64, not pred")                                    \
    D(s[COMMENT]->text = NULL, "a comment without a text")                     \
    D(s[COMMENT]->kind = (enum kir_stmt_kind)99, "unknown kind 99")            \
    D(f->body.last = s[LET], "the last statement of a block is not marked")    \
    D(s[STORE]->pack = 2, "what is packed is not 2 accesses of a kind")        \
    D(s[STORE]->pack = KIR_PACKED, "what is packed is not")                    \
    D(s[BARRIER]->pack = 2, "what is packed is not 2 accesses of a kind")      \
    D(f->buffer[0].name = "1x", "'1x' is not an identifier")                   \
    D(f->buffer[0].name = NULL, "'' is not an identifier")                     \
    D(f->buffer[0].name = "R", "the name 'R' is used twice")                   \
    D(f->buffer[0].name = "n", "the name 'n' is used twice")                   \
    D(f->buffer[0].name = "v", "the name 'v' is used twice")                   \
    D(f->buffer[0].type = KIR_PRED, "buffer 'A' has no element type")          \
    D(f->buffer[0].type = KIR_TYPE_COUNT, "buffer 'A' has no element type")    \
    D(f->buffer[2].count = 0, "buffer 'S' has no elements")                    \
    D(f->buffer[3].count = -1, "buffer 'C' has no elements")                   \
    D(f->buffer[3].data = NULL, "constant buffer 'C' has no data")             \
    D(f->param[0].type = KIR_PRED, "parameter 'n' has no type")                \
    D(f->param[0].type = KIR_I8, "parameter 'n' has no type")                  \
    D(f->param[0].type = KIR_TYPE_COUNT, "parameter 'n' has no type")          \
    D(f->param[0].value = -1, "parameter 'n' has no value")                    \
    D(f->param[0].value = f->value_count, "parameter 'n' has no value")        \
    D(f->param[0].value = a, "parameter 'n' has no value")                     \
    D(f->variable[0].type = KIR_I8, "variable 'v' has no type")                \
    D(f->variable[0].type = KIR_TYPE_COUNT, "variable 'v' has no type")        \
    D(f->block[0] = 0, "a block of 0 threads along x")                         \
    D(f->block[1] = 1025, "a block of 1025 threads along y")                   \
    D(f->block[2] = -1, "a block of -1 threads along z")                       \
    D(f->block[1] = 33, "a block of 1056 threads; 1024 is the limit")          \
    D(launch->kernel = -1, "launch: function -1 is no kernel")                 \
    D(launch->kernel = 2, "launch: function 2 is no kernel")                   \
    D(launch->kernel = 1, "launch: function 1 is no kernel")                   \
    D(launch->grid[2] = -1, "launch: there is no value -1")                    \
    D(launch->arg[0].id = -1, "argument 0 must be a buffer")                   \
    D(launch->arg[1].is_buffer = false, "argument 1 must be a buffer")         \
    D(launch->arg[2].is_buffer = true, "argument 2 must be a value")           \
    D(launch->arg_count = 2, "argument 2 must be a value")                     \
    D(launch->arg_count = 1, "argument 1 must be a buffer")                    \
    D(module->func[1]->name = "k", "the name 'k' is used twice")               \
    D((void)0, NULL)                                                           \
    D(f->block[1] = 32, NULL)                                                  \
    D(s[STORE]->index = s[FOR]->lo, NULL)

static const char *const expected[] = {
#define EXPECTED(damage, message) message,
    DAMAGES(EXPECTED)};

static void damage(struct kir_module *module, int number)
{
    struct kir_func *f = module->func[0];
    struct kir_stmt *s[COMMENT + 1], *launch = stmt(module->func[1], 0);
    int at = 0, a, b;

    for (int k = 0; k <= COMMENT; k++)
        s[k] = stmt(f, k);
    a = s[LET]->value;
    b = s[LOAD]->value;
#define APPLY(damage, message)                                                 \
    if (number == at++)                                                        \
        damage;
    DAMAGES(APPLY)
}

static void check(const char *text, int number, const char *message)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);

    if (!module)
        fail_msg("%s: %s", text, faults.first->message);
    if (number >= 0)
        damage(module, number);
    if (kir_check(module, &faults) != !message)
        fail_msg("%d, %s: %s", number, text,
                 message ? "passed" : faults.first->message);
    if (message && !strstr(faults.first->message, message))
        fail_msg("%s: %s", message, faults.first->message);
    arena_free(arena);
}

static void test_damages(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        check(sound, (int)k, expected[k]);
}

#define K                                                                      \
    "kernel k 32 1 1 { global A:f64 global B:f64 local L:f64 2 "               \
    "shared S:f32 8 shared T:u8 8 "
#define H "} host h { "

/* Behind the declarations of a kernel; NULL: valid. */
static const struct {
    const char *body, *message;
} text[] = {
    {K, NULL},
    {K "if 1:pred { %a = neg 1:i32 } %b = neg %a", "is not in scope"},
    {K "if 1:pred { %a = neg 1:i32 } else { %b = neg %a }", "is not in scope"},
    {K "%p = lt thread.x 3:i32 if %p { %a = neg 1:i32 %b = neg %a }", NULL},
    {K "for %i:i32 = 0:i32 to 9:i32 step 1:i32 { } %b = neg %i",
     "(iter) is not in scope"},
    {K "for %i:i32 = 0:i32 to 9:i32 step 1:i32 { %a = neg %i } %b = neg %a",
     "is not in scope"},
    {K "while { %a = neg 1:i32 %p = lt %a 0:i32 } %p { %b = neg %a }", NULL},
    {K "while { %a = lt 1:i32 2:i32 } %a { } %b = not %a", "is not in scope"},
    {K "while { } 1:pred { %a = neg 1:i32 } %b = neg %a", "is not in scope"},
    {K "%a = fetch @0 f64 0:i64", "a fetch outside a host function"},
    {K "%a = threads 1:i64", "threads outside a host function"},
    {K "launch k ( 1:i64 1:i64 1:i64 ) ( @0 @1 )",
     "a launch outside a host function"},
    {K "atomic add L 0:i32 1.0:f64", "which only one thread sees"},
    {K "atomic add S 0:i32 1.0:f32", NULL},
    {K "%a = aligned S", "aligned has wrong operands or type"},
    {K "%a = aligned A", NULL},
    {K H "barrier", "a barrier outside a kernel"},
    {K H "global A:f64 atomic add A 0:i32 1.0:f64",
     "an atomic outside a kernel"},
    {K H "shared S:f64 1", "shared buffer 'S' outside a kernel"},
    {K H "%a = cast i64 block.x", "block has wrong operands or type"},
    {K H "if warps { }", "warps has wrong operands or type"},
    {K H "launch k ( 1:i64 1:i64 1:i64 ) ( @0 )",
     "launch of 'k': argument 1 must be a buffer"},
    {K H "launch k ( 1:i64 1:i64 1:i64 ) ( @0 @1 1:i32 )",
     "launch of 'k': 3 arguments, not 2"},
    {K H "launch k ( 1:i64 1:i64 1:i64 ) ( @0 @1 )", NULL},
    {K H "launch h ( 1:i64 1:i64 1:i64 ) ( )", "function 1 is no kernel"},
    {K "pack 2 store A 0:i32 1.0:f64 store A 1:i32 1.0:f64", NULL},
    {K "pack 4 store S 0:i32 1.0:f32 store S 1:i32 1.0:f32 "
       "store S 2:i32 1.0:f32 store S 3:i32 1.0:f32",
     NULL},
    {K "pack 3 store S 0:i32 1.0:f32 store S 1:i32 1.0:f32 "
       "store S 2:i32 1.0:f32",
     "what is packed is not 3 accesses of a kind"},
    {K "pack 2 store A 0:i32 1.0:f64", "a pack of 2 accesses lacks 1"},
    {K "pack 2 store A 0:i32 1.0:f64 store B 1:i32 1.0:f64",
     "what is packed is not 2 accesses of a kind"},
    {K "pack 2 store A 0:i32 1.0:f64 %a = load A 1:i32",
     "what is packed is not 2 accesses of a kind"},
    {K "pack 2 store A 0:i32 1.0:f64 barrier",
     "what is packed is not 2 accesses of a kind"},
    {K "pack 4 store A 0:i32 1.0:f64 store A 1:i32 1.0:f64 "
       "store A 2:i32 1.0:f64 store A 3:i32 1.0:f64",
     "accesses to 'A' cannot be packed"},
    {K "pack 2 store L 0:i32 1.0:f64 store L 1:i32 1.0:f64",
     "accesses to 'L' cannot be packed"},
    {K "pack 2 store T 0:i32 1:i32 store T 1:i32 1:i32",
     "accesses to 'T' cannot be packed"},
    {K H "global A:f64 pack 2 store A 0:i32 1.0:f64 store A 1:i32 1.0:f64",
     "accesses to 'A' cannot be packed"},
};

static void test_texts(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        struct buf whole = {0};

        buf_printf(&whole, "module \"m\" \"\" %s }", text[k].body);
        check(whole.text, -1, text[k].message);
        buf_free(&whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damages),
        cmocka_unit_test(test_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
