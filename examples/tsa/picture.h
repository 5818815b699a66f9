/* A wave function as a PNG file. */
#ifndef HEDRA_EXAMPLES_TSA_PICTURE_H
#define HEDRA_EXAMPLES_TSA_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

struct picture {
    int64_t nx, ny;
    const double *re, *im;   /* row by row */
    const double *potential; /* grey where it is not zero */
};

/* False if the file cannot be written; then there is none. */
bool picture_write(const struct picture *p, const char *path);

#endif
