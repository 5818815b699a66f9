/* Behind the contraction: the horizontal recurrences, and for spherical shells
 * the transformation, of one side and then of the other. Each side's graph is
 * the same for whatever stands on the other side, and is written once, in a
 * loop over that. */
#include "brush/kernel/emit.h"

#include <string.h>

/* A pair of functions: of one or both shells a function, or, above the number
 * of its functions, a Cartesian component of a segment. */
struct lowered {
    struct horizontal *h;
    struct lowering **lowering; /* per combination of segments */
    int combination;
    int extent[2]; /* of an index */
    int *node;     /* per two indices: the node + 1 */
};

static const enum bracket_index place[2][2] = {{INDEX_A, INDEX_B},
                                               {INDEX_C, INDEX_D}};

static int leaf(void *context, const struct bracket *bracket)
{
    const struct lowered *l = context;
    int side = l->h->side, slot;
    struct component c;

    for (int i = 0; i < 2; i++)
        memcpy(c.power[i], bracket->index[place[side][i]], 3);
    slot = side_find_slot(&l->h->stage.b->side[side], l->combination, &c);
    return slot < 0 ? -1 : SYMBOL_LEAF + slot;
}

/* What an index stands for. */
static struct shell_function index_function(const struct shell_kind *k,
                                            int index)
{
    struct shell_kind flat = *k;
    int functions = shell_kind_functions(k);

    if (index < functions)
        return shell_function(k, index);
    flat.pure = false;
    return shell_function(&flat, index - functions);
}

/* The index of Cartesian component `component` of a segment. */
static int cartesian_index(const struct shell_kind *k, int segment,
                           int component)
{
    int index = shell_kind_functions(k) + component;

    for (int s = 0; s < segment; s++)
        index += bracket_component_count(k->l[s]);
    return index;
}

static int lower_pair(struct lowered *l, const int index[2]);

/* The sum over Cartesian components that function number `at` is. */
static int transform(struct lowered *l, const int index[2], int at,
                     struct shell_function fn)
{
    struct dag *d = l->h->stage.dag;
    int sum = dag_constant(d, 0), inner[2];

    memcpy(inner, index, sizeof inner);
    for (int n = 0; n < bracket_component_count(fn.l); n++) {
        double c = shell_harmonic(fn.l, fn.component - fn.l, n);

        if (c == 0)
            continue;
        inner[at] = cartesian_index(l->h->stage.b->side[l->h->side].kind[at],
                                    fn.segment, n);
        sum = dag_add(
            d, sum, dag_multiply(d, dag_constant(d, c), lower_pair(l, inner)));
    }
    return sum;
}

/* Two Cartesian components. */
static int lower_cartesian(struct lowered *l, const struct shell_function fn[2])
{
    struct horizontal *h = l->h;
    struct lowering **lowering;
    struct bracket bracket;

    memset(&bracket, 0, sizeof bracket);
    for (int i = 0; i < 2; i++)
        bracket_component(fn[i].l, fn[i].component,
                          bracket.index[place[h->side][i]]);
    l->combination =
        fn[0].segment * h->stage.b->side[h->side].kind[1]->segments +
        fn[1].segment;
    lowering = &l->lowering[l->combination];
    if (!*lowering)
        *lowering = lower_horizontal(h->stage.b->arena, h->stage.dag, leaf, l);
    return lower_bracket(*lowering, &bracket);
}

static int lower_pair(struct lowered *l, const int index[2])
{
    const struct side *side = &l->h->stage.b->side[l->h->side];
    struct shell_function fn[2];
    int *node = &l->node[index[0] * l->extent[1] + index[1]];

    for (int i = 0; i < 2; i++)
        fn[i] = index_function(side->kind[i], index[i]);
    for (int i = 0; i < 2 && !*node; i++)
        if (fn[i].pure)
            *node = transform(l, index, i, fn[i]) + 1;
    if (!*node)
        *node = lower_cartesian(l, fn) + 1;
    return *node - 1;
}

/* The pairs of functions, the second shell's fastest. */
static void lower_side(struct horizontal *h)
{
    const struct side *side = &h->stage.b->side[h->side];
    struct arena *arena = h->stage.b->arena;
    struct lowered l = {.h = h};
    int n[2];

    l.lowering = arena_alloc(arena, (size_t)side->combinations *
                                        sizeof(struct lowering *));
    for (int i = 0; i < 2; i++) {
        n[i] = shell_kind_functions(side->kind[i]);
        l.extent[i] =
            cartesian_index(side->kind[i], side->kind[i]->segments, 0);
    }
    l.node = arena_alloc(arena,
                         (size_t)(l.extent[0] * l.extent[1]) * sizeof *l.node);
    h->stage.outputs = n[0] * n[1];
    h->stage.output =
        arena_alloc(arena, (size_t)h->stage.outputs * sizeof *h->stage.output);
    h->same = h->stage.outputs == side->slot_count;
    for (int i = 0; i < h->stage.outputs; i++) {
        int index[2] = {i / n[1], i % n[1]};

        h->stage.output[i] = lower_pair(&l, index);
        h->same = h->same && h->stage.output[i] ==
                                 dag_input(h->stage.dag, SYMBOL_LEAF + i);
    }
}

