/*
 * Host: loop distribution within a kernel.
 *
 * The scheduler puts what has fewer loops than its neighbours, as the first
 * value of a sum, into one iteration of the loops that it lacks, and what comes
 * one after the other into one loop, behind each other. In the innermost loop
 * that is a condition, for which compilers give vectors up. Statements that
 * never meet in an iteration, or that move along other loops, get loops of
 * their own: inside of what a thread takes at once, so that no launch is added
 * and what they have in common is still in a cache.
 *
 *   for i in a chunk: for k:              for i in a chunk: for j: S0
 *     for j: if (k == 0) S0; S1     to    for i in a chunk: for k: for j: S1
 *
 * The chunk's iterations are independent. The nests of a closure's blocks are
 * apart already (rewrite/closure_blocking.c). What uses an array of the
 * region's own stays together where that may be a variable, but for rows of
 * sums, which the innermost loop goes through again and again.
 */
#include "polyhedral/map/map.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/schedule/schedule.h"

#include <stdlib.h>

enum { MAX_UNITS = 16, MAX_MEMBERS = 31 };

/* A statement below the band. */
struct unit {
    int stmt, class;
    unsigned moves; /* a bit for each member that is not constant */
    int iterators;  /* how many of its iterators those members depend on */
    isl_set *range; /* values of the members */
    unsigned along[MAX_MEMBERS]; /* per member: those iterators */
    int members;
};

struct distribution {
    const struct poly *poly;
    int count;
    struct unit unit[MAX_UNITS];
    bool after[MAX_UNITS][MAX_UNITS]; /* classes: must a come before b? */
};

/* How the statement's instances (taken) move along the members. */
static struct unit find_unit(int stmt, isl_union_set *instances,
                             isl_multi_union_pw_aff *members)
{
    struct unit unit = {.stmt = stmt};
    int count = (int)isl_multi_union_pw_aff_dim(members, isl_dim_set);
    unit.members = count;
    unsigned all = 0;
    members = isl_multi_union_pw_aff_intersect_domain(
        isl_multi_union_pw_aff_copy(members), instances);
    for (int m = 0; m < count; m++) {
        unsigned iterators =
            band_iterators(isl_multi_union_pw_aff_get_union_pw_aff(members, m));
        unit.moves |= iterators ? 1u << m : 0;
        unit.along[m] = iterators;
        all |= iterators;
    }
    unit.iterators = __builtin_popcount(all);
    isl_union_map *map = isl_union_map_from_multi_union_pw_aff(members);
    unit.range = isl_set_from_union_set(isl_union_map_range(map));
    return unit;
}

/* Fills `unit`; false if there are too many. */
static bool find_units(struct distribution *f, isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_multi_union_pw_aff *members =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int count = (int)isl_set_list_n_set(list);
    for (int k = 0; k < count && count <= MAX_UNITS; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(f->poly, isl_set_get_space(set));
        f->unit[k] = find_unit(stmt, isl_union_set_from_set(set), members);
        f->unit[k].class = k;
        f->count++;
    }
    isl_set_list_free(list);
    isl_multi_union_pw_aff_free(members);
    isl_union_set_free(domain);
    return count <= MAX_UNITS;
}

static bool uses(const struct poly *poly, int stmt, int array)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].array == array)
            return true;
    return false;
}

/* The iterators that tell which element the statement uses. */
static unsigned iterators_of(const struct poly *poly, int stmt,
                             const struct poly_access *access)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    unsigned iterators = (1u << poly->array[access->array].expand % 32) - 1;
    for (int d = 0; d < s->depth; d++)
        if (scop_expr_mentions(access->expr, s->loop[d]))
            iterators |= 1u << d % 32;
    return iterators;
}

/* Is the element no variable anyway? The last member is an iterator that goes
 * through elements again for each iteration of another one. */
static bool returns(const struct poly *poly, const struct unit *u,
                    const struct poly_access *access)
{
    unsigned moves = iterators_of(poly, u->stmt, access);
    unsigned last = u->along[u->members - 1];
    bool again = false;
    for (int m = 0; m + 1 < u->members; m++)
        again |= u->along[m] && !(u->along[m] & moves);
    return again && last & moves && !(last & (last - 1));
}

