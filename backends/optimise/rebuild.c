/*
 * Writes a function anew, statement by statement, and on the way
 *   - simplifies each operation (kir/fold.c, algebra.c);
 *   - replaces it by an equal value in scope (a hash table by level); a LOAD or
 *     GET is equal to an earlier one, or to what was stored or set, while
 *     nothing that may overlap was written in between (a clock per item);
 *   - places it before the loops that it does not depend on, if it cannot trap,
 *     and loads if they are certain to be executed and nothing in the loop
 *     writes there;
 *   - uses what the enclosing conditions and loops say;
 *   - writes short loops once for each iteration where an array of the thread
 *     becomes variables then (unroll.c);
 *   - drops branches that are not taken, loops that do not run, sets and stores
 *     of what is there already.
 *
 * A value has one operation and a fixed number of operands, and each is
 * visited once: linear but for the depth of nesting.
 */
#include "backends/optimise/rebuild.h"

#include <string.h>

static struct rebuild_level *innermost(struct rebuild *r)
{
    return &r->level[r->depth];
}

int rebuild_level(const struct rebuild *r, int value)
{
    return value < r->info_cap ? r->level_of[value] : 0;
}

static void reserve_info(struct rebuild *r, int value)
{
    int cap = r->info_cap;

    if (value < cap)
        return;
    cap = cap ? 2 * cap : r->in->value_count + 64;
    while (cap <= value)
        cap *= 2;
#define GROW(array)                                                            \
    do {                                                                       \
        void *larger = arena_alloc(r->scratch, (size_t)cap * sizeof *(array)); \
        if (r->info_cap > 0)                                                   \
            memcpy(larger, (array), (size_t)r->info_cap * sizeof *(array));    \
        (array) = larger;                                                      \
    } while (0)
    GROW(r->level_of);
    GROW(r->known);
    GROW(r->loop);
#undef GROW
    r->info_cap = cap;
}

/* Placing ------------------------------------------------------------------ */

/* An integer division traps on some targets: it is not executed where the
 * program would not have. */
static bool may_trap(const struct rebuild *r, const struct kir_value *v)
{
    const struct kir_value *divisor;

    if ((v->op != KIR_DIV && v->op != KIR_REM) || kir_is_float(v->type))
        return false;
    divisor = &r->out->value[v->arg[1]];
    return divisor->op != KIR_CONST || divisor->imm.i == 0 ||
           divisor->imm.i == kir_wrap(v->type, ~0ull);
}

/* Too expensive to execute on a branch that may not be taken. */
static bool is_expensive(const struct kir_value *v)
{
    return v->op == KIR_DIV || v->op == KIR_REM || v->op == KIR_SQRT ||
           v->op >= KIR_FMOD;
}

/* The innermost level of the operands. */
static int operand_level(const struct rebuild *r, const struct kir_value *v)
{
    int level = 0;

    for (int i = 0; i < kir_op_operands(v->op); i++)
        if (rebuild_level(r, v->arg[i]) > level)
            level = rebuild_level(r, v->arg[i]);
    return level;
}

/* Outside the outermost loop that the operands allow. A branch is left only on
 * the way out of a loop, where it pays even if the branch is rare. */
static int place_pure(const struct rebuild *r, const struct kir_value *v)
{
    int lowest = operand_level(r, v), best = r->depth;

    if (may_trap(r, v))
        return best;
    for (int level = r->depth; level > lowest; level--) {
        if (r->level[level].kind == LEVEL_LOOP)
            best = level - 1;
        else if (is_expensive(v))
            break;
    }
    return best;
}

/* What a loop writes got a new version when it was entered. */
static bool loop_writes(const struct rebuild *r,
                        const struct rebuild_level *level, int item)
{
    return r->version[item] > level->clock;
}

/* Outside the loops that are entered, begin with this load, and do not write
 * there. The first loop that fails only in being certain asks for a guard. */
