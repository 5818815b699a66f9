/*
 * Subscripts that lead out of their dimensions.
 *
 * An element of an array with a layout lies nowhere near where C has it, so
 * that a subscript behind the end of a row does not lead into the next one. In
 * other arrays it does, as in a[0][i] for all elements: it is the element of
 * another row then, which other accesses to what is written may meet.
 *
 * Which parameters lead there is tested when the region starts, and the plain
 * nest runs for these: in regions of few accesses as an assumption, which later
 * stages make use of; else, and where that is too complicated for all that isl
 * does later, as a test alone. So it is of subscripts that memory holds, where
 * bounds/ can tell between which ends they lie. What no test at the start
 * tells, as it depends on scalars that the driver computes meanwhile, or on
 * what the region itself writes, is no longer a known element: of arrays whose
 * rows have constant lengths the one that lies there, of others any one.
 */
#include "polyhedral/bounds/bounds.h"
#include "polyhedral/model/local.h"

#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/val.h>

enum {
    FEW = 24,   /* accesses: the conditions on more cost isl seconds */
    PIECES = 8, /* of a test at the start */
};

/* Why subscripts may lead out of a dimension where the region runs. */
enum verdict {
    STAYS,    /* they do not */
    BY_DATA,  /* a condition on data is taken to keep them from that */
    BY_COUNT, /* what the driver computes meanwhile tells */
    ALWAYS
};

/* What has been found of the elements that an access reaches. */
struct tested {
    isl_set *range;
    bool perhaps; /* as in poly_access */
    enum verdict verdict;
};

/* What has been found of one subscript where the points are the same. */
struct told {
    const struct scop_expr *subscript, *extent;
    isl_set *domain; /* anonymous */
    bool perhaps;
    enum verdict verdict;
};

struct rows {
    struct poly *poly;
    int count, cap;
    struct tested *tested;
    int told_count, told_cap;
    struct told *told;
};

/* Subscript k of an element, less 0 or less the extent, as a set where it is
 * outside: below or behind. */
static isl_set *outside(isl_space *space, int k, isl_pw_aff *extent, bool below)
{
    isl_pw_aff *at = isl_pw_aff_var_on_domain(
        isl_local_space_from_space(isl_space_copy(space)), isl_dim_set,
        (unsigned)k);
    isl_pw_aff *end =
        below ? isl_pw_aff_from_aff(isl_aff_zero_on_domain(
                    isl_local_space_from_space(isl_space_copy(space))))
              : isl_pw_aff_insert_domain(isl_pw_aff_project_domain_on_params(
                                             isl_pw_aff_copy(extent)),
                                         isl_space_copy(space));
    return below ? isl_pw_aff_lt_set(at, end) : isl_pw_aff_ge_set(at, end);
}

static bool leaves_box(struct poly *poly, const struct poly_access *access)
{
    const char *name = poly->scop->array[access->expr->ref].name;
    struct fault *fault = fault_add(
        poly->faults, FAULT_CLAUSE, access->expr->loc,
        "'%s' has a layout, and the subscripts of %s may leave its extents",
        name, poly_access_text(poly, access));
    fault_hint(poly->faults, fault, poly->scop->array[access->expr->ref].loc,
               "use a subscript for each dimension, within its extent, or say "
               "assume(...) of the integers in them");
    return false;
}

static bool leaves_row(struct poly *poly, const struct poly_access *access)
{
    struct fault *fault =
        fault_add(poly->faults, FAULT_NON_AFFINE_SUBSCRIPT, access->expr->loc,
                  "the subscripts of %s may lead into another row of '%s'",
                  poly_access_text(poly, access),
                  poly->scop->array[access->expr->ref].name);
    fault_hint(poly->faults, fault, poly->scop->array[access->expr->ref].loc,
               "use a subscript for each dimension, within its extent, or a "
               "pointer to the first element in the whole region");
    return false;
}

/* What is known of the parameters. */
static isl_set *known_params(const struct poly *poly)
{
    isl_set *known = isl_set_intersect(isl_set_copy(poly->context),
                                       isl_set_copy(poly->type_bounds));
    return isl_set_intersect(known, isl_set_copy(poly->assumed));
}

/* Do all parameters lead there that are assumed, for some values of what the
 * driver computes? */
static bool is_certain(const struct poly *poly, isl_set *bad)
{
    isl_set *known = poly_forget_counters(poly, known_params(poly));
    bool certain = isl_set_is_subset(known, bad) != isl_bool_false;
    isl_set_free(known);
    return certain;
}

/* The plain nest is to run for these parameters (taken). False if these are all
 * that there are. */
