/*
 * Between which ends subscripts lie (bounds/): what is read from memory,
 * scalars that are set and stepped, tests that hold around an access, and
 * operations; and whether they lie in their rows. All that the caller is asked
 * for is constant here, so that the code folds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "polyhedral/bounds/bounds.h"

/* i: 0 … 9, n: 50, w: 8, c[]: -4 … 21, u[], b[] and h[]: 0 … 200, where they
 * may be asked; d[] and e[] may be anything. */
static const char head[] =
    "(scop \"t.c\" \"f\" @1:1 (param n i32 \"n\") (param w i32 \"w\")\n"
    "(loop @2:1 i i32) (array t f64 (_) \"t\" pointer readonly in)\n"
    "(array r f64 (_ w) \"r\" pointer readonly in)\n"
    "(array rd f64 (_ 11) \"rd\" pointer readonly in)\n"
    "(array rc f64 (_ 8) \"rc\" pointer readonly in)\n"
    "(array rw f64 (_ 256) \"rw\" pointer readonly in)\n"
    "(array ro f64 (_ 255) \"ro\" pointer readonly in)\n"
    "(array q f64 (_) \"q\" (unit 3 1) pointer readonly in)\n"
    "(array c i32 (_) \"c\" pointer readonly in)\n"
    "(array u u32 (_) \"u\" pointer readonly in)\n"
    "(array b u8 (_) \"b\" pointer readonly in)\n"
    "(array h i8 (_) \"h\" pointer readonly in)\n"
    "(array d i32 (_) \"d\" pointer in out)\n"
    "(array e f64 (_) \"e\" pointer in out)\n"
    "(array k i32 () (in i)) (array m u32 () (in i)) (array s f64 () (in i))\n"
    "(array g i32 () region) (array hh u8 () region)\n"
    "(body (for @2:1 i 0 (< i n) 1 (stmt S0 ";

enum what { UNKNOWN, EMPTY, RANGE, UNFIT };
enum { PARAM_N = 50, PARAM_W = 8 };

struct row {
    const char *text; /* of a body, or a target, its value and guards */
    enum what what;
    int64_t low, end;
};

#define READ(subscript) "(set s[] t[" subscript "])"
#define IF(test) "(if " test " " READ("d[i]") ")"
#define ELSE(test) "(if " test " (seq) " READ("d[i]") ")"

