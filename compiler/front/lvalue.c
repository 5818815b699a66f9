/*
 * Lvalues and pointers as places: an object of the caller and a list of
 * subscripts and fields, from which the arrays of the scop are made.
 */
#include "compiler/front/lvalue.h"
#include "compiler/front/expr.h"

#include <ctype.h>
#include <string.h>

static struct lvalue *refuse_pointer(struct front *f, CXCursor c,
                                     const char *what, const char *hint)
{
    front_refuse_with(f, FAULT_POINTER, c, what, hint);
    return NULL;
}

static struct lvalue *copy_lvalue(struct front *f, const struct lvalue *p)
{
    struct lvalue *copy = arena_alloc(f->arena, sizeof *copy);
    *copy = *p;
    return copy;
}

/* Types -------------------------------------------------------------------- */

/* A parameter of array type is a pointer that shows the array's type. */
static bool is_adjusted(const struct symbol *s)
{
    return s->parameter && type_is_array(clang_getCursorType(s->decl));
}

static bool is_restrict(struct front *f, const struct symbol *s)
{
    CXType type = clang_getCursorType(s->decl);
    if (clang_isRestrictQualifiedType(type) ||
        clang_isRestrictQualifiedType(clang_getCanonicalType(type)))
        return true;
    const char *text = clang_text(f->arena, clang_getTypeSpelling(type));
    return type_is_array(type) && strstr(text, "[restrict");
}

/* Extents ------------------------------------------------------------------ */

struct use {
    struct front *f;
    bool changes;
};

