#include "brush/kernel.h"

#include "brush/boys.h"
#include "runtime/eri.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A contracted (m0| of one side: a pair of segments and a component. */
struct slot {
    int combination, component;
};

/* One side. Components are the (m0| that primitives need, whatever the
 * segments. */
struct side {
    const struct shell_kind *kind[2];
    int combinations;
    int component_count, slot_count, component_cap, slot_cap;
    struct component {
        int8_t power[3];
    } *component;
    struct slot *slot;
};

enum { BRA, KET };

struct builder {
    struct arena *arena;
    const struct kernel_shape *shape;
    struct side side[2];
    int m_max;
    struct dag *primitive;
    int *output; /* per bra and ket component: nodes of `primitive` */
    struct dag_host primitive_host, horizontal_host;
    struct dag_plan *primitive_plan, *horizontal_plan;
    int *integral, integrals; /* nodes behind the contraction */

    struct kir_func *f;
    enum kir_type type;
    int lanes;
    int item, pair[2], constant[2], table, out, boys; /* buffers */
    int half, sum;            /* local buffers of accumulators */
    int spill[2];             /* and of what passes from piece to piece */
    int stride[2], count[2];  /* parameters */
    int first, width, out_at; /* of the item: ket pairs, place in out */
    int position;             /* ket pairs: of the first lane */
    int lane;                 /* the iterator of a loop over lanes */
    int index[2];             /* the pair at hand */
    int row[2];               /* the primitive pair at hand */
    int scalar[2][2 * POWER_COUNT], vector[3 * VECTOR_COUNT];
    int base[BOYS_MAX_M + 1];
    int stage;  /* whose graph is being written: which spill buffer */
    bool split; /* the horizontal stage has functions of its own */
};

enum { PRIMITIVE, HORIZONTAL };

/* Pieces of the horizontal stage in one function, if there are more. */
enum { PIECES = 4 };

/* Operations in one loop over lanes: compilers need more than linear time. */
enum { PIECE = 300 };

/* The brackets of a side -------------------------------------------------- */

static int find_component(struct arena *arena, struct side *s,
                          const int8_t power[3])
{
    struct component c;

    for (int i = 0; i < s->component_count; i++)
        if (memcmp(s->component[i].power, power, 3) == 0)
            return i;
    memcpy(c.power, power, 3);
    ARENA_PUSH(arena, s->component, s->component_count, s->component_cap, c);
    return s->component_count - 1;
}

static void side_init(struct arena *arena, struct side *s,
                      const struct shell_kind *a, const struct shell_kind *b)
{
    *s = (struct side){.kind = {a, b},
                       .combinations = a->segments * b->segments};
    for (int c = 0; c < s->combinations; c++) {
        int la = a->l[c / b->segments], lb = b->l[c % b->segments];

        for (int l = la; l <= la + lb; l++)
            for (int n = 0; n < bracket_component_count(l); n++) {
                struct slot slot = {c, 0};
                int8_t power[3];

                bracket_component(l, n, power);
                slot.component = find_component(arena, s, power);
                ARENA_PUSH(arena, s->slot, s->slot_count, s->slot_cap, slot);
            }
    }
}

/* side_init made all slots that the recurrences lead to. */
static int find_slot(const struct side *s, int combination,
                     const int8_t power[3])
{
    for (int i = 0; i < s->slot_count; i++)
        if (s->slot[i].combination == combination &&
            memcmp(s->component[s->slot[i].component].power, power, 3) == 0)
            return i;
    abort();
}

static struct builder *builder_new(struct arena *arena,
                                   const struct kernel_shape *shape)
{
    struct builder *b = arena_alloc(arena, sizeof *b);

    b->arena = arena;
    b->shape = shape;
    b->type = shape->type;
    b->lanes = shape->lanes;
    side_init(arena, &b->side[BRA], &shape->kind[0], &shape->kind[1]);
    side_init(arena, &b->side[KET], &shape->kind[2], &shape->kind[3]);
    for (int i = 0; i < 4; i++)
        b->m_max += shell_max_l(&shape->kind[i]);
    return b;
}

static int output_count(const struct builder *b)
{
    return b->side[BRA].component_count * b->side[KET].component_count;
}

