/*
 * Makes the model of a part: the context of its parameters, the iteration
 * domain of each statement, and the order of the statements in the source as a
 * schedule.
 */
#include "polyhedral/model/local.h"

#include <isl/id.h>
#include <isl/options.h>
#include <isl/val.h>

#include <string.h>

/* A place in the statement tree: the loops around it and their points. */
struct place {
    int depth;
    int *loop;
    isl_set *domain; /* anonymous, `depth` dimensions */
    bool nested;     /* inside any loop or condition */
};

static isl_schedule *model_node(struct poly *poly, const struct place *at,
                                const struct scop_node *node);

static isl_pw_aff *iterator_value(struct poly *poly, int depth)
{
    isl_local_space *space =
        isl_local_space_from_space(affine_space(poly, depth + 1));
    return isl_pw_aff_from_aff(
        isl_aff_var_on_domain(space, isl_dim_set, (unsigned)depth));
}

static isl_pw_aff *zero_value(struct poly *poly, int depth)
{
    return isl_pw_aff_from_aff(isl_aff_zero_on_domain(
        isl_local_space_from_space(affine_space(poly, depth))));
}

/* { outer, i : i = init + k step, k >= 0 }, with i >= 0 for unsigned types. */
static isl_set *progression(struct poly *poly, const struct place *at,
                            const struct scop_node *node, isl_pw_aff *init)
{
    int depth = at->depth;
    isl_set *set = isl_set_add_dims(isl_set_copy(at->domain), isl_dim_set, 1);
    isl_pw_aff *first = isl_pw_aff_add_dims(init, isl_dim_in, 1);
    isl_pw_aff *iter = iterator_value(poly, depth);
    isl_pw_aff *offset =
        isl_pw_aff_sub(isl_pw_aff_copy(iter), isl_pw_aff_copy(first));
    int64_t size = node->step < 0 ? -node->step : node->step;

    set =
        isl_set_intersect(set, node->step > 0 ? isl_pw_aff_ge_set(iter, first)
                                              : isl_pw_aff_le_set(iter, first));
    if (size != 1) {
        offset = isl_pw_aff_mod_val(offset,
                                    isl_val_int_from_si(poly->ctx, (long)size));
        set = isl_set_intersect(
            set, isl_pw_aff_eq_set(offset, zero_value(poly, depth + 1)));
    } else {
        isl_pw_aff_free(offset);
    }
    if (!scop_type_is_signed(poly->scop->loop[node->loop].type))
        set = isl_set_intersect(set,
                                isl_pw_aff_ge_set(iterator_value(poly, depth),
                                                  zero_value(poly, depth + 1)));
    return set;
}

/* Points of `set` that come, in the same loop execution, strictly after a point
 * of `stop` (the loop ended there). */
static isl_set *after(isl_set *stop, int depth, bool upward)
{
    isl_space *space = isl_space_map_from_set(isl_set_get_space(stop));
    isl_map *later = isl_map_universe(space);
    for (int k = 0; k < depth; k++)
        later = isl_map_equate(later, isl_dim_in, k, isl_dim_out, k);
    later =
        upward ? isl_map_order_lt(later, isl_dim_in, depth, isl_dim_out, depth)
               : isl_map_order_gt(later, isl_dim_in, depth, isl_dim_out, depth);
    return isl_set_apply(stop, later);
}

static isl_set *not_affine_bound(struct poly *poly,
                                 const struct affine_env *env,
                                 const struct scop_node *node)
{
    const struct scop_expr *e = env->culprit;
    if (poly_isl_lost(poly))
        return NULL;
    struct fault *fault = fault_add(
        poly->faults, FAULT_NON_AFFINE_BOUND, e ? e->loc : node->loc,
        "the bound of loop '%s' is not an affine function of the enclosing "
        "iterators and of values that stay the same",
        poly->scop->loop[node->loop].name);
    fault_hint(poly->faults, fault, e ? e->loc : node->loc,
               "copy the value into an integer variable before the region, "
               "or move this loop out of it");
    return NULL;
}

