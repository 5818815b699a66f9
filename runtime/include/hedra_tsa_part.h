/*
 * A lattice that is spread over several objects, which exchange rectangles of
 * their states: what <hedra_tsa_mpi.h> is made of.
 *
 * A full step is made of 1 (order 2) or 5 (order 4) stages; a stage reaches two
 * sites further along either axis. The state between pieces of a run is that of
 * no time. Statuses are as hedra_tsa.h has them, of which this is a part.
 */
#ifndef HEDRA_TSA_PART_H
#define HEDRA_TSA_PART_H

#ifndef HEDRA_TSA_H
#error "hedra_tsa_part.h is a part of hedra_tsa.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns how many stages a full step has; 0 for NULL. */
HEDRA_TSA_API int hedra_tsa_stages(const struct hedra_tsa *tsa);

/* Sets the energy from which the potential counts in imaginary time: at first
 * the least potential of the object (the greatest for a negative step). Objects
 * that share a lattice need the same one: that of the whole. The method is
 * STREAM (HEDRA_ERROR_VALUE otherwise), and no run is under way. */
HEDRA_TSA_API enum hedra_status hedra_tsa_set_origin(struct hedra_tsa *tsa,
                                                     double energy,
                                                     struct hedra_error *why);

/* Does stages [first, first + count) of a run of `total` of them (negative:
 * back in time), with the method STREAM (HEDRA_ERROR_VALUE otherwise): a run in
 * such pieces gives the bits of hedra_tsa_step. Imaginary time's normalisation
 * is left out; HEDRA_ERROR_REVERSE: it does not go back. */
HEDRA_TSA_API enum hedra_status hedra_tsa_pass(struct hedra_tsa *tsa,
                                               int64_t first, int64_t count,
                                               int64_t total,
                                               struct hedra_error *why);

/* A rectangle of the state: columns [x, x + width), rows [y, y + height).
 * Arrays of it have width * height numbers, row by row. */
struct hedra_tsa_part {
    int64_t x, y, width, height;
};

/* Replaces the rectangle's amplitudes, which must be finite. HEDRA_ERROR_SIZE:
 * it is not on the lattice. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_put_part(struct hedra_tsa *tsa, const struct hedra_tsa_part *part,
                   const void *re, const void *im, struct hedra_error *why);

/* Copies the rectangle's amplitudes to the caller's arrays. HEDRA_ERROR_SIZE:
 * it is not on the lattice. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_get_part(const struct hedra_tsa *tsa,
                   const struct hedra_tsa_part *part, void *re, void *im,
                   struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
