/*
 * Loops that threads of OpenMP share, as people write them: iterations are
 * independent by construction, each sets its element of a row of its own. Much
 * of it is nothing that hedrac takes: chains in memory, recursion.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <string.h>

struct shared {
    struct gen *g;
    unsigned long long seed;
    const char *i, *element, *held, *at, *p, *scale, *total;
    bool uses_held, uses_at, uses_p, uses_global, uses_total;
};

static const char *value(struct shared *s)
{
    return ex_fit(s->g, ex_value(s->g, 1 + gen_pick(s->g, 2)), F64).text;
}

static void put_chain(struct shared *s)
{
    struct gen *g = s->g;
    bool own = gen_chance(g, 50);
    const char *p = own ? gen_name(g, "q") : s->p;
    s->uses_p |= !own;
    gen_line(g, "for (%s%s = list_%llu[%s %% 16]; %s; %s = %s->next)",
             own ? "struct link *" : "", p, s->seed, s->i, p, p, p);
    gen_line(g, "    %s += %s->value * %s;", s->element, p,
             gen_chance(g, 50) ? "0.5" : s->scale);
}

static void put_statement(struct shared *s)
{
    struct gen *g = s->g;
    switch (gen_pick(g, 8)) {
    case 0:
        gen_line(g, "%s = %s;", s->held, value(s));
        gen_line(g, "%s += %s * %s;", s->element, s->held, s->scale);
        s->uses_held = true;
        break;
    case 1:
        gen_line(g, "passing_%llu = %s;", s->seed, value(s));
        gen_line(g, "%s = blend(%s, passing_%llu);", s->element, s->element,
                 s->seed);
        s->uses_global = true;
        break;
    case 2:
    case 3:
        put_chain(s);
        break;
    case 4:
        gen_line(g, "%s = %s %% 9;", s->at, s->i);
        gen_line(g, "%s += depth_%llu(%s);", s->element, s->seed, s->at);
        s->uses_at = true;
        break;
    case 5:
        gen_line(g, "for (%s = 0; %s < m; %s++)", s->at, s->at, s->at);
        gen_line(g, "    %s = %s * 0.5 + %s;", s->element, s->element, s->at);
        s->uses_at = true;
        break;
    case 6:
        gen_line(g, "if (%s) {", ex_test(g).text);
        gen_line(g, "    %s = %s;", s->element, value(s));
        gen_line(g, gen_chance(g, 40) ? "    continue;\n}" : "}");
        break;
    default:
        gen_line(g, "%s = %s;", s->element, value(s));
    }
}

static void put_head(struct shared *s, struct size size)
{
    struct gen *g = s->g;
    const char *i = s->i;
    switch (gen_pick(g, 4)) {
    case 0:
        gen_line(g, "for (%s = %s - 1; %s >= 0; %s -= %d) {", i, size.text, i,
                 i, 1 + gen_pick(g, 2));
        break;
    case 1:
        gen_line(g, "for (%s = 0; %s <= %s - 1; %s += %d) {", i, i, size.text,
                 i, 1 + gen_pick(g, 3));
        break;
    case 2:
        gen_line(g, "FOR (int, %s, 0, %s) {", i, size.text);
        break;
    default:
        gen_line(g, "for (int %s = 0; %s < %s; %s++) {", i, i, size.text, i);
    }
    g->iter[g->iter_count++] = (struct iter){i, I32, 0, size.value - 1};
    g->indent++;
}

static const char *clauses(struct shared *s)
{
    static const char *const schedule[] = {"",
                                           "",
                                           " schedule(static)",
                                           " schedule(dynamic, 1)",
                                           " schedule(guided)",
                                           " schedule(dynamic)"};
    struct gen *g = s->g;
    const char *text = gen_text(g, "%s", schedule[gen_pick(g, 6)]);
    if (s->uses_held)
        text = gen_text(g, "%s private(%s)", text, s->held);
    if (s->uses_at)
        text = gen_text(g, "%s private(%s)", text, s->at);
    if (s->uses_p)
        text = gen_text(g, "%s private(%s)", text, s->p);
    if (s->uses_global)
        text = gen_text(g, "%s private(passing_%llu)", text, s->seed);
    if (gen_chance(g, 30))
        text = gen_text(g, "%s firstprivate(%s)", text, s->scale);
    if (s->uses_total)
        text = gen_text(g, "%s reduction(+ : %s)", text, s->total);
    return text;
}

static void put_loop(struct shared *s, struct buf *loop)
{
    struct gen *g = s->g;
    g->out = loop;
    put_head(s, g->size[gen_pick(g, g->size_count)]);
    for (int k = 1 + gen_pick(g, 3); k > 0; k--)
        put_statement(s);
    s->uses_total = gen_chance(g, 15);
    if (s->uses_total)
        gen_line(g, "%s += %s;", s->total,
                 ex_cast(g, ex_small(g, ex_value(g, 1), 64), I32).text);
    gen_close(g);
}

void gen_shared(struct gen *g, int row)
{
    struct buf loop = {0};
    struct shared s = {g,
                       (unsigned long long)g->seed,
                       gen_name(g, "i"),
                       NULL,
                       gen_name(g, "held"),
                       gen_name(g, "at"),
                       gen_name(g, "p"),
                       gen_name(g, "scale"),
                       gen_name(g, "total"),
                       false,
                       false,
                       false,
                       false,
                       false};
    s.element = gen_text(g, "team_%llu[%d][%s]", s.seed, row, s.i);
    put_loop(&s, &loop);
    g->out = g->nest;
    bool block = gen_chance(g, 40);
    gen_line(g, "{");
    gen_line(g, "int %s, %s;", s.i, s.at);
    gen_line(g, "double %s, %s = 0.25;", s.held, s.scale);
    gen_line(g, "struct link *%s;", s.p);
    gen_line(g, "long %s = 0;", s.total);
    const char *list = clauses(&s);
    if (block)
        buf_printf(g->out, "#pragma omp parallel%s\n    {\n#pragma omp for%s\n",
                   gen_chance(g, 30) ? " default(shared)" : "", list);
    else
        buf_printf(g->out, "#pragma omp parallel for%s\n", list);
    buf_write(g->out, loop.text, loop.length);
    if (block)
        gen_line(g, "}");
    if (s.uses_total)
        gen_line(g, "team_%llu[%d][63] = %s;", s.seed, row, s.total);
    gen_line(g, "}");
    buf_free(&loop);
}
