/* The scanner is a function of the text and an offset: lex_char gives one
 * character as translation phase 2 leaves it, all else is built on it. */
#include "compiler/source/lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Characters --------------------------------------------------------------- */

/* The character that a trigraph at `at` stands for, or 0. */
static char trigraph(const struct lex *x, size_t at)
{
    static const char from[] = "=()/'<>!-", to[] = "#[]\\^{}|~";
    if (!x->trigraphs || x->length - at < 3 || x->text[at] != '?' ||
        x->text[at + 1] != '?' || x->text[at + 2] == '\0')
        return 0;
    const char *found = strchr(from, x->text[at + 2]);
    return found ? to[found - from] : 0;
}

/* How long the end of a line at `at` is, by the habits of any system; 0: there
 * is none. */
static size_t break_length(const struct lex *x, size_t at)
{
    if (at >= x->length || (x->text[at] != '\n' && x->text[at] != '\r'))
        return 0;
    bool both =
        x->text[at] == '\r' && x->length - at >= 2 && x->text[at + 1] == '\n';
    return both ? 2 : 1;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Behind the joins of lines at `at`. */
static size_t skip_joins(const struct lex *x, size_t at)
{
    while (at < x->length) {
        size_t next = x->text[at] == '\\'       ? at + 1
                      : trigraph(x, at) == '\\' ? at + 3
                                                : at;
        if (next == at)
            break;
        while (next < x->length && is_blank(x->text[next]))
            next++;
        size_t length = break_length(x, next);
        if (length == 0)
            break;
        at = next + length;
    }
    return at;
}

/* The character at *at, joins before it skipped, and *at goes behind it; '\n'
 * for the end of a line, -1 for that of the text. */
static int lex_char(const struct lex *x, size_t *at)
{
    size_t from = skip_joins(x, *at);
    size_t end = break_length(x, from);
    char other = from < x->length ? trigraph(x, from) : 0;
    *at = from;
    if (from >= x->length)
        return -1;
    *at += end ? end : other ? 3 : 1;
    return end ? '\n' : other ? other : (unsigned char)x->text[from];
}

static int peek(const struct lex *x, size_t at)
{
    return lex_char(x, &at);
}

bool lex_is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Is c, read up to `behind`, a letter of a word, \u00e4 included? */
static bool is_word_char(const struct lex *x, int c, size_t behind)
{
    if (c != '\\')
        return c > 0 && lex_is_letter((char)c);
    int next = peek(x, behind);
    return next == 'u' || next == 'U';
}

size_t lex_word_length(const char *text)
{
    size_t n = 0;
    while (lex_is_letter(text[n]) ||
           (text[n] == '\\' && (text[n + 1] == 'u' || text[n + 1] == 'U')))
        n++;
    return n;
}

/* Tokens ------------------------------------------------------------------- */

/* Behind the comment whose two first characters end before `at`. */
static size_t comment_end(const struct lex *x, size_t at, bool block)
{
    for (int before = 0;;) {
        size_t next = at;
        int c = lex_char(x, &next);
        if (c < 0)
            return x->length;
        if (!block && c == '\n')
            return at;
        at = next;
        if (block && before == '*' && c == '/')
            return at;
        before = c;
    }
}

static size_t quoted_end(const struct lex *x, size_t at, int quote)
{
    for (;;) {
        size_t next = at;
        int c = lex_char(x, &next);
        if (c < 0 || c == '\n')
            return at;
        at = next;
        if (c == quote)
            return at;
        if (c == '\\' && peek(x, at) != '\n')
            lex_char(x, &at);
    }
}

static bool continues_word(const struct lex *x, int c, int before, bool number,
                           size_t behind)
{
    if (is_word_char(x, c, behind))
        return true;
    if (!number)
        return false;
    int after = peek(x, behind);
    return c == '.' ||
           ((c == '+' || c == '-') && before > 0 && strchr("eEpP", before)) ||
           (c == '\'' && x->separators && after > 0 &&
            lex_is_letter((char)after));
}

static size_t word_end(const struct lex *x, size_t at, int first)
{
    bool number = isdigit(first) || first == '.';
    for (int before = first;;) {
        size_t next = at;
        int c = lex_char(x, &next);
        if (!continues_word(x, c, before, number, next))
            return at;
        at = next;
        before = c;
    }
}

/* Returns the place behind a raw string whose '"' ends before `at`, in which
 * joins and trigraphs are none; 0 if what stands there begins none. */
static size_t raw_end(const struct lex *x, size_t at)
{
    enum { LONGEST = 16 };
    char close[LONGEST + 3] = ")";
    size_t n = 0;
    while (at + n < x->length && n <= LONGEST && x->text[at + n] != '(')
        n++;
    if (n > LONGEST || at + n >= x->length)
        return 0;
    for (size_t k = 0; k < n; k++)
        if (strchr(" )\\\t\v\f\r\n\"", x->text[at + k]))
            return 0;
    memcpy(close + 1, x->text + at, n);
    close[n + 1] = '"';
    const char *end = strstr(x->text + at + n, close);
    return end ? (size_t)(end - x->text) + n + 2 : x->length;
}

/* A word, or the raw string that it is the prefix of. */
static struct lex_token word(const struct lex *x, struct lex_token token,
                             int first)
{
    static const char *const prefix[] = {"R", "LR", "uR", "UR", "u8R"};
    token.kind = LEX_WORD;
    token.end = word_end(x, token.end, first);
    size_t at = token.end;
    if (!x->raw_strings || lex_char(x, &at) != '"')
        return token;
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++) {
        size_t end = lex_is(x, token, prefix[k]) ? raw_end(x, at) : 0;
        if (end)
            return (struct lex_token){LEX_QUOTED, token.begin, end};
    }
    return token;
}

