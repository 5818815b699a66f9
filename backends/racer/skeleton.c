/*
 * The control skeleton of a graph as a transition system, for provers by
 * induction: a bit for each register, what the condition in front of a switch
 * says, the turn of an alternating fork or join, how many elements lie beyond a
 * gate. Inputs choose what conditions say, and which sources give and sinks
 * take. All else that can fire fires, as in the machine. Bad is a state in
 * which nothing can fire though all sources would give and all sinks take.
 *
 * A skeleton is a list of terms, each of which takes those before it, and is
 * printed in two languages: as lines of BTOR2 (Niemetz et al., 2018), and as
 * Horn clauses of SMT-LIB 2, which are satisfiable iff no bad state is reached.
 */
#include "backends/racer/racer.h"

#include <inttypes.h>

enum term_kind {
    TERM_FALSE,
    TERM_TRUE,
    TERM_STATE,
    TERM_COUNT, /* a state that counts */
    TERM_INPUT,
    TERM_NOT,
    TERM_AND,
    TERM_OR,
    TERM_IF,   /* of three bits */
    TERM_LESS, /* a count below a number */
    TERM_STEP  /* a count, one more if the second and less if the third holds */
};

struct term {
    enum term_kind kind;
    int arg[3];
    int64_t number;   /* of TERM_LESS; what a state begins with */
    int next;         /* of a state */
    const char *name; /* of a state or input */
};

struct skeleton {
    struct arena *arena;
    const struct net *net;
    int count, cap;
    struct term *term;
    int *full,
        *says;       /* [register]: states; says -1: tells no switch anything */
    int *more;       /* [transfer]: a turn or a count, -1 */
    int *fire[2][2]; /* [takes][fills][transfer]: terms, -1 */
    int bad;
};

static int add(struct skeleton *s, struct term term)
{
    ARENA_PUSH(s->arena, s->term, s->count, s->cap, term);
    return s->count - 1;
}

static int constant(bool value)
{
    return value ? TERM_TRUE : TERM_FALSE;
}

static int state(struct skeleton *s, bool counts, int64_t first,
                 const char *name)
{
    return add(s, (struct term){.kind = counts ? TERM_COUNT : TERM_STATE,
                                .number = first,
                                .name = name});
}

static int input(struct skeleton *s, const char *name)
{
    return add(s, (struct term){.kind = TERM_INPUT, .name = name});
}

static int not(struct skeleton * s, int a)
{
    if (a == TERM_FALSE || a == TERM_TRUE)
        return constant(a == TERM_FALSE);
    return add(s, (struct term){.kind = TERM_NOT, .arg = {a}});
}

static int and (struct skeleton * s, int a, int b)
{
    if (a == TERM_FALSE || b == TERM_FALSE)
        return TERM_FALSE;
    if (a == TERM_TRUE || b == TERM_TRUE)
        return a == TERM_TRUE ? b : a;
    return add(s, (struct term){.kind = TERM_AND, .arg = {a, b}});
}

static int or (struct skeleton * s, int a, int b)
{
    if (a == TERM_TRUE || b == TERM_TRUE)
        return TERM_TRUE;
    if (a == TERM_FALSE || b == TERM_FALSE)
        return a == TERM_FALSE ? b : a;
    return add(s, (struct term){.kind = TERM_OR, .arg = {a, b}});
}

static int choose(struct skeleton *s, int condition, int yes, int no)
{
    return add(s, (struct term){.kind = TERM_IF, .arg = {condition, yes, no}});
}

/* States ------------------------------------------------------------------- */

static void add_states(struct skeleton *s)
{
    const struct net *net = s->net;

    for (int r = 0; r < net->register_count; r++) {
        s->full[r] = state(s, false, net->reg[r].full,
                           net_register_text(s->arena, net, r));
        s->says[r] = -1;
    }
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];
        int reg = x->condition;

        s->more[t] = -1;
        if (reg >= 0 && s->says[reg] < 0)
            s->says[reg] =
                state(s, false, 0,
                      arena_printf(s->arena, "what %s says",
                                   net_register_text(s->arena, net, reg)));
        if (x->kind == NET_GATE)
            s->more[t] = state(s, true, 0, "beyond a gate");
        if ((x->kind == NET_FORK || x->kind == NET_JOIN) && x->node->alternate)
            s->more[t] = state(s, false, 0, "a turn");
    }
}

