/* Primitives of high angular momentum: the graph gives the [m0|00]^(M), and the
 * ket's vertical recurrence takes them to the [m0|n0] in a loop over m for each
 * n and M. What depends on m, that is [m - 1_i 0|n0] and the power m_i, stands
 * in tables.
 *
 * Brackets are kept by rows of all m of l_m <= l_a + l_b, a row for each n of
 * l_n <= l_c + l_d - M, for each M. */
#include "brush/kernel/emit.h"

#include <stdlib.h>
#include <string.h>

struct rolled {
    int low, high,
        top;      /* the least and the greatest l of m, the greatest of n */
    int columns;  /* the number of m */
    int brackets; /* kept: a local buffer */
    int along;    /* the same of Q - C and of R */
    int below[3], power[3];          /* per m: the number of m - 1_i, and m_i */
    int bra_number, bra_combination; /* per slot */
    int ket_number, ket_combination; /* per component; if single, per slot */
};

/* Components of all l below this one. */
static int components_below(int l)
{
    return l * (l + 1) * (l + 2) / 6;
}

static int number_of(const int8_t power[3])
{
    return components_below(power[0] + power[1] + power[2]) +
           bracket_component_number(power);
}

/* The row of n, of that number, and of M. */
static int row_of(const struct rolled *r, int number, int m)
{
    for (int i = 0; i < m; i++)
        number += components_below(r->top - i + 1);
    return number;
}

/* The first m that rows of M need: each step of the recurrence that lowers m
 * raises M. */
static int first_needed(const struct rolled *r, int m)
{
    return components_below(r->low > m ? r->low - m : 0);
}

static void range(const struct side *s, int *low, int *high)
{
    *low = BASIS_MAX_L * 2;
    *high = 0;
    for (int i = 0; i < s->component_count; i++) {
        const int8_t *p = s->component[i].power[0];
        int l = p[0] + p[1] + p[2];

        *low = l < *low ? l : *low;
        *high = l > *high ? l : *high;
    }
}

void rolled_outputs(struct builder *b, struct lowering *l)
{
    struct rolled *r = arena_alloc(b->arena, sizeof *r);
    int lowest;

    b->rolled = r;
    range(&b->side[BRA], &r->low, &r->high);
    range(&b->side[KET], &lowest, &r->top);
    r->columns = components_below(r->high + 1);
    b->primitive.outputs = (r->top + 1) * r->columns;
    b->primitive.output = arena_alloc(
        b->arena, (size_t)b->primitive.outputs * sizeof *b->primitive.output);
    for (int n = 0; n < b->primitive.outputs; n++) {
        int m = n / r->columns, column = n % r->columns, la = 0;
        struct bracket bracket;

        if (column < first_needed(r, m)) {
            b->primitive.output[n] = dag_constant(b->primitive.dag, 0);
            continue;
        }
        memset(&bracket, 0, sizeof bracket);
        while (components_below(la + 1) <= column)
            la++;
        bracket_component(la, column - components_below(la),
                          bracket.index[INDEX_A]);
        bracket.m = (int8_t)m;
        b->primitive.output[n] = lower_bracket(l, &bracket);
    }
}

void rolled_keep(struct builder *b, int output, int value)
{
    struct rolled *r = b->rolled;
    int m = output / r->columns, column = output % r->columns;

    if (column >= first_needed(r, m))
        kir_store(
            b->f, r->brackets,
            emit_element(b, (int64_t)row_of(r, 0, m) * r->columns + column),
            value);
}

/* The terms for a ket and a bra of which nothing is known but that m_i may be
 * positive, along the axis that leaves fewest. */
static int choose_terms(const int8_t ket[3], int m, int *axis,
                        struct recur_term best[RECUR_MAX_TERMS])
{
    int fewest = 0;

