/*
 * Pieces: nests in the idioms of people.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <stdarg.h>
#include <string.h>

void gen_line(struct gen *g, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    for (int k = 0; k < g->indent; k++)
        buf_puts(g->out, "    ");
    buf_vprintf(g->out, format, ap);
    buf_putc(g->out, '\n');
    va_end(ap);
}

const char *gen_comment(struct gen *g)
{
    static const char *const comment[] = {
        " /* a[i] = 0; */", " // no /* comment", " /**/", " /* } else { */",
        " /* for (;;) \"quoted */"};
    bool any = gen_chance(g, 6);
    int which = gen_pick(g, 5);
    return any && which != 1 ? comment[which] : "";
}

/* Loops -------------------------------------------------------------------- */

static enum type counter_type(struct gen *g, int high)
{
    static const enum type type[] = {I32, I32, I32, I32, U32, I64,
                                     U64, I16, U16, U8,  I8};
    enum type t = type[gen_pick(g, 11)];
    return (t == U8 && high > 200) || (t == I8 && high > 100) ? I32 : t;
}

static const char *less_text(struct gen *g, struct size s, int less)
{
    return less ? gen_text(g, "%s - %d", s.text, less) : s.text;
}

/* The head of a loop downwards. */
static void head_down(struct gen *g, const struct iter *i, const char *end,
                      int low)
{
    bool is_signed =
        i->type == I32 || i->type == I64 || i->type == I16 || i->type == I8;
    const char *t = type_spelling(g, i->type);
    int step = is_signed && !g->whole && gen_chance(g, 20) ? 2 : 1;
    if (step == 2)
        gen_line(g, "for (%s %s = %s - 1; %s >= %d; %s -= 2) {", t, i->name,
                 end, i->name, low, i->name);
    else if (gen_chance(g, 20) && is_signed)
        gen_line(g, "DOWN (%s, %s, %d, %s) {", t, i->name, low, end);
    else
        gen_line(
            g, "for (%s %s = %s - 1; %s %s; %s--) {", t, i->name, end, i->name,
            gen_text(g, low == 0 || gen_chance(g, 60) ? ">= %d" : "> %d - 1",
                     low),
            i->name);
}

static void head_up(struct gen *g, const struct iter *i, const char *end,
                    int low)
{
    const char *t = type_spelling(g, i->type), *n = i->name;
    switch (gen_pick(g, g->whole ? 2 : 8)) {
    case 0:
        gen_line(g, "for (%s %s = %d; %s <= %s - 1; %s++) {", t, n, low, n, end,
                 n);
        break;
    case 1:
        gen_line(g, "FOR (%s, %s, %d, %s) {%s", t, n, low, end, gen_comment(g));
        break;
    case 2:
        gen_line(g, "for (%s %s = %d;%s %s < %s; %s += %d) {", t, n, low,
                 gen_comment(g), n, end, n, 2 + gen_pick(g, 3));
        break;
    case 3:
        gen_line(g, "for (%s %s = %d; %s != %s; ++%s) {", t, n, low, n, end, n);
        break;
    default:
        gen_line(g, "for (%s %s = %d; %s < %s; %s++) {%s", t, n, low, n, end, n,
                 gen_comment(g));
    }
}

struct iter *gen_loop(struct gen *g, int low, struct size s, int less)
{
    static const char *const stem[] = {"i", "j", "row", "x", "k_"};
    int high = s.value - less;
    struct iter *i = &g->iter[g->iter_count];
    *i = (struct iter){.low = low, .high = high - 1};
    i->name = gen_name(g, stem[gen_pick(g, 5)]);
    i->type = counter_type(g, high);
    bool is_signed =
        i->type == I32 || i->type == I64 || i->type == I16 || i->type == I8;
    const char *end = less_text(g, s, less);
    if (less)
        end = gen_text(g, "(%s)", end);
    if (gen_chance(g, 15) && high > low && (is_signed || low > 0))
        head_down(g, i, end, low);
    else
        head_up(g, i, end, low);
    g->iter_count++;
    g->indent++;
    return i;
}