/* Does another variable of the function go by this name? */
static bool has_namesake(const struct front *f, const struct symbol *s)
{
    for (int k = 0; k < f->survey.symbol_count; k++)
        if (f->survey.symbol[k] != s && !f->survey.symbol[k]->inlined &&
            strcmp(f->survey.symbol[k]->name, s->name) == 0)
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
    if (clang_getCursorKind(c) == CXCursor_MemberRefExpr) {
        use->changes = true;
        return CXChildVisit_Break;
    }
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    if (kind == CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    use->changes = true;
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return CXChildVisit_Break;
    const struct symbol *s = survey_symbol(&use->f->survey, decl);
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
    for (; type_is_array(type); count++)
        type = type_target(type);
    return count;
}

/* Extent `level` of a variable length array from the object itself: exact,
 * whatever has become of the variables in its declaration. */
static struct scop_expr *extent_by_sizeof(struct front *f,
                                          const struct lvalue *p, int level,
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

static void refuse_size(struct front *f, const struct lvalue *p, CXCursor c)
{
    struct fault *fault = front_refuse(
        f, FAULT_TYPE, c,
        "the size of local array '%s' is not the same throughout the region",
        p->root->name);
    FRONT_HINT(f, fault, "declare it with the largest size");
}

static struct scop_expr *variable_extent(struct front *f,
                                         const struct lvalue *p, CXCursor c)
{
    CXCursor decl = p->root->decl;
    struct children sizes = size_exprs(f, decl);
    int level = p->level;
    struct loc loc = front_loc(f, c);
    if (level < 0 || p->root->inlined) {
        front_refuse_with(f, FAULT_POINTER, c,
                          "the extent of this array is not known here",
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
static struct scop_expr *array_extent(struct front *f, const struct lvalue *p,
                                      CXCursor c, bool *open)
{
    CXType type = clang_getCanonicalType(p->type);
    *open = type.kind == CXType_IncompleteArray ||
            (p->level == 0 && p->count == 0 && is_adjusted(p->root));
    if (*open)
        return NULL;
    if (type.kind == CXType_ConstantArray)
        return expr_extent(f, clang_getArraySize(type), front_loc(f, c));
    return variable_extent(f, p, c);
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
        return expr_extent(f, clang_getArraySize(type), front_loc(f, s->decl));
    struct children sizes = size_exprs(f, s->decl);
    bool plain = true;
    if (type.kind != CXType_VariableArray || s->inlined ||
        sizes.count != layer_count(type) || may_have_changed(f, sizes.at[0]))
        return NULL;
    if (visit_plain(sizes.at[0], sizes.at[0], &plain) == CXChildVisit_Recurse)
        clang_visitChildren(sizes.at[0], visit_plain, &plain);
    return plain ? front_expr(f, sizes.at[0]) : NULL;
}

void lvalue_parameter_extents(struct front *f)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        const struct symbol *s =
            f->arrays.root[k] < 0 ? NULL : f->survey.symbol[f->arrays.root[k]];
        if (!s || !is_adjusted(s) || a->scope != SCOP_OUTSIDE || a->rank == 0 ||
            a->extent[0] || strcmp(a->base, s->name) != 0)
            continue;
        struct scop_expr *e = parameter_extent(f, s);
        if (e && expr_is_invariant(e))
            a->extent[0] = e;
    }
}

/* Steps -------------------------------------------------------------------- */

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

struct lvalue *lvalue_moved(struct front *f, const struct lvalue *p,
                            struct scop_expr *by)
{
    struct lvalue *q = copy_lvalue(f, p);
    q->pending = add_index(f, p->pending, by, false);
    return q;
}

/* What a pointer points to. */
static struct lvalue *dereference(struct front *f, struct lvalue *p, CXCursor c)
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
    /* An array's qualifiers are its elements', and not in their types. */
    CXType array = clang_getCanonicalType(p->type);
    if (type_is_array(array) && clang_isVolatileQualifiedType(array)) {
        front_refuse_with(f, FAULT_TYPE, c,
                          "an element of a volatile array cannot be taken in a "
                          "region",
                          "copy it to a plain variable before the region");
        return NULL;
    }
    p = copy_lvalue(f, p);
    if (p->count == 0) {
        p->base = p->text;
        p->path = "";
    }
    CXType element = type_target(p->type);
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

static struct lvalue *decay(struct front *f, struct lvalue *p, CXCursor c)
{
    bool open;
    if (!p)
        return NULL;
    p = copy_lvalue(f, p);
    p->pending_extent = array_extent(f, p, c, &open);
    if (!p->pending_extent && !open)
        return NULL;
    p->pending = expr_int(f, 0, SCOP_I32, front_loc(f, c));
    if (p->level >= 0)
        p->level++;
    return p;
}

struct lvalue *lvalue_element(struct front *f, struct lvalue *p,
                              struct scop_expr *index, CXCursor c)
{
    p = decay(f, p, c);
    if (p)
        p->pending = index;
    return dereference(f, p, c);
}

/* The variable itself. */
static struct lvalue *variable(struct front *f, struct symbol *s)
{
    struct lvalue *p = arena_alloc(f->arena, sizeof *p);
    *p = (struct lvalue){
        .root = s,
        .text = s->name,
        .indirect = is_adjusted(s),
        .restricted = is_adjusted(s) && is_restrict(f, s),
        .type = clang_getCursorType(s->decl),
        .field = clang_getNullCursor(),
    };
    return p;
}

static bool is_variable(const struct lvalue *p)
{
    return p->count == 0 && p->text == p->root->name;
}

/* What the pointer at p points to. */
static struct lvalue *pointed_to(struct front *f, const struct lvalue *p,
                                 CXCursor c)
{
    struct lvalue *q = arena_alloc(f->arena, sizeof *q);
    *q = (struct lvalue){
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
static struct lvalue *load_pointer(struct front *f, struct lvalue *p,
                                   CXCursor c)
{
    if (!p)
        return NULL;
    if (!p->text && lvalue_is_row(f, p))
        return lvalue_row(f, p, front_loc(f, c));
    if (!p->text)
        return refuse_pointer(
            f, c, "this pointer is read from an array in the region",
            "use an array of two dimensions, or offsets into one array");
    if (p->root->refused)
        return NULL;
    if (is_variable(p) &&
        (p->root->declared_inside || p->root->inside & REF_WRITE))
        carried_ask(f, p->root);
    if (p->root->declared_inside)
        return refuse_pointer(f, c, "a pointer that the region changes",
                              "initialise it where it is declared");
    if (is_variable(p) ? p->root->inside & REF_WRITE
                       : survey_field_written(&f->survey, p->field))
        return refuse_pointer(
            f, c, "this pointer changes in the region",
            "keep the pointer and change a subscript, or exchange pointers at "
            "the end of the region's outermost loop, outside of which they "
            "are not used");
    return pointed_to(f, p, c);
}

struct lvalue *lvalue_held(struct front *f, struct symbol *s, CXCursor c)
{
    struct lvalue *p = variable(f, s);
    return type_is_array(p->type) ? decay(f, p, c) : pointed_to(f, p, c);
}

/* Are all members of a union numbers of 4 bytes, or of 8? */
static bool is_of_numbers(struct front *f, CXCursor record)
{
    struct children list = type_members(f->arena, clang_getCursorType(record));
    long long size = clang_Type_getSizeOf(clang_getCursorType(record));
    bool good = list.count > 0 && (size == 4 || size == 8);
    for (int k = 0; k < list.count && good; k++) {
        CXType type = clang_getCanonicalType(clang_getCursorType(list.at[k]));
        good = clang_Type_getSizeOf(type) == size &&
               !clang_Cursor_isBitField(list.at[k]) &&
               !clang_isVolatileQualifiedType(type) &&
               (type_is_integer(type) || type.kind == CXType_Float ||
                type.kind == CXType_Double);
    }
    return good;
}

/* A number of a union: all members are the same array or scalar. */
static struct lvalue *union_member(struct front *f, const struct lvalue *p,
                                   CXType type)
{
    struct lvalue *q = copy_lvalue(f, p);
    q->type = type;
    q->field = clang_getNullCursor();
    q->level = -1;
    q->bits = true;
    if (q->count > 0)
        q->field_pending = true;
    return q;
}

struct lvalue *lvalue_member(struct front *f, struct lvalue *p, CXCursor field,
                             CXType type, CXCursor c)
{
    CXCursor record = clang_getCursorSemanticParent(field);
    if (!p)
        return NULL;
    if (clang_getCursorKind(record) == CXCursor_UnionDecl &&
        (p->count > 0 || p->root->declared_inside) && is_of_numbers(f, record))
        return union_member(f, p, type);
    if (clang_getCursorKind(field) != CXCursor_FieldDecl ||
        clang_getCursorKind(record) == CXCursor_UnionDecl ||
        clang_Cursor_isBitField(field)) {
        struct fault *fault = front_refuse(
            f, FAULT_TYPE, c, "%s cannot be taken in a region",
            clang_Cursor_isBitField(field) ? "a bit-field"
                                           : "a member of a union");
        FRONT_HINT(f, fault,
                   "use a plain member of a struct, or a union of numbers of "
                   "4 bytes, or of 8");
        return NULL;
    }
    if (clang_Type_getAlignOf(clang_getCursorType(record)) <
        clang_Type_getAlignOf(type)) {
        front_refuse_with(f, FAULT_TYPE, c,
                          "a member of a packed structure may lie at any "
                          "address, which devices cannot read",
                          "use a structure that is not packed");
        return NULL;
    }
    const char *name = clang_text(f->arena, clang_getCursorSpelling(field));
    /* Also of a structure without a name in the structure. */
    long long offset =
        clang_Type_getOffsetOf(clang_getCanonicalType(p->type), name) / 8;
    p = copy_lvalue(f, p);
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

static struct lvalue *named(struct front *f, CXCursor c)
{
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return refuse_pointer(f, c, "this is no variable",
                              "name arrays and variables only");
    struct symbol *s = survey_symbol(&f->survey, decl);
    return s->lvalue && !s->lvalue->pending ? s->lvalue : variable(f, s);
}

struct lvalue *lvalue_of(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return named(f, c);
    case CXCursor_ParenExpr:
        return list.count == 1 ? lvalue_of(f, list.at[0]) : NULL;
    case CXCursor_UnaryOperator:
        if (list.count == 1 &&
            clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref)
            return dereference(f, lvalue_pointer(f, list.at[0]), c);
        break;
    case CXCursor_ArraySubscriptExpr:
        if (list.count == 2) {
            bool swapped = !type_is_pointer(clang_getCursorType(list.at[0]));
            struct lvalue *p = lvalue_pointer(f, list.at[swapped]);
            if (!p)
                return NULL;
            struct lvalue *q = copy_lvalue(f, p);
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
            struct lvalue *p =
                type_is_pointer(type)
                    ? dereference(f, lvalue_pointer(f, list.at[0]), c)
                    : lvalue_of(f, list.at[0]);
            return lvalue_member(f, p, clang_getCursorReferenced(c),
                                 clang_getCursorType(c), c);
        }
        break;
    case CXCursor_CallExpr:
        if (value_lvalue(f, c))
            return value_lvalue(f, c);
        break;
    case CXCursor_UnexposedExpr: /* the value of a structure */
        if (list.count == 1 && type_is_record(clang_getCursorType(c)))
            return lvalue_of(f, list.at[0]);
        break;
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_StmtExpr:
        front_expr(f, c); /* says why it is refused */
        return NULL;
    case CXCursor_StringLiteral:
        return refuse_pointer(f, c, "a text as an array",
                              "give it a name before the region: static const "
                              "char digits[] = \"...\"");
    default:
        break;
    }
    return refuse_pointer(f, c,
                          "this is nothing that a region can read or "
                          "write",
                          "name variables, elements and fields");
}

static struct lvalue *offset_pointer(struct front *f, CXCursor c,
                                     const struct children *list)
{
    bool minus = clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Sub;
    bool swapped = !type_is_pointer(clang_getCursorType(list->at[0]));
    struct lvalue *p = lvalue_pointer(f, list->at[swapped]);
    struct scop_expr *index = front_index(f, list->at[!swapped], false);
    if (!p || !index)
        return NULL;
    if (!p->pending)
        return refuse_pointer(f, c, "arithmetic on the address of a scalar",
                              "use an array");
    p = copy_lvalue(f, p);
    p->pending = add_index(f, p->pending, index, minus);
    return p;
}

/* The last subscript is open again. */
static struct lvalue *reopened(struct front *f, const struct lvalue *element)
{
    struct lvalue *p = copy_lvalue(f, element);
    struct dim last = p->dim[--p->count];
    p->pending = last.index;
    p->pending_extent = last.extent;
    p->type = last.type;
    p->field_pending = last.after_field;
    if (p->count == 0)
        p->text = p->base;
    return p;
}

struct lvalue *lvalue_target(struct front *f, struct lvalue *p, CXCursor c)
{
    return dereference(f, p, c);
}

struct lvalue *lvalue_outer(struct front *f, const struct lvalue *p)
{
    struct lvalue *outer = reopened(f, p);
    outer->level -= p->level > 0;
    return outer;
}

struct lvalue *lvalue_decayed(struct front *f, struct lvalue *p, CXCursor c)
{
    return decay(f, p, c);
}

CXType lvalue_target_type(const struct lvalue *p)
{
    return p->pending ? type_target(p->type) : p->type;
}

/* &lvalue */
static struct lvalue *address(struct front *f, CXCursor lvalue)
{
    struct lvalue *p = lvalue_of(f, lvalue);
    if (!p || p->count == 0 || p->field_pending)
        return p;
    return reopened(f, p);
}

/* A conversion of a pointer, implicit or not: an array that decays, a variable
 * that is read, or a change of qualifiers. */
static struct lvalue *convert_pointer(struct front *f, CXCursor c,
                                      CXCursor from)
{
    CXType type = clang_getCursorType(from);
    bool to_pointer =
        clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    if (kind == CXType_FunctionProto || kind == CXType_FunctionNoProto)
        return refuse_pointer(f, c, "a function as a value",
                              "call it by its name");
    if (!type_is_pointer(type))
        return refuse_pointer(f, c, "a pointer made from a number",
                              "use the address of an array");
    if (type_is_array(type) && to_pointer) {
        if (clang_getCursorKind(from) == CXCursor_UnexposedExpr ||
            clang_getCursorKind(from) == CXCursor_DeclRefExpr)
            return lvalue_pointer(f, from);
        return decay(f, lvalue_of(f, from), c);
    }
    if (!type_same_target(clang_getCursorType(c), type))
        return refuse_pointer(f, c, "a pointer converted to another type",
                              "declare the array with the type and shape that "
                              "the region uses");
    return lvalue_pointer(f, from);
}

void carried_refuse(struct front *f, const struct symbol *s, CXCursor c)
{
    f->carried->astray = true;
    struct fault *fault = front_refuse(
        f, FAULT_POINTER, c,
        "what decides where pointer '%s' leads is data, or another iteration",
        s->name);
    FRONT_HINT(f, fault,
               "let it go through one array, or use one pointer for each");
}

struct lvalue *carried_held(struct front *f, const struct symbol *s, CXCursor c)
{
    if (s->lvalue)
        return s->lvalue;
    if (s->base && s->at)
        return lvalue_moved(f, s->base, s->at);
    if (!s->refused)
        carried_refuse(f, s, c);
    return NULL;
}

/* A pointer that moves where no statement can go before or after it. */
static struct lvalue *refuse_change(struct front *f, CXCursor c, CXCursor moved)
{
    const struct symbol *s = survey_named(&f->survey, moved);
    if (s)
        carried_ask(f, s);
    return refuse_pointer(f, c, "a pointer that changes",
                          s && s->carried
                              ? "move it in a statement of its own"
                              : "keep the pointer and change a subscript: "
                                "p[k++] for *p++");
}

struct lvalue *lvalue_pointer(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    switch (kind) {
    case CXCursor_ParenExpr:
        return list.count == 1 ? lvalue_pointer(f, list.at[0]) : NULL;
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
            return lvalue_pointer(f, list.at[0]);
        if (list.count == 1 &&
            clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Deref)
            return refuse_change(f, c, list.at[0]);
        /* fall through */
    case CXCursor_DeclRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr: {
        if (kind == CXCursor_DeclRefExpr) {
            CXCursor decl = clang_getCursorReferenced(c);
            enum CXCursorKind what = clang_getCursorKind(decl);
            struct symbol *s =
                what == CXCursor_VarDecl || what == CXCursor_ParmDecl
                    ? survey_symbol(&f->survey, decl)
                    : NULL;
            bool pointer =
                s && clang_getCanonicalType(clang_getCursorType(c)).kind ==
                         CXType_Pointer;
            if (s && s->carried && pointer)
                return carried_held(f, s, c);
            if (s && s->lvalue && (pointer || s->lvalue->pending))
                return s->lvalue;
        }
        struct lvalue *p = lvalue_of(f, c);
        return p && type_is_array(p->type) ? decay(f, p, c)
                                           : load_pointer(f, p, c);
    }
    default:
        break;
    }
    return refuse_pointer(f, c, "this pointer is not taken in a region",
                          "subscript an array or a pointer variable");
}
