/*
 * Which loops are scans: recurrences of one value.
 *
 * The value is an accumulator that the loop also reads, or an element x[i] made
 * of x[i-1], by one statement directly in the loop. What is combined with it
 * must not come from other iterations of the loop, so that it can be computed
 * twice: it is read from outside, or from what the same iteration computed just
 * before, whose value can stand in its place. That the loop then overwrites it
 * where it was read (x[i] += x[i-1]) is no harm.
 */
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/dependence/dependence.h"

#include <stdlib.h>

/* Definitions that stand in each other. */
enum { MOST_DEFINITIONS = 4 };

struct match {
    const struct poly *poly;
    isl_map_list *dependences;
    const struct scop_node *node;
    struct scan_loop *scan;
};

static int depth_of(const struct poly_stmt *stmt, int loop)
{
    for (int d = 0; d < stmt->stmt->depth; d++)
        if (stmt->stmt->loop[d] == loop)
            return d;
    return -1;
}

/* { S[…, i] -> S[…, i - step] }. */
static isl_map *previous(const struct poly *poly, int stmt, int64_t step)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    isl_multi_aff *back = isl_multi_aff_identity(
        isl_space_map_from_set(isl_set_get_space(s->domain)));
    int last = s->stmt->depth - 1;
    isl_aff *aff = isl_multi_aff_get_aff(back, last);
    aff = isl_aff_add_constant_si(aff, (int)-step);
    return isl_map_from_multi_aff(isl_multi_aff_set_aff(back, last, aff));
}

/* Does `read` see in each iteration what `write` of the same statement wrote in
 * the one before, and never what it writes itself then? */
static bool sees_previous(const struct match *m, const struct poly_access *read,
                          const struct poly_access *write)
{
    isl_map *expected =
        isl_map_apply_range(previous(m->poly, write->stmt, m->node->step),
                            isl_map_copy(write->map));
    expected = isl_map_intersect_domain(
        expected, isl_set_copy(m->poly->stmt[write->stmt].domain));
    bool same = isl_map_is_subset(expected, read->map) == isl_bool_true;
    isl_map_free(expected);
    return same && isl_map_is_disjoint(read->map, write->map) == isl_bool_true;
}

static const struct poly_access *written(const struct poly *poly, int stmt)
{
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++)
        if (poly->access[k].write)
            return &poly->access[k];
    return NULL;
}

/* The form of the value's statement; false if there is none. */
static bool match_form(const struct match *m, int array,
                       const struct scop_expr *target, struct scan_value *v)
{
    v->update =
        reduce_match_stmt(m->poly, v->stmt, array, v->element ? target : NULL);
    v->update.target = target;
    if (v->update.kind != REDUCE_NONE)
        return true;
    v->update.array = array;
    v->update.floating = scop_type_is_float(target->type);
    return reduce_match_linear(m->poly, v->stmt, array,
                               v->element ? target : NULL);
}

static bool match_element(const struct match *m, int array,
                          struct scan_value *v)
{
    const struct poly *poly = m->poly;
    const struct poly_stmt *s = &poly->stmt[v->stmt];
    const struct poly_access *write = written(poly, v->stmt);
    v->element = true;
    if (s->stmt->guard_count || !write->exact)
        return false;
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *read = &poly->access[k];
        if (!read->write && read->array == array && read->exact &&
            sees_previous(m, read, write))
            return match_form(m, array, read->expr, v);
    }
    return false;
}

static const struct scan_value *find_value(const struct match *m, int array)
{
    for (int k = 0; k < m->scan->value_count; k++)
        if (m->scan->value[k].update.array == array)
            return &m->scan->value[k];
    return NULL;
}

/* Does each iteration execute the statement, but for its guards? */
static bool is_always_in(const struct scop_node *node, int stmt)
{
    bool found = node->kind == SCOP_STMT && node->stmt == stmt;
    for (int k = 0; node->kind == SCOP_SEQ && k < node->count; k++)
        found |= is_always_in(node->child[k], stmt);
    return found;
}

static bool add_value(const struct match *m, int array)
{
    const struct poly *poly = m->poly;
    int loop = m->node->loop;
    struct scan_value v = {.stmt = reduce_only_stmt(poly, array, loop, true)};
    if (find_value(m, array))
        return true;
    const struct scop_stmt *s = v.stmt < 0 ? NULL : poly->stmt[v.stmt].stmt;
    if (!s || !s->lhs || !is_always_in(m->node->child[0], v.stmt))
        return false;
    bool found = reduce_varies(poly, s->lhs, loop)
                     ? match_element(m, array, &v)
                     : reduce_names_one(poly, v.stmt, array, s->lhs) &&
                           match_form(m, array, s->lhs, &v);
    if (!found || (v.update.floating && !poly->scop->reassociate))
        return false;
    ARENA_PUSH(poly->arena, m->scan->value, m->scan->value_count,
               m->scan->value_cap, v);
    return true;
}

/* Is the conflict that of the value with itself or, with an accumulator, with
 * who reads it? All must name it in the same way. */
