/*
 * Which loops over time can run in overlapped tiles: all sweeps in them write
 * arrays of one rank, each a box of elements, the same at every time, at
 * constant distances from what they read; and none depends on itself.
 */
#include "polyhedral/tile/tile.h"

#include "polyhedral/dependence/dependence.h"

#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STMTS = 12, MAX_DELTA = 16, MAX_FIXED_PIECES = 8 };

int overlapped_slot(const struct overlap *o, int array)
{
    for (int k = 0; k < o->array_count; k++)
        if (o->array[k].array == array)
            return k;
    return -1;
}

int overlapped_rows(const struct mapping *mapping)
{
    int rows = 0;
    for (int k = 0; mapping && k < mapping->overlap_count; k++)
        for (int a = 0; a < mapping->overlap[k].array_count; a++)
            rows += mapping->overlap[k].array[a].crosses;
    return rows;
}

void overlapped_free(struct overlap *o)
{
    isl_aff_free(o->first);
    isl_aff_free(o->last);
    isl_union_set_free(o->whole.domain);
    for (int k = 0; k < o->stmt_count; k++)
        for (int d = 0; d < MAP_MAX_DIMS; d++) {
            isl_aff_free(o->stmt[k].low[d]);
            isl_aff_free(o->stmt[k].high[d]);
        }
    for (int k = 0; k < o->array_count; k++)
        isl_set_free(o->array[k].fixed);
}

/* The statement's one write. */
static const struct poly_access *write_of(const struct poly *poly, int stmt)
{
    const struct poly_access *found = NULL;
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].write)
            found = &poly->access[k];
    return found;
}

/* May the statement be a sweep, as far as its form goes? */
static bool has_form(const struct poly *poly, const struct storage *storage,
                     int stmt)
{
    const struct scop_stmt *s = &poly->scop->stmt[stmt];
    const struct poly_access *write = write_of(poly, stmt);
    if (s->body || s->guard_count || poly->stmt[stmt].prologue || !write)
        return false;
    enum storage_kind kind = storage->kind[write->array];
    return write->exact && write->certain && !write->update &&
           poly->array[write->array].expand == 0 &&
           (kind == STORAGE_USER || kind == STORAGE_TEMP);
}

static isl_stat take_aff(isl_set *set, isl_aff *aff, void *user)
{
    isl_aff **one = user;
    isl_set_free(set);
    *one = isl_aff_dim(aff, isl_dim_div) ? isl_aff_free(aff) : aff;
    return isl_stat_ok;
}

/* The function (taken) as one affine expression, or NULL. */
static isl_aff *only_aff(isl_pw_aff *pa)
{
    isl_aff *one = NULL;
    if (isl_pw_aff_n_piece(pa) == 1)
        isl_pw_aff_foreach_piece(pa, take_aff, &one);
    isl_pw_aff_free(pa);
    return one;
}

/* An end of the set (kept) along dimension d. */
static isl_aff *find_end(const struct poly *poly, isl_set *set, int d,
                         bool high)
{
    isl_set *known = isl_set_intersect(isl_set_copy(poly->context),
                                       isl_set_copy(poly->assumed));
    isl_pw_aff *end = high ? isl_set_dim_max(isl_set_copy(set), d)
                           : isl_set_dim_min(isl_set_copy(set), d);
    end = isl_pw_aff_gist_params(isl_pw_aff_coalesce(end), known);
    return only_aff(end);
}

/* The set (taken) of parameters hd_e…, cut to low <= hd_e<d> <= high. */
static isl_set *cut(isl_set *set, int d, isl_aff *low, isl_aff *high)
{
    char name[16];
    snprintf(name, sizeof name, "hd_e%d", d);
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
    isl_pw_aff *e = isl_pw_aff_from_aff(space_param(space, name));
    isl_set *from = isl_pw_aff_ge_set(isl_pw_aff_copy(e),
                                      isl_pw_aff_from_aff(isl_aff_copy(low)));
    isl_set *to = isl_pw_aff_le_set(e, isl_pw_aff_from_aff(isl_aff_copy(high)));
    return isl_set_intersect(set, isl_set_intersect(from, to));
}

