/*
 * Lattices and files: states as raw numbers, and checkpoints, which hold all
 * that a run depends on. Statuses are as hedra_tsa.h has them, of which this is
 * a part.
 */
#ifndef HEDRA_TSA_FILE_H
#define HEDRA_TSA_FILE_H

#ifndef HEDRA_TSA_H
#error "hedra_tsa_file.h is a part of hedra_tsa.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces the state by that of a file of raw numbers in the machine's order,
 * float or double: nx * ny real parts, then as many imaginary ones. The file
 * must hold these and no more: HEDRA_ERROR_FILE otherwise. */
HEDRA_TSA_API enum hedra_status hedra_tsa_load(struct hedra_tsa *tsa,
                                               const char *path,
                                               struct hedra_error *why);

/* Writes such a file through a temporary one; HEDRA_ERROR_FILE if that fails,
 * and one that is there stays. */
HEDRA_TSA_API enum hedra_status hedra_tsa_save(const struct hedra_tsa *tsa,
                                               const char *path,
                                               struct hedra_error *why);

/* Writes a checkpoint: the state, the marked one, the couplings, the potential
 * and the options, and `bytes` bytes of the caller's own, `notes` (NULL if
 * there are none). The file appears whole, in place of one of that name, or not
 * at all: then what was there stays, and the status is HEDRA_ERROR_FILE, or
 * HEDRA_ERROR_VALUE if an amplitude is not finite.
 * runtime/base/CHECKPOINT.md describes the format. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_checkpoint(const struct hedra_tsa *tsa, const char *path,
                     const void *notes, size_t bytes, struct hedra_error *why);

/* Makes a lattice in *out, or NULL there, that goes on where the one that was
 * saved was: with the same bits if the method is the same, on processors of the
 * same instruction set. Of `options` only how to compute is read, from `method`
 * on; NULL: the file's method. The caller's bytes are put in *notes, to be
 * freed with free, and their number in *bytes, unless notes is NULL.
 * HEDRA_ERROR_FILE, HEDRA_ERROR_DAMAGED or HEDRA_ERROR_FOREIGN says that the
 * file will not do; otherwise it fails as hedra_tsa_create. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_restart(const char *path, const struct hedra_tsa_options *options,
                  struct hedra_tsa **out, void **notes, size_t *bytes,
                  struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
