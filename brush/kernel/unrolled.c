/* Classes of few primitive quartets: one graph for all of them, in which sums
 * are nodes. What is contracted need not go through memory for that, and no
 * loop goes over primitives.
 *
 * The inputs of a primitive quartet, number q of them, are the symbols of
 * path.h from q * INPUTS on, in which those that are the same for all are the
 * ones of quartet 0. Of a class whose constants are known, powers of exponents
 * and coefficients are constants, and P - A is a multiple of B - A. */
#include "brush/kernel/emit.h"

#include "runtime/include/hedra_eri.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Inputs of a primitive quartet: symbols, and both sides' coefficients. */
enum {
    COMBINATIONS = BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS,
    COEFFICIENTS = SYMBOL_LEAF,
    INPUTS = COEFFICIENTS + 2 * COMBINATIONS
};

/* Values that all lanes share, of a primitive quartet. */
struct quartet_scalars {
    int theta2, prefactor; /* of [0]^(m), with the bra's factor */
    int centre[3];         /* P */
    int fraction;          /* the ket's */
};

struct unrolled {
    const struct kernel_constants *constants; /* NULL: they are in tables */
    int quartets;
    int quartet; /* while lowering */
    int *value;  /* per input; while a function is written, as the next */
    struct quartet_scalars *scalars;
};

/* The primitive pair of a side in a primitive quartet; the bra's are first. */
static int pair_of(const struct builder *b, int side, int quartet)
{
    int bra = b->shape->primitives[BRA];

    return side == BRA ? quartet % bra : quartet / bra;
}

/* A field of enum hedra_eri_constant, of a class whose constants are known. */
static double constant(const struct builder *b, int side, int quartet,
                       int field)
{
    int columns = HEDRA_ERI_COEFFICIENT + b->side[side].combinations;

    return b->unrolled->constants
        ->row[side][pair_of(b, side, quartet) * columns + field];
}

/* Lowering ---------------------------------------------------------------- */

static double power(const struct builder *b, int quartet, enum bracket_power p)
{
    int side = p >= POWER_GAMMA;
    double zeta = constant(b, side, quartet, HEDRA_ERI_TWICE);
    double second = constant(b, side, quartet, HEDRA_ERI_TWICE_SECOND);

    switch (p) {
    case POWER_ZETA:
    case POWER_ETA:
        return zeta;
    case POWER_BETA:
    case POWER_DELTA:
        return second;
    default:
        return zeta - second;
    }
}

/* The number of an input that stands for a symbol. */
static int input_of(const struct unrolled *u, int symbol)
{
    int vector = (symbol - SYMBOL_VECTOR) / 3;
    bool common = symbol >= SYMBOL_VECTOR && symbol < SYMBOL_BASE &&
                  (vector == VECTOR_BA || vector == VECTOR_DC);

    return (common ? 0 : u->quartet * INPUTS) + symbol;
}

/* Returns the node of a symbol, for a class whose constants are known. */
static int known_symbol(const struct builder *b, int symbol)
{
    const struct unrolled *u = b->unrolled;
    struct dag *d = b->primitive.dag;
    int vector = (symbol - SYMBOL_VECTOR) / 3, side = vector == VECTOR_QC;
    int along = side == BRA ? VECTOR_BA : VECTOR_DC;
    double fraction;

    if (symbol < SYMBOL_INVERSE)
        return dag_constant(d, power(b, u->quartet, symbol));
    if (symbol < SYMBOL_VECTOR)
        return dag_constant(d,
                            1 / power(b, u->quartet, symbol - SYMBOL_INVERSE));
    if (symbol >= SYMBOL_BASE || (vector != VECTOR_PA && vector != VECTOR_QC))
        return dag_input(d, input_of(u, symbol));
    fraction = constant(b, side, u->quartet, HEDRA_ERI_FRACTION);
    symbol += 3 * (along - vector);
    return dag_multiply(d, dag_constant(d, fraction),
                        dag_input(d, input_of(u, symbol)));
}

static int symbol_node(void *context, int symbol)
{
    const struct builder *b = context;

    if (b->unrolled->constants)
        return known_symbol(b, symbol);
    return dag_input(b->primitive.dag, input_of(b->unrolled, symbol));
}

/* The coefficient of a side's slot, which is 1 if it is in the pair's factor.
 */