/* Is the set (taken) of points [e…, t] the box between the ends, whatever the
 * parameters? */
static bool is_box(const struct poly *poly, isl_set *points, int dims,
                   isl_aff *const *low, isl_aff *const *high)
{
    isl_set *set = poly_as_params(points, "hd_e");
    isl_set *box = isl_set_universe(isl_set_get_space(set));
    for (int d = 0; d < dims; d++)
        box = cut(box, d, low[d], high[d]);
    box = isl_set_intersect(box, isl_set_copy(poly->context));
    box = isl_set_intersect(box, isl_set_copy(poly->assumed));
    set = isl_set_intersect(set, isl_set_copy(poly->context));
    set = isl_set_intersect(set, isl_set_copy(poly->assumed));
    bool is = isl_set_is_equal(box, set) == isl_bool_true;
    isl_set_free(box);
    isl_set_free(set);
    return is;
}

/* Fills in where the sweep is, and checks that it is there at all times. */
static bool find_box(const struct poly *poly, struct overlap *o,
                     struct overlap_stmt *s)
{
    const struct poly_stmt *stmt = &poly->stmt[s->stmt];
    isl_map *element = isl_map_reset_tuple_id(
        isl_map_copy(write_of(poly, s->stmt)->map), isl_dim_out);
    isl_map *both =
        isl_map_flat_range_product(element, poly_prefix_map(stmt, 1));
    isl_set *points = isl_set_coalesce(isl_map_range(both));
    isl_aff *low[MAP_MAX_DIMS + 1], *high[MAP_MAX_DIMS + 1];
    bool good = true;
    for (int d = 0; d <= o->dims; d++) {
        low[d] = find_end(poly, points, d, false);
        high[d] = find_end(poly, points, d, true);
        good &= low[d] && high[d];
    }
    good = good && is_box(poly, isl_set_copy(points), o->dims + 1, low, high);
    isl_set_free(points);
    for (int d = 0; d < o->dims; d++) {
        s->low[d] = low[d];
        s->high[d] = high[d];
    }
    if (!o->first) {
        o->first = low[o->dims];
        o->last = high[o->dims];
        return good;
    }
    good = good &&
           isl_aff_plain_is_equal(low[o->dims], o->first) == isl_bool_true &&
           isl_aff_plain_is_equal(high[o->dims], o->last) == isl_bool_true;
    isl_aff_free(low[o->dims]);
    isl_aff_free(high[o->dims]);
    return good;
}

/* Is subscript d of what the statement writes an iterator and a constant, or
 * without iterators? Notes the iterator. */
static bool take_subscript(struct overlap_stmt *s, isl_aff *aff, int d)
{
    int found = 0, count = (int)isl_aff_dim(aff, isl_dim_in);
    for (int k = 0; k < count; k++) {
        isl_val *v = isl_aff_get_coefficient_val(aff, isl_dim_in, k);
        bool none = isl_val_is_zero(v), one = isl_val_is_one(v);
        isl_val_free(v);
        if (none)
            continue;
        if (!one || k == 0 || s->at[k] >= 0)
            return false;
        s->at[k] = d;
        found++;
    }
    if (found == 0)
        s->pinned = d;
    if (found != 1)
        return found == 0;
    isl_val *c = isl_aff_get_constant_val(aff);
    bool plain = isl_val_is_int(c) == isl_bool_true &&
                 isl_aff_involves_dims(aff, isl_dim_param, 0,
                                       isl_aff_dim(aff, isl_dim_param)) ==
                     isl_bool_false;
    for (int k = 1; k < count; k++)
        if (s->at[k] == d)
            s->shift[k] = plain ? isl_val_get_num_si(c) : 0;
    isl_val_free(c);
    return plain;
}