/* Is it the loop's iterator, whose value all conversions keep? */
static bool is_iterator(const struct scop_expr *e, const struct scop_node *node,
                        enum scop_type type)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->type) &&
           scop_type_size(e->type) > scop_type_size(type))
        e = e->arg[0];
    return e->op == SCOP_ITER && e->ref == node->loop;
}

/* Does the loop end when an unsigned iterator has come below 0, whose values
 * are all that the progression has? for (i = n; i != -1; i--) does, and
 * for (i = n - 1; i < n; i--), unless the largest value of the type is below n
 * too, in a loop that never ends. */
static bool ends_below_zero(const struct poly *poly,
                            const struct scop_node *node)
{
    enum scop_type type = poly->scop->loop[node->loop].type;
    const struct scop_expr *at = node->cond->arg[0], *last = node->cond->arg[1];
    int bits = 8 * scop_type_size(type);
    if (scop_type_is_signed(type) || node->step != -1)
        return false;
    if (node->cond->op == SCOP_LT || node->cond->op == SCOP_LE)
        return is_iterator(at, node, type) &&
               !scop_expr_mentions(last, node->loop);
    if (node->cond->op != SCOP_NE || last->op != SCOP_INT)
        return false;
    while (at->op == SCOP_CAST)
        at = at->arg[0];
    return at->op == SCOP_ITER && at->ref == node->loop &&
           (bits == 64 ? last->ival == -1
                       : last->ival == ((int64_t)1 << bits) - 1);
}

/* Does the iterator wrap around in C, rather than overflow? Narrow ones are
 * added to as int, and converted. Sets hold 64 bits as signed ones. */
static bool wraps_around(enum scop_type type)
{
    int size = scop_type_size(type);
    return size < 4 || (size == 4 && !scop_type_is_signed(type));
}

/* i < n, i > n and the like in steps of one: the iterator comes past no value
 * on its way to the end of its type, so that a loop that does not end there has
 * a condition that all values fulfil. */
static bool ends_or_never(const struct scop_node *node, enum scop_type type)
{
    const struct scop_expr *cond = node->cond;
    bool compares =
        node->step == 1
            ? cond->op == SCOP_LT || cond->op == SCOP_LE
            : node->step == -1 && (cond->op == SCOP_GT || cond->op == SCOP_GE);
    return compares && is_iterator(cond->arg[0], node, type) &&
           !scop_expr_mentions(cond->arg[1], node->loop);
}

/* The iterations (taken) without those of the executions in `forever`, which do
 * not end within the iterator's type and which no test at run time excludes.
 * Iterators that wrap around come back to values that they have had, and may
 * end there: NULL, with a fault. */
static isl_set *without_end(struct poly *poly, isl_set *domain,
                            isl_set *forever, const struct scop_node *node)
{
    const struct scop_loop *loop = &poly->scop->loop[node->loop];
    bool is_signed = scop_type_is_signed(loop->type);
    bool never =
        wraps_around(loop->type) ? ends_or_never(node, loop->type) : is_signed;
    if (never)
        return isl_set_subtract(
            domain, isl_set_add_dims(isl_set_copy(forever), isl_dim_set, 1));
    isl_set_free(domain);
    if (!poly_isl_lost(poly))
        fault_hint(
            poly->faults,
            fault_add(poly->faults, FAULT_UNBOUNDED, node->loc,
                      "the %s iterator '%s' may wrap around before its "
                      "condition ends the loop",
                      is_signed ? scop_type_c_name(loop->type) : "unsigned",
                      loop->name),
            (struct loc){0},
            "count with a signed iterator, or upward to the bound");
    return NULL;
}

/* for (i = 0; i != n; i++) would run forever for a negative n, which C lets us
 * assume it does not: the parameters for which no iteration fails the test are
 * excluded, or, where they are too many to tell when the region starts, the
 * iterations that they would have. Iterators that wrap around fail it within
 * their type, or are counted among those. */
