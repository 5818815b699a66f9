/*
 * Lvalues and pointers as places: an object of the caller and a list of
 * subscripts and fields, from which the arrays of the scop are made.
 */
#include "compiler/front/local.h"

#include <ctype.h>
#include <string.h>

static struct place *refuse_pointer(struct front *f, CXCursor c,
                                    const char *what, const char *hint)
{
    struct fault *fault = front_refuse(f, FAULT_POINTER, c, "%s", what);
    FRONT_HINT(f, fault, "%s", hint);
    return NULL;
}

static struct place *copy_place(struct front *f, const struct place *p)
{
    struct place *copy = arena_alloc(f->arena, sizeof *copy);
    *copy = *p;
    return copy;
}

/* Types
 * ------------------------------------------------------------------------ */

static bool is_array(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_ConstantArray || kind == CXType_VariableArray ||
           kind == CXType_IncompleteArray;
}

static CXType element_type(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    return is_array(canonical) ? clang_getArrayElementType(canonical)
                               : clang_getPointeeType(canonical);
}

/* A parameter of array type is a pointer that shows the array's type. */
static bool is_adjusted(const struct symbol *s)
{
    return s->parameter && is_array(clang_getCursorType(s->decl));
}

static bool is_restrict(struct front *f, const struct symbol *s)
{
    CXType type = clang_getCursorType(s->decl);
    if (clang_isRestrictQualifiedType(type) ||
        clang_isRestrictQualifiedType(clang_getCanonicalType(type)))
        return true;
    const char *text = clang_text(f->arena, clang_getTypeSpelling(type));
    return is_array(type) && strstr(text, "[restrict");
}

/* Extents
 * ---------------------------------------------------------------------- */

static struct scop_expr *fixed_extent(struct front *f, long long n,
                                      struct loc loc)
{
    return expr_int(f, n, n <= INT32_MAX ? SCOP_I32 : SCOP_I64, loc);
}

struct use {
    struct front *f;
    bool changes;
};

/* Does another variable of the function go by this name? */
static bool has_namesake(const struct front *f, const struct symbol *s)
{
    for (int k = 0; k < f->symbol_count; k++)
        if (f->symbol[k] != s && !f->symbol[k]->inlined &&
            strcmp(f->symbol[k]->name, s->name) == 0)
            return true;
    return false;
}

