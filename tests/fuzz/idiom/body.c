/*
 * What a point of a nest does: assignments, conditions, temporaries, short
 * loops of its own.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <math.h>
#include <string.h>

/* Declares a temporary of the value. */
static void declare(struct gen *g, struct ex e)
{
    if (g->temp_count == MAX_TEMPS)
        return;
    enum type t = gen_chance(g, 60) ? e.type : (enum type)gen_pick(g, TYPES);
    e = type_is_float(t) ? ex_fit(g, e, t) : ex_cast(g, e, t);
    const char *name = gen_name(g, gen_chance(g, 50) ? "v" : "tmp");
    gen_line(g, "%s%s %s = %s;%s", gen_chance(g, 30) ? "const " : "",
             type_spelling(g, t), name, e.text, gen_comment(g));
    struct temp temp = {name, t, e.low, e.high};
    if (type_is_float(t) && !type_is_float(e.type))
        temp = (struct temp){name, t, e.low, e.high};
    g->temp[g->temp_count++] = temp;
}

/* lhs op= e, where what the element then holds stays in its range. */
static bool compound(struct gen *g, enum type t, const char *lhs, struct ex e)
{
    static const char *const integer[] = {"+=", "-=", "*=", "^=", "|=", "&="};
    long double low, high;
    type_range(t, &low, &high);
    if (type_is_float(t)) {
        if (gen_chance(g, 50))
            gen_line(g, "%s *= %s;", lhs, gen_chance(g, 50) ? "0.5" : "-0.25f");
        else
            gen_line(g, "%s = (%s + %s) * 0.5%s;", lhs, lhs,
                     ex_fit(g, e, t).text, t == F32 ? "f" : "");
        return true;
    }
    bool wraps = t != I32 && t != I64;
    e = ex_small(g, e, wraps ? 251 : 16384);
    if (gen_chance(g, 20)) {
        gen_line(g, "%s %s %d;", lhs,
                 gen_chance(g, 50) ? "/=" : "%=", 2 + gen_pick(g, 9));
        return true;
    }
    if (gen_chance(g, 10) && wraps && high > 256 && low == 0)
        gen_line(g, "%s <<= %d;", lhs, 1 + gen_pick(g, 3));
    else
        gen_line(g, "%s %s %s;", lhs,
                 integer[wraps ? gen_pick(g, 6) : 3 + gen_pick(g, 3)], e.text);
    return true;
}

static void assign(struct gen *g, int array, const char *const *subscript)
{
    enum type t = g->array[array].type;
    const char *lhs = gen_element(g, array, subscript);
    struct ex e = ex_value(g, 1 + gen_pick(g, 3));
    g->written[array] = true;
    if (gen_chance(g, 25) && compound(g, t, lhs, e))
        return;
    if (!type_is_float(t) && type_bytes(t) == 8 && gen_chance(g, 5)) {
        gen_line(g, "%s = %s > 1000 ? 0 : %s + 1;", lhs, lhs, lhs);
        return;
    }
    e = ex_fit(g, e, t);
    gen_line(g, "%s =%s %s;", lhs, gen_comment(g), e.text);
}

/* A loop that ends by itself soon: do, while with break, or counted. */
static void short_loop(struct gen *g, int array, const char *const *subscript)
{
    const char *n = gen_name(g, "rest"), *s = gen_name(g, "acc");
    struct ex e = ex_fit(g, ex_value(g, 1), F64), test = ex_test(g);
    int rounds = 2 + gen_pick(g, 9);
    gen_line(g, "double %s = %s;", s, e.text);
    if (gen_chance(g, 40)) {
        gen_line(g, "int %s = %d;", n, rounds);
        gen_line(g, "do {");
        gen_line(g, "    %s = %s * 0.5 + %s;", s, s, n);
        bool inside = gen_chance(g, 8);
        if (!inside)
            gen_line(g, "    %s--;", n);
        gen_line(g, "} while (%s%s > 0%s);", inside ? "--" : "", n,
                 gen_chance(g, 50) ? gen_text(g, " && %s < 100", s) : "");
    } else {
        gen_line(g, "for (%s %s = 0; %s < %d; %s++) {", type_name(I32), n, n,
                 rounds, n);
        if (gen_chance(g, 60))
            gen_line(g, "    if (%s > 50 || (%s == 3 && %s))", s, n, test.text);
        else
            gen_line(g, "    if (%s == %d)", n, rounds - 1);
        gen_line(g, "        %s;", gen_chance(g, 60) ? "break" : "continue");
        gen_line(g, "    %s = %s * 0.75 + %s;", s, s, n);
        gen_line(g, "}");
    }
    struct ex value =
        ex_fit(g, (struct ex){s, F64, -1100, 1100}, g->array[array].type);
    gen_line(g, "%s = %s;", gen_element(g, array, subscript), value.text);
    g->written[array] = true;
}

static void choose_by_switch(struct gen *g, int array,
                             const char *const *subscript)
{
    struct ex e = ex_small(g, ex_value(g, 1), 4);
    const char *lhs = gen_element(g, array, subscript);
    enum type t = g->array[array].type;
    g->written[array] = true;
    gen_line(g, "switch (%s) {", ex_cast(g, e, I32).text);
    for (int k = 0; k < 3; k++) {
        if (k == 1)
            gen_line(g, "case 3:");
        gen_line(g, k < 2 ? "case %d:" : "default:", k);
        gen_line(g, "    %s = %s;", lhs, ex_fit(g, ex_value(g, 1), t).text);
        gen_line(g, "    break;");
    }
    gen_line(g, "}");
}

static void conditional(struct gen *g, int array, const char *const *subscript)
{
    struct ex test = ex_test(g);
    int temps = g->temp_count;
    gen_line(g, "if (%s) {%s", test.text, gen_comment(g));
    g->indent++;
    if (gen_chance(g, 30))
        declare(g, ex_value(g, 1));
    assign(g, array, subscript);
    g->indent--;
    g->temp_count = temps;
    if (gen_chance(g, 40)) {
        gen_line(g, "} else%s {",
                 gen_chance(g, 30) ? gen_text(g, " if (%s)", ex_test(g).text)
                                   : "");
        g->indent++;
        assign(g, array, subscript);
        g->indent--;
    }
    gen_line(g, "}");
}

void gen_body(struct gen *g, int array, const char *const *subscript)
{
    int temps = g->temp_count, count = 1 + gen_pick(g, 2);
    for (int k = gen_pick(g, 3); k > 0; k--)
        declare(g, ex_value(g, 1 + gen_pick(g, 2)));
    if (gen_chance(g, 12))
        gen_line(g, "if (%s)\n        continue;", ex_test(g).text);
    for (int k = 0; k < count; k++) {
        int what = gen_pick(g, 20);
        if (what < 12)
            assign(g, array, subscript);
        else if (what < 16)
            conditional(g, array, subscript);
        else if (what < 18)
            short_loop(g, array, subscript);
        else
            choose_by_switch(g, array, subscript);
    }
    g->temp_count = temps;
}
