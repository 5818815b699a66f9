/*
 * Assumptions on the parameters that the generated code checks when the region
 * starts. They are kept simple, since all that the region does runs under
 * them: an assumption may say more than is needed where that only costs sizes
 * that nobody has, or where the exact one is in too many pieces. What it rules
 * out runs in the plain nest.
 */
#include "polyhedral/model/model.h"

#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/val.h>

enum {
    MAX_PIECES = 4,         /* of all assumptions together */
    MODERATE_SIZE_LOG2 = 20 /* parameters up to 2^20 are moderate */
};

struct pieces {
    isl_set *known, *kept;
};

static isl_stat keep_possible(isl_basic_set *piece, void *user)
{
    struct pieces *p = user;
    isl_set *set = isl_set_from_basic_set(piece);
    isl_set *test =
        isl_set_intersect_params(isl_set_copy(set), isl_set_copy(p->known));
    if (isl_set_is_empty(test) == isl_bool_true)
        isl_set_free(set);
    else
        p->kept = isl_set_union(p->kept, set);
    isl_set_free(test);
    return isl_stat_ok;
}

/* The pieces of `set` (taken) that meet `known` (taken). */
static isl_set *pieces_within(isl_set *set, isl_set *known)
{
    struct pieces p = {known, isl_set_empty(isl_set_get_space(set))};
    if (isl_set_foreach_basic_set(set, keep_possible, &p) < 0)
        p.kept = isl_set_free(p.kept);
    isl_set_free(known);
    isl_set_free(set);
    return p.kept;
}

static isl_set *known_params(const struct poly *poly)
{
    return isl_set_intersect(isl_set_copy(poly->context),
                             isl_set_copy(poly->type_bounds));
}

isl_set *assume_prune(const struct poly *poly, isl_set *set)
{
    isl_set *known =
        isl_set_intersect(known_params(poly), isl_set_copy(poly->assumed));
    return pieces_within(set, known);
}

/* Does no moderate value of the parameters meet the constraint c + a p >= 0? */
static bool is_immoderate(isl_constraint *constraint)
{
    isl_ctx *ctx = isl_constraint_get_ctx(constraint);
    int count = (int)isl_constraint_dim(constraint, isl_dim_param);
    int divs = (int)isl_constraint_dim(constraint, isl_dim_div);
    if (isl_constraint_is_equality(constraint) != isl_bool_false ||
        isl_constraint_involves_dims(constraint, isl_dim_div, 0,
                                     (unsigned)divs) != isl_bool_false)
        return false;
    isl_val *reach = isl_val_zero(ctx);
    for (int k = 0; k < count; k++)
        reach =
            isl_val_add(reach, isl_val_abs(isl_constraint_get_coefficient_val(
                                   constraint, isl_dim_param, k)));
    isl_val *size = isl_val_2exp(isl_val_int_from_si(ctx, MODERATE_SIZE_LOG2));
    reach = isl_val_mul(reach, size);
    reach = isl_val_add(reach, isl_constraint_get_constant_val(constraint));
    bool beyond = isl_val_is_neg(reach) == isl_bool_true;
    isl_val_free(reach);
    return beyond;
}

