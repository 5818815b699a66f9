/*
 * Arrays of the scop, made of lvalues: one for each base and layout, with the
 * extents and fields on the way; and which integers are parameters instead.
 */
#include "compiler/front/expr.h"
#include "compiler/front/statement.h"
#include "compiler/output/output.h"

#include <string.h>

static int root_index(const struct front *f, const struct symbol *s)
{
    for (int k = 0; k < f->survey.symbol_count; k++)
        if (f->survey.symbol[k] == s)
            return k;
    return -1;
}

static int add_array(struct front *f, const struct scop_array *a, int root,
                     const char *key)
{
    struct scop *scop = f->scop;
    int count = scop->array_count;
    ARENA_PUSH(f->arena, scop->array, scop->array_count, f->arrays.array_cap,
               *a);
    int n = count;
    ARENA_PUSH(f->arena, f->arrays.root, n, f->arrays.root_cap, root);
    name_add(f->arena, &f->arrays.keys, key, count);
    n = count;
    ARENA_PUSH(f->arena, f->arrays.written, n, f->arrays.written_cap, false);
    n = count;
    ARENA_PUSH(f->arena, f->arrays.bits, n, f->arrays.bits_cap, false);
    return count;
}

/* The first dimension whose array does not fill what it lies in a whole number
 * of times, as m[3][3] in a structure of 10 floats; p->count: there is none. */
static int first_odd(const struct lvalue *p)
{
    int k = 1;
    while (k < p->count && (!p->dim[k].after_field || p->dim[k].size <= 0 ||
                            p->dim[k - 1].size % p->dim[k].size == 0))
        k++;
    return k < p->count ? k : p->count;
}

/* Such a dimension and those in it as one, that counts in elements of `size`
 * bytes: p[i].m[a][b] as [i][3 * a + b]. Where they are no multiples of that,
 * nothing changes. */
static const struct lvalue *in_elements(struct front *f, const struct lvalue *p,
                                        long long size, CXCursor c)
{
    int first = first_odd(p);
    if (first == p->count || p->dim[first - 1].size % size != 0)
        return p;
    struct scop_expr *at = NULL;
    for (int k = first; k < p->count; k++) {
        const struct dim *d = &p->dim[k];
        if (d->size <= 0 || d->size % size != 0)
            return p;
        struct scop_expr *index = type_convert(f, d->index, SCOP_I64);
        if (d->size > size)
            index = expr_binary(
                f, SCOP_MUL,
                expr_int(f, d->size / size, SCOP_I64, front_loc(f, c)), index);
        at = at ? expr_binary(f, SCOP_ADD, at, index) : index;
    }
    struct lvalue *q = arena_alloc(f->arena, sizeof *q);
    *q = *p;
    q->count = first + 1;
    q->dim[first].index = at;
    q->dim[first].size = size;
    q->field_pending = false;
    return q;
}

/* Fills extents, unit and offset; false if the fields' sizes do not fit into
 * whole elements. */
static bool lay_out(struct front *f, const struct lvalue *p, long long size,
                    struct scop_array *a, CXCursor c)
{
    a->rank = p->count;
    a->unit = 1;
    a->extent = arena_alloc(f->arena, (size_t)p->count * sizeof *a->extent);
    bool whole = p->offset % size == 0;
    for (int k = 0; k < p->count; k++) {
        const struct dim *d = &p->dim[k];
        a->extent[k] = d->extent;
        if (k == 0 || !d->after_field)
            continue;
        long long outer = p->dim[k - 1].size;
        whole &= d->size > 0 && outer > 0 && outer % d->size == 0;
        if (whole)
            a->extent[k] = expr_extent(f, outer / d->size, front_loc(f, c));
    }
    if (p->field_pending) {
        long long last = p->dim[p->count - 1].size;
        whole &= last > 0 && last % size == 0;
        a->unit = whole ? last / size : 1;
    }
    a->offset = p->offset / size;
    if (whole)
        return true;
    struct fault *fault = front_refuse(
        f, FAULT_TYPE, c,
        "the layout of this structure is no multiple of its member's size");
    FRONT_HINT(f, fault,
               "give the members equal sizes, or use one array for "
               "each member");
    return false;
}

