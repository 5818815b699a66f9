/*
 * Decides which nests get a Plan by levels (level_schedule.h), and what it is
 * made from: points, dependences and their sources, and the data that it reads.
 */
#include "polyhedral/plan/plan.h"

#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

/* A nest that may get a Plan. */
struct candidate {
    const struct poly *poly;
    struct levels_list *list;
    struct levels *levels;
    struct filter_nest nest;
    bool *in;
    enum privacy { UNKNOWN, SHARED, PRIVATE } * privacy; /* per array */
};

/* { [] -> [TAG0, …] }: a point as a function of the parameters. */
static isl_multi_aff *point_params(const struct poly *poly, const char *tag,
                                   int dims)
{
    isl_space *space = space_tagged(affine_space(poly, 0), tag, dims);
    isl_space *to = space_tagged(affine_space(poly, dims), tag, dims);
    isl_multi_aff *point = isl_multi_aff_zero(
        isl_space_map_from_domain_and_range(isl_space_copy(space), to));
    for (int k = 0; k < dims; k++) {
        char name[16];
        snprintf(name, sizeof name, "%s%d", tag, k);
        isl_local_space *local =
            isl_local_space_from_space(isl_space_copy(space));
        point = isl_multi_aff_set_aff(point, k, space_param(local, name));
    }
    isl_space_free(space);
    return point;
}

isl_set *levels_set_at(const struct poly *poly, isl_set *set, const char *tag,
                       int dims)
{
    set = isl_set_preimage_multi_aff(set, point_params(poly, tag, dims));
    return isl_set_coalesce(isl_set_params(set));
}

isl_pw_aff *levels_value_at(const struct poly *poly, isl_pw_aff *value,
                            const char *tag, int dims)
{
    isl_set *domain = isl_pw_aff_domain(isl_pw_aff_copy(value));
    value = isl_pw_aff_gist(value, domain);
    value = isl_pw_aff_pullback_multi_aff(value, point_params(poly, tag, dims));
    return isl_pw_aff_project_domain_on_params(value);
}

isl_map *levels_points(const struct poly *poly, const struct levels *v,
                       int stmt)
{
    isl_set *domain = isl_set_copy(poly->stmt[stmt].domain);
    isl_union_map *map = isl_union_map_copy(v->points);
    map = isl_union_map_intersect_domain(map, isl_union_set_from_set(domain));
    return isl_map_from_union_map(map);
}

/* The box of all points. */
static void find_box(struct candidate *c)
{
    struct levels *v = c->levels;
    isl_union_set *range = isl_union_map_range(isl_union_map_copy(v->points));
    isl_set *all = isl_set_coalesce(isl_set_from_union_set(range));
    for (int k = 0; k < v->dims; k++) {
        v->low[k] = isl_pw_aff_coalesce(isl_set_dim_min(isl_set_copy(all), k));
        v->high[k] = isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(all), k));
    }
    isl_set_free(all);
}

/* The value of loop number `d` of the statement as a function of the point,
 * NULL if several instances of a point differ in it. */
static isl_pw_aff *iterator_at(const struct candidate *c,
                               isl_map *instances /* points -> S[i…] */, int d)
{
    int depth = (int)isl_map_dim(instances, isl_dim_out);
    isl_map *one = isl_map_copy(instances);
    one = isl_map_project_out(one, isl_dim_out, (unsigned)(d + 1),
                              (unsigned)(depth - d - 1));
    one = isl_map_project_out(one, isl_dim_out, 0, (unsigned)d);
    if (isl_map_is_single_valued(one) != isl_bool_true) {
        isl_map_free(one);
        return NULL;
    }
    isl_pw_multi_aff *value = isl_pw_multi_aff_from_map(one);
    isl_pw_aff *pa = isl_pw_multi_aff_get_pw_aff(value, 0);
    isl_pw_multi_aff_free(value);
    return levels_value_at(c->poly, pa, "hd_q", c->levels->dims);
}

