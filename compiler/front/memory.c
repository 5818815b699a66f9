/*
 * memset, memcpy and memmove as loops over elements: of rows and whole arrays
 * of several dimensions as loops over each of these, of structures member by
 * member. How many elements there are follows from the number of bytes and from
 * the types that the pointers have before they become void *.
 *
 * A call whose size or place is known where the region starts becomes counted
 * loops, others become loops of a body.
 */
#include "compiler/front/loop.h"

#include <math.h>
#include <string.h>

/* What is set or copied: elements from p on, count[0] of them, each of which is
 * an array of count[1], and so on. */
struct block {
    struct lvalue *p;
    int depth;
    struct scop_expr *count[DIM_MAX];
};

struct memory {
    struct front *f;
    CXCursor c;
    struct loc loc;
    enum callee_library kind;
    bool down; /* from the last element to the first */
    CXType type;
    struct block to, from;
    struct scop_expr *value; /* of memset */
    int depth;               /* of the deeper of the two */
    struct scop_expr *const *count;
    struct scop_expr *index[DIM_MAX];
};

static bool refuse(struct memory *m, const char *what, const char *hint)
{
    struct front *f = m->f;
    FRONT_HINT(
        f, front_refuse(f, FAULT_PLAIN, m->c, "%s; the plain nest runs", what),
        "%s", hint);
    return false;
}

/* Shapes ------------------------------------------------------------------- */

static bool is_zero(const struct scop_expr *e)
{
    int64_t value;
    return expr_constant(e, &value) && value == 0;
}

static bool is_one(const struct bytes *b)
{
    return b->count == 0 && b->constant == 1;
}

/* The pointer as one to scalars or structures, and the type of these. */
static struct lvalue *first_element(struct memory *m, struct lvalue *p,
                                    CXType *type)
{
    struct front *f = m->f;
    if (p && !p->pending && type_is_array(p->type))
        p = lvalue_decayed(f, p, m->c);
    while (p && p->pending && type_is_array(lvalue_target_type(p)))
        p = lvalue_decayed(f, lvalue_target(f, p, m->c), m->c);
    if (p)
        *type = clang_getCanonicalType(
            clang_getUnqualifiedType(lvalue_target_type(p)));
    return p;
}

/* Do n elements from p on stay in the row that p is in? Where only the sizes
 * decide that, they do or the plain nest runs. */
static bool stays_in_row(struct memory *m, const struct lvalue *p,
                         struct scop_expr *n)
{
    struct front *f = m->f;
    struct scop_expr *extent = p->pending_extent;
    int64_t over;
    if (p->count == 0)
        return true;
    if (!extent)
        return false;
    struct scop_expr *end =
        is_zero(p->pending)
            ? n
            : expr_binary(f, SCOP_ADD, type_convert(f, p->pending, SCOP_I64),
                          type_convert(f, n, SCOP_I64));
    if (expr_distance(end, extent, &over))
        return over <= 0;
    if (!is_zero(p->pending) || !expr_is_invariant(n) ||
        !expr_is_affine_form(n) || !expr_is_affine_form(extent))
        return false;
    struct scop_expr *test =
        expr_binary(f, SCOP_LE, type_convert(f, n, SCOP_I64),
                    type_convert(f, extent, SCOP_I64));
    struct scop *scop = f->scop;
    ARENA_PUSH(f->arena, scop->rely, scop->rely_count, f->arrays.rely_cap,
               test);
    return true;
}

/* The extent in a type that counts down, too. */
static struct scop_expr *counter(struct memory *m, struct scop_expr *extent)
{
    return extent->type == SCOP_I32 ? extent
                                    : type_convert(m->f, extent, SCOP_I64);
}

