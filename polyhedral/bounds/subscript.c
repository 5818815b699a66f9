/*
 * How far an array is touched whose subscripts memory holds: x[col[k]] for k
 * from row[i] to row[i + 1]. NAME_ranges computes with intervals. What an
 * expression reads from an array lies between the least and the largest of the
 * elements that the region touches of it, which the caller finds before (the
 * region's table of bounds); a scalar lies within what any statement gives it;
 * and tests around the access cut off what they exclude (struct facts):
 *
 *   for (k = row[i]; k < row[i + 1]; k++)   low of row <= k < high of row
 *   if (x >= 0 && x < w)                    0 <= x < w, whatever x is
 *
 * An interval that data decides may hold more than the region touches. So the
 * caller looks whether there is memory, and takes the plain nest otherwise; so
 * it does where a value does not fit.
 */
#include "polyhedral/bounds/local.h"

static int number(const struct bounds *b, int64_t value)
{
    return kir_int(b->in.f, KIR_I64, value);
}

static int truth(const struct bounds *b, bool value)
{
    return kir_int(b->in.f, KIR_PRED, value);
}

static int both(const struct bounds *b, enum kir_op op, int x, int y)
{
    return kir_binary(b->in.f, op, x, y);
}

/* Leaves --------------------------------------------------------------------
 */

/* What the region reads from an array of integers that it does not write. */
static bool bound_element(struct bounds *b, const struct scop_expr *e,
                          struct interval *out)
{
    const struct scop_array *array = &b->of->scop->array[e->ref];
    if (!array->read_only || array->scope != SCOP_OUTSIDE ||
        scop_type_is_float(array->type) ||
        !b->of->elements(b->of->user, e->ref, out))
        return false;
    interval_demand_between(&b->in, -INTERVAL_MOST, INTERVAL_MOST, out);
    return true;
}

/* Operations ----------------------------------------------------------------
 */

static bool bound_binary(struct bounds *b, const struct scop_expr *e,
                         struct interval *out)
{
    struct interval x, y;
    if (!bounds_expr(b, e->arg[0], &x) || !bounds_expr(b, e->arg[1], &y))
        return false;
    switch (e->op) {
    case SCOP_ADD:
        *out = interval_sum(&b->in, x, y);
        return interval_demand_result(&b->in, e->type, out);
    case SCOP_SUB:
        *out = interval_sum(&b->in, x, interval_negative(&b->in, y));
        return interval_demand_result(&b->in, e->type, out);
    case SCOP_MUL:
        return interval_product(&b->in, x, y, out) &&
               interval_demand_result(&b->in, e->type, out);
    case SCOP_DIV:
    case SCOP_REM:
        return interval_quotient(&b->in, e, x, y, out);
    case SCOP_SHL:
    case SCOP_SHR:
        return interval_shift(&b->in, e, x, out) &&
               interval_demand_result(&b->in, e->type, out);
    default:
        return interval_bits(&b->in, e, x, y, out);
    }
}

/* What an operation with a constant leaves of any number at all: its operand is
 * not asked for, which may be what wraps around in a hash or a generator. */
static bool bound_by_constant(struct bounds *b, const struct scop_expr *e,
                              struct interval *out)
{
    int64_t high = -1;
    for (int k = 0; k < 2 && e->op == SCOP_AND; k++)
        if (e->arg[k]->op == SCOP_INT && e->arg[k]->ival >= 0)
            high = e->arg[k]->ival;
    bool counts = e->count == 2 && !scop_type_is_signed(e->type) &&
                  e->arg[1]->op == SCOP_INT;
    if (counts && e->op == SCOP_REM && e->arg[1]->ival > 0)
        high = e->arg[1]->ival - 1;
    if (counts && e->op == SCOP_SHR && e->arg[1]->ival > 0 &&
        e->arg[1]->ival < 8 * scop_type_size(e->type))
        high = (int64_t)(UINT64_MAX >>
                         (64 - 8 * scop_type_size(e->type) + e->arg[1]->ival));
    if (high < 0 || high > INTERVAL_MOST)
        return false;
    *out = (struct interval){kir_int(b->in.f, KIR_I64, 0),
                             kir_int(b->in.f, KIR_I64, high), truth(b, true)};
    return true;
}

/* Each value lies where the test cuts off the rest: x < 0 ? 0 : x. */
static bool bound_choice(struct bounds *b, const struct scop_expr *e,
                         struct interval *out)
{
    struct interval value[2];
    int count = b->fact_count;
    bool known = true;
    for (int k = 0; k < 2 && known; k++) {
        bounds_add_fact(b, e->arg[0], k == 0);
        known = bounds_expr(b, e->arg[1 + k], &value[k]);
        b->fact_count = count;
    }
    if (known)
        *out = interval_hull(&b->in, value[0], value[1]);
    return known;
}

