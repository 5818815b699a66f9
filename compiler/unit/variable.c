/*
 * Finds the declaration that a variable's name means at a pragma: the clauses
 * name variables, and clang has not read these. Inner scopes hide outer ones.
 */
#include "compiler/unit/local.h"

#include <string.h>

static bool is_named(struct unit *unit, CXCursor c, const char *name)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
           strcmp(clang_text(unit->arena, clang_getCursorSpelling(c)), name) ==
               0;
}

/* The last of the declarations by that name that stand in `c`, directly or in
 * its declaration statements, before the pragma. (Of a file libclang lists the
 * macros first, those behind the pragma among them.) */
static void find_in(struct unit *unit, const struct mark *mark, CXCursor c,
                    const char *name, CXCursor *found)
{
    struct children list = clang_children(unit->arena, c);
    for (int k = 0; k < list.count; k++) {
        size_t begin, end;
        if (clang_isPreprocessing(clang_getCursorKind(list.at[k])))
            continue;
        bool here = clang_cursor_bytes(unit, list.at[k], &begin, &end);
        if (here && begin >= mark->begin)
            continue;
        if (clang_getCursorKind(list.at[k]) == CXCursor_DeclStmt)
            find_in(unit, mark, list.at[k], name, found);
        else if (is_named(unit, list.at[k], name))
            *found = list.at[k];
    }
}

CXCursor mark_find_variable(struct unit *unit, const struct mark *mark,
                            const char *name)
{
    CXCursor found = clang_getNullCursor();
    for (int k = mark->ancestor_count - 1; k >= 0; k--) {
        find_in(unit, mark, mark->ancestor[k], name, &found);
        if (!clang_Cursor_isNull(found))
            return found;
    }
    find_in(unit, mark, mark->function, name, &found);
    if (clang_Cursor_isNull(found))
        find_in(unit, mark, clang_getTranslationUnitCursor(unit->tu), name,
                &found);
    return found;
}