/* A statement's instances in a point. */
static void find_instances(struct candidate *c, int stmt)
{
    struct levels *v = c->levels;
    struct levels_stmt *s = &v->stmt[stmt];
    int depth = c->poly->stmt[stmt].stmt->depth;
    isl_map *instances = isl_map_reverse(levels_points(c->poly, v, stmt));
    bool *known = arena_alloc(c->poly->arena, (size_t)depth + 1);
    s->iter =
        arena_alloc(c->poly->arena, sizeof(isl_pw_aff *) * (size_t)(depth + 1));
    for (int d = 0; d < depth; d++) {
        s->iter[d] = iterator_at(c, instances, d);
        known[d] = s->iter[d] != NULL;
    }
    c->nest.known[stmt] = known;
    s->at = levels_set_at(c->poly, isl_map_domain(instances), "hd_q", v->dims);
}

/* The elements of an array -> the points of one nest that use them. */
static isl_union_map *users_of(const struct poly *poly, const struct levels *v,
                               int array)
{
    isl_union_map *access = array_accesses(poly, array);
    return isl_union_map_apply_range(isl_union_map_reverse(access),
                                     isl_union_map_copy(v->points));
}

/* Is each element used by one point of the nest at most? */
static bool is_of_one_point(const struct poly *poly, const struct levels *v,
                            int array)
{
    isl_union_map *users = users_of(poly, v, array);
    bool one = isl_union_map_is_single_valued(users) == isl_bool_true;
    isl_union_map_free(users);
    return one;
}

bool levels_is_private(const struct poly *poly, const struct levels *v,
                       const bool *in, int array)
{
    const struct poly_array *pa = &poly->array[array];
    if (poly->scop->array[pa->array].scope == SCOP_POINT)
        return true;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array && !in[poly->access[k].stmt])
            return false;
    return pa->local && is_of_one_point(poly, v, array);
}

/* The same, found once for each array: accesses go by pairs. */
static bool is_private(const struct candidate *c, int array)
{
    enum privacy *privacy = &c->privacy[array];
    if (*privacy == UNKNOWN)
        *privacy = levels_is_private(c->poly, c->levels, c->in, array) ? PRIVATE
                                                                       : SHARED;
    return *privacy == PRIVATE;
}

bool levels_keep_apart(const struct poly *poly, const struct levels_list *list,
                       int array)
{
    for (int k = 0; list && k < list->count; k++)
        if (!is_of_one_point(poly, &list->levels[k], array))
            return false;
    return true;
}

isl_map *levels_depending(const struct poly *poly, const struct levels *v,
                          const struct poly_access *from,
                          const struct poly_access *to)
{
    isl_map *pairs = isl_map_apply_range(
        isl_map_copy(from->map), isl_map_reverse(isl_map_copy(to->map)));
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_map *model = isl_union_map_extract_map(all, isl_map_get_space(pairs));
    isl_union_map_free(all);
    pairs = isl_map_intersect(pairs, model);
    pairs = isl_map_apply_domain(pairs, levels_points(poly, v, from->stmt));
    pairs = isl_map_apply_range(pairs, levels_points(poly, v, to->stmt));
    isl_map *same = isl_map_identity(isl_map_get_space(pairs));
    return isl_map_coalesce(isl_map_subtract(pairs, same));
}

/* Puts p -> q among the sources of the nest; its number, or -1: there are
 * several q for one p, or too many sources. */
static int join_source(struct levels *v, isl_map *map /* taken */)
{
    if (isl_map_is_single_valued(map) == isl_bool_true) {
        for (int k = 0; k < v->source_count; k++) {
            isl_map *both = isl_map_union(isl_map_copy(v->source[k].map),
                                          isl_map_copy(map));
            if (isl_map_is_single_valued(both) == isl_bool_true) {
                isl_map_free(v->source[k].map);
                isl_map_free(map);
                v->source[k].map = isl_map_coalesce(both);
                return k;
            }
            isl_map_free(both);
        }
        if (v->source_count < LEVELS_MAX_SOURCES) {
            v->source[v->source_count].map = map;
            return v->source_count++;
        }
    }
    isl_map_free(map);
    return -1;
}