/* The iterators as functions of the element that is written. */
static bool find_iterators(const struct poly *poly, const struct overlap *o,
                           struct overlap_stmt *s)
{
    int depth = poly->scop->stmt[s->stmt].depth;
    bool good = true;
    s->at = arena_alloc(poly->arena, sizeof *s->at * (size_t)depth);
    s->shift = arena_alloc(poly->arena, sizeof *s->shift * (size_t)depth);
    memset(s->at, -1, sizeof *s->at * (size_t)depth);
    s->pinned = -1;
    isl_pw_multi_aff *write =
        isl_pw_multi_aff_from_map(isl_map_copy(write_of(poly, s->stmt)->map));
    for (int d = 0; d < o->dims && good; d++) {
        isl_aff *aff = only_aff(isl_pw_multi_aff_get_pw_aff(write, d));
        good = aff && take_subscript(s, aff, d);
        isl_aff_free(aff);
    }
    isl_pw_multi_aff_free(write);
    for (int k = 1; k < depth; k++)
        good &= s->at[k] >= 0;
    return good;
}

/* How far from the element that is written the read is, if that is constant. */
static bool find_delta(const struct overlap *o, isl_map *write, isl_map *read,
                       int64_t *delta)
{
    isl_map *from = isl_map_reverse(isl_map_copy(write));
    from = isl_map_apply_range(from, isl_map_copy(read));
    from = isl_map_reset_tuple_id(from, isl_dim_in);
    isl_set *set = isl_map_deltas(isl_map_reset_tuple_id(from, isl_dim_out));
    bool good = true;
    for (int d = 0; d < o->dims; d++) {
        isl_val *low = isl_set_dim_min_val(isl_set_copy(set), d);
        isl_val *high = isl_set_dim_max_val(isl_set_copy(set), d);
        bool fixed = isl_val_is_int(low) == isl_bool_true &&
                     isl_val_eq(low, high) == isl_bool_true &&
                     isl_val_cmp_si(low, MAX_DELTA) <= 0 &&
                     isl_val_cmp_si(low, -MAX_DELTA) >= 0;
        delta[d] = fixed ? isl_val_get_num_si(low) : 0;
        good &= fixed;
        isl_val_free(low);
        isl_val_free(high);
    }
    isl_set_free(set);
    return good;
}

static bool find_reads(const struct poly *poly, const struct overlap *o,
                       struct overlap_stmt *s)
{
    const struct poly_stmt *stmt = &poly->stmt[s->stmt];
    int count = stmt->access_end - stmt->access_begin;
    isl_map *write = write_of(poly, s->stmt)->map;
    s->read = arena_alloc(poly->arena, sizeof *s->read * (size_t)count);
    for (int k = stmt->access_begin; k < stmt->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        int slot = overlapped_slot(o, a->array);
        if (a->write || slot < 0)
            continue;
        struct overlap_read *read = &s->read[s->read_count++];
        read->expr = a->expr;
        read->array = slot;
        if (!a->exact || !find_delta(o, write, a->map, read->delta))
            return false;
    }
    return true;
}

/* Does a dependence hold between instances of one time? */
static bool has_equal_times(isl_map *map)
{
    map = isl_map_equate(map, isl_dim_in, 0, isl_dim_out, 0);
    bool some = isl_map_is_empty(map) != isl_bool_true;
    isl_map_free(map);
    return some;
}

static int place_of(const struct poly *poly, const struct overlap *o,
                    isl_space *space /* taken */)
{
    int stmt = poly_stmt_index(poly, space);
    for (int k = 0; k < o->stmt_count; k++)
        if (o->stmt[k].stmt == stmt)
            return k;
    return -1;
}

/* Does one sweep after the other, as a whole, keep the order? */
static bool are_sweeps(const struct poly *poly, const struct overlap *o)
{
    isl_map_list *list = poly_dependences(poly);
    int count = (int)isl_map_list_n_map(list);
    bool good = true;
    for (int k = 0; k < count && good; k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        int a = place_of(poly, o, isl_space_domain(isl_map_get_space(map)));
        int b = place_of(poly, o, isl_space_range(isl_map_get_space(map)));
        if (a >= 0 && b >= 0 && a >= b)
            good = !has_equal_times(isl_map_copy(map));
        isl_map_free(map);
    }
    isl_map_list_free(list);
    return good;
}