    for (int i = 0; i < 3; i++) {
        struct recur_term term[RECUR_MAX_TERMS];
        struct bracket bracket;
        int n;

        memset(&bracket, 0, sizeof bracket);
        memcpy(bracket.index[INDEX_C], ket, 3);
        bracket.index[INDEX_A][i] = 1;
        bracket.m = (int8_t)m;
        if (!recur_applies(RECUR_VERTICAL_C, &bracket, i))
            continue;
        n = recur_apply(RECUR_VERTICAL_C, &bracket, i, term);
        if (fewest && n >= fewest)
            continue;
        fewest = n;
        *axis = i;
        memcpy(best, term, (size_t)n * sizeof *term);
    }
    return fewest;
}

/* Calls `step` for each row that is not the graph's, in the order in which
 * they can be had. */
static void each_row(const struct rolled *r, void *context,
                     void (*step)(void *context, const int8_t ket[3], int m))
{
    for (int l = 1; l <= r->top; l++)
        for (int m = 0; m <= r->top - l; m++)
            for (int n = 0; n < bracket_component_count(l); n++) {
                int8_t ket[3];

                bracket_component(l, n, ket);
                step(context, ket, m);
            }
}

/* Cost -------------------------------------------------------------------- */

struct counting {
    const struct rolled *rolled;
    struct kernel_candidate *candidate;
};

static void count_row(void *context, const int8_t ket[3], int m)
{
    struct counting *c = context;
    struct recur_term term[RECUR_MAX_TERMS];
    int axis, n = choose_terms(ket, m, &axis, term);
    int columns = c->rolled->columns - first_needed(c->rolled, m);

    c->candidate->operations += columns * n;
    c->candidate->fused += columns * (n - 1);
    c->candidate->size += n;
}

void rolled_cost(const struct builder *b, struct kernel_candidate *c)
{
    struct counting counting = {b->rolled, c};

    each_row(b->rolled, &counting, count_row);
}

/* Writing ----------------------------------------------------------------- */

static int integer_table(struct builder *b, const char *name, int count,
                         const int64_t *value)
{
    int64_t *kept = arena_alloc(b->arena, (size_t)count * sizeof *kept);

    memcpy(kept, value, (size_t)count * sizeof *kept);
    return kir_constant(b->f, name, KIR_I64, count, kept);
}

static int number_table(struct builder *b, const char *name, int count,
                        const int64_t *value)
{
    double *wide = arena_alloc(b->arena, (size_t)count * sizeof *wide);
    float *narrow = arena_alloc(b->arena, (size_t)count * sizeof *narrow);

    for (int i = 0; i < count; i++) {
        wide[i] = (double)value[i];
        narrow[i] = (float)value[i];
    }
    return kir_constant(b->f, name, b->type, count,
                        b->type == KIR_F64 ? (void *)wide : (void *)narrow);
}

/* Where m_i is 0, m stands for m - 1_i. */
static void declare_axis(struct builder *b, int axis)
{
    static const char *const below_name[] = {"below_x", "below_y", "below_z"};
    static const char *const power_name[] = {"power_x", "power_y", "power_z"};
    struct rolled *r = b->rolled;
    size_t size = (size_t)r->columns * sizeof(int64_t);
    int64_t *below = arena_alloc(b->arena, size);
    int64_t *power = arena_alloc(b->arena, size);

    for (int l = 0; l <= r->high; l++)
        for (int n = 0; n < bracket_component_count(l); n++) {
            int column = components_below(l) + n;
            int8_t m[3];

            bracket_component(l, n, m);
            power[column] = m[axis];
            m[axis] = (int8_t)(m[axis] - (m[axis] > 0));
            below[column] = number_of(m);
        }
    r->below[axis] = integer_table(b, below_name[axis], r->columns, below);
    r->power[axis] = number_table(b, power_name[axis], r->columns, power);
}

/* The numbers of a side's slots, and their combinations if there are several.
 */
