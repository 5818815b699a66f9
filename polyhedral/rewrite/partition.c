/*
 * Parts a region at the loops that end by a test of data (partition.h): the
 * steps of the driver, and a scop for what lies between them.
 */
#include "polyhedral/rewrite/rewrite.h"

#include "polyhedral/dependence/dependence.h"

#include <isl/flow.h>
#include <isl/id.h>

#include <string.h>

/* A comparison of scalars of the driver that holds where control is. `lasting`:
 * whatever is assigned to them later. */
struct fact {
    const struct scop_expr *test;
    bool lasting;
};

struct splitter {
    struct arena *arena;
    const struct scop *scop;
    struct parts *parts;
    bool *written; /* per array, in the region */
    bool *host;    /* per array: a scalar that only the driver computes */
    bool *level;   /* per statement: in no FOR and no IF */
    int depth;     /* REPEATs around */
    int fact_count, fact_cap;
    struct fact *fact; /* what holds at the place */
    /* what the part that is being gathered consists of */
    int count, cap;
    const struct scop_node **node;
};

static bool has_repeat(const struct scop_node *node)
{
    bool found = node->kind == SCOP_REPEAT;
    for (int k = 0; k < node->count && !found; k++)
        found = has_repeat(node->child[k]);
    return found;
}

/* Scalars of the driver ---------------------------------------------------- */

static void find_level(struct splitter *s, const struct scop_node *node)
{
    if (node->kind == SCOP_STMT)
        s->level[node->stmt] = true;
    if (node->kind == SCOP_SEQ || node->kind == SCOP_REPEAT)
        for (int k = 0; k < node->count; k++)
            find_level(s, node->child[k]);
}

/* Can the driver evaluate it without a device? */
static bool is_of_driver(const struct splitter *s, const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS)
        return e->count == 0 &&
               (s->host[e->ref] ||
                (!s->written[e->ref] &&
                 s->scop->array[e->ref].scope == SCOP_OUTSIDE));
    for (int k = 0; k < e->count; k++)
        if (!is_of_driver(s, e->arg[k]))
            return false;
    return true;
}

static bool stmt_is_of_driver(const struct splitter *s, int stmt)
{
    const struct scop_stmt *t = &s->scop->stmt[stmt];
    bool all = s->level[stmt] && is_of_driver(s, t->rhs);
    for (int k = 0; k < t->guard_count; k++)
        all &= is_of_driver(s, t->guard[k]);
    return all;
}

/* Whatever the statement, or its body, assigns to. */
static void note_written(struct splitter *s, const struct scop_node *node)
{
    if (node->lhs)
        s->written[node->lhs->ref] = true;
    for (int k = 0; k < node->count; k++)
        note_written(s, node->child[k]);
}

/* What a body assigns to is not the driver's. */
static void strike_out(struct splitter *s, const struct scop_node *node)
{
    if (node->lhs)
        s->host[node->lhs->ref] = false;
    for (int k = 0; k < node->count; k++)
        strike_out(s, node->child[k]);
}

/* Found by striking out: a scalar is the driver's if all statements that write
 * it stand outside of loops and read only such scalars, and scalars that the
 * region never writes. */
static void find_host_scalars(struct splitter *s)
{
    const struct scop *scop = s->scop;
    bool changed = true;
    for (int k = 0; k < scop->stmt_count; k++)
        if (scop->stmt[k].body)
            note_written(s, scop->stmt[k].body);
        else
            s->written[scop->stmt[k].lhs->ref] = true;
    for (int k = 0; k < scop->array_count; k++)
        s->host[k] = s->written[k] && scop->array[k].rank == 0 &&
                     (scop->array[k].scope == SCOP_OUTSIDE ||
                      scop->array[k].scope == SCOP_REGION);
    for (int k = 0; k < scop->stmt_count; k++)
        if (scop->stmt[k].body)
            strike_out(s, scop->stmt[k].body);
    while (changed) {
        changed = false;
        for (int k = 0; k < scop->stmt_count; k++) {
            if (scop->stmt[k].body)
                continue;
            int array = scop->stmt[k].lhs->ref;
            if (!s->host[array] || stmt_is_of_driver(s, k))
                continue;
            s->host[array] = false;
            changed = true;
        }
    }
}