/* The graph of all primitive [m0|n0] by one path. */
static void lower_primitive(struct builder *b, enum path path)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    struct lowering *l;

    b->primitive = dag_new(b->arena);
    l = lower_new(b->arena, b->primitive, path);
    b->output =
        arena_alloc(b->arena, (size_t)output_count(b) * sizeof *b->output);
    for (int i = 0; i < bra->component_count; i++)
        for (int k = 0; k < ket->component_count; k++) {
            struct bracket bracket;

            memset(&bracket, 0, sizeof bracket);
            memcpy(bracket.index[INDEX_A], bra->component[i].power, 3);
            memcpy(bracket.index[INDEX_C], ket->component[k].power, 3);
            b->output[i * ket->component_count + k] =
                lower_bracket(l, &bracket);
        }
}

int kernel_compare(const struct kernel_shape *shape,
                   struct kernel_candidate candidate[PATH_COUNT])
{
    int best = 0;

    for (int p = 0; p < PATH_COUNT; p++) {
        struct arena *arena = arena_new();
        struct builder *b = builder_new(arena, shape);

        lower_primitive(b, p);
        candidate[p].path = p;
        candidate[p].primitive =
            dag_count(b->primitive, b->output, output_count(b));
        if (path_is_stable(p) && candidate[p].primitive.operations <
                                     candidate[best].primitive.operations)
            best = p;
        arena_free(arena);
    }
    return best;
}

const char *kernel_name(struct arena *arena, const struct kernel_shape *shape)
{
    return arena_printf(arena, "eri_%s_%s_%s_%s",
                        shell_kind_name(arena, &shape->kind[0]),
                        shell_kind_name(arena, &shape->kind[1]),
                        shell_kind_name(arena, &shape->kind[2]),
                        shell_kind_name(arena, &shape->kind[3]));
}

/* Small pieces of KIR ----------------------------------------------------- */

static int integer(struct builder *b, int64_t value)
{
    return kir_int(b->f, KIR_I64, value);
}

static int add(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_ADD, x, y);
}

static int multiply(struct builder *b, int x, int y)
{
    return kir_binary(b->f, KIR_MUL, x, y);
}

static int fused(struct builder *b, int x, int y, int z)
{
    return kir_ternary(b->f, KIR_MULADD, x, y, z);
}

/* for 0 <= i < count */
static int counted(struct builder *b, int count, unsigned flags)
{
    return kir_for(b->f, integer(b, 0), count, integer(b, 1), flags);
}

/* A loop over the lanes; for one lane there is none. */
static void lanes_begin(struct builder *b)
{
    b->lane = b->lanes > 1 ? counted(b, integer(b, b->lanes), KIR_FOR_SIMD)
                           : integer(b, 0);
    b->index[KET] = add(b, b->position, b->lane);
}

static void lanes_end(struct builder *b)
{
    if (b->lanes > 1)
        kir_end(b->f);
}

/* A field of a side's pair; `field` is a value. */
static int pair_field(struct builder *b, int side, int field)
{
    return kir_load(
        b->f, b->pair[side],
        add(b, multiply(b, field, b->stride[side]), b->index[side]));
}

/* A field of a side's constants for the primitive pair at hand. */
static int constant_field(struct builder *b, int side, int field)
{
    int columns = HEDRA_ERI_COEFFICIENT + b->side[side].combinations;
    int at = multiply(b, b->row[side], integer(b, columns));

    return kir_load(b->f, b->constant[side], add(b, at, integer(b, field)));
}

/* The factor of a contracted bracket, -1 if it is already in the pair. */
static int coefficient(struct builder *b, int side, int combination)
{
    if (b->side[side].combinations == 1)
        return -1;
    return constant_field(b, side, HEDRA_ERI_COEFFICIENT + combination);
}

static int element(struct builder *b, int number)
{
    return add(b, integer(b, (int64_t)number * b->lanes), b->lane);
}

/* Where a contracted bracket of the lane stands behind the integrals in `out`,
 * for the functions that follow. */