static isl_set *assume_it_ends(struct poly *poly, isl_set *domain /* taken */,
                               isl_set *stop, int depth,
                               const struct scop_node *node)
{
    enum scop_type type = poly->scop->loop[node->loop].type;
    isl_set *entered = isl_set_project_out(isl_set_copy(domain), isl_dim_set,
                                           (unsigned)depth, 1);
    isl_set *left = isl_set_copy(stop);
    if (wraps_around(type))
        left = affine_within_type(left, depth, type);
    left = isl_set_project_out(left, isl_dim_set, (unsigned)depth, 1);
    isl_set *forever = isl_set_subtract(entered, left);
    if (isl_set_is_empty(forever) != isl_bool_true &&
        !assume_empty(poly, isl_set_copy(forever)))
        domain = without_end(poly, domain, forever, node);
    isl_set_free(forever);
    return domain;
}

/* The loop's domain (taken) in its simplest form. */
static isl_set *finish_domain(struct poly *poly, isl_set *domain,
                              const struct place *at,
                              const struct scop_node *node)
{
    domain = isl_set_intersect_params(domain, isl_set_copy(poly->assumed));
    domain = poly_coalesce(isl_set_detect_equalities(domain));
    domain = assume_prune(poly, domain);
    if (domain && isl_set_is_empty(domain) == isl_bool_false &&
        isl_set_dim_is_bounded(domain, isl_dim_set, at->depth) ==
            isl_bool_false) {
        fault_hint(poly->faults,
                   fault_add(poly->faults, FAULT_UNBOUNDED, node->loc,
                             "loop '%s' never ends by its own condition",
                             poly->scop->loop[node->loop].name),
                   (struct loc){0},
                   "let the step lead to the bound that the condition has");
        isl_set_free(domain);
        return NULL;
    }
    return domain;
}

static bool is_far(const struct scop_expr *e, const void *user)
{
    const int64_t most = (int64_t)1 << 60;
    (void)user;
    return e->op == SCOP_INT && scop_type_size(e->type) == 8 &&
           (e->ival < -most || e->ival > most);
}

/* Kernels compute in 64 bits, and go beyond the first and the last iteration:
 * a loop near the ends of such a type is refused; parameters are tested when
 * the region starts (lower/footprint.c). */
static bool is_near_the_end(struct poly *poly, const struct scop_node *node)
{
    if (!scop_expr_count(node->init, is_far, NULL) &&
        !scop_expr_count(node->cond, is_far, NULL))
        return false;
    struct fault *fault = fault_add(
        poly->faults, FAULT_UNBOUNDED, node->loc,
        "loop '%s' has a bound beyond 2^60, where iterations near it cannot be "
        "told from others in 64 bits",
        poly->scop->loop[node->loop].name);
    fault_hint(poly->faults, fault, (struct loc){0},
               "count from 0, and add what it begins with");
    return true;
}

/* The points of the loop `node` at `at`. */
static isl_set *loop_domain(struct poly *poly, const struct place *at,
                            const struct scop_node *node)
{
    struct affine_env env = {poly, at->domain, at->depth, at->loop, NULL};
    if (is_near_the_end(poly, node))
        return NULL;
    isl_pw_aff *init = affine_value(&env, node->init);
    if (!init)
        return not_affine_bound(poly, &env, node);
    isl_set *all = progression(poly, at, node, init);
    bool below_zero = ends_below_zero(poly, node);
    /* Where 64 bits begin at their end is tested when the region starts. */
    if (below_zero && node->cond->op == SCOP_NE &&
        scop_type_size(poly->scop->loop[node->loop].type) == 8)
        return finish_domain(poly, all, at, node);

    env = (struct affine_env){poly, all, at->depth + 1, at->loop, NULL};
    isl_set *holds = affine_condition(&env, node->cond);
    if (!holds) {
        isl_set_free(all);
        return not_affine_bound(poly, &env, node);
    }
    isl_set *stop = isl_set_subtract(isl_set_copy(all), isl_set_copy(holds));
    isl_set *domain = isl_set_intersect(all, holds);
    if (!below_zero)
        domain = assume_it_ends(poly, domain, stop, at->depth, node);
    isl_set *ended = after(stop, at->depth, node->step > 0);
    if (isl_set_is_disjoint(domain, ended) != isl_bool_true)
        domain = isl_set_subtract(domain, isl_set_copy(ended));
    isl_set_free(ended);
    return finish_domain(poly, domain, at, node);
}

