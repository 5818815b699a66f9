/*
 * What a compiler with OpenMP may read otherwise than hedrac, which defines no
 * _OPENMP:
 *
 *   #ifdef _OPENMP
 *   #define LOCK(l) omp_set_lock(l)
 *   #else
 *   #define LOCK(l)
 *   #endif
 *
 * Nothing is asked what a condition means: what stands behind one, whatever it
 * is, may be another text, if any of the user's files has the word.
 */
#include "compiler/unit/clang.h"

#include <string.h>

enum { DEPTH = 32 };

/* Conditions --------------------------------------------------------------- */

/* Is the place in a part of the text that depends on a condition? A header's
 * first #ifndef, which lets it in once, is none. */
static bool is_in_condition(const struct lex_source *source, size_t at,
                            bool header)
{
    int open = 0, guard = 0;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->begin >= at)
            break;
        if (d->kind == DIRECTIVE_IF && header && k == 0)
            guard = 1;
        open += d->kind == DIRECTIVE_IF;
        open -= d->kind == DIRECTIVE_ENDIF;
    }
    return open > guard;
}

struct inclusion {
    CXFile file, from;
    unsigned at;
    bool found;
};

static void find_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth,
                           CXClientData data)
{
    struct inclusion *i = data;
    if (!depth || i->found || !clang_File_isEqual(file, i->file))
        return;
    i->found = true;
    clang_getFileLocation(stack[0], &i->from, NULL, NULL, &i->at);
}

/* Or does the file that has it, where it is included? */
static bool is_conditional(struct unit *unit, CXFile file, size_t at, int depth)
{
    struct lex x = unit->source->lex;
    bool header = !clang_File_isEqual(file, unit->file);
    struct inclusion i = {.file = file};
    if (!header)
        return is_in_condition(unit->source, at, false);
    x.text = clang_getFileContents(unit->tu, file, &x.length);
    if (!x.text || depth == DEPTH ||
        is_in_condition(lex_source(unit->arena, &x), at, true))
        return true;
    clang_getInclusions(unit->tu, find_inclusion, &i);
    return i.found && i.from && is_conditional(unit, i.from, i.at, depth + 1);
}

/* Macros ------------------------------------------------------------------- */

/* One definition of a macro. */
static enum CXChildVisitResult visit_macro(CXCursor c, CXCursor parent,
                                           CXClientData data)
{
    struct unit *unit = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    struct variant_macro made = {
        clang_text(unit->arena, clang_getCursorSpelling(c)),
        clang_getCursorLocation(c)};
    ARENA_PUSH(unit->arena, unit->variant, unit->variant_count,
               unit->variant_cap, made);
    return CXChildVisit_Continue;
}

static bool is_defined_behind(struct unit *unit, CXSourceLocation place)
{
    CXFile file;
    unsigned at;
    clang_getFileLocation(place, &file, NULL, NULL, &at);
    return file && !clang_Location_isInSystemHeader(place) &&
           is_conditional(unit, file, at, 0);
}

/* Of several definitions any one counts. */
static bool find_macro(struct unit *unit, const char *name, bool conditional)
{
    bool found = false;
    if (!unit->variant_count)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu),
                            visit_macro, unit);
    for (int k = 0; k < unit->variant_count && !found; k++)
        found =
            !strcmp(unit->variant[k].name, name) &&
            (!conditional || is_defined_behind(unit, unit->variant[k].place));
    return found;
}

bool variant_is_macro(struct unit *unit, const char *name)
{
    return find_macro(unit, name, false);
}

static void read_file(struct unit *unit, const char *text, size_t length)
{
    (void)length;
    if (strstr(text, "_OPENMP"))
        unit->asks_openmp = 2;
}

bool variant_exists(struct unit *unit, size_t begin, size_t end)
{
    bool found = false;
    if (!unit->asks_openmp) {
        unit->asks_openmp = 1;
        clang_read_files(unit, read_file);
    }
    if (unit->asks_openmp == 1)
        return false;
    clang_in_macro(unit, begin);
    for (int k = 0; k < unit->expansion_count && !found; k++) {
        const struct expansion *e = &unit->expansion[k];
        found = e->begin < end && e->end > begin &&
                find_macro(
                    unit,
                    clang_text(unit->arena, clang_getCursorSpelling(e->macro)),
                    true);
    }
    return found || is_in_condition(unit->source, begin, false);
}
