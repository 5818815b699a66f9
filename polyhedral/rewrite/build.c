/*
 * Builds a scop out of another one (build.h), statement by statement, with
 * expressions copied and their iterators replaced.
 */
#include "polyhedral/rewrite/build.h"

#include <assert.h>
#include <string.h>

/* Expressions -------------------------------------------------------------- */

struct scop_expr *build_int(struct scop_build *b, enum scop_type type,
                            int64_t value)
{
    struct scop_expr *e = scop_expr_new(b->arena, SCOP_INT, type, 0, b->loc);
    e->ival = value;
    return e;
}

struct scop_expr *build_iter(struct scop_build *b, int loop)
{
    struct scop_expr *e =
        scop_expr_new(b->arena, SCOP_ITER, b->scop->loop[loop].type, 0, b->loc);
    e->ref = loop;
    return e;
}

struct scop_expr *build_binary(struct scop_build *b, enum scop_op op,
                               struct scop_expr *x, struct scop_expr *y)
{
    return scop_expr_binary(b->arena, op, x, y, b->loc);
}

struct scop_expr *build_sum(struct scop_build *b, struct scop_expr *x,
                            struct scop_expr *y)
{
    if (x->op == SCOP_INT && x->ival == 0)
        return y;
    if (y->op == SCOP_INT && y->ival == 0)
        return x;
    return build_binary(b, SCOP_ADD, x, y);
}

struct scop_expr *build_times(struct scop_build *b, struct scop_expr *x,
                              int64_t factor)
{
    if (factor == 1)
        return x;
    return build_binary(b, SCOP_MUL, x, build_int(b, x->type, factor));
}

struct scop_expr *build_cast(struct scop_build *b, enum scop_type type,
                             struct scop_expr *x)
{
    if (x->type == type)
        return x;
    struct scop_expr *e = scop_expr_new(b->arena, SCOP_CAST, type, 1, b->loc);
    e->arg[0] = x;
    return e;
}

struct scop_expr *build_choice(struct scop_build *b, struct scop_expr *test,
                               struct scop_expr *x, struct scop_expr *y)
{
    struct scop_expr *e =
        scop_expr_new(b->arena, SCOP_COND, x->type, 3, b->loc);
    e->arg[0] = test;
    e->arg[1] = x;
    e->arg[2] = y;
    return e;
}

struct scop_expr *build_access(struct scop_build *b, int array, int count,
                               struct scop_expr *const *subscript)
{
    struct scop_expr *e = scop_expr_new(
        b->arena, SCOP_ACCESS, b->scop->array[array].type, count, b->loc);
    e->ref = array;
    for (int k = 0; k < count; k++)
        e->arg[k] = subscript[k];
    return e;
}

/* An iterator of 32 bits without sign is the cast of a signed value of 64 that
 * may lie beyond it in the loop's own condition: compared there as it is. */
static struct scop_expr *copy_test(struct scop_build *b,
                                   const struct scop_expr *e)
{
    struct scop_expr *side[2];
    bool wide = false;
    for (int k = 0; k < 2; k++) {
        side[k] = build_copy(b, e->arg[k]);
        if (e->arg[k]->op == SCOP_ITER && side[k]->op == SCOP_CAST &&
            side[k]->type == SCOP_U32 && side[k]->arg[0]->type == SCOP_I64) {
            side[k] = side[k]->arg[0];
            wide = true;
        }
    }
    for (int k = 0; k < 2 && wide; k++)
        side[k] = build_cast(b, SCOP_I64, side[k]);
    return build_binary(b, e->op, side[0], side[1]);
}

struct scop_expr *build_copy(struct scop_build *b, const struct scop_expr *e)
{
    struct loc loc = b->loc;
    for (int k = b->replaced_count - 1; k >= 0; k--)
        if (b->replaced[k].access == e)
            return b->replaced[k].by;
    for (int k = b->binding_count - 1; e->op == SCOP_ITER && k >= 0; k--)
        if (b->binding[k].loop == e->ref)
            return b->binding[k].value;
    assert(e->op != SCOP_ITER);
    if (e->op >= SCOP_LT && e->op <= SCOP_NE) {
        b->loc = e->loc;
        struct scop_expr *test = copy_test(b, e);
        b->loc = loc;
        return test;
    }
    struct scop_expr *copy =
        scop_expr_new(b->arena, e->op, e->type, e->count, e->loc);
    struct scop_expr **arg = copy->arg;
    *copy = *e;
    copy->arg = arg;
    for (int k = 0; k < e->count; k++)
        copy->arg[k] = build_copy(b, e->arg[k]);
    return copy;
}