static int room_element(struct builder *b, int number)
{
    int row = multiply(b, b->width, integer(b, (int64_t)b->integrals + number));
    int column = kir_binary(b->f, KIR_SUB, b->index[KET], b->first);

    return add(b, add(b, b->out_at, row), column);
}

static int sum_count(const struct builder *b)
{
    return b->side[BRA].slot_count * b->side[KET].slot_count;
}

/* buffer[at] += factor * value */
static void accumulate(struct builder *b, int buffer, int at, int factor,
                       int value)
{
    int old = kir_load(b->f, buffer, at);

    kir_store(b->f, buffer, at,
              factor < 0 ? add(b, old, value) : fused(b, factor, value, old));
}

static void clear(struct builder *b, int buffer, int count)
{
    int elements = count * b->lanes;
    int at = counted(b, integer(b, elements), KIR_FOR_SIMD);

    kir_store(b->f, buffer, at, kir_float(b->f, b->type, 0));
    kir_end(b->f);
}

/* The primitive quartet --------------------------------------------------- */

/* The powers of exponents of a side's primitive pair, and by which fraction of
 * B - A its centre P is away from A. */
static int side_scalars(struct builder *b, int side)
{
    static const int zeta[] = {POWER_ZETA, POWER_ETA};
    static const int second[] = {POWER_BETA, POWER_DELTA};
    int *scalar = b->scalar[side];

    scalar[SYMBOL_INVERSE + zeta[side]] =
        constant_field(b, side, HEDRA_ERI_INVERSE);
    scalar[zeta[side]] = constant_field(b, side, HEDRA_ERI_TWICE);
    scalar[second[side]] = constant_field(b, side, HEDRA_ERI_TWICE_SECOND);
    return constant_field(b, side, HEDRA_ERI_FRACTION);
}

/* B - A, P - A and P. */
static void side_vectors(struct builder *b, int side, int fraction,
                         int centre[3])
{
    static const int offset[] = {VECTOR_PA, VECTOR_QC};
    static const int along[] = {VECTOR_BA, VECTOR_DC};

    for (int i = 0; i < 3; i++) {
        int origin = pair_field(b, side, integer(b, HEDRA_ERI_CENTRE + i));
        int line = pair_field(b, side, integer(b, HEDRA_ERI_VECTOR + i));

        b->vector[3 * along[side] + i] = line;
        b->vector[3 * offset[side] + i] = multiply(b, fraction, line);
        centre[i] = fused(b, fraction, line, origin);
    }
}

static int pair_factor(struct builder *b, int side)
{
    return pair_field(b, side,
                      add(b, integer(b, HEDRA_ERI_FACTOR), b->row[side]));
}

/* [0]^(m) = prefactor (2 theta^2)^m F_m(theta^2 R^2) */
static void base_values(struct builder *b, int theta2, int prefactor)
{
    const int *r = &b->vector[3 * VECTOR_R];
    int square =
        fused(b, r[2], r[2], fused(b, r[1], r[1], multiply(b, r[0], r[0])));
    int boys[BOYS_MAX_M + 1], twice = add(b, theta2, theta2);

    boys_write(b->f, b->type, b->boys, b->m_max, multiply(b, theta2, square),
               boys);
    for (int m = 0; m <= b->m_max; m++) {
        b->base[m] = multiply(b, prefactor, boys[m]);
        prefactor = multiply(b, prefactor, twice);
    }
}

