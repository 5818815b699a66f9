/*
 * A run of brush: what its commands share, and the commands.
 *
 * The door of compiler/brush/, which is a program: nobody else includes it.
 * Everything of a run lives in its arena; files are written at the end, when
 * nothing was wrong.
 *
 *   main.c     the command line's action
 *   options.c  the command line, by the rows of options.def
 *   work.c     what a run has at hand: shells, results, files to be written
 *   gen.c      brush gen: writes kernels and their manifest
 *   explain.c  brush explain: prints the recurrences and what they cost
 *   tune.c     brush tune: times candidates and says which is best
 *   cubin.c    has ptxas make cubins of PTX
 */
#ifndef HEDRA_COMPILER_BRUSH_BRUSH_H
#define HEDRA_COMPILER_BRUSH_BRUSH_H

#include "brush/library/library.h"
#include "compiler/brush/options.h"

struct progress;

struct work_file {
    const char *name;
    struct buf text;
};

struct brush_work {
    struct arena *arena;
    const struct brush_options *options;
    struct faults faults;
    bool overwrites; /* one of them is that a file would overwrite another */
    struct progress *progress;
    int files, file_cap;
    struct work_file *file;
};

/* work.c: may what is to be written be written? */
struct paths;
bool work_check_paths(struct brush_work *w, const struct paths *paths);

/* An empty file to be written to `folder`; all of them, false
 * with a fault if that fails; and their end. */
struct work_file *work_add_file(struct brush_work *w, const char *name);
bool work_write_files(struct brush_work *w, const char *folder);
void work_free_files(struct brush_work *w);

/* The contents of a file, in the arena; NULL with a fault. */
const char *work_read_file(struct brush_work *w, const char *path);

/* NULL with faults if the file cannot be read. */
struct basis *work_read_basis(struct brush_work *w);

/* What the command line asks of a library for C. */
struct library_options work_library_options(struct brush_work *w,
                                            const struct basis *basis,
                                            enum kir_type type);

/* The module as it is printed, in `arena`: checked and optimised. False with
 * faults if it breaks the rules of KIR. */
bool work_optimise(struct brush_work *w, struct arena *arena,
                   struct kir_module **module);
struct target;
bool work_print(struct brush_work *w, struct arena *arena,
                const struct kir_module *module, const struct target *target,
                struct buf *out);

/* cubin.c: machine code of all kernels in one file for each of the
 * architectures that the command line names, and what the assembler says of
 * each kernel, to stdout. */
bool brush_assemble(struct brush_work *w, struct library *l);

/* The commands. */
void brush_generate(struct brush_work *w);
void brush_explain(struct brush_work *w);
void brush_tune(struct brush_work *w);

/* gen.c: the C files of a library, to be written; `devices` as for
 * brush gen, or NULL. */
bool work_add_library(struct brush_work *w, struct library *l,
                      struct library *devices);

#endif