static const struct row row[] = {
    {READ("3"), RANGE, 3, 4},
    {READ("i"), RANGE, 0, 10},
    {READ("(+ i n)"), RANGE, 50, 60},
    {READ("(- 7 i)"), RANGE, -2, 8},
    {READ("(* i -3)"), RANGE, -27, 1},
    {READ("(neg c[i])"), RANGE, -21, 5},
    {READ("c[i]"), RANGE, -4, 22},
    {READ("d[i]"), UNKNOWN, 0, 0},
    {READ("(i32 e[i])"), UNKNOWN, 0, 0},
    {READ("(& c[i] 15)"), RANGE, 0, 16},
    {READ("(& 15 d[i])"), RANGE, 0, 16},
    {READ("(& d[i] 15)"), RANGE, 0, 16},
    {READ("(& d[i] -1)"), UNKNOWN, 0, 0},
    {READ("(| i 16)"), RANGE, 0, 26},
    {READ("(^ i 16)"), RANGE, 0, 26},
    {READ("(% u[i] 37:u32)"), RANGE, 0, 37},
    {READ("(% (u32 d[i]) 37:u32)"), RANGE, 0, 37},
    {READ("(% d[i] 37)"), UNKNOWN, 0, 0},
    {READ("(% c[i] 5)"), RANGE, -4, 5},
    {READ("(/ c[i] 3)"), RANGE, -1, 8},
    {READ("(/ (u32 d[i]) 3:u32)"), UNKNOWN, 0, 0},
    {READ("(>> (u32 d[i]) 28)"), RANGE, 0, 16},
    {READ("(>> (u32 d[i]) 31)"), RANGE, 0, 2},
    {READ("(>> (u32 d[i]) 0)"), UNKNOWN, 0, 0},
    {READ("(>> (u64 d[i]) 60)"), RANGE, 0, 16},
    {READ("(>> d[i] 28)"), UNKNOWN, 0, 0},
    {READ("(>> c[i] 1)"), RANGE, -2, 11},
    {READ("(<< i 2)"), RANGE, 0, 37},
    {READ("(?: (< c[i] 4) 6 70)"), RANGE, 6, 71},
    {READ("(?: (< c[i] 4) 6 d[i])"), UNKNOWN, 0, 0},
    {READ("(i32 (u8 i))"), RANGE, 0, 10},
    {READ("(i64 c[i])"), RANGE, -4, 22},
    {READ("(u8 c[i])"), UNFIT, 0, 0},
    {READ("(- u[i] 1:u32)"), UNFIT, 0, 0},
    {READ("(u64 c[i])"), UNFIT, 0, 0},
    /* places in arrays */
    {"(set s[] r[c[i] i])", RANGE, -32, 178},
    {"(set s[] r[i d[i]])", RANGE, 0, 80},
    {"(set s[] r[d[i] i])", UNKNOWN, 0, 0},
    {"(set s[] q[i])", RANGE, 1, 29},
    /* tests around */
    {IF("(< d[i] 5)"), UNKNOWN, 0, 0},
    {IF("(&& (>= d[i] 2) (< d[i] 5))"), RANGE, 2, 5},
    {IF("(&& (> d[i] 2) (<= d[i] 5))"), RANGE, 3, 6},
    {IF("(&& (< 1 d[i]) (> 5 d[i]))"), RANGE, 2, 5},
    {IF("(&& (<= 1 d[i]) (>= 5 d[i]))"), RANGE, 1, 6},
    {IF("(|| (>= d[i] 2) (< d[i] 5))"), UNKNOWN, 0, 0},
    {IF("(== d[i] 7)"), RANGE, 7, 8},
    {IF("(== c[i] d[i])"), RANGE, -4, 22},
    {IF("(!= d[i] 7)"), UNKNOWN, 0, 0},
    {IF("(! (|| (< d[i] 2) (> d[i] 5)))"), RANGE, 2, 6},
    {IF("(&& (>= (i64 d[i]) 2:i64) (< (i64 d[i]) 5:i64))"), RANGE, 2, 5},
    {IF("(&& (>= (i32 (i16 d[i])) 2) (< (i32 (i16 d[i])) 5))"), UNKNOWN, 0, 0},
    {IF("(&& (>= d[i] 2) (< (f64 d[i]) 0x1p+2))"), UNKNOWN, 0, 0},
    {IF("(&& (>= d[i] 5) (< d[i] 5))"), EMPTY, 0, 0},
    {IF("(&& (>= d[i] c[i]) (< d[i] n))"), RANGE, -4, 50},
    {ELSE("(|| (< d[i] 2) (> d[i] 5))"), RANGE, 2, 6},
    {ELSE("(&& (< d[i] 2) (> d[i] 5))"), UNKNOWN, 0, 0},
    {ELSE("(!= d[i] 7)"), RANGE, 7, 8},
    {ELSE("(! (&& (>= d[i] 2) (< d[i] 5)))"), RANGE, 2, 5},
    {"(if (>= c[i] 0) " READ("c[i]") ")", RANGE, 0, 22},
    {"(if (< c[i] 40) " READ("c[i]") ")", RANGE, -4, 22},
    {"(if (> c[i] 30) " READ("c[i]") ")", EMPTY, 0, 0},
    {"(if (>= d[i] 0) (if (< d[i] 3) " READ("d[i]") "))", RANGE, 0, 3},
    {"(if (>= d[i] 0) (seq)) (if (< d[i] 3) " READ("d[i]") ")", UNKNOWN, 0, 0},
    {"(set s[] (?: (< c[i] 0) 0x0p+0 t[c[i]]))", RANGE, 0, 22},
    {"(set s[] (?: (< c[i] 0) t[c[i]] 0x0p+0))", RANGE, -4, 0},
    {"(if (&& (> c[i] 3) (> t[c[i]] 0x0p+0)) (seq))", RANGE, 4, 22},
    {"(if (|| (> c[i] 3) (> t[c[i]] 0x0p+0)) (seq))", RANGE, -4, 4},
    {"(if (&& (> t[c[i]] 0x0p+0) (> c[i] 3)) (seq))", RANGE, -4, 22},
    {"(loop (&& (> c[i] 3) (> t[c[i]] 0x0p+0)) (break))", RANGE, 4, 22},
    {READ("c[i]") " (if (> c[i] 30) " READ("c[i]") ")", RANGE, -4, 22},
    {"(if (> c[i] 30) " READ("c[i]") ") " READ("c[i]"), RANGE, -4, 22},
    {"(if (> c[i] 7) " READ("c[i]") ") (if (< c[i] 0) " READ("c[i]") ")", RANGE,
     -4, 22},
    /* scalars */
    {READ("k[]"), UNKNOWN, 0, 0},
    {"(set k[] 3) " READ("k[]"), RANGE, 3, 4},
    {"(set k[] d[i]) " READ("k[]"), UNKNOWN, 0, 0},
    {"(set k[] 3) (if (> c[i] 9) (set k[] 40)) " READ("k[]"), RANGE, 3, 41},
    {"(set k[] 40) (if (> c[i] 9) (set k[] 3) (set k[] i)) " READ("k[]"), RANGE,
     0, 41},
    {"(set k[] c[i]) (loop (< k[] 21) (seq " READ("k[]") " (set k[] (+ k[] 1))"
                                                         "))",
     RANGE, -4, 21},
    {"(set k[] 90) (loop (>= k[] c[i]) (seq " READ("k[]") " (set k[] (- k[] 2))"
                                                          "))",
     RANGE, -4, 91},
    {"(set k[] 90) (loop (>= k[] c[i]) (seq " READ("k[]") " (set k[] (+ k[] -2)"
                                                          ")))",
     RANGE, -4, 91},
    {"(set k[] 3) (loop (< k[] 21) (seq " READ(
         "k[]") " (set k[] (i32 (+ (i64 k[]) 1:i64)))))",
     RANGE, 3, 21},
    {"(set k[] 3) (loop (< k[] 21) (seq (set k[] (+ k[] 1)) " READ("k[]") "))",
     UNKNOWN, 0, 0},
    {"(set k[] 3) (loop (< k[] 21) (seq (set k[] (* k[] 2)) " READ("k[]") "))",
     UNKNOWN, 0, 0},
    {"(set k[] 3) (do (< k[] 21) (seq " READ("k[]") " (set k[] (+ k[] 1))))",
     UNKNOWN, 0, 0},
    {"(set k[] 3) (loop (< k[] 21) (set s[] 0x0p+0) (seq " READ(
         "k[]") " (set k[] (+ k[] 1))))",
     RANGE, 3, 21},
    {"(set k[] 3) (loop (< k[] 21) (set k[] (+ k[] 1)) " READ("k[]") ")",
     UNKNOWN, 0, 0},
    {"(set k[] 3) (set m[] 5:u32) (loop (< k[] 21) " READ(
         "(i32 m[])") " (seq (set m[] (u32 k[])) (set k[] (+ k[] 1))))",
     RANGE, 3, 21},
    {"(set k[] 3) (set m[] 5:u32) (loop (< k[] 21) " READ(
         "(i32 m[])") " (seq (set k[] (+ k[] 1)) (set m[] (u32 k[]))))",
     UNKNOWN, 0, 0},
    {"(set k[] d[i]) (if (< k[] 9) " READ("(?: (< k[] 0) 0 k[])") ")", RANGE, 0,
     9},
    {READ("(?: (< d[i] 0) 0 (?: (> d[i] 7) 7 d[i]))"), RANGE, 0, 8},
    {READ("(?: (< d[i] 0) d[i] 7)"), UNKNOWN, 0, 0},
    {"(set m[] 3:u32) (loop (< m[] 21:u32) (seq " READ(
         "m[]") " (set m[] (+ m[] 1:u32))))",
     UNKNOWN, 0, 0}, /* it may wrap */
    {"(set k[] d[i]) (if (&& (>= k[] 0) (< k[] 5)) (seq " READ(
         "k[]") " (set k[] 3)))",
     RANGE, 0, 5},
    {"(set k[] d[i]) (if (&& (>= k[] 0) (< k[] 5)) (seq (set k[] d[i]) " READ(
         "k[]") "))",
     UNKNOWN, 0, 0},
    {"(set k[] d[i]) (if (&& (>= k[] 0) (< k[] w)) (seq (if 1 (set k[] "
     "3)) " READ("k[]") "))",
     UNKNOWN, 0, 0},
    /* one that all iterations share, and move */
    {"(set g[] 7) (if (> c[i] 9) (set g[] (+ g[] 2))) " READ("g[]"), RANGE, 7,
     28},
    {"(set g[] 7) (if (> c[i] 9) (set g[] (- g[] 2))) " READ("g[]"), RANGE, -13,
     8},
    {"(set g[] 7) (set g[] (+ g[] (> c[i] 9))) " READ("g[]"), RANGE, 7, 18},
    {"(set g[] 7) (set g[] (+ (i32 u[i]) g[])) " READ("g[]"), RANGE, 7, 2008},
    {"(set g[] 7) (set g[] (- g[] c[i])) " READ("g[]"), RANGE, -203, 48},
    {"(set g[] 7) (set g[] (+ g[] d[i])) " READ("g[]"), UNKNOWN, 0, 0},
    {"(set g[] 7) (set g[] (+ g[] g[])) " READ("g[]"), UNKNOWN, 0, 0},
    {"(set g[] 7) (set g[] (- 1 g[])) " READ("g[]"), UNKNOWN, 0, 0},
    {"(set g[] 7) (set g[] (+ (i32 (i8 g[])) 1)) " READ("g[]"), UNKNOWN, 0, 0},
    {"(set g[] 7) (loop (> e[0] 0x0p+0) (set g[] (+ g[] 1))) " READ("g[]"),
     UNKNOWN, 0, 0},
    {"(set g[] 7) (set g[] (+ g[] 1)) (loop (> e[0] 0x0p+0) (set s[] "
     "0x0p+0)) " READ("g[]"),
     RANGE, 7, 18},
    {"(set hh[] (u8 7)) (set hh[] (u8 (+ (i32 hh[]) 24))) " READ("(i32 hh[])"),
     RANGE, 7, 248},
    {"(set hh[] (u8 7)) (set hh[] (u8 (+ (i32 hh[]) 25))) " READ("(i32 hh[])"),
     UNFIT, 0, 0},
    /* jumps */
    {"(loop 1 (seq (if (> d[i] 9) (break)) (if (< d[i] 0) (continue)) " READ(
         "d[i]") "))",
     RANGE, 0, 10},
    {"(loop 1 (seq (if (|| (> d[i] 9) (< d[i] 0)) (seq (set s[] 0x0p+0) (break)"
     ")) " READ("d[i]") "))",
     RANGE, 0, 10},
    {"(loop 1 (seq (if (> d[i] 9) (set s[] 0x0p+0)) (if (< d[i] 0) "
     "(continue)) " READ("d[i]") "))",
     UNKNOWN, 0, 0},
    {"(loop (< d[i] 9) (break)) (if (>= d[i] 0) " READ("d[i]") ")", UNKNOWN, 0,
     0},
};

