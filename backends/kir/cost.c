/*
 * Counts by one walk over the function. Registers: each value lives from its
 * definition to its last use, or to the end of the outermost loop that has a
 * use but not the definition; each variable from its first to its last access,
 * widened to the loop likewise.
 */
#include "backends/kir/kir.h"

struct live_range {
    int begin, end; /* positions in the text; 0: none */
};

struct open_loop {
    int begin;
    /* the values and variables that live until the loop ends */
    int count, cap, *extended;
};

struct cost_walk {
    const struct kir_func *f;
    struct arena *scratch;
    struct kir_cost cost;
    bool folds; /* are sums of integers rematerialised where they are used? */
    int position;
    struct live_range *live; /* of each value, then of each variable */
    struct open_loop loop[KIR_MAX_DEPTH + 1];
    int depth;
};

/* Counts --------------------------------------------------------------------
 */

static bool is_special(enum kir_op op, enum kir_type type)
{
    return op == KIR_DIV || op == KIR_REM || op == KIR_SQRT ||
           (op >= KIR_FMOD && kir_is_float(type));
}

/* Arithmetic on floats is counted as usual, a fused operation twice; what
 * only selects or moves bits is not arithmetic. */
static int flops_of(enum kir_op op)
{
    switch (op) {
    case KIR_FMA:
    case KIR_MULADD:
        return 2;
    case KIR_NEG:
    case KIR_ABS:
    case KIR_SELECT:
    case KIR_CAST:
    case KIR_BITCAST:
    case KIR_COPYSIGN:
    case KIR_SHUFFLE_DOWN:
        return 0;
    default:
        return 1;
    }
}

static void count_load(struct cost_walk *w, int buffer)
{
    w->cost.loads++;
    w->cost.load_bytes += kir_type_size(w->f->buffer[buffer].type);
}

static void count_store(struct cost_walk *w, int buffer)
{
    w->cost.stores++;
    w->cost.store_bytes += kir_type_size(w->f->buffer[buffer].type);
}

/* A comparison of floats counts as arithmetic on floats. */
static void count_value(struct cost_walk *w, const struct kir_value *v)
{
    enum kir_type type = v->type;

    if (v->op == KIR_GET)
        return;
    if (v->op == KIR_FETCH) {
        w->cost.loads++;
        w->cost.load_bytes += kir_type_size(v->narrow);
        return;
    }
    if (v->op == KIR_LOAD) {
        count_load(w, v->buffer);
        return;
    }
    if (kir_op_table[v->op].rule == T_TEST)
        type = w->f->value[v->arg[0]].type;
    if (is_special(v->op, type))
        w->cost.special++;
    if (kir_is_float(type))
        w->cost.flops += flops_of(v->op);
    else
        w->cost.integer_ops++;
}

/* Live ranges ----------------------------------------------------------------
 */

/* The outermost open loop that began after `begin`, or NULL: loops begin one
 * after the other. */
static struct open_loop *loop_after(struct cost_walk *w, int begin)
{
    int low = 0, high = w->depth;

    while (low < high) {
        int middle = (low + high) / 2;

        if (w->loop[middle].begin > begin)
            high = middle;
        else
            low = middle + 1;
    }
    return low < w->depth ? &w->loop[low] : NULL;
}

static void touch(struct cost_walk *w, int id)
{
    struct live_range *range = &w->live[id];
    struct open_loop *loop;

    if (range->begin == 0)
        range->begin = w->position;
    range->end = w->position;
    loop = loop_after(w, range->begin);
    if (loop)
        ARENA_PUSH(w->scratch, loop->extended, loop->count, loop->cap, id);
}

/* Sums of integers are made where they are needed, of what they are sums of. */
static bool is_rematerialised(const struct cost_walk *w,
                              const struct kir_value *v)
{
    return w->folds && (v->op == KIR_ADD || v->op == KIR_SUB) &&
           !kir_is_float(v->type);
}

static void use_within(struct cost_walk *w, int value, int depth)
{
    enum { DEEP = 6 };
    if (value < 0)
        return;
    const struct kir_value *v = &w->f->value[value];
    if (depth < DEEP && is_rematerialised(w, v)) {
        use_within(w, v->arg[0], depth + 1);
        use_within(w, v->arg[1], depth + 1);
        return;
    }
    if (!kir_is_leaf(v->op) || v->op == KIR_ITER)
        touch(w, value);
}

static void use(struct cost_walk *w, int value)
{
    use_within(w, value, 0);
}

