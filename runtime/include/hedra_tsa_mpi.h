/*
 * Trotter-Suzuki evolution (<hedra_tsa.h>) of a lattice that is spread over the
 * ranks of an MPI communicator; installed as <hedra_tsa_mpi.h>, in the library
 * hedra_mpi.
 *
 * Ranks form the grid over the lattice whose borders are the shortest; each
 * owns a rectangle of it for good. One pass of several steps needs, from the
 * eight neighbours, the sites within two of the rectangle for each step: they
 * travel while the rank computes what does not depend on them, then the rim is
 * computed from them. Every site gets the bits that one rank alone gives it,
 * for any number of ranks, in imaginary time too.
 *
 * All functions but _destroy, _part and _get are collective: every rank of the
 * communicator calls them, with the same options but for `threads` and the
 * arrays, which are of its own rectangle (all ranks have one, or none has).
 * Errors are those of <hedra_tsa.h> and are the same on all ranks:
 * HEDRA_ERROR_VALUE if options differ.
 */
#ifndef HEDRA_TSA_MPI_H
#define HEDRA_TSA_MPI_H

#include <mpi.h>

#include <hedra_tsa.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_tsa_mpi;

/* Puts the rectangle of the whole lattice (nx, ny) that this rank owns in
 * *part. HEDRA_ERROR_SIZE if no grid of so many ranks will do: a rectangle
 * needs 6 sites along an axis that is divided. */
HEDRA_TSA_API enum hedra_status hedra_tsa_mpi_part(MPI_Comm comm, int64_t nx,
                                                   int64_t ny,
                                                   struct hedra_tsa_part *part,
                                                   struct hedra_error *why);

/* Makes an object in *out, which hedra_tsa_mpi_destroy frees, or NULL there;
 * duplicates the communicator. options->nx and ny are the whole lattice's;
 * link_x, link_y and potential are arrays of this rank's rectangle. The method
 * is STREAM whatever the options say; `fused` steps share a pass, as far as
 * rectangles are large enough. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_create(MPI_Comm comm, const struct hedra_tsa_options *options,
                     struct hedra_tsa_mpi **out, struct hedra_error *why);

/* Frees the object; NULL is allowed. Collective. */
HEDRA_TSA_API void hedra_tsa_mpi_destroy(struct hedra_tsa_mpi *tsa);

/* Replaces the state as hedra_tsa_put does; `re` and `im` are this rank's
 * rectangle of it. */
HEDRA_TSA_API enum hedra_status hedra_tsa_mpi_put(struct hedra_tsa_mpi *tsa,
                                                  const void *re,
                                                  const void *im,
                                                  struct hedra_error *why);

/* Copies this rank's rectangle of the state to the caller's arrays as
 * hedra_tsa_get does; not collective. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_get(const struct hedra_tsa_mpi *tsa, void *re, void *im,
                  struct hedra_error *why);

/* Sets the state to the packet of hedra_tsa_gaussian on the whole lattice, in
 * whose coordinates `centre` is; the same arguments on all ranks. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_gaussian(struct hedra_tsa_mpi *tsa, const double centre[2],
                       const double sigma[2], const double k[2],
                       struct hedra_error *why);

/* Sets the state to the wave of hedra_tsa_plane_wave on the whole lattice; the
 * same k on all ranks. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_plane_wave(struct hedra_tsa_mpi *tsa, const double k[2],
                         struct hedra_error *why);

/* Advances as hedra_tsa_step does: all ranks ask for the same number of steps.
 */
HEDRA_TSA_API enum hedra_status hedra_tsa_mpi_step(struct hedra_tsa_mpi *tsa,
                                                   int64_t count,
                                                   struct hedra_error *why);

/* Observes the whole state as hedra_tsa_observe does, on every rank. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_observe(struct hedra_tsa_mpi *tsa,
                      struct hedra_tsa_observables *out,
                      struct hedra_error *why);

/* Remembers the present state as hedra_tsa_mark does, each rank its own
 * rectangle. */
HEDRA_TSA_API enum hedra_status hedra_tsa_mpi_mark(struct hedra_tsa_mpi *tsa,
                                                   struct hedra_error *why);

/* Puts <remembered | present> of the whole lattice in *re and *im as
 * hedra_tsa_autocorrelation does; all ranks get the sum. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_autocorrelation(const struct hedra_tsa_mpi *tsa, double *re,
                              double *im, struct hedra_error *why);

/* Writes a checkpoint as hedra_tsa_checkpoint does, and fails as it does: the
 * very file that one rank with the method STREAM writes, but for a marked
 * state, which is left out; so hedra_tsa_restart reads it too. Rank 0 writes
 * it, for which it needs the memory of the whole lattice three times; path,
 * notes and bytes count there alone. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_checkpoint(const struct hedra_tsa_mpi *tsa, const char *path,
                         const void *notes, size_t bytes,
                         struct hedra_error *why);

/* Makes an object in *out, or NULL there, from the file of any number of ranks,
 * or of one lattice, and fails as hedra_tsa_restart does: it goes on with the
 * same bits. Rank 0 reads the file (path counts there alone), with as much
 * memory; a marked state is left out. Of `options`, which may be NULL, `fused`
 * and `threads` are read. The notes come to all ranks, each to free its own. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_mpi_restart(MPI_Comm comm, const char *path,
                      const struct hedra_tsa_options *options,
                      struct hedra_tsa_mpi **out, void **notes, size_t *bytes,
                      struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