/* Bindings ----------------------------------------------------------------- */

void build_bind(struct scop_build *b, int old_loop, struct scop_expr *value)
{
    struct build_binding binding = {old_loop, value};
    value->as = b->old->loop[old_loop].name;
    ARENA_PUSH(b->arena, b->binding, b->binding_count, b->binding_cap, binding);
}

void build_unbind(struct scop_build *b, int count)
{
    b->binding_count -= count;
}

void build_replace(struct scop_build *b, const struct scop_expr *access,
                   struct scop_expr *by)
{
    struct build_replaced replaced = {access, by};
    ARENA_PUSH(b->arena, b->replaced, b->replaced_count, b->replaced_cap,
               replaced);
}

void build_through(struct scop_build *b, int old_stmt, struct scop_expr *first)
{
    struct build_through through = {old_stmt, first};
    ARENA_PUSH(b->arena, b->through, b->through_count, b->through_cap, through);
}

/* The tree ----------------------------------------------------------------- */

static struct scop_node *new_node(struct scop_build *b,
                                  enum scop_node_kind kind)
{
    struct scop_node *node = arena_alloc(b->arena, sizeof *node);
    *node = (struct scop_node){.kind = kind, .loc = b->loc};
    return node;
}

/* Appends to the innermost open sequence. */
static void append(struct scop_build *b, struct scop_node *node)
{
    struct scop_node *seq = b->open[b->open_count - 1];
    int cap = seq->count;
    ARENA_PUSH(b->arena, seq->child, seq->count, cap, node);
}

static void open_seq(struct scop_build *b, struct scop_node *seq)
{
    ARENA_PUSH(b->arena, b->open, b->open_count, b->open_cap, seq);
}

static struct scop_node *one_child(struct scop_build *b, struct scop_node *node)
{
    node->child = arena_alloc(b->arena, 2 * sizeof(struct scop_node *));
    node->child[node->count++] = new_node(b, SCOP_SEQ);
    return node->child[node->count - 1];
}

static int open_loop(struct scop_build *b, struct scop_loop loop)
{
    struct scop_node *node = new_node(b, SCOP_FOR);
    int number = b->scop->loop_count;
    loop.parent = b->depth ? b->around[b->depth - 1] : -1;
    loop.node = node;
    ARENA_PUSH(b->arena, b->scop->loop, b->scop->loop_count, b->loop_cap, loop);
    node->loop = number;
    append(b, node);
    open_seq(b, one_child(b, node));
    ARENA_PUSH(b->arena, b->around, b->depth, b->depth_cap, number);
    return number;
}

int build_for(struct scop_build *b, int old_loop, const char *suffix,
              enum scop_type type)
{
    const struct scop_loop *old = &b->old->loop[old_loop];
    struct scop_loop loop = {
        .name = arena_printf(b->arena, "%s_%s", old->name, suffix),
        .type = type,
        .made = true,
        .loc = old->loc,
    };
    int number = open_loop(b, loop);
    struct scop_node *node = b->scop->loop[number].node;
    node->init = build_int(b, type, 0);
    node->step = 1;
    return number;
}

void build_while(struct scop_build *b, struct scop_expr *condition)
{
    b->scop->loop[b->around[b->depth - 1]].node->cond = condition;
}

void build_team(struct scop_build *b, int loop, int64_t lanes)
{
    b->scop->loop[loop].team = (int)lanes;
}

void build_lane(struct scop_build *b, int loop)
{
    b->scop->loop[loop].lane = true;
}

void build_chunk(struct scop_build *b, int loop, int64_t count, int old_loop)
{
    b->scop->loop[loop].chunk = (int)count;
    b->scop->loop[loop].chunk_of = old_loop;
}

void build_close(struct scop_build *b)
{
    b->depth--;
    b->open_count--;
}