void gen_close(struct gen *g)
{
    g->iter_count--;
    g->indent--;
    gen_line(g, "}");
}

/* Loops over all elements of the array but for a border; its subscripts. */
static void loops_over(struct gen *g, int array, const char **sub, int border)
{
    const struct array *a = &g->array[array];
    for (int d = 0; d < a->rank; d++) {
        struct iter *i = gen_loop(g, border, a->dim[d], border);
        sub[d] = i->name;
    }
}

static void close_loops(struct gen *g, int count)
{
    while (count-- > 0)
        gen_close(g);
}

/* Pieces ------------------------------------------------------------------- */

static bool is_large(const struct array *a)
{
    return a->dim[0].value >= 5;
}

static bool is_float_array(const struct array *a)
{
    return type_is_float(a->type) && is_large(a);
}

static bool is_integer_array(const struct array *a)
{
    return !type_is_float(a->type) && is_large(a);
}

static bool is_counter_array(const struct array *a)
{
    return a->type == U32 || a->type == U64 || a->type == U16 || a->type == U8;
}

static bool is_pointed_to(const struct array *a)
{
    return a->home == HOME_POINTER && a->rank == 2;
}

/* Each element by itself. */
static bool map(struct gen *g)
{
    int array = gen_array_of(g, is_large, 0);
    const char *sub[MAX_RANK];
    if (array < 0)
        return false;
    int border = gen_pick(g, 3) ? 0 : 1;
    loops_over(g, array, sub, border);
    for (int k = 0; k < 1 + gen_pick(g, 2); k++)
        gen_body(g, array, sub);
    close_loops(g, g->array[array].rank);
    return true;
}

/* Rows by pointers to their first elements. */
static bool rows(struct gen *g)
{
    int array = gen_array_of(g, is_pointed_to, 2);
    if (array < 0)
        return false;
    const struct array *a = &g->array[array];
    struct iter *i = gen_loop(g, 0, a->dim[0], 0);
    const char *row = gen_name(g, "line");
    gen_line(g, "%s *%s%s = %s + %s * %s;", type_name(a->type),
             gen_chance(g, 50) ? "const " : "", row, a->name, i->name,
             a->dim[1].text);
    struct iter *j = gen_loop(g, 1, a->dim[1], 0);
    struct ex old = {gen_text(g, "%s[%s - 1]", row, j->name), a->type, 0, 0};
    type_range(a->type, &old.low, &old.high);
    struct ex e = gen_chance(g, 50) ? ex_binary(g, '+', ex_value(g, 2), old)
                                    : ex_value(g, 2);
    g->written[array] = true;
    gen_line(g, gen_chance(g, 70) ? "%s[%s] = %s;" : "*(%s + %s) = %s;", row,
             j->name, ex_fit(g, e, a->type).text);
    close_loops(g, 2);
    return true;
}

/* Sweeps of a stencil in a loop over time, by way of another array, or in
 * place. */
static bool sweeps(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 0);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    const char *sub[MAX_RANK], *t = gen_name(g, "step");
    enum type type = a->type;
    for (int d = 0; d < a->rank; d++)
        if (a->dim[d].value < 3)
            return false;
    gen_line(g, "for (int %s = 0; %s < %d; %s++) {", t, t, 2 + gen_pick(g, 3),
             t);
    g->indent++;
    loops_over(g, to, sub, 1);
    struct ex sum = {gen_element(g, to, sub), type, -1024, 1024};
    for (int d = 0; d < a->rank; d++) {
        const char *side[MAX_RANK];
        memcpy(side, sub, sizeof side);
        side[d] = gen_text(g, gen_chance(g, 50) ? "%s - 1" : "%s + 1", sub[d]);
        struct ex e = {gen_element(g, to, side), type, -1024, 1024};
        sum = ex_binary(g, gen_chance(g, 80) ? '+' : '-', sum, e);
    }
    if (gen_chance(g, 40))
        sum = ex_binary(g, '+', sum, ex_value(g, 1));
    gen_line(g, "%s = %s;", gen_element(g, to, sub), ex_fit(g, sum, type).text);
    close_loops(g, a->rank);
    g->indent--;
    gen_line(g, "}");
    return true;
}