/* Facts -------------------------------------------------------------------- */

/* Does a conversion keep all values? */
static bool keeps_values(enum scop_type from, enum scop_type to)
{
    int more = scop_type_size(to) - scop_type_size(from);
    if (scop_type_is_float(from) || scop_type_is_float(to))
        return false;
    return scop_type_is_signed(from) == scop_type_is_signed(to)
               ? more >= 0
               : more > 0 && scop_type_is_signed(to);
}

/* Sums of what the driver knows, in types whose sums do not wrap. */
static bool is_sum(const struct splitter *s, const struct scop_expr *e)
{
    bool sum = e->type == SCOP_I32 || e->type == SCOP_I64;
    if (e->op == SCOP_ACCESS)
        return s->host[e->ref] && !scop_type_is_float(e->type);
    if (e->op == SCOP_INT || e->op == SCOP_PARAM)
        return !scop_type_is_float(e->type);
    if (e->op == SCOP_CAST)
        return keeps_values(e->arg[0]->type, e->type) && is_sum(s, e->arg[0]);
    sum &= e->op == SCOP_ADD || e->op == SCOP_SUB || e->op == SCOP_NEG;
    for (int k = 0; k < e->count && sum; k++)
        sum = is_sum(s, e->arg[k]);
    return sum;
}

static void add_fact(struct splitter *s, const struct scop_expr *test,
                     bool lasting)
{
    struct fact fact = {test, lasting};
    bool order = test->op == SCOP_LT || test->op == SCOP_LE ||
                 test->op == SCOP_GT || test->op == SCOP_GE ||
                 test->op == SCOP_EQ;
    if (order && is_sum(s, test->arg[0]) && is_sum(s, test->arg[1]))
        ARENA_PUSH(s->arena, s->fact, s->fact_count, s->fact_cap, fact);
}

/* `test` has been found to hold, or to fail. */
static void learn(struct splitter *s, const struct scop_expr *test, bool holds)
{
    if (test->op == SCOP_NOT) {
        learn(s, test->arg[0], !holds);
    } else if (test->op == (holds ? SCOP_LAND : SCOP_LOR)) {
        learn(s, test->arg[0], holds);
        learn(s, test->arg[1], holds);
    } else if (holds) {
        add_fact(s, test, false);
    } else if (scop_op_is_test(test->op) && test->count == 2 &&
               test->op != SCOP_LAND && test->op != SCOP_LOR) {
        add_fact(s,
                 scop_expr_binary(s->arena, scop_op_negated(test->op),
                                  test->arg[0], test->arg[1], test->loc),
                 false);
    }
}

/* Drops what does not last, of all scalars or of one. */
static void forget(struct splitter *s, int array)
{
    int kept = 0;
    for (int k = 0; k < s->fact_count; k++)
        if (s->fact[k].lasting ||
            (array >= 0 && !scop_expr_reads(s->fact[k].test, array)))
            s->fact[kept++] = s->fact[k];
    s->fact_count = kept;
}

/* A scalar that begins with `first` is moved up or down from there. One that is
 * divided may rise up to 0, where loops that divide it end; of one that is
 * multiplied something is known where it is not negative. */
static void learn_way(struct splitter *s, struct scop_expr *scalar,
                      struct scop_expr *first, int way, bool scaled)
{
    struct scop_expr *zero =
        scop_expr_new(s->arena, SCOP_INT, first->type, 0, first->loc);
    struct scop_expr *test = scop_expr_binary(
        s->arena, way > 0 ? SCOP_GE : SCOP_LE, scalar, first, first->loc);
    scaled &= first->op != SCOP_INT || first->ival < 0;
    if (way == 0 || (scaled && way > 0) ||
        (first->type != SCOP_I32 && first->type != SCOP_I64))
        return;
    if (scaled)
        test = scop_expr_binary(
            s->arena, SCOP_LOR, test,
            scop_expr_binary(s->arena, SCOP_LE, scalar, zero, first->loc),
            first->loc);
    struct fact fact = {test, true};
    ARENA_PUSH(s->arena, s->fact, s->fact_count, s->fact_cap, fact);
}

/* What holds after a statement of the driver: what it has assigned, and that a
 * scalar that is set here and moved up wherever else it is assigned to never
 * falls below, or never rises above where it is moved down. */