/* Do values go from sweeps to later times? Notes of which arrays. */
static bool find_crossings(const struct poly *poly, struct overlap *o)
{
    bool some = false;
    isl_map_list *list = isl_union_map_get_map_list(poly->flow);
    int count = (int)isl_map_list_n_map(list);
    for (int k = 0; k < count; k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        int a = place_of(poly, o, isl_space_domain(isl_map_get_space(map)));
        int b = place_of(poly, o, isl_space_range(isl_map_get_space(map)));
        if (a >= 0 && b >= 0) {
            isl_map *same = isl_map_equate(isl_map_copy(map), isl_dim_in, 0,
                                           isl_dim_out, 0);
            map = isl_map_subtract(map, same);
            if (isl_map_is_empty(map) != isl_bool_true)
                some = o->array[o->stmt[a].array].crosses = true;
        }
        isl_map_free(map);
    }
    isl_map_list_free(list);
    return some;
}

/* Elements that the part accesses and no sweep writes. */
static bool find_fixed(const struct poly *poly, struct overlap *o, int slot)
{
    struct overlap_array *array = &o->array[slot];
    isl_set *rest = dataflow_elements(poly, array->array);
    for (int k = 0; k < o->stmt_count; k++)
        if (o->stmt[k].array == slot)
            rest = isl_set_subtract(
                rest, isl_map_range(
                          isl_map_copy(write_of(poly, o->stmt[k].stmt)->map)));
    rest = isl_set_coalesce(rest);
    if (isl_set_is_empty(rest) == isl_bool_true) {
        isl_set_free(rest);
        return true;
    }
    isl_set_free(rest);
    rest = dataflow_elements(poly, array->array);
    if (isl_set_n_basic_set(rest) <= MAX_FIXED_PIECES)
        array->fixed = poly_as_params(rest, "hd_e");
    else
        isl_set_free(rest);
    return array->fixed;
}

static bool add_stmt(const struct poly *poly, const struct storage *storage,
                     struct overlap *o, int stmt)
{
    if (o->stmt_count == MAX_STMTS || !has_form(poly, storage, stmt))
        return false;
    int array = write_of(poly, stmt)->array, slot = overlapped_slot(o, array);
    int rank = poly->array[array].rank;
    if (rank < 1 || rank > MAP_MAX_DIMS || (o->dims && rank != o->dims))
        return false;
    o->dims = rank;
    if (slot < 0) {
        slot = o->array_count++;
        o->array[slot] = (struct overlap_array){.array = array, .row = -1};
    }
    o->stmt[o->stmt_count++] =
        (struct overlap_stmt){.stmt = stmt, .array = slot};
    return true;
}

/* The statements of the loop over time, all of which must be in the set, in the
 * order of the source. */
static bool find_stmts(const struct poly *poly, const struct storage *storage,
                       isl_union_set *there, struct overlap *o)
{
    int loop = -1;
    isl_union_set *all = isl_union_set_empty(isl_union_set_get_space(there));
    for (int k = 0; k < poly->stmt_count; k++) {
        isl_union_set *one =
            isl_union_set_from_set(isl_set_copy(poly->stmt[k].domain));
        const struct scop_stmt *s = &poly->scop->stmt[k];
        bool in = isl_union_set_is_disjoint(one, there) == isl_bool_false;
        if (in && loop < 0)
            loop = s->depth ? s->loop[0] : -1;
        bool around = s->depth && s->loop[0] == loop;
        if (!in) {
            isl_union_set_free(one);
            continue;
        }
        all = isl_union_set_union(all, one);
        if (!around || !add_stmt(poly, storage, o, k)) {
            isl_union_set_free(all);
            return false;
        }
    }
    bool complete = isl_union_set_is_subset(all, there) == isl_bool_true;
    o->whole.domain = all;
    return complete && o->stmt_count > 0;
}

