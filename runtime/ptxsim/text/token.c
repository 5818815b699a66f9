/*
 * Failures, and the tokens that must or may come next, for all that parses.
 */
#include "runtime/ptxsim/text/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

_Noreturn void ptx_fail(struct ptx_text *t, int line, const char *format, ...)
{
    char text[1024];
    va_list ap;

    va_start(ap, format);
    number_vprint(text, sizeof text, format, ap);
    va_end(ap);
    report_set(t->why, "PTX line %d: %s", line, text);
    longjmp(t->failed, 1);
}

_Noreturn void ptx_unexpected(struct ptx_parser *p, const char *wanted)
{
    if (p->x.kind == PTX_T_END)
        ptx_fail(p->t, p->x.line, "%s is missing at the end", wanted);
    ptx_fail(p->t, p->x.line, "%s is missing before '%.*s'", wanted,
             (int)(p->x.length < 60 ? p->x.length : 60), p->x.text);
}

bool ptx_accept(struct ptx_parser *p, char mark)
{
    bool there = ptx_is_mark(&p->x, mark);

    if (there)
        ptx_next(&p->x);
    return there;
}

void ptx_expect(struct ptx_parser *p, char mark)
{
    char wanted[] = {'\'', mark, '\'', '\0'};

    if (!ptx_accept(p, mark))
        ptx_unexpected(p, wanted);
}

const char *ptx_take_word(struct ptx_parser *p, const char *what)
{
    const char *word;

    if (p->x.kind != PTX_T_WORD)
        ptx_unexpected(p, what);
    word = arena_strndup(p->t->arena, p->x.text, p->x.length);
    ptx_next(&p->x);
    return word;
}

static uint64_t take_term(struct ptx_parser *p, const char *what)
{
    bool minus = ptx_accept(p, '-');
    uint64_t bits = p->x.bits;

    if (p->x.kind != PTX_T_INTEGER)
        ptx_unexpected(p, what);
    ptx_next(&p->x);
    return minus ? 0 - bits : bits;
}

int64_t ptx_take_integer(struct ptx_parser *p, const char *what)
{
    uint64_t value = take_term(p, what);

    for (;;) {
        if (ptx_accept(p, '+'))
            value += take_term(p, what);
        else if (ptx_is_mark(&p->x, '-'))
            value += take_term(p, what);
        else
            return (int64_t)value;
    }
}