static void learn_stmt(struct splitter *s, const struct scop_stmt *stmt)
{
    int array = stmt->lhs->ref;
    bool scaled, steady = true;
    forget(s, array);
    if (stmt->guard_count || !is_sum(s, stmt->rhs) ||
        scop_expr_reads(stmt->rhs, array))
        return;
    for (int k = 0; k < s->scop->array_count && steady; k++)
        steady = !s->written[k] || !scop_expr_reads(stmt->rhs, k);
    int way = scop_direction(s->scop, array, stmt, &scaled);
    if (steady)
        learn_way(s, stmt->lhs, stmt->rhs, way, scaled);
    add_fact(
        s, scop_expr_binary(s->arena, SCOP_EQ, stmt->lhs, stmt->rhs, stmt->loc),
        false);
}

/* What the caller's scalars begin with is the value of a parameter of the same
 * text (compiler/front), if they are only moved from there. */
static void learn_entries(struct splitter *s)
{
    const struct scop *scop = s->scop;
    for (int a = 0; a < scop->array_count; a++)
        for (int k = 0; k < scop->param_count && s->host[a]; k++) {
            const struct scop_array *array = &scop->array[a];
            if (scop->param[k].type != array->type || !array->base ||
                strcmp(scop->param[k].text, array->base) != 0)
                continue;
            bool scaled;
            int way = scop_direction(scop, a, NULL, &scaled);
            struct scop_expr *first =
                scop_expr_new(s->arena, SCOP_PARAM, array->type, 0, scop->loc);
            struct scop_expr *scalar =
                scop_expr_new(s->arena, SCOP_ACCESS, array->type, 0, scop->loc);
            first->ref = k;
            scalar->ref = a;
            learn_way(s, scalar, first, way, scaled);
        }
}

/* A part's scop ------------------------------------------------------------ */

struct copier {
    struct splitter *s;
    struct part *part;
    int *loop; /* per loop of the region: its number in the part, or -1 */
    int param_cap, loop_cap, stmt_cap;
};

/* The parameter that stands for a scalar of the driver. */
static int counter_param(struct copier *c, int array)
{
    struct part *part = c->part;
    const struct scop_array *a = &c->s->scop->array[array];
    struct scop_param param = {.name = a->name, .text = "", .type = a->type};
    int first = part->scop->param_count - part->counter_count;
    for (int k = 0; k < part->counter_count; k++)
        if (part->counter[k] == array)
            return first + k;
    ARENA_PUSH(c->s->arena, part->counter, part->counter_count,
               part->counter_cap, array);
    ARENA_PUSH(c->s->arena, part->scop->param, part->scop->param_count,
               c->param_cap, param);
    return part->scop->param_count - 1;
}

/* `index`: in a subscript or a loop's bound, where scalars of the driver are
 * parameters. */
static struct scop_expr *copy_expr(struct copier *c, const struct scop_expr *e,
                                   bool index)
{
    struct arena *arena = c->s->arena;
    struct scop_expr *copy = arena_alloc(arena, sizeof *copy);
    *copy = *e;
    if (e->op == SCOP_ITER)
        copy->ref = c->loop[e->ref];
    if (index && e->op == SCOP_ACCESS && c->s->host[e->ref] &&
        !scop_type_is_float(e->type)) {
        copy->op = SCOP_PARAM;
        copy->ref = counter_param(c, e->ref);
    }
    copy->arg = arena_alloc(arena, sizeof *copy->arg * (size_t)(e->count + 1));
    for (int k = 0; k < e->count; k++)
        copy->arg[k] = copy_expr(c, e->arg[k], index || e->op == SCOP_ACCESS);
    return copy;
}

/* Bounds of a body's loops are in its tests, and in what its counters begin
 * with. */
static struct scop_node *copy_body(struct copier *c,
                                   const struct scop_node *from)
{
    struct arena *arena = c->s->arena;
    struct scop_node *node = arena_alloc(arena, sizeof *node);
    bool counts = from->lhs && from->lhs->count == 0 &&
                  !scop_type_is_float(from->lhs->type);
    *node = *from;
    node->test = from->test ? copy_expr(c, from->test, true) : NULL;
    node->lhs = from->lhs ? copy_expr(c, from->lhs, false) : NULL;
    node->rhs = from->rhs ? copy_expr(c, from->rhs, counts) : NULL;
    node->child =
        arena_alloc(arena, sizeof *node->child * (size_t)(from->count + 1));
    for (int k = 0; k < from->count; k++)
        node->child[k] = copy_body(c, from->child[k]);
    return node;
}