static bool find_sweeps(const struct poly *poly, const struct storage *storage,
                        isl_union_set *there, struct overlap *o)
{
    size_t count = MAX_STMTS;
    o->stmt = arena_alloc(poly->arena, sizeof *o->stmt * count);
    o->array = arena_alloc(poly->arena, sizeof *o->array * count);
    if (!find_stmts(poly, storage, there, o) || !are_sweeps(poly, o))
        return false;
    for (int k = 0; k < o->stmt_count; k++)
        if (!find_iterators(poly, o, &o->stmt[k]) ||
            !find_reads(poly, o, &o->stmt[k]) ||
            !find_box(poly, o, &o->stmt[k]))
            return false;
    return find_crossings(poly, o);
}

static bool find_shape(const struct poly *poly, const struct mapping *mapping,
                       struct overlap *o)
{
    if (!mapping->gpu)
        return trapezoidal_shape(poly, o);
    for (int k = 0; k < o->array_count; k++)
        if (!find_fixed(poly, o, k))
            return false;
    return !poly_isl_lost(poly) && overlapped_size(poly, o);
}

/* Is the first dimension around the kernel the outermost iterator? */
static bool is_in_time(const struct map_kernel *kernel)
{
    isl_map_list *list = isl_union_map_get_map_list(kernel->prefix);
    int count = (int)isl_map_list_n_map(list);
    bool good = kernel->prefix_count > 0;
    for (int k = 0; k < count && good; k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        good = isl_map_dim(map, isl_dim_in) > 0;
        if (good) {
            isl_map *same = isl_map_equate(isl_map_copy(map), isl_dim_in, 0,
                                           isl_dim_out, 0);
            good = isl_map_is_subset(map, same) == isl_bool_true;
            isl_map_free(same);
        }
        isl_map_free(map);
    }
    isl_map_list_free(list);
    return good;
}

/* What the kernels do that the host's loop (a band of the host's tree)
 * launches; NULL if the loop is not over time. */
static isl_union_set *launched_in(const struct mapping *mapping,
                                  isl_schedule_node *band)
{
    isl_union_set *launches = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(launches);
    isl_union_set *all = NULL;
    bool good = true;
    isl_union_set_free(launches);
    for (int k = 0; k < isl_set_list_n_set(list) && good; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        const char *name = isl_set_get_tuple_name(set);
        const struct map_kernel *kernel =
            name[0] == 'K' ? &mapping->kernel[atoi(name + 1)] : NULL;
        good = kernel && is_in_time(kernel);
        isl_set_free(set);
        if (!good)
            continue;
        isl_union_set *domain = isl_union_set_copy(kernel->domain);
        all = all ? isl_union_set_union(all, domain) : domain;
    }
    isl_set_list_free(list);
    return good ? all : isl_union_set_free(all);
}

/* Launches of a kernel, K[h…], at time hd_o<number> and later; of one that
 * holds the loop over time, K[], if that is no later than where this begins. */
static isl_set *later_of(const struct poly *poly, isl_set *set /* taken */,
                         const struct overlap *o)
{
    isl_space *params =
        space_tagged(isl_set_get_space(poly->context), "hd_o", o->number + 1);
    set = isl_set_align_params(set, isl_space_copy(params));
    bool whole = isl_set_dim(set, isl_dim_set) == 0;
    isl_space *at = whole ? isl_space_copy(params) : isl_set_get_space(set);
    isl_local_space *space = isl_local_space_from_space(at);
    char name[16];
    snprintf(name, sizeof name, "hd_o%d", o->number);
    isl_space_free(params);
    isl_aff *from = space_param(isl_local_space_copy(space), name);
    if (!whole) {
        isl_aff *h = isl_aff_var_on_domain(space, isl_dim_set, 0);
        return isl_set_intersect(
            set, isl_set_from_basic_set(isl_aff_ge_basic_set(h, from)));
    }
    isl_local_space_free(space);
    return isl_set_intersect_params(
        set, isl_pw_aff_ge_set(isl_pw_aff_from_aff(isl_aff_copy(o->first)),
                               isl_pw_aff_from_aff(from)));
}

