/* Paths with contractions within: what does not depend on the exponents of the
 * side that is summed first is taken out of that sum, and what depends on no
 * exponents out of both (BRUSH, sec. 4.3). So the graph falls into three: for
 * primitive quartets, for primitive pairs of the outer side, and behind both
 * contractions. */
#include "brush/kernel/emit.h"

#include <string.h>

/* A sum over a node of an earlier graph, with the coefficients of a
 * combination. */
struct leaf {
    int combination, node;
};

struct leaves {
    struct leaf *leaf;
    int count, cap;
};

struct cut {
    struct builder *b;
    struct leaves sum[2]; /* over the inner side, and over the outer one */
    struct stage outer, late;
    bool direct;           /* the outer sums are the slots of both sides */
    struct space *parts;   /* of the outer sums */
    int combination, side; /* while cutting: of the leaves, and summed over */
};

/* Lowering ---------------------------------------------------------------- */

static bool depends(void *context, int input)
{
    const struct cut *c = context;

    if (input >= SYMBOL_BASE) /* and leaves */
        return true;
    if (input < SYMBOL_VECTOR)
        return (input % POWER_COUNT >= POWER_GAMMA) == (c->side == KET);
    switch ((input - SYMBOL_VECTOR) / 3) {
    case VECTOR_R:
        return true;
    case VECTOR_PA:
        return c->side == BRA;
    case VECTOR_QC:
        return c->side == KET;
    default:
        return false;
    }
}

static int new_leaf(void *context, int node)
{
    struct cut *c = context;
    struct leaves *s = &c->sum[c->side != c->b->inner];
    struct leaf leaf = {c->combination, node};

    ARENA_PUSH(c->b->arena, s->leaf, s->count, s->cap, leaf);
    return SYMBOL_LEAF + s->count - 1;
}

static int *output_nodes(struct builder *b, const struct leaves *s)
{
    int *node = arena_alloc(b->arena, (size_t)s->count * sizeof *node);

    for (int i = 0; i < s->count; i++)
        node[i] = s->leaf[i].node;
    return node;
}

/* The sums over one side of a node for each slot of the bra and of the ket. */
static void cut_side(struct cut *c, int side, struct dag *from, struct dag *to,
                     const int *node, int *result)
{
    struct builder *b = c->b;
    struct dag_summand *summand = arena_alloc(b->arena, sizeof *summand);
    struct dag_cut *cut[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS];
    int rows = b->side[BRA].slot_count, columns = b->side[KET].slot_count;

    *summand = (struct dag_summand){c, depends, new_leaf};
    c->side = side;
    for (int i = 0; i < b->side[side].combinations; i++)
        cut[i] = dag_cut_new(from, to, summand);
    for (int i = 0; i < rows * columns; i++) {
        int slot = side == BRA ? i / columns : i % columns;

        c->combination = b->side[side].slot[slot].combination;
        result[i] = dag_cut_node(cut[c->combination], node[i]);
    }
}

static void primitive_nodes(struct builder *b, struct lowering *l, int *node)
{
    int columns = b->side[KET].slot_count;

    for (int i = 0; i < b->side[BRA].slot_count * columns; i++) {
        const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
        struct bracket bracket =
            side_bracket(&bra->component[bra->slot[i / columns].component],
                         &ket->component[ket->slot[i % columns].component]);

        node[i] = lower_bracket(l, &bracket);
    }
}

void cut_outputs(struct builder *b, struct lowering *l)
{
    int count = b->side[BRA].slot_count * b->side[KET].slot_count;
    int *node = arena_alloc(b->arena, (size_t)count * sizeof *node);
    int *outer = arena_alloc(b->arena, (size_t)count * sizeof *outer);
    struct cut *c = arena_alloc(b->arena, sizeof *c);

    b->cut = c;
    c->b = b;
    c->outer.b = c->late.b = b;
    c->late.group = 1;
    c->outer.dag = dag_new(b->arena);
    c->late.dag = dag_new(b->arena);
    c->late.output = arena_alloc(b->arena, (size_t)count * sizeof(int));
    c->late.outputs = count;
    primitive_nodes(b, l, node);
    cut_side(c, b->inner, b->primitive.dag, c->outer.dag, node, outer);
    cut_side(c, !b->inner, c->outer.dag, c->late.dag, outer, c->late.output);
    b->primitive.outputs = c->sum[0].count;
    b->primitive.output = output_nodes(b, &c->sum[0]);
    c->outer.outputs = c->sum[1].count;
    c->outer.output = output_nodes(b, &c->sum[1]);
    c->direct = c->sum[1].count == count;
    for (int i = 0; c->direct && i < count; i++)
        c->direct =
            c->late.output[i] == dag_input(c->late.dag, SYMBOL_LEAF + i);
}