/* b from a, a from b, and a pointer for each in turn. */
static bool exchange(struct gen *g)
{
    int from = gen_array_of(g, is_float_array, 1), to = -1;
    for (int k = 0; from >= 0 && k < g->array_count; k++)
        if (k != from && !g->array[k].index && g->array[k].rank == 1 &&
            type_is_float(g->array[k].type) &&
            g->array[k].dim[0].value >= g->array[from].dim[0].value)
            to = k;
    if (to < 0)
        return false;
    const char *t = gen_name(g, "round");
    gen_line(g, "for (%s %s = 0; %s < 3; ++%s) {",
             type_spelling(g, gen_chance(g, 50) ? I32 : U32), t, t, t);
    g->indent++;
    for (int k = 0; k < 2; k++) {
        struct iter *i = gen_loop(g, 1, g->array[from].dim[0], 1);
        const char *here = i->name, *side = gen_text(g, "%s + 1", i->name);
        struct ex a = {gen_element(g, k ? to : from, &here), F64, -1024, 1024};
        struct ex b = {gen_element(g, k ? to : from, &side), F64, -1024, 1024};
        gen_line(g, "%s = %s;", gen_element(g, k ? from : to, &here),
                 ex_fit(g, ex_binary(g, k ? '-' : '+', a, b), F64).text);
        gen_close(g);
    }
    g->indent--;
    gen_line(g, "}");
    return true;
}

/* A scalar that outlives the region. */
static const char *outer_scalar(struct gen *g, enum type t, const char *value)
{
    const char *name = gen_name(g, "total");
    g->out = g->before;
    gen_line(g, "%s %s = %s;", type_spelling(g, t), name, value);
    g->out = g->after;
    gen_line(g, "result_%llu[%d] = (double)%s;", (unsigned long long)g->seed,
             g->results++, name);
    g->out = g->nest;
    return name;
}

static bool reduction(struct gen *g)
{
    int array = gen_array_of(g, NULL, 0);
    enum type t = (enum type)gen_pick(g, TYPES);
    const char *sub[MAX_RANK];
    if (array < 0)
        return false;
    int what = gen_pick(g, 6);
    if (t == I32 && what < 2) /* wide enough for the sum */
        t = I64;
    const char *s = outer_scalar(g, t, what == 4 ? "0" : "1");
    g->written[array] = false;
    loops_over(g, array, sub, 0);
    struct ex e = ex_fit(g, ex_value(g, 2), t);
    if (what == 3 && !type_is_float(t)) {
        gen_line(g, "%s ^= %s;", s, e.text);
    } else if (what == 4) {
        const char *v = gen_name(g, "new");
        gen_line(g, "%s %s = %s;", type_name(t), v, e.text);
        if (gen_chance(g, 50))
            gen_line(g, "if (%s > %s)\n        %s = %s;", v, s, s, v);
        else
            gen_line(g, "%s = %s < %s ? %s : %s;", s, v, s, v, s);
    } else if (what == 5) {
        gen_line(g, "if (%s)\n        %s++;", ex_test(g).text, s);
    } else {
        gen_line(g, "%s %s %s;", s, gen_chance(g, 70) ? "+=" : "-=", e.text);
    }
    close_loops(g, g->array[array].rank);
    return true;
}

