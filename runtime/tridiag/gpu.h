/*
 * The tridiagonal solver on a device that libhedra opens (device.h), by the
 * kernels of backends/hosted/tridiag*.c.
 *
 * Contiguous systems lie one after the other and are solved as one: where one
 * begins b, where it ends c counts as zero, and the blocks take no notice.
 * Interleaved ones have a thread each if they are many, or are put one after
 * the other. Reduced systems, factors and what else an object needs stay on the
 * device; one launch follows another without a word from it, and what went
 * wrong is fetched at the end, to be explained on the host. A system that does
 * not fit in the memory that it may use goes through it in chunks of blocks,
 * once for each pass. Up to three chunks are there at the same time, each in a
 * queue of its own (device.h): one comes while another is worked on and a third
 * goes.
 *
 * Arrays come and go as those of regions do (mirror.h): what the program keeps
 * on the device by hedra_keep is not transferred.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_GPU_H
#define HEDRA_RUNTIME_TRIDIAG_GPU_H

#include "runtime/base/base.h"
#include "runtime/tridiag/batch.h"

struct tridiag_gpu;

/* For t->problem, which has a device, with t->elements and t->offset. On
 * failure NULL, the status and a text. */
struct tridiag_gpu *tridiag_gpu_new(const struct hedra_tridiag *t,
                                    enum hedra_status *status,
                                    struct report *why);
void tridiag_gpu_free(struct tridiag_gpu *gpu);

/* Does on the device what tridiag_batch_run does on the host. After
 * HEDRA_ERROR_NO_DEVICE tridiag_gpu_text says why. */
struct tridiag_outcome tridiag_gpu_run(struct hedra_tridiag *t,
                                       enum tridiag_action action,
                                       const struct tridiag_arrays *arrays);
const char *tridiag_gpu_text(const struct tridiag_gpu *gpu);

/* Makes the host's copies current, and if the host will write x, the device's
 * stale. False with a text. */
bool tridiag_gpu_bring_home(const struct hedra_tridiag *t,
                            const struct tridiag_arrays *arrays, bool writes_x);
/* After the host wrote x. */
void tridiag_gpu_written(const struct hedra_tridiag *t,
                         const struct tridiag_arrays *arrays);

bool tridiag_gpu_streams(const struct tridiag_gpu *gpu);
/* Whether d is lost if it is x and something is wrong. */
bool tridiag_gpu_spoils(const struct tridiag_gpu *gpu);
int tridiag_gpu_levels(const struct tridiag_gpu *gpu);
int64_t tridiag_gpu_blocks(const struct tridiag_gpu *gpu, int level);

/* delta of eq. 7 there; false with a text. */
bool tridiag_gpu_tune(enum hedra_tridiag_type type, const char *device,
                      double *delta, struct report *why);

#endif
