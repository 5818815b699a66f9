/*
 * Faults: what went wrong, where, and what to write instead.
 *
 * A fault is a row of fault.def (kind, severity, warning flag) plus a location,
 * a message and optional notes. Layers only append to a list;
 * compiler/driver/diag.c alone prints. The list and every text live in the
 * arena given at creation.
 */
#ifndef HEDRA_RUNTIME_BASE_FAULT_H
#define HEDRA_RUNTIME_BASE_FAULT_H

#include "runtime/base/arena.h"
#include "runtime/base/file.h"

enum fault_kind {
#define FAULT(name, severity, flag) FAULT_##name,
#include "runtime/base/fault.def"
#undef FAULT
    FAULT_COUNT
};

enum fault_severity { FAULT_ERROR, FAULT_WARNING, FAULT_REMARK };

/* Which code of a region a fault is about, where it is not about all of it. */
enum fault_about { FAULT_ABOUT_ALL, FAULT_ABOUT_GPU, FAULT_ABOUT_HOST };

/* Where in the user's source: line and column are 1-based, 0 if unknown.
 * `width` is the number of columns to underline (0 or 1: the caret alone). */
struct loc {
    const char *file;
    int line, column, width;
};

/* Another place that a fault is about. */
struct fault_note {
    struct loc loc;
    const char *text;
    struct fault_note *next;
};

struct fault {
    enum fault_kind kind;
    struct loc loc;
    const char *message; /* "loop 'j' ...", without severity or newline */
    int repeats; /* how many more places of the region are left out for it */
    struct fault_note *note; /* in order; NULL: none */
    const char *hint;        /* what to write instead, or NULL */
    struct loc hint_loc;     /* where the hint points; line 0: no place */
    const char *detail;      /* lines that follow the message; NULL: none */
    bool softened;           /* an error that counts as a warning */
    bool rejected;           /* a remark on a plan that is not taken */
    enum fault_about about;
    int region; /* number of the region that it is about; 0: none */
    struct fault *next;
};

struct faults {
    struct arena *arena;
    struct fault *first, *last;
    int errors; /* how many of severity FAULT_ERROR */
    /* What faults get that are appended. */
    enum fault_about about;
    int region;
};

/* An empty list whose texts live in `arena`. */
struct faults faults_new(struct arena *arena);

/* Append a fault with a formatted message; returns it so that a hint can be
 * attached with fault_hint. */
struct fault *fault_add(struct faults *list, enum fault_kind kind,
                        struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with a hint that points nowhere, NULL: none. */
struct fault *fault_add_hinted(struct faults *list, enum fault_kind kind,
                               struct loc loc, const char *hint,
                               const char *format, va_list ap);
/* Those appended since the list was `before`; NULL: none. */
struct fault *fault_since(const struct faults *list,
                          const struct faults *before);
/* Marks remarks as those on a plan that is not taken: those appended since the
 * list was `before`, up to `last` (NULL: none), which are about `about`
 * (FAULT_ABOUT_ALL: all of them). Why there is no Plan holds all the same. */
void fault_reject(const struct faults *list, const struct faults *before,
                  const struct fault *last, enum fault_about about);
/* Adds copies of the errors of one list to another; false if there were some.
 */
bool fault_pass_errors(const struct faults *from, struct faults *to);
/* Takes these back. */
void fault_rewind(struct faults *list, const struct faults *before);

/* Those appended since the list was `before` become warnings where they are
 * errors of the user's program. False, and nothing changes, if one of them is
 * another error: of the compiler itself, of the command line or of a file. */
bool fault_soften(struct faults *list, const struct faults *before);

/* The last fault, an error of the compiler itself, counts as a warning: what it
 * is about is left out. */
void fault_soften_last(struct faults *list);

/* Appends a note to it. */
void fault_note(struct faults *list, struct fault *fault, struct loc loc,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
/* What to write instead, and where. */
void fault_hint(struct faults *list, struct fault *fault, struct loc loc,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

enum fault_severity fault_severity(enum fault_kind kind);
/* What it counts as: an error that was softened is a warning. */
enum fault_severity fault_counts_as(const struct fault *fault);
/* The stable name, e.g. "non-affine-bound": -Wno-NAME, tests, docs. */
const char *fault_name(enum fault_kind kind);

#endif
