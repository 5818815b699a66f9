/*
 * What texts lead through, by their letters: the front end writes them, in the
 * forms p->n, s.t[2].n, (*p) and sums and products of these.
 */
#include "compiler/source/null_guard.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 128;
}

/* Where the bracket at `at` is closed; the end, if nowhere. */
static const char *closing(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (depth == 0)
            return at;
    }
    return at;
}

/* Where the operand begins that ends before `end`. */
static const char *operand(const char *text, const char *end)
{
    const char *at = end;
    while (at > text) {
        char last = at[-1];
        if (last == ')' || last == ']') {
            int depth = 0;
            do {
                at--;
                depth += *at == ')' || *at == ']';
                depth -= *at == '(' || *at == '[';
            } while (depth > 0 && at > text);
            if (last == ')')
                return at;
        } else if (is_letter(last)) {
            while (at > text && is_letter(at[-1]))
                at--;
            if (at > text && at[-1] == '.')
                at--;
            else if (at > text + 1 && at[-1] == '>' && at[-2] == '-')
                at -= 2;
            else
                return at;
        } else {
            return at;
        }
    }
    return at;
}

/* A pointer that a text leads through. */
struct guarded_pointer {
    const char *at;
    int length; /* 0: there is none */
};

/* The next one whose step is at *scan or behind it, which moves behind that:
 * they come in the order in which they may be asked for. */
static struct guarded_pointer next_pointer(const char *text, const char **scan)
{
    struct guarded_pointer p = {NULL, 0};
    const char *at = *scan;
    for (; *at && p.length == 0; at++)
        if (strncmp(at, "sizeof(", 7) == 0) {
            at = closing(at + 6); /* evaluates nothing */
            if (!*at)
                break;
        } else if (at[0] == '(' && at[1] == '*') {
            p.at = at + 2;
            p.length = (int)(closing(at) - p.at);
        } else if (*at == '[' || (at[0] == '-' && at[1] == '>')) {
            p.at = operand(text, at);
            p.length = (int)(at - p.at);
        }
    *scan = at;
    return p;
}

/* Does the text lead through it before `end`, too? */
static bool is_repeated(const char *text, const char *end,
                        struct guarded_pointer p)
{
    const char *scan = text;
    struct guarded_pointer q = next_pointer(text, &scan);
    while (scan < end &&
           (q.length != p.length || memcmp(q.at, p.at, (size_t)p.length) != 0))
        q = next_pointer(text, &scan);
    return scan < end;
}

bool null_guard_needed(const char *text)
{
    const char *scan = text;
    return next_pointer(text, &scan).length > 0;
}

void null_guard_put(struct buf *out, const char *before, const char *text)
{
    const char *scan = text;
    struct guarded_pointer p = next_pointer(text, &scan);
    if (p.length == 0) {
        buf_printf(out, "%s(%s)", before, text);
        return;
    }
    const char *between = "(";
    for (; p.length > 0; p = next_pointer(text, &scan))
        if (!is_repeated(text, scan, p)) {
            buf_printf(out, "%s(uintptr_t)(%.*s)", between, p.length, p.at);
            between = " && ";
        }
    buf_printf(out, " ? %s(%s) : 0)", before, text);
}