/* n elements from p on: as many whole rows, planes, ... as there are. */
static bool find_block(struct memory *m, struct lvalue *p, struct bytes n,
                       struct block *b)
{
    struct front *f = m->f;
    struct scop_expr *inner[DIM_MAX];
    int depth = 0;
    struct bytes rest = n;
    while (p->pending && is_zero(p->pending) && p->count && !p->field_pending &&
           p->pending_extent && bytes_divide(&rest, p->pending_extent) &&
           !is_one(&rest)) {
        inner[depth++] = counter(m, p->pending_extent);
        p = lvalue_outer(f, p);
        n = rest;
    }
    b->p = p;
    b->depth = 0;
    if (is_one(&n))
        return true;
    if (!p->pending)
        return refuse(m, "this is more or less than the variable",
                      "give the size of the variable: sizeof x");
    b->count[b->depth++] = bytes_value(f, &n, m->loc);
    if (!stays_in_row(m, p, b->count[0]))
        return refuse(m,
                      "whether these bytes are in one row of the array is not "
                      "known",
                      "set or copy whole rows, from their begin, or write "
                      "loops over the rows");
    while (depth > 0)
        b->count[b->depth++] = inner[--depth];
    return true;
}

static bool same_extents(const struct block *a, const struct block *b)
{
    int64_t distance;
    for (int k = 1; k < a->depth; k++)
        if (!expr_distance(a->count[k], b->count[k], &distance) || distance)
            return false;
    return true;
}

/* Can both be walked by the same loops? One that is a plain row can be by any,
 * as far as its elements are counted. */
static bool match(struct memory *m)
{
    struct block *a = &m->to, *b = &m->from;
    bool deeper = m->kind != LIBRARY_SET && b->depth > a->depth;
    m->depth = deeper ? b->depth : a->depth;
    m->count = deeper ? b->count : a->count;
    if (m->kind == LIBRARY_SET || a->depth <= 1 || b->depth <= 1 ||
        (a->depth == b->depth && same_extents(a, b)))
        return true;
    return refuse(m, "the two arrays have rows of other lengths",
                  "write loops over the elements");
}

/* Order -------------------------------------------------------------------- */

/* Which of both ends must memmove begin from? Equal rows are apart or the same:
 * what counts is where in the row they are. */
static bool find_order(struct memory *m)
{
    const struct lvalue *to = m->to.p, *from = m->from.p;
    int64_t distance;
    if (m->kind != LIBRARY_MOVE || to->root != from->root || !to->pending ||
        !from->pending)
        return true;
    const char *a = to->count ? to->base : to->text;
    const char *b = from->count ? from->base : from->text;
    if (a && b && strcmp(a, b) != 0)
        return true;
    if (to->count == from->count && !to->field_pending &&
        !from->field_pending && m->to.depth == m->from.depth &&
        expr_distance(to->pending, from->pending, &distance)) {
        m->down = distance > 0;
        return true;
    }
    return refuse(m,
                  "whether memmove is to begin from the first or from the last "
                  "element is not known",
                  "use memcpy if the two do not overlap, or write the loop");
}

/* Values ------------------------------------------------------------------- */

/* The scalar that has this byte everywhere. */
static struct scop_expr *splat(struct memory *m, int64_t byte,
                               enum scop_type type)
{
    uint64_t bits = (uint64_t)(byte & 255) * UINT64_C(0x0101010101010101);
    uint32_t half = (uint32_t)bits;
    double value = 0;
    float single = 0;
    if (!scop_type_is_float(type))
        return expr_int(m->f, (int64_t)bits, type, m->loc);
    memcpy(&value, &bits, sizeof value);
    memcpy(&single, &half, sizeof single);
    if (type == SCOP_F32)
        value = (double)single;
    return isfinite(value) ? expr_float(m->f, value, type, m->loc) : NULL;
}

