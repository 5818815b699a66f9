/*
 * Words of a text form: KIR's, and that of a scop (polyhedral/scop). The first
 * error ends the text: it is appended to the faults, and all that follows is
 * the end.
 */
#ifndef HEDRA_BACKENDS_KIR_LEXER_H
#define HEDRA_BACKENDS_KIR_LEXER_H

#include "runtime/base/base.h"

enum lexer_kind { LEXER_END, LEXER_WORD, LEXER_STRING, LEXER_MARK };

struct lexer {
    struct arena *arena;
    struct faults *faults;
    enum fault_kind fault;
    const char *marks; /* characters that are words by themselves */
    char comment;      /* begins a comment, up to the end of the line */
    int most;          /* characters of a word */
    const char *file;

    const char *p, *line_start; /* what is not read yet; the line it is in */
    int line;
    bool failed;

    /* The word at hand: the text of a word or string, the character of a mark;
     * where it stands, and where the one before it does. */
    enum lexer_kind kind;
    char *text;
    struct loc loc, last;
};

/* Begins with the first word of `text`, which is at hand then, in a lexer whose
 * first six members are set. */
void lexer_begin(struct lexer *l, const char *file, const char *text);
void lexer_next(struct lexer *l);
/* Is it the word or the mark `text`? */
bool lexer_at(const struct lexer *l, const char *text);
/* If so, moves on. */
bool lexer_accept(struct lexer *l, const char *text);
/* Moves on, or fails if it is another one. */
void lexer_expect(struct lexer *l, const char *text);
/* The text of the word at hand, and moves on; fails if it is of another kind,
 * `what` in words: "" then. */
char *lexer_take(struct lexer *l, enum lexer_kind kind, const char *what);
/* Appends a fault about the place, unless there was one, and goes to the
 * end. */
void lexer_fail(struct lexer *l, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