static bool test_at_start(struct poly *poly, isl_set *bad)
{
    if (isl_set_n_basic_set(bad) > PIECES)
        bad = isl_set_from_basic_set(isl_set_simple_hull(bad));
    isl_set *all = isl_set_union(isl_set_copy(poly->crossed), bad);
    if (is_certain(poly, all)) {
        isl_set_free(all);
        return false;
    }
    isl_set_free(poly->crossed);
    poly->crossed = all;
    return true;
}

/* Which is it of these elements (taken) of those that an access reaches, which
 * are outside? Where it leaves whenever it is made at all, no test of its loops
 * keeps it inside, but what data tell. */
static enum verdict find_verdict(struct poly *poly, isl_set *bad,
                                 isl_set *range, bool perhaps)
{
    isl_set *known = known_params(poly);
    bad = isl_set_params(isl_set_intersect_params(bad, isl_set_copy(known)));
    enum verdict verdict = STAYS;
    bool stays = isl_set_is_empty(bad) == isl_bool_true;
    if (!stays && perhaps) {
        isl_set *made = isl_set_intersect(isl_set_params(isl_set_copy(range)),
                                          isl_set_copy(known));
        stays = isl_set_is_subset(made, bad) == isl_bool_true;
        verdict = stays ? BY_DATA : STAYS;
        isl_set_free(made);
    }
    if (!stays && poly->access_count <= FEW)
        stays = assume_empty(poly, isl_set_copy(bad));
    if (!stays) {
        bool all = isl_set_is_subset(known, bad) == isl_bool_true;
        bad = poly_coalesce(poly_forget_counters(poly, bad));
        if (all)
            verdict = ALWAYS;
        else if (is_certain(poly, bad) ||
                 !test_at_start(poly, isl_set_copy(bad)))
            verdict = poly->part->counter_count ? BY_COUNT : ALWAYS;
    }
    isl_set_free(known);
    isl_set_free(bad);
    return verdict;
}

/* Is the map of the access what subscript k is, not all that it may be? */
static bool is_modelled(const struct poly_access *access, int k)
{
    return access->exact ||
           (!access->blind && !scop_expr_reads_memory(access->expr->arg[k]));
}

/* Is it a constant within the constant extent? */
static bool stays_by_itself(const struct scop_expr *subscript,
                            const struct scop_expr *extent)
{
    while (subscript->op == SCOP_CAST && subscript->arg[0]->op == SCOP_INT &&
           scop_type_size(subscript->type) >=
               scop_type_size(subscript->arg[0]->type))
        subscript = subscript->arg[0];
    return subscript->op == SCOP_INT && extent && extent->op == SCOP_INT &&
           subscript->ival >= 0 && subscript->ival < extent->ival;
}

/* Which is it of dimension k? */
static enum verdict ask_dimension(struct poly *poly,
                                  const struct poly_access *access, int k,
                                  isl_set *range)
{
    struct affine_env env = {poly, NULL, 0, NULL, NULL};
    const struct scop_array *sa = &poly->scop->array[access->expr->ref];
    enum verdict verdict = STAYS;
    isl_pw_aff *extent =
        sa->extent[k] ? affine_value(&env, sa->extent[k]) : NULL;
    isl_space *space = isl_set_get_space(range);
    for (int below = 0; extent && below < 2 && verdict <= BY_DATA; below++) {
        enum verdict side =
            find_verdict(poly,
                         isl_set_intersect(isl_set_copy(range),
                                           outside(space, k, extent, below)),
                         range, access->perhaps);
        verdict = side > verdict ? side : verdict;
    }
    isl_space_free(space);
    isl_pw_aff_free(extent);
    return verdict;
}

static bool is_told(const struct told *a, const struct told *b)
{
    return a->perhaps == b->perhaps &&
           scop_expr_equal(a->subscript, b->subscript) &&
           scop_expr_equal(a->extent, b->extent) &&
           isl_set_plain_is_equal(a->domain, b->domain) == isl_bool_true;
}

/* The same, where it has not been found of this subscript at these points
 * before. */
static enum verdict find_dimension(struct rows *rows,
                                   const struct poly_access *access, int k,
                                   isl_set *range)
{
    const struct scop_array *sa = &rows->poly->scop->array[access->expr->ref];
    struct told new = {.subscript = access->expr->arg[k],
                       .extent = sa->extent[k],
                       .perhaps = access->perhaps};
    if (!new.extent || stays_by_itself(new.subscript, new.extent))
        return STAYS;
    new.domain =
        isl_set_reset_tuple_id(isl_map_domain(isl_map_copy(access->map)));
    for (int t = 0; t < rows->told_count; t++)
        if (is_told(&rows->told[t], &new)) {
            isl_set_free(new.domain);
            return rows->told[t].verdict;
        }
    new.verdict = ask_dimension(rows->poly, access, k, range);
    ARENA_PUSH(rows->poly->arena, rows->told, rows->told_count, rows->told_cap,
               new);
    return new.verdict;
}