void build_open_copy(struct scop_build *b, const struct scop_node *node)
{
    struct loc loc = b->loc;
    struct scop_expr *init = build_copy(b, node->init);
    b->loc = node->loc;
    int number = open_loop(b, b->old->loop[node->loop]);
    struct scop_node *copy = b->scop->loop[number].node;
    b->loop_of[node->loop] = number;
    build_bind(b, node->loop, build_iter(b, number));
    copy->init = init;
    copy->step = node->step;
    copy->cond = build_copy(b, node->cond);
    b->loc = loc;
}

void build_stmt(struct scop_build *b, struct scop_expr *lhs,
                struct scop_expr *rhs, int guards, struct scop_expr **guard)
{
    struct scop_node *node = new_node(b, SCOP_STMT);
    struct scop_stmt stmt = {
        .name = arena_printf(b->arena, "S%d", b->scop->stmt_count),
        .lhs = lhs,
        .rhs = rhs,
        .guard_count = guards,
        .depth = b->depth,
        .loc = b->loc,
    };
    stmt.guard = arena_alloc(b->arena, sizeof *stmt.guard * (guards + 1));
    for (int k = 0; k < guards; k++)
        stmt.guard[k] = guard[k];
    stmt.loop = arena_alloc(b->arena, sizeof(int) * (b->depth + 1));
    if (b->depth)
        memcpy(stmt.loop, b->around, sizeof(int) * b->depth);
    node->stmt = b->scop->stmt_count;
    ARENA_PUSH(b->arena, b->scop->stmt, b->scop->stmt_count, b->stmt_cap, stmt);
    append(b, node);
}

void build_body_open(struct scop_build *b)
{
    build_stmt(b, NULL, NULL, 0, NULL);
    struct scop_node *body = new_node(b, SCOP_SEQ);
    b->scop->stmt[b->scop->stmt_count - 1].body = body;
    open_seq(b, body);
}

void build_set(struct scop_build *b, struct scop_expr *lhs,
               struct scop_expr *rhs)
{
    struct scop_node *node = new_node(b, SCOP_SET);
    node->lhs = lhs;
    node->rhs = rhs;
    append(b, node);
}

void build_body_close(struct scop_build *b)
{
    b->open_count--;
}

void build_part(struct scop_build *b)
{
    struct scop_node *node = new_node(b, SCOP_SEQ);
    append(b, node);
    open_seq(b, node);
}

void build_loop(struct scop_build *b, struct scop_expr *test)
{
    struct scop_node *node = new_node(b, SCOP_LOOP);
    node->test = test;
    node->child = arena_alloc(b->arena, 2 * sizeof(struct scop_node *));
    for (int k = 0; k < 2; k++)
        node->child[node->count++] = new_node(b, SCOP_SEQ);
    append(b, node);
    open_seq(b, node->child[1]);
    open_seq(b, node->child[0]);
}

void build_step(struct scop_build *b)
{
    b->open_count--;
}

void build_fold(struct scop_build *b, int lanes)
{
    b->scop->stmt[b->scop->stmt_count - 1].fold = lanes;
}

void build_own(struct scop_build *b, int array)
{
    b->scop->array[array].scope = SCOP_POINT;
}

static struct scop_expr *copy_any(struct scop_build *b,
                                  const struct scop_expr *e)
{
    return e ? build_copy(b, e) : NULL;
}

/* A body's tree, which holds no statements and no loops of the scop. */
static struct scop_node *copy_body(struct scop_build *b,
                                   const struct scop_node *node)
{
    struct scop_node *copy = arena_alloc(b->arena, sizeof *copy);
    *copy = *node;
    copy->test = copy_any(b, node->test);
    copy->lhs = copy_any(b, node->lhs);
    copy->rhs = copy_any(b, node->rhs);
    copy->child =
        arena_alloc(b->arena, sizeof *copy->child * (size_t)(node->count + 1));
    for (int k = 0; k < node->count; k++)
        copy->child[k] = copy_body(b, node->child[k]);
    return copy;
}

void build_body_copy(struct scop_build *b, const struct scop_node *body)
{
    append(b, copy_body(b, body));
}