static bool bound_cast(struct bounds *b, const struct scop_expr *e,
                       struct interval *out)
{
    const struct scop_expr *from = e->arg[0];
    if (scop_type_is_float(from->type) || !bounds_expr(b, from, out))
        return false;
    bool holds_all = scop_type_size(e->type) > scop_type_size(from->type) &&
                     scop_type_is_signed(e->type);
    return holds_all || interval_demand_type(&b->in, e->type, out);
}

static bool bound_plainly(struct bounds *b, const struct scop_expr *e,
                          struct interval *out)
{
    switch (e->op) {
    case SCOP_INT:
    case SCOP_PARAM:
        *out = interval_point(&b->in, b->of->value(b->of->user, e));
        interval_demand_between(&b->in, -INTERVAL_MOST, INTERVAL_MOST, out);
        return true;
    case SCOP_ITER:
        return b->of->iterator(b->of->user, b->stmt, e->ref, out);
    case SCOP_ACCESS:
        return e->count ? bound_element(b, e, out)
                        : bounds_scalar(b, e->ref, out);
    case SCOP_NEG:
        if (!bounds_expr(b, e->arg[0], out))
            return false;
        *out = interval_negative(&b->in, *out);
        return interval_demand_result(&b->in, e->type, out);
    case SCOP_ADD:
    case SCOP_SUB:
    case SCOP_MUL:
    case SCOP_DIV:
    case SCOP_REM:
    case SCOP_SHL:
    case SCOP_SHR:
    case SCOP_AND:
    case SCOP_OR:
    case SCOP_XOR:
        return bound_by_constant(b, e, out) || bound_binary(b, e, out);
    case SCOP_COND:
        return bound_choice(b, e, out);
    case SCOP_CAST:
        return bound_cast(b, e, out);
    default:
        *out = (struct interval){number(b, 0), number(b, 1), truth(b, true)};
        return scop_op_is_test(e->op);
    }
}

/* Facts ---------------------------------------------------------------------
 */