struct lex_token lex_token(const struct lex *x, size_t at)
{
    size_t begin, next = at;
    int c;
    do {
        begin = skip_joins(x, next);
        c = lex_char(x, &next);
    } while (is_blank(c));
    struct lex_token token = {LEX_MARK, begin, next};
    int after = peek(x, next);
    if (c < 0) {
        token.kind = LEX_END;
    } else if (c == '\n') {
        token.kind = LEX_BREAK;
    } else if (c == '/' && (after == '/' || after == '*')) {
        token.kind = LEX_COMMENT;
        lex_char(x, &next);
        token.end = comment_end(x, next, after == '*');
    } else if (c == '"' || c == '\'') {
        token.kind = LEX_QUOTED;
        token.end = quoted_end(x, next, c);
    } else if (is_word_char(x, c, next) ||
               (c == '.' && after > 0 && isdigit(after))) {
        token = word(x, token, c);
    } else if (c == '%' && after == ':') {
        lex_char(x, &token.end);
    }
    return token;
}

size_t lex_spell(const struct lex *x, size_t begin, size_t end, char *out)
{
    size_t n = 0;
    for (size_t at = begin; at < end;) {
        int c = lex_char(x, &at);
        if (c >= 0 && at <= end)
            out[n++] = (char)c;
    }
    out[n] = '\0';
    return n;
}

struct lex_token lex_token_before(const struct lex *x, size_t at, size_t end)
{
    struct lex_token token = lex_token(x, at);
    while (token.kind == LEX_COMMENT && token.begin < end)
        token = lex_token(x, token.end);
    if (token.begin >= end)
        token = (struct lex_token){LEX_BREAK, end, end};
    return token;
}

bool lex_has_word(const struct lex *x, size_t at, size_t end, const char *word)
{
    struct lex_token token = lex_token_before(x, at, end);
    while (token.kind != LEX_BREAK && !lex_is(x, token, word))
        token = lex_token_before(x, token.end, end);
    return token.kind != LEX_BREAK;
}

bool lex_is(const struct lex *x, struct lex_token token, const char *spelling)
{
    size_t at = token.begin;
    for (; *spelling && at < token.end; spelling++)
        if (lex_char(x, &at) != (unsigned char)*spelling)
            return false;
    return !*spelling && at == token.end;
}

/* Directives --------------------------------------------------------------- */

static struct lex_token next_in_line(const struct lex *x, size_t at)
{
    struct lex_token token = lex_token(x, at);
    while (token.kind == LEX_COMMENT)
        token = lex_token(x, token.end);
    return token;
}

static bool is_hash(const struct lex *x, struct lex_token token)
{
    return token.kind == LEX_MARK &&
           (lex_is(x, token, "#") || lex_is(x, token, "%:"));
}