static struct scop_expr *goes_through(const struct scop_build *b,
                                      const struct scop_stmt *s)
{
    for (int k = 0; k < b->through_count; k++)
        if (&b->old->stmt[b->through[k].stmt] == s)
            return b->through[k].first;
    return NULL;
}

static void copy_stmt(struct scop_build *b, const struct scop_stmt *s)
{
    struct loc loc = b->loc;
    struct scop_expr *first = goes_through(b, s);
    b->loc = s->loc;
    struct scop_expr **guard =
        arena_alloc(b->arena, sizeof *guard * (s->guard_count + 1));
    for (int k = 0; k < s->guard_count; k++)
        guard[k] = build_copy(b, s->guard[k]);
    struct scop_expr *rhs = copy_any(b, s->rhs);
    if (first) {
        build_stmt(b, first, rhs, s->guard_count, guard);
        rhs = first;
    }
    build_stmt(b, copy_any(b, s->lhs), rhs, s->guard_count, guard);
    if (s->body)
        b->scop->stmt[b->scop->stmt_count - 1].body = copy_body(b, s->body);
    build_fold(b, s->fold);
    b->loc = loc;
}

void build_if(struct scop_build *b, struct scop_expr *test)
{
    struct scop_node *node = new_node(b, SCOP_IF);
    node->test = test;
    append(b, node);
    open_seq(b, one_child(b, node));
}

void build_endif(struct scop_build *b)
{
    b->open_count--;
}

static void copy_if(struct scop_build *b, const struct scop_node *node)
{
    struct loc loc = b->loc;
    b->loc = node->loc;
    struct scop_node *copy = new_node(b, SCOP_IF);
    copy->test = build_copy(b, node->test);
    append(b, copy);
    copy->child = arena_alloc(b->arena, 2 * sizeof(struct scop_node *));
    for (int k = 0; k < node->count; k++) {
        copy->child[copy->count++] = new_node(b, SCOP_SEQ);
        open_seq(b, copy->child[k]);
        build_node(b, node->child[k]);
        b->open_count--;
    }
    b->loc = loc;
}

void build_node(struct scop_build *b, const struct scop_node *node)
{
    switch (node->kind) {
    case SCOP_SEQ:
        for (int k = 0; k < node->count; k++)
            build_node(b, node->child[k]);
        break;
    case SCOP_FOR:
        build_open_copy(b, node);
        build_node(b, node->child[0]);
        build_close(b);
        build_unbind(b, 1);
        break;
    case SCOP_IF:
        copy_if(b, node);
        break;
    case SCOP_STMT:
        copy_stmt(b, &b->old->stmt[node->stmt]);
        break;
    default: /* in bodies only */
        break;
    }
}

/* Arrays ------------------------------------------------------------------- */

static bool is_taken(const struct scop_build *b, const char *name)
{
    for (int k = 0; k < b->scop->array_count; k++)
        if (!strcmp(b->scop->array[k].name, name))
            return true;
    for (int k = 0; k < b->scop->param_count; k++)
        if (!strcmp(b->scop->param[k].name, name))
            return true;
    return false;
}

int build_array(struct scop_build *b, const char *name, enum scop_type type,
                int rank)
{
    int number = b->scop->array_count;
    struct scop_array array = {
        .name = name,
        .type = type,
        .rank = rank,
        .unit = 1,
        .view_of = number,
        .scope = SCOP_REGION,
        .made = true,
        .loc = b->loc,
    };
    for (int k = 2; is_taken(b, array.name); k++)
        array.name = arena_printf(b->arena, "%s%d", name, k);
    array.extent = arena_alloc(b->arena, sizeof *array.extent * (rank + 1));
    for (int k = 0; k < rank; k++)
        array.extent[k] = build_int(b, SCOP_I64, INT32_MAX);
    ARENA_PUSH(b->arena, b->scop->array, b->scop->array_count, b->array_cap,
               array);
    return number;
}

void build_team_array(struct scop_build *b, int array, int count,
                      const int64_t *extent)
{
    struct scop_array *a = &b->scop->array[array];
    a->team = count;
    for (int k = 0; k < count; k++)
        a->extent[a->rank - count + k] = build_int(b, SCOP_I64, extent[k]);
}

