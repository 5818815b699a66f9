/*
 * Assumptions on the parameters that the generated code checks when the region
 * starts. They are kept simple, since all that the region does runs under
 * them: an assumption may say more than is needed where that only costs sizes
 * that nobody has, or where the exact one is in too many pieces. What it rules
 * out runs in the plain nest.
 */
#include "polyhedral/model/model.h"

#include <isl/aff.h>
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

/* Of each piece of a set the half space of one constraint, which does not hold
 * all of `here`. */
struct halves {
    isl_set *here, *all;
    isl_set *half; /* of this piece; NULL: not yet */
};

static void try_half(struct halves *h, isl_aff *aff /* taken */)
{
    isl_set *half = isl_set_from_basic_set(
        isl_basic_set_from_constraint(isl_inequality_from_aff(aff)));
    if (!h->half && isl_set_is_subset(h->here, half) == isl_bool_false)
        h->half = half;
    else
        isl_set_free(half);
}

static isl_stat find_half(isl_constraint *constraint, void *user)
{
    struct halves *h = user;
    isl_aff *aff = isl_constraint_get_aff(constraint);
    if (isl_constraint_is_equality(constraint) == isl_bool_true)
        try_half(h, isl_aff_neg(isl_aff_copy(aff)));
    try_half(h, aff);
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat add_half(isl_basic_set *piece, void *user)
{
    struct halves *h = user;
    isl_basic_set_foreach_constraint(piece, find_half, h);
    isl_basic_set_free(piece);
    if (!h->half)
        return isl_stat_error;
    h->all = isl_set_union(h->all, h->half);
    h->half = NULL;
    return isl_stat_ok;
}

/* Takes what tells `bad` from `here`, both taken, out of what is assumed,
 * wherever that is. */
static bool take_halves_out(struct poly *poly, isl_set *bad, isl_set *here)
{
    bad = isl_set_gist(isl_set_remove_divs(bad), isl_set_copy(here));
    bad = poly_coalesce(bad);
    here = isl_set_intersect(here, isl_set_copy(poly->assumed));
    struct halves h = {here, isl_set_empty(isl_set_get_space(bad)), NULL};
    bool good = isl_set_foreach_basic_set(bad, add_half, &h) >= 0;
    isl_set_free(bad);
    isl_set_free(here);
    if (good)
        return take_out(poly, poly_coalesce(h.all));
    isl_set_free(h.all);
    return false;
}

bool assume_inside(struct poly *poly, isl_set *bad, isl_set *here)
{
    isl_set *before = isl_set_copy(poly->assumed);
    bad = isl_set_params(isl_set_intersect_params(bad, known_params(poly)));
    bad = poly_forget_counters(poly, bad);
    here = isl_set_params(isl_set_intersect_params(here, known_params(poly)));
    here = poly_forget_counters(poly, here);
    bool good = assume_empty(poly, isl_set_copy(bad)) &&
                isl_set_is_disjoint(here, poly->assumed) == isl_bool_false;
    if (!good) {
        isl_set_free(poly->assumed);
        poly->assumed = isl_set_copy(before);
        good = take_halves_out(poly, isl_set_copy(bad), isl_set_copy(here)) &&
               isl_set_is_disjoint(here, poly->assumed) == isl_bool_false;
    }
    if (!good) {
        isl_set_free(poly->assumed);
        poly->assumed = isl_set_copy(before);
    }
    isl_set_free(before);
    isl_set_free(here);
    isl_set_free(bad);
    return good;
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
