/*
 * The tuning file: what was measured to be better than the model's choice, by
 * region, device and sizes.
 *
 * Text, an entry a block:
 *
 *   hedra-tuning 1
 *
 *   region 6f1d3a90b2c4e871          the region's key
 *   name main gemm.c:12              for readers
 *   device host, 2 threads           as hedra_device_name has it
 *   sizes n=1000 m=20                of the program that was measured
 *   choice host.first=32             by polyhedral/limits/tunable.def; nothing:
 *                                    the model's; of the clauses layout of a
 *                                    file, layout=KIND, which all arrays get,
 *                                    `none` (C's order) or `written`
 *   seconds 0.0123                   in the region, in one run of the program
 *   model 0.0145                     these with the model's choice
 *   limit DRAM bandwidth             what limits it
 *   measured 12                      candidates
 *   end 3f9a01c7                     the checksum of the lines since `region`
 *
 * Lines come in this order. Owns nothing: what it reads lives in the arena
 * given.
 */
#ifndef HEDRA_COMPILER_TUNE_FILE_H
#define HEDRA_COMPILER_TUNE_FILE_H

#include "compiler/output/output.h"
#include "runtime/base/base.h"

struct tune_entry {
    uint64_t key;
    const char *name, *device, *limit;
    int size_count;
    struct region_size *size;
    int64_t want[CHOICE_COUNT];
    const char *layout; /* of the clauses of a file; NULL: of a region */
    double seconds, model;
    long measured;
};

struct tune_file {
    const char *path;
    int count, cap;
    struct tune_entry *entry; /* of the same region the newest comes last */
};

/* The number of what the region computes: of its text form without names of
 * files and functions and without places. Not 0. */
uint64_t tune_key(const struct scop *scop);
/* The same of the clauses layout of a file (unit_layouts). */
uint64_t tune_layouts_key(const char *clauses);
/* A number for what was printed of a region. */
uint64_t tune_code(const struct stub_region *region);
/* Was it a GPU, or what does as if it were one? */
bool tune_is_gpu(const struct tune_entry *entry);

/* Reads a file; one that is not there is empty if it may be `absent`. NULL with
 * a fault, at the line of the file that is wrong. */
struct tune_file *tune_file_read(struct arena *arena, const char *path,
                                 bool absent, struct faults *faults);
/* Puts an entry in place of that for the same region, device and sizes, at the
 * end. */
void tune_file_add(struct arena *arena, struct tune_file *file,
                   const struct tune_entry *entry);
void tune_file_print(const struct tune_file *file, struct buf *out);
/* The entry for a region on the host, or on a GPU (whose name holds `device`,
 * if that is not NULL): that of the nearest sizes, as far as they are known, of
 * those the newest. NULL: none. */
const struct tune_entry *
tune_file_find(const struct tune_file *file, uint64_t key, bool gpu,
               const char *device, const struct region_size *size, int count);

#endif