static void report_refusal(const struct poly *poly,
                           const struct levels_refusal *refusal)
{
    const struct poly_access *from = refusal->from, *to = refusal->to;
    const struct filter *filter = refusal->filter;
    struct loc loc = poly->stmt[to->stmt].stmt->loc;
    int from_line = poly->stmt[from->stmt].stmt->loc.line;
    if (refusal->operations || refusal->backward) {
        fault_add(poly->faults, FAULT_NO_PLAN, loc,
                  "no Plan by levels, though '%s' depends on '%s' in line %d "
                  "only where data says so: %s",
                  poly_access_text(poly, to), poly_access_text(poly, from),
                  from_line,
                  refusal->backward
                      ? "some of its points lie in no later step than what "
                        "they may depend on"
                      : "a point does too little to pay for finding its level");
        return;
    }
    if (!filter) {
        fault_add(
            poly->faults, FAULT_NO_PLAN, loc,
            refusal->scattered
                ? "no Plan by levels: '%s' depends on points that are not "
                  "known beforehand, since several may write one element "
                  "by '%s' in line %d"
            : refusal->many
                ? "no Plan by levels: '%s' depends on more than one "
                  "earlier point through '%s' in line %d"
                : "no Plan by levels: '%s' depends on '%s' in line %d "
                  "whatever the data is",
            poly_access_text(poly, to), poly_access_text(poly, from),
            from_line);
        return;
    }
    struct fault *fault = fault_add(
        poly->faults, FAULT_NO_PLAN, filter->culprit->loc,
        "no Plan by levels: whether '%s' in line %d depends on '%s' in line %d "
        "is not known when the nest starts",
        poly_access_text(poly, to), loc.line, poly_access_text(poly, from),
        from_line);
    if (filter->writer >= 0)
        fault_hint(poly->faults, fault, poly->stmt[filter->writer].stmt->loc,
                   "the nest itself writes what the filter reads, here; let "
                   "filters read arrays that are complete before the nest");
    else
        fault_hint(poly->faults, fault, filter->culprit->loc,
                   "let the filter depend on the point's own iterators");
}

void levels_report(const struct poly *poly, const struct levels_list *list)
{
    for (int k = 0; k < list->count; k++)
        fault_add(poly->faults, FAULT_PLAN, list->levels[k].loc,
                  "dependences of this nest hold only where data says so: a "
                  "Plan by levels is made when it starts");
    for (int k = 0; k < list->refusal_count; k++)
        report_refusal(poly, &list->refusal[k]);
}

/* Keeps the nest from a Plan. */
static bool refuse(struct candidate *c, const struct poly_access *from,
                   const struct poly_access *to, const struct filter *filter,
                   bool many)
{
    struct levels_refusal refusal = {.from = from, .to = to, .many = many};
    if (filter) {
        struct filter *copy = arena_alloc(c->poly->arena, sizeof *copy);
        *copy = *filter;
        refusal.filter = copy;
    }
    ARENA_PUSH(c->poly->arena, c->list->refusal, c->list->refusal_count,
               c->list->refusal_cap, refusal);
    return false;
}

/* Adds the dependences between two accesses; false: no Plan. */
static bool add_dependence(struct candidate *c, const struct poly_access *from,
                           const struct poly_access *to)
{
    struct levels *v = c->levels;
    isl_map *pairs = levels_depending(c->poly, v, from, to);
    if (isl_map_is_empty(pairs) != isl_bool_false) {
        isl_map_free(pairs);
        return true;
    }
    struct levels_dep dep = {.first = from, .then = to};
    dep.from = filter_make(c->poly, &c->nest, from->stmt, from->when);
    dep.to = filter_make(c->poly, &c->nest, to->stmt, to->when);
    if (dep.from.count + dep.to.count == 0) {
        isl_map_free(pairs);
        return refuse(c, from, to,
                      dep.to.culprit     ? &dep.to
                      : dep.from.culprit ? &dep.from
                                         : NULL,
                      false);
    }
    pairs = isl_map_reverse(pairs);
    dep.where = levels_set_at(c->poly, isl_map_domain(isl_map_copy(pairs)),
                              "hd_q", v->dims);
    dep.source = join_source(v, pairs);
    if (dep.source < 0) {
        isl_set_free(dep.where);
        return refuse(c, from, to, NULL, true);
    }
    for (int k = 0; k < v->dep_count; k++) {
        struct levels_dep *old = &v->dep[k];
        if (old->source == dep.source && filter_equal(&old->from, &dep.from) &&
            filter_equal(&old->to, &dep.to)) {
            old->where = isl_set_union(old->where, dep.where);
            return true;
        }
    }
    ARENA_PUSH(c->poly->arena, v->dep, v->dep_count, v->dep_cap, dep);
    return true;
}