/* Firing ------------------------------------------------------------------- */

/* Are all registers of the list full, or empty? */
static int all(struct skeleton *s, const struct net_list *list, bool full)
{
    int term = TERM_TRUE;

    for (int k = 0; k < list->count; k++) {
        int bit = s->full[list->reg[k]];

        term = and(s, term, full ? bit : not(s, bit));
    }
    return term;
}

/* The side that has priority goes if it can, and else the other one. */
static void by_turn(struct skeleton *s, int t, int first, int second,
                    int sides[2])
{
    int turn = s->more[t] < 0 ? TERM_FALSE : s->more[t];

    sides[0] = and(s, first, or (s, not(s, turn), not(s, second)));
    sides[1] = and(s, second, or (s, turn, not(s, first)));
}

/* What can fire of a transfer if its source gives and its sink takes. */
static void add_fires(struct skeleton *s, int t)
{
    const struct net_transfer *x = &s->net->transfer[t];
    int takes[2], fills[2], sides[2], first = 0;

    for (int k = 0; k < 2; k++) {
        takes[k] = all(s, &x->take[k], true);
        fills[k] = all(s, &x->fill[k], false);
        s->fire[k][0][t] = s->fire[0][k][t] = s->fire[1][1][t] = -1;
    }
    switch (x->kind) {
    case NET_MERGE:
        first = x->node->entry_first ? 1 : 0;
        s->fire[first][0][t] = and(s, takes[first], fills[0]);
        s->fire[!first][0][t] = and(
            s, and(s, all(s, &x->take[first], false), takes[!first]), fills[0]);
        break;
    case NET_JOIN:
        by_turn(s, t, takes[0], takes[1], sides);
        s->fire[0][0][t] = and(s, sides[0], fills[0]);
        s->fire[1][0][t] = and(s, sides[1], fills[0]);
        break;
    case NET_FORK:
        by_turn(s, t, fills[0], fills[1], sides);
        s->fire[0][0][t] = and(s, takes[0], sides[0]);
        s->fire[0][1][t] = and(s, takes[0], sides[1]);
        break;
    case NET_SWITCH:
        s->fire[0][0][t] =
            and(s, and(s, takes[0], s->says[x->condition]), fills[0]);
        s->fire[0][1][t] =
            and(s, and(s, takes[0], not(s, s->says[x->condition])), fills[1]);
        break;
    default:
        s->fire[0][0][t] = and(s, takes[0], fills[0]);
        break;
    }
    if (x->kind == NET_GATE)
        s->fire[0][0][t] = and(s, s->fire[0][0][t],
                               add(s, (struct term){.kind = TERM_LESS,
                                                    .arg = {s->more[t]},
                                                    .number = x->node->count}));
}

static void add_bad(struct skeleton *s)
{
    int any = TERM_FALSE;

    for (int t = 0; t < s->net->transfer_count; t++)
        for (int side = 0; side < 4; side++)
            if (s->fire[side / 2][side % 2][t] >= 0)
                any = or (s, any, s->fire[side / 2][side % 2][t]);
    s->bad = not(s, any);
}

/* Sources give, and sinks take, when an input says so. */
static void add_ports(struct skeleton *s)
{
    for (int t = 0; t < s->net->transfer_count; t++) {
        const struct net_transfer *x = &s->net->transfer[t];
        int *fire = &s->fire[0][0][t];

        if (x->kind == NET_SOURCE || x->kind == NET_SINK)
            *fire = and(s, *fire,
                        input(s, arena_printf(s->arena, "%s %s",
                                              racer_kind_name(x->node->kind),
                                              racer_memory_name(x->node))));
    }
}

/* What follows ------------------------------------------------------------- */