static enum CXChildVisitResult visit_use(CXCursor c, CXCursor parent,
                                         CXClientData data)
{
    struct use *use = data;
    (void)parent;
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    if (kind == CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    use->changes = true;
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return CXChildVisit_Break;
    const struct symbol *s = survey_symbol(use->f, decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    use->changes = (!s->local && !clang_isConstQualifiedType(type)) ||
                   (s->inside | s->outside) & (REF_WRITE | REF_ADDRESS) ||
                   has_namesake(use->f, s);
    return use->changes ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Could the size expression have another value in the region than where the
 * array was declared, or mean something else there? */
static bool may_have_changed(struct front *f, CXCursor c)
{
    struct use use = {f, false};
    if (visit_use(c, c, &use) == CXChildVisit_Recurse)
        clang_visitChildren(c, visit_use, &use);
    return use.changes;
}

/* The expressions of the extents in a declaration, outermost first. */
static struct children size_exprs(struct front *f, CXCursor decl)
{
    struct children all = clang_children(f->arena, decl);
    struct children sizes = {.arena = f->arena};
    CXCursor initial = clang_Cursor_getVarDeclInitializer(decl);
    for (int k = all.count - 1; k >= 0; k--)
        if (clang_isExpression(clang_getCursorKind(all.at[k])) &&
            !clang_equalCursors(all.at[k], initial))
            ARENA_PUSH(f->arena, sizes.at, sizes.count, sizes.cap, all.at[k]);
    return sizes;
}

static int layer_count(CXType type)
{
    int count = 0;
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Pointer)
        type = clang_getPointeeType(type);
    for (; is_array(type); count++)
        type = element_type(type);
    return count;
}

/* Extent `level` of a variable length array from the object itself: exact,
 * whatever has become of the variables in its declaration. */
static struct scop_expr *extent_by_sizeof(struct front *f,
                                          const struct place *p, int level,
                                          struct loc loc)
{
    struct buf text = {0};
    bool pointer = p->indirect;
    for (int part = 0; part < 2; part++) {
        buf_printf(&text, "%ssizeof(%s", part ? " / " : "", p->root->name);
        for (int k = 0; k < level + part + (pointer && !is_adjusted(p->root));
             k++)
            buf_puts(&text, "[0]");
        buf_putc(&text, ')');
    }
    const char *copy = arena_strdup(f->arena, text.text);
    buf_free(&text);
    const char *name =
        arena_printf(f->arena, "%s_extent%d", p->root->name, level);
    return front_param(f, name, copy, SCOP_U64, loc);
}

static void refuse_size(struct front *f, const struct place *p, CXCursor c)
{
    struct fault *fault = front_refuse(
        f, FAULT_TYPE, c,
        "the size of local array '%s' is not the same throughout the region",
        p->root->name);
    FRONT_HINT(f, fault, "declare it with the largest size");
}

static struct scop_expr *variable_extent(struct front *f, const struct place *p,
                                         CXCursor c)
{
    CXCursor decl = p->root->decl;
    struct children sizes = size_exprs(f, decl);
    int level = p->level;
    struct loc loc = front_loc(f, c);
    if (level < 0 || p->root->inlined) {
        refuse_pointer(f, c, "the extent of this array is not known here",
                       "pass the array to the region under its own name");
        return NULL;
    }
    if (sizes.count != layer_count(clang_getCursorType(decl)) ||
        may_have_changed(f, sizes.at[level])) {
        if (!p->root->declared_inside)
            return extent_by_sizeof(f, p, level, loc);
        refuse_size(f, p, c);
        return NULL;
    }
    struct scop_expr *e = front_expr(f, sizes.at[level]);
    if (!e || expr_is_invariant(e))
        return e;
    refuse_size(f, p, c);
    return NULL;
}

/* The extent of the array that p is; NULL with *open if it is not to be
 * known. */
static struct scop_expr *array_extent(struct front *f, const struct place *p,
                                      CXCursor c, bool *open)
{
    CXType type = clang_getCanonicalType(p->type);
    *open = type.kind == CXType_IncompleteArray ||
            (p->level == 0 && p->count == 0 && is_adjusted(p->root));
    if (*open)
        return NULL;
    if (type.kind == CXType_ConstantArray)
        return fixed_extent(f, clang_getArraySize(type), front_loc(f, c));
    return variable_extent(f, p, c);
}

/* Steps
 * ------------------------------------------------------------------------ */

/* Subscripts add up as C adds to pointers: without wrapping. */
static struct scop_expr *add_index(struct front *f, struct scop_expr *a,
                                   struct scop_expr *b, bool minus)
{
    int64_t value;
    if (!a || !b)
        return NULL;
    if (expr_constant(b, &value) && value == 0)
        return a;
    if (expr_constant(a, &value) && value == 0 && !minus)
        return b;
    a = type_convert(f, a, SCOP_I64);
    b = type_convert(f, b, SCOP_I64);
    return expr_binary(f, minus ? SCOP_SUB : SCOP_ADD, a, b);
}

struct place *place_moved(struct front *f, const struct place *p,
                          struct scop_expr *by)
{
    struct place *q = copy_place(f, p);
    q->pending = add_index(f, p->pending, by, false);
    return q;
}

/* What a pointer points to. */
static struct place *dereference(struct front *f, struct place *p, CXCursor c)
{
    int64_t index;
    if (!p)
        return NULL;
    if (!p->pending) /* &x of a scalar, and back */
        return p;
    if (p->count == DIM_MAX) {
        front_refuse(f, FAULT_TOO_COMPLEX, c, "more than %d subscripts",
                     DIM_MAX);
        return NULL;
    }
    p = copy_place(f, p);
    if (p->count == 0) {
        p->base = p->text;
        p->path = "";
    }
    CXType element = element_type(p->type);
    p->dim[p->count++] = (struct dim){
        .index = p->pending,
        .extent = p->pending_extent,
        .type = p->type,
        .size = clang_Type_getSizeOf(element),
        .after_field = p->field_pending,
    };
    if (p->text && expr_constant(p->pending, &index))
        p->text = arena_printf(f->arena, "%s[%lld]", p->text, (long long)index);
    else
        p->text = NULL;
    p->field_pending = false;
    p->pending = p->pending_extent = NULL;
    p->type = element;
    return p;
}

static struct place *decay(struct front *f, struct place *p, CXCursor c)
{
    bool open;
    if (!p)
        return NULL;
    p = copy_place(f, p);
    p->pending_extent = array_extent(f, p, c, &open);
    if (!p->pending_extent && !open)
        return NULL;
    p->pending = expr_int(f, 0, SCOP_I32, front_loc(f, c));
    if (p->level >= 0)
        p->level++;
    return p;
}

struct place *place_element(struct front *f, struct place *p,
                            struct scop_expr *index, CXCursor c)
{
    p = decay(f, p, c);
    if (p)
        p->pending = index;
    return dereference(f, p, c);
}

/* The variable itself. */
static struct place *variable(struct front *f, struct symbol *s)
{
    struct place *p = arena_alloc(f->arena, sizeof *p);
    *p = (struct place){
        .root = s,
        .text = s->name,
        .indirect = is_adjusted(s),
        .restricted = is_adjusted(s) && is_restrict(f, s),
        .type = clang_getCursorType(s->decl),
        .field = clang_getNullCursor(),
    };
    return p;
}

static bool is_variable(const struct place *p)
{
    return p->count == 0 && p->text == p->root->name;
}

/* What the pointer at p points to. */
static struct place *pointed_to(struct front *f, const struct place *p,
                                CXCursor c)
{
    struct place *q = arena_alloc(f->arena, sizeof *q);
    *q = (struct place){
        .root = p->root,
        .text = p->text,
        .indirect = true,
        .restricted = is_variable(p) && is_restrict(f, p->root),
        .type = p->type,
        .level = is_variable(p) ? 0 : -1,
        .field = clang_getNullCursor(),
        .pending = expr_int(f, 0, SCOP_I32, front_loc(f, c)),
    };
    return q;
}

/* The pointer that an lvalue holds. It must be the same throughout the
 * region. */
static struct place *load_pointer(struct front *f, struct place *p, CXCursor c)
{
    if (!p)
        return NULL;
    if (!p->text)
        return refuse_pointer(
            f, c, "this pointer is read from an array in the region",
            "use an array of two dimensions, or offsets into one array");
    if (p->root->refused)
        return NULL;
    if (p->root->declared_inside)
        return refuse_pointer(f, c, "a pointer that the region changes",
                              "initialise it where it is declared");
    if (is_variable(p) ? p->root->inside & REF_WRITE
                       : survey_field_written(f, p->field))
        return refuse_pointer(
            f, c, "this pointer changes in the region",
            "keep the pointer and change a subscript, or exchange pointers at "
            "the end of the region's outermost loop, outside of which they "
            "are not used");
    return pointed_to(f, p, c);
}

struct place *place_held(struct front *f, struct symbol *s, CXCursor c)
{
    struct place *p = variable(f, s);
    return is_array(p->type) ? decay(f, p, c) : pointed_to(f, p, c);
}

struct place *place_member(struct front *f, struct place *p, CXCursor field,
                           CXType type, CXCursor c)
{
    CXCursor record = clang_getCursorSemanticParent(field);
    if (!p)
        return NULL;
    if (clang_getCursorKind(field) != CXCursor_FieldDecl ||
        clang_getCursorKind(record) == CXCursor_UnionDecl ||
        clang_Cursor_isBitField(field)) {
        struct fault *fault = front_refuse(
            f, FAULT_TYPE, c, "%s cannot be taken in a region",
            clang_Cursor_isBitField(field) ? "a bit-field"
                                           : "a member of a union");
        FRONT_HINT(f, fault, "use a plain member of a struct");
        return NULL;
    }
    const char *name = clang_text(f->arena, clang_getCursorSpelling(field));
    /* Also of a structure without a name in the structure. */
    long long offset =
        clang_Type_getOffsetOf(clang_getCanonicalType(p->type), name) / 8;
    p = copy_place(f, p);
    p->type = type;
    p->field = field;
    p->level = -1;
    if (p->text) {
        size_t n = strlen(p->text);
        bool arrow = p->count == 1 && n > 3 && p->indirect &&
                     strcmp(p->text + n - 3, "[0]") == 0;
        p->text = arrow ? arena_printf(f->arena, "%.*s->%s", (int)n - 3,
                                       p->text, name)
                        : arena_printf(f->arena, "%s.%s", p->text, name);
    }
    if (p->count == 0)
        return p;
    p->path = arena_printf(f->arena, "%s.%s", p->path, name);
    p->offset += offset;
    p->field_pending = true;
    return p;
}

static struct place *named(struct front *f, CXCursor c)
{
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return refuse_pointer(f, c, "this is no variable",
                              "name arrays and variables only");
    struct symbol *s = survey_symbol(f, decl);
    return s->place && !s->place->pending ? s->place : variable(f, s);
}

struct place *place_lvalue(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return named(f, c);
    case CXCursor_ParenExpr:
        return list.count == 1 ? place_lvalue(f, list.at[0]) : NULL;
    case CXCursor_UnaryOperator:
        if (list.count == 1 &&
            clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref)
            return dereference(f, place_pointer(f, list.at[0]), c);
        break;
    case CXCursor_ArraySubscriptExpr:
        if (list.count == 2) {
            bool swapped = !type_is_pointer(clang_getCursorType(list.at[0]));
            struct place *p = place_pointer(f, list.at[swapped]);
            if (!p)
                return NULL;
            struct place *q = copy_place(f, p);
            q->pending =
                p->pending
                    ? add_index(f, p->pending,
                                front_index(f, list.at[!swapped], false), false)
                    : NULL;
            return q->pending ? dereference(f, q, c) : NULL;
        }
        break;
    case CXCursor_MemberRefExpr:
        if (list.count >= 1) {
            CXType type = clang_getCursorType(list.at[0]);
            struct place *p =
                type_is_pointer(type)
                    ? dereference(f, place_pointer(f, list.at[0]), c)
                    : place_lvalue(f, list.at[0]);
            return place_member(f, p, clang_getCursorReferenced(c),
                                clang_getCursorType(c), c);
        }
        break;
    case CXCursor_CallExpr:
        if (value_place(f, c))
            return value_place(f, c);
        break;
    case CXCursor_UnexposedExpr: /* the value of a structure */
        if (list.count == 1 && whole_is_record(clang_getCursorType(c)))
            return place_lvalue(f, list.at[0]);
        break;
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_StmtExpr:
        front_expr(f, c); /* says why it is refused */
        return NULL;
    default:
        break;
    }
    return refuse_pointer(f, c,
                          "this is nothing that a region can read or "
                          "write",
                          "name variables, elements and fields");
}

static struct place *offset_pointer(struct front *f, CXCursor c,
                                    const struct children *list)
{
    bool minus = clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Sub;
    bool swapped = !type_is_pointer(clang_getCursorType(list->at[0]));
    struct place *p = place_pointer(f, list->at[swapped]);
    struct scop_expr *index = front_index(f, list->at[!swapped], false);
    if (!p || !index)
        return NULL;
    if (!p->pending)
        return refuse_pointer(f, c, "arithmetic on the address of a scalar",
                              "use an array");
    p = copy_place(f, p);
    p->pending = add_index(f, p->pending, index, minus);
    return p;
}

/* &lvalue: the last subscript is open again. */
static struct place *address(struct front *f, CXCursor lvalue)
{
    struct place *p = place_lvalue(f, lvalue);
    if (!p || p->count == 0 || p->field_pending)
        return p;
    p = copy_place(f, p);
    struct dim last = p->dim[--p->count];
    p->pending = last.index;
    p->pending_extent = last.extent;
    p->type = last.type;
    p->field_pending = last.after_field;
    if (p->count == 0)
        p->text = p->base;
    return p;
}

/* Qualifiers aside. Two variable lengths are taken to be the same, as C demands
 * of a program that converts between them. */
static bool same_type(CXType a, CXType b)
{
    a = clang_getCanonicalType(clang_getUnqualifiedType(a));
    b = clang_getCanonicalType(clang_getUnqualifiedType(b));
    if (!is_array(a) || !is_array(b))
        return clang_equalTypes(a, b);
    long long n = clang_getArraySize(a), m = clang_getArraySize(b);
    return (n == m || n < 0 || m < 0) &&
           same_type(clang_getArrayElementType(a),
                     clang_getArrayElementType(b));
}

bool place_same_target(CXType a, CXType b)
{
    return same_type(element_type(a), element_type(b));
}

/* A conversion of a pointer, implicit or not: an array that decays, a variable
 * that is read, or a change of qualifiers. */
static struct place *convert_pointer(struct front *f, CXCursor c, CXCursor from)
{
    CXType type = clang_getCursorType(from);
    bool to_pointer =
        clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
    if (!type_is_pointer(type))
        return refuse_pointer(f, c, "a pointer made from a number",
                              "use the address of an array");
    if (is_array(type) && to_pointer) {
        if (clang_getCursorKind(from) == CXCursor_UnexposedExpr)
            return place_pointer(f, from);
        return decay(f, place_lvalue(f, from), c);
    }
    if (!place_same_target(clang_getCursorType(c), type))
        return refuse_pointer(f, c, "a pointer converted to another type",
                              "declare the array with the type and shape that "
                              "the region uses");
    return place_pointer(f, from);
}

struct place *place_pointer(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    switch (kind) {
    case CXCursor_ParenExpr:
        return list.count == 1 ? place_pointer(f, list.at[0]) : NULL;
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        if (list.count >= 1)
            return convert_pointer(f, c, list.at[list.count - 1]);
        break;
    case CXCursor_BinaryOperator:
        if (list.count == 2 &&
            clang_getCursorBinaryOperatorKind(c) <= CXBinaryOperator_Sub)
            return offset_pointer(f, c, &list);
        break;
    case CXCursor_UnaryOperator:
        if (list.count == 1 &&
            clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf)
            return address(f, list.at[0]);
        if (list.count == 1 && effect_is_open(f, c))
            return place_pointer(f, list.at[0]);
        if (list.count == 1 &&
            clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Deref)
            return refuse_pointer(f, c, "a pointer that changes",
                                  "keep the pointer and change a subscript");
        /* fall through */
    case CXCursor_DeclRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr: {
        if (kind == CXCursor_DeclRefExpr) {
            CXCursor decl = clang_getCursorReferenced(c);
            enum CXCursorKind what = clang_getCursorKind(decl);
            struct symbol *s =
                what == CXCursor_VarDecl || what == CXCursor_ParmDecl
                    ? survey_symbol(f, decl)
                    : NULL;
            bool pointer =
                s && clang_getCanonicalType(clang_getCursorType(c)).kind ==
                         CXType_Pointer;
            if (s && s->place && (pointer || s->place->pending))
                return s->place;
        }
        struct place *p = place_lvalue(f, c);
        return p && is_array(p->type) ? decay(f, p, c) : load_pointer(f, p, c);
    }
    default:
        break;
    }
    return refuse_pointer(f, c, "this pointer is not taken in a region",
                          "subscript an array or a pointer variable");
}

/* Arrays
 * ----------------------------------------------------------------------- */

static int root_index(const struct front *f, const struct symbol *s)
{
    for (int k = 0; k < f->symbol_count; k++)
        if (f->symbol[k] == s)
            return k;
    return -1;
}

static int add_array(struct front *f, const struct scop_array *a, int root,
                     const char *key)
{
    struct scop *scop = f->scop;
    int count = scop->array_count;
    ARENA_PUSH(f->arena, scop->array, scop->array_count, f->array_cap, *a);
    int n = count;
    ARENA_PUSH(f->arena, f->array_root, n, f->root_cap, root);
    name_add(f->arena, &f->keys, key, count);
    n = count;
    ARENA_PUSH(f->arena, f->array_written, n, f->written_cap, false);
    return count;
}

/* Fills extents, unit and offset; false if the fields' sizes do not fit into
 * whole elements. */
static bool lay_out(struct front *f, const struct place *p, long long size,
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
            a->extent[k] = fixed_extent(f, outer / d->size, front_loc(f, c));
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
static bool is_exposed(const struct place *p)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(p->root->decl));
    if (p->root->local)
        return p->root->outside & REF_ADDRESS;
    return !clang_isConstQualifiedType(type);
}

