/*
 * GPU: long loops of points are shared by the threads of a block.
 *
 * The points of a block, one for each thread, may go through loops of very
 * different lengths, as the rows of a sparse matrix. Where such a loop only
 * accumulates, with an operation that may be reordered, each thread does the
 * first OWN iterations of its own, and leaves what remains in shared memory.
 * Then LANES threads together take the remainder of one point after the other:
 *
 *   if the point is active:  what comes before; k < OWN: a = a op e(k)
 *                            remainder[t] = from where on, how many, iterators
 *   barrier
 *   if there are any:
 *     for t = thread / LANES, in steps of block / LANES:
 *       for k = lane of t's remainder, in steps of LANES:
 *         part[t][lane] = part[t][lane] op e(k)
 *   barrier
 *   a = a op part[thread][0] op part[thread][1] op …
 *
 * The lanes read neighbours, where a thread of its own reads a row. All threads
 * come to the barriers: conditions that the tree of the kernel has around the
 * statement become a value that what is not shared is done under. The order of
 * operations depends on a point's loop alone, so that results are the same in
 * every run.
 */
#include "polyhedral/lower/cooperative_rows.h"
#include "polyhedral/lower/features.h"

#include <assert.h>

enum { OWN = 16, LANES = 16, MOST = 4 };

/* What the other threads must know of a point: a variable's value. */
struct known {
    int array; /* poly array */
    int shared;
};

struct sum {
    int array; /* poly array */
    enum kir_op op;
    int part; /* shared */
};

struct spread {
    const struct scop_node *loop;
    struct body_count count;
    int known_count, sum_count;
    struct known known[MOST];
    struct sum sum[MOST];
    int own_count; /* set in each iteration before they are read: scop arrays */
    int own[MOST];
    int threads, thread;                      /* of the block; I64 */
    int any, from, trips, iter[MAP_MAX_DIMS]; /* shared */
    int left; /* variable, I64: trips of the own remainder */
};

/* Recognition -------------------------------------------------------------- */

static bool is_own(const struct spread *s, int array)
{
    bool own = array == s->count.variable->ref;
    for (int k = 0; k < s->own_count; k++)
        own |= s->own[k] == array;
    return own;
}

/* May other threads read it? Variables of the thread are made known to them. */
static bool add_read(struct lower *l, struct spread *s,
                     const struct scop_expr *access)
{
    int array = lower_array_of(l, access);
    enum storage_kind kind = l->storage->kind[array];
    if (kind == STORAGE_LOCAL || kind == STORAGE_TEAM)
        return false;
    if (kind != STORAGE_VARIABLE || is_own(s, access->ref))
        return true;
    for (int k = 0; k < s->sum_count; k++)
        if (s->sum[k].array == array)
            return false;
    for (int k = 0; k < s->known_count; k++)
        if (s->known[k].array == array)
            return true;
    if (s->known_count == MOST)
        return false;
    lower_variable(l, access);
    s->known[s->known_count++].array = array;
    return true;
}

/* A scalar that each iteration sets before it reads it. */
static bool add_own(struct lower *l, struct spread *s,
                    const struct scop_expr *scalar)
{
    int array = lower_array_of(l, scalar);
    bool good = scalar->count == 0 && s->own_count < MOST &&
                l->poly->scop->array[scalar->ref].scope == SCOP_POINT;
    for (int k = 0; k < s->known_count; k++)
        good &= s->known[k].array != array;
    if (good)
        s->own[s->own_count++] = scalar->ref;
    return good;
}

static bool add_reads(struct lower *l, struct spread *s,
                      const struct scop_expr *e)
{
    bool good = e->op != SCOP_ACCESS || add_read(l, s, e);
    for (int k = 0; k < e->count && good; k++)
        good = add_reads(l, s, e->arg[k]);
    return good;
}

