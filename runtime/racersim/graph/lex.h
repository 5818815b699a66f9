/*
 * Lines of words, for the texts of this folder: words are separated by blanks,
 * "(" and ")" and "=" and "," stand alone, '#' begins a comment, '"' quotes.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_LEX_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_LEX_H

#include "runtime/base/base.h"

struct lex {
    struct arena *arena;
    const char *file, *at;
    struct faults *faults;
    bool failed; /* a fault was appended; no further one is */

    int line;
    int count, cap, next; /* words of the line, and the one to take */
    const char **word;
    int *column;
};

/* Reads the next line that has words; false at the end of the text. */
bool lex_line(struct lex *in);
/* The next word of the line, or NULL. */
const char *lex_peek(const struct lex *in);
/* Takes it; a fault and "" if there is none. `what` names what should be
 * there. */
const char *lex_take(struct lex *in, const char *what);
/* The same for what must be a name. */
const char *lex_name(struct lex *in, const char *what);
/* Takes the word if it is the next. */
bool lex_accept(struct lex *in, const char *word);
/* A fault if it is not. */
void lex_expect(struct lex *in, const char *word);
/* A whole number from low to high, or low with a fault. */
int64_t lex_integer(struct lex *in, int64_t low, int64_t high,
                    const char *what);
/* The place of the next word, of the one taken last. */
struct loc lex_here(const struct lex *in);
struct loc lex_last(const struct lex *in);
/* Appends a fault, the first only; `hint` is what to write instead. */
void lex_fail(struct lex *in, struct loc loc, const char *hint,
              const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Letters, digits and '_', not beginning with a digit, at most 200 of them. */
bool lex_is_name(const char *word);

#endif