/* A sum for each row, in a scalar of its own or in the element. */
static bool row_sums(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 1);
    if (to < 0)
        return false;
    enum type t = g->array[to].type;
    struct iter *i = gen_loop(g, 0, g->array[to].dim[0], 0);
    const char *lhs = gen_element(g, to, &i->name);
    const char *s = gen_chance(g, 50) ? gen_name(g, "sum") : NULL;
    if (s)
        gen_line(g, "%s %s = 0;", type_spelling(g, t), s);
    else
        gen_line(g, "%s = 0;", lhs);
    struct size length = g->size[gen_pick(g, g->size_count)];
    gen_loop(g, 0, length, 0);
    g->written[to] = true;
    struct ex e = ex_fit(g, ex_value(g, 2), t);
    gen_line(g, "%s += %s * 0x1p-6%s;", s ? s : lhs, e.text,
             t == F32 ? "f" : "");
    gen_close(g);
    if (s)
        gen_line(g, "%s = %s;", lhs,
                 ex_fit(g, (struct ex){s, t, -1024, 1024}, t).text);
    gen_close(g);
    return true;
}

/* for j <= i */
static bool triangle(struct gen *g)
{
    int to = gen_array_of(g, is_large, 2);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    struct size s = a->dim[a->dim[0].value > a->dim[1].value];
    struct iter *i = gen_loop(g, 0, s, 0), *j = &g->iter[g->iter_count];
    *j = (struct iter){gen_name(g, "col"), i->type, 0, s.value - 1};
    switch (gen_pick(g, 3)) {
    case 0:
        gen_line(g, "for (%s %s = 0; %s <= %s; %s++) {", type_name(j->type),
                 j->name, j->name, i->name, j->name);
        break;
    case 1:
        gen_line(g, "for (%s %s = %s; %s < %s; %s++) {", type_name(j->type),
                 j->name, i->name, j->name, s.text, j->name);
        break;
    default:
        gen_line(g, "for (%s %s = 0; %s < MIN2(%s + 2, %s); %s++) {",
                 type_name(j->type), j->name, j->name, i->name, s.text,
                 j->name);
    }
    g->iter_count++;
    g->indent++;
    const char *sub[2] = {i->name, j->name};
    gen_body(g, to, sub);
    close_loops(g, 2);
    return true;
}

/* Where something falls, in a variable that may move on from there. */
static const char *variable_bin(struct gen *g, const char *place)
{
    const char *bin = gen_name(g, "bin");
    gen_line(g, "int %s = %s;", bin, place);
    if (gen_chance(g, 40))
        gen_line(g, "while (%s > 2 && %s %% 3 == 1)", bin, bin);
    else if (gen_chance(g, 40))
        gen_line(g, "if (%s & 1)", bin);
    else
        return bin;
    gen_line(g, "    %s /= 2;", bin);
    return bin;
}

/* Counts of what falls where. */
static bool histogram(struct gen *g)
{
    int to = gen_array_of(g, is_counter_array, 1);
    if (to < 0)
        return false;
    int bins = g->array[to].dim[0].value;
    gen_loop(g, 0, g->size[gen_pick(g, g->size_count)], 0);
    struct ex e = ex_small(g, ex_cast(g, ex_value(g, 1), U32), bins);
    const char *place = gen_chance(g, 50) ? variable_bin(g, e.text) : e.text;
    const char *lhs = gen_element(g, to, &place);
    g->written[to] = g->extents = true;
    if (gen_chance(g, 30))
        gen_line(g, "if ((%s) %% 3 != 1)", place);
    gen_line(g, gen_chance(g, 60) ? "%s++;" : "%s += 3;", lhs);
    gen_close(g);
    return true;
}