static void note(struct skeleton *s, const struct net_list *list, int fires,
                 int *of)
{
    for (int k = 0; k < list->count; k++)
        of[list->reg[k]] = or (s, of[list->reg[k]], fires);
}

static void follow_registers(struct skeleton *s)
{
    const struct net *net = s->net;
    size_t size = ((size_t)net->register_count + 1) * sizeof(int);
    int *filled = arena_alloc(s->arena, size);
    int *taken = arena_alloc(s->arena, size);

    for (int r = 0; r < net->register_count; r++)
        filled[r] = taken[r] = TERM_FALSE;
    for (int t = 0; t < net->transfer_count; t++)
        for (int side = 0; side < 4; side++) {
            int fires = s->fire[side / 2][side % 2][t];

            if (fires < 0)
                continue;
            note(s, &net->transfer[t].take[side / 2], fires, taken);
            note(s, &net->transfer[t].fill[side % 2], fires, filled);
        }
    for (int r = 0; r < net->register_count; r++) {
        int stays = not(s, taken[r]);
        int next = or (s, filled[r], and(s, s->full[r], stays));

        s->term[s->full[r]].next = next;
        if (s->says[r] < 0)
            continue;
        next = choose(s, filled[r], input(s, "a condition"),
                      and(s, s->says[r], stays));
        s->term[s->says[r]].next = next;
    }
}

static int gate_of(const struct net *net, const struct racer_node *ungate)
{
    for (int t = 0; t < net->transfer_count; t++)
        if (net->transfer[t].kind == NET_GATE &&
            net_is_pair(net->transfer[t].node, ungate))
            return t;
    return -1;
}

/* A turn is the other's that went; of a gate, what comes and goes is counted.
 */
static void follow_turns(struct skeleton *s)
{
    const struct net *net = s->net;
    size_t size = ((size_t)net->transfer_count + 1) * sizeof(int);
    int *opens = arena_alloc(s->arena, size);

    for (int t = 0; t < net->transfer_count; t++)
        opens[t] = TERM_FALSE;
    for (int t = 0; t < net->transfer_count; t++) {
        int gate = net->transfer[t].kind == NET_UNGATE
                       ? gate_of(net, net->transfer[t].node)
                       : -1;

        if (gate >= 0)
            opens[gate] = or (s, opens[gate], s->fire[0][0][t]);
    }
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];
        int turn = s->more[t], other, next;

        if (turn < 0)
            continue;
        other = x->kind == NET_JOIN ? s->fire[1][0][t] : s->fire[0][1][t];
        if (x->kind == NET_GATE)
            next = add(
                s, (struct term){.kind = TERM_STEP,
                                 .arg = {turn, s->fire[0][0][t], opens[t]}});
        else
            next = or (s, s->fire[0][0][t], and(s, turn, not(s, other)));
        s->term[turn].next = next;
    }
}

static struct skeleton skeleton_of(struct arena *arena, const struct net *net)
{
    struct skeleton s = {.arena = arena, .net = net};
    size_t registers = ((size_t)net->register_count + 1) * sizeof(int);
    size_t transfers = ((size_t)net->transfer_count + 1) * sizeof(int);

    s.full = arena_alloc(arena, registers);
    s.says = arena_alloc(arena, registers);
    s.more = arena_alloc(arena, transfers);
    for (int side = 0; side < 4; side++)
        s.fire[side / 2][side % 2] = arena_alloc(arena, transfers);
    add(&s, (struct term){.kind = TERM_FALSE});
    add(&s, (struct term){.kind = TERM_TRUE});
    add_states(&s);
    for (int t = 0; t < net->transfer_count; t++)
        add_fires(&s, t);
    add_bad(&s);
    add_ports(&s);
    follow_registers(&s);
    follow_turns(&s);
    return s;
}

/* BTOR2 -------------------------------------------------------------------- */

/* Lines of the two sorts and of the number one; each term has ten, of which the
 * one at RESULT is what it is. */
enum { BIT = 1, WORD = 2, ONE = 3, FIRST = 10, EACH = 10, RESULT = 5 };

