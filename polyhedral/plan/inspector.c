/*
 * Decides which nests an inspector can look through (inspector.h), and what of
 * them it has to execute: the statements that give subscripts and conditions.
 */
#include "polyhedral/plan/plan.h"

int inspect_access(const struct poly *poly, int stmt,
                   const struct scop_expr *access)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    int alike = -1;
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->write)
            continue;
        if (a->expr == access)
            return k;
        if (scop_expr_equal(a->expr, access))
            alike = k;
    }
    return alike;
}

/* The poly array that an access of the statement uses. */
static int array_of(const struct poly *poly, int stmt,
                    const struct scop_expr *access)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    if (poly->scop->array[access->ref].scope == SCOP_POINT)
        return access->ref;
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].expr->ref == access->ref)
            return poly->access[k].array;
    return access->ref;
}

/* What is executed --------------------------------------------------------- */

bool inspect_has_edge(const struct inspection *g, int stmt,
                      const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS) {
        int access = inspect_access(g->poly, stmt, e);
        if (access >= 0 && g->edge[access])
            return true;
    }
    for (int k = 0; k < e->count; k++)
        if (inspect_has_edge(g, stmt, e->arg[k]))
            return true;
    return false;
}

bool inspect_needs_set(const struct inspection *g, int stmt,
                       const struct scop_expr *lhs, const struct scop_expr *rhs)
{
    return g->needed[array_of(g->poly, stmt, lhs)] ||
           inspect_has_edge(g, stmt, lhs) || inspect_has_edge(g, stmt, rhs);
}

/* Is there something to be done in the node, jumps aside? */
static bool does_something(const struct inspection *g, int stmt,
                           const struct scop_node *node)
{
    if (node->kind == SCOP_SET)
        return inspect_needs_set(g, stmt, node->lhs, node->rhs);
    if (node->test && inspect_has_edge(g, stmt, node->test))
        return true;
    for (int k = 0; k < node->count; k++)
        if (does_something(g, stmt, node->child[k]))
            return true;
    return false;
}

/* A loop that does nothing is left out with its jumps; others are needed by the
 * loop around them. */
bool inspect_needs_node(const struct inspection *g, int stmt,
                        const struct scop_node *node)
{
    return does_something(g, stmt, node) || scop_node_jumps(node, SCOP_BREAK) ||
           scop_node_jumps(node, SCOP_CONTINUE);
}

bool inspect_needs_stmt(const struct inspection *g, int stmt)
{
    const struct scop_stmt *s = g->poly->stmt[stmt].stmt;
    if (!g->in[stmt])
        return false;
    for (int k = 0; k < s->guard_count; k++)
        if (inspect_has_edge(g, stmt, s->guard[k]))
            return true;
    return s->body ? does_something(g, stmt, s->body)
                   : inspect_needs_set(g, stmt, s->lhs, s->rhs);
}

/* Marks what is needed, statement by statement. */
struct marking {
    struct inspection *g;
    int stmt;
    bool changed;
};

/* Marks the arrays that the whole expression is evaluated from. */
static void need_value(struct marking *m, const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS) {
        int array = array_of(m->g->poly, m->stmt, e);
        m->changed |= !m->g->needed[array];
        m->g->needed[array] = true;
    }
    for (int k = 0; k < e->count; k++)
        need_value(m, e->arg[k]);
}

/* Marks the arrays that tell where the edges in the expression lead: those in
 * subscripts, and in the conditions around them. */
static void need_edges(struct marking *m, const struct scop_expr *e)
{
    bool lazy = e->op == SCOP_COND || e->op == SCOP_LAND || e->op == SCOP_LOR;
    bool later = false;
    for (int k = 1; k < e->count; k++)
        later |= inspect_has_edge(m->g, m->stmt, e->arg[k]);
    if (lazy && later)
        need_value(m, e->arg[0]);
    int access =
        e->op == SCOP_ACCESS ? inspect_access(m->g->poly, m->stmt, e) : -1;
    bool edge = access >= 0 && m->g->edge[access];
    for (int k = 0; k < e->count; k++) {
        if (edge)
            need_value(m, e->arg[k]);
        need_edges(m, e->arg[k]);
    }
}