static int primitive_input(void *context, int input)
{
    struct builder *b = context;

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

static int load_spilled(void *context, int slot)
{
    struct builder *b = context;

    if (b->split && b->stage == HORIZONTAL)
        return kir_load(b->f, b->out, room_element(b, sum_count(b) + slot));
    return kir_load(b->f, b->spill[b->stage], element(b, slot));
}

static void store_spilled(void *context, int slot, int value)
{
    struct builder *b = context;

    if (b->split && b->stage == HORIZONTAL)
        kir_store(b->f, b->out, room_element(b, sum_count(b) + slot), value);
    else
        kir_store(b->f, b->spill[b->stage], element(b, slot), value);
}

/* The outputs of a primitive quartet in the order of their use: each ket
 * component with all contracted brackets of the bra. */
static int primitive_output(const struct builder *b, int number)
{
    const struct side *bra = &b->side[BRA];
    int k = number / bra->slot_count, i = number % bra->slot_count;

    return b->output[bra->slot[i].component * b->side[KET].component_count + k];
}

static void plan_primitive(struct builder *b)
{
    int n = b->side[BRA].slot_count * b->side[KET].component_count;
    int *order = arena_alloc(b->arena, (size_t)n * sizeof *order);

    for (int i = 0; i < n; i++)
        order[i] = primitive_output(b, i);
    b->primitive_host = (struct dag_host){b, primitive_kind, primitive_input,
                                          load_spilled, store_spilled};
    b->primitive_plan =
        dag_plan_new(b->primitive, order, n, b->lanes > 1 ? PIECE : INT_MAX,
                     &b->primitive_host);
}

/* Adds the outputs of one piece, times the bra's coefficients, to the
 * half-contracted brackets. */
static void primitive_piece(struct builder *b, int piece, const int factor[])
{
    const struct side *bra = &b->side[BRA];
    struct dag_writer *w = dag_write(b->primitive_plan, piece, b->f, b->type);

    for (int n = dag_plan_first(b->primitive_plan, piece);
         n < dag_plan_first(b->primitive_plan, piece + 1); n++) {
        int k = n / bra->slot_count, i = n % bra->slot_count;

        accumulate(b, b->half, element(b, i * b->side[KET].component_count + k),
                   factor[bra->slot[i].combination],
                   dag_value(w, primitive_output(b, n)));
    }
}

/* One primitive quartet, in every lane. */
static void primitive_quartet(struct builder *b, const int bra_centre[3],
                              int theta2, int prefactor)
{
    int factor[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS], centre[3];
    int fraction = side_scalars(b, KET);

    b->stage = PRIMITIVE;
    for (int c = 0; c < b->side[BRA].combinations; c++)
        factor[c] = coefficient(b, BRA, c);
    for (int p = 0; p < dag_plan_pieces(b->primitive_plan); p++) {
        lanes_begin(b);
        if (p == 0) {
            side_vectors(b, KET, fraction, centre);
            for (int i = 0; i < 3; i++)
                b->vector[3 * VECTOR_R + i] =
                    kir_binary(b->f, KIR_SUB, centre[i], bra_centre[i]);
            base_values(b, theta2, multiply(b, prefactor, pair_factor(b, KET)));
        }
        primitive_piece(b, p, factor);
        lanes_end(b);
    }
}

/* The contraction of the bra, for one primitive pair of the ket. */
static void contract_bra(struct builder *b)
{
    int centre[3], row, theta2, prefactor;

    b->row[BRA] = counted(b, b->count[BRA], 0);
    side_vectors(b, BRA, side_scalars(b, BRA), centre);
    row = multiply(b,
                   add(b, multiply(b, b->row[KET], b->count[BRA]), b->row[BRA]),
                   integer(b, 2));
    theta2 = kir_load(b->f, b->table, row);
    prefactor =
        multiply(b, kir_load(b->f, b->table, add(b, row, integer(b, 1))),
                 pair_factor(b, BRA));
    primitive_quartet(b, centre, theta2, prefactor);
    kir_end(b->f);
}

/* Both contractions of the quartets at hand: `sum` holds the (m0|n0). The
 * ket's loops over the bra's brackets, to keep the code short. */
static void contract(struct builder *b)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    int factor[BASIS_MAX_SEGMENTS * BASIS_MAX_SEGMENTS], i, sum, half;

    clear(b, b->sum, bra->slot_count * ket->slot_count);
    b->row[KET] = counted(b, b->count[KET], 0);
    clear(b, b->half, bra->slot_count * ket->component_count);
    contract_bra(b);
    for (int c = 0; c < ket->combinations; c++)
        factor[c] = coefficient(b, KET, c);
    i = counted(b, integer(b, bra->slot_count), 0);
    sum = multiply(b, i, integer(b, (int64_t)ket->slot_count * b->lanes));
    half = multiply(b, i, integer(b, (int64_t)ket->component_count * b->lanes));
    lanes_begin(b);
    for (int k = 0; k < ket->slot_count; k++) {
        const struct slot *s = &ket->slot[k];
        int from = add(b, half, element(b, s->component));

        accumulate(b, b->sum, add(b, sum, element(b, k)),
                   factor[s->combination], kir_load(b->f, b->half, from));
    }
    lanes_end(b);
    kir_end(b->f);
    kir_end(b->f);
}

