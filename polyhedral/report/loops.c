/*
 * Remarks about the loops as the user wrote them: which carry a dependence,
 * through which array, between which lines.
 */
#include "polyhedral/report/report.h"

#include "polyhedral/dependence/dependence.h"

bool explain_conflict(const struct poly_access *a, const struct poly_access *b,
                      isl_map *pairs)
{
    if (a->array != b->array || (!a->write && !b->write))
        return false;
    isl_map *same = isl_map_apply_range(poly_conflict_map(a),
                                        isl_map_reverse(poly_conflict_map(b)));
    bool touch = isl_map_is_disjoint(same, pairs) == isl_bool_false;
    isl_map_free(same);
    return touch;
}

/* The first conflict behind pairs of instances of two statements whose source
 * is a write, or does not have to be. */
static bool find_conflict(const struct poly *poly, int source, int sink,
                          isl_map *pairs, bool write, struct culprit *found)
{
    const struct poly_stmt *s = &poly->stmt[source], *t = &poly->stmt[sink];
    for (int a = s->access_begin; a < s->access_end; a++)
        for (int b = t->access_begin; b < t->access_end; b++)
            if (poly->access[a].write >= write &&
                explain_conflict(&poly->access[a], &poly->access[b], pairs)) {
                found->source = &poly->access[a];
                found->sink = &poly->access[b];
                return true;
            }
    return false;
}

static bool find_carried(const struct poly *poly, int loop, isl_map_list *list,
                         bool write, struct culprit *found)
{
    bool carries = false;
    for (int k = 0;
         !carries && !poly_isl_lost(poly) && k < isl_map_list_n_map(list);
         k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        map = poly_carried(poly, map, loop);
        if (map && isl_map_is_empty(map) == isl_bool_false)
            carries = find_conflict(poly, a, b, map, write, found);
        isl_map_free(map);
    }
    return carries;
}

bool explain_loop(const struct poly *poly, int loop, isl_map_list *list,
                  struct culprit *found)
{
    return find_carried(poly, loop, list, true, found) ||
           find_carried(poly, loop, list, false, found);
}

const char *explain_describe(const struct poly *poly, int loop,
                             const struct culprit *c)
{
    const struct scop_array *array =
        &poly->scop->array[poly->array[c->source->array].array];
    return arena_printf(
        poly->arena,
        "'%s', %s at line %d, is %s by a later iteration of loop '%s' at "
        "line %d",
        array->name, c->source->write ? "written" : "read",
        c->source->expr->loc.line, c->sink->write ? "written" : "read",
        poly->scop->loop[loop].name, c->sink->expr->loc.line);
}

/* Is it what one statement makes of an element, one after the other, with
 * operations of floats that are associative but for rounding? */
static bool is_rounded(const struct poly *poly, int loop,
                       const struct culprit *c)
{
    int stmt = c->source->stmt;
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    return stmt == c->sink->stmt && s->lhs && !poly->scop->reassociate &&
           scop_type_is_float(s->lhs->type) && c->source->write &&
           reduce_is_rounded(poly, stmt, c->source->array) &&
           !reduce_comes_back(poly, stmt, c->source->array, loop);
}

/* What `e` reads of an element that is always the same and that the region does
 * not write: an integer behind a pointer, such as a->w, for which a store of
 * another type than float may be meant. NULL: nothing. */
static const struct scop_expr *reads_fixed(const struct scop *scop,
                                           const struct scop_expr *e)
{
    bool fixed =
        e->op == SCOP_ACCESS && e->count && scop->array[e->ref].read_only;
    const struct scop_expr *found = NULL;
    for (int k = 0; k < e->count && !found; k++) {
        fixed &= e->arg[k]->op == SCOP_INT;
        found = reads_fixed(scop, e->arg[k]);
    }
    return fixed ? e : found;
}

/* Is this, in a body, what writes the element, and a sum or product of floats
 * with it? */
static bool holds_rounded_update(const struct scop_node *node,
                                 const struct scop_expr *element)
{
    struct update u;
    bool holds = node->lhs == element && scop_type_is_float(element->type) &&
                 update_match(node->lhs, node->rhs, true, &u);
    for (int k = 0; k < node->count && !holds; k++)
        holds = holds_rounded_update(node->child[k], element);
    return holds;
}

static bool is_rounded_update(const struct scop_stmt *s,
                              const struct scop_expr *element)
{
    struct update u;
    if (s->body)
        return holds_rounded_update(s->body, element);
    return scop_type_is_float(s->lhs->type) &&
           update_match(s->lhs, s->rhs, true, &u);
}

/* The scalar that the access' subscripts read, -1 if there is none. */
static int scalar_of(const struct scop *scop, const struct scop_expr *e)
{
    int found = -1;
    for (int k = 0; k < e->count && found < 0; k++) {
        const struct scop_expr *arg = e->arg[k];
        found = arg->op == SCOP_ACCESS && scop->array[arg->ref].rank == 0
                    ? arg->ref
                    : scalar_of(scop, arg);
    }
    return found;
}