static void need_set(struct marking *m, const struct scop_expr *lhs,
                     const struct scop_expr *rhs)
{
    need_edges(m, lhs);
    need_edges(m, rhs);
    if (!m->g->needed[array_of(m->g->poly, m->stmt, lhs)])
        return;
    need_value(m, rhs);
    for (int k = 0; k < lhs->count; k++)
        need_value(m, lhs->arg[k]);
}

static void need_node(struct marking *m, const struct scop_node *node)
{
    if (!inspect_needs_node(m->g, m->stmt, node))
        return;
    if (node->kind == SCOP_SET)
        need_set(m, node->lhs, node->rhs);
    if (node->test)
        need_value(m, node->test);
    for (int k = 0; k < node->count; k++)
        need_node(m, node->child[k]);
}

static void find_needed(struct inspection *g)
{
    struct marking m = {g, 0, true};
    while (m.changed) {
        m.changed = false;
        for (m.stmt = 0; m.stmt < g->poly->stmt_count; m.stmt++) {
            const struct scop_stmt *s = g->poly->stmt[m.stmt].stmt;
            if (!inspect_needs_stmt(g, m.stmt))
                continue;
            for (int k = 0; k < s->guard_count; k++)
                need_value(&m, s->guard[k]);
            if (s->body)
                need_node(&m, s->body);
            else
                need_set(&m, s->lhs, s->rhs);
        }
    }
}

/* Edges -------------------------------------------------------------------- */

struct search {
    const struct poly *poly;
    const struct levels *levels;
    struct inspection *g;
    struct levels_refusal *refusal;
    const struct poly_access *unknown; /* an edge that only memory tells */
};

static bool is_shared(const struct search *s, const struct poly_access *a)
{
    return s->g->in[a->stmt] &&
           !levels_is_private(s->poly, s->levels, s->g->in, a->array);
}

/* Do other points meet the access through this write? */
static bool meets(const struct search *s, const struct poly_access *a,
                  const struct poly_access *write)
{
    isl_map *before = levels_depending(s->poly, s->levels, write, a);
    isl_map *after = levels_depending(s->poly, s->levels, a, write);
    bool none = isl_map_is_empty(before) == isl_bool_true &&
                isl_map_is_empty(after) == isl_bool_true;
    isl_map_free(before);
    isl_map_free(after);
    return !none;
}

/* Does the nest read what it writes through subscripts that memory holds? */
static bool may_be_unknown(const struct search *s)
{
    const struct poly *poly = s->poly;
    for (int r = 0; r < poly->access_count; r++)
        for (int w = 0; w < poly->access_count; w++)
            if (!poly->access[r].write && !poly->access[r].exact &&
                poly->access[w].write && s->g->in[poly->access[r].stmt] &&
                s->g->in[poly->access[w].stmt] &&
                poly->access[r].array == poly->access[w].array)
                return true;
    return false;
}

static void find_edges(struct search *s)
{
    const struct poly *poly = s->poly;
    for (int r = 0; r < poly->access_count; r++) {
        const struct poly_access *read = &poly->access[r];
        for (int w = 0; w < poly->access_count && !read->write; w++) {
            const struct poly_access *write = &poly->access[w];
            if (!write->write || write->array != read->array || s->g->edge[r] ||
                !is_shared(s, read) || !is_shared(s, write))
                continue;
            s->g->edge[r] = meets(s, read, write);
            if (s->g->edge[r] && !read->exact)
                s->unknown = read;
        }
    }
}

/* Elements -> the points that write them; NULL: some subscript is unknown. */
static isl_map *points_that_write(const struct search *s, int array)
{
    const struct poly *poly = s->poly;
    isl_map *all = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array || !a->write || !s->g->in[a->stmt])
            continue;
        s->refusal->from = a;
        if (!a->exact)
            return isl_map_free(all);
        isl_map *map = isl_map_reverse(isl_map_copy(a->map));
        map = isl_map_apply_range(map, levels_points(poly, s->levels, a->stmt));
        all = all ? isl_map_union(all, map) : map;
    }
    return all;
}