static bool is_sum(struct lower *l, const struct scop_node *node,
                   struct update *update)
{
    return node->kind == SCOP_SET && node->lhs->count == 0 &&
           lower_variable(l, node->lhs) >= 0 &&
           update_match(node->lhs, node->rhs, l->poly->scop->reassociate,
                        update) &&
           (update->op == KIR_ADD || !scop_type_is_float(node->lhs->type));
}

/* The node's sums, before what it reads is looked at. */
static bool add_sums(struct lower *l, struct spread *s,
                     const struct scop_node *node)
{
    struct update update;
    bool good = true;
    for (int k = 0; k < node->count && good; k++)
        good = add_sums(l, s, node->child[k]);
    if (!good || !is_sum(l, node, &update))
        return good;
    int array = lower_array_of(l, node->lhs);
    for (int k = 0; k < s->sum_count; k++)
        good &= s->sum[k].array != array;
    if (!good || s->sum_count == MOST)
        return false;
    s->sum[s->sum_count++] = (struct sum){.array = array, .op = update.op};
    return true;
}

/* Does the node nothing but sum up, from what other threads can know? What each
 * iteration sets first is its own. */
static bool only_sums(struct lower *l, struct spread *s,
                      const struct scop_node *node, bool always)
{
    struct update update;
    bool good = node->kind == SCOP_SEQ || node->kind == SCOP_IF;
    if (is_sum(l, node, &update))
        return add_reads(l, s, update.operand);
    if (node->kind == SCOP_SET)
        return always && add_reads(l, s, node->rhs) && add_own(l, s, node->lhs);
    if (node->kind == SCOP_IF)
        good = add_reads(l, s, node->test);
    for (int k = 0; k < node->count && good; k++)
        good =
            only_sums(l, s, node->child[k], always && node->kind == SCOP_SEQ);
    return good;
}

/* Does the expression read elements, or variables of the thread? */
static bool is_of_point(struct lower *l, const struct scop_expr *e)
{
    bool is = e->op == SCOP_ACCESS && (e->count || lower_variable(l, e) >= 0);
    for (int k = 0; k < e->count && !is; k++)
        is = is_of_point(l, e->arg[k]);
    return is;
}

/* Does the length of the loop that ends the body depend on data? */
static bool is_ragged(struct lower *l, const struct spread *s,
                      const struct scop_node *body)
{
    bool ragged = is_of_point(l, s->count.bound);
    for (int k = 0; body != s->loop && k < body->count - 1; k++)
        ragged |= body->child[k]->kind == SCOP_SET &&
                  is_of_point(l, body->child[k]->rhs);
    return ragged;
}

static enum kir_type type_of(struct lower *l, int array)
{
    const struct poly_array *a = &l->poly->array[array];
    return lower_value_type(l->poly->scop->array[a->array].type);
}

/* Has a block of any GPU so much shared memory? */
static bool fits(struct lower *l, const struct spread *s)
{
    enum { MOST_BYTES = 48 * 1024, WIDE = 8 };
    int arrays = 2 + l->stmt->stmt->depth + s->known_count;
    int bytes = WIDE + s->threads * WIDE * arrays;
    for (int k = 0; k < s->sum_count; k++)
        bytes += s->threads * (LANES + 1) *
                 kir_type_size(type_of(l, s->sum[k].array));
    return bytes <= MOST_BYTES;
}

/* Is the current statement's body such a loop, with what prepares it before? */
static bool match(struct lower *l, struct spread *s)
{
    const struct scop_node *body = l->stmt->stmt->body;
    const int *block = l->f->block;
    *s = (struct spread){.loop = body};
    if (body && body->kind == SCOP_SEQ && body->count)
        s->loop = body->child[body->count - 1];
    s->threads = block[0] * block[1] * block[2];
    if (!body || s->loop->kind != SCOP_LOOP || s->threads % LANES ||
        l->stmt->stmt->depth > MAP_MAX_DIMS ||
        !lower_counts(l, s->loop, &s->count) || !is_ragged(l, s, body))
        return false;
    const struct scop_array *at = &l->poly->scop->array[s->count.variable->ref];
    return at->scope == SCOP_POINT && s->count.type != SCOP_U64 &&
           add_sums(l, s, s->loop->child[0]) && s->sum_count > 0 &&
           only_sums(l, s, s->loop->child[0], true) && fits(l, s);
}