/* By an array that holds each number once. */
static bool scatter(struct gen *g)
{
    int to = gen_array_of(g, is_large, 1), order = -1;
    for (int k = 0; to >= 0 && k < g->array_count; k++)
        if (g->array[k].order && g->array[k].limit <= g->array[to].dim[0].value)
            order = k;
    if (order < 0)
        return false;
    struct iter *i = gen_loop(g, 0, g->array[order].dim[0], 0);
    const char *at = gen_element(g, order, &i->name);
    const char *lhs = gen_element(g, to, &at);
    g->written[to] = g->extents = true;
    g->injective = gen_chance(g, 90) ? order : -1;
    gen_line(g, "%s = %s;", lhs,
             ex_fit(g, ex_value(g, 2), g->array[to].type).text);
    gen_close(g);
    return true;
}

/* Where a row has the first of something: by break, or by a function's
 * return. */
static bool search(struct gen *g)
{
    int to = gen_array_of(g, is_integer_array, 1), in = -1;
    for (int k = 0; to >= 0 && k < g->array_count; k++)
        if (g->array[k].index && g->array[k].type == I32)
            in = k;
    if (in < 0 || type_bytes(g->array[to].type) < 2)
        return false;
    struct iter *i = gen_loop(g, 0, g->array[to].dim[0], 0);
    const char *lhs = gen_element(g, to, &i->name),
               *n = g->array[in].dim[0].text;
    struct ex key = ex_cast(g, ex_small(g, ex_value(g, 1), 16), I32);
    g->written[to] = true;
    if (gen_chance(g, 50)) {
        gen_line(g, "%s = find_first(%s, %s, %s);", lhs, g->array[in].name, n,
                 key.text);
    } else {
        const char *k = gen_name(g, "at");
        gen_line(g, "int %s = 0;", k);
        if (gen_chance(g, 50))
            gen_line(g,
                     "for (; %s < %s; %s++)\n        if (%s[%s] > %s)\n"
                     "            break;",
                     k, n, k, g->array[in].name, k, key.text);
        else
            gen_line(g, "while (%s < %s && %s[%s] < %s)\n        %s++;", k, n,
                     g->array[in].name, k, key.text, k);
        gen_line(g, "%s = %s;", lhs, k);
    }
    gen_close(g);
    return true;
}

/* Running sums and other chains. */
static bool chain(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 1);
    if (to < 0)
        return false;
    enum type t = g->array[to].type;
    struct iter *i = gen_loop(g, 1, g->array[to].dim[0], 0);
    const char *before = gen_text(g, "%s - 1", i->name);
    struct ex old = {gen_element(g, to, &before), t, -1024, 1024};
    struct ex more = ex_fit(g, ex_value(g, 1), t);
    gen_line(g, "%s = %s;", gen_element(g, to, &i->name),
             ex_fit(g, ex_binary(g, '+', old, more), t).text);
    gen_close(g);
    return true;
}

/* What passes a test, together. */
static bool compaction(struct gen *g)
{
    int to = gen_array_of(g, is_large, 1);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    const char *k = outer_scalar(g, gen_chance(g, 50) ? I32 : U32, "0");
    gen_loop(g, 0, a->dim[0], 0);
    g->written[to] = g->extents = true;
    struct ex test = ex_test(g), e = ex_fit(g, ex_value(g, 2), a->type);
    const char *at = gen_text(g, "%s++", k);
    gen_line(g, "if (%s)\n        %s = %s;", test.text,
             gen_text(g, "%s[%s]%s", a->name, at, a->field), e.text);
    gen_close(g);
    return a->rank == 1;
}