static int place_load(struct rebuild *r, const struct kir_value *v, int item)
{
    int lowest = operand_level(r, v), level = r->depth;

    while (level > lowest && r->level[level].kind == LEVEL_LOOP &&
           !loop_writes(r, &r->level[level], item)) {
        if (!r->level[level].certain) {
            r->level[level].wants_guard = true;
            break;
        }
        level--;
    }
    return level;
}

static int append_value(struct rebuild *r, const struct kir_value *v, int level)
{
    int number = kir_add_value(r->out, v);
    struct kir_stmt *let = kir_new_stmt(r->out, KIR_LET);

    let->value = number;
    kir_append(r->level[level].block, let);
    reserve_info(r, number);
    r->level_of[number] = level;
    return number;
}

/* What is known about a condition here replaces it. */
static int resolve(struct rebuild *r, int value)
{
    if (value < r->info_cap && r->known[value])
        return kir_int(r->out, KIR_PRED, r->known[value] - 1);
    return value;
}

int rebuild_emit(struct rebuild *r, struct kir_value v)
{
    int number = kir_simplify(r->out, &v), level;

    if (number < 0)
        number = rebuild_algebra(r, &v);
    if (number < 0)
        number = value_table_find(&r->table, &v);
    if (number < 0) {
        level = place_pure(r, &v);
        number = append_value(r, &v, level);
        value_table_add(&r->table, &v, number, level);
    }
    return resolve(r, number);
}

/* Facts -------------------------------------------------------------------- */

static struct kir_value test_key(enum kir_op op, int a, int b)
{
    struct kir_value v = kir_value_of(op, KIR_PRED);

    v.arg[0] = a;
    v.arg[1] = b;
    return v;
}

static void learn_test(struct rebuild *r, enum kir_op op, int a, int b,
                       bool truth)
{
    struct kir_value key = test_key(op, a, b);

    value_table_add(&r->table, &key, kir_int(r->out, KIR_PRED, truth),
                    r->depth);
}

/* What an integer comparison says about the others of the same operands, and
 * about each operand of a min or max: a < min(b, c) is a < b and a < c. */
static void learn_order(struct rebuild *r, enum kir_op op, int a, int b,
                        int budget)
{
    struct kir_value va = r->out->value[a], vb = r->out->value[b];

    if (kir_is_float(va.type) || budget == 0)
        return;
    learn_test(r, op, a, b, true);
    learn_test(r, op == KIR_LT ? KIR_LE : KIR_LT, b, a, false);
    if (op == KIR_LT) {
        learn_test(r, KIR_LE, a, b, true);
        learn_test(r, KIR_LT, b, a, false);
        learn_test(r, KIR_EQ, a, b, false);
        learn_test(r, KIR_NE, a, b, true);
    }
    for (int i = 0; i < 2; i++) {
        if (vb.op == KIR_MIN)
            learn_order(r, op, a, vb.arg[i], budget - 1);
        if (va.op == KIR_MAX)
            learn_order(r, op, va.arg[i], b, budget - 1);
    }
}

/* Notes that `condition` is `truth` in the innermost level. `budget` bounds how
 * far conjunctions are followed. */
static void learn(struct rebuild *r, int condition, bool truth, int budget)
{
    struct kir_value v = r->out->value[condition];

    if (v.op == KIR_CONST || budget == 0)
        return;
    reserve_info(r, condition);
    if (!r->known[condition]) {
        r->known[condition] = 1 + truth;
        ARENA_PUSH(r->scratch, r->known_list, r->known_count, r->known_cap,
                   condition);
    }
    if (v.op == KIR_NOT)
        learn(r, v.arg[0], !truth, budget - 1);
    if ((v.op == KIR_AND && truth) || (v.op == KIR_OR && !truth)) {
        learn(r, v.arg[0], truth, budget - 1);
        learn(r, v.arg[1], truth, budget - 1);
    }
    if (v.op == KIR_LT || v.op == KIR_LE) {
        enum kir_op opposite = v.op == KIR_LT ? KIR_LE : KIR_LT;

        if (truth)
            learn_order(r, v.op, v.arg[0], v.arg[1], 6);
        else
            learn_order(r, opposite, v.arg[1], v.arg[0], 6);
    }
}

