/*
 * Finds arrays and scalars of the caller that iterations of loops use as
 * temporaries (array_privatize.h), on a model of the part, and builds the scop
 * in which each iteration has an array of the region's own.
 */
#include "polyhedral/rewrite/array_privatize.h"
#include "polyhedral/rewrite/build.h"

#include "polyhedral/dependence/dependence.h"

/* Writes that are asked for together. */
enum { MOST_COVERS = 4 };

/* An array, the loops that it is private to, and the accesses by which each of
 * their iterations writes all that it uses. */
struct temporary {
    struct poly *poly;
    int array, depth;
    const int *loop;
    const struct poly_access *cover[MOST_COVERS];
    int covers;
};

/* What may become one: not a view of part of a struct, and of a declared
 * shape. Only a scalar may also be written where data says so, or in a body. */
static bool may_be_private(const struct poly *poly, int array)
{
    const struct scop_array *sa = &poly->scop->array[array];
    bool written = false, scalar = sa->rank == 0;
    if (sa->scope != SCOP_OUTSIDE || !sa->live_out || sa->made ||
        sa->unit != 1 || sa->view_of != array || poly->array[array].pitch)
        return false;
    for (int k = 0; k < poly->scop->array_count; k++)
        if (k != array && poly->scop->array[k].view_of == array)
            return false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array)
            continue;
        if (!a->exact || poly->stmt[a->stmt].prologue)
            return false;
        if (!scalar &&
            ((a->write && !a->certain) || poly->scop->stmt[a->stmt].body))
            return false;
        written |= a->write;
    }
    return written;
}

/* Are the statement's outer loops those of the temporary? */
static bool is_inside(const struct temporary *t, int stmt)
{
    const struct scop_stmt *s = &t->poly->scop->stmt[stmt];
    if (s->depth < t->depth)
        return false;
    for (int d = 0; d < t->depth; d++)
        if (s->loop[d] != t->loop[d])
            return false;
    return true;
}

static bool is_scalar(const struct temporary *t)
{
    return t->poly->scop->array[t->array].rank == 0;
}

/* Do the loops hold nothing beside each other, and no body? (A scalar's may.)
 */
static bool is_perfect(const struct temporary *t)
{
    for (int k = 0; k < t->poly->scop->stmt_count; k++) {
        const struct scop_stmt *s = &t->poly->scop->stmt[k];
        bool outer = s->depth > 0 && s->loop[0] == t->loop[0];
        if (outer && (!is_inside(t, k) || (s->body && !is_scalar(t))))
            return false;
    }
    return true;
}

/* [i0 … i(depth-1)] -> elements. */
static isl_map *by_iteration(const struct temporary *t,
                             const struct poly_access *a)
{
    return poly_prefix_access(t->poly, a, t->depth);
}

/* Do the covers, in every iteration, write the same elements, and all that any
 * access to the array touches? */
static bool covers_all(const struct temporary *t)
{
    isl_map *mine = by_iteration(t, t->cover[0]);
    for (int k = 1; k < t->covers; k++)
        mine = isl_map_union(mine, by_iteration(t, t->cover[k]));
    isl_map *each = isl_map_from_domain_and_range(
        isl_map_domain(isl_map_copy(mine)), isl_map_range(isl_map_copy(mine)));
    bool all = isl_map_is_equal(mine, each) == isl_bool_true;
    for (int k = 0; k < t->poly->access_count && all; k++) {
        if (t->poly->access[k].array != t->array ||
            !is_inside(t, t->poly->access[k].stmt))
            continue;
        isl_map *other = by_iteration(t, &t->poly->access[k]);
        all = isl_map_is_subset(other, mine) == isl_bool_true;
        isl_map_free(other);
    }
    isl_map_free(each);
    isl_map_free(mine);
    return all;
}