/* The multi_union_pw_aff that maps every statement of `schedule` to its
 * iterator number `depth`, negated for loops that count down. */
static isl_multi_union_pw_aff *iterator_schedule(isl_schedule *schedule,
                                                 int depth, bool down)
{
    isl_union_set *domain = isl_schedule_get_domain(schedule);
    isl_union_pw_aff *upa =
        isl_union_pw_aff_empty(isl_union_set_get_space(domain));
    isl_set_list *list = isl_union_set_get_set_list(domain);
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        isl_aff *aff = isl_aff_var_on_domain(
            isl_local_space_from_space(isl_set_get_space(set)), isl_dim_set,
            (unsigned)depth);
        if (down)
            aff = isl_aff_neg(aff);
        isl_pw_aff *pa =
            isl_pw_aff_intersect_domain(isl_pw_aff_from_aff(aff), set);
        upa = isl_union_pw_aff_add_pw_aff(upa, pa);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return isl_multi_union_pw_aff_from_union_pw_aff(upa);
}

static isl_schedule *model_for(struct poly *poly, const struct place *at,
                               const struct scop_node *node)
{
    struct place inner = {at->depth + 1, NULL, NULL, true};
    inner.loop = arena_alloc(poly->arena, sizeof(int) * (at->depth + 1));
    if (at->depth)
        memcpy(inner.loop, at->loop, sizeof(int) * at->depth);
    inner.loop[at->depth] = node->loop;
    struct place here = {at->depth, inner.loop, at->domain, at->nested};
    inner.domain = loop_domain(poly, &here, node);
    if (!inner.domain)
        return NULL;
    isl_schedule *body = model_node(poly, &inner, node->child[0]);
    isl_set_free(inner.domain);
    if (!body)
        return NULL;
    return isl_schedule_insert_partial_schedule(
        body, iterator_schedule(body, at->depth, node->step < 0));
}

static isl_schedule *join(isl_schedule *a, isl_schedule *b)
{
    if (!a || !b)
        return a ? a : b;
    return isl_schedule_sequence(a, b);
}

static isl_schedule *model_if(struct poly *poly, const struct place *at,
                              const struct scop_node *node)
{
    struct affine_env env = {poly, at->domain, at->depth, at->loop, NULL};
    isl_set *yes = affine_condition(&env, node->test);
    if (!yes && poly_isl_lost(poly))
        return NULL;
    if (!yes) {
        struct fault *fault =
            fault_add(poly->faults, FAULT_NON_AFFINE_CONDITION,
                      env.culprit ? env.culprit->loc : node->loc,
                      "this condition is neither affine nor a test of data");
        fault_hint(poly->faults, fault, node->loc,
                   "compute it into a variable inside the loop and test that");
        return NULL;
    }
    struct place side = *at;
    side.nested = true;
    side.domain = poly_coalesce(
        isl_set_intersect(isl_set_copy(at->domain), isl_set_copy(yes)));
    isl_schedule *schedule = model_node(poly, &side, node->child[0]);
    isl_set_free(side.domain);
    if (node->count > 1) {
        side.domain = poly_coalesce(
            isl_set_subtract(isl_set_copy(at->domain), isl_set_copy(yes)));
        schedule = join(schedule, model_node(poly, &side, node->child[1]));
        isl_set_free(side.domain);
    }
    isl_set_free(yes);
    return schedule;
}

