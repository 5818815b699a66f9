/*
 * What runs in order for the sake of data, though nothing here can look at that
 * data beforehand: a warning of its own, where it keeps all of a nest from
 * running in parallel. Of the dependences that a loop carries
 *
 *   unknown  go through subscripts that memory holds, without an assertion;
 *   fed      lead to a filter that reads what the nest itself writes;
 *   chased   lead from one link of a chain in memory to the next, p = next[p].
 *
 * A loop that carries another one as well, which always holds, would run in
 * order without them, too: no clause would help. So it is where a filter reads
 * only what the nest overwrites later, in a region of which other parts run in
 * parallel.
 */
#include "polyhedral/report/report.h"

#include "polyhedral/dependence/dependence.h"

enum reason { CERTAIN, UNSURE, UNKNOWN, FED, CHASED };

static bool holds(const struct scop_expr *e, const struct scop_expr *part)
{
    bool found = e == part;
    for (int k = 0; k < e->count && !found; k++)
        found = holds(e->arg[k], part);
    return found;
}

/* Is an element read whose subscripts depend on the scalar? */
static bool follows(const struct scop_expr *e, int scalar)
{
    bool found = false;
    for (int k = 0; k < e->count && !found; k++)
        found = (e->op == SCOP_ACCESS && scop_expr_reads(e->arg[k], scalar)) ||
                follows(e->arg[k], scalar);
    return found;
}

static bool is_chased(const struct poly *poly, const struct culprit *c)
{
    const struct poly_access *write = c->source->write ? c->source : c->sink;
    const struct scop_stmt *s = poly->stmt[write->stmt].stmt;
    int array = poly->array[write->array].array;
    return !s->body && poly->scop->array[array].rank == 0 &&
           s->lhs->ref == array && follows(s->rhs, array);
}

/* Does the statement compute a scalar that guards of others read? */
static bool makes_condition(const struct poly *poly, const struct scop_stmt *s)
{
    if (s->body || poly->scop->array[s->lhs->ref].rank ||
        poly->scop->array[s->lhs->ref].scope == SCOP_OUTSIDE)
        return false;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *other = poly->stmt[k].stmt;
        for (int g = 0; g < other->guard_count; g++)
            if (scop_expr_reads(other->guard[g], s->lhs->ref))
                return true;
    }
    return false;
}

/* Does a filter read it? */
static bool is_of_filter(const struct poly *poly, const struct poly_access *a)
{
    const struct scop_stmt *s = poly->stmt[a->stmt].stmt;
    bool found = !a->write && makes_condition(poly, s);
    for (int g = 0; g < s->guard_count && !a->write && !found; g++)
        found = holds(s->guard[g], a->expr);
    return found;
}

static bool reads_memory(const struct poly *poly, const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS && poly->scop->array[e->ref].rank > 0;
    for (int k = 0; k < e->count && !found; k++)
        found = reads_memory(poly, e->arg[k]);
    return found;
}

/* Is the scalar a cursor, which no statement moves by what memory holds? */
static bool is_cursor(const struct poly *poly, int scalar)
{
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        if (s->body || (s->lhs->ref == scalar && reads_memory(poly, s->rhs)))
            return false;
    }
    return true;
}

/* Is the subscript unknown for the sake of cursors alone, as in x[n++]? */
static bool counts(const struct poly *poly, const struct scop_expr *e)
{
    bool only = e->op != SCOP_ACCESS || (poly->scop->array[e->ref].rank == 0 &&
                                         is_cursor(poly, e->ref));
    for (int k = 0; k < e->count && only; k++)
        only = counts(poly, e->arg[k]);
    return only;
}

static bool is_unknown(const struct poly *poly, const struct poly_access *a)
{
    bool only = true;
    for (int k = 0; k < a->expr->count && only; k++)
        only = counts(poly, a->expr->arg[k]);
    return !a->exact && !only;
}

static enum reason reason_of(const struct poly *poly, const struct culprit *c,
                             bool whole)
{
    if (is_unknown(poly, c->source) || is_unknown(poly, c->sink))
        return UNKNOWN;
    if (is_chased(poly, c))
        return CHASED;
    if (poly->array[c->source->array].rank &&
        ((whole && is_of_filter(poly, c->source)) ||
         is_of_filter(poly, c->sink)))
        return FED;
    return c->source->certain && c->sink->certain ? CERTAIN : UNSURE;
}

struct search {
    const struct poly *poly;
    bool whole; /* the region */
    int loop;
    enum reason reason; /* of what was found; CERTAIN ends the search */
    struct culprit found;
};

