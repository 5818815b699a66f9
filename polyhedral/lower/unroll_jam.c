/*
 * Several points to a thread (tile/unroll_jam.c): their loops are unrolled,
 * with conditions where a point may not be there, and so is the loop around
 * them where all of its iterations are; elements that points hold are variables
 * meanwhile.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/unroll.h"

#include <isl/id.h>

#include <stdlib.h>
#include <string.h>

static bool is_known(struct lower *l, int value, int64_t *what)
{
    const struct kir_value *v = &l->f->value[value];
    *what = v->imm.i;
    return v->op == KIR_CONST;
}

/* Opens an `if` of the condition (-1: none) where that is not known; false, and
 * nothing is opened, if it cannot hold. */
static bool open_if(struct lower *l, int condition, bool *opened)
{
    int64_t holds = 1;
    bool known = condition < 0 || is_known(l, condition, &holds);
    *opened = !known;
    if (!known)
        kir_if(l->f, condition);
    return !known || holds;
}

/* The condition as one that is not known to hold: -1 stands for that. */
static int both(struct lower *l, int a, int b)
{
    int64_t holds;
    if (is_known(l, b, &holds) && holds)
        return a;
    return a < 0 ? b : kir_binary(l->f, KIR_AND, a, b);
}

/* Is `value` an iteration of the loop [low, end) with that step? The first one
 * is a multiple of `apart`. */
static int is_iteration(struct lower *l, isl_ast_node *node, int low, int end,
                        int64_t value, int64_t apart)
{
    struct kir_func *f = l->f;
    int at = kir_i64(l->f, value), is = -1;
    int64_t step = 0;
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return both(l, is, kir_binary(f, KIR_EQ, low, at));
    is = both(l, is, kir_binary(f, KIR_LE, low, at));
    is = both(l, is, kir_binary(f, KIR_LT, at, end));
    int by = lower_ast_expr(l, isl_ast_node_for_get_inc(node));
    if (l->failed || !is_known(l, by, &step) || step == apart)
        return is;
    int rest = kir_floor_mod(f, kir_binary(f, KIR_SUB, at, low), step);
    return both(l, is, kir_binary(f, KIR_EQ, rest, kir_i64(l->f, 0)));
}

/* A loop over a thread's points along one dimension, unrolled. */
static void unroll_points(struct lower *l, isl_ast_node *node, const char *name)
{
    int member = atoi(name + strlen("hd_c")) - l->unroll->depth;
    int d = l->kernel->dims - 1 - member, bindings = l->binding_count;
    int64_t apart = d || l->kernel->unroll.vector > 1 ? 1 : l->kernel->block[0];
    int low = lower_ast_expr(l, isl_ast_node_for_get_init(node)), end = -1;
    if (isl_ast_node_for_is_degenerate(node) != isl_bool_true)
        end = lower_loop_end(l, node);
    l->unroll->around |= 1u << d;
    for (int v = 0; v < l->kernel->unroll.each[d]; v++) {
        int64_t at = map_point(l->kernel, d, v);
        bool opened;
        int is = l->unroll->unguarded
                     ? -1
                     : is_iteration(l, node, low, end, at, apart);
        if (!open_if(l, is, &opened))
            continue;
        l->unroll->point[d] = v;
        lower_bind(l, name, kir_i64(l->f, at));
        l->below(l, isl_ast_node_for_get_body(node));
        l->binding_count = bindings;
        if (opened)
            kir_end(l->f);
    }
    l->unroll->around &= ~(1u << d);
    l->unroll->point[d] = 0;
}

static isl_bool count_user(isl_ast_node *node, void *user)
{
    int *count = user;
    *count += isl_ast_node_get_type(node) == isl_ast_node_user;
    return isl_bool_true;
}

/* Would the loop's iterations fill the instruction cache? They are some
 * thousand instructions, then, which compilers take long for, too. */
static bool is_too_long(struct lower *l, isl_ast_node *node, int64_t count)
{
    enum { MOST_INSTANCES = 1024 };
    int statements = 0;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    isl_ast_node_foreach_descendant_top_down(body, count_user, &statements);
    isl_ast_node_free(body);
    return count * statements * lower_points_each(l->kernel) > MOST_INSTANCES;
}

