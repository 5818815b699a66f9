/*
 * Files that particles of <hedra_md.h> come from and go to. Numbers are read
 * and written with a point whatever the locale; those that are written are read
 * as the same bits. Nothing is printed.
 */
#ifndef HEDRA_MD_FILE_H
#define HEDRA_MD_FILE_H

#include "hedra_md.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a file holds, in memory that hedra_md_data_free frees. */
struct hedra_md_data {
    double low[3], high[3];
    bool open[3]; /* this axis is not periodic, as an XYZ file says in pbc */
    int types;
    char (*species)[16];        /* of each type, of an XYZ file; or NULL */
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

/* Reads a frame of a file in the extended XYZ format (count; a line of
 * key=value with Lattice, and Properties, Origin and pbc or none of them;
 * particles), the first being 0, or the last, -1. Of the properties pos:R:3,
 * species:S:1, velo:R:3 or vel:R:3, id:I:1, type:I:1 and image:I:3 are taken,
 * others passed over; without Properties lines are a species and a position.
 * Types are those of `type`, or count species in the order in which they come.
 * particles are in the file's order; mass and pair are NULL. A Lattice that is
 * not orthogonal is refused by name. Errors are those of hedra_md_read_data;
 * HEDRA_ERROR_ARGUMENT: frame is below -1. */
HEDRA_MD_API enum hedra_status hedra_md_read_xyz(const char *path,
                                                 int64_t frame,
                                                 struct hedra_md_data *data,
                                                 struct hedra_error *why);

/* Frees what the struct holds, and makes it all zero; NULL is allowed. */
HEDRA_MD_API void hedra_md_data_free(struct hedra_md_data *data);

/* Writing ----------------------------------------------------------------- */

enum hedra_md_format {
    /* A frame of extended XYZ: id, species, type, pos, velo, image. Species are
     * Ar, Kr, Xe, Ne, He, Rn, and X7 and so on from the seventh type. */
    HEDRA_MD_XYZ,
    HEDRA_MD_DUMP, /* a frame of LAMMPS' "dump custom id type x y z vx ..." */
    HEDRA_MD_DATA  /* a data file of LAMMPS, with masses and images */
};

/* Writes the present state in the order in which particles were given. The file
 * is new, through a temporary one beside it, so that an error leaves what was
 * there; or with `append` a frame more of XYZ or DUMP, which an error takes
 * away again. Types without a mass of their own have 1; DATA has the section
 * Pair Coeffs if the options had pairs.
 *
 * HEDRA_ERROR_ARGUMENT: a pointer is NULL, there is no such format, or `append`
 * is for DATA; HEDRA_ERROR_FILE: the file cannot be written, and the text says
 * why; HEDRA_ERROR_NO_MEMORY. */
HEDRA_MD_API enum hedra_status hedra_md_write(const struct hedra_md *md,
                                              int format, const char *path,
                                              bool append,
                                              struct hedra_error *why);

/* Checkpoints ------------------------------------------------------------- */

/* Writes all that the run depends on, and `bytes` of the caller's own, to a
 * file (runtime/base/CHECKPOINT.md) that appears whole or not at all: an error
 * leaves what was there. HEDRA_ERROR_FILE: the file cannot be written;
 * HEDRA_ERROR_ARGUMENT, HEDRA_ERROR_NO_MEMORY. */
HEDRA_MD_API enum hedra_status hedra_md_save(const struct hedra_md *md,
                                             const char *path,
                                             const void *notes, size_t bytes,
                                             struct hedra_error *why);

/* Makes an object in *made, for hedra_md_destroy, or NULL there, from a file of
 * hedra_md_save, and forgets no thermostat and no mark: with the same order of
 * cells, and on a processor with the same instructions, the run goes on with
 * the same bits. With full lists it does with any order. *notes, unless notes
 * is NULL, gets the caller's bytes, which the caller frees, and *bytes their
 * number.
 *
 * HEDRA_ERROR_FILE: the file cannot be read; HEDRA_ERROR_DAMAGED: it is no
 * checkpoint, is cut off or changed; HEDRA_ERROR_FOREIGN: it is one of another
 * kind, version or byte order; and errors of hedra_md_create. */
HEDRA_MD_API enum hedra_status
hedra_md_restart(const char *path, const struct hedra_order_options *order,
                 struct hedra_md **made, void **notes, size_t *bytes,
                 struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
