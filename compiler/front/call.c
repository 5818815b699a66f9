/*
 * Calls of functions that return nothing: their bodies stand where they are
 * called. Parameters stand for the arguments, or are variables of their own
 * where the function writes them or the argument might change meanwhile.
 */
#include "compiler/front/local.h"

static CXCursor definition_of(CXCursor c)
{
    CXCursor function = clang_getCursorReferenced(c);
    return clang_getCursorKind(function) == CXCursor_FunctionDecl
               ? clang_getCursorDefinition(function)
               : clang_getNullCursor();
}

bool call_is_statement(CXCursor c)
{
    CXCursor function = clang_getCursorKind(c) == CXCursor_CallExpr
                            ? definition_of(c)
                            : clang_getNullCursor();
    return !clang_Cursor_isNull(function) &&
           !clang_Cursor_isVariadic(function) &&
           clang_getCanonicalType(clang_getCursorResultType(function)).kind ==
               CXType_Void;
}

CXCursor call_body(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, definition_of(c));
    return list.at[list.count - 1];
}

CXCursor call_parameter(CXCursor c, int k)
{
    return clang_Cursor_getArgument(definition_of(c), (unsigned)k);
}

int call_parameter_count(CXCursor c)
{
    return clang_Cursor_getNumArguments(definition_of(c));
}

/* Does c store into nothing but variables of the function? */
static bool is_pure(struct front *f, CXCursor c, CXCursor function)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (call_is_statement(c))
        return false;
    if (list.count &&
        (front_is_assignment(c) || front_is_increment(c, &down))) {
        CXCursor at = list.at[0];
        while (clang_getCursorKind(at) == CXCursor_MemberRefExpr ||
               clang_getCursorKind(at) == CXCursor_ParenExpr) {
            struct children inner = clang_children(f->arena, at);
            if (inner.count != 1 ||
                type_is_pointer(clang_getCursorType(inner.at[0])))
                return false;
            at = inner.at[0];
        }
        if (clang_getCursorKind(at) != CXCursor_DeclRefExpr ||
            !clang_equalCursors(
                clang_getCursorSemanticParent(clang_getCursorReferenced(at)),
                function))
            return false;
    }
    for (int k = 0; k < list.count; k++)
        if (!is_pure(f, list.at[k], function))
            return false;
    return true;
}

/* Does the structure that is given for the parameter stay as it is while the
 * body is walked, so that the parameter needs no copy? */
static bool stays(struct front *f, const struct symbol *s)
{
    CXCursor function = clang_getCursorSemanticParent(s->decl);
    return !(s->inside & (REF_WRITE | REF_ADDRESS)) &&
           is_pure(f, function, function);
}

/* What the parameter is while the body is walked. */
static bool bind(struct front *f, const struct argument *a, struct nodes *out)
{
    struct symbol *s = a->parameter;
    bool changes = s->inside & (REF_WRITE | REF_ADDRESS);
    if (a->place && s->inside & REF_ADDRESS) {
        struct fault *fault =
            front_refuse(f, FAULT_POINTER, s->decl,
                         "pointer '%s' changes in the region", s->name);
        FRONT_HINT(f, fault, "keep the pointer and change a subscript");
        return false;
    }
    s->place = a->place;
    s->level = induct_level(f);
    if (whole_is_record(clang_getCursorType(s->decl)) && !stays(f, s)) {
        s->place = value_record(f, s->decl, clang_getCursorType(s->decl));
        whole_copy(f, s->place, a->place, s->decl, out);
        return true;
    }
    s->value = changes || !a->value || expr_reads(a->value) ? NULL : a->value;
    if (a->value && !s->value)
        front_variable(f, s, s->decl, a->value, out);
    return true;
}

static bool bind_all(struct front *f, CXCursor c, struct nodes *out)
{
    struct argument *list = inline_arguments(f, c, definition_of(c));
    bool good = list != NULL;
    for (int k = 0; k < call_parameter_count(c) && good; k++)
        good = bind(f, &list[k], out);
    return good;
}

void call_within(struct front *f, CXCursor c, struct returning *r,
                 void (*walk)(struct front *, CXCursor, struct nodes *),
                 struct nodes *out)
{
    int copy = f->copy;
    struct returning *before = f->returning;
    f->copy = ++f->copies;
    if (bind_all(f, c, out) && inline_enter(f, c, definition_of(c))) {
        f->returning = r;
        walk(f, c, out);
        f->returning = before;
        inline_leave(f);
    }
    for (int k = 0; k < call_parameter_count(c); k++) {
        struct symbol *s = survey_symbol(f, call_parameter(c, k));
        s->place = NULL;
        s->value = NULL;
    }
    f->copy = copy;
}

static void walk_body(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, call_body(f, c));
    if (list.count &&
        clang_getCursorKind(list.at[list.count - 1]) == CXCursor_ReturnStmt)
        list.count--;
    for (int k = 0; k < list.count; k++)
        front_stmt(f, list.at[k], out);
}

void call_walk(struct front *f, CXCursor c, struct nodes *out)
{
    call_within(f, c, NULL, walk_body, out);
}