/* The loop's iterations [from, to), `count` at a time. */
static void lower_some(struct lower *l, isl_ast_node *node, const char *name,
                       int from, int to, int64_t step, int count)
{
    int bindings = l->binding_count;
    int at = kir_for(l->f, from, to, kir_i64(l->f, step * count), 0);
    for (int k = 0; k < count; k++) {
        lower_bind(l, name,
                   kir_binary(l->f, KIR_ADD, at, kir_i64(l->f, k * step)));
        l->below(l, isl_ast_node_for_get_body(node));
        l->binding_count = bindings;
    }
    kir_end(l->f);
}

/* A loop from 0 that has not all iterations: some at a time where a thread has
 * one point, so that there is little in each. */
static void lower_part(struct lower *l, isl_ast_node *node, const char *name,
                       int end, int64_t step)
{
    enum { SOME = 4 };
    if (lower_points_each(l->kernel) > 1) {
        lower_plain_for(l, node);
        return;
    }
    int rest = kir_floor_mod(l->f, end, SOME * step);
    rest = kir_binary(l->f, KIR_SUB, end, rest);
    rest = kir_binary(l->f, KIR_MAX, rest, kir_i64(l->f, 0));
    lower_some(l, node, name, kir_i64(l->f, 0), rest, step, SOME);
    lower_some(l, node, name, rest, end, step, 1);
}

/* A loop from 0: unrolled by its step where it has all iterations up to
 * `depth`, the tile's end. */
static bool unroll_all(struct lower *l, isl_ast_node *node, const char *name,
                       int64_t depth)
{
    int64_t zero = 1, step = 0;
    int bindings = l->binding_count;
    bool opened;
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return false;
    int low = lower_ast_expr(l, isl_ast_node_for_get_init(node));
    int by = lower_ast_expr(l, isl_ast_node_for_get_inc(node));
    if (!is_known(l, low, &zero) || zero || !is_known(l, by, &step) ||
        is_too_long(l, node, depth / step))
        return false;
    int end = lower_loop_end(l, node);
    int all = kir_binary(l->f, KIR_EQ, end, kir_i64(l->f, depth));
    if (!open_if(l, all, &opened))
        return false;
    for (int64_t v = 0; v < depth; v += step) {
        lower_bind(l, name, kir_i64(l->f, v));
        l->below(l, isl_ast_node_for_get_body(node));
        l->binding_count = bindings;
    }
    if (opened) {
        kir_else(l->f);
        lower_part(l, node, name, end, step);
        kir_end(l->f);
    }
    return true;
}

/* The loop around the points: in blocks that are full or do what full ones do,
 * or that have one point for each thread, which is there or leaves the loop
 * out. */
static bool unroll_deep(struct lower *l, isl_ast_node *node, const char *name)
{
    return (l->unroll->full || l->unroll->unguarded ||
            lower_points_each(l->kernel) == 1) &&
           unroll_all(l, node, name, l->kernel->unroll.depth);
}

/* Does a team's lane, which has `depth` of them, go through elements there? */
static bool is_of_lane(const struct lower *l, isl_ast_node *node)
{
    if (!l->kernel || !l->kernel->team.threads || !l->kernel->team.depth)
        return false;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    bool one = isl_ast_node_get_type(body) == isl_ast_node_user;
    isl_ast_node_free(body);
    return one;
}

bool lower_unroll_for(struct lower *l, isl_ast_node *node)
{
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(node);
    isl_id *id = isl_ast_expr_get_id(iterator);
    bool deep = l->unroll->deep, done = l->unroll->over_points;
    isl_ast_expr_free(iterator);
    if (l->unroll->over_points) {
        unroll_points(l, node, isl_id_get_name(id));
    } else if (deep) {
        l->unroll->deep = false;
        done = unroll_deep(l, node, isl_id_get_name(id));
        l->unroll->deep = true;
    } else if (is_of_lane(l, node)) {
        done = unroll_all(l, node, isl_id_get_name(id), l->kernel->team.depth);
    }
    isl_id_free(id);
    return done;
}

/* Registers -----------------------------------------------------------------*/

/* What points without elements have in registers is nothing, but not unknown.
 */
static void clear_held(struct lower *l, const struct promoted_array *promoted)
{
    int count = lower_points_each(l->kernel);
    const int *held =
        &l->unroll->held[(promoted - l->kernel->unroll.promoted) * count];
    enum kir_type type = l->f->variable[held[0]].type;
    for (int k = 0; k < count; k++)
        kir_set(l->f, held[k],
                kir_is_float(type) ? kir_float(l->f, type, 0)
                                   : kir_int(l->f, type, 0));
}