static void look_at(struct search *s, int source, int sink, isl_map *pairs)
{
    const struct poly *poly = s->poly;
    const struct poly_stmt *from = &poly->stmt[source], *to = &poly->stmt[sink];
    for (int a = from->access_begin; a < from->access_end; a++)
        for (int b = to->access_begin; b < to->access_end; b++) {
            struct culprit c = {&poly->access[a], &poly->access[b]};
            if (!explain_conflict(c.source, c.sink, pairs))
                continue;
            enum reason reason = reason_of(poly, &c, s->whole);
            if (reason == CERTAIN || reason > s->reason) {
                s->reason = reason;
                s->found = c;
            }
            if (reason == CERTAIN)
                return;
        }
}

/* Does data alone keep the loop in order? */
static bool is_for_data(struct search *s, isl_map_list *list)
{
    const struct poly *poly = s->poly;
    s->reason = UNSURE;
    for (int k = 0; k < isl_map_list_n_map(list) && s->reason != CERTAIN &&
                    !poly_isl_lost(poly);
         k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        map = poly_carried(poly, map, s->loop);
        if (map && isl_map_is_empty(map) == isl_bool_false)
            look_at(s, a, b, map);
        isl_map_free(map);
    }
    return s->reason >= UNKNOWN && !poly_isl_lost(poly);
}

static const char *does(const struct poly_access *access)
{
    return access->write ? "written" : "read";
}

static void warn(const struct search *s, struct loc loc, const char *what)
{
    static const char *const why[] = {
        [UNKNOWN] = "its iterations may meet in elements that only data tells",
        [FED] = "the nest itself writes what its filter reads",
        [CHASED] = "each iteration needs what the one before it read: it "
                   "follows a chain in memory"};
    static const char *const remedies[] = {
        [UNKNOWN] = "have it read what is complete before the nest",
        [FED] = "let the filter read what is complete before the nest, such as "
                "a copy",
        [CHASED] = "put the chain's places into an array before the nest"};
    const struct poly *poly = s->poly;
    const struct culprit *c = &s->found;
    const struct scop_loop *loop = &poly->scop->loop[s->loop];
    const char *remedy =
        s->reason == UNKNOWN ? explain_remedy(poly, s->loop, c) : NULL;
    struct fault *fault = fault_add(
        poly->faults, FAULT_UNKNOWN_DEPENDENCE, loc,
        "no part of this %s can run in parallel: %s; the plain nest runs", what,
        why[s->reason]);
    fault_note(poly->faults, fault, c->source->expr->loc, "'%s' is %s here",
               poly_access_text(poly, c->source), does(c->source));
    fault_note(poly->faults, fault, c->sink->expr->loc,
               "'%s' is %s here, by a later iteration of loop '%s'",
               poly_access_text(poly, c->sink), does(c->sink), loop->name);
    fault_hint(poly->faults, fault, loop->loc,
               "%s, or have it run in order by --compile-serial",
               remedy ? remedy : remedies[s->reason]);
}

bool poly_warn_of_data(const struct poly *poly, isl_union_set *instances,
                       struct loc loc, const char *what)
{
    poly_budget(poly, 4);
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    if (instances) {
        all =
            isl_union_map_intersect_domain(all, isl_union_set_copy(instances));
        all = isl_union_map_intersect_range(all, isl_union_set_copy(instances));
    }
    isl_map_list *list = isl_union_map_get_map_list(all);
    isl_union_map_free(all);
    struct search s = {.poly = poly, .whole = !instances};
    bool found = false;
    for (; s.loop < poly->scop->loop_count && !found; s.loop += !found)
        found = is_for_data(&s, list);
    if (found)
        warn(&s, loc, what);
    poly_out_of_budget(poly);
    isl_map_list_free(list);
    return found;
}

void poly_explain_kept(const struct poly *poly, bool little)
{
    poly_budget(poly, 4);
    isl_map_list *list = poly_dependences(poly);
    struct culprit culprit;
    int loop = 0;
    while (loop < poly->scop->loop_count &&
           !explain_loop(poly, loop, list, &culprit))
        loop++;
    struct fault *fault =
        fault_add(poly->faults, FAULT_KEPT, poly->scop->loc,
                  little ? "too little of this region can run in parallel: it "
                           "stays as it is"
                         : "no part of this region can run in parallel: it "
                           "stays as it is");
    if (loop < poly->scop->loop_count) { /* not if isl gave up */
        const char *remedy = explain_remedy(poly, loop, &culprit);
        fault_hint(poly->faults, fault, poly->scop->loop[loop].loc,
                   "%s; %s, or take the pragma away",
                   explain_describe(poly, loop, &culprit),
                   remedy ? remedy
                          : "rewrite it so that iterations do not depend on "
                            "each other");
    }
    poly_out_of_budget(poly);
    isl_map_list_free(list);
}
