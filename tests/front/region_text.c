/* The text of regions: each edit of one that is valid makes it invalid, and
 * says why, or leaves it valid, and then it is printed and read as the same. */
#include "polyhedral/scop/scop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char valid[] =
    "(scop \"t.c\" \"f\" @2:1+3\n"
    "  (bytes 0 9 0)\n"
    "  (param n i32 \"n\")\n"
    "  (loop @3:1 i i32)\n"
    "  (loop @3:2 j i32)\n"
    "  (array @1:1 a f64 (n n) \"a\" pointer in out)\n"
    "  (array @1:2 b f32 (n) \"b\" pointer in out)\n"
    "  (array @1:3 c i32 (n) \"c\" pointer readonly in)\n"
    "  (array @1:4 s i32 () \"s\" in)\n"
    "  (array @1:5 t f64 (4) point)\n"
    "  (array @1:6 l i32 (2) (in j))\n"
    "  (assume (> n 0))\n"
    "  (tile 8)\n"
    "  (body @2:1\n"
    "    (for @3:1 i 0 (< i n) 1\n"
    "      (seq @3:3\n"
    "        (for @3:2 j 0 (< j n) 1\n"
    "          (stmt @4:1 S0 a[i j] (* a[i j] 0x1p+1) (guard (< j 3))))\n"
    "        (if @5:1 (< i 3)\n"
    "          (stmt @5:2 S1 b[i] (f32 c[i])))\n"
    "        (stmt @6:1 S2 (body (seq\n"
    "          (set t[0] 0x0p+0)\n"
    "          (loop (< c[i] 3) (seq (set t[1] t[0]) (break)))\n"
    "          (if (< i 2) (set t[0] 0x1p+0))\n"
    "          (set a[i 0] t[0]))))))\n"
    "    (repeat @9:1\n"
    "      (seq @9:1\n"
    "        (stmt @9:2 S3 s[] (+ s[] 1))\n"
    "        (until @9:3 (> s[] 9))))))\n";

/* The first place of a text, another text, and what is said of it; NULL: it is
 * valid. */
