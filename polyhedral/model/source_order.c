/*
 * The order of the source for isl's data flow, which asks each statement's
 * place for the values of all loops around it: a tree of the statements that
 * have accesses, in which no domain stands. The accesses have these already,
 * and isl would look for a point of each of them at each loop.
 */
#include "polyhedral/model/model.h"

struct order {
    const struct poly *poly;
    const bool *wanted; /* by statement */
};

static isl_schedule *order_of(const struct order *o,
                              const struct scop_node *node, int depth);

/* One after the other; NULL is none. */
static isl_schedule *join(isl_schedule *a, isl_schedule *b)
{
    if (!a || !b)
        return a ? a : b;
    return isl_schedule_sequence(a, b);
}

static isl_schedule *order_of_statement(const struct order *o, int stmt)
{
    if (!o->wanted[stmt])
        return NULL;
    isl_set *any =
        isl_set_universe(isl_set_get_space(o->poly->stmt[stmt].domain));
    return isl_schedule_from_domain(isl_union_set_from_set(any));
}

/* The loop's iterator for each statement in it, negated in loops that count
 * down. */
static isl_schedule *order_of_loop(const struct order *o,
                                   const struct scop_node *node, int depth)
{
    isl_schedule *body = order_of(o, node->child[0], depth + 1);
    if (!body)
        return NULL;
    isl_union_set *domain = isl_schedule_get_domain(body);
    isl_union_pw_aff *value =
        isl_union_pw_aff_empty(isl_union_set_get_space(domain));
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_set_free(domain);
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        isl_aff *aff = isl_aff_var_on_domain(
            isl_local_space_from_space(isl_set_get_space(set)), isl_dim_set,
            (unsigned)depth);
        isl_set_free(set);
        aff = node->step < 0 ? isl_aff_neg(aff) : aff;
        value = isl_union_pw_aff_add_pw_aff(value, isl_pw_aff_from_aff(aff));
    }
    isl_set_list_free(list);
    return isl_schedule_insert_partial_schedule(
        body, isl_multi_union_pw_aff_from_union_pw_aff(value));
}

static isl_schedule *order_of(const struct order *o,
                              const struct scop_node *node, int depth)
{
    isl_schedule *order = NULL;
    switch (node->kind) {
    case SCOP_FOR:
        return order_of_loop(o, node, depth);
    case SCOP_STMT:
        return order_of_statement(o, node->stmt);
    case SCOP_IF:
    case SCOP_SEQ:
        for (int k = 0; k < node->count; k++)
            order = join(order, order_of(o, node->child[k], depth));
        break;
    default: /* as in domain.c */
        break;
    }
    return order;
}

isl_schedule *poly_source_order(const struct poly *poly, int array)
{
    struct order o = {poly, NULL};
    bool *wanted =
        arena_alloc(poly->arena, sizeof *wanted * (size_t)poly->stmt_count + 1);
    for (int k = 0; k < poly->stmt_count; k++)
        wanted[k] = false;
    for (int k = 0; k < poly->access_count; k++)
        if (array < 0 || poly->access[k].array == array)
            wanted[poly->access[k].stmt] =
                !poly->stmt[poly->access[k].stmt].prologue;
    o.wanted = wanted;
    isl_schedule *order = order_of(&o, poly->scop->root, 0);
    return order ? order : isl_schedule_copy(poly->original);
}
