/*
 * Dumps: the arrays of one run in a file, and the comparison of two of them.
 *
 * A file is the line "pbdump 1" and, for each array, a line of its name, type,
 * flags and extents, followed by the elements as they lie in memory. Dumps are
 * for machines of equal byte order. Nothing here knows about kernels.
 */
#ifndef HEDRA_TESTS_POLYBENCH_DUMP_H
#define HEDRA_TESTS_POLYBENCH_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum pb_type { PB_F64, PB_F32, PB_I32, PB_I8, PB_TYPE_COUNT };

enum pb_dump_flags {
    /* Holds directions of rounding noise (the columns of Gram-Schmidt beyond
     * the rank): bit for bit comparable, but not within a tolerance. */
    PB_NOISE = 1
};

enum { PB_MAX_RANK = 3, PB_NAME_SIZE = 32 };

struct pb_block {
    char name[PB_NAME_SIZE];
    enum pb_type type;
    unsigned flags;
    int rank, extent[PB_MAX_RANK];
    void *data;
};

size_t pb_type_size(enum pb_type type);
/* Elements in a block. */
size_t pb_block_count(const struct pb_block *block);
/* A 64-bit hash of the elements' bytes. */
uint64_t pb_block_hash(const struct pb_block *block);
/* The first element that is an infinity or not a number; count if none is. */
size_t pb_block_find_nonfinite(const struct pb_block *block);
/* Writes "name[i][j]" of element `index` to `text`. */
void pb_block_place(const struct pb_block *block, size_t index, char *text,
                    size_t size);

/* Writes a dump; false with errno set on failure. */
bool pb_dump_write(const char *path, const struct pb_block *block, int count);
/* Reads up to `max` blocks, whose data the caller frees one by one. The number
 * read, or -1 after a sentence on stderr. */
int pb_dump_read(const char *path, struct pb_block *block, int max);

/* Compares two dumps and reports the first difference of each array on `out`.
 * tolerance 0: bit for bit; otherwise elements may differ by `tolerance` times
 * the largest magnitude in the array, and PB_NOISE arrays are passed over.
 * 0: equal, 1: different, 2: a file cannot be read or their shapes differ. */
int pb_dump_compare(const char *expected, const char *actual, double tolerance,
                    FILE *out);

#endif