/* May a pointer of the region point to the object? */
static bool is_exposed(struct front *f, const struct lvalue *p)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(p->root->decl));
    if (p->root->local)
        return p->root->outside & REF_ADDRESS;
    return !clang_isConstQualifiedType(type) &&
           !temporary_of_unit(&f->survey, p->root->decl);
}

/* Does each point of a body have its own? What the body declares, and the
 * iterator of a loop in it which iterates loops outside of it too: no value
 * gets from one to the other. */
static bool is_of_point(const struct front *f, const struct lvalue *p)
{
    return f->walk.body &&
           (p->root->scope == SCOP_POINT ||
            (p->count == 0 && p->root->iterates && !p->root->counts_on));
}

static bool has_constant_size(struct front *f, const struct scop_array *a,
                              CXCursor c)
{
    for (int k = 0; k < a->rank; k++) {
        if (a->extent[k] && a->extent[k]->op == SCOP_INT)
            continue;
        struct fault *fault = front_refuse(
            f, FAULT_TYPE, c,
            "the size of an array that a loop in a point declares is no "
            "constant");
        FRONT_HINT(f, fault, "declare it with the largest size");
        return false;
    }
    return true;
}

/* Does a typedef let elements lie at other addresses than their type does? */
static bool is_misaligned(struct front *f, CXCursor c)
{
    CXType type = clang_getCursorType(c);
    if (clang_Type_getAlignOf(type) >=
        clang_Type_getAlignOf(clang_getCanonicalType(type)))
        return false;
    front_refuse_with(f, FAULT_TYPE, c,
                      "elements of this type may lie at any address, which "
                      "devices cannot read",
                      "use a type without an attribute that aligns it");
    return true;
}

/* The array with this base and layout; made if there is none. */
static int find_array(struct front *f, const struct lvalue *p,
                      enum scop_type type, CXCursor c)
{
    struct scop *scop = f->scop;
    const char *base = p->count ? p->base : p->text;
    if (!base) {
        front_refuse_with(f, FAULT_POINTER, c,
                          "the base of this access changes in the region",
                          "use an array of the region's function");
        return -1;
    }
    if (is_misaligned(f, c))
        return -1;
    int root = root_index(f, p->root), view = scop->array_count;
    bool own = is_of_point(f, p);
    const char *key = arena_printf(
        f->arena, "%d %s%s %d %lld %d %d", root, base, p->count ? p->path : "",
        p->count, (long long)p->offset, own ? f->walk.body : 0, p->root->copy);
    const int *number = name_find(&f->arrays.keys, key);
    if (number)
        return *number;
    struct scop_array a = {
        .type = type,
        .base = base,
        .scope = own ? SCOP_POINT : p->root->scope,
        .pointer = p->indirect,
        .restricted = p->restricted,
        .rows = p->rows,
        .row_levels = p->row_levels,
        .exposed = !p->indirect && is_exposed(f, p),
        .loc = front_loc(f, p->root->decl),
    };
    memcpy(a.pitch, p->pitch, sizeof a.pitch);
    if (!lay_out(f, p, scop_type_size(type), &a, c) ||
        (own && !has_constant_size(f, &a, c)))
        return -1;
    for (int k = view - 1; k >= 0; k--)
        if (f->arrays.root[k] == root && p->count && scop->array[k].rank &&
            scop->array[k].base && strcmp(scop->array[k].base, base) == 0)
            view = k;
    a.view_of = view < scop->array_count ? scop->array[view].view_of : view;
    const char *whole = p->rows ? p->rows : base;
    a.name = front_name(
        f, p->count ? arena_printf(f->arena, "%s%s", whole, p->path) : whole);
    if (a.scope != SCOP_OUTSIDE)
        a.base = NULL;
    return add_array(f, &a, root, key);
}

/* May a store through a pointer change the integer at p, as C's rules on types
 * see it? Then its address is compared with what is written when the region
 * starts, and the plain nest runs if they meet. */
static bool may_be_stored(const struct front *f, const struct lvalue *p,
                          enum scop_type type)
{
    unsigned mask = 1u << scop_type_size(type) | 1u << 1;
    return (p->count || p->root->outside & REF_ADDRESS) &&
           (f->survey.written_types & mask);
}

