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

/* Behind the parenthesis that closes what opens at `at`. */
static size_t behind_list(const struct lex *x, size_t at, size_t end)
{
    struct lex_token token = lex_token_before(x, at, end);
    int depth = 0;
    while (token.kind != LEX_BREAK) {
        depth += lex_is(x, token, "(");
        depth -= lex_is(x, token, ")");
        if (depth <= 0)
            return token.end;
        token = lex_token_before(x, token.end, end);
    }
    return end;
}

bool team_pragma_names(const struct unit *unit, size_t begin, const char *name)
{
    const struct directive *d = directive_at(unit, begin);
    const struct lex *x = &unit->source->lex;
    bool found = false;
    struct lex_token token = {LEX_BREAK, 0, 0};
    if (d)
        token = lex_token_before(x, d->rest, d->end);
    while (token.kind != LEX_BREAK && !found) {
        size_t next = token.end;
        found = lex_is(x, token, name);
        if (lex_is(x, token, "shared"))
            next = behind_list(x, next, d->end);
        token = lex_token_before(x, next, d->end);
    }
    return found;
}

/* Does schedule( ... ) leave it open which iterations one thread does, one
 * after the other? */
static bool leaves_open(const struct lex *x, size_t at, size_t end)
{
    bool is_static = lex_has_word(x, at, end, "static");
    struct lex_token token = lex_token_before(x, at, end);
    while (token.kind != LEX_BREAK && !lex_is(x, token, ","))
        token = lex_token_before(x, token.end, end);
    if (token.kind == LEX_BREAK)
        return true;
    token = lex_token_before(x, token.end, end);
    return !is_static && lex_is(x, token, "1") &&
           lex_is(x, lex_token_before(x, token.end, end), ")");
}

static bool is_one_of(const struct lex *x, struct lex_token token,
                      const char *const *word, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (lex_is(x, token, word[k]))
            return true;
    return false;
}

static bool is_macro(struct unit *unit, struct lex_token token)
{
    char *name = arena_alloc(unit->arena, token.end - token.begin + 1);
    lex_spell(&unit->source->lex, token.begin, token.end, name);
    return variant_is_macro(unit, name);
}

static bool is_unconditional(struct unit *unit, const struct directive *d)
{
    static const char *const few[] = {
        "if",      "num_threads", "num_teams", "thread_limit", "dist_schedule",
        "runtime", "safelen",     "bind"};
    static const char *const open[] = {"none", "shared"};
    const struct lex *x = &unit->source->lex;
    struct lex_token token = lex_token_before(x, d->rest, d->end);
    for (; token.kind != LEX_BREAK;
         token = lex_token_before(x, token.end, d->end)) {
        if (token.kind != LEX_WORD)
            continue;
        size_t end = behind_list(x, token.end, d->end);
        struct lex_token second = lex_token_before(
            x, lex_token_before(x, token.end, d->end).end, d->end);
        if (is_one_of(x, token, few, sizeof few / sizeof *few) ||
            (lex_is(x, token, "default") && !is_one_of(x, second, open, 2)) ||
            (lex_is(x, token, "schedule") && !leaves_open(x, token.end, end)) ||
            is_macro(unit, token))
            return false;
    }
    return true;
}

bool team_is_unconditional(struct unit *unit, const struct mark *mark)
{
    const struct directive *own = directive_at(unit, mark->begin);
    const struct directive *around =
        mark->team ? directive_at(unit, mark->team - 1) : NULL;
    return own && is_unconditional(unit, own) &&
           (!mark->team || (around && is_unconditional(unit, around)));
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

/* Does the line that holds the place make pragmas by macros? */
static bool is_made(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    size_t length = strcspn(at, "\n");
    const char *operator= strstr(at, "_Pragma");
    return (operator&& operator<at + length) ||
           strncmp(at + strspn(at, " \t#"), "define", 6) == 0;
}

/* Adds the lists of a file that follow the word; "*" where a macro has it. */
static void read_file(struct unit *unit, const char *text, size_t length)
{
    static const char word[] = "threadprivate";
    (void)length;
    for (const char *at = text; (at = strstr(at, word)); at++)
        unit->threadprivate = arena_printf(
            unit->arena, "%s%s%.*s\n", unit->threadprivate,
            is_made(text, at) ? "*" : "", (int)strcspn(at, ")"), at);
}

bool team_has_own(struct unit *unit, const char *name)
{
    if (!unit->threadprivate) {
        unit->threadprivate = "";
        clang_read_files(unit, read_file);
    }
    return strchr(unit->threadprivate, '*') || names(unit->threadprivate, name);
}
