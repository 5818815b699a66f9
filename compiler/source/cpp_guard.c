/*
 * Finds directives between a region's pragma and its end whose #if begins
 * before the pragma, by the depth of conditionals from one to the other.
 */
#include "compiler/source/cpp_guard.h"

struct guard_scan {
    const struct lex_source *source;
    int depth;    /* of #ifs behind the pragma */
    bool skipped; /* in a branch that the pragma's is the other one of */
    bool code;    /* the region's code has begun */
    struct conditional result;
};

static void take_unmatched(struct guard_scan *s, const struct directive *d)
{
    const struct lex *x = &s->source->lex;
    struct lex_token behind = lex_token(x, d->end);
    s->result.found = true;
    s->skipped = d->kind == DIRECTIVE_ELSE;
    if (!s->code)
        s->result.at = behind.kind == LEX_BREAK ? behind.end : d->end;
}

static void take_directive(struct guard_scan *s, const struct directive *d)
{
    bool other = d->kind == DIRECTIVE_ELSE || d->kind == DIRECTIVE_ENDIF;
    if (d->kind == DIRECTIVE_IF)
        s->depth++;
    else if (d->kind == DIRECTIVE_ENDIF && s->depth > 0)
        s->depth--;
    else if (s->depth == 0 && other)
        take_unmatched(s, d);
}

struct conditional conditional_find(const struct lex_source *source,
                                    size_t begin, size_t end)
{
    struct guard_scan s = {source, 0, false, false, {false, begin}};
    size_t from = begin, token_end;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->begin < begin)
            continue;
        if (d->begin >= end)
            break;
        if (d->begin > from && !s.skipped)
            s.code |= lex_next(&source->lex, from, &token_end) < d->begin;
        from = d->end;
        take_directive(&s, d);
    }
    return s.result;
}
