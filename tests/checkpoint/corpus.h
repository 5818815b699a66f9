/*
 * Damaged checkpoints: every shorter file, every flipped bit, flipped bits
 * under checksums that were made right again, other versions, kinds and byte
 * orders. The format is read here as runtime/base/CHECKPOINT.md tells it, not by the
 * library.
 */
#ifndef HEDRA_TESTS_CHECKPOINT_CORPUS_H
#define HEDRA_TESTS_CHECKPOINT_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

enum corpus_outcome {
    CORPUS_MADE, /* an object, which was stepped and destroyed */
    CORPUS_DAMAGED,
    CORPUS_FOREIGN,
    CORPUS_NO_FILE,
    CORPUS_REFUSED /* for another reason, with nothing made */
};

/* Makes an object from a file. */
typedef enum corpus_outcome corpus_restart(const char *path);

/* A folder of this process's own, removed at the end with what is in it. */
const char *corpus_folder(void);
/* FOLDER/name; valid until the next call but three. */
const char *corpus_path(const char *name);
void corpus_write(const char *path, const void *bytes, size_t length);
/* Ends the process if there is none; the caller frees it. */
unsigned char *corpus_read(const char *path, size_t *length);

/* Looks at the file byte by byte, then damages it; `kind` is 1 or 2. Prints how
 * many there were of each, and returns how many failed. `quick`: a bit of each
 * byte only. */
int corpus_check(const char *good, int kind, corpus_restart *restart,
                 bool quick);

#endif
