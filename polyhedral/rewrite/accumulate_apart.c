/*
 * May the element stand for the scalar of a sum (accumulate.h) where the loops
 * in between touch the array, as those of a factorisation do, or where several
 * statements, each under its condition, store what the scalar ends as?
 *
 * On a model of the part, for each iteration of the loops around the sum: no
 * other access of its statements is to the element; the stores write it once,
 * whatever the conditions are; and no statement behind a store uses it again.
 */
#include "polyhedral/rewrite/accumulate.h"
#include "polyhedral/rewrite/build.h"

#include "polyhedral/dependence/dependence.h"

struct apart {
    const struct poly *poly;
    const struct sum *sum;
    int depth;        /* loops around the sum */
    isl_map *element; /* [i0 … i(depth-1)] -> the element */
};

static bool holds(const struct scop_node *node, int stmt)
{
    if (node->kind == SCOP_STMT)
        return node->stmt == stmt;
    for (int k = 0; k < node->count; k++)
        if (holds(node->child[k], stmt))
            return true;
    return false;
}

static bool is_of_sum(const struct apart *a, int stmt)
{
    const struct sum *s = a->sum;
    for (int k = s->first; k <= s->last; k++)
        if (holds(s->seq->child[k], stmt))
            return true;
    return false;
}

static bool is_same_family(const struct apart *a, int array)
{
    const struct scop *scop = a->poly->scop;
    return scop->array[a->poly->array[array].array].view_of ==
           scop->array[a->sum->element->ref].view_of;
}

static isl_map *by_iteration(const struct apart *a,
                             const struct poly_access *access)
{
    return poly_prefix_access(a->poly, access, a->depth);
}

static isl_set *iterations_of(const struct apart *a, int stmt)
{
    const struct poly_stmt *s = &a->poly->stmt[stmt];
    return isl_set_apply(isl_set_copy(s->domain), poly_prefix_map(s, a->depth));
}

/* The element as a statement of the sequence itself reads or writes it. */
static isl_map *find_element(const struct apart *a)
{
    const struct poly *poly = a->poly;
    for (int k = a->sum->first; k <= a->sum->last; k++) {
        const struct scop_node *node = a->sum->seq->child[k];
        if (!build_plain_stmt(poly->scop, node))
            continue;
        const struct poly_stmt *s = &poly->stmt[node->stmt];
        for (int i = s->access_begin; i < s->access_end; i++)
            if (poly->access[i].exact &&
                scop_expr_equal(poly->access[i].expr, a->sum->element))
                return by_iteration(a, &poly->access[i]);
    }
    return NULL;
}

/* Is it a store of the element and nothing else, outside of further loops? */
static bool is_store(const struct apart *a, const struct poly_access *access)
{
    if (!access->write || !access->certain ||
        a->poly->scop->stmt[access->stmt].depth != a->depth)
        return false;
    isl_map *own = by_iteration(a, access);
    bool is = isl_map_is_subset(own, a->element) == isl_bool_true;
    isl_map_free(own);
    return is;
}

static bool misses(const struct apart *a, const struct poly_access *access)
{
    isl_map *own = by_iteration(a, access);
    bool apart = isl_map_is_disjoint(own, a->element) == isl_bool_true;
    isl_map_free(own);
    return apart;
}

static bool uses_element(const struct apart *a, int stmt)
{
    const struct poly_stmt *s = &a->poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *access = &a->poly->access[k];
        if (a->poly->array[access->array].array == a->sum->scalar ||
            (is_same_family(a, access->array) && is_store(a, access)))
            return true;
    }
    return false;
}

/* Does a later statement of the sum use the element where this one stored it?
 */
static bool is_used_behind(const struct apart *a, int store)
{
    isl_set *stored = iterations_of(a, store);
    bool used = false;
    for (int k = store + 1; k < a->poly->stmt_count && !used; k++) {
        if (!is_of_sum(a, k) || !uses_element(a, k))
            continue;
        isl_set *own = iterations_of(a, k);
        used = isl_set_is_disjoint(own, stored) != isl_bool_true;
        isl_set_free(own);
    }
    isl_set_free(stored);
    return used;
}

/* Are all accesses to the array stores, none of which the sum goes on behind,
 * or to other elements? `when`: the iterations that store it, filled. */
static bool are_apart(const struct apart *a, isl_set **when)
{
    const struct poly *poly = a->poly;
    bool good = true;
    for (int k = 0; k < poly->access_count && good; k++) {
        const struct poly_access *access = &poly->access[k];
        if (!is_of_sum(a, access->stmt) || !is_same_family(a, access->array) ||
            access->stmt == a->sum->seq->child[a->sum->first]->stmt)
            continue;
        good = access->exact && !access->update && !access->token &&
               poly->array[access->array].array == a->sum->element->ref;
        if (good && is_store(a, access)) {
            good = !is_used_behind(a, access->stmt);
            *when = isl_set_union(*when, iterations_of(a, access->stmt));
        } else if (good) {
            good = misses(a, access);
        }
    }
    return good;
}

bool accumulate_is_apart(const struct poly *poly, const struct sum *sum)
{
    int begin = sum->seq->child[sum->first]->stmt;
    struct apart a = {
        .poly = poly, .sum = sum, .depth = poly->scop->stmt[begin].depth};
    poly_budget(poly, 4);
    a.element = find_element(&a);
    if (!a.element)
        return false;
    isl_set *all = iterations_of(&a, begin);
    isl_set *when = isl_set_empty(isl_set_get_space(all));
    bool good =
        are_apart(&a, &when) && isl_set_is_subset(all, when) == isl_bool_true;
    isl_set_free(when);
    isl_set_free(all);
    isl_map_free(a.element);
    return !poly_out_of_budget(poly) && good;
}