static bool product(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 2);
    int a = gen_array_of(g, NULL, 2), b = gen_array_of(g, NULL, 2);
    if (to < 0 || a < 0 || b < 0 || g->array[a].type == U64)
        return false;
    enum type t = g->array[to].type;
    struct iter *i = gen_loop(g, 0, g->array[to].dim[0], 0);
    struct iter *j = gen_loop(g, 0, g->array[to].dim[1], 0);
    const char *at[2] = {i->name, j->name};
    const char *lhs = gen_element(g, to, at);
    if (gen_chance(g, 70))
        gen_line(g, "%s = 0;", lhs);
    gen_loop(g, 0, g->size[gen_pick(g, g->size_count)], 0);
    struct ex x[2];
    for (int k = 0; k < 2; k++) {
        int from = k ? b : a;
        const char *sub[2] = {gen_subscript(g, &g->array[from], 0),
                              gen_subscript(g, &g->array[from], 1)};
        x[k] =
            (struct ex){gen_element(g, from, sub), g->array[from].type, 0, 0};
        type_range(x[k].type, &x[k].low, &x[k].high);
        x[k] = ex_cast(g, ex_fit(g, x[k], t), t); /* products have signs */
    }
    gen_line(g, "%s += %s * %s * 0x1p-16%s;", lhs, x[0].text, x[1].text,
             t == F32 ? "f" : "");
    gen_close(g);
    g->written[to] = true;
    gen_line(g, "%s *= 0.5f;", lhs);
    close_loops(g, 2);
    return true;
}

/* A row of its own for each iteration. */
static bool own_row(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 2);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    enum type t = a->type;
    struct iter *i = gen_loop(g, 0, a->dim[0], 0);
    const char *own = gen_name(g, "buffer");
    gen_line(g, "%s %s[%d];", type_spelling(g, t), own, a->dim[1].value);
    g->whole = true;
    struct iter *j = gen_loop(g, 0, a->dim[1], 0);
    g->whole = false;
    gen_line(g, "%s[%s] = %s;", own, j->name,
             ex_fit(g, ex_value(g, 2), t).text);
    gen_close(g);
    j = gen_loop(g, 0, a->dim[1], 0);
    const char *sub[2] = {i->name, j->name};
    struct ex x = {gen_text(g, "%s[%s]", own, gen_subscript(g, a, 1)), t, -1024,
                   1024};
    gen_line(g, "%s = %s;", gen_element(g, to, sub),
             ex_fit(g, ex_binary(g, '-', x, ex_value(g, 1)), t).text);
    g->written[to] = true;
    close_loops(g, 2);
    return true;
}

/* *p++ = *q++, in a function that is inlined, or by itself. */
static bool walk(struct gen *g)
{
    int to = gen_array_of(g, is_float_array, 1);
    if (to < 0 || g->array[to].type != F64 || g->array[to].home == HOME_RECORDS)
        return false;
    const struct array *a = &g->array[to];
    g->written[to] = true;
    if (gen_chance(g, 60)) {
        const char *s = outer_scalar(g, F64, "0");
        const char *k = gen_name(g, "part");
        gen_line(g, "for (int %s = 0; %s < %s / 2; %s++)", k, k, a->dim[0].text,
                 k);
        gen_line(g, "    %s += sum_of(%s + %s, 2);", s, a->name, k);
        return true;
    }
    const char *p = gen_name(g, "p");
    g->out = g->before;
    gen_line(g, "double *%s = %s;", p, a->name);
    g->out = g->nest;
    gen_loop(g, 0, a->dim[0], 0);
    gen_line(g, "*%s++ = %s;", p, ex_fit(g, ex_value(g, 1), F64).text);
    gen_close(g);
    return true;
}

/* Pointers that walk ------------------------------------------------------- */

/* Is there one spelling of its type, of which a pointer to it has to be? */
static bool is_walked(const struct array *a)
{
    return is_large(a) && a->home != HOME_RECORDS &&
           (type_is_float(a->type) || type_bytes(a->type) < 8);
}

/* May read what the pointer `p` leads to, too; NULL: the statement moves it. */
static const char *walked_value(struct gen *g, const struct array *a,
                                const char *p)
{
    struct ex e = ex_value(g, 1);
    if (p && gen_chance(g, 40)) {
        struct ex old = {gen_text(g, "(*%s)", p), a->type, 0, 0};
        type_range(a->type, &old.low, &old.high);
        e = ex_binary(g, gen_chance(g, 70) ? '+' : '*', old, e);
    }
    return ex_fit(g, e, a->type).text;
}