/* Statements without a body. */
static const struct row plain[] = {
    {"e[i] t[c[i]]", RANGE, -4, 22},
    {"e[i] t[d[i]]", UNKNOWN, 0, 0},
    {"e[i] t[d[i]] (guard (>= d[i] 0) (< d[i] 5))", RANGE, 0, 5},
    {"e[i] 0x0p+0 (guard (> c[i] 3) (> t[c[i]] 0x0p+0))", RANGE, 4, 22},
    {"e[i] 0x0p+0 (guard (> t[c[i]] 0x0p+0) (> c[i] 3))", RANGE, -4, 22},
    {"e[(i32 t[i])] 0x0p+0", RANGE, 0, 10},
};

/* Rows of 8 elements: what is demanded, and known before any value is. */
struct in_row {
    const char *text;
    bool all, known, fits;
    enum bounds_rows asked;
};

#define ROW(subscript) "(set s[] r[i " subscript "])"
#define ROW_IF(test) "(if " test " " ROW("d[i]") ")"
/* A cursor that steps so often, or in a loop. */
#define MOVE(step) "(set k[] (+ k[] " step ")) "
#define MOVES(step) "(if (> c[i] 3) (seq " MOVE(step) "))"

/* One that all iterations share. */
#define ONCE(step)                                                             \
    "(set g[] 0) (if (> c[i] 3) (set g[] (+ g[] " step "))) (set s[] rd[i "    \
    "g[]])"