static bool find_dependences(struct candidate *c)
{
    const struct poly *poly = c->poly;
    for (int a = 0; a < poly->access_count; a++)
        for (int b = 0; b < poly->access_count; b++) {
            const struct poly_access *from = &poly->access[a];
            const struct poly_access *to = &poly->access[b];
            if (from->array == to->array && (from->write || to->write) &&
                c->in[from->stmt] && c->in[to->stmt] &&
                !is_private(c, from->array) && !add_dependence(c, from, to))
                return false;
        }
    return c->levels->dep_count > 0;
}

/* Every source lies at an earlier time: what the walk relies on. */
static bool moves_forward(isl_map *map /* p -> q */)
{
    isl_map *earlier = isl_map_universe(isl_map_get_space(map));
    earlier = isl_map_order_gt(earlier, isl_dim_in, 0, isl_dim_out, 0);
    bool forward = isl_map_is_subset(map, earlier) == isl_bool_true;
    isl_map_free(earlier);
    return forward;
}

static bool find_sources(struct candidate *c)
{
    struct levels *v = c->levels;
    for (int k = 0; k < v->source_count; k++) {
        if (!moves_forward(v->source[k].map)) {
            struct levels_refusal refusal = {.from = v->dep[0].first,
                                             .to = v->dep[0].then,
                                             .backward = true};
            ARENA_PUSH(c->poly->arena, c->list->refusal, c->list->refusal_count,
                       c->list->refusal_cap, refusal);
            return false;
        }
        isl_pw_multi_aff *source =
            isl_pw_multi_aff_from_map(isl_map_copy(v->source[k].map));
        for (int d = 0; d < v->dims; d++)
            v->source[k].point[d] =
                levels_value_at(c->poly, isl_pw_multi_aff_get_pw_aff(source, d),
                                "hd_q", v->dims);
        isl_pw_multi_aff_free(source);
    }
    return true;
}

static int64_t operations_of(const struct scop_expr *e)
{
    enum { FUNCTION = 10 };
    int64_t count = e->op == SCOP_CALL ? FUNCTION : e->count > 0;
    for (int k = 0; k < e->count; k++)
        count += operations_of(e->arg[k]);
    return count;
}

enum { TYPICAL_ROUNDS = 16 };

/* Returns the operations of a statement's body, each loop of which iterates
 * TYPICAL_ROUNDS times. */
static int64_t operations_in(const struct scop_node *node)
{
    int64_t count = node->rhs ? 1 + operations_of(node->rhs) : 0;
    count += node->test ? operations_of(node->test) : 0;
    for (int k = 0; k < node->count; k++)
        count += operations_in(node->child[k]);
    return node->kind == SCOP_LOOP ? count * TYPICAL_ROUNDS : count;
}

/* How often loop `d` of the statement iterates: as often as its constant
 * bounds say, else a number of times. */
static int64_t rounds_of(const struct poly_stmt *stmt, int d)
{
    enum { MOST = 1 << 20 };
    isl_aff *iterator = isl_aff_var_on_domain(
        isl_local_space_from_space(isl_set_get_space(stmt->domain)),
        isl_dim_set, (unsigned)d);
    isl_val *last = isl_set_max_val(stmt->domain, iterator);
    isl_val *first = isl_set_min_val(stmt->domain, iterator);
    isl_aff_free(iterator);
    isl_val *count = isl_val_add_ui(isl_val_sub(last, first), 1);
    int64_t rounds = TYPICAL_ROUNDS;
    if (isl_val_is_int(count) == isl_bool_true)
        rounds =
            isl_val_cmp_si(count, MOST) < 0 ? isl_val_get_num_si(count) : MOST;
    isl_val_free(count);
    return rounds;
}