/* Whether a < b for certain, without making a value. */
static bool is_less(struct rebuild *r, int a, int b)
{
    struct kir_value key = test_key(KIR_LT, a, b);
    int same;

    if (order_less(r->out, r->loop, a, b))
        return true;
    same = kir_simplify(r->out, &key);
    if (same < 0)
        same = value_table_find(&r->table, &key);
    if (same < 0)
        return false;
    same = resolve(r, same);
    return kir_is_const(r->out, same) && r->out->value[same].imm.i;
}

/* Levels ------------------------------------------------------------------- */

static void enter(struct rebuild *r, enum level_kind kind,
                  struct kir_block *block)
{
    r->level[++r->depth] = (struct rebuild_level){.kind = kind,
                                                  .block = block,
                                                  .clock = r->clock,
                                                  .known_mark = r->known_count};
}

static void leave(struct rebuild *r)
{
    while (r->known_count > innermost(r)->known_mark)
        r->known[r->known_list[--r->known_count]] = 0;
    value_table_leave(&r->table, r->depth);
    r->depth--;
}

/* All that `items` names may have changed. */
static void touch(struct rebuild *r, int count, const int *item)
{
    for (int i = 0; i < count; i++)
        r->version[item[i]] = ++r->clock;
}

static void touch_writes(struct rebuild *r, const struct kir_stmt *source)
{
    const struct effect *effect = effects_of(r->effects, source);

    touch(r, effect->writes.count, effect->writes.item);
}

/* Statements --------------------------------------------------------------- */

static void rebuild_block(struct rebuild *r, const struct kir_block *block);

static int new_value(void *rebuild, int value)
{
    struct rebuild *r = rebuild;
    const struct kir_value *v = &r->in->value[value];

    if (v->op == KIR_PARAM)
        return r->out->param[v->imm.i].value;
    if (kir_is_leaf(v->op) && v->op != KIR_ITER)
        return kir_add_value(r->out, v);
    return resolve(r, r->map[value]);
}

static struct kir_stmt *append_stmt(struct rebuild *r, enum kir_stmt_kind kind)
{
    struct kir_stmt *s = kir_new_stmt(r->out, kind);

    kir_append(innermost(r)->block, s);
    return s;
}

/* A LOAD as the table knows it: at the present version of its memory. */
static struct kir_value load_key(const struct rebuild *r, int buffer, int index)
{
    enum kir_type type = kir_loaded_type(r->out->buffer[buffer].type);
    struct kir_value v = kir_value_of(KIR_LOAD, type);

    v.buffer = buffer;
    v.arg[0] = index;
    v.imm.i = r->version[r->effects->class_of[buffer]];
    return v;
}

static struct kir_value get_key(const struct rebuild *r, int variable)
{
    struct kir_value v = kir_value_of(KIR_GET, r->out->variable[variable].type);

    v.imm.i = variable;
    v.arg[0] = r->version[effects_variable(r->effects, variable)];
    return v;
}

int rebuild_variable(const struct rebuild *r, int variable)
{
    struct kir_value key = get_key(r, variable);

    return value_table_find(&r->table, &key);
}

static int rebuild_load(struct rebuild *r, const struct kir_value *v)
{
    struct kir_value key = load_key(r, v->buffer, new_value(r, v->arg[0]));
    struct kir_value load = key;
    int number = value_table_find(&r->table, &key), level;

    if (number >= 0)
        return number;
    load.imm.i = 0;
    load.origin = v->origin;
    level = place_load(r, &load, r->effects->class_of[v->buffer]);
    number = append_value(r, &load, level);
    value_table_add(&r->table, &key, number, level);
    return number;
}