/* Is it a member that the region assigns to, or one without an address that
 * may be assigned to? */
static bool is_stored_member(struct front *f, const struct lvalue *p,
                             enum scop_type type)
{
    return !clang_Cursor_isNull(p->field) &&
           (survey_field_written(&f->survey, p->field) ||
            (clang_Cursor_isBitField(p->field) && may_be_stored(f, p, type)));
}

/* Are subscripts first, first + 1, ... constants in the bounds that the types
 * have? */
static bool is_within(const struct lvalue *p, int first)
{
    for (int k = first; k < p->count; k++) {
        CXType type = clang_getCanonicalType(p->dim[k].type);
        int64_t index;
        if (type.kind != CXType_ConstantArray ||
            !expr_constant(p->dim[k].index, &index) || index < 0 ||
            index >= clang_getArraySize(type))
            return false;
    }
    return true;
}

/* Is what the pointer leads to read wherever the region starts? */
static bool is_read_first(const struct front *f, const struct lvalue *p)
{
    const struct front_walk *w = &f->walk;
    return p->root->read_first || (!w->loop_count && !w->branches &&
                                   !w->guard_count && !w->repeats && !w->body);
}

/* An element with constant subscripts of an array that the region does not
 * write: a size in size[3]. Behind a pointer it is one that the region reads
 * anyhow, or stands beside one, since the caller reads it. */
static bool is_fixed_element(const struct front *f, const struct lvalue *p,
                             enum scop_type type)
{
    if (!p->text || p->root->inside & (REF_WRITE | REF_ADDRESS))
        return false;
    if (!p->indirect)
        return is_within(p, 0);
    return is_within(p, 1) && !may_be_stored(f, p, type) && is_read_first(f, p);
}

/* An integer of the caller that the region only reads: a scalar, an element, a
 * member of a structure, or a member behind an unchanging pointer. */
static bool is_parameter(struct front *f, const struct lvalue *p,
                         enum scop_type type)
{
    int64_t index;
    bool member = !clang_Cursor_isNull(p->field) && p->text;
    if (p->count && (layout_of(f->unit, f->mark, p->root->decl) ||
                     (f->unit->layout[0] && p->count > 1)))
        return false; /* the caller's memory may not hold it */
    if (scop_type_is_float(type) || p->root->declared_inside ||
        p->root->inlined || p->root->iterates)
        return false;
    if (p->count == 0 && !member &&
        p->root->inside & (REF_WRITE | (f->survey.calls ? REF_ADDRESS : 0)))
        return false;
    bool first =
        p->count && expr_constant(p->dim[0].index, &index) && index == 0;
    if (p->count && !(first && member && p->indirect && is_within(p, 1)) &&
        !is_fixed_element(f, p, type))
        return false;
    return !is_stored_member(f, p, type);
}

/* Names of an inlined function mean the same at the region, unless a local
 * variable hides them there. */
static bool is_hidden(struct front *f, const struct symbol *root)
{
    for (int k = 0; k < f->survey.symbol_count && !root->local; k++)
        if (f->survey.symbol[k] != root && f->survey.symbol[k]->local &&
            !f->survey.symbol[k]->inlined &&
            strcmp(f->survey.symbol[k]->name, root->name) == 0)
            return true;
    return false;
}

/* The first choice in an expression, by what can be computed without reading
 * memory, between linearised subscripts; NULL: there is none. Choices between
 * what is affine make a subscript that is so in pieces. */
static const struct scop_expr *choice_in(const struct scop_expr *e)
{
    const struct scop_expr *found = NULL;
    if (e->op == SCOP_ACCESS)
        return NULL;
    if (e->op == SCOP_COND && expr_is_affine_form(e->arg[0]) &&
        !(expr_is_affine_form(e->arg[1]) && expr_is_affine_form(e->arg[2])))
        return e;
    for (int k = 0; k < e->count && !found; k++)
        found = choice_in(e->arg[k]);
    return found;
}