struct lower_rows *lower_rows_new(struct arena *arena)
{
    struct lower_rows *rows = arena_alloc(arena, sizeof *rows);
    rows->holds = -1;
    return rows;
}

void lower_rows_start(struct lower *l, bool together)
{
    l->rows->together = together;
}

bool lower_spreads(struct lower *l, const struct poly_stmt *stmt)
{
    const struct poly_stmt *current = l->stmt;
    struct spread s;
    if (!l->rows->together || stmt->stmt->fold)
        return false;
    l->stmt = stmt;
    bool good = match(l, &s);
    l->stmt = current;
    return good;
}

/* Code --------------------------------------------------------------------- */

/* One value for each thread, or `lanes` of them. */
static int new_shared(struct lower *l, const struct spread *s, const char *name,
                      enum kir_type type, int64_t lanes)
{
    return kir_shared(
        l->f,
        arena_printf(l->poly->arena, "hd_%s_%s", l->stmt->stmt->name, name),
        type, s->threads * lanes);
}

static void prepare(struct lower *l, struct spread *s)
{
    struct kir_func *f = l->f;
    s->thread = lower_flat_thread(l);
    s->any = kir_shared(
        f, arena_printf(l->poly->arena, "hd_%s_any", l->stmt->stmt->name),
        KIR_I32, 1);
    s->from = new_shared(l, s, "from", KIR_I64, 1);
    s->trips = new_shared(l, s, "trips", KIR_I64, 1);
    for (int d = 0; d < l->stmt->stmt->depth; d++)
        s->iter[d] = new_shared(l, s, arena_printf(l->poly->arena, "at%d", d),
                                KIR_I64, 1);
    for (int k = 0; k < s->known_count; k++)
        s->known[k].shared =
            new_shared(l, s, l->poly->array[s->known[k].array].name,
                       type_of(l, s->known[k].array), 1);
    for (int k = 0; k < s->sum_count; k++)
        s->sum[k].part = new_shared(l, s, l->poly->array[s->sum[k].array].name,
                                    type_of(l, s->sum[k].array), LANES + 1);
    s->left = kir_variable(f, "left", KIR_I64);
    kir_set(f, s->left, kir_i64(l->f, 0));
    kir_if(f, kir_binary(f, KIR_EQ, s->thread, kir_i64(l->f, 0)));
    kir_store(f, s->any, kir_i64(l->f, 0), kir_int(f, KIR_I32, 0));
    kir_end(f);
    kir_barrier(f);
}

/* Does the counter fit into 64 bits with what is added to it here? */
static bool is_narrow(const struct spread *s)
{
    return kir_type_size(lower_value_type(s->count.type)) < 8;
}

/* Is the loop longer than the own iterations? By how much is *length, in steps
 * of the counter. */
static int is_longer(struct lower *l, const struct spread *s, int lo, int hi,
                     int *length)
{
    struct kir_func *f = l->f;
    enum kir_type type = is_narrow(s) ? KIR_I64 : KIR_U64;
    *length =
        kir_binary(f, KIR_SUB, kir_cast(f, type, hi), kir_cast(f, type, lo));
    int more =
        kir_binary(f, KIR_GT, *length, kir_int(f, type, OWN * s->count.step));
    if (is_narrow(s))
        return more;
    return kir_binary(f, KIR_AND, kir_binary(f, KIR_LT, lo, hi), more);
}