static void touch_variable(struct cost_walk *w, int variable)
{
    touch(w, w->f->value_count + variable);
}

static void open_loop(struct cost_walk *w)
{
    w->loop[w->depth++] = (struct open_loop){.begin = ++w->position};
}

static void close_loop(struct cost_walk *w)
{
    const struct open_loop *loop = &w->loop[--w->depth];

    w->position++;
    for (int i = 0; i < loop->count; i++)
        w->live[loop->extended[i]].end = w->position;
}

/* The walk -------------------------------------------------------------------
 */

static void walk_block(struct cost_walk *w, const struct kir_block *block);

static void walk_let(struct cost_walk *w, int value)
{
    const struct kir_value *v = &w->f->value[value];

    count_value(w, v);
    for (int i = 0; i < kir_op_operands(v->op); i++)
        use(w, v->arg[i]);
    if (v->op == KIR_GET)
        touch_variable(w, (int)v->imm.i);
    if (!is_rematerialised(w, v))
        touch(w, value);
}

static void walk_loop(struct cost_walk *w, const struct kir_stmt *s)
{
    if (s->kind == KIR_FOR) {
        use(w, s->lo);
        use(w, s->hi);
        use(w, s->step);
        touch(w, s->iter);
    }
    open_loop(w);
    if (s->kind == KIR_FOR) {
        use(w, s->iter);
        use(w, s->hi);
        use(w, s->step);
    }
    walk_block(w, &s->body[0]);
    use(w, s->value);
    walk_block(w, &s->body[1]);
    close_loop(w);
}

static void walk_stmt(struct cost_walk *w, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        walk_let(w, s->value);
        return;
    case KIR_FOR:
    case KIR_WHILE:
        walk_loop(w, s);
        return;
    case KIR_STORE:
    case KIR_ATOMIC:
        count_store(w, s->buffer);
        if (s->kind == KIR_ATOMIC)
            count_load(w, s->buffer);
        break;
    case KIR_SET:
        touch_variable(w, s->variable);
        break;
    case KIR_BARRIER:
        w->cost.barriers++;
        break;
    case KIR_IF:
    case KIR_LAUNCH:
    case KIR_COMMENT:
        break;
    }
    use(w, s->value);
    use(w, s->index);
    walk_block(w, &s->body[0]);
    walk_block(w, &s->body[1]);
}

static void walk_block(struct cost_walk *w, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        w->position++;
        walk_stmt(w, s);
    }
}

/* Predicates have registers of their own. */
static int registers_of(enum kir_type type)
{
    return type == KIR_PRED ? 0 : kir_type_bits(type) / 32;
}

static int max_live(struct cost_walk *w)
{
    const struct kir_func *f = w->f;
    int *change =
        arena_alloc(w->scratch, ((size_t)w->position + 2) * sizeof *change);
    int live = 0, most = 0;

    for (int i = 0; i < f->value_count + f->variable_count; i++) {
        enum kir_type type = i < f->value_count
                                 ? f->value[i].type
                                 : f->variable[i - f->value_count].type;

        if (w->live[i].begin == 0)
            continue;
        change[w->live[i].begin] += registers_of(type);
        change[w->live[i].end] -= registers_of(type);
    }
    for (int i = 0; i <= w->position; i++) {
        live += change[i];
        most = live > most ? live : most;
    }
    return most;
}

static struct kir_cost walk(const struct kir_func *f, bool folds)
{
    struct cost_walk *w;
    struct arena *scratch = arena_new();
    size_t ranges = (size_t)f->value_count + (size_t)f->variable_count;
    struct kir_cost cost;

    w = arena_alloc(scratch, sizeof *w);
    w->f = f;
    w->folds = folds;
    w->scratch = scratch;
    w->live = arena_alloc(scratch, ranges * sizeof *w->live);
    walk_block(w, &f->body);
    w->cost.max_live_32bit_registers = max_live(w);
    cost = w->cost;
    arena_free(scratch);
    return cost;
}

struct kir_cost kir_cost(const struct kir_func *f)
{
    return walk(f, false);
}

/* Against what ptxas -v says of the kernels of PolyBench for sm_80. */
int kir_registers(const struct kir_func *f)
{
    enum { OTHERS = 10, PER_CENT = 90, MOST = 255 };
    int live = walk(f, true).max_live_32bit_registers;
    int words = OTHERS + PER_CENT * live / 100;
    return words < MOST ? words : MOST;
}
