/* Files of lines of words, as readers of particles go through them. */
#ifndef HEDRA_RUNTIME_MD_TEXT_H
#define HEDRA_RUNTIME_MD_TEXT_H

#include "runtime/base/base.h"

enum { TEXT_FIELDS = 40 };

/* A file as a whole, and its present line: the words, of which the first
 * TEXT_FIELDS are kept; and what follows a `mark`, if that begins comments. */
struct text {
    const char *path;
    char *bytes, *end, *next;
    int64_t line;
    char mark; /* 0: there are no comments */
    char *word[TEXT_FIELDS + 1], *comment;
    int words;
    struct hedra_error *why;
};

/* Reads the file, which text_close frees; what cannot be a text is refused. */
enum hedra_status text_open(struct text *t, const char *path,
                            struct hedra_error *why);
void text_close(struct text *t);

/* HEDRA_ERROR_DAMAGED with a text that begins with the file and the line. */
enum hedra_status text_refuse(const struct text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Goes to the next line, whose text is returned, not yet cut into words; NULL
 * at the end of the file. */
char *text_line(struct text *t);
/* Cuts a line into words. */
void text_split(struct text *t, char *line);
/* Both; false at the end of the file. _full: to the next that has words. */
bool text_advance(struct text *t);
bool text_advance_full(struct text *t);

/* Are the words from `first` on these, and no more? b may be NULL. */
bool text_says(const struct text *t, int first, const char *a, const char *b);
bool text_is_whole(const char *word, int64_t *value);
/* Word k as a number in a range, or an error that says what it should be. */
enum hedra_status text_whole(const struct text *t, int k, int64_t least,
                             int64_t most, const char *what, int64_t *value);
enum hedra_status text_real(const struct text *t, int k, const char *what,
                            double *value);

#endif