/* Behind the contraction -------------------------------------------------- */

/* Where each of the four functions is Cartesian or spherical, the latter are
 * transformed one index at a time. An index below the number of functions of
 * the shell is a function; above it, a Cartesian component of a segment. */
struct horizontal {
    struct builder *b;
    struct dag *dag;
    struct lowering **lowering; /* per pair of combinations */
    int combination[2];
    int extent[4]; /* of an index */
    int *node;     /* per four indices: the node + 1 */
};

static int horizontal_leaf(void *context, const struct bracket *bracket)
{
    struct horizontal *h = context;
    const struct side *bra = &h->b->side[BRA], *ket = &h->b->side[KET];

    if (bracket_sum(bracket, INDEX_B) || bracket_sum(bracket, INDEX_D))
        return -1;
    return SYMBOL_LEAF +
           find_slot(bra, h->combination[BRA], bracket->index[INDEX_A]) *
               ket->slot_count +
           find_slot(ket, h->combination[KET], bracket->index[INDEX_C]);
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

static int horizontal_node(struct horizontal *h, const int index[4]);

static int transform(struct horizontal *h, const int index[4], int at,
                     struct shell_function fn)
{
    const struct shell_kind *k = &h->b->shape->kind[at];
    int sum = dag_constant(h->dag, 0), inner[4];

    memcpy(inner, index, sizeof inner);
    for (int n = 0; n < bracket_component_count(fn.l); n++) {
        double c = shell_harmonic(fn.l, fn.component - fn.l, n);

        if (c == 0)
            continue;
        inner[at] = cartesian_index(k, fn.segment, n);
        sum = dag_add(h->dag, sum,
                      dag_multiply(h->dag, dag_constant(h->dag, c),
                                   horizontal_node(h, inner)));
    }
    return sum;
}

static int horizontal_lower(struct horizontal *h,
                            const struct shell_function fn[4])
{
    static const enum bracket_index place[4] = {INDEX_A, INDEX_B, INDEX_C,
                                                INDEX_D};
    const struct shell_kind *kind = h->b->shape->kind;
    struct lowering **l;
    struct bracket bracket;

    memset(&bracket, 0, sizeof bracket);
    for (int i = 0; i < 4; i++)
        bracket_component(fn[i].l, fn[i].component, bracket.index[place[i]]);
    h->combination[BRA] = fn[0].segment * kind[1].segments + fn[1].segment;
    h->combination[KET] = fn[2].segment * kind[3].segments + fn[3].segment;
    l = &h->lowering[h->combination[BRA] * h->b->side[KET].combinations +
                     h->combination[KET]];
    if (!*l)
        *l = lower_horizontal(h->b->arena, h->dag, false, horizontal_leaf, h);
    return lower_bracket(*l, &bracket);
}

static int horizontal_node(struct horizontal *h, const int index[4])
{
    struct shell_function fn[4];
    int at = 0, *node;

    for (int i = 0; i < 4; i++) {
        fn[i] = index_function(&h->b->shape->kind[i], index[i]);
        at = at * h->extent[i] + index[i];
    }
    node = &h->node[at];
    for (int i = 0; i < 4 && !*node; i++)
        if (fn[i].pure)
            *node = transform(h, index, i, fn[i]) + 1;
    if (!*node)
        *node = horizontal_lower(h, fn) + 1;
    return *node - 1;
}

static int horizontal_input(void *context, int input)
{
    struct builder *b = context;

    if (input >= SYMBOL_LEAF && b->split)
        return kir_load(b->f, b->out, room_element(b, input - SYMBOL_LEAF));
    if (input >= SYMBOL_LEAF)
        return kir_load(b->f, b->sum, element(b, input - SYMBOL_LEAF));
    return b->vector[input - SYMBOL_VECTOR];
}

static struct horizontal *horizontal_new(struct builder *b)
{
    struct horizontal *h = arena_alloc(b->arena, sizeof *h);
    size_t nodes = 1;

    h->b = b;
    h->dag = dag_new(b->arena);
    h->lowering = arena_alloc(b->arena, (size_t)(b->side[BRA].combinations *
                                                 b->side[KET].combinations) *
                                            sizeof(struct lowering *));
    for (int i = 0; i < 4; i++) {
        const struct shell_kind *k = &b->shape->kind[i];

        h->extent[i] = cartesian_index(k, k->segments, 0);
        nodes *= (size_t)h->extent[i];
    }
    h->node = arena_alloc(b->arena, nodes * sizeof *h->node);
    return h;
}

/* The integrals themselves, in the order of the functions, d fastest. */
static int *horizontal_outputs(struct horizontal *h, int *count)
{
    int n[4], *output, at = 0;

    for (int i = 0; i < 4; i++)
        n[i] = shell_kind_functions(&h->b->shape->kind[i]);
    *count = n[0] * n[1] * n[2] * n[3];
    output = arena_alloc(h->b->arena, (size_t)*count * sizeof *output);
    for (; at < *count; at++) {
        int index[4] = {at / (n[3] * n[2] * n[1]), at / (n[3] * n[2]) % n[1],
                        at / n[3] % n[2], at % n[3]};

        output[at] = horizontal_node(h, index);
    }
    return output;
}

static enum dag_input horizontal_kind(void *context, int input)
{
    (void)context;
    return input < SYMBOL_VECTOR + 3 * VECTOR_BA + 3 ? DAG_UNIFORM : DAG_AGAIN;
}

static void plan_horizontal(struct builder *b)
{
    struct horizontal *h = horizontal_new(b);

    b->integral = horizontal_outputs(h, &b->integrals);
    b->horizontal_host = (struct dag_host){b, horizontal_kind, horizontal_input,
                                           load_spilled, store_spilled};
    b->horizontal_plan =
        dag_plan_new(h->dag, b->integral, b->integrals,
                     b->lanes > 1 ? PIECE : INT_MAX, &b->horizontal_host);
}

/* The integrals of one piece; `place` is where the lane's first one belongs. */
static void horizontal_piece(struct builder *b, int piece, int place)
{
    struct dag_writer *w = dag_write(b->horizontal_plan, piece, b->f, b->type);

    for (int n = dag_plan_first(b->horizontal_plan, piece);
         n < dag_plan_first(b->horizontal_plan, piece + 1); n++)
        kir_store(b->f, b->out,
                  add(b, place, multiply(b, integer(b, n), b->width)),
                  dag_value(w, b->integral[n]));
}

/* The pieces begin <= p < end. */
static void finish(struct builder *b, int begin, int end)
{
    b->stage = HORIZONTAL;
    for (int i = 0; i < 3; i++)
        b->vector[3 * VECTOR_BA + i] =
            pair_field(b, BRA, integer(b, HEDRA_ERI_VECTOR + i));
    for (int p = begin; p < end; p++) {
        int offset;

        lanes_begin(b);
        for (int i = 0; i < 3; i++)
            b->vector[3 * VECTOR_DC + i] =
                pair_field(b, KET, integer(b, HEDRA_ERI_VECTOR + i));
        offset = kir_binary(b->f, KIR_SUB, b->index[KET], b->first);
        horizontal_piece(b, p, add(b, b->out_at, offset));
        lanes_end(b);
    }
}

/* Puts the contracted brackets behind the integrals. */
static void hand_over(struct builder *b)
{
    int i = counted(b, integer(b, sum_count(b)), 0), to, from;

    to = add(b, b->out_at,
             multiply(b, b->width, add(b, integer(b, b->integrals), i)));
    from = multiply(b, i, integer(b, b->lanes));
    lanes_begin(b);
    to = add(b, to, kir_binary(b->f, KIR_SUB, b->index[KET], b->first));
    kir_store(b->f, b->out, to, kir_load(b->f, b->sum, add(b, from, b->lane)));
    lanes_end(b);
    kir_end(b->f);
}

/* The whole --------------------------------------------------------------- */

static void declare_spill(struct builder *b, int stage, const char *name,
                          const struct dag_plan *plan)
{
    int64_t slots = dag_plan_slots(plan);

    if (slots)
        b->spill[stage] = kir_local(b->f, name, b->type, slots * b->lanes);
}

/* What every function of a kernel is given. */
static void declare(struct builder *b)
{
    static const char *const parameter[] = {"bra_stride", "ket_stride",
                                            "bra_count", "ket_count"};
    struct kir_func *f = b->f;
    int value[4];

    for (int i = 0; i < 4; i++)
        value[i] = kir_param(f, parameter[i], KIR_I64);
    b->item = kir_global(f, "item", KIR_I64, true, false);
    b->pair[BRA] = kir_global(f, "bra", b->type, true, false);
    b->pair[KET] = kir_global(f, "ket", b->type, true, false);
    b->constant[BRA] = kir_global(f, "bra_constant", b->type, true, false);
    b->constant[KET] = kir_global(f, "ket_constant", b->type, true, false);
    b->table = kir_global(f, "table", b->type, true, false);
    b->out = kir_global(f, "out", b->type, false, true);
    b->stride[BRA] = value[0];
    b->stride[KET] = value[1];
    b->count[BRA] = value[2];
    b->count[KET] = value[3];
}

/* What the contraction works with. */
static void declare_memory(struct builder *b)
{
    int halves = b->side[BRA].slot_count * b->side[KET].component_count;
    int64_t lanes = b->lanes;

    b->boys = boys_table(b->f, "boys", b->type, b->m_max);
    b->half = kir_local(b->f, "half", b->type, halves * lanes);
    b->sum = kir_local(b->f, "sum", b->type, sum_count(b) * lanes);
    declare_spill(b, PRIMITIVE, "spilled", b->primitive_plan);
    if (!b->split)
        declare_spill(b, HORIZONTAL, "spilled_late", b->horizontal_plan);
}

static int item_field(struct builder *b, int field)
{
    int row = kir_cast(b->f, KIR_I64, kir_block_index(b->f, 0));

    row = multiply(b, row, integer(b, HEDRA_ERI_ITEM));
    return kir_load(b->f, b->item, add(b, row, integer(b, field)));
}

/* A new function that stands at the quartets of its item. */
static void begin_function(struct builder *b, struct kir_module *module,
                           const char *name)
{
    int last;

    b->f = kir_func_new(module, KIR_KERNEL, name,
                        b->lanes > 1 ? 1 : KERNEL_BLOCK, 1, 1);
    declare(b);
    b->index[BRA] = item_field(b, HEDRA_ERI_ITEM_BRA);
    b->first = item_field(b, HEDRA_ERI_ITEM_FIRST);
    b->width = item_field(b, HEDRA_ERI_ITEM_WIDTH);
    b->out_at = item_field(b, HEDRA_ERI_ITEM_OUT);
    last = add(b, b->first, b->width);
    if (b->lanes > 1) {
        b->position = kir_for(b->f, b->first, last, integer(b, b->lanes), 0);
    } else {
        int thread = kir_cast(b->f, KIR_I64, kir_thread_index(b->f, 0));

        b->position = add(b, b->first, thread);
        kir_if(b->f, kir_binary(b->f, KIR_LT, b->position, last));
    }
}

int kernel_build(struct kir_module *module, const char *name,
                 const struct kernel_shape *shape, enum path path)
{
    struct builder *b = builder_new(module->arena, shape);
    int pieces, room;

    lower_primitive(b, path);
    plan_primitive(b);
    plan_horizontal(b);
    pieces = dag_plan_pieces(b->horizontal_plan);
    room = b->integrals;
    begin_function(b, module, name);
    declare_memory(b);
    contract(b);
    if (b->split)
        hand_over(b);
    else
        finish(b, 0, pieces);
    kir_end(b->f);
    if (!b->split)
        return room;
    for (int p = 0; p < pieces; p += PIECES) {
        begin_function(
            b, module,
            arena_printf(module->arena, "%s_%d", name, p / PIECES + 1));
        finish(b, p, p + PIECES < pieces ? p + PIECES : pieces);
        kir_end(b->f);
    }
    return room + sum_count(b) + dag_plan_slots(b->horizontal_plan);
}
