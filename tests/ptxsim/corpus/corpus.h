/*
 * The corpus: kernels that nvcc and clang compiled to PTX (kernels/), each with
 * the same computation in C, compared on the PTX simulator or on a GPU.
 *
 * A case (corpus.def) is a function that fills arrays, launches the module's
 * kernels, computes what must come out and calls corpus_check. It knows neither
 * the machine nor which compiler made the PTX. Whatever goes wrong on the way
 * is printed and counted; the functions below then do nothing more, so that a
 * case need not look. Sizes are in bytes unless they count elements.
 */
#ifndef HEDRA_TESTS_PTXSIM_CORPUS_H
#define HEDRA_TESTS_PTXSIM_CORPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct corpus;

/* What a case calls ------------------------------------------------------- */

/* Zeroed memory of the host for n > 0 elements, freed at the end. */
void *corpus_new(struct corpus *c, int64_t n, size_t size);

/* Random numbers, the same on every run: 64 bits; a number within [low, high);
 * one of those at which types and operations have their edges. */
uint64_t corpus_random(struct corpus *c);
double corpus_uniform(struct corpus *c, double low, double high);
double corpus_edge_f64(struct corpus *c);
float corpus_edge_f32(struct corpus *c);
int64_t corpus_edge_s64(struct corpus *c);

/* Memory of the machine with a copy of `data` (NULL: zeros); its address. */
uint64_t corpus_upload(struct corpus *c, const void *data, size_t size);
void corpus_download(struct corpus *c, uint64_t address, void *data,
                     size_t size);

struct corpus_shape {
    unsigned grid[3], block[3];
    unsigned shared; /* dynamic */
};

/* A grid and a block of one dimension. */
#define CORPUS_LINE(blocks, threads)                                           \
    ((struct corpus_shape){                                                    \
        {(unsigned)(blocks), 1, 1}, {(unsigned)(threads), 1, 1}, 0})

struct corpus_arg {
    const void *value;
    size_t size;
};

/* Launches and waits. Arguments are CORPUS_ARG(variable), of the types of the
 * kernel's parameters; buffers are the uint64_t from corpus_upload. */
void corpus_launch(struct corpus *c, const char *kernel,
                   struct corpus_shape shape, int count,
                   const struct corpus_arg *arg);
#define CORPUS_ARG(variable)                                                   \
    {                                                                          \
        &(variable), sizeof(variable)                                          \
    }
#define CORPUS_LAUNCH(c, kernel, shape, ...)                                   \
    corpus_launch(c, kernel, shape,                                            \
                  (int)(sizeof((struct corpus_arg[]){__VA_ARGS__}) /           \
                        sizeof(struct corpus_arg)),                            \
                  (struct corpus_arg[]){__VA_ARGS__})

enum corpus_type {
    CORPUS_S8,
    CORPUS_S16,
    CORPUS_S32,
    CORPUS_S64,
    CORPUS_F32,
    CORPUS_F64
};

/* Compares n elements at `address` with `want`, bit for bit but that every NaN
 * equals every other. `what` names them. */
void corpus_check(struct corpus *c, const char *what, enum corpus_type type,
                  uint64_t address, const void *want, int64_t n);

/* Elements first, first + step, ...: n of them, of floating-point type, within
 * `ulps` units in the last place of want[first], ... or within `least`. */
void corpus_check_near(struct corpus *c, const char *what,
                       enum corpus_type type, uint64_t address,
                       const void *want, int64_t first, int64_t step, int64_t n,
                       double ulps, double least);

/* The cases ---------------------------------------------------------------- */

#define CORPUS_CASE(name) void corpus_##name(struct corpus *c);
#include "tests/ptxsim/corpus/corpus.def"
#undef CORPUS_CASE

/* Machines ----------------------------------------------------------------- */

enum corpus_open { CORPUS_OPENED, CORPUS_ABSENT, CORPUS_FAILED };

/* What executes PTX. A function that fails fills the report and returns false;
 * `machine` is the machine's own. */
struct report;
struct corpus_machine {
    const char *name;
    enum corpus_open (*open)(void **machine, struct report *why);
    bool (*load)(void *machine, const char *ptx, struct report *why);
    bool (*alloc)(void *machine, size_t size, uint64_t *address,
                  struct report *why);
    bool (*write)(void *machine, uint64_t address, const void *data,
                  size_t size, struct report *why);
    bool (*read)(void *machine, uint64_t address, void *data, size_t size,
                 struct report *why);
    bool (*launch)(void *machine, const char *kernel, struct corpus_shape shape,
                   int count, const struct corpus_arg *arg, struct report *why);
    void (*close)(void *machine);
};

extern const struct corpus_machine corpus_ptxsim, corpus_checked,
    corpus_counted, corpus_cuda;

/* What the machine corpus_counted has counted, in the form of HEDRA_COUNT=json,
 * malloc'ed; NULL: no memory. */
char *corpus_counts(void *machine);

#endif