/* The iterations beyond the own ones, of a loop that has some (I64). */
static int rest_of(struct lower *l, const struct spread *s, int length)
{
    struct kir_func *f = l->f;
    enum kir_type type = kir_type_of(f, length);
    int64_t step = s->count.step;
    int rest = kir_binary(f, KIR_SUB, length, kir_int(f, type, OWN * step));
    rest = kir_binary(f, KIR_ADD, rest, kir_int(f, type, step - 1));
    rest = kir_binary(f, KIR_DIV, rest, kir_int(f, type, step));
    return kir_cast(f, KIR_I64, rest);
}

/* Leaves what is more than the own iterations; the end of these. */
int lower_spread_cut(struct lower *l, const struct scop_node *loop, int lo,
                     int hi)
{
    struct kir_func *f = l->f;
    struct spread *s = l->rows->spread;
    int length;
    if (!s || s->loop != loop)
        return hi;
    int more = is_longer(l, s, lo, hi, &length);
    int own = kir_int(f, kir_type_of(f, lo), OWN * s->count.step);
    int next = kir_binary(f, KIR_ADD, lo, own);
    kir_if(f, more);
    kir_set(f, s->left, rest_of(l, s, length));
    kir_atomic(f, KIR_OR, s->any, kir_i64(l->f, 0), kir_int(f, KIR_I32, 1));
    kir_store(f, s->from, s->thread, kir_cast(f, KIR_I64, next));
    for (int d = 0; d < l->stmt->stmt->depth; d++)
        kir_store(f, s->iter[d], s->thread, l->iter[d]);
    for (int k = 0; k < s->known_count; k++)
        kir_store(f, s->known[k].shared, s->thread,
                  kir_get(f, l->variable[s->known[k].array]));
    kir_end(f);
    return kir_ternary(f, KIR_SELECT, more, next, hi);
}

/* x with x op y = y. */
static int neutral(struct kir_func *f, enum kir_op op, enum kir_type type)
{
    int bits = 8 * kir_type_size(type);
    uint64_t ones = UINT64_MAX >> (64 - bits);
    bool negative = kir_is_signed(type);
    int64_t most = (int64_t)(negative ? ones >> 1 : ones);
    if (kir_is_float(type))
        return kir_float(f, type, -0.0);
    if (op == KIR_MIN)
        return kir_int(f, type, most);
    if (op == KIR_MAX)
        return kir_int(f, type, negative ? -most - 1 : 0);
    if (op == KIR_AND)
        return kir_int(f, type, negative ? -1 : (int64_t)ones);
    return kir_int(f, type, 0);
}

/* The iterations of point `point` that are the lane's, into `into`, per sum. */
static void accumulate(struct lower *l, struct spread *s, int point, int lane,
                       int trips)
{
    struct kir_func *f = l->f;
    int variable = lower_variable(l, s->count.variable);
    enum kir_type type = lower_value_type(s->count.type);
    int from = kir_load(f, s->from, point), step = kir_i64(l->f, s->count.step);
    int here;
    if (is_narrow(s)) {
        int first = kir_binary(f, KIR_MUL, lane, step);
        int end = kir_binary(f, KIR_MUL, trips, step);
        here = kir_for(f, kir_binary(f, KIR_ADD, from, first),
                       kir_binary(f, KIR_ADD, from, end),
                       kir_i64(l->f, LANES * s->count.step), 0);
    } else {
        int at = kir_for(f, lane, trips, kir_i64(l->f, LANES), 0);
        here = kir_binary(f, KIR_ADD, from, kir_binary(f, KIR_MUL, at, step));
    }
    here = kir_cast(f, type, here);
    enum kir_type own = lower_value_type(s->count.variable->type);
    kir_set(f, variable, kir_cast(f, own, here));
    lower_body(l, s->loop->child[0]);
    kir_end(f);
}

/* Accumulates with the point's iterators and variables in place of the
 * thread's.
 */