/* The expression with a part replaced, wherever it is. */
static struct scop_expr *replaced(struct front *f, struct scop_expr *e,
                                  const struct scop_expr *part,
                                  struct scop_expr *by)
{
    if (e == part || scop_expr_equal(e, part))
        return by;
    struct scop_expr *copy = arena_alloc(f->arena, sizeof *copy);
    *copy = *e;
    copy->arg = arena_alloc(f->arena, sizeof *copy->arg * (size_t)e->count);
    for (int k = 0; k < e->count; k++)
        copy->arg[k] = replaced(f, e->arg[k], part, by);
    return copy;
}

enum { CHOICES_MAX = 3 };

/* x[t ? a : b] as t ? x[a] : x[b]: each subscript is affine where it is used.
 */
static struct scop_expr *chosen(struct front *f, struct scop_expr *access,
                                int choices)
{
    const struct scop_expr *choice = NULL;
    for (int k = 0; k < access->count && !choice; k++)
        choice = choice_in(access->arg[k]);
    if (!choice || choices == CHOICES_MAX ||
        expr_is_larger(access, KNOWN_SIZE_MAX))
        return access;
    struct scop_expr *side[2];
    for (int k = 0; k < 2; k++)
        side[k] = chosen(f, replaced(f, access, choice, choice->arg[k + 1]),
                         choices + 1);
    struct scop_expr *e = expr_choose(f, choice->arg[0], side[0], side[1]);
    e->loc = access->loc;
    return e;
}

struct scop_expr *lvalue_access(struct front *f, const struct lvalue *p,
                                CXCursor c, bool written)
{
    enum scop_type type;
    struct loc loc = front_loc(f, c);
    if (!type_scalar(f, p->type, c, &type))
        return NULL;
    if (f->inlining.count && is_hidden(f, p->root)) {
        struct fault *fault = front_refuse(
            f, FAULT_CALL, c, "'%s' is hidden by a local variable at the call",
            p->root->name);
        FRONT_HINT(f, fault, "rename the local variable");
        return NULL;
    }
    enum scop_type member = type;
    if (p->bits)
        type = scop_type_size(type) == 4 ? SCOP_U32 : SCOP_U64;
    if (!written && !p->bits && is_parameter(f, p, type)) {
        struct scop_expr *e = front_param(f, p->text, p->text, type, loc);
        p->root->read_first |= p->count && is_read_first(f, p);
        f->scop->param[e->ref].exposed =
            may_be_stored(f, p, type) || (p->count == 0 && is_exposed(f, p));
        return e;
    }
    p = in_elements(f, p, scop_type_size(type), c);
    int number = find_array(f, p, type, c);
    if (number < 0)
        return NULL;
    if (p->count == 0 && !p->root->iterates)
        p->root->as_variable = true;
    f->arrays.written[number] |= written;
    f->arrays.bits[number] |= p->bits;
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_ACCESS, type, p->count, loc);
    e->ref = number;
    for (int k = 0; k < p->count; k++)
        e->arg[k] = p->dim[k].index;
    return written ? e : expr_bits(f, chosen(f, e, 0), member);
}

struct scop_expr *array_counter(struct front *f, const char *each,
                                struct loc loc)
{
    struct scop_array a = {
        .name = front_name(
            f, arena_printf(f->arena, "hedra%s_turn", f->unit->names.tag)),
        .type = SCOP_I32,
        .unit = 1,
        .view_of = f->scop->array_count,
        .scope = SCOP_OUTSIDE,
        .each = each,
        .loc = loc,
    };
    a.base = a.name;
    int number = add_array(f, &a, -1, a.name);
    f->arrays.written[number] = true;
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ACCESS, a.type, 0, loc);
    e->ref = number;
    return e;
}

struct scop_expr *array_offset(struct front *f, const struct symbol *s,
                               struct loc loc)
{
    struct scop_array a = {
        .name = front_name(f, arena_printf(f->arena, "%s_at", s->name)),
        .type = SCOP_I64,
        .unit = 1,
        .view_of = f->scop->array_count,
        .scope = SCOP_OUTSIDE,
        .moves = s->name,
        .loc = loc,
    };
    a.base = arena_printf(f->arena, "hedra%s_%s", f->unit->names.tag, a.name);
    int number = add_array(f, &a, -1, a.base);
    f->arrays.written[number] = true;
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ACCESS, a.type, 0, loc);
    e->ref = number;
    return e;
}

