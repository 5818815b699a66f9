/*
 * Arrays and structures as wholes: what initialises them, and assignments of
 * structures, become assignments of their scalars.
 */
#include "compiler/front/statement.h"

enum { ELEMENTS_MAX = 64 /* of a dimension */ };

struct aggregate_part {
    struct scop_expr *lhs, *rhs;
};

struct aggregate {
    struct front *f;
    CXCursor c; /* the statement */
    bool failed;
    int count, cap;
    struct aggregate_part *part;
};

static void fill(struct aggregate *w, struct lvalue *p, CXCursor initial);

static void refuse(struct aggregate *w, CXCursor c, const char *what)
{
    struct fault *fault = front_refuse(w->f, FAULT_EXPRESSION, c, "%s", what);
    FRONT_HINT(w->f, fault,
               "assign the elements or members, one by one or in a loop");
    w->failed = true;
}

static void put(struct aggregate *w, const struct lvalue *p,
                struct scop_expr *value)
{
    struct scop_expr *lhs = value ? lvalue_access(w->f, p, w->c, true) : NULL;
    struct aggregate_part part = {lhs, value};
    w->failed |= !lhs;
    if (lhs)
        ARENA_PUSH(w->f->arena, w->part, w->count, w->cap, part);
}

/* Parts -------------------------------------------------------------------- */

static bool is_aggregate(CXType type)
{
    return type_is_record(type) || type_is_pointer(type);
}

static struct lvalue *member(struct aggregate *w, struct lvalue *p,
                             CXCursor field)
{
    return lvalue_member(w->f, p, field, clang_getCursorType(field), w->c);
}

static struct lvalue *element(struct aggregate *w, struct lvalue *p,
                              long long k)
{
    return lvalue_element(
        w->f, p, expr_int(w->f, k, SCOP_I32, front_loc(w->f, w->c)), w->c);
}

/* Elements of the array that p is, -1 if they are too many or not known. */
static long long element_count(const struct lvalue *p)
{
    CXType type = clang_getCanonicalType(p->type);
    long long n =
        type.kind == CXType_ConstantArray ? clang_getArraySize(type) : -1;
    return n > ELEMENTS_MAX || p->count >= DIM_MAX ? -1 : n;
}

/* Copies ------------------------------------------------------------------- */

static void copy(struct aggregate *w, struct lvalue *to, struct lvalue *from)
{
    if (!to || !from || w->failed) {
        w->failed = true;
        return;
    }
    if (type_is_record(to->type)) {
        struct children list = type_members(w->f->arena, to->type);
        for (int k = 0; k < list.count; k++)
            copy(w, member(w, to, list.at[k]), member(w, from, list.at[k]));
        return;
    }
    if (!is_aggregate(to->type)) {
        put(w, to, lvalue_access(w->f, from, w->c, false));
        return;
    }
    long long n = element_count(to);
    if (n < 0)
        refuse(w, w->c, "a copy of this member");
    for (long long k = 0; k < n; k++)
        copy(w, element(w, to, k), element(w, from, k));
}

static void copy_from(struct aggregate *w, struct lvalue *p, CXCursor from)
{
    CXCursor value = syntax_strip(w->f->arena, from);
    struct children list = clang_children(w->f->arena, value);
    if (clang_getCursorKind(value) == CXCursor_CompoundLiteralExpr &&
        list.count)
        fill(w, p, list.at[list.count - 1]);
    else if ((clang_getCursorKind(value) == CXCursor_CallExpr &&
              !value_lvalue(w->f, value)) ||
             clang_getCursorKind(value) == CXCursor_ConditionalOperator)
        refuse(w, value, "a structure that is no variable, element or list");
    else
        copy(w, p, lvalue_of(w->f, value));
}

/* Initialisers ------------------------------------------------------------- */

/* {0}, of something whose first part is not a scalar? */
static bool is_zero(struct aggregate *w, const struct children *list,
                    CXType first)
{
    struct scop_expr *zero;
    return list->count == 1 && is_aggregate(first) &&
           clang_getCursorKind(list->at[0]) == CXCursor_IntegerLiteral &&
           (zero = front_expr(w->f, list->at[0])) && zero->ival == 0;
}

