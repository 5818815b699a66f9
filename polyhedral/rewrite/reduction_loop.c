/*
 * What reductions and scans ask of one loop: whether it can be taken apart, how
 * often it iterates, and which pairs of instances it keeps in order.
 */
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/dependence/dependence.h"

/* The only thing in a node, sequences of one aside. */
const struct scop_node *strip_only_child(const struct scop_node *node)
{
    while (node->kind == SCOP_SEQ && node->count == 1)
        node = node->child[0];
    return node;
}

/* The trips of a loop if its bounds are constants, else a large number. */
int64_t strip_trips(const struct scop_node *node)
{
    const int64_t many = INT32_MAX;
    const struct scop_expr *c = node->cond;
    if (node->init->op != SCOP_INT || c->count != 2 ||
        c->arg[1]->op != SCOP_INT || node->step == 0)
        return many;
    int64_t span = c->arg[1]->ival - node->init->ival;
    if (span > many || span < -many)
        return many;
    span = span / node->step;
    return span < 0 ? 0 : span + 1;
}

/* Does the condition end the loop by itself wherever the iterator begins? One
 * with != does not, and so does not bound the blocks of iterations. */
static bool bounds(const struct scop_expr *cond)
{
    if (cond->op == SCOP_LAND)
        return bounds(cond->arg[0]) || bounds(cond->arg[1]);
    return cond->op >= SCOP_LT && cond->op <= SCOP_GE;
}

/* Does it compare without sign? */
static bool compares_unsigned(const struct scop_expr *cond)
{
    if (cond->op == SCOP_LAND)
        return compares_unsigned(cond->arg[0]) ||
               compares_unsigned(cond->arg[1]);
    return !scop_type_is_signed(cond->arg[0]->type);
}

/* A block may begin far behind the loop's end, and must not pass its test
 * there: below 0 a signed iterator that counts down would, where it is compared
 * without sign. */
bool strip_may_take(const struct scop *scop, const struct scop_node *node)
{
    const struct scop_loop *loop = &scop->loop[node->loop];
    bool goes_below = node->step < 0 && scop_type_is_signed(loop->type);
    return scop_type_size(loop->type) >= 4 && !loop->live_out &&
           bounds(node->cond) && !(goes_below && compares_unsigned(node->cond));
}

bool reduce_may_touch(const struct poly_access *a, const struct poly_access *b,
                      isl_map *pairs)
{
    if (a->array != b->array || (!a->write && !b->write))
        return false;
    isl_map *same = isl_map_apply_range(isl_map_copy(a->map),
                                        isl_map_reverse(isl_map_copy(b->map)));
    bool apart = isl_map_is_disjoint(same, pairs) == isl_bool_true;
    isl_map_free(same);
    return !apart;
}

isl_map *reduce_carried(struct poly *poly, isl_map_list *dependences, int k,
                        int loop, int *source, int *sink)
{
    isl_map *map = isl_map_list_get_map(dependences, k);
    isl_space *space = isl_map_get_space(map);
    *source = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
    *sink = poly_stmt_index(poly, isl_space_range(space));
    map = poly_carried(poly, map, loop);
    if (map && isl_map_is_empty(map) != isl_bool_true)
        return map;
    isl_map_free(map);
    return NULL;
}