int array_order(struct front *f, int of)
{
    const struct scop_array *laid = &f->scop->array[of];
    struct scop_array a = {
        .name = front_name(f, arena_printf(f->arena, "%s_order", laid->base)),
        .base = "(void *)0",
        .type = SCOP_I32,
        .rank = 1,
        .unit = 1,
        .view_of = f->scop->array_count,
        .scope = SCOP_OUTSIDE,
        .restricted = true,
        .read_only = true,
        .live_in = true,
        .is_order = true,
        .order = of,
        .loc = laid->loc,
    };
    a.extent = arena_alloc(f->arena, sizeof *a.extent);
    return add_array(f, &a, -1,
                     arena_printf(f->arena, "tables of %s", laid->base));
}

struct scop_expr *array_temporary(struct front *f, const char *name,
                                  enum scop_type type, struct loc loc)
{
    struct scop_array a = {
        .name = front_name(f, name),
        .type = type,
        .unit = 1,
        .view_of = f->scop->array_count,
        .scope = f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1]
                                    : SCOP_REGION,
        .loc = loc,
    };
    int number =
        add_array(f, &a, -1,
                  arena_printf(f->arena, "temporary %d", f->scop->array_count));
    f->arrays.written[number] = true;
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ACCESS, type, 0, loc);
    e->ref = number;
    return e;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool lvalue_same_base(const struct lvalue *a, const struct lvalue *b)
{
    bool same =
        a->root == b->root && a->count == b->count && a->offset == b->offset &&
        a->rows == b->rows && a->row_level == b->row_level &&
        (a->row_level == a->row_levels || scop_expr_equal(a->row, b->row)) &&
        same_text(a->base, b->base) && same_text(a->path, b->path) &&
        (a->count || same_text(a->text, b->text));
    for (int k = 0; k < a->count && same; k++)
        same = scop_expr_equal(a->dim[k].index, b->dim[k].index);
    return same;
}

/* Can the caller say where the array begins? */
static bool has_text(const struct lvalue *p)
{
    return p->count == 0 && p->text && !p->rows && !p->root->declared_inside &&
           !p->root->inlined;
}

/* C for b - a. */
static const char *distance_text(struct front *f, const struct lvalue *a,
                                 const struct lvalue *b,
                                 enum lvalue_apart apart)
{
    long long size = clang_Type_getSizeOf(type_target(a->type));
    const char *bytes =
        arena_printf(f->arena, "((const char *)(%s) - (const char *)(%s))",
                     b->text, a->text);
    bool up = apart == LVALUE_CEILING;
    if (size == 1)
        return bytes;
    if (apart == LVALUE_EXACT) /* none of what is added makes that 0 */
        return arena_printf(f->arena,
                            "(%s %% %lld ? -0x4000000000000000 : %s / %lld)",
                            bytes, size, bytes, size);
    return arena_printf(f->arena, "(%s / %lld %s (%s %% %lld %s 0))", bytes,
                        size, up ? "+" : "-", bytes, size, up ? ">" : "<");
}

struct scop_expr *lvalue_distance(struct front *f, const struct lvalue *a,
                                  const struct lvalue *b,
                                  enum lvalue_apart apart, struct loc loc)
{
    if (!a->pending || !b->pending || !type_same_target(a->type, b->type) ||
        clang_Type_getSizeOf(type_target(a->type)) <= 0)
        return NULL;
    struct scop_expr *way = expr_difference(f, b->pending, a->pending);
    if (lvalue_same_base(a, b))
        return way;
    if (!has_text(a) || !has_text(b))
        return NULL;
    const char *text = distance_text(f, a, b, apart);
    const char *name = arena_printf(f->arena, "%s_end", a->text);
    struct scop_expr *param = front_param(f, name, text, SCOP_I64, loc);
    f->scop->param[param->ref].distance = true;
    return expr_plus(f, param, way);
}