/* The operations of a point, with those of the loops in it. */
static int64_t count_operations(const struct candidate *c)
{
    enum { MOST = 1 << 30 };
    int64_t count = 0;
    for (int s = 0; s < c->poly->stmt_count; s++) {
        const struct poly_stmt *stmt = &c->poly->stmt[s];
        int64_t each = 0;
        if (c->in[s])
            each = stmt->stmt->body ? operations_in(stmt->stmt->body)
                                    : 1 + operations_of(stmt->stmt->rhs);
        for (int d = 0; c->in[s] && d < stmt->stmt->depth; d++)
            if (!c->nest.known[s][d] && each < MOST)
                each *= rounds_of(stmt, d);
        count += each;
    }
    return count < MOST ? count : MOST;
}

/* Does the statement write what other points or the caller see? */
static bool is_visible(const struct candidate *c, int stmt)
{
    const struct poly_stmt *s = &c->poly->stmt[stmt];
    bool visible = false;
    for (int k = s->access_begin; k < s->access_end; k++)
        visible |= c->poly->access[k].write &&
                   !is_private(c, c->poly->access[k].array);
    return visible;
}

/* Marks the arrays that the expression reads where it is evaluated before the
 * nest starts. */
static void mark_inputs(struct candidate *c, int stmt,
                        const struct scop_expr *e)
{
    for (int k = 0; k < e->count; k++)
        mark_inputs(c, stmt, e->arg[k]);
    int array = e->op == SCOP_ACCESS ? filter_array(c->poly, stmt, e) : -1;
    if (array < 0)
        return;
    int definition = filter_definition(c->poly, c->in, array, stmt);
    if (definition >= 0)
        mark_inputs(c, definition, c->poly->stmt[definition].stmt->rhs);
    else
        c->levels->input[array] = true;
}

static void mark_filter(struct candidate *c, const struct filter *filter)
{
    for (int k = 0; k < filter->count; k++)
        mark_inputs(c, filter->stmt, filter->test[k].expr);
}

/* What the Plan is made from. */
static void find_inputs(struct candidate *c)
{
    const struct poly *poly = c->poly;
    struct levels *v = c->levels;
    v->input = arena_alloc(poly->arena, (size_t)poly->array_count + 1);
    for (int a = 0; v->inspection && a < poly->array_count; a++)
        v->input[a] = v->inspection->needed[a];
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].write && c->in[poly->access[k].stmt])
            v->input[poly->access[k].array] = false;
    for (int s = 0; s < poly->stmt_count; s++)
        if (c->in[s])
            mark_filter(c, &v->stmt[s].filter);
    for (int k = 0; k < v->dep_count; k++) {
        mark_filter(c, &v->dep[k].from);
        mark_filter(c, &v->dep[k].to);
    }
}

/* Has a statement of the nest guards, or conditions around accesses? */
static bool is_guarded(const struct candidate *c)
{
    const struct poly *poly = c->poly;
    bool guarded = false;
    for (int s = 0; s < poly->stmt_count; s++)
        for (int k = poly->stmt[s].access_begin;
             c->in[s] && k < poly->stmt[s].access_end; k++)
            guarded |= poly->stmt[s].stmt->guard_count || poly->access[k].when;
    return guarded;
}

/* May dependences through unknown subscripts be found by an inspector? */
static bool inspect(struct candidate *c)
{
    struct levels_refusal refusal = {0};
    c->levels->inspection = inspect_nest(c->poly, c->levels, c->in, &refusal);
    if (!c->levels->inspection && refusal.to)
        ARENA_PUSH(c->poly->arena, c->list->refusal, c->list->refusal_count,
                   c->list->refusal_cap, refusal);
    return c->levels->inspection || refusal.to;
}

/* May a Plan be made for points that one thread would do otherwise, because it
 * costs less? What a point does must be more than what finding its level takes.
 */
