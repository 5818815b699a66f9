/*
 * Lines of words (lex.h). A word keeps its column, so that faults can point.
 */
#include "runtime/racersim/graph/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LENGTH = 200 };

static bool stands_alone(char c)
{
    return c == '(' || c == ')' || c == '=' || c == ',';
}

static bool ends_word(char c)
{
    return !c || c == '\n' || c == '#' || ascii_is_space(c) || stands_alone(c);
}

static void push(struct lex *in, const char *begin, size_t length, int column)
{
    int columns = in->cap, n = in->count;

    in->column =
        arena_grow(in->arena, in->column, n, &columns, sizeof *in->column);
    in->column[n] = column;
    ARENA_PUSH(in->arena, in->word, in->count, in->cap,
               arena_strndup(in->arena, begin, length));
}

/* Cuts the line that begins at in->at into words. */
static void cut(struct lex *in)
{
    const char *line = in->at, *s = line;

    while (*s && *s != '\n' && *s != '#') {
        const char *begin = s;

        if (ascii_is_space(*s)) {
            s++;
            continue;
        }
        if (*s == '"') {
            s++;
            while (*s && *s != '\n' && *s != '"')
                s++;
            if (*s == '"')
                s++;
        } else if (stands_alone(*s)) {
            s++;
        } else {
            while (!ends_word(*s))
                s++;
        }
        push(in, begin, (size_t)(s - begin), (int)(begin - line) + 1);
    }
    while (*s && *s != '\n')
        s++;
    in->at = *s ? s + 1 : s;
}

bool lex_line(struct lex *in)
{
    while (*in->at && !in->failed) {
        in->count = in->next = 0;
        in->line++;
        cut(in);
        if (in->count)
            return true;
    }
    return false;
}

const char *lex_peek(const struct lex *in)
{
    return in->next < in->count && !in->failed ? in->word[in->next] : NULL;
}

struct loc lex_here(const struct lex *in)
{
    struct loc loc = {in->file, in->line, 0, 0};

    if (in->next < in->count) {
        loc.column = in->column[in->next];
        loc.width = (int)strlen(in->word[in->next]);
    } else if (in->count) {
        loc.column =
            in->column[in->count - 1] + (int)strlen(in->word[in->count - 1]);
    }
    return loc;
}

struct loc lex_last(const struct lex *in)
{
    struct lex before = *in;

    if (before.next > 0)
        before.next--;
    return lex_here(&before);
}

void lex_fail(struct lex *in, struct loc loc, const char *hint,
              const char *format, ...)
{
    va_list ap;

    if (in->failed)
        return;
    in->failed = true;
    va_start(ap, format);
    fault_add_hinted(in->faults, FAULT_RACER_SYNTAX, loc, hint, format, ap);
    va_end(ap);
}

const char *lex_take(struct lex *in, const char *what)
{
    if (in->failed)
        return "";
    if (in->next >= in->count) {
        lex_fail(in, lex_here(in), NULL, "the line ends where %s should be",
                 what);
        return "";
    }
    return in->word[in->next++];
}

bool lex_accept(struct lex *in, const char *word)
{
    const char *next = lex_peek(in);

    if (!next || strcmp(next, word) != 0)
        return false;
    in->next++;
    return true;
}

void lex_expect(struct lex *in, const char *word)
{
    const char *next = lex_peek(in);

    if (in->failed || lex_accept(in, word))
        return;
    if (next)
        lex_fail(in, lex_here(in), NULL, "'%s' stands where '%s' should be",
                 next, word);
    else
        lex_fail(in, lex_here(in), NULL, "the line ends where '%s' should be",
                 word);
}

int64_t lex_integer(struct lex *in, int64_t low, int64_t high, const char *what)
{
    struct loc loc = lex_here(in);
    const char *word = lex_take(in, what);
    char *end;
    long long n;

    errno = 0;
    n = strtoll(word, &end, 10);
    if (in->failed)
        return low;
    if (end == word || *end || errno || ascii_is_space(*word)) {
        lex_fail(in, loc, NULL, "'%s' is not %s", word, what);
        return low;
    }
    if (n < low || n > high) {
        lex_fail(in, loc, NULL, "%s is %lld, not from %lld to %lld", what, n,
                 (long long)low, (long long)high);
        return low;
    }
    return n;
}

const char *lex_name(struct lex *in, const char *what)
{
    const char *word = lex_take(in, what);

    if (!in->failed && !lex_is_name(word))
        lex_fail(in, lex_last(in),
                 "begin a name with a letter or '_' and go on with letters,"
                 " digits and '_'",
                 "'%s' is not a name", word);
    return word;
}

bool lex_is_name(const char *word)
{
    size_t n = 0;

    if (!ascii_is_alpha(word[0]) && word[0] != '_')
        return false;
    while (ascii_is_alnum(word[n]) || word[n] == '_')
        n++;
    return !word[n] && n <= NAME_LENGTH;
}