static const struct {
    const char *old, *new, *message;
} edit[] = {
    {"", "", NULL},
    /* names, types, numbers, places */
    {"(param n i32", "(param 1n i32", "'1n' is not a name"},
    {"(param n i32", "(param n- i32", "'n-' is not a name"},
    {"(param n i32", "(param n i33", "'i33' is not a type"},
    {"(param n i32", "(param n i3", "'i3' is not a type"},
    {"0x1p+1)", "0x1p+1:f33)", "'f33' is not a type"},
    {"0x1p+1)", "0x1p+1q)", "'0x1p+1q' is not a number"},
    {"0x1p+1)", "1d1:f64)", "'1d1:f64' is not a number"},
    {"(< j 3)", "(< j 3x)", "'3x' is not a number"},
    {"(< j 3)", "(< j -)", "'-' is not a number"},
    {"(< j 3)", "(< j 9223372036854775808:i64)", "is not a number"},
    {"(< j 3)", "(< j 18446744073709551616:u64)", "is not a number"},
    {"(< j 3)", "(< j 2147483648)", "2147483648 is not an i32"},
    {"(< j 3)", "(< (u32 j) -1:u32)", "-1 is not an u32"},
    {"(< j 3)", "(< (u32 j) 4294967296:u32)", "4294967296 is not an u32"},
    {"(bytes 0", "(bytes -1",
     "expected a whole number not below 0 before '-1'"},
    {"(bytes 0", "(bytes 0x",
     "expected a whole number not below 0 before '0x'"},
    {"(bytes 0", "(bytes ()", "expected a whole number not below 0"},
    {"@2:1+3", "@2", "'@2' is not a place"},
    {"@2:1+3", "@2:", "'@2:' is not a place"},
    {"@2:1+3", "@0:1", "'@0:1' is not a place"},
    {"@2:1+3", "@2:0", "'@2:0' is not a place"},
    {"@2:1+3", "@2:1+", "'@2:1+' is not a place"},
    {"@2:1+3", "@2:1+3+4", "'@2:1+3+4' is not a place"},
    {"@2:1+3", "@2+1", "'@2+1' is not a place"},
    {"@2:1+3", "@2147483648:1", "is not a place"},
    {"@2:1+3", "@2:1+3x", "is not a place"},
    /* expressions */
    {"(< j 3)", "(< k 3)", "there is no loop 'k'"},
    {"(< j 3)", "(< j.0 3)", "there is no loop 'j.0'"},
    {"(< j 3)", "(< j.x 3)", "there is no loop 'j.x'"},
    {"(< j 3)", "(< q[0] 3)", "there is no array 'q'"},
    {"(< j 3)", "(< s 3)", "'s' is an array: write s[...]"},
    {"(< j 3)", "(<> j 3)", "'<>' is no operator, type or function"},
    {"(< j 3)", "(< j)", "'<' takes 2 operands, not 1"},
    {"(< j 3)", "(! j 3)", "'!' takes 1 operand, not 2"},
    {"(< j 3)", "(< j \"3\")", "expected an expression before '3'"},
    {"(< j 3)", "(< j [)", "expected an expression before '['"},
    {"(< j 3)", "(bits i33 j)", "'i33' is not a type"},
    {"(< j 3)", "(bits i64 j)",
     "'bits' has operands of types that do not go together"},
    {"(< j 3)", "(< j 3:i64)",
     "'<' has operands of types that do not go together"},
    {"(< j 3)", "(% 0x1p+0 0x1p+1)",
     "'%' has operands of types that do not go together"},
    {"(< j 3)", "(<< j 0x1p+1)",
     "'<<' has operands of types that do not go together"},
    {"(< j 3)", "(! 3:i64)",
     "'!' has operands of types that do not go together"},
    {"(< j 3)", "(?: 3:i64 1 2)",
     "'?:' has operands of types that do not go together"},
    {"(< j 3)", "(?: 1 1 2:i64)",
     "'?:' has operands of types that do not go together"},
    {"(< j 3)", "(abs 3:u32)",
     "'abs' has operands of types that do not go together"},
    {"(< j 3)", "(i32 (sqrt 3))",
     "'sqrt' has operands of types that do not go together"},
    {"(< j 3)", "(i32 (fmax 0x1p+0 0x1p+0:f32))",
     "'fmax' has operands of types"},
    {"(< j 3)", "(~ 0x1p+0)",
     "'~' has operands of types that do not go together"},
    {"(< j 3)", "(neg 1:i8)",
     "'neg' has operands of types that do not go together"},
    {"(guard (< j 3)", "(guard j 3:i64", "a guard has type i64, not i32"},
    {"(guard (< j 3)", "(grd (< j 3)", "expected 'guard' before 'grd'"},
    {"(guard (< j 3)", "(guard (< t[0] 0x1p+0)",
     "array 't' is used outside of its scope"},
    {"(f32 c[i])", "(f32 l[0])", "array 'l' is used outside of its scope"},
    {"c[i])", "c[i i])", "has 2 operands, not 1"},
    {"c[i])", "c[0x1p+0])", "'access' has operands of types"},
    /* the tree */
    {"(for @3:2 j 0", "(for @3:2 j 0:i64", "loop 'j' starts with an i64"},
    {"(for @3:2 j 0 (< j n)", "(for @3:2 j 0 3:i64",
     "the condition of a for has type i64"},
    {"(< j n) 1", "(< j n) 0", "loop 'j' has step 0"},
    {"(< j n) 1", "(< j n) x", "expected a whole number"},
    {"(< j n) 1", "(< j n) 1 (seq)", "a for has one body, not 2"},
    {"(if @5:1 (< i 3)", "(if @5:1 (< i 3) (seq) (seq)",
     "an if has one or two branches, not 3"},
    {"(if @5:1 (< i 3)", "(if @5:1 3:i64",
     "the condition of an if has type i64"},
    {"(if @5:1 (< i 3)", "(if @5:1 (< c[i] 3)",
     "the condition of an if reads data"},
    {"(stmt @5:2 S1 b[i]", "(stmt @5:2 S1 3",
     "statement S1 assigns to no array"},
    {"(stmt @5:2 S1 b[i]", "(stmt @5:2 S1 c[i]",
     "statement S1 writes 'c', which is read-only"},
    {"(f32 c[i])", "(f64 c[i])", "statement S1 assigns an f64 to an f32"},
    {"(stmt @5:2 S1", "(stmt @5:2 1S", "'1S' is not a name"},
    {"(stmt @5:2 S1", "(stm @5:2 S1",
     "'stm' is not seq, for, if, stmt, repeat or until"},
    {"(stmt @6:1 S2 (body", "(stmt @6:1 S2 (bdy",
     "expected 'body' before 'bdy'"},
    {"(set t[1] t[0])", "(stmt S9 t[1] t[0])",
     "'stmt' is not seq, set, if, loop, do, break or continue"},
    {"(set t[1] t[0])", "(set t[1] t[0] 1)", "expected ')' before '1'"},
    {"(set t[1] t[0])", "(set t[1] 1)",
     "statement S2 assigns an i32 to an f64"},
    {"(set t[1] t[0])", "(set 1 t[0])", "statement S2 assigns to no array"},
    {"(loop (< c[i] 3)", "(loop 3:i64", "the condition of a loop has type i64"},
    {"(loop (< c[i] 3)", "(loop (< c[i] 3) (seq) (seq)",
     "a loop has a body and perhaps a step, not 3 parts"},
    {"(if (< i 2)", "(if 2:i64", "the condition of an if has type i64"},
    {"(if (< i 2)", "(if (< i 2) (seq) (seq)",
     "an if has one or two branches, not 3"},
    {"(set a[i 0] t[0])", "(break)", "stands in no loop of its body"},
    {"(set a[i 0] t[0])", "(continue)", "stands in no loop of its body"},
    {"(break)", "(break (seq))", "a break or continue stands in no loop"},
    {"(repeat @9:1", "(repeat @9:1 (seq)", "a repeat has one body, not 2"},
    {"(repeat @9:1", "(seq @9:1", "an until does not stand in a repeat alone"},
    {"(until @9:3 (> s[] 9))", "(until @9:3 9:i64)",
     "the condition of an until has type i64"},
    {"(until @9:3 (> s[] 9))", "(until @9:3 (> c[0] 9))",
     "the condition of an until reads elements"},
    {"(until @9:3 (> s[] 9))", "(if 1 (until @9:3 (> s[] 9)))",
     "an until does not stand in a repeat alone"},
    {"(until @9:3 (> s[] 9))", "(repeat (until (> s[] 9)))", NULL},
    /* the head */
    {"(scop \"t.c\"", "(scp \"t.c\"", "expected 'scop' before 'scp'"},
    {"(scop \"t.c\"", "(scop t.c", "the file's name"},
    {"(param n i32 \"n\")", "(param n i32 \"n\") (param n i32 \"n\")",
     "there are two parameters 'n'"},
    {"(param n i32 \"n\")", "(param n f64 \"n\")",
     "parameter 'n' is no integer"},
    {"(param n i32 \"n\")", "(param a i32 \"a\") (param n i32 \"n\")",
     "'a' names two things"},
    {"(loop @3:2 j i32)", "(loop @3:2 j f32)", "iterator 'j' is no integer"},
    {"(loop @3:2 j i32)", "(loop @3:2 j i32) (loop @3:2 k i32)",
     "loop 2 ('k') is not in the tree"},
    {"(loop @3:2 j i32)", "(loop @3:2 j i32 each)", "the C text"},
    {"(loop @3:2 j i32)", "(lop @3:2 j i32)",
     "'lop' cannot stand at the head of a scop"},
    {"\"b\" pointer", "\"b\" pointr",
     "'pointr' is not pointer, restrict, exposed"},
    {"\"b\" pointer", "\"b\" injective pointer",
     "array 'b' is injective, but written"},
    {"\"b\" pointer", "\"b\" (unit 0 0) pointer",
     "expected a whole number not below 1 before '0'"},
    {"\"b\" pointer", "\"b\" (unit 1 -1) pointer",
     "expected a whole number not below 0 before '-1'"},
    {"\"b\" pointer", "\"b\" (view q) pointer",
     "there is no array 'q' before this"},
    {"\"b\" pointer", "\"b\" (view a) pointer",
     "array 'b' is a view of another object"},
    {"\"b\" pointer", "\"b\" (rows \"x\" q) pointer",
     "there is no parameter 'q' before this"},
    {"\"b\" pointer", "\"b\" (order q) pointer",
     "there is no array 'q' before this"},
    {"\"b\" pointer", "\"b\" (order a) pointer",
     "array 'b' holds tables, and is no table"},
    {"\"b\" pointer", "\"b\" (layout \"morton\") pointer",
     "array 'b' has a layout, and 1 dimensions"},
    {"\"b\" pointer", "\"b\" (row \"morton\") pointer",
     "'row' is not unit, view, each, layout, order or rows"},
    {"\"a\" pointer", "\"a\" (layout \"mortn\") pointer", "the layout of 'a'"},
    {"\"a\" pointer", "\"a\" (layout \"morton x\") pointer",
     "the layout of 'a'"},
    {"\"a\" pointer", "\"a\" (layout \"hilbert\") pointer",
     "array 'a' has a layout without its tables"},
    {"(n n) \"a\"", "(_ n) \"a\" (layout \"morton\")",
     "array 'a' has a layout, and no box of known extents"},
    {"(n n) \"a\"", "(0x1p+3 n) \"a\"", "array 'a' has a floating extent"},
    {"(n n) \"a\"", "(n _) \"a\"", "an expression is missing"},
    {"(n n) \"a\"", "(n c[0]) \"a\"", "there is no array 'c'"},
    {"(n n) \"a\"", "(n i) \"a\"", "an expression of parameters mentions"},
    {"(array @1:2 b", "(array @1:2 a", "there are two arrays 'a'"},
    {"(4) point", "(n) point", "array 't' of a body has no constant extent"},
    {"(4) point", "(0) point", "array 't' of a body has no constant extent"},
    {"(4) point", "(_) point", "array 't' of a body has no constant extent"},
    {"(4) point", "(4) point in", "array 't' is local, but lives outside"},
    {"(4) point", "(4) point out", "array 't' is local, but lives outside"},
    {"(2) (in j)", "(2) (at j)", "expected 'in' before 'at'"},
    {"(2) (in j)", "(2) (in k)", "there is no loop 'k'"},
    {"(2) (in j)", "(_) (in j)", "local array 'l' has an open extent"},
    {"(assume (> n 0))", "(assume n (> 1:i64 0:i64) 1:i64)", "expected ')'"},
    {"(assume (> n 0))", "(assume 1:i64)",
     "an assumption has type i64, not i32"},
    {"(assume (> n 0))", "(rely 1:i64)", "a condition has type i64, not i32"},
    {"(assume (> n 0))", "(rely (> i 0))",
     "an expression of parameters mentions"},
    {"(tile 8)", "(tile 0)", "expected a whole number not below 1 before '0'"},
    {"(tile 8)", "(device cuda)", "'cuda' is not gpu or host"},
    {"(tile 8)", "(plan fast)", "'fast' is not guard or compact"},
    {"(tile 8)", "(tile 8) (whole 3)", "expected ')' before '3'"},
    {"s[] 9))))))", "s[] 9)))))) (seq)", "'(' after the end of the scop"},
    /* what may stand there */
    {"(tile 8)", "(tile 8 1)", NULL},
    {"(tile 8)", "(device gpu)", NULL},
    {"(tile 8)", "(device host)", NULL},
    {"(tile 8)", "(plan guard)", NULL},
    {"(tile 8)", "(plan compact)", NULL},
    {"(tile 8)", "(whole)", NULL},
    {"(tile 8)", "(reassociate)", NULL},
    {"(tile 8)", "(rely (> n 3))", NULL},
    {"(assume (> n 0))", "(assume (> n 0)) (assume n)", NULL},
    {"(< j 3)", "(< j 2147483647)", NULL},
    {"(< j 3)", "(< (u32 j) 4294967295:u32)", NULL},
    {"(< j 3)", "(< (u64 j) 18446744073709551615:u64)", NULL},
    {"(< j 3)", "(< j.1 3)", NULL},
    {"(< j 3)", "(bits i32 0x1p+0:f32)", NULL},
    {"(< j 3)", "(abs j)", NULL},
    {"(< j 3)", "(?: 1 1 2)", NULL},
    {"0x1p+1)", "inf:f64)", NULL},
    {"0x1p+1)", "nan:f64)", NULL},
    {"(< j n) 1", "(< j n) -1", NULL},
    {"(bytes 0", "(bytes 7", NULL},
    {"\"b\" pointer", "\"b\" restrict exposed pointer", NULL},
    {"\"b\" pointer", "\"b\" cursor pointer", NULL},
    {"\"b\" pointer", "\"b\" (each \"x\") (unit 1 0) pointer", NULL},
    {"\"b\" pointer", "\"b\" (rows \"x\" n) pointer", NULL},
    {"\"a\" pointer", "\"a\" (layout \"tile(8,4) permute(j,i)\") pointer",
     NULL},
    {"(4) point", "(1) point", NULL},
    {"(loop @3:2 j i32)", "(loop @3:2 j i32 live independent each \"x\")",
     NULL},
};

static const struct scop *read_scop(struct arena *arena, const char *text,
                                    struct faults *faults)
{
    const struct scop *scop = scop_parse(arena, "t.scop", text, faults);

    return scop && scop_check(scop, faults) ? scop : NULL;
}

static void test_edits(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof edit / sizeof *edit; k++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        struct buf text = {0}, once = {0}, twice = {0};
        const char *at = strstr(valid, edit[k].old);
        const struct scop *scop;

        assert_non_null(at);
        buf_write(&text, valid, (size_t)(at - valid));
        buf_puts(&text, edit[k].new);
        buf_puts(&text, at + strlen(edit[k].old));
        scop = read_scop(arena, text.text, &faults);
        if (!scop != (edit[k].message != NULL) ||
            (!scop && !strstr(faults.first->message, edit[k].message)))
            fail_msg("%s: %s", edit[k].new,
                     scop ? "valid" : faults.first->message);
        if (scop) {
            scop_print(scop, &once);
            scop = read_scop(arena, once.text, &faults);
            assert_non_null(scop);
            scop_print(scop, &twice);
            assert_string_equal(once.text, twice.text);
        }
        buf_free(&text);
        buf_free(&once);
        buf_free(&twice);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_edits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
