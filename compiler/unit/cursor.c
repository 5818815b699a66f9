/*
 * Texts, places, bytes and children of libclang's cursors: what all that walk
 * the syntax ask, with memory from an arena, so that nothing is disposed of.
 */
#include "compiler/unit/local.h"

#include <stdlib.h>
#include <string.h>

int clang_major(struct arena *arena)
{
    const char *text = clang_text(arena, clang_getClangVersion());
    const char *word = strstr(text, "version ");
    return word ? atoi(word + strlen("version ")) : 0;
}

char *clang_text(struct arena *arena, CXString s)
{
    const char *text = clang_getCString(s);
    char *copy = arena_strdup(arena, text ? text : "");
    clang_disposeString(s);
    return copy;
}

struct loc clang_loc(const struct unit *unit, CXSourceLocation at)
{
    CXFile file;
    unsigned line, column;
    clang_getFileLocation(at, &file, &line, &column, NULL);
    struct loc loc = {unit->path, (int)line, (int)column, 1};
    if (!file)
        return (struct loc){unit->path, 0, 0, 0};
    if (!clang_File_isEqual(file, unit->file))
        loc.file = clang_text(unit->arena, clang_getFileName(file));
    return loc;
}

struct loc clang_cursor_loc(const struct unit *unit, CXCursor c)
{
    CXSourceRange range = clang_getCursorExtent(c);
    struct loc from = clang_loc(unit, clang_getRangeStart(range));
    struct loc to = clang_loc(unit, clang_getRangeEnd(range));
    if (from.line == to.line && to.column > from.column)
        from.width = to.column - from.column;
    return from;
}

bool clang_cursor_bytes(const struct unit *unit, CXCursor c, size_t *begin,
                        size_t *end)
{
    CXSourceRange range = clang_getCursorExtent(c);
    CXFile from, to;
    unsigned first, last;
    clang_getFileLocation(clang_getRangeStart(range), &from, NULL, NULL,
                          &first);
    clang_getFileLocation(clang_getRangeEnd(range), &to, NULL, NULL, &last);
    *begin = first;
    *end = last;
    return from && to && clang_File_isEqual(from, unit->file) &&
           clang_File_isEqual(to, unit->file) && first <= last &&
           last <= unit->length;
}

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent,
                                       CXClientData data)
{
    struct children *list = data;
    (void)parent;
    ARENA_PUSH(list->arena, list->at, list->count, list->cap, c);
    return CXChildVisit_Continue;
}

struct children clang_children(struct arena *arena, CXCursor c)
{
    struct children list = {.arena = arena};
    clang_visitChildren(c, collect, &list);
    return list;
}
