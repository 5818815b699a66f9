/*
 * Access relations. Reads under an affine condition are restricted to it; reads
 * under a condition on data, and writes of guarded statements, may happen.
 *
 * A subscript that reads memory, or that a statement's body computes, is
 * unknown: the access may touch whatever the declared extents allow there.
 */
#include "polyhedral/model/local.h"

#include <stdlib.h>
#include <string.h>

static void free_subscripts(isl_pw_aff **sub, int count)
{
    for (int k = 0; sub && k < count; k++)
        isl_pw_aff_free(sub[k]);
    free(sub);
}

/* How many of the env's dimensions are counters of a body. */
static int counters(const struct affine_env *env)
{
    int count = 0;
    while (count < env->depth && env->loop[env->depth - 1 - count] < 0)
        count++;
    return count;
}

/* Leaves the statement's iterators of a map from the env's points. */
static isl_map *drop_counters(const struct affine_env *env, isl_map *map)
{
    int count = counters(env);
    return isl_map_project_out(map, isl_dim_in, (unsigned)(env->depth - count),
                               (unsigned)count);
}

/* The subscripts; NULL for those that are unknown. NULL if one is neither known
 * nor read from memory. */
static isl_pw_aff **plain_subscripts(struct affine_env *env,
                                     const struct scop_expr *access)
{
    isl_pw_aff **sub = calloc((size_t)access->count + 1, sizeof *sub);
    for (int k = 0; sub && k < access->count; k++) {
        bool open = scop_expr_reads_memory(access->arg[k]);
        if (!open || counters(env))
            sub[k] = affine_subscript(env, access->arg[k]);
        if (!sub[k] && !scop_expr_reads_memory(access->arg[k])) {
            free_subscripts(sub, k);
            return NULL;
        }
    }
    return sub;
}

static bool some_unknown(const struct scop_expr *access)
{
    bool some = false;
    for (int k = 0; k < access->count; k++)
        some |= scop_expr_reads_memory(access->arg[k]);
    return some;
}

static isl_pw_aff **subscripts(struct affine_env *env,
                               const struct scop_expr *access, int *count)
{
    *count = access->count;
    delinear_pitch(env->poly, access->ref, count);
    if (*count == access->count)
        return plain_subscripts(env, access);
    isl_pw_aff **sub = some_unknown(access) && !counters(env)
                           ? NULL
                           : delinear_subscripts(env, access, count);
    if (!sub && some_unknown(access))
        return calloc((size_t)*count, sizeof(isl_pw_aff *));
    return sub;
}

/* The extent of a dimension over the env's domain space; NULL if it is open or
 * not affine. */
static isl_pw_aff *extent_value(struct affine_env *env, int array, int k)
{
    int count = 0;
    const struct scop_expr **pitch = delinear_pitch(env->poly, array, &count);
    const struct scop_expr *extent =
        pitch ? pitch[k] : env->poly->scop->array[array].extent[k];
    struct affine_env quiet = *env;
    isl_set *assumed = isl_set_copy(env->poly->assumed);
    isl_pw_aff *value =
        extent && !(pitch && k == 0) ? affine_value(&quiet, extent) : NULL;
    isl_set_free(env->poly->assumed);
    env->poly->assumed = assumed;
    return value;
}

/* What a subscript may be that is not known. */
static isl_map *any_subscript(struct affine_env *env, isl_set *domain,
                              const struct scop_expr *access, int k)
{
    isl_space *space = affine_space(env->poly, 1);
    isl_map *map =
        isl_map_from_domain_and_range(domain, isl_set_universe(space));
    isl_pw_aff *extent = extent_value(env, access->ref, k);
    if (!extent)
        return map;
    map = isl_map_lower_bound_si(map, isl_dim_out, 0, 0);
    isl_map *below = isl_map_from_pw_aff(extent);
    isl_map *order =
        isl_map_universe(isl_space_map_from_set(affine_space(env->poly, 1)));
    order = isl_map_order_gt(order, isl_dim_in, 0, isl_dim_out, 0);
    return isl_map_intersect(map, isl_map_apply_range(below, order));
}

/* The map (taken) of the points that the env has: in the end, as isl looks for
 * a point of each product that it makes. */
static isl_map *within_domain(const struct affine_env *env, isl_map *map)
{
    return env->domain
               ? isl_map_intersect_domain(map, isl_set_copy(env->domain))
               : map;
}

