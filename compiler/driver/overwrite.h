/*
 * The files that a call reads and writes, by device and inode, so that no name
 * of a file (a link, ./x, d/../x) hides that writing one would lose another.
 *
 * Only regular files can be lost: devices, pipes and folders are left out. A
 * file that is not there yet is its folder and its name in it.
 */
#ifndef HEDRA_COMPILER_DRIVER_OVERWRITE_H
#define HEDRA_COMPILER_DRIVER_OVERWRITE_H

#include <stdbool.h>

#include "runtime/base/base.h"

struct paths_file;

/* Zeroed but for the arena. */
struct paths {
    struct arena *arena;
    int count, cap;
    struct paths_file *file;
};

/* Adds a path, which lives as long as `paths`. `what` is what messages call it:
 * "the source". NULL, for a path, is none. */
void paths_read(struct paths *paths, const char *what, const char *path);
void paths_write(struct paths *paths, const char *what, const char *path);

/* False with FAULT_USAGE for each file to be written that is another one of
 * those. To be asked before anything is written. */
bool paths_check(const struct paths *paths, struct faults *faults);

/* "-" and other names of the standard output, which is not replaced but written
 * to. */
bool paths_is_stdout(const char *path);

/* Writes the text to the standard output, or to the file as base_write_file
 * does; false with a fault. */
bool paths_put(const char *path, const struct buf *text, struct faults *faults);

#endif
