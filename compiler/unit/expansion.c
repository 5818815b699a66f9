/*
 * Where macros stand in the file, and what they may hide from those that take
 * its text apart or copy it: a statement that goes on behind the one they seem
 * to be, a pragma that wants what follows it, a number that counts its copies.
 */
#include "compiler/unit/clang.h"

#include <string.h>

enum { DEPTH_MAX = 16 };

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent,
                                     CXClientData data)
{
    struct unit *unit = data;
    struct expansion made = {.macro = c};
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_MacroExpansion &&
        clang_cursor_bytes(unit, c, &made.begin, &made.end))
        ARENA_PUSH(unit->arena, unit->expansion, unit->expansion_count,
                   unit->expansion_cap, made);
    return CXChildVisit_Continue;
}

static void read_expansions(struct unit *unit)
{
    if (!unit->has_expansions)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit,
                            unit);
    unit->has_expansions = true;
}

bool clang_in_macro(struct unit *unit, size_t at)
{
    read_expansions(unit);
    for (int k = 0; k < unit->expansion_count; k++)
        if (unit->expansion[k].begin <= at && at < unit->expansion[k].end)
            return true;
    return false;
}

bool clang_leave_macros(struct unit *unit, size_t begin, size_t *end)
{
    bool whole = true;
    read_expansions(unit);
    for (int k = 0; k < unit->expansion_count; k++) {
        const struct expansion *e = &unit->expansion[k];
        if (e->begin >= *end || e->end <= *end)
            continue;
        whole &= e->begin >= begin;
        *end = e->end;
        k = -1;
    }
    return whole;
}

/* What macros hold -------------------------------------------------------- */

struct definition {
    struct unit *unit;
    const char *name, *word;
    int depth;
    bool found;
};

static bool makes(struct unit *unit, const char *name, const char *word,
                  int depth);

/* Does the definition's text, or that of a macro in it, hold the word? */
static bool text_makes(struct definition *d, CXCursor c)
{
    struct unit *unit = d->unit;
    CXToken *token;
    unsigned count;
    bool found = false;
    clang_tokenize(unit->tu, clang_getCursorExtent(c), &token, &count);
    for (unsigned k = 0; k < count && !found; k++) {
        const char *text =
            clang_text(unit->arena, clang_getTokenSpelling(unit->tu, token[k]));
        bool other = clang_getTokenKind(token[k]) == CXToken_Identifier &&
                     strcmp(text, d->name) != 0;
        found = !strcmp(text, d->word) ||
                (other && makes(unit, text, d->word, d->depth + 1));
    }
    clang_disposeTokens(unit->tu, token, count);
    return found;
}

static enum CXChildVisitResult visit_definition(CXCursor c, CXCursor parent,
                                                CXClientData data)
{
    struct definition *d = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_MacroDefinition ||
        strcmp(d->name,
               clang_text(d->unit->arena, clang_getCursorSpelling(c))) != 0)
        return CXChildVisit_Continue;
    d->found = text_makes(d, c);
    return d->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Of several definitions any one counts. */
static bool makes(struct unit *unit, const char *name, const char *word,
                  int depth)
{
    struct definition d = {unit, name, word, depth,
                           depth > DEPTH_MAX || !strcmp(name, word)};
    if (!d.found)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu),
                            visit_definition, &d);
    return d.found;
}

static bool expansion_makes(struct unit *unit, const struct expansion *e,
                            const char *word)
{
    return lex_has_word(&unit->source->lex, e->begin, e->end, word) ||
           makes(unit,
                 clang_text(unit->arena, clang_getCursorSpelling(e->macro)),
                 word, 0);
}

bool clang_counts(struct unit *unit, size_t begin, size_t end)
{
    if (!unit->counter)
        return false;
    read_expansions(unit);
    for (int k = 0; k < unit->expansion_count; k++)
        if (unit->expansion[k].begin < end && unit->expansion[k].end > begin &&
            expansion_makes(unit, &unit->expansion[k], "__COUNTER__"))
            return true;
    return false;
}

/* Pragmas of macros -------------------------------------------------------- */

/* The last token before `at`, from `from` on, and where the last operator
 * _Pragma ends. */
static bool last_token(const struct lex *x, size_t from, size_t at,
                       size_t *last, bool *is_operator)
{
    size_t end, open = 0, close = 0;
    int depth = 0;
    bool found = false;
    for (size_t k = lex_next(x, from, &end); k < at;
         k = lex_next(x, end, &end)) {
        struct lex_token token = {LEX_WORD, k, end};
        if (lex_is(x, token, "_Pragma"))
            open = end, depth = 0;
        depth += x->text[k] == '(';
        depth -= x->text[k] == ')';
        if (open && x->text[k] == ')' && depth == 0)
            close = end, open = 0;
        *last = k;
        *is_operator = end == close;
        found = true;
    }
    return found;
}

bool clang_follows_operator(struct unit *unit, size_t from, size_t at)
{
    const struct lex *x = &unit->source->lex;
    size_t last;
    bool is_operator;
    if (!unit->pragma_operators ||
        !last_token(x, from, at, &last, &is_operator))
        return false;
    read_expansions(unit);
    for (int k = 0; k < unit->expansion_count && !is_operator; k++) {
        const struct expansion *e = &unit->expansion[k];
        is_operator = e->begin <= last && last < e->end &&
                      expansion_makes(unit, e, "_Pragma");
    }
    return is_operator;
}

/* Statements of macros ----------------------------------------------------- */

static bool is_one_of(CXCursor c, const CXCursor *own, int count)
{
    for (int k = 0; k < count; k++)
        if (clang_equalCursors(c, own[k]))
            return true;
    return false;
}

static bool holds_others(struct unit *unit, CXCursor around,
                         const CXCursor *own, int count, size_t begin,
                         size_t end)
{
    struct children list = clang_children(unit->arena, around);
    for (int k = 0; k < list.count; k++) {
        size_t from, to;
        if (is_one_of(list.at[k], own, count) ||
            !clang_cursor_bytes(unit, list.at[k], &from, &to) || from >= end ||
            to <= begin)
            continue;
        struct children inner = clang_children(unit->arena, list.at[k]);
        if (from > begin || to < end || !inner.count ||
            holds_others(unit, list.at[k], own, count, begin, end))
            return true;
    }
    return false;
}

bool clang_holds_others(struct unit *unit, CXCursor around, const CXCursor *own,
                        int count)
{
    size_t begin = unit->length, end = 0, from, to;
    for (int k = 0; k < count; k++)
        if (clang_cursor_bytes(unit, own[k], &from, &to)) {
            begin = from < begin ? from : begin;
            end = to > end ? to : end;
        }
    return begin < end && holds_others(unit, around, own, count, begin, end);
}