isl_map *relation_map(struct affine_env *env, const struct scop_expr *access,
                      const char *stmt, bool *exact)
{
    const struct scop_array *array = &env->poly->scop->array[access->ref];
    int count;
    isl_pw_aff **sub = subscripts(env, access, &count);
    if (!sub)
        return NULL;
    isl_set *any = isl_set_universe(affine_space(env->poly, env->depth));
    isl_map *map = isl_map_from_domain(isl_set_copy(any));
    *exact = true;
    for (int k = 0; k < count; k++) {
        isl_map *one = sub[k]
                           ? isl_map_from_pw_aff(sub[k])
                           : any_subscript(env, isl_set_copy(any), access, k);
        *exact &= sub[k] != NULL;
        map = isl_map_flat_range_product(map, one);
    }
    free(sub);
    isl_set_free(any);
    map = within_domain(env, map);
    map = drop_counters(env, map);
    map = isl_map_set_tuple_name(map, isl_dim_in, stmt);
    map = isl_map_set_tuple_name(map, isl_dim_out, array->name);
    map = isl_map_intersect_params(map, isl_set_copy(env->poly->context));
    isl_set *pairs = poly_coalesce(isl_map_wrap(map));
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
    if (e->op == SCOP_MUL && array->rank == 1)
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

/* What is walked: the accesses of one statement. */
struct walk {
    struct affine_env env;
    int stmt;
    bool body;    /* of a macro statement */
    bool certain; /* what stands here is done by every point of the env */
    bool steady;  /* the same, where each value of a body's counters is a point,
                     of whose loops it is not known that they begin */
    const struct poly_condition *when; /* as in poly_access */
    int update;                        /* the same */
    bool *set; /* body: per scop array, a scalar that the point has surely
                  assigned by now, so that reads of it are the point's own */
    const struct scop_expr *
        *value; /* body: what it then holds; NULL: unknown */
};

static struct poly_access *find_same(const struct walk *w,
                                     const struct scop_expr *e, bool write)
{
    struct poly *poly = w->env.poly;
    for (int k = poly->stmt[w->stmt].access_begin;
         w->body && k < poly->access_count; k++) {
        struct poly_access *a = &poly->access[k];
        if (a->write == write && scop_expr_equal(a->expr, e))
            return a;
    }
    return NULL;
}

isl_map *relation_any_element(struct affine_env *env,
                              const struct scop_expr *access, const char *stmt)
{
    struct poly *poly = env->poly;
    int count = access->count;
    isl_set *any = isl_set_universe(affine_space(poly, env->depth));
    isl_map *map = isl_map_from_domain(isl_set_copy(any));
    delinear_pitch(poly, access->ref, &count);
    for (int k = 0; k < count; k++)
        map = isl_map_flat_range_product(
            map, any_subscript(env, isl_set_copy(any), access, k));
    isl_set_free(any);
    map = within_domain(env, map);
    map = drop_counters(env, map);
    map = isl_map_set_tuple_name(map, isl_dim_in, stmt);
    map = isl_map_set_tuple_name(map, isl_dim_out,
                                 poly->scop->array[access->ref].name);
    return isl_map_intersect_params(map, isl_set_copy(poly->context));
}

static isl_map *any_element(struct walk *w, const struct scop_expr *e)
{
    return relation_any_element(&w->env, e,
                                w->env.poly->scop->stmt[w->stmt].name);
}

/* In a body what is done under a condition on data assumes nothing of the
 * parameters: there, a subscript that is known only under an assumption is
 * unknown. What is not affine is unknown too where the region does not write
 * the array. */
static isl_map *cautious_map(struct walk *w, const struct scop_expr *e,
                             bool *exact, bool *blind)
{
    struct poly *poly = w->env.poly;
    isl_set *before = isl_set_copy(poly->assumed);
    const char *name = poly->scop->stmt[w->stmt].name;
    isl_map *map = relation_map(&w->env, e, name, exact);
    bool same = !w->body || w->certain || w->steady ||
                isl_set_is_equal(before, poly->assumed) != isl_bool_false;
    if (map && same) {
        isl_set_free(before);
        bool clip = w->body && !w->certain && !*exact;
        return clip ? isl_map_intersect(map, any_element(w, e)) : map;
    }
    isl_set_free(poly->assumed);
    poly->assumed = before;
    if (!w->body &&
        (poly_isl_lost(poly) || !poly->scop->array[e->ref].read_only))
        return map;
    isl_map_free(map);
    w->env.culprit = NULL;
    *exact = false;
    *blind = true;
    return any_element(w, e);
}

static bool add_access(struct walk *w, const struct scop_expr *e, bool write)
{
    struct poly *poly = w->env.poly;
    bool exact = true, blind = false;
    if (poly->scop->array[e->ref].scope == SCOP_POINT ||
        (w->set && !write && w->set[e->ref]))
        return true;
    w->env.culprit = NULL;
    isl_map *map = cautious_map(w, e, &exact, &blind);
    if (!map)
        return not_affine_subscript(&w->env, e);
    bool certain = w->certain && exact;
    bool perhaps = w->body && !w->certain && exact;
    struct poly_access *same = find_same(w, e, write);
    if (same && same->certain == certain && same->exact == exact &&
        same->blind == blind && same->perhaps == perhaps &&
        same->update == (exact ? 0 : w->update)) {
        same->map = isl_map_union(same->map, map);
        return true;
    }
    struct poly_access access = {
        .stmt = w->stmt,
        .array = e->ref,
        .expr = e,
        .write = write,
        .certain = certain,
        .exact = exact,
        .perhaps = perhaps,
        .blind = blind,
        .map = map,
        .when = w->when,
        .update = exact ? 0 : w->update,
    };
    ARENA_PUSH(poly->arena, poly->access, poly->access_count, poly->access_cap,
               access);
    return true;
}

static bool add_reads(struct walk *w, const struct scop_expr *e);

/* What the subscripts of an access read. */
static bool add_subscript_reads(struct walk *w, const struct scop_expr *access)
{
    for (int k = 0; k < access->count; k++)
        if (!add_reads(w, access->arg[k]))
            return false;
    return true;
}

static bool add_reads_where(struct walk *w, const struct scop_expr *e,
                            isl_set *where)
{
    struct walk side = *w;
    side.env.domain = isl_set_intersect(isl_set_copy(w->env.domain), where);
    bool done = add_reads(&side, e);
    isl_set_free(side.env.domain);
    return done;
}

/* The points where the condition holds; NULL if it depends on data. In a body a
 * condition that is known only under an assumption depends on data. */
static isl_set *condition_where(struct walk *w, const struct scop_expr *test)
{
    struct poly *poly = w->env.poly;
    struct affine_env quiet = w->env;
    quiet.culprit = NULL;
    isl_set *before = isl_set_copy(poly->assumed);
    isl_set *yes = affine_condition(&quiet, test);
    bool same = !w->body || w->certain ||
                isl_set_is_equal(before, poly->assumed) != isl_bool_false;
    if (same) {
        isl_set_free(before);
        return yes;
    }
    isl_set_free(poly->assumed);
    poly->assumed = before;
    return isl_set_free(yes);
}

/* The points where what is affine in a condition lets it hold (or fail): i > 0
 * in i > 0 && flag[i - 1], so that such an access stays inside its array. */
static isl_set *possible(struct walk *w, const struct scop_expr *e, bool holds)
{
    if (e->op == SCOP_NOT)
        return possible(w, e->arg[0], !holds);
    if (e->op == SCOP_LAND || e->op == SCOP_LOR) {
        isl_set *a = possible(w, e->arg[0], holds);
        isl_set *b = possible(w, e->arg[1], holds);
        return holds == (e->op == SCOP_LAND) ? isl_set_intersect(a, b)
                                             : isl_set_union(a, b);
    }
    isl_set *set = condition_where(w, e);
    if (!set)
        return isl_set_universe(affine_space(w->env.poly, w->env.depth));
    return holds ? set : isl_set_complement(set);
}

/* The reads of `e`, which is evaluated if `test` holds (or fails). What a body
 * tests is known to its point alone. */
static bool add_reads_under(struct walk *w, const struct scop_expr *e,
                            const struct scop_expr *test, bool holds,
                            bool affine)
{
    struct walk inner = *w;
    if (!affine)
        inner.certain = inner.steady = false;
    if (!affine && !w->body) {
        struct poly_condition *when =
            arena_alloc(w->env.poly->arena, sizeof *when);
        *when = (struct poly_condition){test, holds, w->when};
        inner.when = when;
    }
    return add_reads_where(&inner, e, possible(w, test, holds));
}

static bool is_affine(struct walk *w, const struct scop_expr *test)
{
    isl_set *where = condition_where(w, test);
    bool affine = where != NULL;
    isl_set_free(where);
    return affine;
}

/* &&, || and ?: evaluate their later operands only sometimes. */
static bool add_lazy_reads(struct walk *w, const struct scop_expr *e)
{
    const struct scop_expr *test = e->arg[0];
    bool affine = is_affine(w, test);
    if (!affine && !add_reads(w, test))
        return false;
    if (!add_reads_under(w, e->arg[1], test, e->op != SCOP_LOR, affine))
        return false;
    return e->op != SCOP_COND ||
           add_reads_under(w, e->arg[2], test, false, affine);
}

static bool add_reads(struct walk *w, const struct scop_expr *e)
{
    if (e->op == SCOP_LAND || e->op == SCOP_LOR || e->op == SCOP_COND)
        return add_lazy_reads(w, e);
    if (e->op == SCOP_ACCESS)
        return add_subscript_reads(w, e) && add_access(w, e, false);
    for (int k = 0; k < e->count; k++)
        if (!add_reads(w, e->arg[k]))
            return false;
    return true;
}

/* Nothing is known any more of a scalar, nor of what was computed from it. */
static void forget_value(struct walk *w, int array)
{
    w->value[array] = NULL;
    for (int k = 0; k < w->env.poly->scop->array_count; k++)
        if (w->value[k] && scop_expr_reads(w->value[k], array))
            w->value[k] = NULL;
}

static bool note_assigned(struct walk *w, const struct scop_expr *lhs,
                          const struct scop_expr *rhs)
{
    if (!w->set || lhs->count)
        return true;
    forget_value(w, lhs->ref);
    w->set[lhs->ref] = true;
    w->value[lhs->ref] = scop_expr_reads(rhs, lhs->ref) ? NULL : rhs;
    return true;
}

static bool add_assignment(struct walk *w, const struct scop_expr *lhs,
                           const struct scop_expr *rhs)
{
    struct update update;
    if (some_unknown(lhs) &&
        update_match(lhs, rhs, w->env.poly->scop->reassociate, &update)) {
        struct walk own = *w;
        own.update = 1 + (int)update.op;
        return add_reads(w, update.operand) && add_subscript_reads(w, lhs) &&
               add_access(&own, lhs, false) && add_access(&own, lhs, true) &&
               note_assigned(w, lhs, rhs);
    }
    if (!add_reads(w, rhs) || !add_subscript_reads(w, lhs) ||
        !add_access(w, lhs, true))
        return false;
    return note_assigned(w, lhs, rhs);
}

/* Bodies ------------------------------------------------------------------- */

static bool add_node(struct walk *w, const struct scop_node *node);

/* Gives the walk a copy of its own of what is known of scalars. */
static void own_state(struct walk *w)
{
    size_t count = (size_t)w->env.poly->scop->array_count;
    bool *set = arena_alloc(w->env.poly->arena, count * sizeof *set + 1);
    const struct scop_expr **value =
        arena_alloc(w->env.poly->arena, count * sizeof *value + 1);
    if (w->set) {
        memcpy(set, w->set, count * sizeof *set);
        memcpy(value, w->value, count * sizeof *value);
    }
    w->set = set;
    w->value = value;
}

/* Nothing is known of what the node assigns to. */
static void forget_values(struct walk *w, const struct scop_node *node)
{
    if (node->kind == SCOP_SET)
        forget_value(w, node->lhs->ref);
    for (int k = 0; k < node->count; k++)
        forget_values(w, node->child[k]);
}

/* Does control never get behind the node? */
static bool leaves(const struct scop_node *node)
{
    if (node->kind == SCOP_BREAK || node->kind == SCOP_CONTINUE)
        return true;
    if (node->kind == SCOP_IF)
        return node->count == 2 && leaves(node->child[0]) &&
               leaves(node->child[1]);
    return node->kind == SCOP_SEQ && node->count > 0 &&
           leaves(node->child[node->count - 1]);
}

/* One side of an if (NULL: empty); `side` is then what is known after it. */
static bool add_branch(struct walk *side, const struct scop_node *node,
                       const struct scop_expr *test, bool holds, bool affine)
{
    own_state(side);
    side->certain = side->certain && affine;
    side->steady = side->steady && affine;
    if (!node)
        return true;
    isl_set *around = side->env.domain;
    side->env.domain =
        isl_set_intersect(isl_set_copy(around), possible(side, test, holds));
    bool done = add_node(side, node);
    isl_set_free(side->env.domain);
    side->env.domain = around;
    return done;
}

static bool add_if(struct walk *w, const struct scop_node *node)
{
    const struct scop_node *other = node->count > 1 ? node->child[1] : NULL;
    bool affine = is_affine(w, node->test);
    struct walk yes = *w, no = *w;
    if ((!affine && !add_reads(w, node->test)) ||
        !add_branch(&yes, node->child[0], node->test, true, affine) ||
        !add_branch(&no, other, node->test, false, affine))
        return false;
    bool yes_leaves = leaves(node->child[0]),
         no_leaves = other && leaves(other);
    for (int k = 0; k < w->env.poly->scop->array_count; k++) {
        w->set[k] = (yes.set[k] || yes_leaves) && (no.set[k] || no_leaves);
        if (yes_leaves || no_leaves)
            w->value[k] = yes_leaves ? no.value[k] : yes.value[k];
        else
            w->value[k] = yes.value[k] == no.value[k] ? yes.value[k] : NULL;
    }
    if (scop_node_jumps(node, SCOP_BREAK) ||
        scop_node_jumps(node, SCOP_CONTINUE))
        w->certain = w->steady = false;
    return true;
}

/* Counters ----------------------------------------------------------------- */

static int count_assigned(const struct scop_node *node, int array)
{
    int count = node->kind == SCOP_SET && node->lhs->ref == array;
    for (int k = 0; k < node->count; k++)
        count += count_assigned(node->child[k], array);
    return count;
}

/* What one round does last. */
static const struct scop_node *last_of(const struct scop_node *loop)
{
    const struct scop_node *last = loop->child[loop->count - 1];
    while (last->kind == SCOP_SEQ && last->count)
        last = last->child[last->count - 1];
    return last;
}

/* Does each round of the loop end by adding a constant to a scalar, which it
 * changes nowhere else? Returns the constant, and the scalar; 0: no. An
 * unsigned one must not step over the ends of its type. */
static int64_t counter_step(const struct scop_node *loop, int *array)
{
    const struct scop_node *last = last_of(loop);
    const struct scop_expr *sum = last->kind == SCOP_SET ? last->rhs : NULL;
    if (!sum || last->lhs->count || scop_type_is_float(sum->type) ||
        scop_type_size(sum->type) < 4 ||
        (sum->op != SCOP_ADD && sum->op != SCOP_SUB) ||
        !scop_expr_equal(sum->arg[0], last->lhs) ||
        sum->arg[1]->op != SCOP_INT ||
        count_assigned(loop, last->lhs->ref) != 1)
        return 0;
    int64_t step = sum->arg[1]->ival;
    *array = last->lhs->ref;
    if (!scop_type_is_signed(sum->type) && step != 1)
        return 0;
    return sum->op == SCOP_SUB ? -step : step;
}

/* The value as a function of the env's points, if it is one whatever the
 * parameters are; else NULL. */
static isl_pw_aff *value_of(struct walk *w, const struct scop_expr *e)
{
    struct poly *poly = w->env.poly;
    struct affine_env quiet = w->env;
    isl_set *before = isl_set_copy(poly->assumed);
    isl_pw_aff *value = affine_value(&quiet, e);
    if (isl_set_is_equal(before, poly->assumed) == isl_bool_false)
        value = isl_pw_aff_free(value);
    isl_set_free(poly->assumed);
    poly->assumed = before;
    return value;
}

/* Gives the env a dimension for what the loop counts by: its values from the
 * first one on. False if there is no such counter, or the first value is
 * unknown; else the domain is the walk's own. */
static bool add_counter(struct walk *w, const struct scop_node *loop)
{
    enum { MOST = 3 };
    struct poly *poly = w->env.poly;
    int array = 0, depth = w->env.depth;
    int64_t step = counter_step(loop, &array);
    isl_pw_aff *first = step && w->value[array] && counters(&w->env) < MOST
                            ? value_of(w, w->value[array])
                            : NULL;
    if (!first)
        return false;
    int *dims = arena_alloc(poly->arena, sizeof *dims * (size_t)(depth + 1));
    if (depth)
        memcpy(dims, w->env.loop, sizeof *dims * (size_t)depth);
    dims[depth] = affine_counter(array);
    isl_set *set =
        isl_set_add_dims(isl_set_copy(w->env.domain), isl_dim_set, 1);
    isl_pw_aff *now = isl_pw_aff_from_aff(isl_aff_var_on_domain(
        isl_local_space_from_space(affine_space(poly, depth + 1)), isl_dim_set,
        (unsigned)depth));
    first = isl_pw_aff_add_dims(first, isl_dim_in, 1);
    set = isl_set_intersect(set, step > 0 ? isl_pw_aff_ge_set(now, first)
                                          : isl_pw_aff_le_set(now, first));
    if (!scop_type_is_signed(poly->scop->array[array].type))
        set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned)depth, 0);
    w->env = (struct affine_env){poly, set, depth + 1, dims, NULL};
    return true;
}