/* The value of each scalar that memset sets; a structure's is zero. */
static bool find_value(struct memory *m)
{
    struct front *f = m->f;
    enum scop_type type;
    int64_t byte;
    struct scop_expr *e = front_expr(f, clang_Cursor_getArgument(m->c, 1));
    if (!e)
        return false;
    bool known = expr_constant(e, &byte);
    if (known && (byte & 255) == 0 && type_is_record(m->type))
        return true;
    if (!type_is_record(m->type)) {
        if (!type_scalar(f, m->type, m->c, &type))
            return false;
        bool truth = type_is_bool(m->type) && !(known && !(byte & 254));
        if (known && !truth)
            m->value = splat(m, byte, type);
        else if (scop_type_size(type) == 1 && !truth)
            m->value = type_convert(f, e, type);
    }
    if (m->value)
        return true;
    return refuse(m,
                  "memset to a value that is not known, or makes no number of "
                  "this type",
                  "set bytes to 0, or assign the elements in a loop");
}

/* Is one a type of floats, and the other of integers of the same size? */
static bool are_punned(CXType a, CXType b)
{
    enum scop_type x, y;
    return type_arithmetic(a, &x) && type_arithmetic(b, &y) &&
           scop_type_is_float(x) != scop_type_is_float(y) &&
           scop_type_size(x) == scop_type_size(y);
}

/* Is the value of one type that of the other, bit for bit? */
static bool are_alike(CXType a, CXType b)
{
    return clang_equalTypes(a, b) || are_punned(a, b) ||
           (type_is_integer(a) && type_is_integer(b) && !type_is_bool(a) &&
            !type_is_bool(b) &&
            clang_Type_getSizeOf(a) == clang_Type_getSizeOf(b));
}

/* Loops -------------------------------------------------------------------- */

/* How many elements come before this one. */
static struct scop_expr *flat_index(struct memory *m)
{
    struct front *f = m->f;
    struct scop_expr *e = m->index[0];
    for (int k = 1; k < m->depth; k++) {
        e = expr_binary(f, SCOP_MUL, type_convert(f, e, SCOP_I64),
                        type_convert(f, m->count[k], SCOP_I64));
        e = expr_binary(f, SCOP_ADD, e, type_convert(f, m->index[k], SCOP_I64));
    }
    return e;
}

/* The element of the block at the loops' counters. */
static struct lvalue *element(struct memory *m, const struct block *b)
{
    struct front *f = m->f;
    struct lvalue *p = b->p;
    if (b->depth == 0)
        return p->pending ? lvalue_target(f, p, m->c) : p;
    if (b->depth < m->depth)
        return lvalue_target(f, lvalue_moved(f, p, flat_index(m)), m->c);
    for (int k = 0; k < b->depth && p; k++) {
        p = k ? lvalue_decayed(f, p, m->c) : p;
        if (p)
            p = lvalue_target(f, lvalue_moved(f, p, m->index[k]), m->c);
    }
    return p;
}

static void put_element(struct memory *m, struct nodes *out)
{
    struct front *f = m->f;
    struct lvalue *to = element(m, &m->to), *from = NULL;
    if (m->kind != LIBRARY_SET)
        from = element(m, &m->from);
    if (!to || (m->kind != LIBRARY_SET && !from))
        return;
    if (type_is_record(m->type)) {
        if (from)
            aggregate_copy(f, to, from, m->c, out);
        else
            aggregate_clear(f, to, m->c, out);
        return;
    }
    struct scop_expr *lhs = lvalue_access(f, to, m->c, true);
    struct scop_expr *rhs =
        from ? lvalue_access(f, from, m->c, false) : m->value;
    if (lhs && rhs && from &&
        scop_type_is_float(lhs->type) != scop_type_is_float(rhs->type)) {
        enum scop_type own = scop_type_is_float(lhs->type)
                                 ? scop_type_of_bits(lhs->type)
                                 : rhs->type;
        rhs = expr_bits(f, type_convert(f, rhs, own), scop_type_of_bits(own));
    }
    if (lhs && rhs)
        front_assign(f, lhs, type_convert(f, rhs, lhs->type), m->c, out);
}

