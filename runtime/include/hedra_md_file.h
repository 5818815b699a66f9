/*
 * Files that particles of <hedra_md.h> come from. Numbers are read with a point
 * whatever the locale. Nothing is printed.
 */
#ifndef HEDRA_MD_FILE_H
#define HEDRA_MD_FILE_H

#include "hedra_md.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a file holds, in memory that hedra_md_data_free frees. */
struct hedra_md_data {
    double low[3], high[3];
    int types;
    double *mass;               /* of each type; NULL: the file has none */
    struct hedra_md_pair *pair; /* NULL: none; cutoff 0 where none is given */
    int pairs;
    /* In the order of their ids; velocities and images are 0 where the file has
     * none, forces NULL. */
    struct hedra_md_particles particles;
};

/* Reads a data file of LAMMPS ("Format of a data file", its manual's
 * read_data), of atom_style atomic: the header's lines in any order, comments,
 * and the sections Masses, Pair Coeffs (epsilon sigma, and a cutoff or none),
 * Atoms (with images or without) and Velocities. Triclinic boxes, other styles,
 * bonds and other sections are refused by name.
 *
 * HEDRA_ERROR_FILE: the file cannot be read; HEDRA_ERROR_DAMAGED: it is not
 * such a file, is cut off, or has numbers that cannot be; the text begins with
 * the file and the line, and why->row is that line. HEDRA_ERROR_NO_MEMORY.
 * *data is all zero then. */
HEDRA_MD_API enum hedra_status hedra_md_read_data(const char *path,
                                                  struct hedra_md_data *data,
                                                  struct hedra_error *why);

/* Frees what the struct holds, and makes it all zero; NULL is allowed. */
HEDRA_MD_API void hedra_md_data_free(struct hedra_md_data *data);

#ifdef __cplusplus
}
#endif

#endif