/* One round, where the test lets it begin. */
static bool add_round(struct walk *w, const struct scop_node *node, bool jumps)
{
    struct walk round = *w;
    own_state(&round);
    if (!node->last)
        round.env.domain = isl_set_intersect(isl_set_copy(w->env.domain),
                                             possible(w, node->test, true));
    bool done = add_node(&round, node->child[0]);
    if (jumps)
        round.set = w->set;
    done = done && (node->count < 2 || add_node(&round, node->child[1]));
    if (!node->last)
        isl_set_free(round.env.domain);
    w->set = round.set;
    return done;
}

/* Does the loop count by ones while a condition holds that the env's points
 * tell, and is it left by that alone? Each value of its counter is one of a
 * round then. */
static bool is_steady(struct walk *w, const struct scop_node *node, bool jumps)
{
    const int op = (int)node->test->op;
    int array;
    int64_t step = counter_step(node, &array);
    bool ends = step == 1 ? op == SCOP_LT || op == SCOP_LE
                          : step == -1 && (op == SCOP_GT || op == SCOP_GE);
    return ends && !node->last && !jumps && is_affine(w, node->test);
}

/* The first round of a do is certain; others, and all of a while, are not. */
static bool add_loop(struct walk *w, const struct scop_node *node)
{
    const struct scop_node *body = node->child[0];
    bool jumps = scop_node_jumps(body, SCOP_BREAK) ||
                 scop_node_jumps(body, SCOP_CONTINUE);
    struct walk inner = *w;
    own_state(&inner);
    bool counts = add_counter(&inner, node);
    forget_values(&inner, node);
    forget_values(w, node);
    inner.certain = w->certain && !counts && !jumps;
    inner.steady = w->steady && counts && is_steady(&inner, node, jumps);
    bool done = node->last || add_reads(&inner, node->test);
    inner.certain &= node->last;
    done = done && add_round(&inner, node, jumps);
    done = done && (!node->last || add_reads(&inner, node->test));
    if (node->last)
        w->set = inner.set;
    if (counts)
        isl_set_free(inner.env.domain);
    return done;
}

