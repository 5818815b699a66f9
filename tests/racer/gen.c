/*
 * Random graphs of whole numbers. A stream is a bundle of values; lines add
 * operations, delays, forks that join again, rings, and rings in rings, with
 * and without gates, and now and then with a rule broken. The sums that leave
 * rings end, since each round adds.
 */
#include "tests/racer/rig.h"

struct gen {
    struct buf *out;
    uint64_t state;
    int next; /* number of the next name */
    enum gen_kind kind;
};

static unsigned draw(struct gen *g, unsigned below)
{
    g->state = g->state * UINT64_C(6364136223846793005) +
               UINT64_C(1442695040888963407);
    return (unsigned)(g->state >> 33) % below;
}

static int fresh(struct gen *g)
{
    return g->next++;
}

static int gen_op(struct gen *g, int a, int b)
{
    static const char *const names[] = {"iadd", "isub", "imax", "xor"};
    int v = fresh(g);

    buf_printf(g->out, "v%d = %s v%d", v, names[draw(g, 4)], a);
    if (a != b && draw(g, 3) == 0)
        buf_printf(g->out, "@%u", 1 + draw(g, 3));
    buf_printf(g->out, " v%d\n", b);
    return v;
}

/* Some operations on one stream; returns a value of it that all others lead
 * to. */
static int gen_body(struct gen *g, int a, unsigned lines)
{
    int b = a;

    for (unsigned k = 0; k < lines; k++) {
        int v = draw(g, 2) ? gen_op(g, a, b) : gen_op(g, b, a);

        a = b;
        b = v;
        if (a == b || k + 1 == lines)
            break;
        b = gen_op(g, a, b);
        a = b;
    }
    return b;
}

/* v = v delayed, met by itself: a window. */
static int gen_window(struct gen *g, int a)
{
    int d = fresh(g);

    buf_printf(g->out, "v%d = delay %u v%d 7\n", d, 1 + draw(g, 2), a);
    return gen_op(g, a, d);
}

static int gen_turns(struct gen *g, int a)
{
    int l = fresh(g), r = fresh(g), j = fresh(g);
    const char *turns = draw(g, 2) ? "alternate" : "priority";

    buf_printf(g->out, "fork %s ( v%d ) to v%d or v%d\n", turns, a, l, r);
    if (draw(g, 2)) {
        int more = fresh(g);

        buf_printf(g->out, "v%d = iadd v%d 1\n", more, l);
        l = more;
    }
    buf_printf(g->out, "join %s v%d = v%d or v%d\n", turns, j, l, r);
    return j;
}

/* An element of memory T, which has 64 of them. */
static int gen_request(struct gen *g, int a)
{
    int address = fresh(g), answer = fresh(g);

    buf_printf(g->out, "v%d = and v%d 63\nv%d:i32 = request T v%d", address, a,
               answer, address);
    if (draw(g, 4))
        buf_printf(g->out, " places %u", 1 + draw(g, 10));
    buf_printf(g->out, "\n");
    return answer;
}

/* What stands in a ring but rarely: a request, or an element from the
 * beginning. */
static int gen_rare(struct gen *g, int a)
{
    int d;

    switch (draw(g, 12)) {
    case 0:
        a = gen_request(g, a);
        break;
    case 1:
        d = fresh(g);
        buf_printf(g->out, "v%d = delay 1 v%d 3\n", d, a);
        a = d;
        break;
    default:
        break;
    }
    return a;
}

static const char *more_registers(struct gen *g)
{
    static const char *const more[] = {"", "", "@1", "@2", "@4"};

    return more[draw(g, sizeof more / sizeof *more)];
}

static int gen_ring(struct gen *g, int a, unsigned inner);

/* A switch, rings on one of its sides, and a join; or the rings alone. */
static int gen_branch(struct gen *g, int a, unsigned inner)
{
    int c, taken, other, join, out;

    if (g->kind != GEN_BRANCHES || draw(g, 3) == 0)
        return gen_ring(g, a, inner);
    c = fresh(g), taken = fresh(g), other = fresh(g), join = fresh(g);
    buf_printf(g->out, "v%d = ilt v%d %u\n", c, a, draw(g, 30));
    buf_printf(g->out, "switch v%d ( v%d ) then v%d else v%d\n", c, a, taken,
               other);
    out = draw(g, 4) ? gen_ring(g, taken, inner) : gen_op(g, taken, taken);
    buf_printf(g->out, "join %s v%d = v%d or v%d%s\n",
               draw(g, 2) ? "alternate" : "priority", join, out, other,
               more_registers(g));
    return join;
}

/* A ring that adds until a bound, with so many rings in each other in it. */
static int gen_ring(struct gen *g, int a, unsigned inner)
{
    int m = fresh(g), back = fresh(g), exit = fresh(g), sum, c = fresh(g);
    int gate = draw(g, inner ? 2 : 6) == 0 ? fresh(g) : -1, body, out = exit;
    bool entry_first = draw(g, 8) == 0;
    const char *more = more_registers(g);

    if (gate >= 0) {
        buf_printf(g->out, "v%d = gate %u g%d ( v%d )\n", gate, 1 + draw(g, 12),
                   gate, a);
        a = gate;
    }
    if (entry_first)
        buf_printf(g->out, "merge v%d = entry v%d feedback v%d%s\n", m, a, back,
                   more);
    else
        buf_printf(g->out, "merge v%d = feedback v%d%s entry v%d\n", m, back,
                   more, a);
    body = gen_rare(g, inner ? gen_branch(g, m, inner - 1) : m);
    sum = fresh(g);
    buf_printf(g->out, "v%d = iadd v%d %u\n", sum, body, 1 + draw(g, 5));
    buf_printf(g->out, "v%d = ilt v%d %u\n", c, sum, 5 + draw(g, 40));
    buf_printf(g->out, "switch v%d ( v%d@%u ) then v%d else v%d\n", c, sum,
               1 + draw(g, 3), back, exit);
    if (gate >= 0) {
        out = fresh(g);
        buf_printf(g->out, "v%d = ungate g%d ( v%d )\n", out, gate, exit);
    }
    return out;
}

static int gen_piece(struct gen *g, int v)
{
    unsigned rare = g->kind >= GEN_NESTS ? 2 : g->kind == GEN_SMALL ? 5 : 8;

    switch (draw(g, rare)) {
    case 0:
        return gen_ring(g, v, 0);
    case 1:
        return gen_ring(g, v,
                        g->kind >= GEN_NESTS ? 1 + draw(g, 2) : draw(g, 2));
    case 2:
        return gen_window(g, v);
    case 3:
        return gen_turns(g, v);
    case 4:
        return draw(g, 4) ? gen_body(g, v, 1) : gen_request(g, v);
    default:
        return gen_body(g, v, 1 + draw(g, g->kind == GEN_SMALL ? 1 : 4));
    }
}

void gen_graph(struct buf *out, uint64_t seed, enum gen_kind kind)
{
    struct gen g = {.out = out, .state = seed * 77 + 5, .kind = kind};
    int v = fresh(&g);
    unsigned pieces = kind == GEN_ANY ? 1 + draw(&g, 3) : 1;

    draw(&g, 2);
    buf_puts(out, "graph random\n");
    buf_printf(out, "source v%d:i32 from A affine 1\n", v);
    for (unsigned k = 0; k < pieces; k++)
        v = gen_piece(&g, v);
    buf_printf(out, "sink v%d to B tag v%d\n", v, v);
}