static bool pays_for_chain(struct candidate *c)
{
    enum { WORTH = 100 };
    const struct levels *v = c->levels;
    if (v->dims > 1 || v->operations >= WORTH || c->list->asked)
        return true;
    struct levels_refusal refusal = {.from = v->dep[0].first,
                                     .to = v->dep[0].then,
                                     .operations = v->operations};
    ARENA_PUSH(c->poly->arena, c->list->refusal, c->list->refusal_count,
               c->list->refusal_cap, refusal);
    return false;
}

/* Is a point where this statement runs one of an earlier statement's anyhow? */
static bool is_implied(const struct levels *v, int stmt)
{
    const struct levels_stmt *s = &v->stmt[stmt];
    for (int k = 0; k < stmt; k++) {
        const struct levels_stmt *other = &v->stmt[k];
        bool prefix = other->at && other->visible &&
                      other->filter.count <= s->filter.count;
        for (int t = 0; prefix && t < other->filter.count; t++)
            prefix = scop_expr_equal(other->filter.test[t].expr,
                                     s->filter.test[t].expr);
        if (prefix && isl_set_is_subset(s->at, other->at) == isl_bool_true)
            return true;
    }
    return false;
}

/* Points that run, by the first statement that makes them. */
static void find_kinds(const struct candidate *c)
{
    struct levels *v = c->levels;
    for (int s = 0; s < c->poly->stmt_count; s++) {
        struct levels_stmt *stmt = &v->stmt[s];
        stmt->kind = -1;
        if (!stmt->at || !stmt->visible || is_implied(v, s))
            continue;
        if (v->kinds < LEVELS_MAX_KINDS)
            v->kinds++;
        stmt->kind = v->kinds - 1;
    }
    v->kinds = v->kinds ? v->kinds : 1;
}

/* Fills in what the points and dependences of a nest are; false: no Plan. */
static bool analyse(struct candidate *c)
{
    const struct poly *poly = c->poly;
    struct levels *v = c->levels;
    bool inspected = v->kind == LEVELS_OF_BAND && inspect(c);
    bool is_row = v->dims == 1 && !v->serial; /* its points are parallel */
    if (inspected ? !v->inspection : is_row || !is_guarded(c))
        return false;
    find_box(c);
    for (int s = 0; s < poly->stmt_count; s++)
        if (c->in[s])
            find_instances(c, s);
    for (int s = 0; s < poly->stmt_count; s++) {
        if (!c->in[s])
            continue;
        v->stmt[s].filter = filter_make(poly, &c->nest, s, NULL);
        v->stmt[s].visible = is_visible(c, s);
    }
    v->operations = count_operations(c);
    if (!inspected &&
        !(find_dependences(c) && find_sources(c) && pays_for_chain(c)))
        return false;
    find_inputs(c);
    find_kinds(c);
    return true;
}

static void free_levels(const struct poly *poly, struct levels *v)
{
    for (int k = 0; k < v->dims; k++) {
        isl_pw_aff_free(v->low[k]);
        isl_pw_aff_free(v->high[k]);
    }
    for (int s = 0; v->stmt && s < poly->stmt_count; s++) {
        isl_set_free(v->stmt[s].at);
        for (int d = 0; v->stmt[s].iter && d < poly->stmt[s].stmt->depth; d++)
            isl_pw_aff_free(v->stmt[s].iter[d]);
    }
    for (int k = 0; k < v->source_count; k++) {
        isl_map_free(v->source[k].map);
        for (int d = 0; d < v->dims; d++)
            isl_pw_aff_free(v->source[k].point[d]);
    }
    for (int k = 0; k < v->dep_count; k++)
        isl_set_free(v->dep[k].where);
    inspect_free(v->inspection);
    isl_union_set_free(v->domain);
    isl_union_map_free(v->points);
}

void levels_free(struct levels_list *list)
{
    for (int k = 0; list && k < list->count; k++)
        free_levels(list->poly, &list->levels[k]);
}

