/* What is computed for each primitive quartet, and the contraction. */
#include "brush/kernel/emit.h"

#include "runtime/include/hedra_eri.h"

#include <string.h>

/* The outputs of a primitive quartet in the order of their use: each ket
 * component with all contracted brackets of the bra. */
static void straight_outputs(struct builder *b, struct lowering *l)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];

    b->primitive.group = bra->slot_count;
    b->primitive.outputs = bra->slot_count * ket->component_count;
    b->primitive.output = arena_alloc(
        b->arena, (size_t)b->primitive.outputs * sizeof *b->primitive.output);
    for (int n = 0; n < b->primitive.outputs; n++) {
        int k = n / bra->slot_count, i = n % bra->slot_count;
        struct bracket bracket = side_bracket(
            &bra->component[bra->slot[i].component], &ket->component[k]);

        b->primitive.output[n] = lower_bracket(l, &bracket);
    }
}

void primitive_lower(struct builder *b, enum path path)
{
    struct lowering *l;

    b->primitive.dag = dag_new(b->arena);
    l = lower_new(b->arena, b->primitive.dag, path, NULL, NULL);
    b->inner = kernel_inner(path);
    switch (path_form(path)) {
    case FORM_WHOLE:
    case FORM_DIRECT:
        straight_outputs(b, l);
        break;
    case FORM_LOOPS:
    case FORM_SINGLE_LOOPS:
        b->single = path_is_single(path);
        rolled_outputs(b, l);
        break;
    case FORM_CUT_BRA:
    case FORM_CUT_KET:
        cut_outputs(b, l);
        break;
    case FORM_SINGLE:
    case FORM_UNROLLED:
        unrolled_outputs(b, path);
        break;
    }
}

static int primitive_input(void *context, int input)
{
    const struct builder *b = ((const struct stage *)context)->b;

    if (input >= SYMBOL_BASE)
        return b->base[input - SYMBOL_BASE];
    if (input >= SYMBOL_VECTOR)
        return b->vector[input - SYMBOL_VECTOR];
    return b->scalar[input % POWER_COUNT >= POWER_GAMMA][input];
}

/* The ket's vectors and the [0]^(m) stand in the first loop over lanes. */
static enum dag_input primitive_kind(void *context, int input)
{
    (void)context;
    if (input < SYMBOL_VECTOR)
        return DAG_UNIFORM;
    switch ((input - SYMBOL_VECTOR) / 3) {
    case VECTOR_BA:
    case VECTOR_PA:
        return DAG_UNIFORM;
    default:
        return DAG_ONCE;
    }
}

void primitive_plan(struct builder *b)
{
    if (b->unrolled) {
        unrolled_plan(b);
        return;
    }
    stage_plan(&b->primitive, primitive_kind, primitive_input);
    if (b->cut)
        cut_plan(b);
}

/* The ket's components that the job at hand has begin with those of this
 * piece. */
static int first_component(const struct builder *b, int piece)
{
    return dag_plan_first(b->primitive.plan, piece) / b->side[BRA].slot_count;
}

static int component_count(const struct builder *b)
{
    return b->at->to - b->at->from < dag_plan_pieces(b->primitive.plan)
               ? first_component(b, b->at->to) - first_component(b, b->at->from)
               : b->side[KET].component_count;
}

/* Where an output is summed in `half`; its combination of the inner side. */
static int half_number(const struct builder *b, int output, int *combination)
{
    const struct side *bra = &b->side[BRA];
    int k = output / bra->slot_count, i = output % bra->slot_count;

    if (b->cut) {
        *combination = cut_combination(b, output);
        return output;
    }
    *combination = bra->slot[i].combination;
    return i * component_count(b) + k - first_component(b, b->at->from);
}

/* The outputs of one piece: kept for the loops that follow, or, times the
 * coefficients, added up for the inner side. */
static void primitive_piece(struct builder *b, int piece, const int factor[])
{
    struct dag_writer *w = dag_write(b->primitive.plan, piece, b->f, b->type);

    for (int n = dag_plan_first(b->primitive.plan, piece);
         n < dag_plan_first(b->primitive.plan, piece + 1); n++) {
        int value = dag_value(w, b->primitive.output[n]), combination, at;

        if (b->rolled) {
            rolled_keep(b, n, value);
            continue;
        }
        at = kir_i64(b->f, half_number(b, n, &combination));
        emit_accumulate(b, &b->space[SPACE_HALF], at, factor[combination],
                        value);
    }
}

