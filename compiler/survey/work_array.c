/*
 * Arrays of the function around a loop that the loop alone uses, as space to
 * work in: of a size that compilers know, and without values from before. A
 * thread that runs iterations may have one of its own if no iteration reads
 * what another one has left there; polyhedral/ knows whether that is so.
 */
#include "compiler/survey/survey.h"

/* What any thread's stack has room for: that of all such arrays of a loop. */
enum { MOST_BYTES = 1 << 18 };

struct use_search {
    struct survey *survey;
    const struct loop_text *text;
    CXCursor decl;
    bool elsewhere;
};

static enum CXChildVisitResult visit_use(CXCursor c, CXCursor parent,
                                         CXClientData data)
{
    struct use_search *s = data;
    size_t begin, end;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCursorReferenced(c), s->decl) &&
        (!clang_cursor_bytes(s->survey->unit, c, &begin, &end) ||
         begin < s->text->begin || end > s->text->end))
        s->elsewhere = true;
    return s->elsewhere ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* An attribute, such as one that aligns it, is not part of the type. */
static enum CXChildVisitResult visit_part(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    (void)parent;
    (void)data;
    return clang_isAttribute(clang_getCursorKind(c)) ? CXChildVisit_Break
                                                     : CXChildVisit_Continue;
}

const char *work_array_type(struct survey *survey, struct loop_text *text,
                            CXCursor decl)
{
    CXType type = clang_getCursorType(decl);
    CXType canonical = clang_getCanonicalType(type);
    CXType element = canonical;
    struct use_search s = {survey, text, decl, false};
    while (element.kind == CXType_ConstantArray)
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    long long bytes = clang_Type_getSizeOf(canonical);
    if (canonical.kind != CXType_ConstantArray || type_is_pointer(element) ||
        clang_isConstQualifiedType(element) || bytes <= 0 ||
        bytes > MOST_BYTES - text->work_bytes ||
        clang_visitChildren(decl, visit_part, NULL) ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(decl)))
        return NULL;
    clang_visitChildren(survey->mark->function, visit_use, &s);
    if (s.elsewhere)
        return NULL;
    text->work_bytes += (int)bytes;
    return clang_text(survey->arena, clang_getTypeSpelling(type));
}