static const struct in_row in_row[] = {
    {ROW("(& d[i] 7)"), false, true, true, BOUNDS_AT_START},
    {ROW("(& d[i] 8)"), false, true, false, BOUNDS_AT_START},
    {ROW("(% u[i] 8:u32)"), false, true, true, BOUNDS_AT_START},
    {ROW("(% u[i] 9:u32)"), false, true, false, BOUNDS_AT_START},
    {ROW("(- (& d[i] 7) 1)"), false, true, false, BOUNDS_AT_START},
    {ROW("c[i]"), false, true, false, BOUNDS_AT_START},
    {ROW("d[i]"), false, false, true, BOUNDS_NEVER},
    {ROW_IF("(&& (>= d[i] 0) (< d[i] 8))"), false, true, true, BOUNDS_AT_START},
    {ROW_IF("(&& (>= d[i] 0) (< d[i] w))"), false, true, true, BOUNDS_AT_START},
    {ROW_IF("(&& (>= d[i] 0) (<= d[i] w))"), false, true, false,
     BOUNDS_AT_START},
    {ROW_IF("(&& (>= d[i] -1) (< d[i] 8))"), false, true, false,
     BOUNDS_AT_START},
    {ROW_IF("(>= d[i] 0)"), false, false, true, BOUNDS_NEVER},
    /* the first subscript, and what reads no memory, is somebody else's */
    {"(set s[] r[d[i] 3])", false, true, true, BOUNDS_ALWAYS},
    {"(set s[] r[d[i] 8])", false, true, true, BOUNDS_ALWAYS},
    {"(set s[] r[d[i] 7])", true, true, true, BOUNDS_AT_START},
    {"(set s[] r[d[i] 8])", true, true, false, BOUNDS_AT_START},
    {"(set s[] r[d[i] -1])", true, true, false, BOUNDS_AT_START},
    /* rows of a constant length */
    {"(set s[] rc[i (& d[i] 7)])", false, true, true, BOUNDS_ALWAYS},
    {"(set s[] rc[i (& d[i] 8)])", false, true, false, BOUNDS_AT_START},
    {"(set s[] rc[i (i32 b[i])])", false, true, false, BOUNDS_AT_START},
    {"(set s[] rc[i (>> (i32 b[i]) 5)])", false, true, true, BOUNDS_ALWAYS},
    /* all that bytes may hold */
    {"(set s[] rw[i (i32 b[i])])", false, true, true, BOUNDS_ALWAYS},
    {"(set s[] rw[i (+ (i32 b[i]) 1)])", false, true, true, BOUNDS_AT_START},
    {"(set s[] ro[i (i32 b[i])])", false, true, true, BOUNDS_AT_START},
    {"(set s[] rw[i (+ (i32 h[i]) 128)])", false, true, false, BOUNDS_ALWAYS},
    {"(set s[] rw[i (+ (i32 h[i]) 127)])", false, true, false, BOUNDS_AT_START},
    {"(set s[] ro[i (+ (i32 h[i]) 128)])", false, true, false, BOUNDS_AT_START},
    /* cursors */
    {"(set k[] 0) " MOVES("7") ROW("k[]"), false, true, true, BOUNDS_AT_START},
    {"(set k[] 0) " MOVES("8") ROW("k[]"), false, true, false, BOUNDS_AT_START},
    {"(set k[] 1) " MOVES("3") MOVES("3") ROW("k[]"), false, true, true,
     BOUNDS_AT_START},
    {"(set k[] 2) " MOVES("3") MOVES("3") ROW("k[]"), false, true, false,
     BOUNDS_AT_START},
    {"(set k[] 7) " MOVES("-7") ROW("k[]"), false, true, true, BOUNDS_AT_START},
    {"(set k[] 7) " MOVES("-8") ROW("k[]"), false, true, false,
     BOUNDS_AT_START},
    {ONCE("1"), false, true, true, BOUNDS_AT_START},
    {ONCE("2"), false, true, false, BOUNDS_AT_START},
    {"(set k[] 0) (loop (> e[0] 0x0p+0) (seq " MOVE("1") ROW("k[]") "))", false,
     false, true, BOUNDS_NEVER},
};