static int coefficient(const struct builder *b, int side,
                       const struct slot *slot)
{
    const struct unrolled *u = b->unrolled;
    struct dag *d = b->primitive.dag;

    if (b->side[side].combinations == 1)
        return dag_constant(d, 1);
    if (u->constants)
        return dag_constant(
            d, constant(b, side, u->quartet,
                        HEDRA_ERI_COEFFICIENT + slot->combination));
    return dag_input(
        d, input_of(u, COEFFICIENTS + side * COMBINATIONS + slot->combination));
}

/* The slots that output `n` is for, the bra's fastest: what shares a ket stands
 * together. */
static const struct slot *slot_of(const struct builder *b, int side, int n)
{
    int rows = b->side[BRA].slot_count;

    return &b->side[side].slot[side == BRA ? n % rows : n / rows];
}

/* An output's part from the primitive quartet at hand. */
static int summand(const struct builder *b, struct lowering *l, int n)
{
    const struct slot *bra = slot_of(b, BRA, n), *ket = slot_of(b, KET, n);
    struct bracket bracket =
        side_bracket(&b->side[BRA].component[bra->component],
                     &b->side[KET].component[ket->component]);
    int factor = dag_multiply(b->primitive.dag, coefficient(b, BRA, bra),
                              coefficient(b, KET, ket));

    return dag_multiply(b->primitive.dag, factor, lower_bracket(l, &bracket));
}

void unrolled_outputs(struct builder *b, enum path path)
{
    struct unrolled *u = arena_alloc(b->arena, sizeof *u);
    struct stage *s = &b->primitive;

    b->unrolled = u;
    s->group = 1;
    if (path_form(path) == FORM_UNROLLED)
        u->constants = b->shape->constants;
    u->quartets = b->shape->primitives[BRA] * b->shape->primitives[KET];
    s->outputs = b->side[BRA].slot_count * b->side[KET].slot_count;
    s->output = arena_alloc(b->arena, (size_t)s->outputs * sizeof *s->output);
    for (int n = 0; n < s->outputs; n++)
        s->output[n] = dag_constant(s->dag, 0);
    for (u->quartet = 0; u->quartet < u->quartets; u->quartet++) {
        struct lowering *l = lower_new(b->arena, s->dag, path, symbol_node, b);

        for (int n = 0; n < s->outputs; n++)
            s->output[n] = dag_add(s->dag, s->output[n], summand(b, l, n));
    }
}

/* Planning ---------------------------------------------------------------- */

static enum dag_input kind(void *context, int input)
{
    int symbol = input % INPUTS;

    (void)context;
    if (symbol < SYMBOL_VECTOR || symbol >= COEFFICIENTS)
        return DAG_UNIFORM;
    switch ((symbol - SYMBOL_VECTOR) / 3) {
    case VECTOR_BA:
    case VECTOR_PA:
        return DAG_UNIFORM;
    default:
        return DAG_ONCE;
    }
}

static int input_value(void *context, int input)
{
    const struct builder *b = ((const struct stage *)context)->b;

    return b->unrolled->value[input];
}

int unrolled_quartets(const struct builder *b)
{
    return b->unrolled->quartets;
}

void unrolled_plan(struct builder *b)
{
    stage_plan(&b->primitive, kind, input_value);
}

/* Writing ----------------------------------------------------------------- */

static int *quartet_values(const struct builder *b, int quartet)
{
    return b->unrolled->value + (ptrdiff_t)quartet * INPUTS;
}

/* The inputs that are numbers of a side's primitive pair; returns the fraction
 * of B - A. */
static int side_numbers(struct builder *b, int side, int quartet)
{
    int *value = quartet_values(b, quartet), fraction;

    b->row[side] = kir_i64(b->f, pair_of(b, side, quartet));
    if (b->unrolled->constants)
        return kir_float(b->f, b->type,
                         constant(b, side, quartet, HEDRA_ERI_FRACTION));
    fraction = emit_side_scalars(b, side);
    for (int p = 0; p < POWER_COUNT; p++)
        if ((p >= POWER_GAMMA) == (side == KET)) {
            value[SYMBOL_POWER + p] = b->scalar[side][SYMBOL_POWER + p];
            value[SYMBOL_INVERSE + p] = b->scalar[side][SYMBOL_INVERSE + p];
        }
    for (int c = 0; c < b->side[side].combinations; c++)
        value[COEFFICIENTS + side * COMBINATIONS + c] =
            emit_coefficient(b, side, c);
    return fraction;
}