static isl_union_set *later(const struct poly *poly,
                            isl_union_set *launches /* taken */,
                            const struct overlap *o)
{
    isl_set_list *list = isl_union_set_get_set_list(launches);
    isl_union_set_free(launches);
    isl_union_set *all = NULL;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = later_of(poly, isl_set_list_get_set(list, k), o);
        isl_union_set *one = isl_union_set_from_set(set);
        all = all ? isl_union_set_union(all, one) : one;
    }
    isl_set_list_free(list);
    return all;
}

/* Where a part's launches are in the host's tree: in the band number `band` of
 * those that no other is around, or, if `kernel` is not NULL, in that kernel
 * alone, of one thread. */
struct place {
    int band;
    const struct map_kernel *kernel;
};

/* The band of that number, or NULL. */
static isl_schedule_node *outer_band(isl_schedule_node *node /* taken */,
                                     int *number)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        if ((*number)-- == 0)
            return node;
        isl_schedule_node_free(node);
        return NULL;
    }
    int count = (int)isl_schedule_node_n_children(node);
    isl_schedule_node *found = NULL;
    for (int k = 0; k < count && !found; k++)
        found = outer_band(isl_schedule_node_get_child(node, k), number);
    isl_schedule_node_free(node);
    return found;
}

/* The kernel's launches. */
static isl_union_set *launches_of(const struct mapping *mapping,
                                  const struct map_kernel *kernel)
{
    isl_union_set *all = isl_schedule_get_domain(mapping->host);
    isl_set_list *list = isl_union_set_get_set_list(all);
    isl_union_set *found = NULL;
    for (int k = 0; k < isl_set_list_n_set(list) && !found; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        if (!strcmp(isl_set_get_tuple_name(set), kernel->name))
            found = isl_union_set_from_set(isl_set_copy(set));
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(all);
    return found;
}

/* Are the launches (kept) all that the filter, or the domain, is about? */
static bool is_about(isl_schedule_node *node, isl_union_set *launches)
{
    bool filter = isl_schedule_node_get_type(node) == isl_schedule_node_filter;
    isl_union_set *set = filter ? isl_schedule_node_filter_get_filter(node)
                                : isl_schedule_node_domain_get_domain(node);
    bool about = isl_union_set_n_set(set) == 1 &&
                 isl_union_set_is_disjoint(set, launches) == isl_bool_false;
    isl_union_set_free(set);
    return about;
}

/* The leaf that does these launches (kept), if it is right below a filter or
 * the domain; else NULL. */
static isl_schedule_node *leaf_of(isl_schedule_node *node /* taken */,
                                  isl_union_set *launches)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    isl_schedule_node *found = NULL;
    int count = (int)isl_schedule_node_n_children(node);
    for (int k = 0; k < count && !found; k++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, k);
        bool leaf = isl_schedule_node_get_type(child) == isl_schedule_node_leaf;
        if (!leaf)
            found = leaf_of(child, launches);
        else if ((type == isl_schedule_node_filter ||
                  type == isl_schedule_node_domain) &&
                 is_about(node, launches))
            found = child;
        else
            isl_schedule_node_free(child);
    }
    isl_schedule_node_free(node);
    return found;
}

static isl_schedule_node *find_place(const struct mapping *mapping,
                                     struct place place)
{
    isl_schedule_node *root = isl_schedule_get_root(mapping->host);
    if (!place.kernel)
        return outer_band(root, &place.band);
    isl_union_set *launches = launches_of(mapping, place.kernel);
    isl_schedule_node *leaf =
        launches ? leaf_of(root, launches) : isl_schedule_node_free(root);
    isl_union_set_free(launches);
    return leaf;
}

/* Puts O<number>[] in front of the place's node (taken), whose launches begin
 * later. */