static void declare_slots(struct builder *b, const struct side *s,
                          const char *const name[2], int *number,
                          int *combination)
{
    int64_t *value =
        arena_alloc(b->arena, (size_t)s->slot_count * sizeof *value);

    for (int i = 0; i < s->slot_count; i++)
        value[i] = number_of(s->component[s->slot[i].component].power[0]);
    *number = integer_table(b, name[0], s->slot_count, value);
    for (int i = 0; i < s->slot_count; i++)
        value[i] = s->slot[i].combination;
    if (s->combinations > 1)
        *combination = integer_table(b, name[1], s->slot_count, value);
}

static void declare_components(struct builder *b, const struct side *s)
{
    size_t size = (size_t)s->component_count * sizeof(int64_t);
    int64_t *value = arena_alloc(b->arena, size);

    for (int i = 0; i < s->component_count; i++)
        value[i] = number_of(s->component[i].power[0]);
    b->rolled->ket_number =
        integer_table(b, "ket_number", s->component_count, value);
}

static void declare_numbers(struct builder *b)
{
    static const char *const bra[] = {"bra_number", "bra_combination"};
    static const char *const ket[] = {"ket_number", "ket_combination"};
    struct rolled *r = b->rolled;

    declare_slots(b, &b->side[BRA], bra, &r->bra_number, &r->bra_combination);
    if (b->single)
        declare_slots(b, &b->side[KET], ket, &r->ket_number,
                      &r->ket_combination);
    else
        declare_components(b, &b->side[KET]);
}

void rolled_declare(struct builder *b)
{
    struct rolled *r = b->rolled;
    int64_t rows = row_of(r, 0, r->top + 1);

    r->brackets =
        kir_local(b->f, "brackets", b->type, rows * r->columns * b->lanes);
    r->along = kir_local(b->f, "along", b->type, 6 * b->lanes);
    for (int axis = 0; axis < 3; axis++)
        declare_axis(b, axis);
    declare_numbers(b);
}

static const int lane_vector[] = {VECTOR_QC, VECTOR_R};

void rolled_begin(struct builder *b)
{
    for (int i = 0; i < 6; i++)
        kir_store(b->f, b->rolled->along, emit_element(b, i),
                  b->vector[3 * lane_vector[i / 3] + i % 3]);
}

/* The powers of exponents of a term, and its sign and number. */
static int term_scalar(struct builder *b, const struct recur_term *t)
{
    int factor = kir_float(b->f, b->type, t->coefficient);

    for (int p = 0; p < POWER_COUNT; p++) {
        const int *scalar = b->scalar[p >= POWER_GAMMA];

        for (int i = 0; i < abs(t->bracket.power[p]); i++)
            factor = kir_mul(
                b->f, factor,
                scalar[t->bracket.power[p] < 0 ? SYMBOL_INVERSE + p : p]);
    }
    return factor;
}

/* The factor of a term in a lane. */
static int term_factor(struct builder *b, const struct recur_term *t, int axis,
                       int scalar)
{
    for (int i = 0; i < 2; i++)
        if (t->bracket.vector[lane_vector[i]][axis])
            scalar = kir_mul(b->f, scalar,
                             kir_load(b->f, b->rolled->along,
                                      emit_element(b, 3 * i + axis)));
    return scalar;
}

/* The bracket of a term in a lane; `column` is m's, or that of m - 1_i. */
static int term_bracket(struct builder *b, const struct recur_term *t,
                        int column)
{
    const struct rolled *r = b->rolled;
    int64_t row = row_of(r, number_of(t->bracket.index[INDEX_C]), t->bracket.m);
    int at = kir_add(b->f, kir_i64(b->f, row * r->columns), column);

    return kir_load(b->f, r->brackets, emit_element_at(b, at));
}

