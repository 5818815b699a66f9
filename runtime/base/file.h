/*
 * Whole files: read into memory, and written so that a failure leaves no part
 * of one.
 */
#ifndef HEDRA_RUNTIME_BASE_FILE_H
#define HEDRA_RUNTIME_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* A whole file as a terminated text; NULL with errno set if it cannot be read.
 * The caller frees it. `length` may be NULL. */
char *base_read_file(const char *path, size_t *length);
/* Where a file comes to lie that is written to `path`: behind symbolic links,
 * also of a file that is not there yet. NULL with errno; the caller frees it.
 */
char *base_final_path(const char *path);
/* Writes through a temporary file beside the final path of `path` and renames
 * it, so that a failure leaves no partial file; false with errno set on
 * failure. A file that was there keeps its permissions. */
bool base_write_file(const char *path, const char *text, size_t length);
/* Writes several parts, one after another, as base_write_file does. `safe`: on
 * the disk before the old file goes, so that a crash of the machine leaves one
 * of both. */
struct base_part {
    const void *bytes;
    size_t length;
};
bool base_write_parts(const char *path, const struct base_part *part, int count,
                      bool safe);

#endif