static struct scop_expr *last_of(struct memory *m, struct scop_expr *n)
{
    int64_t value;
    if (expr_constant(n, &value))
        return expr_int(m->f, value - 1, n->type, m->loc);
    return expr_binary(m->f, SCOP_SUB, n, expr_int(m->f, 1, n->type, m->loc));
}

static void put_loops(struct memory *m, int level, struct nodes *out);

/* for (k = 0; k < n; k++), or from the last one down. */
static void put_for(struct memory *m, int level, struct nodes *out)
{
    struct front *f = m->f;
    struct scop_expr *n = m->count[level];
    struct scop_node *node = front_node(f, SCOP_FOR, m->loc);
    struct nodes body = {0};
    struct scop_loop loop = {
        .name = "k",
        .type = n->type,
        .parent =
            f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1] : -1,
        .node = node,
        .loc = m->loc,
    };
    node->loop = f->scop->loop_count;
    ARENA_PUSH(f->arena, f->scop->loop, f->scop->loop_count, f->arrays.loop_cap,
               loop);
    ARENA_PUSH(f->arena, f->walk.guarded, f->walk.guarded_count,
               f->walk.guarded_cap, true);
    ARENA_PUSH(f->arena, f->walk.loop, f->walk.loop_count, f->walk.loop_cap,
               node->loop);
    struct scop_expr *zero = expr_int(f, 0, n->type, m->loc);
    m->index[level] = expr_iterator(f, node->loop, m->loc);
    node->init = m->down ? last_of(m, n) : zero;
    node->cond = m->down ? expr_binary(f, SCOP_GE, m->index[level], zero)
                         : expr_binary(f, SCOP_LT, m->index[level], n);
    node->step = m->down ? -1 : 1;
    put_loops(m, level + 1, &body);
    front_children(f, node, front_seq(f, &body, m->loc), NULL);
    f->walk.loop_count--;
    front_put(f, out, node);
}

static struct scop_expr *local(struct memory *m, const char *name,
                               struct scop_expr *value, struct nodes *out)
{
    struct scop_expr *e = array_temporary(m->f, name, value->type, m->loc);
    m->f->scop->array[e->ref].scope = SCOP_POINT;
    front_assign(m->f, e, value, m->c, out);
    return e;
}

/* Loops as put_for does, in the body of a statement, by a local variable. */
static void put_while(struct memory *m, int level, struct nodes *out)
{
    struct front *f = m->f;
    struct scop_expr *n = m->count[level];
    struct scop_expr *zero = expr_int(f, 0, n->type, m->loc);
    struct scop_expr *one = expr_int(f, 1, n->type, m->loc);
    struct scop_expr *at = local(m, "k", m->down ? last_of(m, n) : zero, out);
    struct scop_node *node = front_node(f, SCOP_LOOP, m->loc);
    struct nodes body = {0}, step = {0};
    node->test = m->down ? expr_binary(f, SCOP_GE, at, zero)
                         : expr_binary(f, SCOP_LT, at, n);
    m->index[level] = at;
    put_loops(m, level + 1, &body);
    front_assign(f, at, expr_binary(f, m->down ? SCOP_SUB : SCOP_ADD, at, one),
                 m->c, &step);
    front_children(f, node, front_seq(f, &body, m->loc),
                   front_seq(f, &step, m->loc));
    front_put(f, out, node);
}

static void put_loops(struct memory *m, int level, struct nodes *out)
{
    if (level == m->depth)
        put_element(m, out);
    else if (m->f->walk.body)
        put_while(m, level, out);
    else
        put_for(m, level, out);
}

/* The call ----------------------------------------------------------------- */