static int copy_stmt(struct copier *c, int number)
{
    struct arena *arena = c->s->arena;
    const struct scop_stmt *from = &c->s->scop->stmt[number];
    struct scop *scop = c->part->scop;
    struct scop_stmt copy = *from;
    copy.name = arena_printf(arena, "S%d", scop->stmt_count);
    copy.body = from->body ? copy_body(c, from->body) : NULL;
    copy.lhs = from->lhs ? copy_expr(c, from->lhs, false) : NULL;
    copy.rhs = from->rhs ? copy_expr(c, from->rhs, false) : NULL;
    copy.guard =
        arena_alloc(arena, sizeof *copy.guard * (size_t)(copy.guard_count + 1));
    copy.loop =
        arena_alloc(arena, sizeof *copy.loop * (size_t)(copy.depth + 1));
    for (int k = 0; k < copy.guard_count; k++)
        copy.guard[k] = copy_expr(c, from->guard[k], false);
    for (int k = 0; k < copy.depth; k++)
        copy.loop[k] = c->loop[from->loop[k]];
    ARENA_PUSH(arena, scop->stmt, scop->stmt_count, c->stmt_cap, copy);
    return scop->stmt_count - 1;
}

static void copy_loop(struct copier *c, int number, struct scop_node *node)
{
    struct scop *scop = c->part->scop;
    struct scop_loop loop = c->s->scop->loop[number];
    loop.node = node;
    loop.parent = loop.parent < 0 ? -1 : c->loop[loop.parent];
    node->loop = c->loop[number] = scop->loop_count;
    ARENA_PUSH(c->s->arena, scop->loop, scop->loop_count, c->loop_cap, loop);
}

static struct scop_node *copy_node(struct copier *c,
                                   const struct scop_node *from)
{
    struct arena *arena = c->s->arena;
    struct scop_node *node = arena_alloc(arena, sizeof *node);
    *node = *from;
    if (from->kind == SCOP_FOR) {
        node->init = copy_expr(c, from->init, true);
        copy_loop(c, from->loop, node);
        node->cond = copy_expr(c, from->cond, true);
    } else if (from->kind == SCOP_IF) {
        node->test = copy_expr(c, from->test, true);
    } else if (from->kind == SCOP_STMT) {
        node->stmt = copy_stmt(c, from->stmt);
    }
    node->child =
        arena_alloc(arena, sizeof *node->child * (size_t)(from->count + 1));
    for (int k = 0; k < from->count; k++)
        node->child[k] = copy_node(c, from->child[k]);
    return node;
}

static bool is_counted(const struct copier *c, const struct scop_expr *e)
{
    bool found = e->op != SCOP_ACCESS;
    for (int k = 0; k < c->part->counter_count && !found; k++)
        found = c->part->counter[k] == e->ref;
    for (int k = 0; k < e->count && found; k++)
        found = is_counted(c, e->arg[k]);
    return found;
}

/* Is it equal to what a counter of the part is known to be? */
static bool equals_counter(const struct copier *c, const struct scop_expr *test)
{
    bool found = false;
    for (int k = 0; k < c->part->counter_count && test->op == SCOP_EQ; k++)
        found |= scop_expr_reads(test, c->part->counter[k]);
    return found;
}

/* What is known of the part's counters is known of its parameters, among which
 * are then all scalars to which they are equal. */
static void copy_facts(struct copier *c)
{
    const struct splitter *s = c->s;
    struct scop *scop = c->part->scop;
    struct scop_expr **old = scop->assume;
    int count = scop->assume_count, cap = 0;
    scop->assume = NULL;
    scop->assume_count = 0;
    for (int k = 0; k < count; k++)
        ARENA_PUSH(s->arena, scop->assume, scop->assume_count, cap, old[k]);
    for (int before = 0; before < c->part->counter_count;) {
        before = c->part->counter_count;
        for (int k = 0; k < s->fact_count; k++)
            if (equals_counter(c, s->fact[k].test))
                copy_expr(c, s->fact[k].test, true);
    }
    for (int k = 0; k < s->fact_count && c->part->counter_count; k++)
        if (is_counted(c, s->fact[k].test))
            ARENA_PUSH(s->arena, scop->assume, scop->assume_count, cap,
                       copy_expr(c, s->fact[k].test, true));
}