/* Does each point of a body have its own? What the body declares, and the
 * iterator of a loop in it which iterates loops outside of it too: no value
 * gets from one to the other. */
static bool is_of_point(const struct front *f, const struct place *p)
{
    return f->body && (p->root->scope == SCOP_POINT ||
                       (p->count == 0 && p->root->iterates));
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

/* The array with this base and layout; made if there is none. */
static int find_array(struct front *f, const struct place *p,
                      enum scop_type type, CXCursor c)
{
    struct scop *scop = f->scop;
    const char *base = p->count ? p->base : p->text;
    if (!base) {
        refuse_pointer(f, c, "the base of this access changes in the region",
                       "use an array of the region's function");
        return -1;
    }
    int root = root_index(f, p->root), view = scop->array_count;
    bool own = is_of_point(f, p);
    const char *key = arena_printf(
        f->arena, "%d %s%s %d %lld %d %d", root, base, p->count ? p->path : "",
        p->count, (long long)p->offset, own ? f->body : 0, p->root->copy);
    const int *number = name_find(&f->keys, key);
    if (number)
        return *number;
    struct scop_array a = {
        .type = type,
        .base = base,
        .scope = own ? SCOP_POINT : p->root->scope,
        .pointer = p->indirect,
        .restricted = p->restricted,
        .exposed = p->count == 0 && is_exposed(p),
        .loc = front_loc(f, p->root->decl),
    };
    if (!lay_out(f, p, scop_type_size(type), &a, c) ||
        (own && !has_constant_size(f, &a, c)))
        return -1;
    for (int k = view - 1; k >= 0; k--)
        if (f->array_root[k] == root && p->count && scop->array[k].rank &&
            scop->array[k].base && strcmp(scop->array[k].base, base) == 0)
            view = k;
    a.view_of = view < scop->array_count ? scop->array[view].view_of : view;
    a.name = front_name(
        f, p->count ? arena_printf(f->arena, "%s%s", base, p->path) : base);
    if (a.scope != SCOP_OUTSIDE)
        a.base = NULL;
    return add_array(f, &a, root, key);
}

/* Is it made of integers, of variables and operators on them alone? */
static enum CXChildVisitResult visit_plain(CXCursor c, CXCursor parent,
                                           CXClientData data)
{
    bool *plain = data;
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_BinaryOperator:
        *plain &= clang_getCursorBinaryOperatorKind(c) <= CXBinaryOperator_Sub;
        break;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_DeclRefExpr:
        break;
    default:
        *plain = false;
    }
    *plain = *plain && type_is_integer(clang_getCursorType(c));
    return *plain ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* How many elements the declaration of a parameter gives to the outermost
 * dimension; NULL if it gives none that is known at the region. */
static struct scop_expr *parameter_extent(struct front *f,
                                          const struct symbol *s)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(s->decl));
    if (type.kind == CXType_ConstantArray)
        return fixed_extent(f, clang_getArraySize(type), front_loc(f, s->decl));
    struct children sizes = size_exprs(f, s->decl);
    bool plain = true;
    if (type.kind != CXType_VariableArray || s->inlined ||
        sizes.count != layer_count(type) || may_have_changed(f, sizes.at[0]))
        return NULL;
    if (visit_plain(sizes.at[0], sizes.at[0], &plain) == CXChildVisit_Recurse)
        clang_visitChildren(sizes.at[0], visit_plain, &plain);
    return plain ? front_expr(f, sizes.at[0]) : NULL;
}