struct scop_expr *front_scalar(struct front *f, struct symbol *s)
{
    struct lvalue p = {
        .root = s,
        .text = s->name,
        .type = clang_getCursorType(s->decl),
        .field = clang_getNullCursor(),
    };
    return lvalue_access(f, &p, s->decl, true);
}

/* Linearised records --------------------------------------------------------
 */

static void visit_expr(struct front *f, struct scop_expr *e,
                       array_visitor *visit)
{
    for (int k = 0; k < e->count; k++)
        visit_expr(f, e->arg[k], visit);
    if (e->op == SCOP_ACCESS)
        visit(f, e);
}

static void visit_node(struct front *f, struct scop_node *node,
                       array_visitor *visit)
{
    struct scop_expr *part[] = {node->init, node->cond, node->test, node->lhs,
                                node->rhs};
    for (int k = 0; k < 5; k++)
        if (part[k])
            visit_expr(f, part[k], visit);
    for (int k = 0; k < node->count; k++)
        visit_node(f, node->child[k], visit);
}

void array_visit(struct front *f, array_visitor *visit)
{
    visit_node(f, f->scop->root, visit);
    for (int k = 0; k < f->scop->stmt_count; k++) {
        const struct scop_stmt *s = &f->scop->stmt[k];
        if (s->lhs) {
            visit_expr(f, s->lhs, visit);
            visit_expr(f, s->rhs, visit);
        }
        for (int g = 0; g < s->guard_count; g++)
            visit_expr(f, s->guard[g], visit);
        if (s->body)
            visit_node(f, s->body, visit);
    }
}

/* Is the array one of records with arrays in them, whose subscript is a
 * linearised one somewhere? */
static void note_linear(struct front *f, struct scop_expr *access)
{
    struct scop_array *a = &f->scop->array[access->ref];
    bool constant = a->pointer && access->count > 1 && !a->layout;
    for (int k = 1; k < access->count; k++)
        constant &= a->extent[k] && a->extent[k]->op == SCOP_INT;
    if (constant && !expr_is_affine_form(access->arg[0]) &&
        !expr_reads(access->arg[0]))
        f->arrays.linear[access->ref] = true;
}

/* cells[x + y * nx].v[k] as [(x + y * nx) * 9 + k]; subtrees are shared. */
static void make_linear(struct front *f, struct scop_expr *access)
{
    const struct scop_array *a = &f->scop->array[access->ref];
    if (!f->arrays.linear[access->ref] || access->count == 1)
        return;
    struct scop_expr *at = type_convert(f, access->arg[0], SCOP_I64);
    for (int k = 1; k < access->count; k++) {
        struct scop_expr *size = type_convert(f, a->extent[k], SCOP_I64);
        at = expr_binary(f, SCOP_MUL, at, size);
        at = expr_binary(f, SCOP_ADD, at,
                         type_convert(f, access->arg[k], SCOP_I64));
    }
    access->arg[0] = at;
    access->count = 1;
}

void array_linearise(struct front *f)
{
    struct scop *scop = f->scop;
    f->arrays.linear = arena_alloc(f->arena, (size_t)scop->array_count + 1);
    array_visit(f, note_linear);
    array_visit(f, make_linear);
    for (int k = 0; k < scop->array_count; k++) {
        struct scop_array *a = &scop->array[k];
        if (!f->arrays.linear[k])
            continue;
        for (int d = 1; d < a->rank && a->extent[0]; d++)
            a->extent[0] = expr_binary(f, SCOP_MUL,
                                       type_convert(f, a->extent[0], SCOP_I64),
                                       type_convert(f, a->extent[d], SCOP_I64));
        a->rank = 1;
    }
}

/* Layouts ------------------------------------------------------------------
 *
 * Those of the clause layout, of the region's own pragma or of a data block
 * around it. What reaches such an array in another way than by its name and its
 * subscripts is refused.
 */

static void refuse_layout(struct front *f, const struct laid *laid,
                          const char *how)
{
    const struct splice_layout *l = laid->layout;
    struct fault *fault =
        fault_add(f->faults, FAULT_CLAUSE, f->scop->loc,
                  "'%s' has the layout %s, and this region %s", l->name,
                  l->layout->text, how);
    fault_hint(f->faults, fault, laid->loc,
               "write %s%s with a subscript for each of the %d dimensions, or"
               " leave it out of the clause",
               l->name,
               l->rank == 2   ? "[i][j]"
               : l->rank == 3 ? "[i][j][k]"
                              : "[i]...",
               l->rank);
}