/* Arrays that loops of other parts declare are nobody's here. */
static void copy_arrays(struct copier *c)
{
    const struct scop *from = c->s->scop;
    size_t size = sizeof *from->array * (size_t)(from->array_count + 1);
    struct scop *scop = c->part->scop;
    scop->array = arena_alloc(c->s->arena, size);
    for (int k = 0; k < from->array_count; k++) {
        struct scop_array *a = &scop->array[k];
        *a = from->array[k];
        if (a->scope >= 0)
            a->scope = c->loop[a->scope] < 0 ? SCOP_REGION : c->loop[a->scope];
    }
}

/* A scop of the nodes that were gathered. */
static void make_scop(struct splitter *s, struct part *part)
{
    const struct scop *from = s->scop;
    struct copier c = {.s = s, .part = part};
    struct scop *scop = arena_alloc(s->arena, sizeof *scop);
    size_t loops = sizeof *c.loop * (size_t)(from->loop_count + 1);
    *scop = *from;
    part->scop = scop;
    scop->loop_count = scop->stmt_count = scop->param_count = 0;
    scop->loop = NULL;
    scop->stmt = NULL;
    scop->param = NULL;
    for (int k = 0; k < from->param_count; k++)
        ARENA_PUSH(s->arena, scop->param, scop->param_count, c.param_cap,
                   from->param[k]);
    c.loop = arena_alloc(s->arena, loops);
    memset(c.loop, -1, loops);
    scop->root = arena_alloc(s->arena, sizeof *scop->root);
    *scop->root = *from->root;
    scop->root->count = s->count;
    scop->root->child =
        arena_alloc(s->arena, sizeof *scop->root->child * (size_t)s->count);
    for (int k = 0; k < s->count; k++)
        scop->root->child[k] = copy_node(&c, s->node[k]);
    copy_facts(&c);
    copy_arrays(&c);
}

/* Steps -------------------------------------------------------------------- */

static struct step *add_step(struct splitter *s, struct step *in,
                             enum step_kind kind, struct loc loc)
{
    struct step step = {.kind = kind, .loc = loc};
    ARENA_PUSH(s->arena, in->child, in->count, in->cap, step);
    return &in->child[in->count - 1];
}

/* Makes a part of what was gathered. */
static void end_part(struct splitter *s, struct step *in)
{
    struct parts *parts = s->parts;
    struct part part = {
        .parts = parts, .passes = parts->passes, .again = s->depth > 0};
    if (s->count == 0)
        return;
    make_scop(s, &part);
    add_step(s, in, STEP_PART, s->node[0]->loc)->part = parts->part_count;
    ARENA_PUSH(s->arena, parts->part, parts->part_count, parts->part_cap, part);
    s->count = 0;
}

static void split(struct splitter *s, const struct scop_node *node,
                  struct step *in)
{
    const struct scop_expr *lhs =
        node->kind == SCOP_STMT ? s->scop->stmt[node->stmt].lhs : NULL;
    bool host = lhs && s->host[lhs->ref];
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            split(s, node->child[k], in);
    } else if (node->kind == SCOP_REPEAT) {
        end_part(s, in);
        struct step *loop = add_step(s, in, STEP_LOOP, node->loc);
        forget(s, -1);
        int facts = s->fact_count;
        s->depth++;
        split(s, node->child[0], loop);
        end_part(s, loop);
        s->depth--;
        forget(s, -1);
        s->fact_count = facts;
    } else if (node->kind == SCOP_UNTIL) {
        end_part(s, in);
        add_step(s, in, STEP_BREAK, node->loc)->test = node->test;
        learn(s, node->test, false);
    } else if (host) {
        end_part(s, in);
        add_step(s, in, STEP_STMT, node->loc)->stmt =
            &s->scop->stmt[node->stmt];
        learn_stmt(s, &s->scop->stmt[node->stmt]);
    } else {
        ARENA_PUSH(s->arena, s->node, s->count, s->cap, node);
    }
}

