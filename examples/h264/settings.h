/*
 * The command line.
 */
#ifndef HEDRA_EXAMPLES_H264_SETTINGS_H
#define HEDRA_EXAMPLES_H264_SETTINGS_H

#include <stdbool.h>

struct settings {
    const char *in, *out, *recon;
    int qp, gop, range;
    double bitrate; /* bits of a second; 0: QP is constant */
    long frames;    /* at most; 0: all */
    bool deblock, plain, stats, bits, times;
    int kinds; /* percent of intra macroblocks in P frames by chance, or -1 */
};

/* Ends the process with status 1 and a message on what it does not
 * understand. */
void settings_parse(int argc, char **argv, struct settings *s);

#endif