static void change_host(const struct poly *poly, struct mapping *mapping,
                        isl_schedule_node *node, const struct overlap *o,
                        struct place place)
{
    isl_union_set *mine = place.kernel ? launches_of(mapping, place.kernel)
                                       : isl_schedule_node_get_domain(node);
    isl_union_set *all = isl_schedule_get_domain(mapping->host);
    isl_set *when = isl_union_set_params(isl_union_set_copy(mine));
    isl_schedule_node_free(node);
    all = isl_union_set_subtract(all, isl_union_set_copy(mine));
    all = isl_union_set_union(all, later(poly, mine, o));
    mapping->host = isl_schedule_intersect_domain(mapping->host, all);
    node = find_place(mapping, place);
    isl_map *launch = isl_set_identity(isl_set_from_params(when));
    launch = isl_map_set_tuple_name(launch, isl_dim_out, o->whole.name);
    node = isl_schedule_node_graft_before(
        node, isl_schedule_node_from_extension(isl_union_map_from_map(launch)));
    isl_schedule_free(mapping->host);
    mapping->host = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
}

/* What is done at the place (its node kept), if that is a loop over time. */
static isl_union_set *done_at(const struct mapping *mapping,
                              isl_schedule_node *node, struct place place)
{
    if (place.kernel)
        return isl_union_set_copy(place.kernel->domain);
    return isl_schedule_node_band_n_member(node) == 1
               ? launched_in(mapping, node)
               : NULL;
}

static void try_place(const struct poly *poly, struct mapping *mapping,
                      const struct storage *storage, struct place place)
{
    struct overlap o = {.number = mapping->overlap_count};
    isl_schedule_node *node = find_place(mapping, place);
    isl_union_set *there = node ? done_at(mapping, node, place) : NULL;
    bool good = there && find_sweeps(poly, storage, there, &o) &&
                !poly_isl_lost(poly) && find_shape(poly, mapping, &o);
    isl_union_set_free(there);
    if (!good) {
        isl_schedule_node_free(node);
        overlapped_free(&o);
        return;
    }
    o.whole.name = arena_printf(poly->arena, "O%d", o.number);
    o.whole.loc =
        poly->scop->loop[poly->scop->stmt[o.stmt[0].stmt].loop[0]].loc;
    change_host(poly, mapping, node, &o, place);
    ARENA_PUSH(poly->arena, mapping->overlap, mapping->overlap_count,
               mapping->overlap_cap, o);
}

/* Did it take too long, or has what isl was asked for no ends? Then the loop
 * stays as it is. */
static bool is_lost(const struct poly *poly)
{
    if (isl_ctx_last_error(poly->ctx) != isl_error_invalid)
        return poly_out_of_budget(poly);
    budget_clear(poly->budget);
    return true;
}

static void try_within_budget(const struct poly *poly, struct mapping *mapping,
                              const struct storage *storage, struct place place)
{
    int count = mapping->overlap_count;
    isl_schedule *before = isl_schedule_copy(mapping->host);
    poly_budget(poly, 8);
    try_place(poly, mapping, storage, place);
    if (!is_lost(poly)) {
        isl_schedule_free(before);
        return;
    }
    if (mapping->overlap_count > count)
        overlapped_free(&mapping->overlap[--mapping->overlap_count]);
    isl_schedule_free(mapping->host);
    mapping->host = before;
}

static int count_outer_bands(const struct mapping *mapping)
{
    int left = INT_MAX;
    isl_schedule_node_free(
        outer_band(isl_schedule_get_root(mapping->host), &left));
    return INT_MAX - left;
}

void overlapped_find(const struct poly *poly, struct mapping *mapping,
                     const struct storage *storage)
{
    for (int k = 0; k < count_outer_bands(mapping); k++)
        try_within_budget(poly, mapping, storage, (struct place){.band = k});
    for (int k = 0; k < mapping->kernel_count && !mapping->gpu; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        if (!kernel->dims && !kernel->prefix_count)
            try_within_budget(poly, mapping, storage,
                              (struct place){.kernel = kernel});
    }
}