struct lower_unroll *lower_unroll_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct lower_unroll));
}

void lower_unroll_full(struct lower *l, bool full)
{
    l->unroll->full = full;
}

void lower_unroll_start(struct lower *l)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    int count = lower_points_each(kernel);
    l->unroll->held =
        arena_alloc(arena, sizeof *l->unroll->held * (size_t)(count + 1) *
                               (size_t)(kernel->unroll.promoted_count + 1));
    for (int h = 0; h < kernel->unroll.promoted_count; h++) {
        const struct poly_array *pa =
            &l->poly->array[kernel->unroll.promoted[h].array];
        enum scop_type type = l->poly->scop->array[pa->array].type;
        for (int k = 0; k < count; k++)
            l->unroll->held[h * count + k] =
                kir_variable(l->f, arena_printf(arena, "%s_own%d", pa->name, k),
                             lower_value_type(type));
    }
}

/* The thread's first point along d. */
static int first_point(struct lower *l, int d)
{
    struct kir_func *f = l->f;
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    int thread = lower_name(l, arena_printf(arena, "hd_t%d", d));
    int block = lower_name(l, arena_printf(arena, "hd_b%d", d));
    thread =
        kir_binary(f, KIR_MUL, thread, kir_i64(l->f, map_apart(kernel, d)));
    block = kir_binary(f, KIR_MUL, block, kir_i64(l->f, map_extent(kernel, d)));
    return kir_binary(f, KIR_ADD, block, thread);
}

/* Binds hd_f0… to the point at hand. */
static void bind_point(struct lower *l)
{
    for (int d = 0; d < l->kernel->dims; d++) {
        int at = kir_binary(
            l->f, KIR_ADD, first_point(l, d),
            kir_i64(l->f, map_point(l->kernel, d, l->unroll->point[d])));
        lower_bind(l, arena_printf(l->poly->arena, "hd_f%d", d), at);
    }
}

/* Where a point's element is, and whether it is there: of any bound point. */
struct held_place {
    isl_ast_expr *there;
    isl_ast_expr **subscript;
};

static struct held_place find_held(struct lower *l,
                                   const struct promoted_array *promoted)
{
    size_t size = sizeof(isl_ast_expr *) * (size_t)(promoted->rank + 1);
    isl_set *known = l->known;
    isl_set *box = poly_as_params(map_box(l->poly, l->kernel, true), "hd_f");
    l->known =
        isl_set_intersect(box, isl_set_copy(known ? known : l->poly->context));
    struct held_place place = {
        lower_params_expr(l, isl_set_copy(promoted->points)),
        arena_alloc(l->poly->arena, size),
    };
    isl_set_free(l->known);
    l->known = known;
    for (int k = 0; k < promoted->rank; k++)
        place.subscript[k] =
            lower_pw_aff_expr(l, isl_pw_aff_copy(promoted->subscript[k]));
    return place;
}

static void free_held(const struct promoted_array *promoted,
                      struct held_place *place)
{
    isl_ast_expr_free(place->there);
    for (int k = 0; k < promoted->rank; k++)
        isl_ast_expr_free(place->subscript[k]);
}

/* The index of the point's element. */
static int element_index(struct lower *l, const struct promoted_array *promoted,
                         const struct held_place *place)
{
    int bindings = l->binding_count;
    int *sub =
        arena_alloc(l->poly->arena, sizeof(int) * (size_t)(promoted->rank + 1));
    bind_point(l);
    for (int k = 0; k < promoted->rank; k++)
        sub[k] = lower_ast_expr(l, isl_ast_expr_copy(place->subscript[k]));
    l->binding_count = bindings;
    return lower_linear(l, promoted->array, sub);
}

/* Moves the element of one point between memory and its variable. */
static void move_element(struct lower *l, const struct promoted_array *promoted,
                         const struct held_place *place, bool out)
{
    struct kir_func *f = l->f;
    int index = element_index(l, promoted, place);
    int variable = lower_promoted_variable(l, promoted);
    kir_origin(f, arena_printf(l->poly->arena, "0 %s in registers",
                               l->poly->array[promoted->array].name));
    if (out)
        kir_store(f, lower_buffer(l, promoted->array), index,
                  kir_get(f, variable));
    else
        kir_set(f, variable,
                kir_load(f, lower_buffer(l, promoted->array), index));
    kir_origin(f, NULL);
}