/* One primitive quartet, in every lane. */
static void primitive_quartet(struct builder *b, const int bra_centre[3],
                              int theta2, int prefactor)
{
    int factor[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS];
    int fraction = emit_side_scalars(b, KET);

    for (int c = 0; !b->rolled && c < b->side[b->inner].combinations; c++)
        factor[c] = emit_coefficient(b, b->inner, c);
    if (b->looks_up) {
        emit_lanes_begin(b);
        base_distance(b, fraction, bra_centre);
        base_locate(b, theta2, 0);
        emit_lanes_end(b);
        base_look_up(b, 0);
    }
    for (int p = b->at->from; p < b->at->to; p++) {
        emit_lanes_begin(b);
        if (p == b->at->from) {
            base_distance(b, fraction, bra_centre);
            base_write(b, theta2, kir_mul(b->f, prefactor, base_factor(b, KET)),
                       0);
            if (b->rolled)
                rolled_begin(b);
        }
        primitive_piece(b, p, factor);
        emit_lanes_end(b);
    }
    if (b->rolled)
        rolled_raise(b);
}

/* The primitive pairs of both sides at hand. */
static void primitive_pairs(struct builder *b)
{
    int centre[3], row, theta2, prefactor;

    emit_side_vectors(b, BRA, emit_side_scalars(b, BRA), centre);
    row = kir_mul(
        b->f,
        kir_add(b->f, kir_mul(b->f, b->row[KET], b->count[BRA]), b->row[BRA]),
        kir_i64(b->f, 2));
    theta2 = kir_load(b->f, b->table, row);
    prefactor = kir_mul(
        b->f, kir_load(b->f, b->table, kir_add(b->f, row, kir_i64(b->f, 1))),
        base_factor(b, BRA));
    primitive_quartet(b, centre, theta2, prefactor);
}

/* The sum over the ket, of brackets summed over the bra: in loops over the
 * bra's, to keep the code short. */
static void sum_ket(struct builder *b)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    int factor[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS], i, sum, half;
    int first = first_component(b, b->at->from), count = component_count(b);

    for (int c = 0; c < ket->combinations; c++)
        factor[c] = emit_coefficient(b, KET, c);
    i = emit_counted(b, kir_i64(b->f, bra->slot_count), 0);
    sum = kir_mul(b->f, i, kir_i64(b->f, ket->slot_count));
    half = kir_mul(b->f, i, kir_i64(b->f, count));
    emit_lanes_begin(b);
    for (int k = 0; k < ket->slot_count; k++) {
        const struct slot *s = &ket->slot[k];
        int from = s->component - first;

        if (from < 0 || from >= count)
            continue;
        from = kir_add(b->f, half, kir_i64(b->f, from));
        emit_accumulate(
            b, &b->space[SPACE_SUM], kir_add(b->f, sum, kir_i64(b->f, k)),
            factor[s->combination], emit_take(b, &b->space[SPACE_HALF], from));
    }
    emit_lanes_end(b);
    kir_end(b->f);
}

static int half_count(const struct builder *b)
{
    return b->cut ? b->primitive.outputs
                  : b->side[BRA].slot_count * component_count(b);
}

/* A number of the list of primitive quartets that are to be done. */
static int listed(struct builder *b, int at)
{
    return kir_load(b->f, b->rows, kir_add(b->f, b->list, at));
}

void primitive_contract(struct builder *b)
{
    int outer = !b->inner;

    if (b->unrolled) {
        unrolled_contract(b);
        return;
    }
    if (b->single) {
        b->row[BRA] = b->row[KET] = kir_i64(b->f, 0);
        primitive_pairs(b);
        return;
    }
    if (b->cut)
        cut_clear(b);
    else if (b->at->from == 0)
        emit_clear(b, &b->space[SPACE_SUM]);
    b->row[outer] = emit_counted(b, listed(b, kir_i64(b->f, 0)), 0);
    emit_clear(b, &b->space[SPACE_HALF]);
    b->row[b->inner] = emit_counted(
        b, listed(b, kir_add(b->f, b->row[outer], kir_i64(b->f, 1))), 0);
    primitive_pairs(b);
    kir_end(b->f);
    if (b->cut)
        cut_outer(b);
    else
        sum_ket(b);
    kir_end(b->f);
}

void primitive_declare(struct builder *b)
{
    base_declare(b, b->unrolled ? unrolled_quartets(b) : 1);
    if (!b->unrolled && !b->single) {
        b->space[SPACE_HALF].count = half_count(b);
        stage_space(b, SPACE_HALF);
    }
    if (!b->cut)
        stage_space(b, SPACE_SUM);
    stage_declare(&b->primitive, "spilled");
    if (b->rolled)
        rolled_declare(b);
    if (b->cut)
        cut_declare(b);
}
