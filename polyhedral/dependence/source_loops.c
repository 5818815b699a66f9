/*
 * The loops of the source that threads may share as they stand.
 *
 * A loop is one if its text can be moved into a function (scop/loop_text.h), it
 * carries no dependence, and what the model has given each iteration of its own
 * (expansion.c) is private in the text, too: declared in the loop, or a scalar
 * or an array of which each thread has a copy. Updates that the model takes for indivisible
 * are not so in the text: no two iterations may meet at an element of theirs.
 *
 * Rows are iterations of a loop that is nothing but another loop, along its
 * columns. They may run one behind the other where dependences between them
 * reach no farther than some columns ahead.
 */
#include "polyhedral/dependence/dependence.h"

#include <isl/ilp.h>
#include <isl/val.h>

#include <string.h>

struct source_search {
    const struct poly *poly;
    isl_map_list *dependences;
    bool sums; /* threads have copies of the text's */
    bool *shared;
};

static const struct loop_capture *find_capture(const struct loop_text *text,
                                               const char *name)
{
    for (int k = 0; name && k < text->capture_count; k++)
        if (!strcmp(text->capture[k].name, name))
            return &text->capture[k];
    return NULL;
}

/* Is the array of the scop one of the text's sums, which no other name leads
 * to? */
static bool is_sum(const struct scop *s, const struct loop_text *text,
                   int array)
{
    const struct scop_array *a = &s->array[array];
    const struct loop_capture *c = find_capture(text, a->base);
    if (!c || !c->sum || a->scope != SCOP_OUTSIDE || a->each || a->made ||
        a->cursor || a->rows || a->layout || a->unit != 1 ||
        (a->rank > 0) != c->array || (!a->rank && a->exposed))
        return false;
    for (int k = 0; k < s->array_count; k++)
        if (s->array[k].view_of == a->view_of &&
            (!s->array[k].base || strcmp(s->array[k].base, a->base) != 0))
            return false;
    return true;
}

void poly_drop_sums(struct poly *poly, int loop)
{
    const struct loop_text *text = poly->scop->loop[loop].text_of;
    for (int k = 0; k < poly->access_count; k++) {
        struct poly_access *a = &poly->access[k];
        if (scop_loop_depth(poly->stmt[a->stmt].stmt, loop) < 0 ||
            !is_sum(poly->scop, text, a->array))
            continue;
        isl_space *space = isl_map_get_space(a->map);
        isl_map_free(a->map);
        a->map = isl_map_empty(space);
    }
}

bool poly_has_sums(const struct scop *s, int loop)
{
    const struct loop_text *text = s->loop[loop].text_of;
    bool any = false;
    for (int k = 0; text && k < s->array_count; k++)
        any |= is_sum(s, text, k);
    return any;
}

/* Does each iteration have the memory of the access for itself, in the text as
 * in the model, or does the model see all that share it? */
static bool is_as_modelled(const struct poly *poly,
                           const struct loop_text *text, int loop, int depth,
                           const struct poly_access *a)
{
    const struct poly_array *array = &poly->array[a->array];
    const struct scop_array *object = &poly->scop->array[array->array];
    if (object->scope == SCOP_POINT ||
        scop_loop_inside(poly->scop, object->scope, loop))
        return true;
    if (object->each || object->made || object->cursor)
        return false;
    const struct loop_capture *own = find_capture(text, object->base);
    if (array->expand <= depth)
        return !own || !own->work;
    return !object->live_out && own &&
           (own->work || (object->rank == 0 && own->written));
}

/* Is a scalar that the text writes one of those that each iteration sets? */
static bool is_set_first(const struct poly *poly, int loop, int depth,
                         const struct loop_capture *capture)
{
    bool found = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        const struct poly_array *array = &poly->array[a->array];
        const struct scop_array *object = &poly->scop->array[array->array];
        if (scop_loop_depth(poly->stmt[a->stmt].stmt, loop) < 0 ||
            !object->base || strcmp(object->base, capture->name) != 0)
            continue;
        if (object->rank || object->live_out || array->expand <= depth)
            return false;
        found = true;
    }
    return found;
}

