/*
 * What texts lead through, by their letters: the front end writes them, in the
 * forms p->n, s.t[2].n, (*p) and sums and products of these.
 */
#include "compiler/source/null_guard.h"

#include <ctype.h>
#include <string.h>

enum { MOST = 16 };

struct guards {
    int count;
    struct {
        const char *at;
        int length;
    } pointer[MOST]; /* in the order in which they may be asked for */
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 128;
}

static void add(struct guards *g, const char *at, const char *end)
{
    int length = (int)(end - at);
    for (int k = 0; k < g->count; k++)
        if (g->pointer[k].length == length &&
            memcmp(g->pointer[k].at, at, (size_t)length) == 0)
            return;
    if (length > 0 && g->count < MOST) {
        g->pointer[g->count].at = at;
        g->pointer[g->count++].length = length;
    }
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

static void find(struct guards *g, const char *text)
{
    g->count = 0;
    for (const char *at = text; *at; at++) {
        if (strncmp(at, "sizeof(", 7) == 0) {
            at = closing(at + 6); /* evaluates nothing */
            if (!*at)
                return;
        } else if (at[0] == '(' && at[1] == '*') {
            add(g, at + 2, closing(at));
        } else if (*at == '[' || (at[0] == '-' && at[1] == '>')) {
            add(g, operand(text, at), at);
        }
    }
}

bool null_guard_needed(const char *text)
{
    struct guards g;
    find(&g, text);
    return g.count > 0;
}

void null_guard_put(struct buf *out, const char *before, const char *text)
{
    struct guards g;
    find(&g, text);
    if (g.count == 0) {
        buf_printf(out, "%s(%s)", before, text);
        return;
    }
    buf_putc(out, '(');
    for (int k = 0; k < g.count; k++)
        buf_printf(out, "%s(uintptr_t)(%.*s)", k ? " && " : "",
                   g.pointer[k].length, g.pointer[k].at);
    buf_printf(out, " ? %s(%s) : 0)", before, text);
}