void cut_cost(const struct builder *b, struct kernel_candidate *k)
{
    struct cut *c = b->cut;
    struct dag_cost outer = stage_cost(&c->outer);
    struct dag_cost late = stage_cost(&c->late);

    k->outer = outer.operations + c->sum[1].count;
    k->late = late.operations;
    k->size += outer.operations + late.operations;
}

/* Planning ---------------------------------------------------------------- */

static enum dag_input kind(void *context, int input)
{
    (void)context;
    if (input < SYMBOL_VECTOR)
        return DAG_UNIFORM;
    if (input >= SYMBOL_LEAF)
        return DAG_AGAIN;
    switch ((input - SYMBOL_VECTOR) / 3) {
    case VECTOR_BA:
    case VECTOR_PA:
        return DAG_UNIFORM;
    default:
        return DAG_AGAIN;
    }
}

static int input(void *context, int number)
{
    const struct stage *s = context;
    struct builder *b = s->b;

    if (number >= SYMBOL_LEAF)
        return emit_take(b, s->from, kir_i64(b->f, number - SYMBOL_LEAF));
    if (number >= SYMBOL_VECTOR)
        return b->vector[number - SYMBOL_VECTOR];
    return b->scalar[number % POWER_COUNT >= POWER_GAMMA][number];
}

void cut_plan(struct builder *b)
{
    stage_plan(&b->cut->outer, kind, input);
    if (!b->cut->direct)
        stage_plan(&b->cut->late, kind, input);
}

int cut_combination(const struct builder *b, int output)
{
    return b->cut->sum[0].leaf[output].combination;
}

/* Writing ----------------------------------------------------------------- */

void cut_declare(struct builder *b)
{
    struct cut *c = b->cut;

    stage_declare(&c->outer, "spilled_outer");
    c->outer.from = &b->space[SPACE_HALF];
    c->parts = &b->space[c->direct ? SPACE_SUM : SPACE_PARTS];
    stage_space(b, c->direct ? SPACE_SUM : SPACE_PARTS);
}

void cut_late_declare(struct builder *b)
{
    stage_declare(&b->cut->late, "spilled_late");
    b->cut->late.from = b->cut->parts;
    stage_space(b, SPACE_PARTS);
    stage_space(b, SPACE_SUM);
}

int cut_sums(const struct builder *b)
{
    return b->cut->sum[1].count;
}

const struct stage *cut_late_stage(const struct builder *b)
{
    return b->cut->direct ? NULL : &b->cut->late;
}

void cut_clear(struct builder *b)
{
    emit_clear(b, b->cut->parts);
}

void cut_outer(struct builder *b)
{
    struct cut *c = b->cut;
    const struct dag_plan *plan = c->outer.plan;
    int side = !b->inner, factor[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS];
    int fraction = emit_side_scalars(b, side), centre[3];

    for (int i = 0; i < b->side[side].combinations; i++)
        factor[i] = emit_coefficient(b, side, i);
    for (int p = 0; p < dag_plan_pieces(plan); p++) {
        struct dag_writer *w;

        emit_lanes_begin(b);
        emit_line(b, b->inner);
        emit_side_vectors(b, side, fraction, centre);
        w = dag_write(plan, p, b->f, b->type);
        for (int n = dag_plan_first(plan, p); n < dag_plan_first(plan, p + 1);
             n++)
            emit_accumulate(b, c->parts, kir_i64(b->f, n),
                            factor[c->sum[1].leaf[n].combination],
                            dag_value(w, c->outer.output[n]));
        emit_lanes_end(b);
    }
}

void cut_late(struct builder *b)
{
    struct cut *c = b->cut;
    const struct dag_plan *plan = c->late.plan;

    for (int p = b->at->from; p < b->at->to; p++) {
        struct dag_writer *w;

        emit_lanes_begin(b);
        emit_line(b, BRA);
        emit_line(b, KET);
        w = dag_write(plan, p, b->f, b->type);
        for (int n = dag_plan_first(plan, p); n < dag_plan_first(plan, p + 1);
             n++)
            emit_put(b, &b->space[SPACE_SUM], kir_i64(b->f, n),
                     dag_value(w, c->late.output[n]));
        emit_lanes_end(b);
    }
}