static bool is_in_memory(const struct distribution *f, int array)
{
    for (int u = 0; u < f->count; u++) {
        const struct poly_stmt *s = &f->poly->stmt[f->unit[u].stmt];
        for (int k = s->access_begin; k < s->access_end; k++)
            if (f->poly->access[k].array == array &&
                returns(f->poly, &f->unit[u], &f->poly->access[k]))
                return true;
    }
    return false;
}

/* Do both use an array that others do not see and that may be a variable? */
static bool share_temporary(const struct distribution *f, int a, int b)
{
    const struct poly *poly = f->poly;
    const struct poly_stmt *s = &poly->stmt[a];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (!access_is_user(poly, poly->access[k].array) &&
            uses(poly, b, poly->access[k].array) &&
            !is_in_memory(f, poly->access[k].array))
            return true;
    return false;
}

static bool belong_together(const struct distribution *f, const struct unit *a,
                            const struct unit *b)
{
    if (share_temporary(f, a->stmt, b->stmt))
        return true;
    return a->moves == b->moves && a->iterators == b->iterators &&
           isl_set_is_disjoint(a->range, b->range) != isl_bool_true;
}

/* Joins what belongs together; a class has the number of its first unit.
 * Returns how many there are. */
static int find_classes(struct distribution *f)
{
    int classes = f->count;
    for (int a = 0; a < f->count; a++)
        for (int b = 0; b < a; b++) {
            int from = f->unit[a].class, to = f->unit[b].class;
            if (from == to || !belong_together(f, &f->unit[a], &f->unit[b]))
                continue;
            for (int k = 0; k < f->count; k++)
                if (f->unit[k].class == from)
                    f->unit[k].class = to;
            classes--;
        }
    return classes;
}

static int unit_of(const struct distribution *f, int stmt)
{
    for (int k = 0; k < f->count; k++)
        if (f->unit[k].stmt == stmt)
            return k;
    return -1;
}

static int class_of(const struct distribution *f, isl_space *space /* taken */)
{
    int unit = unit_of(f, poly_stmt_index(f->poly, space));
    return unit < 0 ? 0 : f->unit[unit].class;
}

static isl_stat add_order(isl_map *map, void *user)
{
    struct distribution *f = user;
    isl_space *space = isl_map_get_space(map);
    int from = class_of(f, isl_space_domain(isl_space_copy(space)));
    int to = class_of(f, isl_space_range(space));
    if (!f->after[to][from])
        f->after[to][from] = isl_map_is_empty(map) != isl_bool_true;
    isl_map_free(map);
    return isl_stat_ok;
}

/* The class of those left that no other one left must come before; -1: none. */
static int next_class(const struct distribution *f, const bool *done)
{
    for (int k = 0; k < f->count; k++) {
        int class = f->unit[k].class;
        bool ready = !done[class];
        for (int j = 0; j < f->count && ready; j++) {
            int other = f->unit[j].class;
            ready = other == class || done[other] || !f->after[class][other];
        }
        if (ready)
            return class;
    }
    return -1;
}

/* The classes in an order that all dependences respect; false: none does. */
static bool find_order(struct distribution *f, isl_schedule_node *band,
                       int classes, int *order)
{
    bool done[MAX_UNITS] = {false};
    isl_union_map *dependences = poly_dependences_at(f->poly, band);
    isl_union_map_foreach_map(dependences, add_order, f);
    isl_union_map_free(dependences);
    for (int k = 0; k < classes; k++) {
        order[k] = next_class(f, done);
        if (order[k] < 0)
            return false;
        done[order[k]] = true;
    }
    return true;
}

static isl_union_set *instances_of(const struct distribution *f, int class)
{
    isl_union_set *all = isl_union_set_empty(affine_space(f->poly, 0));
    for (int k = 0; k < f->count; k++)
        if (f->unit[k].class == class)
            all = isl_union_set_add_set(
                all, isl_set_copy(f->poly->stmt[f->unit[k].stmt].domain));
    return all;
}

/* Has the member one value for all points of the set? */
static bool is_invariant(isl_set *set /* taken */, unsigned member)
{
    unsigned count = (unsigned)isl_set_dim(set, isl_dim_set);
    set = isl_set_project_out(set, isl_dim_set, member + 1, count - member - 1);
    set = isl_set_project_out(set, isl_dim_set, 0, member);
    isl_map *value = isl_map_from_range(set);
    bool still = isl_map_is_single_valued(value) == isl_bool_true;
    isl_map_free(value);
    return still;
}