void place_parameter_extents(struct front *f)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        const struct symbol *s =
            f->array_root[k] < 0 ? NULL : f->symbol[f->array_root[k]];
        if (!s || !is_adjusted(s) || a->scope != SCOP_OUTSIDE || a->rank == 0 ||
            a->extent[0] || strcmp(a->base, s->name) != 0)
            continue;
        struct scop_expr *e = parameter_extent(f, s);
        if (e && expr_is_invariant(e))
            a->extent[0] = e;
    }
}

/* May a store through a pointer change the integer at p, as C's rules on types
 * see it? Then its address is compared with what is written when the region
 * starts, and the plain nest runs if they meet. */
static bool may_be_stored(const struct front *f, const struct place *p,
                          enum scop_type type)
{
    unsigned mask = 1u << scop_type_size(type) | 1u << 1;
    return (p->count || p->root->outside & REF_ADDRESS) &&
           (f->written_types & mask);
}

/* Is it a member that the region assigns to, or one without an address that
 * may be assigned to? */
static bool is_stored_member(struct front *f, const struct place *p,
                             enum scop_type type)
{
    return !clang_Cursor_isNull(p->field) &&
           (survey_field_written(f, p->field) ||
            (clang_Cursor_isBitField(p->field) && may_be_stored(f, p, type)));
}

