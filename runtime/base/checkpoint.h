/*
 * Files that an evolution goes on from: named sections of numbers, each with a
 * checksum. CHECKPOINT.md beside this describes every byte.
 *
 * A file is written through a temporary one and is complete or not there. One
 * that is read is refused with a sentence unless every byte of it is what was
 * written. Nothing here knows what sections mean.
 */
#ifndef HEDRA_RUNTIME_BASE_CHECKPOINT_H
#define HEDRA_RUNTIME_BASE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum checkpoint_kind {
    CHECKPOINT_TDSE = 1,
    CHECKPOINT_TSA = 2,
    CHECKPOINT_MD = 3
};

/* What the elements of a section are. */
enum checkpoint_type {
    CHECKPOINT_BYTE = 1,
    CHECKPOINT_INTEGER = 2, /* 8 bytes, signed */
    CHECKPOINT_SINGLE = 3,  /* IEEE 754, 4 bytes */
    CHECKPOINT_DOUBLE = 4   /* IEEE 754, 8 bytes */
};

enum checkpoint_status {
    CHECKPOINT_FINE,
    CHECKPOINT_NO_MEMORY,
    CHECKPOINT_NO_FILE, /* cannot be opened, read or written */
    CHECKPOINT_DAMAGED, /* no checkpoint, cut off, or changed */
    CHECKPOINT_FOREIGN  /* of another kind, version or byte order */
};

enum { CHECKPOINT_NAME = 8, CHECKPOINT_TEXT = 200 };

/* A status with a sentence without newline. */
struct checkpoint_error {
    enum checkpoint_status status;
    char text[CHECKPOINT_TEXT];
};

/* Appended one after another; `data` must stay until the file is written. */
struct checkpoint_section {
    char name[CHECKPOINT_NAME + 1];
    enum checkpoint_type type;
    int64_t count; /* elements, from 0 */
    const void *data;
};

enum { CHECKPOINT_MOST = 16 }; /* sections of a file */

struct checkpoint_error
checkpoint_write(const char *path, enum checkpoint_kind kind,
                 const struct checkpoint_section *section, int count);

/* A file that is being read. */
struct checkpoint;

/* NULL on failure. Free with checkpoint_close, which takes NULL. */
struct checkpoint *checkpoint_open(const char *path, enum checkpoint_kind kind,
                                   struct checkpoint_error *error);
void checkpoint_close(struct checkpoint *c);
/* Elements of the section of that name, -1 if there is none. */
int64_t checkpoint_count(const struct checkpoint *c, const char *name);
/* The section's elements, which the caller frees (never NULL for a section of
 * none); NULL with *error unless it is there with that type and count. */
void *checkpoint_take(struct checkpoint *c, const char *name,
                      enum checkpoint_type type, int64_t count,
                      struct checkpoint_error *error);
/* Fills the error for what was read and makes no sense. Returns NULL. */
void *checkpoint_refuse(struct checkpoint_error *error, const char *sentence);

#endif
