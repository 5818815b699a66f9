/*
 * Which accesses to an element conflict, where its subscripts are unknown.
 *
 * Two updates of an element by one associative and commutative operation may
 * come in either order, as long as each is indivisible. Two accesses whose
 * subscript is perm[f] and perm[g], perm being injective, meet only where f =
 * g, and two writes where a cursor points only if it has not moved
 * (model/counter.c). All is said by tokens, further dimensions of the accessed
 * array in which two accesses must agree to conflict: an update's token is its
 * instance, that of an injective subscript is f, that of a cursor the
 * iteration, and all other accesses to the array have every token.
 * Where rows are left, different subscripts may name one element.
 */
#include "polyhedral/model/local.h"

#include <string.h>

/* Updates ------------------------------------------------------------------ */

static bool simple_update(const struct scop_expr *lhs,
                          const struct scop_expr *rhs, struct update *u)
{
    static const enum kir_op op[SCOP_OP_COUNT] = {
        [SCOP_ADD] = KIR_ADD, [SCOP_SUB] = KIR_ADD, [SCOP_AND] = KIR_AND,
        [SCOP_OR] = KIR_OR,   [SCOP_XOR] = KIR_XOR,
    };
    if (rhs->op != SCOP_ADD && rhs->op != SCOP_SUB && rhs->op != SCOP_AND &&
        rhs->op != SCOP_OR && rhs->op != SCOP_XOR)
        return false;
    bool first = scop_expr_equal(rhs->arg[0], lhs);
    if (!first && (rhs->op == SCOP_SUB || !scop_expr_equal(rhs->arg[1], lhs)))
        return false;
    *u = (struct update){op[rhs->op], rhs->arg[first], rhs->op == SCOP_SUB};
    return true;
}

/* lhs < e ? e : lhs and its like. */
static bool choosing_update(const struct scop_expr *lhs,
                            const struct scop_expr *rhs, struct update *u)
{
    if (rhs->op != SCOP_COND)
        return false;
    const struct scop_expr *test = rhs->arg[0];
    bool less = test->op == SCOP_LT || test->op == SCOP_LE;
    if (!less && test->op != SCOP_GT && test->op != SCOP_GE)
        return false;
    bool kept = scop_expr_equal(rhs->arg[2], lhs);
    const struct scop_expr *other = rhs->arg[kept ? 1 : 2];
    if (!kept && !scop_expr_equal(rhs->arg[1], lhs))
        return false;
    bool straight = scop_expr_equal(test->arg[0], rhs->arg[1]) &&
                    scop_expr_equal(test->arg[1], rhs->arg[2]);
    bool crossed = scop_expr_equal(test->arg[0], rhs->arg[2]) &&
                   scop_expr_equal(test->arg[1], rhs->arg[1]);
    if (!straight && !crossed)
        return false;
    *u = (struct update){less == straight ? KIR_MIN : KIR_MAX, other, false};
    return true;
}

/* lhs = fmin(lhs, e), lhs = fmax(lhs, e). */
static bool calling_update(const struct scop_expr *lhs,
                           const struct scop_expr *rhs, struct update *u)
{
    if (rhs->op != SCOP_CALL || rhs->type != lhs->type ||
        (rhs->ref != SCOP_FUNC_FMIN && rhs->ref != SCOP_FUNC_FMAX))
        return false;
    bool first = scop_expr_equal(rhs->arg[0], lhs);
    if (!first && !scop_expr_equal(rhs->arg[1], lhs))
        return false;
    *u = (struct update){rhs->ref == SCOP_FUNC_FMIN ? KIR_MIN : KIR_MAX,
                         rhs->arg[first], false};
    return true;
}

bool update_chooses_float(const struct scop_expr *lhs,
                          const struct scop_expr *rhs)
{
    struct update u;
    return scop_type_is_float(lhs->type) && choosing_update(lhs, rhs, &u);
}