static bool is_in_loop(const struct poly *poly, const struct poly_access *a,
                       int loop)
{
    return scop_loop_depth(poly->stmt[a->stmt].stmt, loop) >= 0;
}

/* What the iterations of the loop `loop`, which is the depth-th around its
 * statements, touch of an array, or write: from the iterators down to it. */
static isl_map *touched(const struct poly *poly, int loop, int depth, int array,
                        bool written)
{
    isl_map *all = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array || (written && !a->write) ||
            !is_in_loop(poly, a, loop))
            continue;
        isl_map *map = isl_map_copy(a->map);
        int within = (int)isl_map_dim(map, isl_dim_in) - depth - 1;
        map = isl_map_project_out(map, isl_dim_in, (unsigned)depth + 1,
                                  (unsigned)within);
        map = isl_map_reset_tuple_id(map, isl_dim_in);
        all = all ? isl_map_coalesce(isl_map_union(all, map)) : map;
    }
    return all;
}

/* Do two iterations of the loop meet at an element of an array that one of them
 * writes, which the dependences leave out, as the array is updated, or tokens
 * tell its accesses apart? */
static bool meets_elsewhere(const struct poly *poly, int loop, int depth,
                            int array)
{
    bool apart = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        apart |= a->array == array && is_in_loop(poly, a, loop) &&
                 (a->update || a->token);
    }
    if (!apart)
        return false;
    isl_map *writes = touched(poly, loop, depth, array, true);
    if (!writes)
        return false;
    isl_map *pairs = isl_map_apply_range(
        writes, isl_map_reverse(touched(poly, loop, depth, array, false)));
    for (int k = 0; k < depth; k++)
        pairs = isl_map_equate(pairs, isl_dim_in, k, isl_dim_out, k);
    bool meets = poly_differ_at(pairs, depth);
    isl_map_free(pairs);
    return meets;
}

/* Is each of the text's sums one of which threads may have copies? */
static bool are_sums(const struct scop *s, const struct loop_text *text)
{
    for (int c = 0; c < text->capture_count; c++) {
        bool found = !text->capture[c].sum;
        for (int k = 0; k < s->array_count; k++)
            found |= is_sum(s, text, k) &&
                     find_capture(text, s->array[k].base) == &text->capture[c];
        if (!found)
            return false;
    }
    return true;
}

static bool is_in_sums(const struct source_search *s,
                       const struct loop_text *text,
                       const struct poly_access *a)
{
    return s->sums &&
           is_sum(s->poly->scop, text, s->poly->array[a->array].array);
}

/* Has each thread that runs iterations of the loop's text its own of what the
 * model says that each iteration has, and sees the model all that they meet at?
 */
static bool is_private(const struct source_search *s, int loop)
{
    const struct poly *poly = s->poly;
    const struct loop_text *text = poly->scop->loop[loop].text_of;
    int depth = 0;
    if (!text || poly->scop->loop[loop].made)
        return false;
    for (int k = poly->scop->loop[loop].parent; k >= 0;
         k = poly->scop->loop[k].parent)
        depth++;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (is_in_loop(poly, a, loop) && !is_in_sums(s, text, a) &&
            !is_as_modelled(poly, text, loop, depth, a))
            return false;
    }
    for (int k = 0; k < text->capture_count; k++) {
        const struct loop_capture *c = &text->capture[k];
        bool sum = s->sums && c->sum && !c->array;
        if (c->written && !c->iterator && !sum &&
            !is_set_first(poly, loop, depth, c))
            return false;
    }
    for (int k = 0; k < poly->array_count; k++)
        if (meets_elsewhere(poly, loop, depth, k))
            return false;
    return true;
}

static bool is_shared(const struct source_search *s, int loop)
{
    return is_private(s, loop) && !poly_carries(s->poly, s->dependences, loop);
}