/* Which is it of dimensions 1 and up of what is accessed? */
static enum verdict is_inside(struct rows *rows,
                              const struct poly_access *access, isl_set *range)
{
    const struct scop_array *sa = &rows->poly->scop->array[access->expr->ref];
    enum verdict verdict = STAYS;
    for (int k = 1; k < sa->rank && verdict <= BY_DATA; k++) {
        if (!is_modelled(access, k))
            continue;
        enum verdict own = find_dimension(rows, access, k, range);
        verdict = own > verdict ? own : verdict;
    }
    return verdict;
}

/* Is an element of the array, or of another view of it, written? */
static bool is_written(const struct poly *poly, int array)
{
    bool found = false;
    for (int a = 0; a < poly->access_count && !found; a++)
        found = poly->access[a].write &&
                poly->scop->array[poly->access[a].expr->ref].view_of ==
                    poly->scop->array[array].view_of;
    return found;
}

/* { A[x…] -> A[y…] : both are one element, and y stays in its rows } in the
 * space of the set (taken); NULL if an extent is no constant. */
static isl_map *same_element(const struct scop_array *sa, isl_space *space)
{
    isl_map *map = isl_map_universe(isl_space_map_from_set(space));
    isl_constraint *same = isl_constraint_alloc_equality(
        isl_local_space_from_space(isl_map_get_space(map)));
    isl_ctx *ctx = isl_map_get_ctx(map);
    isl_val *size = isl_val_one(ctx);
    for (int k = sa->rank - 1; k >= 0 && map; k--) {
        same = isl_constraint_set_coefficient_val(same, isl_dim_in, k,
                                                  isl_val_copy(size));
        same = isl_constraint_set_coefficient_val(
            same, isl_dim_out, k, isl_val_neg(isl_val_copy(size)));
        if (k == 0)
            break;
        const struct scop_expr *e = sa->extent[k];
        if (!e || e->op != SCOP_INT || e->ival <= 0) {
            map = isl_map_free(map);
            break;
        }
        isl_val *extent = isl_val_int_from_si(ctx, (long)e->ival);
        size = isl_val_mul(size, isl_val_copy(extent));
        map = isl_map_lower_bound_si(map, isl_dim_out, (unsigned)k, 0);
        map = isl_map_upper_bound_val(map, isl_dim_out, (unsigned)k,
                                      isl_val_sub_ui(extent, 1));
    }
    isl_val_free(size);
    if (map)
        return isl_map_add_constraint(map, same);
    isl_constraint_free(same);
    return NULL;
}

/* All elements that the extents allow. */
static isl_map *any_element(struct poly *poly, const struct poly_access *access)
{
    const struct poly_stmt *stmt = &poly->stmt[access->stmt];
    isl_set *domain = isl_map_domain(isl_map_copy(access->map));
    int depth = (int)isl_set_dim(domain, isl_dim_set);
    struct affine_env env = {poly, isl_set_reset_tuple_id(domain), depth,
                             stmt->stmt->loop, NULL};
    isl_map *map = relation_any_element(&env, access->expr, stmt->stmt->name);
    isl_set_free(env.domain);
    return map;
}

/* The access reaches elements of rows that its subscripts do not name. */
static void reach_others(struct poly *poly, struct poly_access *access)
{
    const struct scop_array *sa = &poly->scop->array[access->expr->ref];
    isl_map *same =
        access->exact
            ? same_element(sa, isl_space_range(isl_map_get_space(access->map)))
            : NULL;
    access->astray = true;
    if (same) {
        access->map = isl_map_apply_range(access->map, same);
    } else {
        isl_map *map = any_element(poly, access);
        isl_map_free(access->map);
        access->map = map;
    }
    access->exact = access->certain = access->perhaps = false;
}

/* Is it tested when the region starts that the subscripts stay in their rows,
 * all or those that memory holds? */
static bool test_subscripts(const struct poly *poly, struct poly_access *access,
                            bool all, enum bounds_rows *told)
{
    *told = bounds_ask_rows(poly->arena, poly->scop, !poly->part->alone,
                            access->stmt, access->expr, all);
    access->tested = *told == BOUNDS_AT_START && poly->part->counter_count == 0;
    return access->tested;
}

/* What becomes of an exact access. False after a fault. */
static bool follow_verdict(struct poly *poly, struct poly_access *access,
                           enum verdict verdict)
{
    enum bounds_rows told;
    if (verdict == ALWAYS)
        return leaves_row(poly, access);
    if (verdict == BY_COUNT)
        reach_others(poly, access);
    if (verdict == BY_DATA)
        test_subscripts(poly, access, true, &told);
    return true;
}

