/*
 * What directives of OpenMP say of variables: those that a pragma names, and
 * those of which each thread has its own wherever they are used.
 */
#include "compiler/unit/clang.h"

#include <ctype.h>
#include <string.h>

static const struct directive *directive_at(const struct unit *unit, size_t at)
{
    const struct lex_source *source = unit->source;
    for (int k = 0; k < source->directive_count; k++)
        if (source->directive[k].begin == at)
            return &source->directive[k];
    return NULL;
}

bool team_pragma_names(const struct unit *unit, size_t begin, const char *name)
{
    const struct directive *d = directive_at(unit, begin);
    return d && lex_has_word(&unit->source->lex, d->rest, d->end, name);
}

bool team_exists_at(const struct unit *unit, const struct mark *mark)
{
    const struct directive *d = directive_at(unit, mark->begin);
    return d && d->shares;
}

bool team_has_directive(const struct unit *unit, size_t begin, size_t end)
{
    const struct lex_source *source = unit->source;
    bool found = false;
    for (int k = 0; k < source->directive_count && !found; k++)
        found = source->directive[k].begin > begin &&
                source->directive[k].begin < end;
    return found;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is the name a word of one of the lines? */
static bool names(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++)
        if (at > text && !is_letter(at[-1]) && !is_letter(at[length]))
            return true;
    return false;
}

/* Adds the lines of a file that have the word, from there on. */
static void read_file(CXFile file, CXSourceLocation *stack, unsigned depth,
                      CXClientData data)
{
    static const char word[] = "threadprivate";
    struct unit *unit = data;
    size_t length;
    (void)stack;
    (void)depth;
    const char *text = clang_getFileContents(unit->tu, file, &length);
    if (!text || clang_Location_isInSystemHeader(
                     clang_getLocationForOffset(unit->tu, file, 0)))
        return;
    text = arena_strndup(unit->arena, text, length);
    for (const char *at = text; (at = strstr(at, word)); at++)
        unit->threadprivate =
            arena_printf(unit->arena, "%s%.*s\n", unit->threadprivate,
                         (int)strcspn(at, "\n"), at);
}

bool team_has_own(struct unit *unit, const char *name)
{
    if (!unit->threadprivate) {
        unit->threadprivate = "";
        clang_getInclusions(unit->tu, read_file, unit);
    }
    return names(unit->threadprivate, name);
}