/* Which statements have instances in the nest, and where the first one is. */
static void find_members(struct candidate *c)
{
    const struct poly *poly = c->poly;
    c->in = arena_alloc(poly->arena, (size_t)poly->stmt_count + 1);
    c->levels->loc = poly->scop->loc;
    for (int s = poly->stmt_count - 1; s >= 0; s--) {
        isl_union_set *set =
            isl_union_set_from_set(isl_set_copy(poly->stmt[s].domain));
        c->in[s] =
            isl_union_set_is_disjoint(set, c->levels->domain) == isl_bool_false;
        isl_union_set_free(set);
        if (c->in[s])
            c->levels->loc = poly->stmt[s].stmt->loc;
    }
    c->privacy = arena_alloc(poly->arena, sizeof *c->privacy *
                                              (size_t)(poly->array_count + 1));
    c->levels->in = c->in;
    c->nest.in = c->in;
    c->nest.known = arena_alloc(
        poly->arena, sizeof *c->nest.known * (size_t)(poly->stmt_count + 1));
}

/* Tries the points (taken); true: the nest has its Plan. */
static bool try_points(struct candidate *c, isl_schedule_node *band,
                       enum levels_points kind, isl_union_map *points)
{
    const struct poly *poly = c->poly;
    struct levels_list *list = c->list;
    struct levels v = {.kind = kind};
    c->levels = &v;
    v.domain = isl_schedule_node_get_domain(band);
    v.points =
        isl_union_map_intersect_domain(points, isl_union_set_copy(v.domain));
    v.dims = levels_point_dims(v.points);
    v.serial =
        kind == LEVELS_OF_SOURCE || (v.dims == 1 && levels_is_serial(band));
    v.stmt = arena_alloc(poly->arena,
                         sizeof *v.stmt * (size_t)(poly->stmt_count + 1));
    v.name = arena_printf(poly->arena, "P%d", list->count);
    v.window = list->window;
    find_members(c);
    if (v.dims > 0 && v.dims <= LEVELS_MAX_DIMS && analyse(c)) {
        ARENA_PUSH(poly->arena, list->levels, list->count, list->cap, v);
        return true;
    }
    free_levels(poly, &v);
    return false;
}

static bool has_guards(const struct poly *poly)
{
    bool found = false;
    for (int s = 0; s < poly->stmt_count; s++)
        found |= poly->stmt[s].stmt->guard_count > 0;
    for (int k = 0; k < poly->access_count; k++)
        found |= poly->access[k].when != NULL;
    return found;
}

/* The points of the first kind that has a Plan; else the first refusal stays.
 */
static void consider(const struct poly *poly, struct levels_list *list,
                     isl_schedule_node *band)
{
    struct candidate c = {.poly = poly, .list = list};
    int before = list->refusal_count;
    int kinds = has_guards(poly) ? LEVELS_POINT_KINDS : LEVELS_OF_BAND + 1;
    bool found = false;
    for (int k = 0; k < kinds && !found; k++) {
        isl_union_map *points =
            levels_points_of(poly, band, (enum levels_points)k);
        int refused = list->refusal_count;
        found = points && try_points(&c, band, (enum levels_points)k, points);
        if (found)
            list->refusal_count = before;
        else if (refused > before)
            list->refusal_count = refused;
    }
}

static void search(const struct poly *poly, struct levels_list *list,
                   isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        consider(poly, list, node);
        return;
    }
    int count = (int)isl_schedule_node_n_children(node);
    for (int k = 0; k < count; k++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, k);
        search(poly, list, child);
        isl_schedule_node_free(child);
    }
}

struct levels_list *levels_find(const struct poly *poly, isl_schedule *schedule,
                                const struct region_options *options)
{
    struct levels_list *list = arena_alloc(poly->arena, sizeof *list);
    list->poly = poly;
    list->schedule = schedule;
    list->asked = options->plan == SCOP_PLAN_COMPACT;
    list->window =
        options->plan_limited ? options->plan_window : LEVELS_ALL_SLICES;
    /* the sizes of a Plan must be known beforehand */
    if (list->window == 0 || options->plan == SCOP_PLAN_GUARD ||
        poly->part->counter_count)
        return list;
    poly_budget(poly, 4);
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    search(poly, list, root);
    isl_schedule_node_free(root);
    if (!poly_out_of_budget(poly))
        return list;
    levels_free(list);
    list->count = list->refusal_count = 0;
    return list;
}