static bool is_of_value(const struct match *m, const struct poly_access *a,
                        const struct poly_access *b)
{
    if (!add_value(m, a->array))
        return false;
    const struct scan_value *v = find_value(m, a->array);
    const struct poly_access *side[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        bool named = scop_expr_equal(side[k]->expr, v->update.target);
        bool own = side[k]->stmt == v->stmt && (side[k]->write || named);
        if (v->element ? !own : !named)
            return false;
    }
    return true;
}

static bool explained(const struct match *m, int source, int sink,
                      isl_map *pairs)
{
    const struct poly *poly = m->poly;
    const struct poly_stmt *a = &poly->stmt[source], *b = &poly->stmt[sink];
    for (int x = a->access_begin; x < a->access_end; x++)
        for (int y = b->access_begin; y < b->access_end; y++)
            if (reduce_may_touch(&poly->access[x], &poly->access[y], pairs) &&
                !is_of_value(m, &poly->access[x], &poly->access[y]))
                return false;
    return true;
}

/* Are the statements in the same loops? */
static bool side_by_side(const struct scop_stmt *a, const struct scop_stmt *b)
{
    bool same = a->depth == b->depth;
    for (int d = 0; d < a->depth && same; d++)
        same = a->loop[d] == b->loop[d];
    return same;
}

int scan_definition(const struct poly *poly, int access, int loop)
{
    const struct poly_access *read = &poly->access[access];
    int stmt = reduce_only_stmt(poly, read->array, loop, true);
    const struct scop_stmt *s = stmt < 0 ? NULL : poly->stmt[stmt].stmt;
    bool stands = s && !read->write && stmt < read->stmt && s->lhs &&
                  s->guard_count == 0 &&
                  side_by_side(s, poly->stmt[read->stmt].stmt) &&
                  scop_expr_equal(s->lhs, read->expr) &&
                  !reduce_reads(poly, stmt, s->rhs, read->array);
    return stands ? stmt : -1;
}

static bool is_defined(const struct match *m, int access)
{
    return scan_definition(m->poly, access, m->node->loop) >= 0;
}

/* May an access of `source`, in the same execution of the loop, write what
 * statement `user` combines with the value, but for what stands for itself? */
static bool is_made_inside(const struct match *m, const struct scan_value *v,
                           int source, int user, isl_map *pairs)
{
    const struct poly *poly = m->poly;
    const struct poly_stmt *a = &poly->stmt[source], *b = &poly->stmt[user];
    for (int x = a->access_begin; x < a->access_end; x++)
        for (int y = b->access_begin; y < b->access_end; y++) {
            const struct poly_access *read = &poly->access[y];
            bool target =
                read->array == v->update.array &&
                (!v->element || scop_expr_equal(read->expr, v->update.target));
            if (!read->write && !target && poly->access[x].write &&
                reduce_may_touch(&poly->access[x], read, pairs) &&
                !is_defined(m, y))
                return true;
        }
    return false;
}

/* The pairs (taken) within one execution of the loop. */
static isl_map *same_execution(isl_map *pairs, int depth)
{
    for (int k = 0; k < depth; k++)
        pairs = isl_map_equate(pairs, isl_dim_in, k, isl_dim_out, k);
    return pairs;
}

static bool comes_from_outside(const struct match *m,
                               const struct scan_value *v, int user)
{
    const struct poly *poly = m->poly;
    int depth = depth_of(&poly->stmt[user], m->node->loop);
    int count = (int)isl_map_list_n_map(m->dependences);
    bool outside = true;
    for (int k = 0; k < count && outside; k++) {
        isl_map *map = isl_map_list_get_map(m->dependences, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        if (b == user && reduce_inside(&poly->stmt[a], m->node->loop)) {
            map = same_execution(map, depth);
            outside = !is_made_inside(m, v, a, user, map);
        }
        isl_map_free(map);
    }
    return outside;
}

/* Does all that the statement combines with the value, and all that stands for
 * it, come from outside? None of it may be the value itself. */
static bool is_independent(const struct match *m, const struct scan_value *v,
                           int user, int left)
{
    const struct poly *poly = m->poly;
    if (left == 0 || !comes_from_outside(m, v, user))
        return false;
    for (int k = poly->stmt[user].access_begin; k < poly->stmt[user].access_end;
         k++) {
        int definition = scan_definition(poly, k, m->node->loop);
        const struct poly_access *read = &poly->access[k];
        bool target = read->array == v->update.array;
        if (target && user != v->stmt)
            return false;
        if (definition >= 0 && !target &&
            !is_independent(m, v, definition, left - 1))
            return false;
    }
    return true;
}

bool scan_match(const struct poly *poly, isl_map_list *dependences,
                const struct scop_node *node, struct scan_loop *scan)
{
    struct match m = {poly, dependences, node, scan};
    int count = (int)isl_map_list_n_map(dependences);
    bool good = true;
    *scan = (struct scan_loop){.node = node};
    for (int k = 0; k < count && good; k++) {
        isl_map *map = isl_map_list_get_map(dependences, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        map = poly_carried(poly, map, node->loop);
        if (map && isl_map_is_empty(map) != isl_bool_true)
            good = explained(&m, a, b, map);
        isl_map_free(map);
    }
    for (int k = 0; k < scan->value_count && good; k++)
        good = is_independent(&m, &scan->value[k], scan->value[k].stmt,
                              MOST_DEFINITIONS);
    return good && scan->value_count > 0 && !poly_isl_lost(poly);
}