/* Where nothing is known of iterators. */
static const struct in_row endless = {ONCE("1"), false, false, true,
                                      BOUNDS_AT_START};

static struct interval between(struct kir_func *f, int64_t low, int64_t high)
{
    return (struct interval){kir_int(f, KIR_I64, low),
                             kir_int(f, KIR_I64, high),
                             kir_int(f, KIR_PRED, 1)};
}

static bool no_iterator(void *user, int stmt, int loop, struct interval *out)
{
    (void)user;
    return false;
}

static bool give_iterator(void *user, int stmt, int loop, struct interval *out)
{
    struct bounds_of *of = user;

    *out = between(of->f, 0, 9);
    return true;
}

static bool give_elements(void *user, int array, struct interval *out)
{
    struct bounds_of *of = user;
    bool is_c = *of->scop->array[array].name == 'c';

    *out = is_c ? between(of->f, -4, 21) : between(of->f, 0, 200);
    return true;
}

static int give_value(void *user, const struct scop_expr *e)
{
    struct bounds_of *of = user;
    int64_t param = e->ref ? PARAM_W : PARAM_N;

    return kir_int(of->f, KIR_I64, e->op == SCOP_INT ? e->ival : param);
}

/* The first access to the arrays t, r or q; NULL: none. */
static const struct scop_expr *in_expr(const struct scop *scop,
                                       const struct scop_expr *e)
{
    const struct scop_expr *found = NULL;

    if (e->op == SCOP_ACCESS && strchr("trq", *scop->array[e->ref].name))
        return e;
    for (int k = 0; k < e->count && !found; k++)
        found = in_expr(scop, e->arg[k]);
    return found;
}