static isl_schedule *model_stmt(struct poly *poly, const struct place *at,
                                const struct scop_node *node)
{
    struct poly_stmt *stmt = &poly->stmt[node->stmt];
    stmt->stmt = &poly->scop->stmt[node->stmt];
    stmt->domain =
        isl_set_set_tuple_name(isl_set_copy(at->domain), stmt->stmt->name);
    stmt->domain =
        isl_set_intersect_params(stmt->domain, isl_set_copy(poly->context));
    stmt->domain = assume_prune(poly, poly_coalesce(stmt->domain));
    struct affine_env env = {poly, at->domain, at->depth, at->loop, NULL};
    if (!relation_add_accesses(&env, node->stmt))
        return NULL;
    return isl_schedule_from_domain(
        isl_union_set_from_set(isl_set_copy(stmt->domain)));
}

/* NULL for a node without statements, or after a fault. */
static isl_schedule *model_node(struct poly *poly, const struct place *at,
                                const struct scop_node *node)
{
    isl_schedule *schedule = NULL;
    switch (node->kind) {
    case SCOP_FOR:
        return model_for(poly, at, node);
    case SCOP_IF:
        return model_if(poly, at, node);
    case SCOP_STMT:
        return model_stmt(poly, at, node);
    case SCOP_SEQ:
        for (int k = 0; k < node->count; k++)
            schedule = join(schedule, model_node(poly, at, node->child[k]));
        break;
    default: /* in the bodies of statements, or between parts:
                rewrite/partition.h */
        break;
    }
    return schedule;
}

/* Parameters within their types, and the user's assume clauses. */
static bool model_context(struct poly *poly)
{
    const struct scop *scop = poly->scop;
    isl_space *space = isl_space_params(affine_space(poly, 0));
    poly->assumed = isl_set_universe(isl_space_copy(space));
    poly->context = isl_set_universe(isl_space_copy(space));
    poly->type_bounds = isl_set_universe(isl_space_copy(space));
    poly->crossed = isl_set_empty(space);
    poly->modelled = arena_alloc(poly->arena, (size_t)scop->param_count + 1);
    for (int k = 0; k < scop->param_count; k++) {
        int bits = 8 * scop_type_size(scop->param[k].type);
        bool is_signed = scop_type_is_signed(scop->param[k].type);
        isl_val *edge = isl_val_2exp(
            isl_val_int_from_si(poly->ctx, is_signed ? bits - 1 : bits));
        isl_set *bounds = poly->type_bounds;
        bounds = isl_set_upper_bound_val(bounds, isl_dim_param, k,
                                         isl_val_sub_ui(isl_val_copy(edge), 1));
        edge = isl_val_neg(edge);
        if (is_signed)
            bounds = isl_set_lower_bound_val(bounds, isl_dim_param, k,
                                             isl_val_copy(edge));
        isl_val_free(edge);
        poly->type_bounds = bounds;
        if (!is_signed)
            poly->context =
                isl_set_lower_bound_si(poly->context, isl_dim_param, k, 0);
    }
    if (scop->param_count == 0)
        return true;
    for (int k = 0; k < scop->assume_count; k++) {
        struct affine_env env = {poly, NULL, 0, NULL, NULL};
        isl_set *set = affine_condition(&env, scop->assume[k]);
        if (!set) {
            fault_hint(
                poly->faults,
                fault_add(poly->faults, FAULT_CLAUSE, scop->assume[k]->loc,
                          "this assumption is not an affine condition "
                          "on parameters"),
                (struct loc){0}, "compare sums of parameters times constants");
            return false;
        }
        poly->context = isl_set_intersect(poly->context, isl_set_params(set));
    }
    for (int k = 0; k < scop->rely_count; k++) {
        struct affine_env env = {poly, NULL, 0, NULL, NULL};
        isl_set *set = affine_condition(&env, scop->rely[k]);
        poly->assumed = isl_set_intersect(poly->assumed, isl_set_params(set));
    }
    return true;
}

static bool only_scalars(const struct poly *poly, const struct poly_stmt *stmt)
{
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        if (poly->scop->array[poly->access[k].array].rank)
            return false;
    return true;
}