/* Is the statement below the node, and under no condition there? */
static bool leads_to(const struct scop_node *node, int stmt)
{
    if (node->kind == SCOP_STMT)
        return node->stmt == stmt;
    if (node->kind != SCOP_SEQ && node->kind != SCOP_FOR)
        return false;
    for (int k = 0; k < node->count; k++)
        if (leads_to(node->child[k], stmt))
            return true;
    return false;
}

/* Do the loops around the statement iterate alike in each iteration of the
 * temporary's? Then the statement is done last where each of these is in its
 * last iteration. */
static bool is_steady(const struct temporary *t, const struct scop_stmt *s)
{
    for (int d = 0; d < s->depth; d++) {
        const struct scop_node *node = t->poly->scop->loop[s->loop[d]].node;
        for (int k = 0; k < t->depth && k < d; k++)
            if (scop_expr_mentions(node->init, t->loop[k]) ||
                scop_expr_mentions(node->cond, t->loop[k]))
                return false;
    }
    return true;
}

/* Is it a write that each iteration of the temporary's loops does alike? */
static bool may_cover(const struct temporary *t, const struct poly_access *a)
{
    const struct scop *scop = t->poly->scop;
    const struct scop_stmt *s = &scop->stmt[a->stmt];
    return a->array == t->array && a->write && a->certain && !s->body &&
           is_inside(t, a->stmt) && s->guard_count == 0 && is_steady(t, s) &&
           leads_to(scop->root, a->stmt);
}

/* Finds one write that covers all, or as many as there are. False: there are
 * none. */
static bool find_covers(struct temporary *t)
{
    const struct poly *poly = t->poly;
    const struct poly_access *all[MOST_COVERS];
    int count = 0;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (!may_cover(t, a))
            continue;
        t->cover[0] = a;
        t->covers = 1;
        if (covers_all(t))
            return true;
        if (count < MOST_COVERS)
            all[count] = a;
        count++;
    }
    t->covers = count > 1 && count <= MOST_COVERS ? count : 0;
    for (int k = 0; k < t->covers; k++)
        t->cover[k] = all[k];
    if (t->covers && !covers_all(t))
        t->covers = 0;
    return t->covers > 0;
}

/* Is each element of the array touched in one iteration of the loops only? */
static bool is_apart(const struct temporary *t, int array)
{
    isl_map *touched = NULL;
    for (int k = 0; k < t->poly->access_count; k++) {
        const struct poly_access *a = &t->poly->access[k];
        if (a->array != array || !is_inside(t, a->stmt))
            continue;
        isl_map *more = by_iteration(t, a);
        touched = touched ? isl_map_union(touched, more) : more;
    }
    touched = touched ? isl_map_reverse(touched) : NULL;
    bool apart = !touched || isl_map_is_single_valued(touched) == isl_bool_true;
    isl_map_free(touched);
    return apart;
}

/* How the loops use an array: not at all, or only reading it. */
static void find_uses(const struct temporary *t, int array, bool *used,
                      bool *written)
{
    *used = *written = false;
    for (int k = 0; k < t->poly->access_count; k++) {
        const struct poly_access *a = &t->poly->access[k];
        if (a->array != array || !is_inside(t, a->stmt))
            continue;
        *used = true;
        *written |= a->write;
    }
}

/* Are the loops parallel but for the array, and another one large enough? */
static bool is_worth_it(const struct temporary *t)
{
    const struct poly *poly = t->poly;
    bool large = false, used, written;
    int rank = poly->array[t->array].rank + t->depth;
    for (int k = 0; k < poly->array_count; k++) {
        if (k == t->array)
            continue;
        find_uses(t, k, &used, &written);
        bool candidate = used && !poly->array[k].local && !large &&
                         poly->array[k].rank >= rank;
        if (!written && !candidate)
            continue;
        bool apart = is_apart(t, k);
        if (written && !apart)
            return false;
        large |= candidate && apart;
    }
    return large;
}

/* The loops around the first statement that uses the array. */
static const int *loops_around(const struct poly *poly, int array)
{
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            return poly->scop->stmt[poly->access[k].stmt].loop;
    return NULL;
}