static int rebuild_get(struct rebuild *r, const struct kir_value *v)
{
    struct kir_value key = get_key(r, (int)v->imm.i), get = key;
    int number = value_table_find(&r->table, &key);

    if (number >= 0)
        return number;
    get.arg[0] = -1;
    number = append_value(r, &get, r->depth);
    value_table_add(&r->table, &key, number, r->depth);
    return number;
}

/* A FETCH waits for the launches before it, a shuffle for the other threads of
 * its warp: it stays where it is. */
static int rebuild_fixed(struct rebuild *r, struct kir_value v)
{
    int same;

    v.arg[0] = new_value(r, v.arg[0]);
    same = kir_simplify(r->out, &v);
    return same >= 0 ? same : append_value(r, &v, r->depth);
}

static void rebuild_let(struct rebuild *r, int value)
{
    struct kir_value v = r->in->value[value];

    if (v.op == KIR_FETCH || v.op == KIR_SHUFFLE_DOWN) {
        r->map[value] = rebuild_fixed(r, v);
    } else if (v.op == KIR_LOAD) {
        r->map[value] = rebuild_load(r, &v);
    } else if (v.op == KIR_GET) {
        r->map[value] = rebuild_get(r, &v);
    } else {
        for (int i = 0; i < kir_op_operands(v.op); i++)
            v.arg[i] = new_value(r, v.arg[i]);
        r->map[value] = rebuild_emit(r, v);
    }
}

static void rebuild_set(struct rebuild *r, const struct kir_stmt *s)
{
    struct kir_value key = get_key(r, s->variable);
    int item = effects_variable(r->effects, s->variable);
    int value = new_value(r, s->value);
    struct kir_stmt *set;

    if (value_table_find(&r->table, &key) == value)
        return;
    set = append_stmt(r, KIR_SET);
    set->variable = s->variable;
    set->value = value;
    touch(r, 1, &item);
    key = get_key(r, s->variable);
    value_table_add(&r->table, &key, value, r->depth);
}

/* Storing what the location is known to hold is dropped; what was stored is
 * known to be there, unless the store narrows it. */
static void rebuild_store(struct rebuild *r, const struct kir_stmt *s)
{
    int index = new_value(r, s->index), value = new_value(r, s->value);
    int item = r->effects->class_of[s->buffer];
    struct kir_value key = load_key(r, s->buffer, index);
    struct kir_stmt *store;

    if (s->kind == KIR_STORE && value_table_find(&r->table, &key) == value)
        return;
    store = append_stmt(r, s->kind);
    store->op = s->op;
    store->origin = s->origin;
    store->buffer = s->buffer;
    store->index = index;
    store->value = value;
    touch(r, 1, &item);
    key = load_key(r, s->buffer, index);
    if (s->kind == KIR_STORE &&
        kir_is_value_type(r->out->buffer[s->buffer].type))
        value_table_add(&r->table, &key, value, r->depth);
}

static struct kir_stmt *new_loop(struct rebuild *r, const struct kir_stmt *s)
{
    struct kir_value iter = r->in->value[s->iter];
    struct kir_stmt *loop = kir_new_stmt(r->out, KIR_FOR);

    loop->lo = new_value(r, s->lo);
    loop->hi = new_value(r, s->hi);
    loop->step = new_value(r, s->step);
    loop->flags = s->flags;
    loop->iter = kir_add_value(r->out, &iter);
    reserve_info(r, loop->iter);
    r->level_of[loop->iter] = r->depth + 1;
    r->loop[loop->iter] = loop;
    r->map[s->iter] = loop->iter;
    return loop;
}

