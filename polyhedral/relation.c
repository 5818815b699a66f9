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

static bool add_access(struct affine_env *env, int stmt,
                       const struct scop_expr *e, bool write, bool certain)
{
    struct poly *poly = env->poly;
    struct affine_env quiet = *env;
    quiet.culprit = NULL;
    isl_map *map = relation_map(&quiet, e, poly->scop->stmt[stmt].name);
    if (!map)
        return not_affine_subscript(&quiet, e);
    struct poly_access access = {stmt, e->ref, e, write, certain, map};
    ARENA_PUSH(poly->arena, poly->access, poly->access_count, poly->access_cap,
               access);
    return true;
}

static bool add_reads(struct affine_env *env, int stmt,
                      const struct scop_expr *e, bool certain);

static bool add_reads_where(struct affine_env *env, int stmt,
                            const struct scop_expr *e, bool certain,
                            isl_set *where)
{
    struct affine_env side = *env;
    side.domain = isl_set_intersect(isl_set_copy(env->domain), where);
    bool done = add_reads(&side, stmt, e, certain);
    isl_set_free(side.domain);
    return done;
}

/* &&, || and ?: evaluate their later operands only sometimes. */
static bool add_lazy_reads(struct affine_env *env, int stmt,
                           const struct scop_expr *e, bool certain)
{
    struct affine_env quiet = *env;
    quiet.culprit = NULL;
    isl_set *yes = affine_condition(&quiet, e->arg[0]);
    if (!yes) {
        bool done = add_reads(env, stmt, e->arg[0], certain);
        for (int k = 1; done && k < e->count; k++)
            done = add_reads(env, stmt, e->arg[k], false);
        return done;
    }
    isl_set *no = isl_set_complement(isl_set_copy(yes));
    bool done;
    if (e->op == SCOP_LAND) {
        done = add_reads_where(env, stmt, e->arg[1], certain, yes);
        isl_set_free(no);
    } else if (e->op == SCOP_LOR) {
        done = add_reads_where(env, stmt, e->arg[1], certain, no);
        isl_set_free(yes);
    } else {
        done = add_reads_where(env, stmt, e->arg[1], certain, yes);
        if (done)
            done = add_reads_where(env, stmt, e->arg[2], certain, no);
        else
            isl_set_free(no);
    }
    return done;
}

static bool add_reads(struct affine_env *env, int stmt,
                      const struct scop_expr *e, bool certain)
{
    if (e->op == SCOP_LAND || e->op == SCOP_LOR || e->op == SCOP_COND)
        return add_lazy_reads(env, stmt, e, certain);
    if (e->op == SCOP_ACCESS)
        return add_access(env, stmt, e, false, certain);
    for (int k = 0; k < e->count; k++)
        if (!add_reads(env, stmt, e->arg[k], certain))
            return false;
    return true;
}

bool relation_add_accesses(struct affine_env *env, int stmt)
{
    struct poly *poly = env->poly;
    const struct scop_stmt *s = &poly->scop->stmt[stmt];
    bool certain = s->guard_count == 0;
    poly->stmt[stmt].access_begin = poly->access_count;
    for (int k = 0; k < s->guard_count; k++)
        if (!add_reads(env, stmt, s->guard[k], k == 0))
            return false;
    if (!add_reads(env, stmt, s->rhs, certain) ||
        !add_access(env, stmt, s->lhs, true, certain))
        return false;
    poly->stmt[stmt].access_end = poly->access_count;
    return true;
}