static const struct scop_expr *in_node(const struct scop *scop,
                                       const struct scop_node *node)
{
    const struct scop_expr *found =
        node->test ? in_expr(scop, node->test) : NULL;

    if (node->kind == SCOP_SET)
        found = in_expr(scop, node->rhs);
    for (int k = 0; k < node->count && !found; k++)
        found = in_node(scop, node->child[k]);
    return found;
}

static const struct scop_expr *in_stmt(const struct scop *scop,
                                       const struct scop_stmt *s)
{
    const struct scop_expr *found;

    if (s->body)
        return in_node(scop, s->body);
    found = in_expr(scop, s->lhs);
    found = found ? found : in_expr(scop, s->rhs);
    for (int k = 0; k < s->guard_count && !found; k++)
        found = in_expr(scop, s->guard[k]);
    return found;
}

/* What the code sets the variables to. */
struct outcome {
    bool fits, some;
    int64_t low, end;
};

/* The constant beside the variable's old value, in a least or largest of two.
 */
static int64_t other(const struct kir_func *f, int value)
{
    const struct kir_value *v = &f->value[value];

    return f->value[v->arg[kir_is_const(f, v->arg[1])]].imm.i;
}

static void read_block(const struct bounds_of *of,
                       const struct kir_block *block, int low,
                       struct outcome *out)
{
    const struct kir_func *f = of->f;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_IF && f->value[s->value].imm.i)
            read_block(of, &s->body[0], low, out);
        if (s->kind != KIR_SET)
            continue;
        if (s->variable == of->fits) {
            out->fits = out->fits && !kir_is_const(f, s->value);
            continue;
        }
        int64_t to = other(f, s->value);
        if (s->variable == low) {
            out->low = out->some && out->low < to ? out->low : to;
        } else {
            out->end = out->some && out->end > to ? out->end : to;
            out->some = true;
        }
    }
}

/* Does some statement of the block set the variable to 0? */
static bool clears(const struct bounds_of *of)
{
    bool found = false;

    for (const struct kir_stmt *s = of->f->body.first; s; s = s->next)
        found |= s->kind == KIR_SET && s->variable == of->fits &&
                 kir_is_const(of->f, s->value);
    return found;
}

static void check_row(const struct in_row *r, const char *text)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const struct scop *scop = scop_parse(arena, "t.scop", text, &faults);
    struct kir_module *module = kir_module_new(arena, "m", "m.c");
    struct kir_func *f = kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    struct bounds_of of = {.scop = scop,
                           .f = f,
                           .user = &of,
                           .iterator =
                               r == &endless ? no_iterator : give_iterator,
                           .elements = give_elements,
                           .value = give_value};
    const struct scop_expr *access;

    if (!scop || !scop_check(scop, &faults))
        fail_msg("%s: %s", r->text, faults.first->message);
    of.fits = kir_variable(f, "fits", KIR_I64);
    access = in_stmt(scop, &scop->stmt[0]);
    bool known = bounds_demand_rows(&of, 0, access, r->all);
    enum bounds_rows asked =
        bounds_ask_rows(arena, scop, false, 0, access, r->all);
    if (known != r->known || clears(&of) == r->fits || asked != r->asked)
        fail_msg("%s: known %d, fits %d, asked %d", r->text, known,
                 !clears(&of), (int)asked);
    arena_free(arena);
}