/* An integer of the caller that the region only reads: a scalar, a member of a
 * structure, or a member behind an unchanging pointer. */
static bool is_parameter(struct front *f, const struct place *p,
                         enum scop_type type)
{
    int64_t index;
    bool member = !clang_Cursor_isNull(p->field) && p->text;
    if (scop_type_is_float(type) || p->root->declared_inside ||
        p->root->inlined || p->root->iterates)
        return false;
    if (p->count == 0 && !member &&
        p->root->inside & (REF_WRITE | (f->calls ? REF_ADDRESS : 0)))
        return false;
    if (p->count > 1 || (p->count == 1 && !(member && p->indirect)))
        return false;
    if (p->count && !(expr_constant(p->dim[0].index, &index) && index == 0))
        return false;
    return !is_stored_member(f, p, type);
}

/* Names of an inlined function mean the same at the region, unless a local
 * variable hides them there. */
static bool is_hidden(struct front *f, const struct symbol *root)
{
    for (int k = 0; k < f->symbol_count && !root->local; k++)
        if (f->symbol[k] != root && f->symbol[k]->local &&
            !f->symbol[k]->inlined &&
            strcmp(f->symbol[k]->name, root->name) == 0)
            return true;
    return false;
}

struct scop_expr *place_access(struct front *f, const struct place *p,
                               CXCursor c, bool written)
{
    enum scop_type type;
    struct loc loc = front_loc(f, c);
    if (!type_scalar(f, p->type, c, &type))
        return NULL;
    if (f->inline_count && is_hidden(f, p->root)) {
        struct fault *fault = front_refuse(
            f, FAULT_CALL, c, "'%s' is hidden by a local variable at the call",
            p->root->name);
        FRONT_HINT(f, fault, "rename the local variable");
        return NULL;
    }
    if (!written && is_parameter(f, p, type)) {
        struct scop_expr *e = front_param(f, p->text, p->text, type, loc);
        f->scop->param[e->ref].exposed =
            may_be_stored(f, p, type) || (p->count == 0 && is_exposed(p));
        return e;
    }
    int number = find_array(f, p, type, c);
    if (number < 0)
        return NULL;
    if (p->count == 0 && !p->root->iterates)
        p->root->as_variable = true;
    f->array_written[number] |= written;
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_ACCESS, type, p->count, loc);
    e->ref = number;
    for (int k = 0; k < p->count; k++)
        e->arg[k] = p->dim[k].index;
    return e;
}

struct scop_expr *place_counter(struct front *f, const char *each,
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
    f->array_written[number] = true;
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ACCESS, a.type, 0, loc);
    e->ref = number;
    return e;
}

int place_temporary(struct front *f, const char *name, enum scop_type type,
                    struct loc loc)
{
    struct scop_array a = {
        .name = front_name(f, name),
        .type = type,
        .unit = 1,
        .view_of = f->scop->array_count,
        .scope = f->loop_count ? f->loop[f->loop_count - 1] : SCOP_REGION,
        .loc = loc,
    };
    int number =
        add_array(f, &a, -1,
                  arena_printf(f->arena, "temporary %d", f->scop->array_count));
    f->array_written[number] = true;
    return number;
}