/* How many statements one execution of the node is, at most; MANY: more, or
 * nobody knows. */
enum { MANY = 256 };

static int64_t length(const struct scop *scop, const struct scop_node *node)
{
    int64_t sum = node->kind == SCOP_STMT, trips = 1;
    if (node->kind == SCOP_STMT && scop->stmt[node->stmt].body)
        return MANY;
    for (int k = 0; k < node->count && sum < MANY; k++)
        sum += length(scop, node->child[k]);
    if (node->kind == SCOP_FOR)
        trips = scop_loop_trips(scop, node->loop);
    if (trips < 0 || trips > MANY || sum > MANY)
        return MANY;
    return trips * sum < MANY ? trips * sum : MANY;
}

/* Outermost loops first. Threads take longer to share a short one than one of
 * them takes for all of it; and in a function of its own it would not be
 * written out, as C compilers do. */
static void search(struct source_search *s, const struct scop_node *node)
{
    if (node->kind == SCOP_FOR && length(s->poly->scop, node) < MANY)
        return;
    if (node->kind == SCOP_FOR && is_shared(s, node->loop)) {
        s->shared[node->loop] = true;
        return;
    }
    for (int k = 0; k < node->count; k++)
        search(s, node->child[k]);
}

/* Of loops with one text the first stands for all, if threads may share all. */
static bool stands_for_all(const struct scop *s, const bool *shared, int loop)
{
    for (int k = 0; k < s->loop_count; k++)
        if (s->loop[k].text_of == s->loop[loop].text_of &&
            (k < loop || !shared[k]))
            return false;
    return true;
}

int poly_source_loops(const struct poly *poly, bool *shared)
{
    struct source_search s = {.poly = poly, .shared = shared};
    memset(shared, 0, sizeof *shared * (size_t)poly->scop->loop_count);
    s.dependences = poly_dependences(poly);
    if (!s.dependences)
        return 0;
    search(&s, poly->scop->root);
    isl_map_list_free(s.dependences);
    int count = 0;
    for (int k = 0; k < poly->scop->loop_count; k++) {
        shared[k] = shared[k] && stands_for_all(poly->scop, shared, k);
        count += shared[k];
    }
    return count;
}

bool poly_shares_with_sums(const struct poly *poly, int loop)
{
    struct source_search s = {.poly = poly, .sums = true};
    if (!are_sums(poly->scop, poly->scop->loop[loop].text_of))
        return false;
    s.dependences = poly_dependences(poly);
    if (!s.dependences)
        return false;
    bool shared = is_shared(&s, loop);
    isl_map_list_free(s.dependences);
    return shared;
}

/* Rows --------------------------------------------------------------------- */

/* The only loop in the node, which is all of it; NULL: there is none. */
static const struct scop_node *only_loop(const struct scop_node *node)
{
    while (node->kind == SCOP_SEQ && node->count == 1)
        node = node->child[0];
    return node->kind == SCOP_FOR ? node : NULL;
}

/* Does no other loop have the text, and does it count up? */
static bool is_row_loop(const struct scop *scop, int loop)
{
    const struct loop_text *text = scop->loop[loop].text_of;
    return text && !scop->loop[loop].made && text->step > 0 &&
           scop_text_loops(scop, text) == 1;
}

enum { ROW, COLUMN, KEPT }; /* iterators around all statements of a row */

/* The dependence (taken) as distances in rows and columns, of those between
 * different rows. NULL: the loop is not around both. */
static isl_set *distances(const struct poly *poly, isl_map *dependence, int row)
{
    isl_map *map = poly_carried(poly, dependence, row);
    if (!map)
        return NULL;
    unsigned in = (unsigned)isl_map_dim(map, isl_dim_in);
    unsigned out = (unsigned)isl_map_dim(map, isl_dim_out);
    map = isl_map_project_out(map, isl_dim_in, KEPT, in - KEPT);
    map = isl_map_project_out(map, isl_dim_out, KEPT, out - KEPT);
    map = isl_map_reset_tuple_id(map, isl_dim_in);
    map = isl_map_reset_tuple_id(map, isl_dim_out);
    return isl_map_deltas(map);
}