/* Who shares what ---------------------------------------------------------- */

enum { NOBODY = -1, SEVERAL = -2 };

static void note_expr(const struct scop_expr *e, int user, int *who)
{
    if (!e)
        return;
    if (e->op == SCOP_ACCESS)
        who[e->ref] =
            who[e->ref] == NOBODY || who[e->ref] == user ? user : SEVERAL;
    for (int k = 0; k < e->count; k++)
        note_expr(e->arg[k], user, who);
}

static void note_body(const struct scop_node *node, int user, int *who)
{
    note_expr(node->test, user, who);
    note_expr(node->lhs, user, who);
    note_expr(node->rhs, user, who);
    for (int k = 0; k < node->count; k++)
        note_body(node->child[k], user, who);
}

static void note_stmt(const struct scop_stmt *stmt, int user, int *who)
{
    note_expr(stmt->lhs, user, who);
    note_expr(stmt->rhs, user, who);
    if (stmt->body)
        note_body(stmt->body, user, who);
    for (int k = 0; k < stmt->guard_count; k++)
        note_expr(stmt->guard[k], user, who);
}

static void note_tests(const struct step *step, int *who)
{
    note_expr(step->test, SEVERAL, who);
    for (int k = 0; k < step->count; k++)
        note_tests(&step->child[k], who);
}

static enum storage_kind choose(const struct splitter *s, int array, int who)
{
    const struct scop_array *a = &s->scop->array[array];
    bool single = a->rank == 0 && a->scope == SCOP_OUTSIDE;
    if (who == NOBODY && !s->host[array])
        return STORAGE_UNUSED;
    if (s->host[array] || (a->rank == 0 && !single && !s->written[array]))
        return STORAGE_HOST;
    if (single && !s->written[array])
        return STORAGE_VALUE;
    return who == SEVERAL ? STORAGE_USER : STORAGE_UNUSED;
}

/* A row of the table may be read by any part, after any other. */
static void make_row(struct parts *parts, int array)
{
    parts->kind[array] = STORAGE_USER;
    for (int p = 0; p < parts->part_count; p++)
        parts->part[p].scop->array[array].live_out = true;
}

static void find_shared(struct splitter *s)
{
    struct parts *parts = s->parts;
    int count = s->scop->array_count;
    size_t size = sizeof(int) * (size_t)(count + 1);
    int *who = arena_alloc(s->arena, size);
    memset(who, NOBODY, size);
    for (int p = 0; p < parts->part_count; p++)
        for (int k = 0; k < parts->part[p].scop->stmt_count; k++)
            note_stmt(&parts->part[p].scop->stmt[k], p, who);
    note_tests(&parts->body, who);
    for (int k = 0; k < count; k++) {
        parts->kind[k] = choose(s, k, who[k]);
        if (parts->kind[k] == STORAGE_USER)
            make_row(parts, k);
    }
}

/* The region as its own part. */
static void keep_whole(struct splitter *s)
{
    struct parts *parts = s->parts;
    struct part part = {.parts = parts,
                        .passes = parts->passes,
                        .scop = arena_alloc(s->arena, sizeof *part.scop),
                        .alone = true};
    *part.scop = *s->scop;
    ARENA_PUSH(s->arena, parts->part, parts->part_count, parts->part_cap, part);
    add_step(s, &parts->body, STEP_PART, s->scop->loc);
}

struct parts *parts_split(struct arena *arena, const struct scop *scop,
                          const struct passes *passes)
{
    struct parts *parts = arena_alloc(arena, sizeof *parts);
    size_t arrays = (size_t)scop->array_count + 1;
    struct splitter s = {.arena = arena, .scop = scop, .parts = parts};
    parts->arena = arena;
    parts->passes = passes;
    parts->scop = arena_alloc(arena, sizeof *parts->scop);
    *parts->scop = *scop;
    parts->driven = has_repeat(scop->root);
    parts->body.kind = STEP_LOOP;
    parts->kind = arena_alloc(arena, sizeof *parts->kind * arrays);
    if (!parts->driven) {
        keep_whole(&s);
        return parts;
    }
    s.written = arena_alloc(arena, arrays);
    s.host = arena_alloc(arena, arrays);
    s.level = arena_alloc(arena, (size_t)scop->stmt_count + 1);
    find_level(&s, scop->root);
    find_host_scalars(&s);
    learn_entries(&s);
    split(&s, scop->root, &parts->body);
    end_part(&s, &parts->body);
    find_shared(&s);
    return parts;
}

