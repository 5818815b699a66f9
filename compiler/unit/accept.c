/*
 * Pragmas of OpenMP and OpenACC as marks, where --accept asks for them: those
 * that share out the iterations of the loop which follows. A region does what
 * the loop does without them; that sums and products may be taken in any order
 * (reduction) is all that is made of their clauses.
 */
#include "compiler/unit/local.h"

#include <string.h>

enum {
    PARALLEL = 1, /* makes threads */
    SHARES = 2,   /* for, loop, distribute */
    SIMD = 4,
    OTHER = 8 /* is a part of such a directive's name */
};

struct part {
    const char *name;
    unsigned is;
};

/* The words that the directive's name is made of; *at is then behind them. */
static unsigned read_name(const struct lex *x, const struct part *parts,
                          size_t *at, size_t end)
{
    unsigned found = 0;
    for (;;) {
        struct lex_token token = lex_token_before(x, *at, end);
        const struct part *part = parts;
        while (part->name && !lex_is(x, token, part->name))
            part++;
        if (token.kind == LEX_BREAK || !part->name)
            return found;
        found |= part->is;
        *at = token.end;
    }
}

/* Is there a clause reduction(+: ...) or of a product? */
static bool reduces(const struct lex *x, size_t at, size_t end)
{
    struct lex_token token = lex_token_before(x, at, end);
    for (; token.kind != LEX_BREAK;
         token = lex_token_before(x, token.end, end)) {
        if (!lex_is(x, token, "reduction"))
            continue;
        size_t c = token.end;
        while (c < end && x->text[c] != ')' && x->text[c] != ':')
            if (strchr("+*-", x->text[c++]))
                return true;
    }
    return false;
}

/* The parts of the directive's name; 0: it is none that is accepted. */
static unsigned name_of(const struct unit *unit, const struct directive *d,
                        size_t *at)
{
    static const struct part omp[] = {
        {"parallel", PARALLEL}, {"for", SHARES},  {"simd", SIMD},
        {"distribute", SHARES}, {"loop", SHARES}, {"target", OTHER | PARALLEL},
        {"teams", OTHER},       {NULL, 0}};
    static const struct part acc[] = {{"parallel", PARALLEL | SHARES},
                                      {"kernels", PARALLEL | SHARES},
                                      {"serial", PARALLEL | SHARES},
                                      {"loop", PARALLEL | SHARES},
                                      {NULL, 0}};
    const struct lex *x = &unit->source->lex;
    if (d->kind != DIRECTIVE_PRAGMA || d->skipped || d->mark != MARK_NONE)
        return 0;
    struct lex_token first = lex_token_before(x, d->rest, d->end);
    *at = first.end;
    if (unit->accept & UNIT_ACCEPT_OMP && lex_is(x, first, "omp"))
        return read_name(x, omp, at, d->end);
    if (unit->accept & UNIT_ACCEPT_ACC && lex_is(x, first, "acc"))
        return read_name(x, acc, at, d->end);
    return 0;
}

/* Does OpenMP permit that threads share the loop, without a word on what
 * iterations have in common? */
static bool promises(const struct unit *unit, const struct directive *d,
                     unsigned name, size_t at)
{
    static const char *const common[] = {"reduction", "lastprivate", "linear",
                                         "ordered", "inscan"};
    const struct lex *x = &unit->source->lex;
    struct lex_token first = lex_token_before(x, d->rest, d->end);
    bool found = name & SHARES && lex_is(x, first, "omp");
    for (size_t k = 0; k < sizeof common / sizeof *common; k++)
        found = found && !lex_has_word(x, at, d->end, common[k]);
    return found;
}

bool accept_mark(const struct unit *unit, struct directive *d,
                 struct accepted *mark)
{
    size_t at;
    unsigned name = name_of(unit, d, &at);
    if (!(name & (SHARES | SIMD)))
        return false;
    d->shares = name & SHARES && !(name & PARALLEL);
    /* What is in such a loop needs the directive around it. */
    if (d->shares && (lex_has_word(&unit->source->lex, at, d->end, "ordered") ||
                      lex_has_word(&unit->source->lex, at, d->end, "inscan")))
        return false;
    mark->alone = !(name & (SHARES | PARALLEL));
    mark->clause = reduces(&unit->source->lex, at, d->end) ? "reassociate" : "";
    mark->promised = promises(unit, d, name, at);
    return true;
}

bool accept_opens_team(const struct unit *unit, const struct directive *d)
{
    size_t at;
    unsigned name = name_of(unit, d, &at);
    return name & PARALLEL && !(name & (SHARES | SIMD));
}
