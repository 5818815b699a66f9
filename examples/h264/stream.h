/*
 * The stream around the macroblocks: parameter sets, slice headers and NAL
 * units (clauses 7.3.1 to 7.3.3 and annex B).
 */
#ifndef HEDRA_EXAMPLES_H264_STREAM_H
#define HEDRA_EXAMPLES_H264_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file that is written, and is to be gone if that fails. */
struct output {
    FILE *file;
    const char *path;
    long long bytes;
    bool failed;
};

/* The macroblocks of the largest frames that there is a level for. */
enum { STREAM_LARGEST = 139264 };

/* What all frames share. */
struct sequence {
    int width, height, my, mx;
    int rate, scale; /* 0: not known */
    int qp;          /* from which slices differ */
    int reach;       /* of vectors, in samples */
    bool deblock;
};

struct slice {
    bool is_idr;
    int idr, number, qp; /* which IDR frame, frame_num */
};

/* Opens a file that is to be written. False, with a message, if it cannot be;
 * then it stays as it was. */
bool output_open(struct output *out, const char *path);
/* Writes bytes; a failure is kept. */
void output_write(struct output *out, const void *bytes, size_t count);
/* Hands all of it to the system. False, with a message, if something could not
 * be written. */
bool output_flush(struct output *out);
/* Closes the file. False, with a message, if something could not be written. */
bool output_close(struct output *out);
/* Closes the file and removes it. */
void output_discard(struct output *out);

/* Writes the two parameter sets. */
void stream_begin(const struct sequence *sequence, struct output *out);

/* Writes a slice header into the first bits of word[0..3], which are 0 before.
 * Returns how many. */
int stream_slice(const struct sequence *sequence, const struct slice *slice,
                 uint32_t *word);

/* Writes a slice as a NAL unit: `count` bits of header and macroblocks, then
 * `skipped` macroblocks if it is P. There is room for three words behind. */
void stream_end_slice(const struct slice *slice, uint32_t *word,
                      long long count, int skipped, struct output *out);

#endif