/* Does a statement outside the first `count` access what `stmt` writes in
 * writing, or write what it reads? */
static bool disturbed(const struct poly *poly, const struct poly_stmt *stmt,
                      const bool *prologue)
{
    for (int a = stmt->access_begin; a < stmt->access_end; a++)
        for (int b = 0; b < poly->access_count; b++)
            if (poly->access[a].array == poly->access[b].array &&
                poly->access[b].write && !prologue[poly->access[b].stmt])
                return true;
    return false;
}

/*
 * The prologue: the leading statements outside all loops that compute scalars
 * from scalars which nothing else in the region writes. They run on the host,
 * with the C library's functions, and kernels receive the results by value.
 * Found by striking out candidates until none is disturbed.
 */
static void find_prologue(struct poly *poly)
{
    const struct scop_node *root = poly->scop->root;
    bool *in = arena_alloc(poly->arena, poly->stmt_count + 1);
    bool changed = true;

    for (int k = 0; k < root->count; k++) {
        const struct scop_node *node = root->child[k];
        if (node->kind != SCOP_STMT ||
            !only_scalars(poly, &poly->stmt[node->stmt]))
            break;
        in[node->stmt] = true;
    }
    while (changed) {
        changed = false;
        for (int k = 0; k < poly->stmt_count; k++)
            if (in[k] && disturbed(poly, &poly->stmt[k], in)) {
                in[k] = false;
                changed = true;
            }
    }
    for (int k = 0; k < poly->stmt_count; k++)
        poly->stmt[k].prologue = in[k];
}

/* Instances of the statement are gone: what they access goes, too. */
static void narrow_accesses(struct poly *poly, const struct poly_stmt *stmt)
{
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        poly->access[k].map = isl_map_intersect_domain(
            poly->access[k].map, isl_set_copy(stmt->domain));
}

/* What was assumed after a statement was modelled may rule instances of it out.
 * They go, since isl prints no statement that the context excludes. */
static void drop_impossible(struct poly *poly)
{
    isl_union_set *left = isl_union_set_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->stmt_count; k++) {
        struct poly_stmt *stmt = &poly->stmt[k];
        int pieces = (int)isl_set_n_basic_set(stmt->domain);
        stmt->domain = assume_prune(poly, stmt->domain);
        if (isl_set_n_basic_set(stmt->domain) != pieces)
            narrow_accesses(poly, stmt);
        left = isl_union_set_add_set(left, isl_set_copy(stmt->domain));
    }
    poly->original = isl_schedule_intersect_domain(poly->original, left);
}

/* The first dimension for whose extent later folders ask
 * (dependence/dataflow.c), and for those behind it: for all where data says
 * which elements are touched, which are then those within; else for those by
 * which it is told whether all elements are written. The rank: for none. */
static int first_asked(const struct poly *poly, int array)
{
    const struct scop_array *a = &poly->scop->array[array];
    bool whole = !a->read_only && a->unit == 1 && a->view_of == array;
    if (poly->array[array].pitch)
        return a->rank;
    if (poly->part->counter_count || !array_is_certain(poly, array))
        return 0;
    return whole ? 1 : a->rank;
}

/* What these extents take and assume is part of the model. */
static void model_extents(struct poly *poly)
{
    const struct scop *scop = poly->scop;
    struct affine_env env = {poly, NULL, 0, NULL, NULL};
    for (int a = 0; a < scop->array_count; a++)
        for (int k = first_asked(poly, a); k < scop->array[a].rank; k++)
            if (scop->array[a].extent[k])
                isl_pw_aff_free(affine_value(&env, scop->array[a].extent[k]));
}