/* How often a loop of constant bounds runs: 0, 1, or 2 for more or unknown. */
static int trip_count(struct rebuild *r, const struct kir_stmt *s)
{
    int lo = new_value(r, s->lo), hi = new_value(r, s->hi),
        step = new_value(r, s->step);
    const struct kir_value *v = r->out->value;
    bool is_signed = kir_is_signed(v[lo].type);
    uint64_t length;

    if (!kir_is_const(r->out, lo) || !kir_is_const(r->out, hi))
        return lo == hi ? 0 : 2;
    if (is_signed ? v[lo].imm.i >= v[hi].imm.i
                  : (uint64_t)v[lo].imm.i >= (uint64_t)v[hi].imm.i)
        return 0;
    length = (uint64_t)v[hi].imm.i - (uint64_t)v[lo].imm.i;
    if (kir_is_const(r->out, step) && (uint64_t)v[step].imm.i >= length)
        return 1;
    return 2;
}

/* `loop` in its block; inside `if (lo < hi)` when a load in it waits to know
 * that it is entered. The next round then moves the load. */
static void append_loop(struct rebuild *r, struct kir_stmt *loop, bool guard)
{
    struct kir_stmt *branch;

    if (!guard || !r->may_guard) {
        kir_append(innermost(r)->block, loop);
        return;
    }
    r->out->current_line = loop->line;
    branch = kir_new_stmt(r->out, KIR_IF);
    branch->value = rebuild_emit(r, test_key(KIR_LT, loop->lo, loop->hi));
    kir_append(&branch->body[0], loop);
    kir_append(innermost(r)->block, branch);
}

static void rebuild_for(struct rebuild *r, const struct kir_stmt *s)
{
    int count = trip_count(r, s);
    struct kir_stmt *loop;
    bool certain, guard;

    if (count == 0)
        return;
    if (count == 1) {
        r->map[s->iter] = new_value(r, s->lo);
        rebuild_block(r, &s->body[0]);
        return;
    }
    loop = new_loop(r, s);
    certain = is_less(r, loop->lo, loop->hi);
    enter(r, LEVEL_LOOP, &loop->body[0]);
    innermost(r)->certain = certain;
    touch_writes(r, s);
    learn_order(r, KIR_LT, loop->iter, loop->hi, 6);
    learn_order(r, KIR_LE, loop->lo, loop->iter, 6);
    rebuild_block(r, &s->body[0]);
    guard = innermost(r)->wants_guard;
    leave(r);
    touch_writes(r, s);
    if (loop->body[0].first)
        append_loop(r, loop, guard);
}

static void rebuild_branch(struct rebuild *r, struct kir_stmt *branch, int body,
                           const struct kir_stmt *s)
{
    enter(r, LEVEL_BRANCH, &branch->body[body]);
    learn(r, branch->value, body == 0, 16);
    rebuild_block(r, &s->body[body]);
    leave(r);
}

/* An IF whose first body is empty is turned around. */
static void append_branch(struct rebuild *r, struct kir_stmt *branch)
{
    struct kir_value not_value = kir_value_of(KIR_NOT, KIR_PRED);

    if (!branch->body[0].first && !branch->body[1].first)
        return;
    if (!branch->body[0].first) {
        not_value.arg[0] = branch->value;
        branch->value = rebuild_emit(r, not_value);
        branch->body[0] = branch->body[1];
        branch->body[1] = (struct kir_block){NULL, NULL};
    }
    kir_append(innermost(r)->block, branch);
}

static void rebuild_if(struct rebuild *r, const struct kir_stmt *s)
{
    const struct effect_items *writes = &effects_of(r->effects, s)->writes;
    int condition = new_value(r, s->value), *before;
    struct kir_stmt *branch;

    if (kir_is_const(r->out, condition)) {
        rebuild_block(r, &s->body[r->out->value[condition].imm.i ? 0 : 1]);
        return;
    }
    before = arena_alloc(r->scratch, (size_t)writes->count * sizeof *before);
    for (int i = 0; i < writes->count; i++)
        before[i] = r->version[writes->item[i]];
    branch = kir_new_stmt(r->out, KIR_IF);
    branch->value = condition;
    rebuild_branch(r, branch, 0, s);
    for (int i = 0; i < writes->count; i++)
        r->version[writes->item[i]] = before[i];
    rebuild_branch(r, branch, 1, s);
    touch(r, writes->count, writes->item);
    append_branch(r, branch);
}

