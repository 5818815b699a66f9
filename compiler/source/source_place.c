/*
 * Tells the file and line that a C compiler reports for an offset: the last
 * #line directive before it that counts (C11 6.10.4), from which lines are
 * counted on.
 */
#include "compiler/source/source_place.h"

#include <stdbool.h>

struct source_place place_find(const struct lex_source *source, size_t at)
{
    struct source_place place = {.line = 1};
    size_t from = 0;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->end >= at)
            break;
        if (d->kind != DIRECTIVE_LINE || d->skipped || d->line == 0)
            continue;
        /* The number is that of the line behind the directive's end. */
        place.line = d->line - 1;
        from = d->end;
        if (d->file) {
            place.file = d->file;
            place.file_length = d->file_length;
        }
    }
    for (; from < at; from++)
        place.line += source->lex.text[from] == '\n';
    return place;
}

/* Braces around [at, limit) that it opens, and whether a declaration goes on
 * where it ends. */
struct brace_scan {
    int braces;
    bool complete;
};

static void scan_to(const struct lex *x, size_t at, size_t limit,
                    struct brace_scan *scan)
{
    size_t end;
    for (at = lex_next(x, at, &end); at < limit; at = lex_next(x, end, &end)) {
        char c = x->text[at];
        scan->braces += c == '{';
        scan->braces -= c == '}';
        scan->complete = c == ';' || c == '}';
    }
}

/* Behind the line's end. */
static size_t next_line(const struct lex *x, size_t at)
{
    struct lex_token token = lex_token(x, at);
    return token.kind == LEX_BREAK ? token.end : at;
}

size_t place_find_include(const struct lex_source *source, size_t limit)
{
    struct brace_scan scan = {0, true};
    size_t from = 0;
    int conditions = 0;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->end >= limit)
            break;
        scan_to(&source->lex, from, d->begin, &scan);
        from = d->end;
        if (d->kind == DIRECTIVE_INCLUDE && conditions == 0 &&
            scan.braces == 0 && scan.complete)
            return next_line(&source->lex, d->end);
        conditions += d->kind == DIRECTIVE_IF;
        conditions -= d->kind == DIRECTIVE_ENDIF;
    }
    return limit;
}
