/*
 * An assignment of C: a store, or an indivisible update where other threads may
 * update the same element. An inspector looks at an assignment instead of
 * executing it: the edges that its reads have to other points, whose levels it
 * pulls or pushes.
 */
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/lower/inspector.h"

#include "polyhedral/plan/plan.h"

static const struct inspection *inspection_of(const struct lower *l)
{
    return l->inspecting->levels->inspection;
}

static int stmt_of(const struct lower *l)
{
    return (int)(l->stmt - l->poly->stmt);
}

bool lower_inspects_statement(const struct lower *l)
{
    return inspect_needs_stmt(inspection_of(l), stmt_of(l));
}

bool lower_inspects_node(const struct lower *l, const struct scop_node *node)
{
    return inspect_needs_node(inspection_of(l), stmt_of(l), node);
}

static void bind_element(struct lower *l, const struct scop_expr *access,
                         int array)
{
    const struct poly_array *pa = &l->poly->array[array];
    for (int k = 0; k < pa->rank; k++) {
        int at = lower_subscript(l, access, array, k);
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", k), at);
    }
}

/* variable := max(variable, value) */
void lower_level_raise(struct lower *l, int variable, int value)
{
    kir_set(l->f, variable,
            kir_binary(l->f, KIR_MAX, kir_get(l->f, variable), value));
}

static void add_bits(struct lower *l, int bits)
{
    const struct inspecting *at = l->inspecting;
    int all =
        kir_binary(l->f, KIR_OR, kir_get(l->f, at->bits), kir_i32(l->f, bits));
    kir_set(l->f, at->bits, all);
}

/* Where number k (I32) of what this thread keeps stands. */
int lower_kept_index(struct lower *l, int k)
{
    struct kir_func *f = l->f;
    return kir_binary(f, KIR_ADD,
                      kir_binary(f, KIR_MUL, k, kir_i32(l->f, LEVELS_THREADS)),
                      kir_thread_index(f, 0));
}

/* The point's level from that of the point `other` before it. */
static void pull_level(struct lower *l, int other)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    int level = kir_load(f, at->level, other);
    lower_level_raise(l, at->own,
                      kir_binary(f, KIR_ADD, level, kir_i32(l->f, 1)));
    if (!l->mapping->gpu)
        return;
    kir_if(f, kir_binary(f, KIR_GE, other, at->first));
    int near = kir_get(f, at->near);
    kir_if(f, kir_binary(f, KIR_LT, near, kir_i32(l->f, INSPECT_KEPT)));
    kir_store(f, at->kept, lower_kept_index(l, near), other);
    kir_end(f);
    kir_set(f, at->near, kir_binary(f, KIR_ADD, near, kir_i32(l->f, 1)));
    kir_end(f);
}

/* An edge to the point `other`: its level counts if it comes before. */
void lower_level_pull(struct lower *l, int other)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    kir_if(f, kir_binary(f, KIR_LT, other, at->number));
    pull_level(l, other);
    kir_else(f);
    kir_if(f, kir_binary(f, KIR_GT, other, at->number));
    add_bits(l, INSPECT_LATER);
    if (l->mapping->gpu) {
        int distance = kir_binary(f, KIR_SUB, other, at->first);
        kir_if(f,
               kir_binary(f, KIR_LT, distance, kir_i32(l->f, LEVELS_THREADS)));
        add_bits(l, INSPECT_PUSHED);
        kir_end(f);
    }
    kir_end(f);
    kir_end(f);
}

/* Raises the point `other`, if it comes after this one and runs at all. */
static void push(struct lower *l, int other)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    kir_if(f, kir_binary(f, KIR_GT, other, at->number));
    int runs =
        kir_binary(f, KIR_AND, kir_load(f, at->list, other), kir_i32(l->f, 1));
    kir_if(f, kir_binary(f, KIR_NE, runs, kir_i32(l->f, 0)));
    int level = kir_binary(f, KIR_ADD, kir_get(f, at->own), kir_i32(l->f, 1));
    kir_atomic(f, KIR_MAX, at->level, other, level);
    kir_end(f);
    kir_end(f);
}

/* The access may meet the point that writes its element. */
static void follow_edge(struct lower *l, const struct scop_expr *access,
                        int array)
{
    const struct levels *v = l->inspecting->levels;
    const struct inspect_writer *writer = &v->inspection->writer[array];
    int point[LEVELS_MAX_DIMS], bindings = l->binding_count;
    bind_element(l, access, array);
    kir_if(l->f, lower_params_test(l, isl_set_copy(writer->where)));
    for (int d = 0; d < v->dims; d++)
        point[d] = lower_pw_aff(l, isl_pw_aff_copy(writer->point[d]));
    int other = lower_levels_number(l, v, point);
    if (l->inspecting->push)
        push(l, other);
    else
        lower_level_pull(l, other);
    kir_end(l->f);
    l->binding_count = bindings;
}