bool update_match(const struct scop_expr *lhs, const struct scop_expr *rhs,
                  bool floats, struct update *u)
{
    bool floating = scop_type_is_float(lhs->type);
    bool found = calling_update(lhs, rhs, u) ||
                 ((floats || !floating) && simple_update(lhs, rhs, u)) ||
                 (!floating && choosing_update(lhs, rhs, u));
    if (!found || scop_type_size(lhs->type) < 4 ||
        scop_expr_reads(u->operand, lhs->ref))
        return false;
    for (int k = 0; k < lhs->count; k++)
        if (scop_expr_reads(lhs->arg[k], lhs->ref))
            return false;
    return true;
}

/* Tokens ------------------------------------------------------------------- */

/* Dimensions of a token: a number, and a place in the iterations or in an
 * injective array. */
static int token_dims(const struct poly *poly)
{
    int depth = 1;
    for (int k = 0; k < poly->stmt_count; k++)
        if (poly->scop->stmt[k].depth > depth)
            depth = poly->scop->stmt[k].depth;
    return depth + 1;
}

static isl_map *any_token(const struct poly *poly, int access)
{
    isl_set *points = isl_map_domain(isl_map_copy(poly->access[access].map));
    isl_set *all = isl_set_universe(affine_space(poly, token_dims(poly)));
    return isl_map_from_domain_and_range(points, all);
}

/* S[i…] -> [stmt, i…, 0…] */
static isl_map *instance_token(const struct poly *poly, int access)
{
    const struct poly_access *a = &poly->access[access];
    isl_map *map = any_token(poly, access);
    int depth = poly->scop->stmt[a->stmt].depth;
    map = isl_map_fix_si(map, isl_dim_out, 0, a->stmt);
    for (int k = 1; k < token_dims(poly); k++)
        map = k <= depth ? isl_map_equate(map, isl_dim_in, (unsigned)k - 1,
                                          isl_dim_out, (unsigned)k)
                         : isl_map_fix_si(map, isl_dim_out, (unsigned)k, 0);
    return map;
}

/* The element of an injective array that is a subscript as it stands, or by a
 * conversion that keeps all bits; NULL if none is. */
static const struct scop_expr *injective_of(const struct poly *poly,
                                            const struct scop_expr *access)
{
    for (int k = 0; k < access->count; k++) {
        const struct scop_expr *e = access->arg[k];
        while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
               scop_type_size(e->type) >= scop_type_size(e->arg[0]->type))
            e = e->arg[0];
        if (e->op == SCOP_ACCESS && poly->scop->array[e->ref].injective)
            return e;
    }
    return NULL;
}

/* S[i…] -> [0, f…, 0…] where the subscript is perm[f]…; NULL if it is not, or f
 * is unknown too. */
static isl_map *injective_token(const struct poly *poly, int access, int perm)
{
    const struct poly_access *a = &poly->access[access];
    const struct scop_expr *e = injective_of(poly, a->expr);
    if (!e || e->ref != perm || e->count >= token_dims(poly))
        return NULL;
    for (int k = poly->stmt[a->stmt].access_begin;
         k < poly->stmt[a->stmt].access_end; k++) {
        const struct poly_access *read = &poly->access[k];
        if (read->write || !read->exact || !scop_expr_equal(read->expr, e) ||
            (int)isl_map_dim(read->map, isl_dim_out) != e->count)
            continue;
        isl_map *map = isl_map_copy(read->map);
        map = isl_map_reset_tuple_id(map, isl_dim_out);
        int missing = token_dims(poly) - e->count;
        map = isl_map_insert_dims(map, isl_dim_out, 0, 1);
        map = isl_map_add_dims(map, isl_dim_out, (unsigned)missing - 1);
        for (int d = 0; d < token_dims(poly); d++)
            if (d < 1 || d > e->count)
                map = isl_map_fix_si(map, isl_dim_out, (unsigned)d, 0);
        return map;
    }
    return NULL;
}

/* Different cursors that write one array: more would take too long. */
enum { MOST_CURSORS = 2 };

