/*
 * JSON as a tree: what a program wrote about itself (HEDRA_COUNT=json), read
 * back.
 *
 * Owns nothing: values and texts live in the arena given. Takes RFC 8259 to the
 * letter, nested 100 levels deep at most; of numbers the double nearest to
 * them.
 */
#ifndef HEDRA_COMPILER_DRIVER_JSON_H
#define HEDRA_COMPILER_DRIVER_JSON_H

#include "runtime/base/base.h"

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json {
    enum json_kind kind;
    const char *name;   /* of a member of an object, else NULL */
    const char *text;   /* STRING: in UTF-8; a \u0000 ends it */
    double number;      /* NUMBER */
    struct json *first; /* ARRAY, OBJECT: what it holds, in order */
    struct json *next;  /* what follows it in the same one */
};

/* The value that the terminated `text` spells; NULL if it spells none, with the
 * line on which that shows in *line. */
const struct json *json_parse(struct arena *arena, const char *text, int *line);

/* The member of that name of an object; NULL if there is none, or `object` is
 * no object or NULL. */
const struct json *json_member(const struct json *object, const char *name);
/* The member's text; NULL if it is no string. */
const char *json_text(const struct json *object, const char *name);
/* The member's number; `otherwise` if it is none. */
double json_number(const struct json *object, const char *name,
                   double otherwise);

#endif
