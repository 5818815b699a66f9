/*
 * Lists in generated text. Owns the buffer's line breaks between items.
 */
#ifndef HEDRA_COMPILER_OUTPUT_LIST_H
#define HEDRA_COMPILER_OUTPUT_LIST_H

#include "runtime/base/base.h"

/* A list of items, separated by commas, in lines of at most 80 columns. */
struct list {
    struct buf *out;
    int column, indent;
    bool any;
};

/* A list whose continuation lines start below its first item. */
struct list list_begin(struct buf *out);
void list_add(struct list *list, const char *text);
void list_printf(struct list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An argument of the user's text, cast to a type, in its address's place where
 * `before` is "&": null or 0 where a pointer on the way is null. */
void list_guarded(struct list *list, const char *type, const char *before,
                  const char *text);

#endif