/* Must the value of a part have braces that it does not have? */
static bool lacks_braces(CXCursor value, CXType type)
{
    if (clang_Cursor_isNull(value) || !is_aggregate(type) ||
        clang_getCursorKind(value) == CXCursor_InitListExpr)
        return false;
    return !type_is_record(type) || !type_is_record(clang_getCursorType(value));
}

/* [number] = value? */
static bool names_element(struct aggregate *w, CXCursor value)
{
    size_t begin, end;
    return clang_getCursorKind(value) == CXCursor_UnexposedExpr &&
           clang_cursor_bytes(w->f->unit, value, &begin, &end) &&
           w->f->unit->text[begin] == '[';
}

static void fill_part(struct aggregate *w, struct lvalue *part, CXCursor value)
{
    if (!part)
        w->failed = true;
    else if (lacks_braces(value, part->type))
        refuse(w, value, "an initialiser without the braces of a part");
    else if (!w->failed)
        fill(w, part, value);
}

static void fill_array(struct aggregate *w, struct lvalue *p, CXCursor initial)
{
    struct children list = {0};
    long long n = element_count(p);
    CXType inner = clang_getArrayElementType(clang_getCanonicalType(p->type));
    if (clang_getCursorKind(initial) == CXCursor_InitListExpr)
        list = clang_children(w->f->arena, initial);
    else if (!clang_Cursor_isNull(initial))
        n = -1;
    for (int k = 0; k < list.count; k++)
        if (names_element(w, list.at[k]))
            n = -1;
    if (n < 0 || list.count > n) {
        refuse(w, clang_Cursor_isNull(initial) ? w->c : initial,
               "this initialiser of an array");
        return;
    }
    if (is_zero(w, &list, inner))
        list.count = 0;
    for (int k = 0; k < n; k++)
        fill_part(w, element(w, p, k),
                  k < list.count ? list.at[k] : clang_getNullCursor());
}

/* Takes `.name` off a value; returns the member's place in the list, -1 if the
 * value names none, and the list's length if it is none of it: .name.inner. */
static int take_name(struct aggregate *w, const struct children *members,
                     CXCursor *value)
{
    struct children list = clang_children(w->f->arena, *value);
    if (clang_getCursorKind(*value) != CXCursor_UnexposedExpr ||
        list.count == 0 ||
        clang_getCursorKind(list.at[0]) != CXCursor_MemberRef)
        return -1;
    if (list.count != 2)
        return members->count;
    CXCursor name = clang_getCursorReferenced(list.at[0]);
    *value = list.at[1];
    for (int k = 0; k < members->count; k++)
        if (clang_equalCursors(members->at[k], name))
            return k;
    return members->count;
}

static void fill_record(struct aggregate *w, struct lvalue *p, CXCursor initial)
{
    struct children list = {0};
    struct children members = type_members(w->f->arena, p->type);
    if (clang_getCursorKind(initial) == CXCursor_InitListExpr) {
        list = clang_children(w->f->arena, initial);
    } else if (!clang_Cursor_isNull(initial)) {
        copy_from(w, p, initial);
        return;
    }
    int count = members.count, next = 0;
    CXCursor *value =
        arena_alloc(w->f->arena, sizeof *value * ((size_t)count + 1));
    for (int k = 0; k < count; k++)
        value[k] = clang_getNullCursor();
    if (count && is_zero(w, &list, clang_getCursorType(members.at[0])))
        list.count = 0;
    for (int k = 0; k < list.count; k++) {
        CXCursor taken = list.at[k];
        int named = take_name(w, &members, &taken);
        next = named >= 0 ? named : next;
        if (next >= count) {
            refuse(w, list.at[k], "this initialiser of a structure");
            return;
        }
        value[next++] = taken;
    }
    /* Of a union one member has a value, and all have its bits. */
    bool all = clang_getCanonicalType(p->type).kind == CXType_Record &&
               clang_getCursorKind(clang_getTypeDeclaration(
                   clang_getCanonicalType(p->type))) != CXCursor_UnionDecl;
    for (int k = 0; k < count; k++)
        if (all || !clang_Cursor_isNull(value[k]) || (k == 0 && !list.count))
            fill_part(w, member(w, p, members.at[k]), value[k]);
}

