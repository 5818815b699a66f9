/*
 * Access relations. Reads under an affine condition are restricted to it; reads
 * under a condition on data, and writes of guarded statements, may happen.
 */
#include "polyhedral/relation.h"

#include <stdlib.h>

static isl_pw_aff **plain_subscripts(struct affine_env *env,
                                     const struct scop_expr *access)
{
    isl_pw_aff **sub = calloc((size_t)access->count + 1, sizeof *sub);
    for (int k = 0; sub && k < access->count; k++) {
        sub[k] = affine_subscript(env, access->arg[k]);
        if (!sub[k]) {
            for (int j = 0; j < k; j++)
                isl_pw_aff_free(sub[j]);
            free(sub);
            return NULL;
        }
    }
    return sub;
}

isl_map *relation_map(struct affine_env *env, const struct scop_expr *access,
                      const char *stmt)
{
    const struct scop_array *array = &env->poly->scop->array[access->ref];
    int count = access->count;
    isl_pw_aff **sub;
    delinear_pitch(env->poly, access->ref, &count);
    if (count != access->count)
        sub = delinear_subscripts(env, access, &count);
    else
        sub = plain_subscripts(env, access);
    if (!sub)
        return NULL;
    isl_set *domain =
        env->domain ? isl_set_copy(env->domain)
                    : isl_set_universe(affine_space(env->poly, env->depth));
    isl_map *map = isl_map_from_domain(domain);
    for (int k = 0; k < count; k++)
        map = isl_map_flat_range_product(map, isl_map_from_pw_aff(sub[k]));
    free(sub);
    map = isl_map_set_tuple_name(map, isl_dim_in, stmt);
    map = isl_map_set_tuple_name(map, isl_dim_out, array->name);
    map = isl_map_intersect_params(map, isl_set_copy(env->poly->context));
    isl_set *pairs = isl_map_wrap(isl_map_coalesce(map));
    return isl_set_unwrap(assume_prune(env->poly, pairs));
}

static bool not_affine_subscript(struct affine_env *env,
                                 const struct scop_expr *access)
{
    struct poly *poly = env->poly;
    const struct scop_array *array = &poly->scop->array[access->ref];
    const struct scop_expr *e = env->culprit ? env->culprit : access;
    if (poly_isl_lost(poly))
        return false;
    struct fault *fault = fault_add(
        poly->faults, FAULT_NON_AFFINE_SUBSCRIPT, e->loc,
        "the subscript of '%s' is not an affine function of the iterators and "
        "of values that stay the same",
        array->name);
    if (e->op == SCOP_ACCESS)
        fault_hint(poly->faults, fault, e->loc,
                   "'%s' is read from memory: an indirect subscript is not "
                   "taken; move it out of the region",
                   poly->scop->array[e->ref].name);
    else if (e->op == SCOP_MUL && array->rank == 1)
        fault_hint(poly->faults, fault, e->loc,
                   "write '%s' as a two-dimensional array, or state with "
                   "assume(...) that the inner subscript stays below the row "
                   "length",
                   array->name);
    else
        fault_hint(poly->faults, fault, e->loc,
                   "use sums of iterators times constants, division and "
                   "remainder by constants");
    return false;
}

/* Where in the statement an access stands. */
struct context {
    int stmt;
    bool certain;
    const struct poly_condition *when;
};

static bool add_access(struct affine_env *env, const struct context *at,
                       const struct scop_expr *e, bool write)
{
    struct poly *poly = env->poly;
    struct affine_env quiet = *env;
    quiet.culprit = NULL;
    isl_map *map = relation_map(&quiet, e, poly->scop->stmt[at->stmt].name);
    if (!map)
        return not_affine_subscript(&quiet, e);
    struct poly_access access = {at->stmt,    e->ref, e,       write,
                                 at->certain, map,    at->when};
    ARENA_PUSH(poly->arena, poly->access, poly->access_count, poly->access_cap,
               access);
    return true;
}

static bool add_reads(struct affine_env *env, const struct context *at,
                      const struct scop_expr *e);

static bool add_reads_where(struct affine_env *env, const struct context *at,
                            const struct scop_expr *e, isl_set *where)
{
    struct affine_env side = *env;
    side.domain = isl_set_intersect(isl_set_copy(env->domain), where);
    bool done = add_reads(&side, at, e);
    isl_set_free(side.domain);
    return done;
}

/* The points where what is affine in a condition lets it hold (or fail): i > 0
 * in i > 0 && flag[i - 1], so that such an access stays inside its array. */
static isl_set *possible(struct affine_env *env, const struct scop_expr *e,
                         bool holds)
{
    struct affine_env quiet = *env;
    quiet.culprit = NULL;
    if (e->op == SCOP_NOT)
        return possible(env, e->arg[0], !holds);
    if (e->op == SCOP_LAND || e->op == SCOP_LOR) {
        isl_set *a = possible(env, e->arg[0], holds);
        isl_set *b = possible(env, e->arg[1], holds);
        return holds == (e->op == SCOP_LAND) ? isl_set_intersect(a, b)
                                             : isl_set_union(a, b);
    }
    isl_set *set = affine_condition(&quiet, e);
    if (!set)
        return isl_set_universe(affine_space(env->poly, env->depth));
    return holds ? set : isl_set_complement(set);
}

/* The reads of `e`, which is evaluated if `test` holds (or fails). */
static bool add_reads_under(struct affine_env *env, const struct context *at,
                            const struct scop_expr *e,
                            const struct scop_expr *test, bool holds,
                            bool affine)
{
    struct context inner = *at;
    if (!affine) {
        struct poly_condition *when =
            arena_alloc(env->poly->arena, sizeof *when);
        *when = (struct poly_condition){test, holds, at->when};
        inner.when = when;
        inner.certain = false;
    }
    return add_reads_where(env, &inner, e, possible(env, test, holds));
}

/* &&, || and ?: evaluate their later operands only sometimes. */
static bool add_lazy_reads(struct affine_env *env, const struct context *at,
                           const struct scop_expr *e)
{
    struct affine_env quiet = *env;
    const struct scop_expr *test = e->arg[0];
    quiet.culprit = NULL;
    isl_set *yes = affine_condition(&quiet, test);
    bool affine = yes != NULL;
    isl_set_free(yes);
    if (!affine && !add_reads(env, at, test))
        return false;
    if (!add_reads_under(env, at, e->arg[1], test, e->op != SCOP_LOR, affine))
        return false;
    return e->op != SCOP_COND ||
           add_reads_under(env, at, e->arg[2], test, false, affine);
}

static bool add_reads(struct affine_env *env, const struct context *at,
                      const struct scop_expr *e)
{
    if (e->op == SCOP_LAND || e->op == SCOP_LOR || e->op == SCOP_COND)
        return add_lazy_reads(env, at, e);
    if (e->op == SCOP_ACCESS)
        return add_access(env, at, e, false);
    for (int k = 0; k < e->count; k++)
        if (!add_reads(env, at, e->arg[k]))
            return false;
    return true;
}

bool relation_add_accesses(struct affine_env *env, int stmt)
{
    struct poly *poly = env->poly;
    const struct scop_stmt *s = &poly->scop->stmt[stmt];
    struct context at = {stmt, true, NULL};
    poly->stmt[stmt].access_begin = poly->access_count;
    for (int k = 0; k < s->guard_count; k++) {
        if (!add_reads(env, &at, s->guard[k]))
            return false;
        at.certain = false;
    }
    if (!add_reads(env, &at, s->rhs) || !add_access(env, &at, s->lhs, true))
        return false;
    poly->stmt[stmt].access_end = poly->access_count;
    return true;
}