/* Takes the first such constraint for the whole piece. */
static isl_stat find_immoderate(isl_constraint *constraint, void *user)
{
    isl_basic_set **found = user;
    if (!*found && is_immoderate(constraint))
        *found = isl_basic_set_from_constraint(constraint);
    else
        isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat widen_piece(isl_basic_set *piece, void *user)
{
    isl_set **all = user;
    isl_basic_set *half = NULL;
    isl_basic_set_foreach_constraint(piece, find_immoderate, &half);
    if (half) {
        isl_basic_set_free(piece);
        piece = isl_basic_set_remove_divs(half);
    }
    *all = isl_set_union(*all, isl_set_from_basic_set(piece));
    return isl_stat_ok;
}

/* The set (taken), with a half space in place of each piece that only
 * immoderate parameters reach. */
static isl_set *widen(isl_set *set)
{
    isl_set *all = isl_set_empty(isl_set_get_space(set));
    if (isl_set_foreach_basic_set(set, widen_piece, &all) < 0)
        all = isl_set_free(all);
    isl_set_free(set);
    return poly_coalesce(all);
}

/* Takes `bad` (taken) out of what is assumed, if something is left and it is
 * simple. */
static bool take_out(struct poly *poly, isl_set *bad)
{
    isl_set *next = isl_set_subtract(isl_set_copy(poly->assumed), bad);
    next = poly_coalesce(pieces_within(next, known_params(poly)));
    bool possible = isl_set_is_empty(next) == isl_bool_false &&
                    isl_set_n_basic_set(next) <= MAX_PIECES;
    if (!possible) {
        isl_set_free(next);
        return false;
    }
    isl_set_free(poly->assumed);
    poly->assumed = next;
    return true;
}

bool assume_empty(struct poly *poly, isl_set *bad)
{
    isl_set *known = known_params(poly);
    bad = isl_set_params(isl_set_intersect_params(bad, isl_set_copy(known)));
    bad = poly_forget_counters(poly, bad);
    bad = widen(isl_set_gist(poly_coalesce(bad), known));
    if (take_out(poly, isl_set_copy(bad))) {
        isl_set_free(bad);
        return true;
    }
    isl_basic_set *hull = isl_set_simple_hull(isl_set_remove_divs(bad));
    return take_out(poly, isl_set_from_basic_set(hull));
}

/* Where the constraint has the parameter; -1: nowhere. */
static int param_place(isl_constraint *constraint, const char *name)
{
    isl_space *space = isl_constraint_get_space(constraint);
    int at = isl_space_find_dim_by_name(space, isl_dim_param, name);
    isl_space_free(space);
    return at;
}

struct relations {
    int count;
    isl_basic_set *half; /* the half space of the last one */
};

/* Counts the inequalities between two parameters or more. */
static isl_stat find_relation(isl_constraint *constraint, void *user)
{
    struct relations *r = user;
    int params = (int)isl_constraint_dim(constraint, isl_dim_param), count = 0;
    for (int k = 0; k < params; k++)
        count += isl_constraint_involves_dims(constraint, isl_dim_param,
                                              (unsigned)k, 1) == isl_bool_true;
    if (count < 2) {
        isl_constraint_free(constraint);
        return isl_stat_ok;
    }
    r->count += isl_constraint_is_equality(constraint) ? 2 : 1;
    isl_basic_set_free(r->half);
    r->half = isl_basic_set_from_constraint(constraint);
    return isl_stat_ok;
}

bool assume_related(struct poly *poly, isl_set *bad)
{
    struct relations r = {0, NULL};
    if (assume_empty(poly, isl_set_copy(bad))) {
        isl_set_free(bad);
        return true;
    }
    isl_set *known = known_params(poly);
    bad = isl_set_params(isl_set_intersect_params(bad, isl_set_copy(known)));
    bad = isl_set_gist(poly_forget_counters(poly, bad), known);
    isl_basic_set *hull = isl_set_simple_hull(isl_set_remove_divs(bad));
    isl_basic_set_foreach_constraint(hull, find_relation, &r);
    isl_basic_set_free(hull);
    if (r.count == 1)
        return take_out(poly, isl_set_from_basic_set(r.half));
    isl_basic_set_free(r.half);
    return false;
}

/* A value, and one constraint of a set that only small values of it meet. */
struct bound {
    const struct poly *poly;
    const struct scop_expr *value;
    isl_basic_set *half;
    isl_set *all; /* such constraints, of each piece one */
};

/* c - a p >= 0, where p is a parameter of the value and another one is there:
 * how the value must compare with what the region's loops run to. */
static isl_stat find_bound(isl_constraint *constraint, void *user)
{
    struct bound *b = user;
    int others = 0;
    bool below = false;
    for (int k = 0; k < b->poly->scop->param_count; k++) {
        int at = isl_constraint_is_equality(constraint) == isl_bool_false
                     ? param_place(constraint, b->poly->scop->param[k].name)
                     : -1;
        isl_val *a = at < 0 ? NULL
                            : isl_constraint_get_coefficient_val(
                                  constraint, isl_dim_param, at);
        bool mine = a && scop_expr_has_param(b->value, k);
        below |= mine && isl_val_is_neg(a) == isl_bool_true;
        others += a && !mine && isl_val_is_zero(a) == isl_bool_false;
        isl_val_free(a);
    }
    if (below && others && !b->half)
        b->half =
            isl_basic_set_from_constraint(isl_constraint_copy(constraint));
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat bound_piece(isl_basic_set *piece, void *user)
{
    struct bound *b = user;
    b->half = NULL;
    isl_basic_set_foreach_constraint(piece, find_bound, b);
    isl_basic_set_free(piece);
    if (!b->half)
        return isl_stat_error;
    b->all = isl_set_union(
        b->all, isl_set_from_basic_set(isl_basic_set_remove_divs(b->half)));
    return isl_stat_ok;
}

bool assume_large(struct poly *poly, isl_set *bad,
                  const struct scop_expr *value)
{
    isl_set *known = known_params(poly);
    bad = isl_set_params(isl_set_intersect_params(bad, isl_set_copy(known)));
    bad = poly_coalesce(poly_forget_counters(poly, bad));
    bad = isl_set_gist(isl_set_remove_divs(bad), known);
    struct bound b = {poly, value, NULL, isl_set_empty(isl_set_get_space(bad))};
    bool bounded = isl_set_foreach_basic_set(bad, bound_piece, &b) >= 0;
    isl_set_free(bad);
    if (bounded)
        return take_out(poly, poly_coalesce(b.all));
    isl_set_free(b.all);
    return false;
}

isl_set *poly_forget_counters(const struct poly *poly, isl_set *set)
{
    const struct part *part = poly->part;
    int first = poly->scop->param_count - (part ? part->counter_count : 0);
    for (int k = first; k < poly->scop->param_count; k++)
        set = isl_set_project_out_param_id(
            set, isl_id_alloc(poly->ctx, poly->scop->param[k].name, NULL));
    return set;
}