void parts_align(struct parts *parts, int number)
{
    const struct scop *region = parts->scop;
    struct scop *scop = parts->part[number].scop;
    int count = scop->array_count;
    if (count == region->array_count)
        return;
    size_t size = sizeof *scop->array * (size_t)region->array_count;
    struct scop_array *array = arena_alloc(parts->arena, size);
    if (count)
        memcpy(array, scop->array, sizeof *array * (size_t)count);
    for (int k = count; k < region->array_count; k++)
        array[k] = region->array[k];
    scop->array = array;
    scop->array_count = region->array_count;
}

void parts_replace(struct parts *parts, int number, struct scop *scop)
{
    struct scop *region = parts->scop;
    int cap = region->array_count, kinds = cap, kinds_cap = cap;
    parts->part[number].scop = scop;
    for (int k = region->array_count; k < scop->array_count; k++) {
        struct scop_array array = scop->array[k];
        array.scope = SCOP_REGION;
        ARENA_PUSH(parts->arena, region->array, region->array_count, cap,
                   array);
        ARENA_PUSH(parts->arena, parts->kind, kinds, kinds_cap, STORAGE_UNUSED);
    }
}

/* Remarks ------------------------------------------------------------------ */

static void put_fetched(const struct parts *parts, const struct scop_expr *e,
                        bool *named, struct buf *out)
{
    if (e->op == SCOP_ACCESS && parts->kind[e->ref] == STORAGE_USER &&
        !named[e->ref]) {
        buf_printf(out, "%s'%s'", out->length ? ", " : "",
                   parts->scop->array[e->ref].name);
        named[e->ref] = true;
    }
    for (int k = 0; k < e->count; k++)
        put_fetched(parts, e->arg[k], named, out);
}

static void remark_loop(const struct parts *parts, const struct step *loop,
                        struct faults *faults)
{
    bool *named =
        arena_alloc(parts->arena, (size_t)parts->scop->array_count + 1);
    struct buf fetched = {0};
    for (int k = 0; k < loop->count; k++)
        if (loop->child[k].test)
            put_fetched(parts, loop->child[k].test, named, &fetched);
    fault_add(faults, FAULT_REPEATED, loop->loc,
              "the CPU runs this loop and launches what is in it; %s%s for its "
              "tests in each iteration",
              fetched.length ? fetched.text : "nothing",
              fetched.length ? " comes back" : " must come back");
    buf_free(&fetched);
}

static void explain_steps(const struct parts *parts, const struct step *list,
                          struct faults *faults)
{
    for (int k = 0; k < list->count; k++) {
        if (list->child[k].kind != STEP_LOOP)
            continue;
        remark_loop(parts, &list->child[k], faults);
        explain_steps(parts, &list->child[k], faults);
    }
}

void parts_explain(const struct parts *parts, struct faults *faults)
{
    explain_steps(parts, &parts->body, faults);
}

/* Models ------------------------------------------------------------------- */

static bool is_used(const struct poly *poly, int array)
{
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            return true;
    return false;
}

void part_settle(struct part *part, struct poly *poly)
{
    struct parts *parts = part->parts;
    if (!parts->driven)
        return;
    for (int k = 0; k < poly->stmt_count; k++)
        poly->stmt[k].prologue = false;
    for (int k = 0; k < part->scop->array_count && part->again; k++) {
        const struct scop_array *a = &part->scop->array[k];
        if (a->scope != SCOP_REGION || a->made ||
            parts->kind[k] != STORAGE_UNUSED || !is_used(poly, k))
            continue;
        poly_budget(poly, 16);
        struct isl_union_flow *flow = dataflow_flow(poly, k);
        bool old = !flow || dataflow_reads_old(flow);
        isl_union_flow_free(flow);
        if (poly_out_of_budget(poly) || old)
            make_row(parts, k);
    }
}
