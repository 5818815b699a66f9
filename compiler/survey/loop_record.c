/*
 * Pointers to structures of which a loop's text reads fields alone: p->nx,
 * p->data[i].
 *
 * The loop's function may have a copy of these fields. In the author's function
 * compilers often see that nothing writes them, since it is a part of the one
 * that fills the structure; where its address has left that function, they read
 * the fields again behind each store.
 */
#include "compiler/survey/survey.h"

#include <string.h>

struct record_search {
    struct survey *survey;
    const struct loop_text *text;
    const char *name; /* of the pointer */
    const char **field;
    int count, cap;
    bool other; /* the text does something else with it */
};

/* The pointer, not a variable of the same name that the loop declares. */
static bool names(struct record_search *s, CXCursor c)
{
    size_t begin, end;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
        strcmp(s->name,
               clang_text(s->survey->arena, clang_getCursorSpelling(c))) != 0)
        return false;
    return !clang_cursor_bytes(s->survey->unit, clang_getCursorReferenced(c),
                               &begin, &end) ||
           begin < s->text->begin || begin >= s->text->end;
}

/* Can an assignment copy the field, and does the region leave it alone? */
static bool is_kept(struct survey *survey, CXCursor field)
{
    CXType type = clang_getCursorType(field);
    CXType canonical = clang_getCanonicalType(type);
    enum scop_type scalar;
    return clang_getCursorKind(field) == CXCursor_FieldDecl &&
           !clang_isVolatileQualifiedType(canonical) &&
           !clang_isConstQualifiedType(canonical) &&
           (canonical.kind == CXType_Pointer || canonical.kind == CXType_Enum ||
            type_arithmetic(canonical, &scalar)) &&
           !survey_field_written(survey, field);
}

static void note_field(struct record_search *s, CXCursor member)
{
    CXCursor field = clang_getCursorReferenced(member);
    const char *name =
        clang_text(s->survey->arena, clang_getCursorSpelling(field));
    s->other |= !is_kept(s->survey, field) || !*name;
    for (int k = 0; k < s->count; k++)
        if (!strcmp(s->field[k], name))
            return;
    ARENA_PUSH(s->survey->arena, s->field, s->count, s->cap, name);
}

static void search(struct record_search *s, CXCursor c)
{
    struct children list = clang_children(s->survey->arena, c);
    bool address =
        clang_getCursorKind(c) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf;
    if (clang_getCursorKind(c) == CXCursor_MemberRefExpr && list.count &&
        names(s, syntax_strip(s->survey->arena, list.at[0]))) {
        note_field(s, c);
        return;
    }
    s->other |= names(s, c);
    if (address && list.count) {
        CXCursor of = syntax_strip(s->survey->arena, list.at[0]);
        s->other |= clang_getCursorKind(of) == CXCursor_MemberRefExpr;
    }
    for (int k = 0; k < list.count && !s->other; k++)
        search(s, list.at[k]);
}

const char *loop_record_spelled(struct survey *survey, CXType type)
{
    CXType own = clang_getUnqualifiedType(type);
    CXType canonical = clang_getCanonicalType(own);
    bool structure = clang_getCursorKind(clang_getTypeDeclaration(canonical)) ==
                     CXCursor_StructDecl;
    return structure && !clang_isConstQualifiedType(canonical)
               ? clang_text(survey->arena, clang_getTypeSpelling(own))
               : NULL;
}

void loop_record_find(struct survey *survey, CXCursor body,
                      struct loop_text *text)
{
    for (int k = 0; k < text->capture_count; k++) {
        struct loop_capture *v = &text->capture[k];
        struct record_search s = {
            .survey = survey, .text = text, .name = v->name};
        if (!v->pointer || v->written || v->global || !v->record)
            continue;
        search(&s, body);
        if (s.other || !s.count)
            continue;
        v->field = s.field;
        v->field_count = s.count;
    }
}