static bool add_node(struct walk *w, const struct scop_node *node)
{
    bool done = true;
    switch (node->kind) {
    case SCOP_SEQ:
        for (int k = 0; k < node->count && done; k++)
            done = add_node(w, node->child[k]);
        return done;
    case SCOP_IF:
        return add_if(w, node);
    case SCOP_SET:
        return add_assignment(w, node->lhs, node->rhs);
    case SCOP_LOOP:
        return add_loop(w, node);
    default:
        return true;
    }
}

static bool add_body(struct walk *w, const struct scop_node *body)
{
    w->body = true;
    own_state(w);
    return add_node(w, body);
}

bool relation_add_accesses(struct affine_env *env, int stmt)
{
    struct poly *poly = env->poly;
    const struct scop_stmt *s = &poly->scop->stmt[stmt];
    struct walk w = {
        .env = *env, .stmt = stmt, .certain = true, .steady = true};
    poly->stmt[stmt].access_begin = poly->access_count;
    bool done = true;
    w.env.domain = isl_set_copy(env->domain);
    for (int k = 0; k < s->guard_count && done; k++) {
        done = add_reads(&w, s->guard[k]);
        isl_set *where = possible(&w, s->guard[k], true);
        w.env.domain = isl_set_intersect(w.env.domain, where);
        w.certain = w.steady = false;
    }
    done = done && (s->body ? add_body(&w, s->body)
                            : add_assignment(&w, s->lhs, s->rhs));
    isl_set_free(w.env.domain);
    poly->stmt[stmt].access_end = poly->access_count;
    return done;
}
