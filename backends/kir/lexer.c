/*
 * Words of a text form: blanks and comments part them, strings stand in quotes
 * with the escapes \" \\ and \xNN.
 */
#include "backends/kir/kir.h"

#include "runtime/base/base.h"

#include <string.h>

void lexer_fail(struct lexer *l, struct loc loc, const char *format, ...)
{
    static char nothing[1];
    va_list ap;

    if (!l->failed) {
        va_start(ap, format);
        fault_add(l->faults, l->fault, loc, "%s",
                  arena_vprintf(l->arena, format, ap));
        va_end(ap);
    }
    l->failed = true;
    l->kind = LEXER_END;
    l->text = nothing;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_mark(const struct lexer *l, char c)
{
    return c && strchr(l->marks, c);
}

static void skip_space(struct lexer *l)
{
    for (; is_space(*l->p) || *l->p == l->comment; l->p++) {
        if (*l->p == l->comment)
            l->p += strcspn(l->p, "\n");
        if (!*l->p)
            return;
        if (*l->p == '\n') {
            l->line++;
            l->line_start = l->p + 1;
        }
    }
}

/* After the opening quote. NN is not 00: strings end there. */
static void read_string(struct lexer *l)
{
    char *text = arena_alloc(l->arena, strcspn(l->p, "\n") + 1), *to = text;

    for (; *l->p && *l->p != '"' && *l->p != '\n'; l->p++) {
        if (*l->p != '\\') {
            *to++ = *l->p;
        } else if (l->p[1] == '"' || l->p[1] == '\\') {
            *to++ = *++l->p;
        } else {
            int high = l->p[1] == 'x' ? ascii_hex(l->p[2]) : -1;
            int low = high >= 0 ? ascii_hex(l->p[3]) : -1;

            if (low < 0 || high + low == 0) {
                lexer_fail(l, l->loc, "unknown escape in a string");
                return;
            }
            *to++ = (char)(16 * high + low);
            l->p += 3;
        }
    }
    if (*l->p != '"') {
        lexer_fail(l, l->loc, "the string is not closed");
        return;
    }
    l->p++;
    l->kind = LEXER_STRING;
    l->text = text;
}

void lexer_next(struct lexer *l)
{
    static char end[] = "the end of the text";
    const char *start;

    if (l->failed)
        return;
    skip_space(l);
    start = l->p;
    l->last = l->loc;
    l->loc =
        (struct loc){l->file, l->line, (int)(start - l->line_start) + 1, 1};
    l->kind = LEXER_END;
    l->text = end;
    if (!*start)
        return;
    l->p++;
    if (*start == '"') {
        read_string(l);
        return;
    }
    l->kind = is_mark(l, *start) ? LEXER_MARK : LEXER_WORD;
    while (l->kind == LEXER_WORD && *l->p && !is_space(*l->p) &&
           !is_mark(l, *l->p) && *l->p != '"' && *l->p != l->comment)
        l->p++;
    if (l->p - start > l->most)
        lexer_fail(l, l->loc, "a word of more than %d characters", l->most);
    else
        l->text = arena_strndup(l->arena, start, (size_t)(l->p - start));
}

void lexer_begin(struct lexer *l, const char *file, const char *text)
{
    l->file = file;
    l->p = l->line_start = text;
    l->line = 1;
    lexer_next(l);
}

bool lexer_at(const struct lexer *l, const char *text)
{
    return (l->kind == LEXER_WORD || l->kind == LEXER_MARK) &&
           strcmp(l->text, text) == 0;
}

bool lexer_accept(struct lexer *l, const char *text)
{
    if (!lexer_at(l, text))
        return false;
    lexer_next(l);
    return true;
}

void lexer_expect(struct lexer *l, const char *text)
{
    if (!lexer_accept(l, text))
        lexer_fail(l, l->loc, "expected '%s' before '%s'", text, l->text);
}

char *lexer_take(struct lexer *l, enum lexer_kind kind, const char *what)
{
    char *text = l->text;

    if (l->kind != kind) {
        lexer_fail(l, l->loc, "expected %s before '%s'", what, l->text);
        return l->text;
    }
    lexer_next(l);
    return text;
}