/* Planning ---------------------------------------------------------------- */

static enum dag_input kind(void *context, int input)
{
    (void)context;
    return input < SYMBOL_VECTOR + 3 * VECTOR_BA + 3 ? DAG_UNIFORM : DAG_AGAIN;
}

static int input(void *context, int number)
{
    struct horizontal *h = context;
    struct builder *b = h->stage.b;
    int64_t slot = number - SYMBOL_LEAF;

    if (slot < 0)
        return b->vector[number - SYMBOL_VECTOR];
    return emit_take(b, h->stage.from,
                     kir_add(b->f, h->at, kir_i64(b->f, slot * h->step)));
}

void horizontal_lower(struct builder *b)
{
    for (int side = 0; side < 2; side++) {
        struct horizontal *h = arena_alloc(b->arena, sizeof *h);

        b->horizontal[side] = h;
        h->stage.b = b;
        h->stage.group = 1;
        h->side = side;
        h->stage.dag = dag_new(b->arena);
        lower_side(h);
    }
}

int horizontal_cost(const struct builder *b)
{
    const struct horizontal *bra = b->horizontal[BRA];
    const struct horizontal *ket = b->horizontal[KET];

    return stage_cost(&ket->stage).operations * b->side[BRA].slot_count +
           stage_cost(&bra->stage).operations * ket->stage.outputs;
}

void horizontal_plan(struct builder *b)
{
    for (int side = 0; side < 2; side++)
        stage_plan(&b->horizontal[side]->stage, kind, input);
}

/* Writing ----------------------------------------------------------------- */

void horizontal_declare(struct builder *b, int side)
{
    static const char *const name[] = {"spilled_bra", "spilled_ket"};

    stage_declare(&b->horizontal[side]->stage, name[side]);
    if (side == KET || b->horizontal[KET]->same)
        stage_space(b, SPACE_SUM);
    if (!b->horizontal[KET]->same)
        stage_space(b, SPACE_MOVED);
}

/* Where output `n` belongs, for what stands on the other side, number `other`:
 * of the ket in `moved`, of the bra in `out`. */
static void store(struct horizontal *h, int n, int other, int value)
{
    struct builder *b = h->stage.b;
    int64_t outputs = b->horizontal[KET]->stage.outputs;
    int at;

    if (h->side == KET) {
        at = kir_mul(b->f, other, kir_i64(b->f, outputs));
        emit_put(b, &b->space[SPACE_MOVED], kir_add(b->f, at, kir_i64(b->f, n)),
                 value);
        return;
    }
    at = kir_add(b->f, kir_i64(b->f, n * outputs), other);
    at = kir_add(b->f, b->out_at, kir_mul(b->f, at, b->width));
    at = kir_add(b->f, at, kir_binary(b->f, KIR_SUB, b->index[KET], b->first));
    kir_store(b->f, b->out, at, value);
}

/* The job's pieces of one side, for `count` numbers of what stands on the
 * other. */
static void move(struct horizontal *h, int count)
{
    struct builder *b = h->stage.b;
    int other = emit_counted(b, kir_i64(b->f, count), 0);

    h->at = h->side == BRA
                ? other
                : kir_mul(b->f, other, kir_i64(b->f, b->side[KET].slot_count));
    for (int p = b->at->from; p < b->at->to; p++) {
        struct dag_writer *w;

        emit_lanes_begin(b);
        if (h->side == KET)
            emit_line(b, KET);
        w = dag_write(h->stage.plan, p, b->f, b->type);
        for (int n = dag_plan_first(h->stage.plan, p);
             n < dag_plan_first(h->stage.plan, p + 1); n++)
            store(h, n, other, dag_value(w, h->stage.output[n]));
        emit_lanes_end(b);
    }
    kir_end(b->f);
}

void horizontal_ket(struct builder *b)
{
    struct horizontal *ket = b->horizontal[KET];

    ket->stage.from = &b->space[SPACE_SUM];
    ket->step = 1;
    move(ket, b->side[BRA].slot_count);
}

void horizontal_bra(struct builder *b)
{
    struct horizontal *bra = b->horizontal[BRA], *ket = b->horizontal[KET];

    bra->stage.from = &b->space[ket->same ? SPACE_SUM : SPACE_MOVED];
    bra->step = ket->stage.outputs;
    emit_line(b, BRA);
    move(bra, ket->stage.outputs);
}