static void take_over(struct lower *l, struct spread *s, int point, int lane,
                      int trips)
{
    struct kir_func *f = l->f;
    int depth = l->stmt->stmt->depth, *mine = l->iter;
    int other[MAP_MAX_DIMS], known[MOST], sum[MOST];
    l->iter = other;
    for (int d = 0; d < depth; d++)
        other[d] = kir_load(f, s->iter[d], point);
    for (int k = 0; k < s->known_count; k++) {
        int *variable = &l->variable[s->known[k].array];
        known[k] = *variable;
        *variable = kir_variable(f, "known", type_of(l, s->known[k].array));
        kir_set(f, *variable, kir_load(f, s->known[k].shared, point));
    }
    for (int k = 0; k < s->sum_count; k++) {
        enum kir_type type = type_of(l, s->sum[k].array);
        sum[k] = l->variable[s->sum[k].array];
        l->variable[s->sum[k].array] = kir_variable(f, "part", type);
        kir_set(f, l->variable[s->sum[k].array],
                neutral(f, s->sum[k].op, type));
    }
    accumulate(l, s, point, lane, trips);
    int place =
        kir_binary(f, KIR_ADD, kir_cast(f, KIR_I32, lane),
                   kir_binary(f, KIR_MUL, point, kir_i32(l->f, LANES + 1)));
    for (int k = 0; k < s->sum_count; k++) {
        int part = kir_get(f, l->variable[s->sum[k].array]);
        kir_store(f, s->sum[k].part, place, part);
        l->variable[s->sum[k].array] = sum[k];
    }
    for (int k = 0; k < s->known_count; k++)
        l->variable[s->known[k].array] = known[k];
    l->iter = mine;
}

static void share(struct lower *l, struct spread *s)
{
    struct kir_func *f = l->f;
    int zero = kir_i64(l->f, 0);
    kir_store(f, s->trips, s->thread, kir_get(f, s->left));
    kir_barrier(f);
    int any = kir_load(f, s->any, zero);
    kir_if(f, kir_binary(f, KIR_NE, any, kir_int(f, KIR_I32, 0)));
    int lane = kir_floor_mod(f, s->thread, LANES);
    int first = kir_cast(f, KIR_I32, kir_floor_div(f, s->thread, LANES));
    int point = kir_for(f, first, kir_i32(l->f, s->threads),
                        kir_i32(l->f, s->threads / LANES), 0);
    int trips = kir_load(f, s->trips, point);
    kir_if(f, kir_binary(f, KIR_LT, zero, trips));
    take_over(l, s, point, lane, trips);
    kir_end(f);
    kir_end(f);
    kir_end(f);
    kir_barrier(f);
}

static void collect(struct lower *l, struct spread *s)
{
    struct kir_func *f = l->f;
    kir_if(f, kir_binary(f, KIR_LT, kir_i64(l->f, 0), kir_get(f, s->left)));
    int first = kir_binary(f, KIR_MUL, s->thread, kir_i64(l->f, LANES + 1));
    for (int k = 0; k < s->sum_count; k++) {
        int variable = l->variable[s->sum[k].array];
        int sum = kir_get(f, variable);
        for (int lane = 0; lane < LANES; lane++) {
            int place = kir_binary(f, KIR_ADD, first, kir_i64(l->f, lane));
            int part = kir_load(f, s->sum[k].part, place);
            sum = kir_binary(f, s->sum[k].op, sum, part);
        }
        kir_set(f, variable, sum);
    }
    kir_end(f);
}

void lower_spread_statement(struct lower *l)
{
    struct spread s;
    bool matches = match(l, &s);
    int holds = l->rows->holds;
    assert(matches);
    (void)matches;
    fault_add(l->poly->faults, FAULT_SHARED_LOOP, s.loop->loc,
              "on a GPU, what goes beyond %d iterations of this loop is shared "
              "by the threads of a block",
              OWN);
    prepare(l, &s);
    if (holds >= 0)
        kir_if(l->f, holds);
    l->rows->spread = &s;
    lower_statement(l);
    l->rows->spread = NULL;
    if (holds >= 0)
        kir_end(l->f);
    share(l, &s);
    collect(l, &s);
}
