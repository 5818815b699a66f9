/*
 * Counts on paper: as a table, as JSON, and beside the PTX and the source.
 *
 * Writers write the regions in the order given, and kernels and instructions in
 * that of the PTX; the same counts give the same bytes. Nothing here counts.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_PRINT_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_PRINT_H

#include "runtime/ptxsim/count/counts.h"
#include "runtime/ptxsim/count/resources.h"

#include <stdio.h>

/* A region of the program. */
struct show_region {
    const char *name, *file;
    int line;
    const struct counts *counts;
};

struct show {
    int count;
    const struct show_region *region;
    const struct arch *arch;
    const struct resources *resources; /* NULL: unknown */
};

/* Per kernel: instructions by class, lanes, divergence, memory by space and by
 * access of the source, caches, occupancy, roofline. Of memory: requests, lanes
 * active in each, what they cost together, would have at best, and each; eta is
 * the access pattern's efficiency, best by cost (thesis, eq. 2.10). */
void show_table(FILE *out, const struct show *s);
/* What show_table shows, and each instruction (all of a kernel, and of the
 * functions that it calls those that were reached). The object's members are
 * described in print_json.c. */
void show_json(FILE *out, const struct show *s);
/* Per kernel: the source's lines by falling weight, then the PTX with its
 * counts and, where they are found, the source's lines between it. */
void show_annotated(FILE *out, const struct show *s);

/* What the writers share --------------------------------------------------- */

/* Returns the occupancy of a kernel as it was launched last, with its registers
 * where they are known. */
struct occupancy show_occupancy(const struct show *s,
                                const struct count_kernel *k);
/* Clocks that the instruction keeps its multiprocessor's ports busy: issue,
 * shared memory, L1, and its share of L2, added. */
double show_weight(const struct arch *arch, const struct count_insn *n);
/* "global", "load". */
const char *show_space(enum ptxsim_space_kind space);
const char *show_kind(enum ptxsim_kind kind);
/* a / b, or 0. */
double show_ratio(uint64_t a, uint64_t b);

/* Whether the kernel's text has the instruction: it is the kernel's or was
 * issued, and is not an end that nobody wrote. */
bool show_instruction(const struct counts *c, const struct count_kernel *k,
                      int insn);
/* Whether an instruction accesses memory, and what it does there. */
bool show_accesses(const struct ptxsim_insn *i);
enum ptxsim_kind show_kind_of(const struct ptxsim_insn *i);

/* What a request to a space is measured in, and how many were needed and would
 * have been: sectors, wavefronts, or turns. */
struct show_cost {
    const char *unit;
    uint64_t actual, ideal;
};
struct show_cost show_cost_of(enum ptxsim_space_kind space,
                              const struct count_traffic *t);

#endif