static bool is_temporary(struct temporary *t)
{
    if (!may_be_private(t->poly, t->array))
        return false;
    t->depth = poly_private_depth(t->poly, t->array, -1);
    t->loop = loops_around(t->poly, t->array);
    if (t->depth == 0 || is_apart(t, t->array) || !is_perfect(t) ||
        !is_worth_it(t))
        return false;
    return find_covers(t);
}

/* The scalar in the nest of the access: by as many of its loops as will do. */
static bool is_scalar_temporary(struct temporary *t,
                                const struct poly_access *a)
{
    const struct scop_stmt *s = &t->poly->scop->stmt[a->stmt];
    t->covers = 0;
    t->loop = s->loop;
    t->depth =
        s->depth > 0 ? poly_private_depth(t->poly, t->array, s->loop[0]) : 0;
    if (t->depth == 0 || is_apart(t, t->array))
        return false;
    for (; t->depth > 0 && !t->covers; t->depth -= !t->covers)
        if (is_perfect(t))
            find_covers(t);
    return t->covers > 0;
}

/* Finds a scalar, one nest after the other: a nest whose iterations have one of
 * their own writes the caller's in the last one only. */
static bool find_scalar(struct temporary *t)
{
    const struct poly *poly = t->poly;
    if (!may_be_private(poly, t->array))
        return false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array == t->array && a->write && a->certain &&
            is_scalar_temporary(t, a))
            return true;
    }
    return false;
}

/* The tree ----------------------------------------------------------------- */

static void rename_array(struct scop_expr *e, int from, int to)
{
    if (e->op == SCOP_ACCESS && e->ref == from)
        e->ref = to;
    for (int k = 0; k < e->count; k++)
        rename_array(e->arg[k], from, to);
}

static void rename_in_body(struct scop_node *node, int from, int to)
{
    struct scop_expr *const part[] = {node->test, node->lhs, node->rhs};
    for (int k = 0; k < 3; k++)
        if (part[k])
            rename_array(part[k], from, to);
    for (int k = 0; k < node->count; k++)
        rename_in_body(node->child[k], from, to);
}

static int own_array(const struct temporary *t, struct scop_build *b)
{
    const struct scop_array *old = &t->poly->scop->array[t->array];
    int number = build_array(b, old->name, old->type, old->rank);
    struct scop_array *own = &b->scop->array[number];
    own->made = false;
    own->loc = old->loc;
    for (int k = 1; k < old->rank; k++)
        own->extent[k] = old->extent[k];
    return number;
}

/* Opens conditions that hold in the last iteration: the next would not be. */
static void open_last(const struct temporary *t, struct scop_build *b)
{
    for (int d = 0; d < t->depth; d++) {
        const struct scop_node *node = t->poly->scop->loop[t->loop[d]].node;
        struct scop_expr *at = build_iter(b, b->loop_of[t->loop[d]]);
        build_bind(b, t->loop[d],
                   build_sum(b, at, build_int(b, at->type, node->step)));
        struct scop_expr *test =
            scop_expr_new(b->arena, SCOP_NOT, SCOP_I32, 1, b->loc);
        test->arg[0] = build_copy(b, node->cond);
        build_unbind(b, 1);
        build_if(b, test);
    }
}

/* The loops of a write, around the copy of what it wrote. */
static void build_copy_of(const struct temporary *t, struct scop_build *b,
                          int own, const struct poly_access *cover)
{
    const struct scop_stmt *s = &t->poly->scop->stmt[cover->stmt];
    for (int d = t->depth; d < s->depth; d++) {
        int around = b->loop_of[s->loop[d]];
        build_open_copy(b, t->poly->scop->loop[s->loop[d]].node);
        b->loop_of[s->loop[d]] = around;
    }
    struct scop_expr *value = build_copy(b, s->lhs);
    rename_array(value, t->array, own);
    build_stmt(b, build_copy(b, s->lhs), value, 0, NULL);
    for (int d = t->depth; d < s->depth; d++) {
        build_close(b);
        build_unbind(b, 1);
    }
}

