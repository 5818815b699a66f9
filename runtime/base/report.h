/*
 * struct report: the sentence that says what went wrong.
 *
 * Of fixed size, so that it can be filled when memory has run out; longer texts
 * (logs of a driver's compiler) are cut. Nothing here prints.
 */
#ifndef HEDRA_RUNTIME_BASE_REPORT_H
#define HEDRA_RUNTIME_BASE_REPORT_H

#include <stdbool.h>

enum { REPORT_SIZE = 6144 };

struct report {
    bool lack;              /* what is missing is memory or its like: a plain
                               nest, which needs none, can run instead */
    char text[REPORT_SIZE]; /* no newline at the end, no "hedra: " */
};

/* Replaces the text. Always false, so that a failing function can return it. */
bool report_set(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Replaces the text by what is lacking. */
bool report_lack(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Copies text and lack. */
bool report_copy(struct report *to, const struct report *from);

/* Puts a sentence's beginning before the text that is already there. */
void report_prefix(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
