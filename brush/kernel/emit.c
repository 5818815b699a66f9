/*
 * Small pieces of KIR that all files of kernels write with: loops over lanes,
 * fields of pairs and of constants, coefficients, and numbers in spaces.
 */
#include "brush/kernel/emit.h"

#include "runtime/include/hedra_eri.h"

int emit_fused(struct builder *b, int x, int y, int z)
{
    return kir_ternary(b->f, KIR_MULADD, x, y, z);
}

int emit_counted(struct builder *b, int count, unsigned flags)
{
    return kir_for(b->f, kir_i64(b->f, 0), count, kir_i64(b->f, 1), flags);
}

void emit_lanes_begin(struct builder *b)
{
    b->lane = b->lanes > 1
                  ? emit_counted(b, kir_i64(b->f, b->lanes), KIR_FOR_SIMD)
                  : kir_i64(b->f, 0);
    b->index[KET] = kir_add(b->f, b->position, b->lane);
}

void emit_lanes_end(struct builder *b)
{
    if (b->lanes > 1)
        kir_end(b->f);
}

int emit_pair_field(struct builder *b, int side, int field)
{
    return kir_load(
        b->f, b->pair[side],
        kir_add(b->f, kir_mul(b->f, field, b->stride[side]), b->index[side]));
}

int emit_constant_field(struct builder *b, int side, int field)
{
    int columns = HEDRA_ERI_COEFFICIENT + b->side[side].combinations;
    int at = kir_mul(b->f, b->row[side], kir_i64(b->f, columns));

    return kir_load(b->f, b->constant[side],
                    kir_add(b->f, at, kir_i64(b->f, field)));
}

int emit_coefficient(struct builder *b, int side, int combination)
{
    if (b->side[side].combinations == 1)
        return -1;
    return emit_constant_field(b, side, HEDRA_ERI_COEFFICIENT + combination);
}

int emit_coefficient_at(struct builder *b, int side, int combination)
{
    int columns = HEDRA_ERI_COEFFICIENT + b->side[side].combinations;
    int at = kir_mul(b->f, b->row[side], kir_i64(b->f, columns));

    combination =
        kir_add(b->f, combination, kir_i64(b->f, HEDRA_ERI_COEFFICIENT));
    return kir_load(b->f, b->constant[side], kir_add(b->f, at, combination));
}

int emit_element(struct builder *b, int64_t number)
{
    return kir_add(b->f, kir_i64(b->f, number * b->lanes), b->lane);
}

int emit_element_at(struct builder *b, int number)
{
    return kir_add(b->f, kir_mul(b->f, number, kir_i64(b->f, b->lanes)),
                   b->lane);
}

/* In the scratch, equal numbers of neighbouring threads are neighbours. */
static int place(struct builder *b, const struct space *s, int number)
{
    if (!s->shared)
        return emit_element_at(b, number);
    number = kir_add(b->f, number, kir_i64(b->f, s->first));
    return kir_add(b->f, b->scratch_at,
                   kir_mul(b->f, number, kir_i64(b->f, KERNEL_BLOCK)));
}

int emit_take(struct builder *b, const struct space *s, int number)
{
    return kir_load(b->f, s->buffer, place(b, s, number));
}

void emit_put(struct builder *b, const struct space *s, int number, int value)
{
    kir_store(b->f, s->buffer, place(b, s, number), value);
}

void emit_accumulate(struct builder *b, const struct space *s, int number,
                     int factor, int value)
{
    int at = place(b, s, number), old = kir_load(b->f, s->buffer, at);

    kir_store(b->f, s->buffer, at,
              factor < 0 ? kir_add(b->f, old, value)
                         : emit_fused(b, factor, value, old));
}

void emit_clear(struct builder *b, const struct space *s)
{
    int at = emit_counted(b, kir_i64(b->f, s->count * b->lanes), KIR_FOR_SIMD);

    kir_store(b->f, s->buffer, s->shared ? place(b, s, at) : at,
              kir_float(b->f, b->type, 0));
    kir_end(b->f);
}

int emit_side_scalars(struct builder *b, int side)
{
    static const int zeta[] = {POWER_ZETA, POWER_ETA};
    static const int first[] = {POWER_ALPHA, POWER_GAMMA};
    static const int second[] = {POWER_BETA, POWER_DELTA};
    int *scalar = b->scalar[side];

    scalar[SYMBOL_INVERSE + zeta[side]] =
        emit_constant_field(b, side, HEDRA_ERI_INVERSE);
    scalar[zeta[side]] = emit_constant_field(b, side, HEDRA_ERI_TWICE);
    scalar[second[side]] = emit_constant_field(b, side, HEDRA_ERI_TWICE_SECOND);
    scalar[first[side]] =
        kir_binary(b->f, KIR_SUB, scalar[zeta[side]], scalar[second[side]]);
    return emit_constant_field(b, side, HEDRA_ERI_FRACTION);
}

static const int along[] = {VECTOR_BA, VECTOR_DC};

void emit_line(struct builder *b, int side)
{
    for (int i = 0; i < 3; i++)
        b->vector[3 * along[side] + i] =
            emit_pair_field(b, side, kir_i64(b->f, HEDRA_ERI_VECTOR + i));
}

void emit_side_vectors(struct builder *b, int side, int fraction, int centre[3])
{
    static const int offset[] = {VECTOR_PA, VECTOR_QC};

    for (int i = 0; i < 3; i++) {
        int origin =
            emit_pair_field(b, side, kir_i64(b->f, HEDRA_ERI_CENTRE + i));
        int line =
            emit_pair_field(b, side, kir_i64(b->f, HEDRA_ERI_VECTOR + i));

        b->vector[3 * along[side] + i] = line;
        b->vector[3 * offset[side] + i] = kir_mul(b->f, fraction, line);
        centre[i] = emit_fused(b, fraction, line, origin);
    }
}