static void build_copy_out(const struct temporary *t, struct scop_build *b,
                           int own)
{
    open_last(t, b);
    for (int k = 0; k < t->covers; k++)
        build_copy_of(t, b, own, t->cover[k]);
    for (int d = 0; d < t->depth; d++)
        build_endif(b);
}

static void build_iteration(const struct temporary *t, struct scop_build *b,
                            int own, const struct scop_node *body)
{
    int first = b->scop->stmt_count;
    build_node(b, body);
    for (int k = first; k < b->scop->stmt_count; k++) {
        struct scop_stmt *s = &b->scop->stmt[k];
        if (s->body) {
            rename_in_body(s->body, t->array, own);
        } else {
            rename_array(s->lhs, t->array, own);
            rename_array(s->rhs, t->array, own);
        }
        for (int g = 0; g < s->guard_count; g++)
            rename_array(s->guard[g], t->array, own);
    }
    build_copy_out(t, b, own);
}

/* `level`: how many of the temporary's loops are around the node. */
static void rebuild(const struct temporary *t, struct scop_build *b, int own,
                    const struct scop_node *node, int level)
{
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            rebuild(t, b, own, node->child[k], level);
    } else if (node->kind == SCOP_FOR && node->loop == t->loop[level]) {
        build_open_copy(b, node);
        if (level + 1 == t->depth)
            build_iteration(t, b, own, node->child[0]);
        else
            rebuild(t, b, own, node->child[0], level + 1);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}

static struct scop *build(const struct temporary *t, struct faults *faults)
{
    const struct scop_array *array = &t->poly->scop->array[t->array];
    struct scop_build b;
    build_start(&b, t->poly->scop);
    rebuild(t, &b, own_array(t, &b), t->poly->scop->root, 0);
    fault_add(faults, FAULT_PRIVATISED, array->loc,
              "'%s' is private to each iteration of the outer %s: the last one "
              "leaves what it holds",
              array->name,
              t->depth > 1 ? arena_printf(b.arena, "%d loops", t->depth)
                           : "loop");
    return build_end(&b);
}

/* Does some statement write what it does not find by its outermost loop, while
 * an array of more dimensions is there, or a scalar anew? No model of the
 * region is needed to tell. */
static bool may_have_one(const struct scop *scop)
{
    int most = 0;
    for (int k = 0; k < scop->array_count; k++)
        if (scop->array[k].scope == SCOP_OUTSIDE && scop->array[k].rank > most)
            most = scop->array[k].rank;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *s = &scop->stmt[k];
        if (s->body || s->depth == 0)
            continue;
        const struct scop_array *array = &scop->array[s->lhs->ref];
        if (array->scope == SCOP_OUTSIDE && array->live_out &&
            array->rank == 0 && !s->guard_count &&
            !scop_expr_reads(s->rhs, s->lhs->ref))
            return true;
        if (s->depth > 1 && array->scope == SCOP_OUTSIDE && array->live_out &&
            array->rank > 0 && array->rank < most &&
            !scop_expr_mentions(s->lhs, s->loop[0]))
            return true;
    }
    return false;
}

struct scop *private_scop(struct budget *budget, const struct part *part,
                          struct faults *faults)
{
    struct faults apart = {.arena = faults->arena};
    struct scop *scop = NULL;
    if (!may_have_one(part->scop))
        return NULL;
    struct poly *poly = poly_model(budget, part, &apart);
    if (!poly)
        return NULL;
    int count = poly->scop->array_count;
    if (poly_expand(poly)) {
        poly_budget(poly, 8);
        for (int k = 0; k < count && !scop && !poly_isl_lost(poly); k++) {
            struct temporary t = {.poly = poly, .array = k};
            bool good = is_scalar(&t) ? find_scalar(&t) : is_temporary(&t);
            if (good && !poly_isl_lost(poly))
                scop = build(&t, faults);
        }
    }
    budget_clear(budget);
    poly_free(poly);
    return scop;
}