/* Has the point an element? */
static int has_element(struct lower *l, const struct held_place *place)
{
    int bindings = l->binding_count;
    bind_point(l);
    int has = kir_cast(l->f, KIR_PRED,
                       lower_ast_expr(l, isl_ast_expr_copy(place->there)));
    l->binding_count = bindings;
    return has;
}

/* Sets the point at hand to number k of the thread's. */
static void set_point(struct lower *l, int k)
{
    for (int d = 0; d < l->kernel->dims; d++) {
        l->unroll->point[d] = k % (int)l->kernel->unroll.each[d];
        k /= (int)l->kernel->unroll.each[d];
    }
}

/* Each point's element if it has one. */
static void move_apart(struct lower *l, const struct promoted_array *promoted,
                       const struct held_place *place, bool out)
{
    int count = lower_points_each(l->kernel);
    for (int k = 0; k < count; k++) {
        set_point(l, k);
        if (!l->unroll->full)
            kir_if(l->f, has_element(l, place));
        move_element(l, promoted, place, out);
        if (!l->unroll->full)
            kir_end(l->f);
    }
}

/* How a subscript is to move: by `own` with hd_f0, and if at all, otherwise by
 * multiples of `vector`. */
struct moves {
    int64_t own, vector;
};

static isl_bool moves_so(isl_set *set, isl_aff *aff, void *user)
{
    const struct moves *moves = user;
    isl_val *modulus =
        isl_val_int_from_si(isl_set_get_ctx(set), (long)moves->vector);
    isl_val *by = isl_aff_get_constant_val(aff);
    isl_bool fits = isl_val_is_divisible_by(by, modulus);
    bool good = isl_aff_dim(aff, isl_dim_div) == 0 &&
                (!moves->own || fits == isl_bool_true);
    isl_val_free(by);
    for (int i = 0; i < isl_aff_dim(aff, isl_dim_param) && good; i++) {
        by = isl_aff_get_coefficient_val(aff, isl_dim_param, i);
        const char *name =
            isl_aff_get_dim_name(aff, isl_dim_param, (unsigned)i);
        if (!strcmp(name, "hd_f0"))
            good = isl_val_cmp_si(by, (long)moves->own) == 0;
        else if (moves->own)
            good = isl_val_is_divisible_by(by, modulus) == isl_bool_true;
        isl_val_free(by);
    }
    isl_val_free(modulus);
    return isl_bool_ok(good);
}

/* Are elements of neighbours of x neighbours in memory? */
static bool are_neighbours(struct lower *l,
                           const struct promoted_array *promoted)
{
    const struct map_kernel *kernel = l->kernel;
    const struct poly_array *pa = &l->poly->array[promoted->array];
    const struct scop_array *sa = &l->poly->scop->array[pa->array];
    bool good =
        kernel->unroll.vector > 1 && promoted->rank && !pa->pitch &&
        sa->unit == 1 && sa->offset == 0 &&
        scop_type_size(sa->type) * kernel->unroll.vector <= KIR_PACK_BYTES;
    for (int k = 0; k < promoted->rank && good; k++) {
        struct moves moves = {k == promoted->rank - 1, kernel->unroll.vector};
        good = isl_pw_aff_every_piece(promoted->subscript[k], moves_so,
                                      &moves) == isl_bool_true;
    }
    return good;
}

/* All points' elements of one array, of blocks that are full or may not be. */
static void move_rows(struct lower *l, const struct promoted_array *promoted,
                      const struct held_place *place, bool out)
{
    bool known = !out && promoted->fresh;
    if (!out && !l->unroll->full && l->kernel->unroll.unguarded)
        clear_held(l, promoted);
    if (!known)
        move_apart(l, promoted, place, out);
}

/* Where all points have an element, those of neighbours may be accessed at once
 * (kir_pack), if they lie well. If full blocks have no code of their own, there
 * is no third way for those whose elements do not: what is common to all three
 * would be in registers meanwhile. */
static void move_points(struct lower *l, const struct promoted_array *promoted,
                        bool out)
{
    bool full = l->unroll->full, opened = false, some = false;
    bool apart = !full && l->kernel->unroll.full;
    bool packs = (full || apart) && are_neighbours(l, promoted);
    struct held_place place = find_held(l, promoted);
    int test = packs
                   ? lower_aligned(l, promoted->array, l->kernel->unroll.vector)
                   : -1;
    if (apart)
        test = both(l, test,
                    lower_params_test(l, isl_set_copy(l->kernel->unroll.full)));
    if (packs || apart) {
        some = open_if(l, test, &opened);
        l->unroll->full = true;
        if (some)
            move_rows(l, promoted, &place, out);
        l->unroll->full = full;
    }
    if (opened)
        kir_else(l->f);
    if (opened || !some)
        move_rows(l, promoted, &place, out);
    if (opened)
        kir_end(l->f);
    free_held(promoted, &place);
}

