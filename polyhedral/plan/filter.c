/*
 * Finds the filters of statements and of accesses (filter.h): conjunctions of
 * tests of data that the nest does not write, and the definitions of
 * temporaries that these tests read.
 */
#include "polyhedral/plan/plan.h"

int filter_array(const struct poly *poly, int stmt,
                 const struct scop_expr *access)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].expr == access)
            return poly->access[k].array;
    return -1;
}

/* The only access that writes the array, NULL if there are none or several. */
static const struct poly_access *only_write(const struct poly *poly, int array)
{
    const struct poly_access *found = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array || !access->write)
            continue;
        if (found || poly->stmt[access->stmt].prologue)
            return NULL;
        found = access;
    }
    return found;
}

/* Are the loops around `outer` the first ones around `inner`? */
static bool is_around(const struct scop_stmt *outer,
                      const struct scop_stmt *inner)
{
    if (outer->depth > inner->depth)
        return false;
    for (int d = 0; d < outer->depth; d++)
        if (outer->loop[d] != inner->loop[d])
            return false;
    return true;
}

/* Does `stmt` run only where every guard of `definition` holds? */
static bool implies_guards(const struct scop_stmt *stmt,
                           const struct scop_stmt *definition)
{
    for (int g = 0; g < definition->guard_count; g++) {
        bool found = false;
        for (int k = 0; k < stmt->guard_count; k++)
            found |= scop_expr_equal(stmt->guard[k], definition->guard[g]);
        if (!found)
            return false;
    }
    return true;
}

/* Does the access read, at each instance, what `write` wrote in the same
 * iterations? */
static bool reads_own(const struct poly_access *read,
                      const struct poly_access *write, int depth)
{
    isl_map *to = isl_map_apply_range(
        isl_map_copy(read->map), isl_map_reverse(isl_map_copy(write->map)));
    isl_map *same = isl_map_universe(isl_map_get_space(to));
    for (int d = 0; d < depth; d++)
        same = isl_map_equate(same, isl_dim_in, d, isl_dim_out, d);
    isl_set *all = isl_map_domain(isl_map_copy(read->map));
    isl_set *served = isl_map_domain(isl_map_copy(to));
    bool own = isl_map_is_subset(to, same) == isl_bool_true &&
               isl_set_is_subset(all, served) == isl_bool_true;
    isl_set_free(all);
    isl_set_free(served);
    isl_map_free(same);
    isl_map_free(to);
    return own;
}

int filter_definition(const struct poly *poly, const bool *in, int array,
                      int stmt)
{
    const struct poly_access *write =
        poly->array[array].local ? only_write(poly, array) : NULL;
    const struct scop_stmt *user = poly->stmt[stmt].stmt;
    if (!write || write->stmt >= stmt || (in && !in[write->stmt]))
        return -1;
    const struct scop_stmt *definition = poly->stmt[write->stmt].stmt;
    if (definition->body || !is_around(definition, user) ||
        !implies_guards(user, definition))
        return -1;
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++)
        if (poly->access[k].array == array &&
            !reads_own(&poly->access[k], write, definition->depth))
            return -1;
    return write->stmt;
}

/* A statement of the nest that writes the array, -1 if none does. */
static int writer_of(const struct poly *poly, const bool *in, int array)
{
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array && poly->access[k].write &&
            in[poly->access[k].stmt])
            return poly->access[k].stmt;
    return -1;
}

static bool iterator_is_known(const struct poly *poly, const bool *known,
                              int stmt, int loop)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    for (int d = 0; d < s->depth; d++)
        if (s->loop[d] == loop)
            return known[d];
    return false;
}

/* Do the known iterators tell which element of the array the statement reads?
 * A temporary may have one for each iteration that its subscripts do not show.
 */
static bool element_is_known(const struct poly *poly, const bool *known,
                             int stmt, int array)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    bool all = true;
    for (int k = s->access_begin; k < s->access_end; k++) {
        if (poly->access[k].array != array)
            continue;
        isl_map *map = isl_map_gist_domain(isl_map_copy(poly->access[k].map),
                                           isl_set_copy(s->domain));
        for (int d = 0; d < s->stmt->depth; d++)
            all &= known[d] ||
                   isl_map_involves_dims(map, isl_dim_in, (unsigned)d, 1) ==
                       isl_bool_false;
        isl_map_free(map);
    }
    return all;
}

/* Can the expression, as statement `stmt` evaluates it, be evaluated before the
 * nest starts, of whose point these iterators are known? If not, `filter`
 * receives why. */
static bool is_known(const struct poly *poly, const struct filter_nest *nest,
                     const bool *known, int stmt, const struct scop_expr *e,
                     struct filter *filter)
{
    for (int k = 0; k < e->count; k++)
        if (!is_known(poly, nest, known, stmt, e->arg[k], filter))
            return false;
    filter->culprit = e;
    filter->writer = -1;
    if (e->op == SCOP_ITER && !iterator_is_known(poly, known, stmt, e->ref))
        return false;
    if (e->op == SCOP_ACCESS) {
        int array = filter_array(poly, stmt, e);
        int writer = array < 0 ? -1 : writer_of(poly, nest->in, array);
        if (array < 0)
            return false;
        if (writer >= 0) {
            int definition = filter_definition(poly, nest->in, array, stmt);
            filter->writer = writer;
            if (definition < 0 ||
                !is_known(poly, nest, known, definition,
                          poly->stmt[definition].stmt->rhs, filter))
                return false;
        } else if (!element_is_known(poly, known, stmt, array)) {
            return false;
        }
    }
    filter->culprit = NULL;
    return true;
}

static int condition_count(const struct poly_condition *when)
{
    int count = 0;
    for (; when; when = when->outer)
        count++;
    return count;
}

struct filter filter_make(const struct poly *poly,
                          const struct filter_nest *nest, int stmt,
                          const struct poly_condition *when)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    struct filter filter = {stmt, 0, NULL, NULL, -1};
    int inner = condition_count(when), all = s->guard_count + inner;
    struct filter_test *test =
        arena_alloc(poly->arena, sizeof *test * (size_t)(all + 1));
    for (int k = 0; k < s->guard_count; k++)
        test[k] = (struct filter_test){s->guard[k], true};
    for (int k = all - 1; when; k--, when = when->outer)
        test[k] = (struct filter_test){when->test, when->holds};
    filter.test = test;
    while (filter.count < all && is_known(poly, nest, nest->known[stmt], stmt,
                                          test[filter.count].expr, &filter))
        filter.count++;
    return filter;
}

bool filter_equal(const struct filter *a, const struct filter *b)
{
    if (a->count != b->count || a->stmt != b->stmt)
        return false;
    for (int k = 0; k < a->count; k++)
        if (a->test[k].holds != b->test[k].holds ||
            !scop_expr_equal(a->test[k].expr, b->test[k].expr))
            return false;
    return true;
}