static bool read_block(struct memory *m, int argument, CXType *type,
                       struct block *b)
{
    struct front *f = m->f;
    struct bytes n;
    CXCursor given = clang_Cursor_getArgument(m->c, (unsigned)argument);
    struct lvalue *p = first_element(
        m, lvalue_pointer(f, callee_object(f->arena, given)), type);
    int errors = f->faults->errors;
    if (!p)
        return false;
    long long size = clang_Type_getSizeOf(*type);
    bool good = bytes_read(f, clang_Cursor_getArgument(m->c, 2), &n);
    if (errors != f->faults->errors)
        return false;
    if (!good || size <= 0 ||
        !bytes_divide(&n, expr_int(f, size, SCOP_I64, m->loc)))
        return refuse(m, "how many elements these bytes are is not known",
                      "give a product with the size of an element: n * sizeof "
                      "*a");
    if (type_is_record(*type) && !aggregate_is_dense(f, *type))
        return refuse(m, "a structure with gaps or large arrays in it",
                      "assign the members");
    return find_block(m, p, n, b);
}

/* Does a part of the call read memory, which must be done once, before? */
static bool reads(const struct block *b)
{
    bool found = b->p->pending && expr_reads(b->p->pending);
    for (int k = 0; k < b->depth; k++)
        found |= expr_reads(b->count[k]) || !expr_is_affine_form(b->count[k]);
    for (int k = 0; k < b->p->count; k++)
        found |= expr_reads(b->p->dim[k].index);
    return found;
}

/* In a body the sizes and places that it reads are kept in variables. */
static void keep(struct memory *m, struct block *b, struct nodes *out)
{
    struct lvalue *p = lvalue_moved(
        m->f, b->p, expr_int(m->f, 0, SCOP_I32, m->loc)); /* a copy */
    for (int k = 0; k < p->count; k++)
        if (expr_reads(p->dim[k].index))
            p->dim[k].index = local(m, "at", p->dim[k].index, out);
    if (p->pending && expr_reads(p->pending))
        p->pending = local(m, "at", p->pending, out);
    for (int k = 0; k < b->depth; k++)
        if (expr_reads(b->count[k]))
            b->count[k] = local(m, "count", b->count[k], out);
    b->p = p;
}

static void put_body(struct memory *m, struct nodes *out)
{
    struct front *f = m->f;
    struct nodes body = {0};
    bool inside = f->walk.body != 0;
    struct nodes *to = inside ? out : &body;
    if (!inside)
        f->walk.body = ++f->walk.body_count;
    if (m->to.p->pending)
        keep(m, &m->to, to);
    if (m->kind != LIBRARY_SET && m->from.p->pending)
        keep(m, &m->from, to);
    if (m->value && expr_reads(m->value))
        m->value = local(m, "value", m->value, to);
    put_loops(m, 0, to);
    if (inside)
        return;
    f->walk.body = 0;
    struct scop_stmt s = {.loc = m->loc};
    s.body = front_seq(f, &body, m->loc);
    front_emit(f, s, out);
}

void memory_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct memory m = {.f = f,
                       .c = c,
                       .loc = front_loc(f, c),
                       .kind = callee_library(f->arena, c)};
    CXType from;
    value_calls(f, c, out);
    if (!read_block(&m, 0, &m.type, &m.to))
        return;
    if (m.kind == LIBRARY_SET ? !find_value(&m)
                              : !read_block(&m, 1, &from, &m.from))
        return;
    if (m.kind != LIBRARY_SET && !are_alike(m.type, from)) {
        refuse(&m, "memory of one type is copied to another",
               "let both have the same type");
        return;
    }
    if (!match(&m) || !find_order(&m))
        return;
    bool data = reads(&m.to) || (m.kind != LIBRARY_SET && reads(&m.from)) ||
                (m.value && expr_reads(m.value));
    if (!f->walk.body && data && !f->walk.loop_count)
        refuse(&m, "the size or place of this memory depends on data",
               "write a loop, or read them before the region");
    else if (f->walk.body || data)
        put_body(&m, out);
    else
        put_loops(&m, 0, out);
}