/* theta^2 and the prefactor of [0]^(m), but for the pairs' factors. */
static void quartet_numbers(struct builder *b, int quartet,
                            struct quartet_scalars *q)
{
    double zeta, eta, product;

    if (!b->unrolled->constants) {
        q->theta2 = kir_load(b->f, b->table, kir_i64(b->f, 0));
        q->prefactor = kir_load(b->f, b->table, kir_i64(b->f, 1));
        return;
    }
    zeta = power(b, quartet, POWER_ZETA) / 2;
    eta = power(b, quartet, POWER_ETA) / 2;
    product = zeta * eta;
    q->theta2 = kir_float(b->f, b->type, product / (zeta + eta));
    q->prefactor = kir_float(b->f, b->type,
                             2 * pow(PI, 2.5) / (product * sqrt(zeta + eta)));
}

static void take_vector(struct builder *b, int quartet, int vector)
{
    memcpy(quartet_values(b, quartet) + SYMBOL_VECTOR + 3 * vector,
           b->vector + 3 * vector, 3 * sizeof *b->vector);
}

/* Emits what all lanes share of a primitive quartet. */
static void uniform_inputs(struct builder *b, int quartet)
{
    struct quartet_scalars *q = &b->unrolled->scalars[quartet];

    quartet_numbers(b, quartet, q);
    emit_side_vectors(b, BRA, side_numbers(b, BRA, quartet), q->centre);
    q->prefactor = kir_mul(b->f, q->prefactor, base_factor(b, BRA));
    q->fraction = side_numbers(b, KET, quartet);
    take_vector(b, quartet, VECTOR_BA);
    take_vector(b, quartet, VECTOR_PA);
}

/* Emits what differs between the lanes of a primitive quartet. */
static void lane_inputs(struct builder *b, int quartet)
{
    const struct quartet_scalars *q = &b->unrolled->scalars[quartet];

    b->row[KET] = kir_i64(b->f, pair_of(b, KET, quartet));
    base_distance(b, q->fraction, q->centre);
    base_write(b, q->theta2, kir_mul(b->f, q->prefactor, base_factor(b, KET)),
               quartet);
    take_vector(b, quartet, VECTOR_DC);
    take_vector(b, quartet, VECTOR_QC);
    take_vector(b, quartet, VECTOR_R);
    memcpy(quartet_values(b, quartet) + SYMBOL_BASE, b->base,
           (size_t)(b->m_max + 1) * sizeof *b->base);
}

/* Before all that, for lanes. */
static void look_up(struct builder *b)
{
    struct unrolled *u = b->unrolled;

    emit_lanes_begin(b);
    for (int q = 0; q < u->quartets; q++) {
        base_distance(b, u->scalars[q].fraction, u->scalars[q].centre);
        base_locate(b, u->scalars[q].theta2, q);
    }
    emit_lanes_end(b);
    for (int q = 0; q < u->quartets; q++)
        base_look_up(b, q);
}

/* Where output `n` is kept: see slot_of. */
static int sum_place(struct builder *b, int n)
{
    int rows = b->side[BRA].slot_count, columns = b->side[KET].slot_count;

    return kir_i64(b->f, (int64_t)(n % rows) * columns + n / rows);
}

void unrolled_contract(struct builder *b)
{
    struct unrolled *u = b->unrolled;
    const struct stage *s = &b->primitive;
    size_t inputs = (size_t)u->quartets * INPUTS;

    u->value = arena_alloc(b->arena, inputs * sizeof *u->value);
    u->scalars =
        arena_alloc(b->arena, (size_t)u->quartets * sizeof *u->scalars);
    for (int q = 0; q < u->quartets; q++)
        uniform_inputs(b, q);
    if (b->looks_up)
        look_up(b);
    for (int p = b->at->from; p < b->at->to; p++) {
        struct dag_writer *w;

        emit_lanes_begin(b);
        for (int q = 0; p == b->at->from && q < u->quartets; q++)
            lane_inputs(b, q);
        w = dag_write(s->plan, p, b->f, b->type);
        for (int n = dag_plan_first(s->plan, p);
             n < dag_plan_first(s->plan, p + 1); n++)
            emit_put(b, &b->space[SPACE_SUM], sum_place(b, n),
                     dag_value(w, s->output[n]));
        emit_lanes_end(b);
    }
}