/* What is no more than a variable has no memory to come from or to go to. */
static void move_all(struct lower *l, bool out)
{
    const struct map_kernel *kernel = l->kernel;
    for (int h = 0; h < kernel->unroll.promoted_count; h++) {
        const struct promoted_array *promoted = &kernel->unroll.promoted[h];
        if (l->storage->row[promoted->array] >= 0)
            move_points(l, promoted, out);
        else if (!out && kernel->unroll.unguarded)
            clear_held(l, promoted);
    }
    memset(l->unroll->point, 0, sizeof l->unroll->point);
}

/* The number of the point of x that is so far from the first one. */
static int point_at(struct lower *l, int value)
{
    struct kir_func *f = l->f;
    int64_t vector = l->kernel->unroll.vector;
    int group = kir_floor_div(f, value, vector * l->kernel->block[0]);
    group = kir_binary(f, KIR_MUL, group, kir_i64(l->f, vector));
    return kir_binary(f, KIR_ADD, group, kir_floor_mod(f, value, vector));
}

/* The number along d of the point that the statement's instance is, which has
 * only one there, so that isl has no loop. */
static int find_point(struct lower *l, int d)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    int bindings = l->binding_count, depth = l->stmt->stmt->depth;
    isl_union_map *map = isl_union_map_intersect_domain(
        isl_union_map_copy(kernel->parallel),
        isl_union_set_from_set(isl_set_copy(l->stmt->domain)));
    isl_pw_multi_aff *at =
        isl_pw_multi_aff_from_map(isl_map_from_union_map(map));
    isl_pw_aff *f = isl_pw_multi_aff_get_pw_aff(at, d);
    isl_pw_multi_aff_free(at);
    int first = (int)isl_pw_aff_dim(f, isl_dim_param);
    f = isl_pw_aff_move_dims(f, isl_dim_param, (unsigned)first, isl_dim_in, 0,
                             (unsigned)depth);
    for (int k = 0; k < depth; k++) {
        const char *name = arena_printf(arena, "hd_i%d", k);
        f = isl_pw_aff_set_dim_id(f, isl_dim_param, (unsigned)(first + k),
                                  isl_id_alloc(l->poly->ctx, name, NULL));
        lower_bind(l, name, l->iter[k]);
    }
    int value = lower_pw_aff(l, isl_pw_aff_project_domain_on_params(f));
    value = kir_binary(l->f, KIR_SUB, value, first_point(l, d));
    l->binding_count = bindings;
    return d ? value : point_at(l, value);
}

static void at_points(struct lower *l, int d)
{
    bool opened;
    if (d == l->kernel->dims) {
        lower_statement(l);
    } else if (l->kernel->unroll.each[d] == 1 || l->unroll->around & 1u << d) {
        at_points(l, d + 1);
    } else {
        int point = find_point(l, d);
        for (int v = 0; v < l->kernel->unroll.each[d]; v++) {
            int is = kir_binary(l->f, KIR_EQ, point, kir_i64(l->f, v));
            if (!open_if(l, is, &opened))
                continue;
            l->unroll->point[d] = v;
            at_points(l, d + 1);
            if (opened)
                kir_end(l->f);
        }
        l->unroll->point[d] = 0;
    }
}

void lower_unroll_statement(struct lower *l)
{
    if (l->unroll->over_points && l->unroll->in_registers)
        at_points(l, 0);
    else
        lower_statement(l);
}

static isl_bool count_places(isl_ast_node *node, void *user)
{
    struct lower *l = user;
    const struct poly_stmt *stmt = NULL;
    if (isl_ast_node_get_type(node) == isl_ast_node_user)
        stmt = lower_callee(l, node);
    if (stmt)
        l->unroll->places[stmt - l->poly->stmt]++;
    return isl_bool_true;
}

void lower_unroll_tree(struct lower *l, isl_ast_node *tree)
{
    l->unroll->places =
        arena_alloc(l->poly->arena, sizeof *l->unroll->places *
                                        (size_t)(l->poly->stmt_count + 1));
    isl_ast_node_foreach_descendant_top_down(tree, count_places, l);
}