/* Of a cursor, or what it tells: why that is not made in parallel. */
static const char *cursor_remedy(const struct poly *poly, int loop,
                                 const struct culprit *c)
{
    const struct poly_access *side[] = {c->source, c->sink};
    int array = poly->array[c->source->array].array;
    const char *text = NULL;
    if (cursor_is_meant(poly, array))
        return cursor_explain(poly, loop, array);
    for (int k = 0; k < 2 && !text; k++) {
        array = side[k]->exact ? -1 : scalar_of(poly->scop, side[k]->expr);
        if (side[k]->write && array >= 0 && cursor_is_meant(poly, array))
            text = cursor_explain(poly, loop, array);
    }
    return text;
}

const char *explain_remedy(const struct poly *poly, int loop,
                           const struct culprit *c)
{
    const struct poly_access *unknown =
        !c->sink->exact && c->sink->write ? c->sink : c->source;
    const struct scop *scop = poly->scop;
    const struct scop_array *array =
        &scop->array[poly->array[c->source->array].array];
    if (array->rank == 0 && array->scope == SCOP_OUTSIDE && c->source->write &&
        c->source->certain && c->sink->write && c->sink->certain)
        return arena_printf(poly->arena,
                            "say private(%s) if nobody reads it after the nest",
                            array->name);
    if (!c->source->write && c->source->exact && c->sink->exact)
        return arena_printf(poly->arena,
                            "have it read a copy of '%s' that is made before "
                            "the loop",
                            array->name);
    if (is_rounded(poly, loop, c))
        return "say reassociate if floats may be combined in any order";
    const char *cursor = cursor_remedy(poly, loop, c);
    if (cursor)
        return cursor;
    if (unknown->exact || !unknown->write)
        return NULL;
    const struct scop_stmt *stmt = poly->stmt[unknown->stmt].stmt;
    if (!scop->reassociate && is_rounded_update(stmt, unknown->expr))
        return "say reassociate if the sums may be taken in any order";
    if (!stmt->body && update_chooses_float(stmt->lhs, stmt->rhs))
        return "NaNs and zeros of different signs make the choice depend on "
               "the order: fmin or fmax may be taken in any";
    for (int k = 0; k < unknown->expr->count; k++) {
        const struct scop_expr *e = unknown->expr->arg[k];
        while (e->op == SCOP_CAST)
            e = e->arg[0];
        if (e->op == SCOP_ACCESS && e->count)
            return arena_printf(
                poly->arena,
                scop->array[e->ref].read_only
                    ? "its subscript is read from '%s': if these elements are "
                      "distinct, say injective(%s)"
                    : "its subscript is read from '%s', which the region "
                      "writes: if these elements are distinct, make this nest "
                      "a region of its own and say injective(%s)",
                scop->array[e->ref].name, scop->array[e->ref].name);
    }
    for (int k = 0; k < unknown->expr->count; k++) {
        const struct scop_expr *fixed =
            reads_fixed(scop, unknown->expr->arg[k]);
        struct buf text = {0};
        if (!fixed)
            continue;
        scop_print_access(scop, fixed, &text);
        const char *result = arena_printf(
            poly->arena,
            "its subscript depends on '%s', which stores through pointers may "
            "change: copy it into a variable before the region",
            text.text);
        buf_free(&text);
        return result;
    }
    return arena_printf(poly->arena,
                        "its subscript depends on data: if different "
                        "iterations touch different elements, say "
                        "independent(%s)",
                        scop->loop[loop].name);
}

static void not_parallel(const struct poly *poly, int loop,
                         const struct culprit *c)
{
    const struct scop_loop *l = &poly->scop->loop[loop];
    const char *assertion = explain_remedy(poly, loop, c);
    struct fault *fault = fault_add(poly->faults, FAULT_NOT_PARALLEL, l->loc,
                                    "loop '%s' is not parallel: %s", l->name,
                                    explain_describe(poly, loop, c));
    if (assertion)
        fault_hint(poly->faults, fault, c->source->expr->loc, "%s", assertion);
}

void poly_explain(const struct poly *poly)
{
    poly_budget(poly, 4);
    isl_map_list *list = poly_dependences(poly);
    for (int loop = 0; loop < poly->scop->loop_count; loop++) {
        const struct scop_loop *l = &poly->scop->loop[loop];
        struct culprit culprit;
        if (l->made)
            continue;
        bool carries = explain_loop(poly, loop, list, &culprit);
        if (poly_out_of_budget(poly))
            fault_add(poly->faults, FAULT_UNDECIDED, l->loc,
                      "loop '%s': whether it is parallel takes too long to "
                      "find out",
                      l->name);
        else if (carries)
            not_parallel(poly, loop, &culprit);
        else
            fault_add(poly->faults, FAULT_PARALLEL, l->loc,
                      "loop '%s' is parallel", l->name);
    }
    isl_map_list_free(list);
}