/* The value of p in full: what the initialiser (or a null cursor) does not name
 * is zero. */
static void fill(struct aggregate *w, struct lvalue *p, CXCursor initial)
{
    struct front *f = w->f;
    if (type_is_record(p->type))
        fill_record(w, p, initial);
    else if (is_aggregate(p->type))
        fill_array(w, p, initial);
    else if (clang_Cursor_isNull(initial))
        put(w, p,
            type_convert_to(f, expr_int(f, 0, SCOP_I32, front_loc(f, w->c)),
                            p->type, w->c));
    else
        put(w, p, front_expr_as(f, initial, p->type));
}

/* Statements --------------------------------------------------------------- */

/* A list may read what it overwrites: all of its values are computed first. */
static void keep_values(struct aggregate *w, struct nodes *out)
{
    for (int k = 0; k < w->count && w->count > 1; k++) {
        struct aggregate_part *part = &w->part[k];
        if (!expr_reads(part->rhs))
            continue;
        struct scop_expr *kept =
            array_temporary(w->f, "member", part->lhs->type, part->lhs->loc);
        front_assign(w->f, kept, part->rhs, w->c, out);
        part->rhs = kept;
    }
}

static void emit(struct aggregate *w, struct nodes *out)
{
    for (int k = 0; k < w->count && !w->failed; k++)
        front_assign(w->f, w->part[k].lhs, w->part[k].rhs, w->c, out);
}

void aggregate_set(struct front *f, struct lvalue *p, CXCursor from,
                   struct nodes *out)
{
    struct aggregate w = {.f = f, .c = from};
    copy_from(&w, p, from);
    if (!w.failed && !p->root->made &&
        clang_getCursorKind(syntax_strip(f->arena, from)) ==
            CXCursor_CompoundLiteralExpr)
        keep_values(&w, out);
    emit(&w, out);
}

void aggregate_copy(struct front *f, struct lvalue *to, struct lvalue *from,
                    CXCursor c, struct nodes *out)
{
    struct aggregate w = {.f = f, .c = c};
    copy(&w, to, from);
    emit(&w, out);
}

void aggregate_clear(struct front *f, struct lvalue *p, CXCursor c,
                     struct nodes *out)
{
    struct aggregate w = {.f = f, .c = c};
    fill(&w, p, clang_getNullCursor());
    emit(&w, out);
}

bool aggregate_is_dense(struct front *f, CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_ConstantArray)
        return clang_getArraySize(type) <= ELEMENTS_MAX &&
               aggregate_is_dense(f, clang_getArrayElementType(type));
    if (!type_is_record(type))
        return !type_is_pointer(type);
    struct children list = type_members(f->arena, type);
    long long size = 0;
    for (int k = 0; k < list.count; k++) {
        CXType own = clang_getCursorType(list.at[k]);
        if (clang_Cursor_isBitField(list.at[k]) || !aggregate_is_dense(f, own))
            return false;
        size += clang_Type_getSizeOf(own);
    }
    return size == clang_Type_getSizeOf(type);
}

void aggregate_declare(struct front *f, struct symbol *s, CXCursor decl,
                       CXCursor initial, struct nodes *out)
{
    struct aggregate w = {.f = f, .c = decl};
    struct lvalue p = {
        .root = s,
        .text = s->name,
        .type = clang_getCursorType(decl),
        .field = clang_getNullCursor(),
    };
    if (clang_Cursor_isNull(initial))
        return;
    struct nodes body = {0};
    bool inside = value_enter(f, decl);
    int errors = f->faults->errors;
    value_calls(f, decl, inside ? &body : out);
    if (errors == f->faults->errors)
        fill(&w, &p, initial);
    emit(&w, inside ? &body : out);
    if (inside)
        value_leave(f, decl, &body, out);
}

void aggregate_assign(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    struct nodes body = {0};
    bool inside = value_enter(f, c);
    int errors = f->faults->errors;
    value_calls(f, c, inside ? &body : out);
    struct lvalue *p = list.count == 2 ? lvalue_of(f, list.at[0]) : NULL;
    if (p && errors == f->faults->errors)
        aggregate_set(f, p, list.at[1], inside ? &body : out);
    if (inside)
        value_leave(f, c, &body, out);
}