static int line_of(int term)
{
    return FIRST + EACH * term + RESULT;
}

/* A symbol has no blanks. */
static void put_symbol(struct buf *out, const char *name)
{
    buf_putc(out, ' ');
    for (; *name; name++)
        buf_putc(out, *name == ' ' ? '_' : *name);
    buf_putc(out, '\n');
}

static void put_state(struct buf *out, const struct term *term, int line)
{
    int sort = term->kind == TERM_COUNT ? WORD : BIT;

    buf_printf(out, "%d constd %d %" PRId64 "\n%d state %d", line - 1, sort,
               term->number, line, sort);
    put_symbol(out, term->name);
    buf_printf(out, "%d init %d %d %d\n", line + 1, sort, line, line - 1);
}

static void put_step(struct buf *out, const struct term *term, int line)
{
    int count = line_of(term->arg[0]);

    buf_printf(out, "%d add %d %d %d\n", line - 3, WORD, count, ONE);
    buf_printf(out, "%d ite %d %d %d %d\n", line - 2, WORD,
               line_of(term->arg[1]), line - 3, count);
    buf_printf(out, "%d sub %d %d %d\n", line - 1, WORD, line - 2, ONE);
    buf_printf(out, "%d ite %d %d %d %d\n", line, WORD, line_of(term->arg[2]),
               line - 1, line - 2);
}

static void put_line(struct buf *out, const struct term *term, int line)
{
    int a = line_of(term->arg[0]), b = line_of(term->arg[1]);

    switch (term->kind) {
    case TERM_FALSE:
    case TERM_TRUE:
        buf_printf(out, "%d constd %d %d\n", line, BIT,
                   term->kind == TERM_TRUE);
        break;
    case TERM_STATE:
    case TERM_COUNT:
        put_state(out, term, line);
        break;
    case TERM_INPUT:
        buf_printf(out, "%d input %d", line, BIT);
        put_symbol(out, term->name);
        break;
    case TERM_NOT:
        buf_printf(out, "%d not %d %d\n", line, BIT, a);
        break;
    case TERM_AND:
    case TERM_OR:
        buf_printf(out, "%d %s %d %d %d\n", line,
                   term->kind == TERM_AND ? "and" : "or", BIT, a, b);
        break;
    case TERM_IF:
        buf_printf(out, "%d ite %d %d %d %d\n", line, BIT, a, b,
                   line_of(term->arg[2]));
        break;
    case TERM_LESS:
        buf_printf(out, "%d constd %d %" PRId64 "\n%d slt %d %d %d\n", line - 1,
                   WORD, term->number, line, BIT, a, line - 1);
        break;
    case TERM_STEP:
        put_step(out, term, line);
        break;
    }
}

void racer_put_btor(struct buf *out, struct arena *arena, const struct net *net)
{
    struct skeleton s = skeleton_of(arena, net);
    int end = line_of(s.count);

    buf_printf(out,
               "; The control skeleton of graph %s: can nothing move?\n"
               "%d sort bitvec 1\n%d sort bitvec 32\n%d one %d\n",
               net->graph->name, BIT, WORD, ONE, WORD);
    for (int k = 0; k < s.count; k++)
        put_line(out, &s.term[k], line_of(k));
    for (int k = 0; k < s.count; k++)
        if (s.term[k].kind == TERM_STATE || s.term[k].kind == TERM_COUNT)
            buf_printf(out, "%d next %d %d %d\n", end++,
                       s.term[k].kind == TERM_COUNT ? WORD : BIT, line_of(k),
                       line_of(s.term[k].next));
    buf_printf(out, "%d bad %d\n", end, line_of(s.bad));
}

/* SMT-LIB ------------------------------------------------------------------ */

static bool is_variable(const struct term *term)
{
    return term->kind == TERM_STATE || term->kind == TERM_COUNT ||
           term->kind == TERM_INPUT;
}

static const char *sort_of(const struct term *term)
{
    return term->kind == TERM_COUNT ? "Int" : "Bool";
}