/* Does the expression (taken) tell threads apart? */
static bool names_thread(isl_ast_expr *e)
{
    bool names = false;
    if (isl_ast_expr_get_type(e) == isl_ast_expr_id) {
        isl_id *id = isl_ast_expr_get_id(e);
        names = !strncmp(isl_id_get_name(id), "hd_t", 4);
        isl_id_free(id);
    } else if (isl_ast_expr_get_type(e) == isl_ast_expr_op) {
        int count = (int)isl_ast_expr_get_op_n_arg(e);
        for (int k = 0; k < count && !names; k++)
            names = names_thread(isl_ast_expr_get_op_arg(e, k));
    }
    isl_ast_expr_free(e);
    return names;
}

/* What is below a mark, as far as it is known. */
struct nest {
    struct lower *l;
    const struct poly_stmt *stmt;
    int others; /* than loops, marks, and conditions on all threads */
};

static isl_bool add_to_nest(isl_ast_node *node, void *user)
{
    struct nest *nest = user;
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (type == isl_ast_node_user)
        nest->stmt = lower_callee(nest->l, node);
    bool plain = type == isl_ast_node_for || type == isl_ast_node_mark;
    if (type == isl_ast_node_if)
        plain = isl_ast_node_if_has_else_node(node) == isl_bool_false &&
                !names_thread(isl_ast_node_if_get_cond(node));
    nest->others += !plain;
    return isl_bool_true;
}

/* Is what is below the mark one statement in nothing but loops and conditions
 * on all threads, and at no other place, that may run for all of a block's
 * points? */
static bool is_unguarded_nest(struct lower *l, isl_ast_node *below)
{
    struct nest nest = {.l = l};
    if (!l->kernel->unroll.unguarded)
        return false;
    isl_ast_node_foreach_descendant_top_down(below, add_to_nest, &nest);
    return nest.stmt && nest.others == 1 &&
           l->unroll->places[nest.stmt - l->poly->stmt] == 1 &&
           l->kernel->unroll.unguarded[nest.stmt - l->poly->stmt];
}

/* Is the mark of points, or of a loop around them? */
static bool is_of_points(const char *name)
{
    return !strcmp(name, MAP_MARK_DEEP) || !strncmp(name, MAP_MARK_POINTS, 1);
}

struct nests_check {
    struct lower *l;
    bool all;
};

static isl_bool check_mark(isl_ast_node *node, void *user)
{
    struct nests_check *nests = user;
    if (isl_ast_node_get_type(node) != isl_ast_node_mark)
        return isl_bool_true;
    isl_id *id = isl_ast_node_mark_get_id(node);
    bool points = is_of_points(isl_id_get_name(id));
    isl_id_free(id);
    if (!points)
        return isl_bool_true;
    isl_ast_node *below = isl_ast_node_mark_get_node(node);
    nests->all &= is_unguarded_nest(nests->l, below);
    isl_ast_node_free(below);
    return isl_bool_false;
}

bool lower_unroll_is_unguarded(struct lower *l, isl_ast_node *tree)
{
    struct nests_check nests = {l, true};
    lower_unroll_tree(l, tree);
    isl_ast_node_foreach_descendant_top_down(tree, check_mark, &nests);
    return nests.all;
}

bool lower_unroll_mark(struct lower *l, const char *name, isl_ast_node *below)
{
    bool deep = !strcmp(name, MAP_MARK_DEEP), unguarded = l->unroll->unguarded;
    bool points = !strncmp(name, MAP_MARK_POINTS, 1);
    if (!l->kernel || !is_of_points(name))
        return false;
    l->unroll->deep = deep && l->kernel->unroll.depth > 0;
    l->unroll->over_points = points;
    l->unroll->depth = points ? atoi(name + 1) : 0;
    l->unroll->around = 0;
    l->unroll->unguarded = unguarded || is_unguarded_nest(l, below);
    l->below(l, below);
    l->unroll->unguarded = unguarded;
    l->unroll->deep = l->unroll->over_points = false;
    return true;
}

bool lower_unroll_user(struct lower *l, const char *name)
{
    bool fetch = !strncmp(name, MAP_FETCH, sizeof MAP_FETCH - 1);
    if (!fetch && strncmp(name, MAP_RETURN, sizeof MAP_RETURN - 1))
        return false;
    l->unroll->in_registers = true;
    move_all(l, !fetch);
    l->unroll->in_registers = fetch;
    return true;
}