static const char *outer_pointer(struct gen *g, const struct array *a,
                                 const char *text)
{
    const char *p = gen_name(g, "p");
    g->out = g->before;
    gen_line(g, "%s *%s = %s;", type_name(a->type), p, text);
    g->out = g->after;
    if (gen_chance(g, 50))
        gen_line(g, "result_%llu[%d] = (double)(%s - %s);",
                 (unsigned long long)g->seed, g->results++, p, a->name);
    g->out = g->nest;
    return p;
}

/* for (p = a, end = a + n; p < end; p += c), p + 1 <= end, p != end. */
static void walk_up(struct gen *g, const struct array *a, const char *first,
                    const char *count)
{
    const char *t = type_name(a->type), *p = gen_name(g, "p"),
               *end = gen_name(g, "end");
    int step = gen_chance(g, 70) ? 1 : 2 + gen_pick(g, 3);
    const char *const test[] = {"%s < %s", "%s + 1 <= %s",
                                step == 1 ? "%s != %s" : "%s < %s"};
    const char *going = gen_text(g, test[gen_pick(g, 3)], p, end);
    gen_line(g, "for (%s *%s = %s, *%s = %s + %s; %s; %s += %d)", t, p, first,
             end, first, count, going, p, step);
    gen_line(g, "    *%s = %s;", p, walked_value(g, a, p));
}

static void walk_down(struct gen *g, const struct array *a)
{
    const char *p =
        outer_pointer(g, a, gen_text(g, "%s + %s", a->name, a->dim[0].text));
    gen_line(g, "while (%s > %s) {", p, a->name);
    gen_line(g, "    %s--;", p);
    gen_line(g, "    *%s = %s;", p, walked_value(g, a, p));
    gen_line(g, "}");
}

/* From both ends; the test may step one of them. */
static void walk_together(struct gen *g, const struct array *a)
{
    bool tested = gen_chance(g, 40);
    const char *low = outer_pointer(g, a, a->name);
    const char *high = outer_pointer(
        g, a,
        gen_text(g, "%s + %s - %d", a->name, a->dim[0].text, tested ? 0 : 1));
    const char *t = gen_name(g, "held");
    gen_line(g, "while (%s < %s%s) {", low, tested ? "--" : "", high);
    gen_line(g, "    %s %s = *%s;", type_name(a->type), t, low);
    gen_line(g, "    *%s++ = *%s;", low, high);
    gen_line(g, "    *%s%s = %s;", high, tested ? "" : "--", t);
    gen_line(g, "}");
}

static void walk_counted(struct gen *g, const struct array *a)
{
    const char *p = outer_pointer(g, a, a->name), *k = gen_name(g, "left");
    bool once = gen_chance(g, 60);
    gen_line(g, "%s %s = %s;", gen_chance(g, 80) ? "int" : "long", k,
             a->dim[0].text);
    gen_line(g, once ? "do" : "while (%s-- > 0)", k);
    gen_line(g, "    *%s++ = %s;", p, walked_value(g, a, NULL));
    if (once)
        gen_line(g, "while (--%s > 0);", k);
}

/* From another array, which ends it. */
static bool walk_copy(struct gen *g, int to)
{
    const struct array *a = &g->array[to];
    int from = gen_array_of(g, is_walked, 1);
    const struct array *b = from < 0 ? a : &g->array[from];
    if (from < 0 || from == to || b->dim[0].value > a->dim[0].value)
        return false;
    const char *d = outer_pointer(g, a, a->name),
               *s = outer_pointer(g, b, b->name);
    struct ex e = {gen_text(g, "(*%s)", s), b->type, 0, 0};
    type_range(b->type, &e.low, &e.high);
    e = ex_fit(g, ex_binary(g, '-', e, ex_value(g, 0)), a->type);
    gen_line(g, "while (%s < %s + %s) {", s, b->name, b->dim[0].text);
    gen_line(g, "    *%s = %s;", d, e.text);
    gen_line(g, "    %s++, %s++;", s, d);
    gen_line(g, "}");
    return true;
}

