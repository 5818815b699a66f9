/*
 * What the recurrences begin with: [0]^(m) of a primitive quartet, by the Boys
 * function of the distance between the centres of its pairs.
 */
#include "brush/kernel/emit.h"

#include "runtime/include/hedra_eri.h"

int base_factor(struct builder *b, int side)
{
    return emit_pair_field(
        b, side, kir_add(b->f, kir_i64(b->f, HEDRA_ERI_FACTOR), b->row[side]));
}

void base_declare(struct builder *b, int quartets)
{
    static const char *const name[LOOK_UPS] = {[LOOK_UP_T] = "boys_t",
                                               [LOOK_UP_ROW] = "boys_row",
                                               [LOOK_UP_DISTANCE] =
                                                   "boys_distance",
                                               [LOOK_UP_VALUE] = "boys_value"};

    b->boys = boys_declare(b->f, "boys", b->type, b->m_max);
    b->looks_up = b->boys.rows && b->lanes > 1;
    for (int i = 0; b->looks_up && i < LOOK_UPS; i++)
        b->looked_up[i] = kir_local(
            b->f, name[i], i == LOOK_UP_ROW ? boys_integer(&b->boys) : b->type,
            (int64_t)quartets * b->lanes);
}

static void put_look_up(struct builder *b, enum look_up what, int quartet,
                        int value)
{
    kir_store(b->f, b->looked_up[what], emit_element(b, quartet), value);
}

static int take_look_up(struct builder *b, enum look_up what, int quartet)
{
    return kir_load(b->f, b->looked_up[what], emit_element(b, quartet));
}

static int boys_argument(struct builder *b, int theta2)
{
    const int *r = &b->vector[3 * VECTOR_R];
    int square = emit_fused(
        b, r[2], r[2], emit_fused(b, r[1], r[1], kir_mul(b->f, r[0], r[0])));

    return kir_mul(b->f, theta2, square);
}

void base_locate(struct builder *b, int theta2, int quartet)
{
    int t = boys_argument(b, theta2), row, distance;

    boys_locate(b->f, &b->boys, t, &row, &distance);
    put_look_up(b, LOOK_UP_T, quartet, t);
    put_look_up(b, LOOK_UP_ROW, quartet, row);
    put_look_up(b, LOOK_UP_DISTANCE, quartet, distance);
}

void base_look_up(struct builder *b, int quartet)
{
    int row, distance;

    emit_lanes_begin(b);
    row = take_look_up(b, LOOK_UP_ROW, quartet);
    distance = take_look_up(b, LOOK_UP_DISTANCE, quartet);
    put_look_up(b, LOOK_UP_VALUE, quartet,
                boys_look_up(b->f, &b->boys, row, distance));
    emit_lanes_end(b);
}

void base_write(struct builder *b, int theta2, int prefactor, int quartet)
{
    int boys[BOYS_MAX_M + 1], twice = kir_add(b->f, theta2, theta2);

    if (b->looks_up)
        boys_finish(b->f, &b->boys, take_look_up(b, LOOK_UP_T, quartet),
                    take_look_up(b, LOOK_UP_VALUE, quartet), boys);
    else
        boys_write(b->f, &b->boys, boys_argument(b, theta2), boys);
    for (int m = 0; m <= b->m_max; m++) {
        b->base[m] = kir_mul(b->f, prefactor, boys[m]);
        prefactor = kir_mul(b->f, prefactor, twice);
    }
}

void base_distance(struct builder *b, int ket_fraction, const int bra_centre[3])
{
    int centre[3];

    emit_side_vectors(b, KET, ket_fraction, centre);
    for (int i = 0; i < 3; i++)
        b->vector[3 * VECTOR_R + i] =
            kir_binary(b->f, KIR_SUB, centre[i], bra_centre[i]);
}