static bool model_body(struct poly *poly)
{
    const struct scop *scop = poly->scop;
    struct place top = {0, NULL, NULL, false};
    int errors = poly->faults->errors; /* of other regions */

    poly->stmt_count = scop->stmt_count;
    poly->stmt =
        arena_alloc(poly->arena, sizeof *poly->stmt * (scop->stmt_count + 1));
    for (int k = 0; k < scop->array_count; k++) {
        const struct scop_array *array = &scop->array[k];
        struct poly_array pa = {.array = k,
                                .rank = array->rank,
                                .name = array->name,
                                .local = !array->live_out};
        pa.pitch = delinear_pitch(poly, k, &pa.rank);
        ARENA_PUSH(poly->arena, poly->array, poly->array_count, poly->array_cap,
                   pa);
    }
    top.domain = isl_set_universe(affine_space(poly, 0));
    poly->original = model_node(poly, &top, scop->root);
    isl_set_free(top.domain);
    if (poly->faults->errors > errors)
        return false;
    if (!rows_model(poly))
        return false;
    drop_impossible(poly);
    conflict_find(poly);
    find_prologue(poly);
    model_extents(poly);
    return true;
}

struct poly *poly_model(struct budget *budget, const struct part *part,
                        struct faults *faults)
{
    struct arena *arena = arena_new();
    struct poly *poly = arena_alloc(arena, sizeof *poly);
    poly->arena = arena;
    poly->ctx = budget_ctx(budget);
    poly->part = part;
    poly->passes = part->passes;
    poly->scop = part->scop;
    poly->faults = faults;
    poly->budget = budget;
    poly_budget(poly, 2);
    int before = faults->errors;
    bool done =
        model_context(poly) && delinear_analyse(poly) && model_body(poly);
    if (poly_isl_failed(poly, "building the model") || !done ||
        faults->errors > before) {
        poly_free(poly);
        return NULL;
    }
    return poly;
}

struct poly *poly_copy(const struct poly *from)
{
    struct arena *arena = from->arena;
    struct poly *poly = arena_alloc(arena, sizeof *poly);
    size_t stmts = sizeof *poly->stmt * (size_t)from->stmt_count;
    size_t accesses = sizeof *poly->access * (size_t)from->access_count;
    size_t arrays = sizeof *poly->array * (size_t)from->array_count;
    *poly = *from;
    poly->access_cap = from->access_count;
    poly->array_cap = from->array_count;
    poly->stmt = memcpy(arena_alloc(arena, stmts + 1), from->stmt, stmts);
    poly->access =
        memcpy(arena_alloc(arena, accesses + 1), from->access, accesses);
    poly->array = memcpy(arena_alloc(arena, arrays + 1), from->array, arrays);
    for (int k = 0; k < poly->stmt_count; k++)
        poly->stmt[k].domain = isl_set_copy(from->stmt[k].domain);
    for (int k = 0; k < poly->access_count; k++) {
        poly->access[k].map = isl_map_copy(from->access[k].map);
        poly->access[k].token = isl_map_copy(from->access[k].token);
    }
    poly->context = isl_set_copy(from->context);
    poly->type_bounds = isl_set_copy(from->type_bounds);
    poly->assumed = isl_set_copy(from->assumed);
    poly->crossed = isl_set_copy(from->crossed);
    poly->original = isl_schedule_copy(from->original);
    poly->flow = isl_union_map_copy(from->flow);
    poly->anti_output = isl_union_map_copy(from->anti_output);
    return poly;
}

void poly_forget(struct poly *poly)
{
    for (int k = 0; k < poly->stmt_count; k++)
        isl_set_free(poly->stmt[k].domain);
    for (int k = 0; k < poly->access_count; k++) {
        isl_map_free(poly->access[k].map);
        isl_map_free(poly->access[k].token);
    }
    isl_set_free(poly->context);
    isl_set_free(poly->type_bounds);
    isl_set_free(poly->assumed);
    isl_set_free(poly->crossed);
    isl_schedule_free(poly->original);
    isl_union_map_free(poly->flow);
    isl_union_map_free(poly->anti_output);
}

void poly_free(struct poly *poly)
{
    if (!poly)
        return;
    poly_forget(poly);
    arena_free(poly->arena);
}