static enum directive_kind kind_of(const struct lex *x, struct lex_token name)
{
    static const struct {
        const char *name;
        enum directive_kind kind;
    } kinds[] = {
        {"if", DIRECTIVE_IF},           {"ifdef", DIRECTIVE_IF},
        {"ifndef", DIRECTIVE_IF},       {"else", DIRECTIVE_ELSE},
        {"elif", DIRECTIVE_ELSE},       {"elifdef", DIRECTIVE_ELSE},
        {"elifndef", DIRECTIVE_ELSE},   {"endif", DIRECTIVE_ENDIF},
        {"include", DIRECTIVE_INCLUDE}, {"include_next", DIRECTIVE_INCLUDE},
        {"import", DIRECTIVE_INCLUDE},  {"define", DIRECTIVE_DEFINE},
        {"line", DIRECTIVE_LINE},       {"pragma", DIRECTIVE_PRAGMA},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (lex_is(x, name, kinds[k].name))
            return kinds[k].kind;
    return name.kind == LEX_WORD && isdigit(peek(x, name.begin))
               ? DIRECTIVE_LINE
               : DIRECTIVE_OTHER;
}

/* 0: it is a macro. A line that is too large for a compiler is as good as any.
 */
static int line_number(const struct lex *x, struct lex_token token)
{
    long line = 0;
    if (!isdigit(peek(x, token.begin)))
        return 0;
    for (size_t at = token.begin; at < token.end;) {
        int c = lex_char(x, &at);
        if (isdigit(c) && line < 100000000)
            line = line * 10 + (c - '0');
    }
    return (int)line;
}

static void read_line(const struct lex *x, struct lex_token number,
                      struct directive *d)
{
    d->line = line_number(x, number);
    struct lex_token name = next_in_line(x, number.end);
    if (name.kind != LEX_QUOTED || name.end - name.begin < 2)
        return;
    d->file = x->text + name.begin + 1;
    d->file_length = name.end - name.begin - 2;
}

static void read_pragma(const struct lex *x, struct directive *d)
{
    static const struct {
        const char *name;
        enum directive_mark mark;
    } marks[] = {
        {"hedra", MARK_HEDRA}, {"scop", MARK_SCOP}, {"endscop", MARK_ENDSCOP}};
    struct lex_token name = next_in_line(x, d->rest);
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (lex_is(x, name, marks[k].name)) {
            d->mark = marks[k].mark;
            d->rest = name.end;
        }
}

/* Returns the place behind the name of a header between angle brackets, which
 * is no token: what looks like a comment in it is none. */
static size_t skip_header_name(const struct lex *x, size_t at)
{
    struct lex_token token = next_in_line(x, at);
    if (!lex_is(x, token, "<"))
        return at;
    for (at = token.end;;) {
        size_t next = at;
        int c = lex_char(x, &next);
        if (c < 0 || c == '\n')
            return token.end;
        at = next;
        if (c == '>')
            return at;
    }
}

static struct directive read_directive(const struct lex *x,
                                       struct lex_token hash)
{
    struct lex_token name = next_in_line(x, hash.end);
    struct directive d = {.kind = kind_of(x, name), .begin = hash.begin};
    bool named = name.kind == LEX_WORD;
    d.rest = named ? name.end : hash.end;
    size_t at = d.rest;
    if (d.kind == DIRECTIVE_LINE)
        read_line(x, lex_is(x, name, "line") ? next_in_line(x, at) : name, &d);
    else if (d.kind == DIRECTIVE_PRAGMA)
        read_pragma(x, &d);
    else if (d.kind == DIRECTIVE_INCLUDE)
        at = skip_header_name(x, at);
    struct lex_token token = next_in_line(x, at);
    while (token.kind != LEX_BREAK && token.kind != LEX_END)
        token = next_in_line(x, token.end);
    d.end = token.begin;
    return d;
}

struct lex_source *lex_source(struct arena *arena, const struct lex *x)
{
    struct lex_source *source = arena_alloc(arena, sizeof *source);
    int cap = 0;
    bool fresh = true;
    *source = (struct lex_source){.lex = *x};
    for (size_t at = 0;;) {
        struct lex_token token = lex_token(x, at);
        if (token.kind == LEX_END)
            return source;
        at = token.end;
        if (fresh && is_hash(x, token)) {
            struct directive d = read_directive(x, token);
            ARENA_PUSH(arena, source->directive, source->directive_count, cap,
                       d);
            at = d.end;
        }
        if (token.kind != LEX_COMMENT)
            fresh = token.kind == LEX_BREAK;
    }
}

size_t lex_next(const struct lex *x, size_t at, size_t *end)
{
    bool fresh = at == 0;
    for (;;) {
        struct lex_token token = lex_token(x, at);
        at = token.end;
        if (fresh && is_hash(x, token)) {
            at = read_directive(x, token).end;
        } else if (token.kind != LEX_COMMENT && token.kind != LEX_BREAK) {
            *end = token.end;
            return token.kind == LEX_END ? x->length : token.begin;
        }
        if (token.kind != LEX_COMMENT)
            fresh = token.kind == LEX_BREAK;
    }
}
