/*
 * Reading uncompressed video: y4m with 4:2:0 samples of 8 bits.
 */
#ifndef HEDRA_EXAMPLES_H264_Y4M_H
#define HEDRA_EXAMPLES_H264_Y4M_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct y4m {
    FILE *file;
    const char *path;
    int width, height;
    int rate, scale; /* frames per second as a fraction; 0: not said */
    long frames;     /* read so far */
};

/* Opens `path` and reads its header. Ends the process with status 1 and a
 * message if it is not what the encoder takes. */
void y4m_open(struct y4m *in, const char *path);

/* Reads the next frame: width * height bytes of Y, then a quarter each of Cb
 * and Cr, into `samples`. False at the end of the file. An empty string is left
 * in `why` (of 256 bytes), or what is wrong with the frame. */
bool y4m_read(struct y4m *in, uint8_t *samples, char *why);

void y4m_close(struct y4m *in);

#endif