/* Of an access to C's own array of rows. False after a fault. */
static bool model_row(struct rows *rows, struct poly_access *access)
{
    struct poly *poly = rows->poly;
    struct tested new = {isl_map_range(isl_map_copy(access->map)),
                         access->perhaps, STAYS};
    for (int k = 0; k < rows->count; k++) {
        const struct tested *old = &rows->tested[k];
        if (old->perhaps == new.perhaps &&
            isl_set_plain_is_equal(old->range, new.range) == isl_bool_true) {
            isl_set_free(new.range);
            return follow_verdict(poly, access, old->verdict);
        }
    }
    new.verdict = is_inside(rows, access, new.range);
    if (poly_isl_lost(poly)) { /* the model's end tells of it */
        isl_set_free(new.range);
        return false;
    }
    ARENA_PUSH(poly->arena, rows->tested, rows->count, rows->cap, new);
    return follow_verdict(poly, access, new.verdict);
}

/* Does the author say of all loops around that their iterations do not meet? */
static bool is_independent(const struct poly *poly,
                           const struct poly_access *access)
{
    const struct scop_stmt *s = poly->stmt[access->stmt].stmt;
    bool independent = s->depth > 0;
    for (int k = 0; k < s->depth; k++)
        independent &= poly->scop->loop[s->loop[k]].independent;
    return independent;
}

static bool is_element(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ACCESS && e->count > 0;
}

/* Is one of the subscripts behind the first one read from an array? */
static bool is_held(const struct poly_access *access)
{
    bool held = false;
    for (int k = 1; k < access->expr->count; k++)
        held |= scop_expr_count(access->expr->arg[k], is_element, NULL) > 0;
    return held;
}

/* The same of an access that is not exact. Where its row is left, or where
 * nothing tells of what memory holds, it may reach any element. What variables
 * of an iteration hold is the author's to keep in the row where nothing tells.
 */
static void model_unknown(struct rows *rows, struct poly_access *access)
{
    struct poly *poly = rows->poly;
    if (is_independent(poly, access))
        return;
    isl_set *range = isl_map_range(isl_map_copy(access->map));
    enum verdict verdict = is_inside(rows, access, range);
    enum bounds_rows told = BOUNDS_NEVER;
    isl_set_free(range);
    if (verdict == STAYS &&
        (test_subscripts(poly, access, access->blind, &told) ||
         told == BOUNDS_ALWAYS))
        return;
    if (verdict == STAYS && told == BOUNDS_NEVER && !is_held(access))
        return;
    access->tested = false;
    reach_others(poly, access);
}

/* Of an access to an array with a layout. */
static bool model_box(struct poly *poly, const struct poly_access *access)
{
    struct affine_env env = {poly, NULL, 0, NULL, NULL};
    const struct scop_array *sa = &poly->scop->array[access->expr->ref];
    isl_set *range = isl_map_range(isl_map_copy(access->map));
    bool good = true;
    for (int k = 0; k < sa->rank && good; k++) {
        isl_pw_aff *extent =
            sa->extent[k] ? affine_value(&env, sa->extent[k]) : NULL;
        isl_space *space = isl_set_get_space(range);
        good = extent != NULL;
        for (int below = 0; below < 2 && good; below++)
            good = assume_related(
                poly, isl_set_intersect(isl_set_copy(range),
                                        outside(space, k, extent, below != 0)));
        isl_space_free(space);
        isl_pw_aff_free(extent);
    }
    isl_set_free(range);
    return good || leaves_box(poly, access);
}

bool rows_model(struct poly *poly)
{
    struct rows rows = {.poly = poly};
    bool good = true;
    for (int a = 0; a < poly->access_count && good; a++) {
        struct poly_access *access = &poly->access[a];
        const struct scop_array *sa = &poly->scop->array[access->expr->ref];
        bool rows_matter = !sa->layout && !sa->made && sa->rank > 1 &&
                           is_written(poly, access->expr->ref);
        if (rows_matter && access->exact)
            good = model_row(&rows, access);
        else if (rows_matter)
            model_unknown(&rows, access);
        if (access->perhaps)
            access->map =
                isl_map_intersect(access->map, any_element(poly, access));
        if (access->exact && sa->layout)
            good = model_box(poly, access);
    }
    for (int k = 0; k < rows.count; k++)
        isl_set_free(rows.tested[k].range);
    for (int k = 0; k < rows.told_count; k++)
        isl_set_free(rows.told[k].domain);
    return good;
}