static void follow_edges(struct lower *l, const struct scop_expr *e);

/* The operands that C evaluates only sometimes. */
static void follow_lazy(struct lower *l, const struct scop_expr *e)
{
    const struct inspection *g = inspection_of(l);
    bool later = false;
    follow_edges(l, e->arg[0]);
    for (int k = 1; k < e->count; k++)
        later |= inspect_has_edge(g, stmt_of(l), e->arg[k]);
    if (!later)
        return;
    int test = lower_condition(l, e->arg[0]);
    if (e->op == SCOP_LOR)
        test = kir_unary(l->f, KIR_NOT, test);
    kir_if(l->f, test);
    follow_edges(l, e->arg[1]);
    if (e->op == SCOP_COND) {
        kir_else(l->f);
        follow_edges(l, e->arg[2]);
    }
    kir_end(l->f);
}

static void follow_edges(struct lower *l, const struct scop_expr *e)
{
    if (e->op == SCOP_COND || e->op == SCOP_LAND || e->op == SCOP_LOR) {
        follow_lazy(l, e);
        return;
    }
    for (int k = 0; k < e->count; k++)
        follow_edges(l, e->arg[k]);
    int access =
        e->op == SCOP_ACCESS ? inspect_access(l->poly, stmt_of(l), e) : -1;
    if (access >= 0 && inspection_of(l)->edge[access])
        follow_edge(l, e, l->poly->access[access].array);
}

void lower_inspect_assign(struct lower *l, const struct scop_expr *lhs,
                          const struct scop_expr *rhs)
{
    if (!inspect_needs_set(inspection_of(l), stmt_of(l), lhs, rhs))
        return;
    for (int k = 0; k < lhs->count; k++)
        follow_edges(l, lhs->arg[k]);
    follow_edges(l, rhs);
    if (inspection_of(l)->needed[lower_array_of(l, lhs)])
        lower_store(l, lhs, lower_value(l, rhs));
}

/* Do all loops around the access keep their iterations apart, by the user's
 * word, and does no other statement update the array? Then no other thread
 * comes to the element. */
static bool is_kept_apart(const struct lower *l, int number)
{
    const struct poly_access *access = &l->poly->access[number];
    const struct scop_stmt *stmt = l->poly->stmt[access->stmt].stmt;

    for (int k = 0; k < l->poly->access_count; k++) {
        const struct poly_access *other = &l->poly->access[k];
        if (other->update && other->array == access->array &&
            other->stmt != access->stmt)
            return false;
    }
    for (int k = 0; k < stmt->depth; k++)
        if (!poly_kept_apart(l->poly, access, stmt->loop[k]))
            return false;
    return stmt->depth > 0;
}

/* The operation of an indivisible update, if the assignment is to be one. */
static bool is_update(struct lower *l, const struct scop_expr *lhs,
                      const struct scop_expr *rhs, struct update *update)
{
    int array = lower_array_of(l, lhs);
    bool row = l->storage->kind[array] == STORAGE_USER ||
               l->storage->kind[array] == STORAGE_TEMP;
    if (!row || !l->kernel || (!l->kernel->dims && !l->block) ||
        !update_match(lhs, rhs, l->poly->scop->reassociate, update))
        return false;
    int number = lower_access_number(l, lhs, true);
    return l->poly->access[number].update == 1 + (int)update->op &&
           !is_kept_apart(l, number);
}

void lower_assign(struct lower *l, const struct scop_expr *lhs,
                  const struct scop_expr *rhs)
{
    struct update update;
    if (l->inspecting) {
        lower_inspect_assign(l, lhs, rhs);
        return;
    }
    if (!is_update(l, lhs, rhs, &update)) {
        lower_store(l, lhs, lower_value(l, rhs));
        return;
    }
    int array = lower_array_of(l, lhs);
    int value = lower_value(l, update.operand);
    if (update.negate)
        value = kir_unary(l->f, KIR_NEG, value);
    int index = lower_address(l, lhs, array);
    lower_begin_origin(l, lhs, true);
    kir_atomic(l->f, update.op, lower_buffer(l, array), index, value);
    kir_origin(l->f, NULL);
}