/* The members along which the class moves, within a statement or from one to
 * another: constants that differ tell their order. */
static unsigned moves_of(const struct distribution *f, int class)
{
    unsigned moves = 0;
    isl_set *range = NULL;
    int members = 0;
    for (int k = 0; k < f->count; k++) {
        const struct unit *unit = &f->unit[k];
        if (unit->class != class)
            continue;
        moves |= unit->moves;
        members = unit->members;
        range = range ? isl_set_union(range, isl_set_copy(unit->range))
                      : isl_set_copy(unit->range);
    }
    for (int m = 0; m < members; m++)
        if (!(moves & 1u << m) && !is_invariant(isl_set_copy(range), m))
            moves |= 1u << m;
    isl_set_free(range);
    return moves;
}

/* The band (taken) without members, behind the first one, that are invariant.
 */
static isl_schedule_node *drop_members(isl_schedule_node *band, unsigned moves)
{
    isl_multi_union_pw_aff *members =
        isl_schedule_node_band_get_partial_schedule(band);
    int count = (int)isl_schedule_node_band_n_member(band), left = count;
    bool first =
        isl_schedule_node_band_member_get_coincident(band, 0) == isl_bool_true;
    for (int m = count - 1; m > 0; m--)
        if (!(moves & 1u << m)) {
            members = isl_multi_union_pw_aff_drop_dims(members, isl_dim_set,
                                                       (unsigned)m, 1);
            left--;
        }
    if (left == count) {
        isl_multi_union_pw_aff_free(members);
        return band;
    }
    members = isl_multi_union_pw_aff_reset_tuple_id(members, isl_dim_set);
    bool *coincident = calloc((size_t)count, sizeof *coincident);
    for (int m = 1, k = 1; m < count; m++)
        if (moves & 1u << m)
            coincident[k++] = isl_schedule_node_band_member_get_coincident(
                                  band, m) == isl_bool_true;
    coincident[0] = first;
    band = band_replace(band, members, coincident);
    free(coincident);
    return band;
}

static isl_schedule_node *distribute(const struct distribution *f,
                                     isl_schedule_node *band, int classes,
                                     const int *order)
{
    int depth = (int)isl_schedule_node_get_tree_depth(band);
    for (int k = 0; k + 1 < classes; k++)
        band = isl_schedule_node_order_before(band, instances_of(f, order[k]));
    band = node_rise(band, depth);
    for (int k = 0; k < classes; k++) {
        band = isl_schedule_node_grandchild(band, k, 0);
        band = drop_members(band, moves_of(f, order[k]));
        band = isl_schedule_node_grandparent(band);
    }
    return band;
}

/* "12; 14, 15": the lines of each class' statements. */
static const char *describe(const struct distribution *f, int classes,
                            const int *order)
{
    const char *lines = "";
    for (int k = 0; k < classes; k++) {
        const char *before = k ? "; " : "";
        for (int s = 0; s < f->poly->stmt_count; s++) {
            int unit = unit_of(f, s);
            if (unit < 0 || f->unit[unit].class != order[k])
                continue;
            lines = arena_printf(f->poly->arena, "%s%s%d", lines, before,
                                 f->poly->stmt[s].stmt->loc.line);
            before = ", ";
        }
    }
    return lines;
}

isl_schedule_node *distribution_band(const struct poly *poly,
                                     struct map_kernel *kernel,
                                     isl_schedule_node *band)
{
    struct distribution f = {.poly = poly};
    int order[MAX_UNITS];
    isl_schedule_node *whole = isl_schedule_node_copy(band);
    bool several = !poly->scop->blocked &&
                   isl_schedule_node_band_n_member(band) <= MAX_MEMBERS &&
                   node_is_innermost(band) && find_units(&f, band);
    int classes = several ? find_classes(&f) : 1;
    several = classes > 1 && find_order(&f, band, classes, order) &&
              choice_take(poly->choice, CHOICE_FISSION, 2) == 2;
    if (several)
        band = distribute(&f, band, classes, order);
    for (int k = 0; k < f.count; k++)
        isl_set_free(f.unit[k].range);
    bool lost = poly_out_of_budget(poly);
    isl_schedule_node_free(lost ? band : whole);
    if (lost)
        poly_budget(poly, 2);
    else if (several)
        kernel->host.nests = describe(&f, classes, order);
    return lost ? whole : band;
}