/* What a term is, by those before it. */
static void put_term(struct buf *out, const struct term *term)
{
    const int *a = term->arg;

    switch (term->kind) {
    case TERM_FALSE:
    case TERM_TRUE:
        buf_puts(out, term->kind == TERM_TRUE ? "true" : "false");
        break;
    case TERM_NOT:
        buf_printf(out, "(not t%d)", a[0]);
        break;
    case TERM_AND:
    case TERM_OR:
        buf_printf(out, "(%s t%d t%d)", term->kind == TERM_AND ? "and" : "or",
                   a[0], a[1]);
        break;
    case TERM_IF:
        buf_printf(out, "(ite t%d t%d t%d)", a[0], a[1], a[2]);
        break;
    case TERM_LESS:
        buf_printf(out, "(< t%d %" PRId64 ")", a[0], term->number);
        break;
    default: /* TERM_STEP */
        buf_printf(out, "(+ t%d (ite t%d 1 0) (ite t%d (- 1) 0))", a[0], a[1],
                   a[2]);
        break;
    }
}

/* "(Reached t2 t3 ...)": the states as they are, or as they follow. */
static void put_reached(struct buf *out, const struct skeleton *s, bool next)
{
    buf_puts(out, "(Reached");
    for (int k = 0; k < s->count; k++)
        if (is_variable(&s->term[k]) && s->term[k].kind != TERM_INPUT)
            buf_printf(out, " t%d", next ? s->term[k].next : k);
    buf_putc(out, ')');
}

/* A clause over the first terms, what is no variable as a let. */
static void put_clause(struct buf *out, const struct skeleton *s, int count,
                       bool bad)
{
    int lets = 0;

    buf_puts(out, "(assert (forall (");
    for (int k = 0; k < count; k++)
        if (is_variable(&s->term[k]))
            buf_printf(out, "(t%d %s)", k, sort_of(&s->term[k]));
    buf_puts(out, ")\n");
    for (int k = 0; k < count; k++) {
        if (is_variable(&s->term[k]))
            continue;
        buf_printf(out, "(let ((t%d ", k);
        put_term(out, &s->term[k]);
        buf_puts(out, "))\n");
        lets++;
    }
    buf_puts(out, "(=> ");
    if (bad) {
        buf_puts(out, "(and ");
        put_reached(out, s, false);
        buf_printf(out, " t%d) false)", s->bad);
    } else {
        put_reached(out, s, false);
        buf_putc(out, ' ');
        put_reached(out, s, true);
        buf_putc(out, ')');
    }
    for (int k = 0; k < lets; k++)
        buf_putc(out, ')');
    buf_puts(out, "))\n");
}

static void put_first(struct buf *out, const struct skeleton *s)
{
    buf_puts(out, "(assert (Reached");
    for (int k = 0; k < s->count; k++)
        if (s->term[k].kind == TERM_STATE)
            buf_puts(out, s->term[k].number ? " true" : " false");
        else if (s->term[k].kind == TERM_COUNT)
            buf_printf(out, " %" PRId64, s->term[k].number);
    buf_puts(out, "))\n");
}

void racer_put_smt(struct buf *out, struct arena *arena, const struct net *net)
{
    struct skeleton s = skeleton_of(arena, net);

    buf_printf(out,
               "; The control skeleton of graph %s. sat: it cannot get stuck;"
               " unsat: it can.\n(set-logic HORN)\n",
               net->graph->name);
    for (int k = 0; k < s.count; k++)
        if (is_variable(&s.term[k]))
            buf_printf(out, "; t%d: %s\n", k, s.term[k].name);
    buf_puts(out, "(declare-fun Reached (");
    for (int k = 0; k < s.count; k++)
        if (is_variable(&s.term[k]) && s.term[k].kind != TERM_INPUT)
            buf_printf(out, " %s", sort_of(&s.term[k]));
    buf_puts(out, ") Bool)\n");
    put_first(out, &s);
    put_clause(out, &s, s.count, false);
    put_clause(out, &s, s.bad + 1, true);
    buf_puts(out, "(check-sat)\n");
}