/* The least distance along dimension `at` is *least, if it has an end. */
static bool find_least(isl_set *set /* kept */, int at, int64_t *least)
{
    enum { MOST = 1000 };
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
    isl_aff *along = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)at);
    isl_val *value = isl_set_min_val(set, along);
    isl_aff_free(along);
    bool found = isl_val_is_int(value) == isl_bool_true &&
                 isl_val_cmp_si(value, -MOST) >= 0;
    *least = !found                            ? 0
             : isl_val_cmp_si(value, MOST) > 0 ? MOST
                                               : isl_val_get_num_si(value);
    isl_val_free(value);
    return found;
}

/* Up to how many columns behind its own does an iteration need of the rows
 * before; -1: nobody knows. */
static int64_t columns_ahead(const struct source_search *s, int row)
{
    int64_t ahead = 0;
    int count = (int)isl_map_list_n_map(s->dependences);
    for (int k = 0; k < count && ahead >= 0; k++) {
        isl_map *map = isl_map_list_get_map(s->dependences, k);
        isl_set *set = distances(s->poly, map, row);
        int64_t rows, columns;
        if (set && isl_set_is_empty(set) != isl_bool_true) {
            bool known = find_least(set, ROW, &rows) && rows > 0 &&
                         find_least(set, COLUMN, &columns);
            if (!known)
                ahead = -1;
            else if (-columns > ahead)
                ahead = -columns;
        }
        isl_set_free(set);
    }
    return ahead;
}

/* How many bytes lie between the elements of two columns; 0: it is one. */
static int64_t bytes_apart(const struct scop_array *array,
                           const struct scop_expr *access, int column)
{
    int64_t bytes = array->unit * scop_type_size(array->type);
    for (int k = access->count - 1; k >= 0; k--) {
        if (scop_expr_mentions(access->arg[k], column))
            return bytes;
        const struct scop_expr *extent = array->extent[k];
        bytes *= extent && extent->op == SCOP_INT ? extent->ival : 1;
    }
    return 0;
}

/* Do all rows write elements of which each column has a cache line? One thread
 * has them in its cache, and others wait for each of them. */
static bool hands_lines_on(const struct poly *poly, int row, int column)
{
    enum { LINE = 64 };
    bool found = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        const struct scop_array *array =
            &poly->scop->array[poly->array[a->array].array];
        found |= a->write && is_in_loop(poly, a, row) &&
                 !scop_expr_mentions(a->expr, row) &&
                 bytes_apart(array, a->expr, column) >= LINE;
    }
    return found;
}

/* As poly_source_rows, of one loop of the scop's outermost ones. */
static int64_t rows_ahead(const struct source_search *s,
                          const struct scop_node *row)
{
    const struct scop *scop = s->poly->scop;
    const struct scop_node *column = only_loop(row->child[0]);
    bool known = column && is_row_loop(scop, row->loop) &&
                 is_row_loop(scop, column->loop) && is_private(s, row->loop) &&
                 !hands_lines_on(s->poly, row->loop, column->loop);
    return known ? columns_ahead(s, row->loop) : -1;
}

int poly_source_rows(const struct poly *poly, int64_t *ahead)
{
    struct source_search s = {.poly = poly};
    int count = 0;
    for (int k = 0; k < poly->scop->loop_count; k++)
        ahead[k] = -1;
    s.dependences = poly_dependences(poly);
    const struct scop_node *root = poly->scop->root;
    for (int k = 0; s.dependences && k < root->count; k++) {
        const struct scop_node *node = root->child[k];
        if (node->kind != SCOP_FOR || length(poly->scop, node) < MANY)
            continue;
        ahead[node->loop] = rows_ahead(&s, node);
        count += ahead[node->loop] >= 0;
    }
    isl_map_list_free(s.dependences);
    return count;
}