static void check(const struct row *r, const char *text)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const struct scop *scop = scop_parse(arena, "t.scop", text, &faults);
    struct kir_module *module = kir_module_new(arena, "m", "m.c");
    struct kir_func *f = kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    struct bounds_of of = {.scop = scop,
                           .f = f,
                           .user = &of,
                           .iterator = give_iterator,
                           .elements = give_elements,
                           .value = give_value};
    struct outcome out = {.fits = true};
    const struct scop_expr *access;
    bool known;

    if (!scop || !scop_check(scop, &faults))
        fail_msg("%s: %s", r->text, faults.first->message);
    of.fits = kir_variable(f, "fits", KIR_I64);
    int low = kir_variable(f, "low", KIR_I64);
    int high = kir_variable(f, "high", KIR_I64);
    access = in_stmt(scop, &scop->stmt[0]);
    assert_non_null(access);
    known = bounds_widen(&of, 0, access, low, high);
    if (known)
        read_block(&of, &f->body, low, &out);
    if (known != (r->what != UNKNOWN) ||
        (known &&
         (out.fits != (r->what != UNFIT) ||
          (out.fits && out.some != (r->what == RANGE)) ||
          (r->what == RANGE && (out.low != r->low || out.end != r->end)))))
        fail_msg("%s: known %d, fits %d, some %d, %lld to %lld", r->text, known,
                 out.fits, out.some, (long long)out.low, (long long)out.end);
    arena_free(arena);
}

static void test_bodies(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct buf text = {0};

        buf_printf(&text, "%s(body (seq %s))))))\n", head, row[k].text);
        check(&row[k], text.text);
        buf_free(&text);
    }
}

/* Statements around which the caller has a cursor, w at first. */
static const struct row cursor[] = {
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] (+ f[] 1))", RANGE, 8, 18},
    {"(stmt S0 e[i] t[f[]] (guard (> c[i] 3))) "
     "(stmt S1 f[] (+ f[] 3) (guard (> c[i] 3)))",
     RANGE, 8, 36},
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] (- f[] 1))", RANGE, -1, 9},
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] (+ f[] 1)) (stmt S2 f[] (+ f[] 1))",
     RANGE, 8, 27},
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] 3)", RANGE, 3, 9},
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] 3) (stmt S2 f[] (+ f[] 1))", RANGE, 3,
     10},
    {"(stmt S0 e[i] t[f[]]) (stmt S1 f[] d[i])", UNKNOWN, 0, 0},
    {"(stmt S0 e[i] t[b2[]]) (stmt S1 b2[] (+ b2[] 1))", UNKNOWN, 0, 0},
};

static void test_cursors(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cursor / sizeof *cursor; k++) {
        struct buf text = {0};
        int before = (int)(strstr(head, "(body") - head);

        buf_printf(&text,
                   "%.*s(array f i32 () \"w\" in out)\n"
                   "(array b2 i32 () \"b2\" in out)\n"
                   "(body (for @2:1 i 0 (< i n) 1 (seq %s))))\n",
                   before, head, cursor[k].text);
        check(&cursor[k], text.text);
        buf_free(&text);
    }
}

static void test_plain(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        struct buf text = {0};

        buf_printf(&text, "%s%s))))\n", head, plain[k].text);
        check(&plain[k], text.text);
        buf_free(&text);
    }
}

static void check_body(const struct in_row *r)
{
    struct buf text = {0};

    buf_printf(&text, "%s(body (seq %s))))))\n", head, r->text);
    check_row(r, text.text);
    buf_free(&text);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof in_row / sizeof *in_row; k++)
        check_body(&in_row[k]);
    check_body(&endless);
}

/* Of more tests than are kept the first ones are. */
static void test_many_tests(void **state)
{
    static const struct row kept = {"many", RANGE, 2, 5};
    struct buf text = {0};

    (void)state;
    buf_printf(&text, "%s(body (if ", head);
    for (int k = 0; k < 80; k++)
        buf_puts(&text, "(&& ");
    buf_puts(&text, "(>= d[i] 2)");
    for (int k = 0; k < 80; k++)
        buf_puts(&text, k < 63 ? " (< d[i] 5))" : " (< d[i] 4))");
    buf_puts(&text, " (set s[] t[d[i]])))))))\n");
    check(&kept, text.text);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),  cmocka_unit_test(test_plain),
        cmocka_unit_test(test_cursors), cmocka_unit_test(test_many_tests),
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