static const struct scop_expr *bare(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->type) &&
           !scop_type_is_float(e->arg[0]->type) &&
           scop_type_is_signed(e->type) &&
           scop_type_size(e->type) >= scop_type_size(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

static void apply(struct bounds *b, const struct scop_expr *e,
                  const struct fact *fact, struct interval *x, bool *known)
{
    const struct scop_expr *test = fact->test;
    if (test->count != 2 || !scop_op_is_test(test->op) ||
        test->op == SCOP_LAND || test->op == SCOP_LOR)
        return;
    for (int side = 0; side < 2; side++) {
        const struct scop_expr *other = test->arg[!side];
        struct interval y;
        enum scop_op op = side ? scop_op_mirrored(test->op) : test->op;
        op = fact->holds ? op : scop_op_negated(op);
        if (!scop_expr_equal(bare(test->arg[side]), e) || op == SCOP_NE ||
            scop_type_is_float(other->type) || !bounds_expr(b, other, &y))
            continue;
        if (!*known)
            *x = (struct interval){-1, -1, truth(b, true)};
        interval_cut(&b->in, op, y, x);
        *known = true;
    }
}

/* Bounds that would ask for themselves are looked for in vain. */
bool bounds_expr(struct bounds *b, const struct scop_expr *e,
                 struct interval *out)
{
    if (++b->depth > MOST_DEPTH || ++b->of->work > MOST_WORK || b->lost) {
        b->lost = true;
        return false;
    }
    int count = b->fact_count;
    bool known = bound_plainly(b, e, out);
    for (int k = 0; k < count && e->op != SCOP_INT && e->op != SCOP_PARAM;
         k++) {
        b->fact_count = k;
        apply(b, bare(e), &b->fact[k], out, &known);
    }
    b->fact_count = count;
    b->depth--;
    return known;
}

void bounds_add_fact(struct bounds *b, const struct scop_expr *test, bool holds)
{
    if (test->op == SCOP_NOT) {
        bounds_add_fact(b, test->arg[0], !holds);
    } else if (test->op == (holds ? SCOP_LAND : SCOP_LOR)) {
        bounds_add_fact(b, test->arg[0], holds);
        bounds_add_fact(b, test->arg[1], holds);
    } else if (b->fact_count < MOST_FACTS) {
        b->fact[b->fact_count++] = (struct fact){test, holds};
    }
}

static bool gives(const struct scop_node *node, const struct scop_expr *test)
{
    bool found =
        node->kind == SCOP_SET && scop_expr_reads(test, node->lhs->ref);
    for (int k = 0; k < node->count && !found; k++)
        found = gives(node->child[k], test);
    return found;
}

void bounds_forget_facts(struct bounds *b, const struct scop_node *node)
{
    int kept = 0;
    for (int k = 0; k < b->fact_count; k++)
        if (!gives(node, b->fact[k].test))
            b->fact[kept++] = b->fact[k];
    b->fact_count = kept;
}

static bool jumps(const struct scop_node *node)
{
    while (node->kind == SCOP_SEQ && node->count > 0)
        node = node->child[node->count - 1];
    return node->kind == SCOP_BREAK || node->kind == SCOP_CONTINUE;
}

/* The second part of a loop, which steps, runs where the test held and the
 * first part was left. */
void bounds_enter(struct bounds *b, const struct scop_node *node, int k)
{
    if (node->kind == SCOP_IF) {
        bounds_add_fact(b, node->test, k == 0);
    } else if (node->kind == SCOP_LOOP) {
        bounds_forget_facts(b, node);
        if (!node->last)
            bounds_add_fact(b, node->test, true);
        for (int before = 0; before < k; before++)
            bounds_forget_facts(b, node->child[before]);
    }
}

void bounds_leave_if(struct bounds *b, const struct scop_node *node)
{
    bounds_forget_facts(b, node);
    if (jumps(node->child[0]) && !gives(node, node->test))
        bounds_add_fact(b, node->test, false);
}

/* The walk ------------------------------------------------------------------
 */

/* Horner over the extents, then the place of the field. */
static bool bound_place(struct bounds *b, const struct scop_expr *access,
                        struct interval *out)
{
    const struct scop_array *array = &b->of->scop->array[access->ref];
    struct interval next;
    if (!bounds_expr(b, access->arg[0], out) || !interval_is_closed(*out))
        return false;
    for (int k = 1; k < access->count; k++) {
        int extent = b->of->value(b->of->user, array->extent[k]);
        struct interval size = interval_point(&b->in, extent);
        interval_demand_between(&b->in, 0, INTERVAL_MOST, &size);
        if (!interval_product(&b->in, *out, size, out))
            return false;
        if (!bounds_expr(b, access->arg[k], &next) || !interval_is_closed(next))
            next = (struct interval){number(b, 0),
                                     both(b, KIR_SUB, size.high, number(b, 1)),
                                     truth(b, true)};
        *out = interval_sum(&b->in, *out, next);
        interval_demand_between(&b->in, -INTERVAL_MOST, INTERVAL_MOST, out);
    }
    if (!interval_product(&b->in, *out,
                          interval_point(&b->in, number(b, array->unit)), out))
        return false;
    *out = interval_sum(&b->in, *out,
                        interval_point(&b->in, number(b, array->offset)));
    return true;
}

static void widen(struct bounds *b, const struct scop_expr *access)
{
    struct kir_func *f = b->in.f;
    const struct scop_stmt *s = &b->of->scop->stmt[b->stmt];
    struct interval x, i;
    b->depth = 0;
    if (!bound_place(b, access, &x)) {
        b->lost = true;
        return;
    }
    if (b->low < 0)
        return;
    if (s->depth && b->of->iterator(b->of->user, b->stmt, s->loop[0], &i))
        x.some = both(b, KIR_AND, x.some, i.some);
    int end = both(b, KIR_ADD, x.high, number(b, 1));
    kir_if(f, x.some);
    kir_set(f, b->low, both(b, KIR_MIN, kir_get(f, b->low), x.low));
    kir_set(f, b->high, both(b, KIR_MAX, kir_get(f, b->high), end));
    kir_end(f);
}

static bool is_part(const struct scop_expr *e, const void *user)
{
    return (e->op == SCOP_ITER || (e->op == SCOP_ACCESS && !e->count)) &&
           scop_expr_equal(e, user);
}

static bool is_mentioned(const struct scop_expr *e, const void *user)
{
    return scop_expr_count(user, is_part, e) > 0;
}

/* Is there a test of the body about several of the subscript's variables at
 * once, as x + e > 0 is for x + e - 1? No interval tells what that keeps
 * inside: the author's word holds. */
static bool is_joint(const struct scop_node *node, const struct scop_expr *e)
{
    bool found = node->kind == SCOP_IF &&
                 scop_expr_count(e, is_mentioned, node->test) > 1;
    for (int k = 0; k < node->count && !found; k++)
        found = is_joint(node->child[k], e);
    return found;
}

static void stay_in_rows(struct bounds *b, const struct scop_expr *access)
{
    const struct scop_array *array = &b->of->scop->array[access->ref];
    const struct scop_stmt *s = &b->of->scop->stmt[b->stmt];
    for (int k = 1; k < access->count && !b->lost; k++) {
        struct interval x;
        if (!b->all && !scop_expr_reads_memory(access->arg[k]))
            continue;
        if (s->body && is_joint(s->body, access->arg[k]))
            continue;
        b->depth = 0;
        if (!array->extent[k] || !bounds_expr(b, access->arg[k], &x) ||
            !interval_is_closed(x)) {
            b->lost = true;
            return;
        }
        int extent = b->of->value(b->of->user, array->extent[k]);
        int from = both(b, KIR_LE, number(b, 0), x.low);
        int to = both(b, KIR_LT, x.high, extent);
        interval_demand(&b->in, both(b, KIR_AND, from, to), x);
    }
}

static void walk_expr(struct bounds *b, const struct scop_expr *e)
{
    bool lazy = e->op == SCOP_LAND || e->op == SCOP_LOR || e->op == SCOP_COND;
    if (b->lost)
        return;
    bool meant = b->access ? scop_expr_equal(e, b->access)
                           : e->op == SCOP_ACCESS && e->ref == b->array;
    if (meant && b->rows)
        stay_in_rows(b, e);
    else if (meant)
        widen(b, e);
    for (int k = 0; k < e->count; k++) {
        int count = b->fact_count;
        if (lazy && k > 0)
            bounds_add_fact(b, e->arg[0], e->op == SCOP_LOR ? false : k == 1);
        walk_expr(b, e->arg[k]);
        b->fact_count = count;
    }
}

static void walk_node(struct bounds *b, const struct scop_node *node);

/* A part of an if or a loop. */
static void walk_part(struct bounds *b, const struct scop_node *node, int k)
{
    struct bounds part = *b;
    bounds_enter(&part, node, k);
    walk_node(&part, node->child[k]);
    b->lost |= part.lost;
}

/* In the order of the program. What holds before a loop or a branch holds
 * behind it where nothing in it gives a value to what was tested. */
static void walk_node(struct bounds *b, const struct scop_node *node)
{
    switch (node->kind) {
    case SCOP_SET:
        walk_expr(b, node->lhs);
        walk_expr(b, node->rhs);
        bounds_forget_facts(b, node);
        return;
    case SCOP_IF:
    case SCOP_LOOP:
        if (node->kind == SCOP_LOOP)
            bounds_forget_facts(b, node);
        walk_expr(b, node->test);
        for (int k = 0; k < node->count; k++)
            walk_part(b, node, k);
        if (node->kind == SCOP_IF)
            bounds_leave_if(b, node);
        return;
    default:
        for (int k = 0; k < node->count; k++)
            walk_node(b, node->child[k]);
    }
}

static bool walk_stmt(struct bounds *b)
{
    const struct scop_stmt *s = &b->of->scop->stmt[b->stmt];
    for (int k = 0; k < s->guard_count; k++) {
        walk_expr(b, s->guard[k]);
        bounds_add_fact(b, s->guard[k], true);
    }
    if (s->body) {
        walk_node(b, s->body);
    } else {
        walk_expr(b, s->lhs);
        walk_expr(b, s->rhs);
    }
    return !b->lost;
}

/* `access`: NULL: all those to the array. */
static bool widen_in(struct bounds_of *of, int stmt,
                     const struct scop_expr *access, int array, int low,
                     int high)
{
    struct bounds b = {.in = {of->f, of->fits},
                       .of = of,
                       .stmt = stmt,
                       .access = access,
                       .array = array,
                       .low = low,
                       .high = high};
    return walk_stmt(&b);
}

bool bounds_widen(struct bounds_of *of, int stmt,
                  const struct scop_expr *access, int low, int high)
{
    return widen_in(of, stmt, access, access->ref, low, high);
}

bool bounds_widen_all(struct bounds_of *of, int array, int low, int high)
{
    bool known = true;
    for (int k = 0; k < of->scop->stmt_count && known; k++)
        known = widen_in(of, k, NULL, array, low, high);
    return known;
}

bool bounds_demand_rows(struct bounds_of *of, int stmt,
                        const struct scop_expr *access, bool all)
{
    struct bounds b = {.in = {of->f, of->fits},
                       .of = of,
                       .stmt = stmt,
                       .access = access,
                       .rows = true,
                       .all = all};
    return walk_stmt(&b);
}
