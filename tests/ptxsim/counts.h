/*
 * Kernels run and counted, for the tests: a program in a space of its own, and
 * arrays in it. What fails ends the test.
 */
#ifndef HEDRA_TESTS_PTXSIM_COUNTS_H
#define HEDRA_TESTS_PTXSIM_COUNTS_H

#include "runtime/ptxsim/count/count.h"

struct rig {
    struct ptxsim_space *space;
    struct ptxsim_program *program;
    struct counts *counts;
    char *ptx;
    const struct arch *arch;
    int threads; /* host threads of launches, 1 at first */
};

/* A program of the texts up to NULL (without .version and the like), counted
 * for sm_80. */
struct rig rig_new(const char *const *text);
void rig_free(struct rig *r);
/* `count` words of global memory, set to 0, 1, 2, …; its address. */
uint64_t rig_words(struct rig *r, int count);
/* Their host address. */
uint32_t *rig_host(struct rig *r, uint64_t address, int count);
/* Runs a kernel over gx * gy blocks of bx * by threads; `param` has all its
 * parameters, 8 bytes each. */
void rig_run(struct rig *r, const char *kernel, int gx, int gy, int bx, int by,
             const uint64_t *param);
const struct count_kernel *rig_kernel(const struct rig *r, const char *kernel);
/* The counts of the kernel's only instruction that begins with `text`. */
const struct count_insn *rig_insn(const struct rig *r, const char *kernel,
                                  const char *text);
/* What a writer writes of all that was counted; malloc'ed. */
char *rig_show(const struct rig *r, void (*show)(FILE *, const struct show *),
               const struct resources *resources);

#endif