static void raise_row(void *context, const int8_t ket[3], int m)
{
    struct builder *b = context;
    struct rolled *r = b->rolled;
    struct recur_term term[RECUR_MAX_TERMS];
    int scalar[RECUR_MAX_TERMS], axis, n = choose_terms(ket, m, &axis, term);
    int first = first_needed(r, m), column, below, power, sum = -1;
    int64_t row = row_of(r, number_of(ket), m);

    for (int i = 0; i < n; i++)
        scalar[i] = term_scalar(b, &term[i]);
    column = kir_for(b->f, kir_i64(b->f, first), kir_i64(b->f, r->columns),
                     kir_i64(b->f, 1), 0);
    below = kir_load(b->f, r->below[axis], column);
    power = kir_load(b->f, r->power[axis], column);
    emit_lanes_begin(b);
    for (int i = 0; i < n; i++) {
        bool lower = !term[i].bracket.index[INDEX_A][axis];
        int factor = term_factor(b, &term[i], axis, scalar[i]), value;

        if (lower)
            factor = kir_mul(b->f, factor, power);
        value = term_bracket(b, &term[i], lower ? below : column);
        sum = sum < 0 ? kir_mul(b->f, factor, value)
                      : emit_fused(b, factor, value, sum);
    }
    column = kir_add(b->f, kir_i64(b->f, row * r->columns), column);
    kir_store(b->f, r->brackets, emit_element_at(b, column), sum);
    emit_lanes_end(b);
    kir_end(b->f);
}

/* The coefficient of a slot, a value; -1 if the side has one. */
static int slot_factor(struct builder *b, int side, int combination, int slot)
{
    if (b->side[side].combinations == 1)
        return -1;
    return emit_coefficient_at(b, side, kir_load(b->f, combination, slot));
}

/* [m0|n0]^(0) of a column and a row that are values. */
static int bracket_at(struct builder *b, int row, int column)
{
    int from = kir_mul(b->f, row, kir_i64(b->f, b->rolled->columns));

    return kir_load(b->f, b->rolled->brackets,
                    emit_element_at(b, kir_add(b->f, from, column)));
}

/* half[slot][component] += coefficient * [m0|n0]^(0) */
static void add_up(struct builder *b)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    struct rolled *r = b->rolled;
    int slot = emit_counted(b, kir_i64(b->f, bra->slot_count), 0);
    int column = kir_load(b->f, r->bra_number, slot);
    int factor = slot_factor(b, BRA, r->bra_combination, slot);
    int component, row, to;

    component = emit_counted(b, kir_i64(b->f, ket->component_count), 0);
    row = kir_load(b->f, r->ket_number, component);
    to = kir_mul(b->f, slot, kir_i64(b->f, ket->component_count));
    to = kir_add(b->f, to, component);
    emit_lanes_begin(b);
    emit_accumulate(b, &b->space[SPACE_HALF], to, factor,
                    bracket_at(b, row, column));
    emit_lanes_end(b);
    kir_end(b->f);
    kir_end(b->f);
}

/* Adds one primitive quartet: sum[slot][slot] = both coefficients *
 * [m0|n0]^(0). */
static void take_over(struct builder *b)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    struct rolled *r = b->rolled;
    int i = emit_counted(b, kir_i64(b->f, bra->slot_count), 0);
    int column = kir_load(b->f, r->bra_number, i), row, to, value;
    int factor[2] = {slot_factor(b, BRA, r->bra_combination, i)}, k;

    k = emit_counted(b, kir_i64(b->f, ket->slot_count), 0);
    row = kir_load(b->f, r->ket_number, k);
    factor[KET] = slot_factor(b, KET, r->ket_combination, k);
    to = kir_mul(b->f, i, kir_i64(b->f, ket->slot_count));
    to = kir_add(b->f, to, k);
    emit_lanes_begin(b);
    value = bracket_at(b, row, column);
    for (int side = 0; side < 2; side++)
        value = factor[side] < 0 ? value : kir_mul(b->f, factor[side], value);
    emit_put(b, &b->space[SPACE_SUM], to, value);
    emit_lanes_end(b);
    kir_end(b->f);
    kir_end(b->f);
}

void rolled_raise(struct builder *b)
{
    each_row(b->rolled, b, raise_row);
    if (b->single)
        take_over(b);
    else
        add_up(b);
}