/* False: an element has no writer, or several, or its subscripts are not what
 * the source has. */
static bool find_writer(struct search *s, int array)
{
    struct inspect_writer *writer = &s->g->writer[array];
    const struct poly_array *pa = &s->poly->array[array];
    isl_map *map = pa->pitch ? NULL : points_that_write(s, array);
    if (!map || isl_map_is_single_valued(map) != isl_bool_true) {
        isl_map_free(map);
        return false;
    }
    map = isl_map_reset_tuple_id(map, isl_dim_in);
    writer->where = levels_set_at(s->poly, isl_map_domain(isl_map_copy(map)),
                                  "hd_e", pa->rank);
    isl_pw_multi_aff *point = isl_pw_multi_aff_from_map(map);
    for (int d = 0; d < s->levels->dims; d++)
        writer->point[d] = levels_value_at(
            s->poly, isl_pw_multi_aff_get_pw_aff(point, d), "hd_e", pa->rank);
    isl_pw_multi_aff_free(point);
    return true;
}

/* Does another point than the one that wrote it write an element again? */
static bool is_rewritten(struct search *s)
{
    const struct poly *poly = s->poly;
    for (int a = 0; a < poly->access_count; a++)
        for (int b = 0; b < poly->access_count && poly->access[a].write; b++) {
            const struct poly_access *first = &poly->access[a];
            const struct poly_access *then = &poly->access[b];
            if (!then->write || first->array != then->array ||
                !is_shared(s, first) || !is_shared(s, then))
                continue;
            isl_map *pairs = levels_depending(s->poly, s->levels, first, then);
            bool none = isl_map_is_empty(pairs) == isl_bool_true;
            isl_map_free(pairs);
            if (none)
                continue;
            *s->refusal = (struct levels_refusal){
                .from = first, .to = then, .scattered = true};
            return true;
        }
    return false;
}

static bool find_writers(struct search *s)
{
    for (int k = 0; k < s->poly->access_count; k++) {
        const struct poly_access *a = &s->poly->access[k];
        if (!s->g->edge[k] || s->g->writer[a->array].where)
            continue;
        *s->refusal =
            (struct levels_refusal){.from = a, .to = a, .scattered = true};
        if (!find_writer(s, a->array))
            return false;
        *s->refusal = (struct levels_refusal){0};
    }
    return true;
}

/* Does the nest itself write what the inspector would read? Then *refusal says
 * what. Temporaries of a point it computes as the nest does. */
static bool is_fed(struct search *s)
{
    const struct poly *poly = s->poly;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (!a->write || !s->g->needed[a->array] || !is_shared(s, a))
            continue;
        struct filter *filter = arena_alloc(poly->arena, sizeof *filter);
        *filter = (struct filter){
            .stmt = a->stmt, .culprit = a->expr, .writer = a->stmt};
        s->refusal->from = a;
        s->refusal->to = s->unknown;
        s->refusal->filter = filter;
        return true;
    }
    return false;
}

struct inspection *inspect_nest(const struct poly *poly, const struct levels *v,
                                const bool *in, struct levels_refusal *refusal)
{
    struct inspection *g = arena_alloc(poly->arena, sizeof *g);
    struct search s = {poly, v, g, refusal, NULL};
    g->poly = poly;
    g->in = in;
    g->edge = arena_alloc(poly->arena, (size_t)poly->access_count + 1);
    g->needed = arena_alloc(poly->arena, (size_t)poly->array_count + 1);
    g->writer = arena_alloc(poly->arena, sizeof *g->writer *
                                             (size_t)(poly->array_count + 1));
    if (may_be_unknown(&s))
        find_edges(&s);
    if (!s.unknown)
        return NULL;
    if (!is_rewritten(&s) && find_writers(&s)) {
        find_needed(g);
        if (!is_fed(&s))
            return g;
    }
    inspect_free(g);
    return NULL;
}

void inspect_free(struct inspection *g)
{
    for (int a = 0; g && a < g->poly->array_count; a++) {
        isl_set_free(g->writer[a].where);
        for (int d = 0; d < LEVELS_MAX_DIMS; d++)
            isl_pw_aff_free(g->writer[a].point[d]);
    }
}