/* The condition holds `trips` times, as the table of values finds out, too. */
static void rebuild_unrolled(struct rebuild *r, const struct kir_stmt *s,
                             int trips)
{
    for (int k = 0; k < trips; k++) {
        rebuild_block(r, &s->body[0]);
        rebuild_block(r, &s->body[1]);
    }
    rebuild_block(r, &s->body[0]);
}

static void rebuild_while(struct rebuild *r, const struct kir_stmt *s)
{
    struct kir_stmt *loop;
    int trips = unroll_trips(r, s);

    if (trips) {
        rebuild_unrolled(r, s, trips);
        return;
    }
    loop = kir_new_stmt(r->out, KIR_WHILE);

    enter(r, LEVEL_LOOP, &loop->body[0]);
    innermost(r)->certain = true;
    touch_writes(r, s);
    rebuild_block(r, &s->body[0]);
    loop->value = new_value(r, s->value);
    enter(r, LEVEL_AFTER, &loop->body[1]);
    learn(r, loop->value, true, 16);
    rebuild_block(r, &s->body[1]);
    leave(r);
    leave(r);
    touch_writes(r, s);
    kir_append(innermost(r)->block, loop);
}

static void rebuild_launch(struct rebuild *r, const struct kir_stmt *s)
{
    struct kir_stmt *launch = append_stmt(r, KIR_LAUNCH);

    kir_launch_like(r->out, launch, s, new_value, r);
    touch(r, r->effects->launch_count, r->effects->launch);
}

/* Of two barriers in a row one is enough. */
static void rebuild_barrier(struct rebuild *r)
{
    const struct kir_stmt *last = innermost(r)->block->last;

    if (!last || last->kind != KIR_BARRIER)
        append_stmt(r, KIR_BARRIER);
    touch(r, r->effects->barrier_count, r->effects->barrier);
}

static void rebuild_stmt(struct rebuild *r, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        rebuild_let(r, s->value);
        break;
    case KIR_SET:
        rebuild_set(r, s);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        rebuild_store(r, s);
        break;
    case KIR_FOR:
        rebuild_for(r, s);
        break;
    case KIR_WHILE:
        rebuild_while(r, s);
        break;
    case KIR_IF:
        rebuild_if(r, s);
        break;
    case KIR_BARRIER:
        rebuild_barrier(r);
        break;
    case KIR_LAUNCH:
        rebuild_launch(r, s);
        break;
    case KIR_COMMENT:
        append_stmt(r, KIR_COMMENT)->text = s->text;
        break;
    }
}

static void rebuild_block(struct rebuild *r, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        r->out->current_line = s->line;
        rebuild_stmt(r, s);
    }
}

void optimise_rebuild(struct arena *scratch, const struct kir_func *in,
                      struct kir_func *out)
{
    struct rebuild *r = arena_alloc(scratch, sizeof *r);

    r->in = in;
    r->out = out;
    r->scratch = scratch;
    r->effects = effects_new(scratch, in);
    r->map = arena_alloc(scratch, (size_t)in->value_count * sizeof *r->map);
    r->version = arena_alloc(scratch, (size_t)r->effects->item_count *
                                          sizeof *r->version);
    r->may_guard = order_depth(&in->body) < KIR_MAX_DEPTH / 4;
    r->unroll = unroll_new(scratch, in);
    value_table_init(&r->table, scratch);
    reserve_info(r, in->value_count);
    r->level[0].kind = LEVEL_BRANCH;
    r->level[0].block = &out->body;
    rebuild_block(r, &in->body);
}