bool build_is_alone(const struct scop *scop, int array)
{
    for (int k = 0; k < scop->array_count; k++)
        if (k != array && scop->array[k].view_of == scop->array[array].view_of)
            return false;
    return scop->array[array].rank == 0;
}

bool build_is_local(const struct scop *scop, int array)
{
    const struct scop_array *a = &scop->array[array];
    return build_is_alone(scop, array) && a->scope != SCOP_POINT &&
           !a->live_out && !a->exposed && !a->cursor && !a->made && !a->each;
}

const struct scop_stmt *build_plain_stmt(const struct scop *scop,
                                         const struct scop_node *node)
{
    const struct scop_stmt *s =
        node->kind == SCOP_STMT ? &scop->stmt[node->stmt] : NULL;
    return s && !s->body && !s->guard_count ? s : NULL;
}

/* Do all accesses of the operand lack a loop around the statement? */
static bool lacks_loops(const struct scop_stmt *s, const struct scop_expr *e)
{
    bool all = e->op == SCOP_ACCESS && e->count;
    for (int d = 0; d < s->depth && all; d++)
        all = scop_expr_mentions(e, s->loop[d]);
    for (int k = 0; k < e->count && !all; k++)
        all = !lacks_loops(s, e->arg[k]);
    return !all;
}

bool build_reuses_operands(const struct scop_stmt *s,
                           const struct scop_expr *added)
{
    const struct scop_expr *e = added;
    while (e->op == SCOP_CAST || e->op == SCOP_NEG)
        e = e->arg[0];
    return e->op == SCOP_MUL && lacks_loops(s, added);
}

void build_start(struct scop_build *b, const struct scop *old)
{
    *b = (struct scop_build){.arena = old->arena, .old = old, .loc = old->loc};
    b->scop = arena_alloc(b->arena, sizeof *b->scop);
    *b->scop = *old;
    b->scop->loop = NULL;
    b->scop->stmt = NULL;
    b->scop->array = NULL;
    b->scop->loop_count = b->scop->stmt_count = b->scop->array_count = 0;
    for (int k = 0; k < old->array_count; k++)
        ARENA_PUSH(b->arena, b->scop->array, b->scop->array_count, b->array_cap,
                   old->array[k]);
    b->loop_of = arena_alloc(b->arena, sizeof(int) * (old->loop_count + 1));
    b->scop->root = new_node(b, SCOP_SEQ);
    open_seq(b, b->scop->root);
}

struct scop *build_end(struct scop_build *b)
{
    for (int k = 0; k < b->old->array_count; k++)
        if (b->scop->array[k].scope >= 0)
            b->scop->array[k].scope = b->loop_of[b->old->array[k].scope];
    return b->scop;
}

static void replace_in(struct scop_build *b, const struct scop_expr *e,
                       int scalar, const struct scop_expr *by)
{
    if (!e)
        return;
    if (e->op == SCOP_ACCESS && e->ref == scalar)
        build_replace(b, e, build_copy(b, by));
    for (int k = 0; k < e->count; k++)
        replace_in(b, e->arg[k], scalar, by);
}

void build_replace_scalar(struct scop_build *b, const struct scop_node *node,
                          int scalar, const struct scop_expr *by)
{
    replace_in(b, node->init, scalar, by);
    replace_in(b, node->cond, scalar, by);
    replace_in(b, node->test, scalar, by);
    if (node->kind == SCOP_STMT) {
        const struct scop_stmt *stmt = &b->old->stmt[node->stmt];
        replace_in(b, stmt->lhs, scalar, by);
        replace_in(b, stmt->rhs, scalar, by);
        for (int k = 0; k < stmt->guard_count; k++)
            replace_in(b, stmt->guard[k], scalar, by);
    }
    for (int k = 0; k < node->count; k++)
        build_replace_scalar(b, node->child[k], scalar, by);
}

void build_sequences(struct scop_build *b, const struct scop_node *node,
                     build_sequence *put, struct faults *faults)
{
    if (node->kind == SCOP_SEQ) {
        put(b, node, faults);
    } else if (node->kind == SCOP_FOR) {
        build_open_copy(b, node);
        build_sequences(b, node->child[0], put, faults);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}