/* Sets the layout of one array. */
static void lay(struct front *f, int k, const struct laid *laid)
{
    struct scop_array *a = &f->scop->array[k];
    const struct splice_layout *l = laid->layout;
    if (!a->base || strcmp(a->base, l->name) != 0 || a->rows) {
        refuse_layout(f, laid,
                      arena_printf(f->arena, "reaches it by another name, '%s'",
                                   a->rows   ? a->rows
                                   : a->base ? a->base
                                             : a->name));
        return;
    }
    if (a->rank != l->rank) {
        refuse_layout(
            f, laid,
            arena_printf(f->arena, "uses it with %d subscripts", a->rank));
        return;
    }
    if (!a->extent[0]) {
        const char *text =
            arena_printf(f->arena, "hedra_ordered_rows_of(%s)", l->name);
        a->extent[0] =
            front_param(f, arena_printf(f->arena, "%s_rows", l->name), text,
                        SCOP_I64, a->loc);
    }
    a->layout = l->layout;
}

/* Do all accesses to the variable of that number have a subscript for each
 * dimension? */
static bool is_box(const struct front *f, int root, const char *name, int dims)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        const struct scop_array *a = &f->scop->array[k];
        if (f->arrays.root[k] == root &&
            (!a->base || strcmp(a->base, name) != 0 || a->rank != dims ||
             a->scope != SCOP_OUTSIDE || a->rows))
            return false;
    }
    return true;
}

/* The layout that the command line gives to all arrays. */
static void lay_all(struct front *f)
{
    int first = f->unit->laid_count;
    for (int k = 0; k < f->scop->array_count; k++) {
        int root = f->arrays.root[k];
        const struct scop_array *a = &f->scop->array[k];
        const struct symbol *s = root < 0 ? NULL : f->survey.symbol[root];
        if (s && a->rank > 1 && a->rank <= LAYOUT_RANK &&
            is_box(f, root, s->name, a->rank) &&
            !layout_of(f->unit, f->mark, s->decl))
            layout_add(f->unit, f->mark, s->decl, s->name);
    }
    layout_add_nest(f->unit, f->mark, first);
}

/* The nest's own clause names arrays that the nest uses. */
static void refuse_unused(struct front *f)
{
    for (int k = 0; k < f->unit->laid_count; k++) {
        const struct laid *laid = &f->unit->laid[k];
        bool used = !laid->nest || laid->begin != f->mark->begin;
        for (int s = 0; s < f->survey.symbol_count && !used; s++)
            used = f->survey.symbol[s]->inside &&
                   clang_equalCursors(f->survey.symbol[s]->decl, laid->decl);
        if (used)
            continue;
        struct fault *fault = fault_add(f->faults, FAULT_CLAUSE, laid->loc,
                                        "'%s' is no array that the region uses",
                                        laid->layout->name);
        FRONT_HINT(f, fault, "leave it out of the clause");
    }
}

void layout_apply(struct front *f)
{
    int count = f->scop->array_count;
    if (f->unit->layout[0] && f->faults->errors == f->errors)
        lay_all(f);
    for (int k = 0; k < count; k++) {
        int root = f->arrays.root[k];
        const struct laid *laid =
            f->scop->array[k].rank && root >= 0 &&
                    f->scop->array[k].scope == SCOP_OUTSIDE
                ? layout_of(f->unit, f->mark, f->survey.symbol[root]->decl)
                : NULL;
        if (laid)
            lay(f, k, laid);
    }
    refuse_unused(f);
    for (int k = 0; k < count && f->faults->errors == f->errors; k++) {
        int view = f->scop->array[k].view_of, other = 0;
        if (!scop_is_tabled(&f->scop->array[k]))
            continue;
        while (f->scop->array[other].view_of != view ||
               !scop_is_tabled(&f->scop->array[other]))
            other++;
        int order = other < k ? f->scop->array[other].order : array_order(f, k);
        f->scop->array[k].order = order;
    }
}