static bool march_rows(struct gen *g)
{
    int to = gen_array_of(g, is_pointed_to, 2);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    struct iter *i = gen_loop(g, 0, a->dim[0], 0);
    g->written[to] = true;
    walk_up(g, a,
            gen_text(g, "(%s + %s * %s)", a->name, i->name, a->dim[1].text),
            a->dim[1].text);
    gen_close(g);
    return true;
}

/* A pointer that is set anew in each iteration. */
static void set_pointer(struct gen *g, const struct array *a)
{
    const char *p = gen_name(g, "p");
    struct iter *i = gen_loop(g, 0, a->dim[0], 0);
    gen_line(g, "%s *%s;", type_name(a->type), p);
    for (int k = 0; k < 1 + gen_pick(g, 2); k++) {
        gen_line(g, "%s = %s + %s;", p, a->name, k ? "1" : i->name);
        gen_line(g, "*%s = %s;", p, walked_value(g, a, p));
    }
    gen_close(g);
}

/* By as much as data says, never beyond the loop's iterations. */
static void walk_by_data(struct gen *g, const struct array *a)
{
    const char *p = outer_pointer(g, a, a->name);
    const char *low = outer_pointer(g, a, a->name),
               *high = outer_pointer(
                   g, a, gen_text(g, "%s + %s", a->name, a->dim[0].text));
    g->extents = true;
    g->reach = gen_text(g, "%s[%s]", p, a->dim[0].text);
    gen_loop(g, 0, a->dim[0], 0);
    const char *test = ex_test(g).text, *value = walked_value(g, a, NULL);
    switch (gen_pick(g, 4)) {
    case 0:
        gen_line(g, "if (%s)\n        *%s++ = %s;", test, p, value);
        break;
    case 1:
        gen_line(g, "*%s = %s;", p, walked_value(g, a, p));
        gen_line(g, "if (%s)\n        %s += 1;", test, p);
        break;
    case 2:
        gen_line(g, "if (%s) {\n        *%s = %s;\n        ++%s;", test, p,
                 walked_value(g, a, p), p);
        gen_line(g, "} else if (%s > %s) {\n        *--%s = %s;\n    }", p, low,
                 p, value);
        break;
    default:
        gen_line(g, "while (%s < %s && %s) {", p, high, test);
        gen_line(g, "    *%s++ = %s;\n    }", p, value);
    }
    gen_close(g);
}

static bool march(struct gen *g)
{
    int to = gen_array_of(g, is_walked, 1), form = gen_pick(g, 9);
    if (form == 0)
        return march_rows(g);
    if (to < 0)
        return false;
    const struct array *a = &g->array[to];
    g->written[to] = true;
    if (form == 1)
        walk_up(g, a, a->name, a->dim[0].text);
    else if (form == 2)
        walk_down(g, a);
    else if (form == 3)
        walk_together(g, a);
    else if (form == 4)
        walk_counted(g, a);
    else if (form == 5)
        set_pointer(g, a);
    else if (form > 6)
        walk_by_data(g, a);
    else
        return walk_copy(g, to);
    return true;
}

void gen_piece(struct gen *g)
{
    static bool (*const piece[])(struct gen *) = {
        map,      map,       map,      map,       rows,     rows,
        sweeps,   sweeps,    exchange, reduction, row_sums, row_sums,
        triangle, histogram, scatter,  search,    chain,    compaction,
        product,  own_row,   reduction};
    memset(g->written, 0, sizeof g->written);
    bool done =
        (gen_chance(g, 2) && walk(g)) || (gen_chance(g, 12) && march(g));
    while (!done)
        done = piece[gen_pick(g, (int)(sizeof piece / sizeof *piece))](g);
}