/* What the tokens of an array tell: the operation of its updates, else the
 * injective array that its subscripts are read from, or cursors. */
struct tokens {
    int update, perm, cursor_count;
    struct cursor cursor[MOST_CURSORS];
};

/* S[i…] -> [0, i…, 0…], of the loops around what moves the access' cursor; any
 * if it is not this one. */
static isl_map *one_cursor_token(const struct poly *poly, int access,
                                 const struct cursor *cursor)
{
    struct cursor own = cursor_find(poly, access);
    isl_map *map = any_token(poly, access);
    if (!cursor_same(&own, cursor))
        return map;
    int depth = poly->stmt[own.mover].stmt->depth;
    map = isl_map_fix_si(map, isl_dim_out, 0, 0);
    for (int k = 1; k < token_dims(poly); k++)
        map = k <= depth
                  ? isl_map_equate(map, isl_dim_in, k - 1, isl_dim_out, k)
                  : isl_map_fix_si(map, isl_dim_out, (unsigned)k, 0);
    return map;
}

/* One for each cursor, so that those of different ones meet. */
static isl_map *cursor_token(const struct poly *poly, int access,
                             const struct tokens *t)
{
    isl_map *all = one_cursor_token(poly, access, &t->cursor[0]);
    for (int k = 1; k < t->cursor_count; k++)
        all = isl_map_flat_range_product(
            all, one_cursor_token(poly, access, &t->cursor[k]));
    return all;
}

static void add_cursor(const struct poly *poly, int access, struct tokens *t)
{
    struct cursor own = cursor_find(poly, access);
    bool known = own.mover < 0;
    for (int k = 0; k < t->cursor_count && k < MOST_CURSORS; k++)
        known |= cursor_same(&own, &t->cursor[k]);
    if (!known && t->cursor_count < MOST_CURSORS)
        t->cursor[t->cursor_count] = own;
    t->cursor_count += !known;
}

static struct tokens choose_tokens(const struct poly *poly, int array)
{
    struct tokens t = {.perm = -1};
    bool astray = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array)
            continue;
        const struct scop_expr *perm = injective_of(poly, a->expr);
        if (!t.update)
            t.update = a->update;
        if (t.perm < 0 && perm && a->write)
            t.perm = perm->ref;
        add_cursor(poly, k, &t);
        astray |= a->astray;
    }
    if (t.cursor_count > MOST_CURSORS || astray)
        t.cursor_count = 0;
    if (astray)
        t.perm = -1;
    return t;
}

static isl_map *token_of(const struct poly *poly, int access,
                         const struct tokens *t)
{
    isl_map *token = NULL;
    if (t->update && poly->access[access].update == t->update)
        token = instance_token(poly, access);
    if (!t->update && t->perm >= 0)
        token = injective_token(poly, access, t->perm);
    if (!t->update && t->perm < 0)
        token = cursor_token(poly, access, t);
    return token ? token : any_token(poly, access);
}

void conflict_find(struct poly *poly)
{
    if (!pass_runs(poly->passes, PASS_COMMUTING_UPDATE))
        return;
    for (int array = 0; array < poly->scop->array_count; array++) {
        struct tokens t = choose_tokens(poly, array);
        for (int k = 0; k < poly->access_count; k++) {
            struct poly_access *a = &poly->access[k];
            if (a->array != array ||
                (!t.update && t.perm < 0 && !t.cursor_count))
                continue;
            a->token = token_of(poly, k, &t);
            a->update = a->update == t.update ? a->update : 0;
        }
    }
}

isl_map *poly_conflict_map(const struct poly_access *access)
{
    isl_map *map = isl_map_copy(access->map);
    if (!access->token)
        return map;
    isl_id *name = isl_map_get_tuple_id(map, isl_dim_out);
    map = isl_map_flat_range_product(isl_map_reset_tuple_id(map, isl_dim_out),
                                     isl_map_copy(access->token));
    return isl_map_set_tuple_id(map, isl_dim_out, name);
}
