/*
 * Host: columns of register tiles.
 *
 * In c[i][j] += f(x, y(k, j), …) with j parallel, the sums of some i and
 * neighbouring j stay in vector registers while k iterates, which is worth
 * more than unit stride along k: sums in order along k fill no vectors. Where
 * y strides along j, as in A[j][k], it is the same for all i: the back end
 * copies it once for many rows (backends/vector/operand_pack.c). So j goes
 * innermost where all that strides along it does not move with i.
 */
#include "polyhedral/map/map.h"

#include "backends/kir/kir.h"
#include "polyhedral/cost/cost.h"
#include "polyhedral/schedule/schedule.h"

/* The one loop of the statement along which the member moves; -1: none, or
 * several. */
static int loop_of(const struct poly *poly, isl_schedule_node *band, int member,
                   int stmt)
{
    int loop;
    return access_member_loops(poly, band, member, stmt, &loop) == 1 ? loop
                                                                     : -1;
}

static bool is_float(const struct poly *poly, const struct poly_access *a)
{
    enum scop_type type = poly->scop->array[poly->array[a->array].array].type;
    return type == SCOP_F32 || type == SCOP_F64;
}

/* May the sums stay in registers, and what strides along the columns be shared
 * by rows? */
static bool is_product(const struct poly *poly, const struct panels *panels,
                       isl_schedule_node *band, int stmt, int row, int step,
                       int column)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    int sum = -1;
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        if (!a->write)
            continue;
        if (sum >= 0 || !is_float(poly, a) ||
            access_score(a->expr, column) != 2 ||
            scop_expr_mentions(a->expr, step) ||
            !scop_expr_mentions(a->expr, row))
            return false;
        sum = a->array;
    }
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        bool strides = access_score(a->expr, column) < 0 &&
                       scop_expr_mentions(a->expr, row);
        if (a->array == sum && scop_expr_mentions(a->expr, step))
            strides |= !panel_reads_other_below(poly, panels, band, k);
        if (strides)
            return false;
    }
    return sum >= 0;
}

/* Is it so for all statements that move along the steps, some of them? */
static bool are_products(const struct poly *poly, const struct panels *panels,
                         isl_schedule_node *band, int row, int step, int column)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int count = (int)isl_set_list_n_set(list), found = 0;
    for (int k = 0; k < count && found >= 0; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        int of_step = stmt < 0 ? -1 : loop_of(poly, band, step, stmt);
        int of_row = of_step < 0 ? -1 : loop_of(poly, band, row, stmt);
        int of_column = of_row < 0 ? -1 : loop_of(poly, band, column, stmt);
        isl_set_free(set);
        if (of_step < 0)
            continue;
        bool good =
            of_column >= 0 && of_row != of_step && of_column != of_row &&
            of_column != of_step &&
            is_product(poly, panels, band, stmt, of_row, of_step, of_column);
        found = good ? found + 1 : -1;
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return found > 0;
}

static bool is_coincident(isl_schedule_node *band, int member)
{
    return isl_schedule_node_band_member_get_coincident(band, member) ==
           isl_bool_true;
}

int rows_columns(const struct poly *poly, const struct panels *panels,
                 isl_schedule_node *band)
{
    int order[3] = {-1, -1, -1}; /* row, column, step */
    if (isl_schedule_node_band_n_member(band) != 3 ||
        choice_take(poly->choice, CHOICE_REGISTERS, KIR_REGISTER_VECTORS) < 2 ||
        choice_take(poly->choice, CHOICE_PACK, KIR_PACKING_MODEL) ==
            KIR_PACKING_NONE)
        return -1;
    for (int k = 0; k < 3; k++)
        order[!is_coincident(band, k) ? 2 : order[0] < 0 ? 0 : 1] = k;
    if (order[1] < 0 || order[2] < 0)
        return -1;
    for (int k = 0; k < 2; k++)
        if (are_products(poly, panels, band, order[1 - k], order[2], order[k]))
            return order[k];
    return -1;
}
