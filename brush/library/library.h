/*
 * Libraries: the shells of a basis, the kernels that they need, and the C text
 * that ties both together for the runtime (runtime/include/hedra_eri.h).
 *
 * A library is made once from a basis and the elements wanted; its kernels are
 * built one by one, each in a module of its own, since the text of each is long
 * and may be compiled apart from the others. The same input gives the same
 * text, byte for byte.
 *
 *   library.c  shells, kernels and the printed registration
 *   class.c    classes of quartets with kernels of their own
 *   tuned.c    paths that were measured to be the fastest
 */
#ifndef HEDRA_BRUSH_LIBRARY_LIBRARY_H
#define HEDRA_BRUSH_LIBRARY_LIBRARY_H

#include "brush/kernel/kernel.h"

struct library_options {
    const char *name;   /* a C identifier: begins all public names */
    enum kir_type type; /* of integrals: KIR_F64 or KIR_F32 */
    int lanes;          /* quartets at once on the host */
    int merge;          /* functions of a merged shell, at most; 0: SP shells
                           stay, others are not merged */
    int path; /* of enum path, for all kernels; -1: the best of each */
    int most; /* operations of a kernel for devices; 0: any number */
    bool wanted[BASIS_MAX_Z + 1];
};

/* Shells with equal constants, whatever the element. */
struct library_shell {
    int kind;
    const struct basis_shell *source;
    double *coefficient; /* [segment][primitive], normalised */
};

enum { LIBRARY_CLASSES = 1000 }; /* with kernels of their own, of a form */

struct library_kernel {
    const char *name;
    struct kernel_shape shape;
    enum path path; /* of kernels for any class: the best, or as the options say
                       (see library_set_path) */
    int special;    /* of such a kernel: the path of others for its classes with
                       the fewest primitive quartets, -1: none */
    int scratch;    /* since it was built: see kernel_build */
    int form;     /* of one of these others: the kernel that it stands beside */
    int shell[4]; /* of an UNROLLED one: its class */
};

/* A class of quartets: numbers of shells, as the runtime orders them. */
struct library_class {
    int shell[4];
};

struct library {
    const struct library_options *options;
    const struct basis *basis;
    int kinds, kind_cap, shells, shell_cap, kernels, kernel_cap;
    int forms; /* of the kernels, the first ones: for any class of a form */
    struct shell_kind *kind; /* ascending */
    struct library_shell *shell;
    int *element_shell[BASIS_MAX_Z + 1]; /* numbers of shells, by the basis */
    int element_shells[BASIS_MAX_Z + 1];
    struct library_kernel *kernel; /* in the order of struct hedra_eri_set,
                                      then those for single classes, by form */
};

/* NULL with a fault if an element that is wanted has no shells. Merges shells
 * of the basis if the options say so. */
struct library *library_new(struct arena *arena, struct basis *basis,
                            const struct library_options *options,
                            struct faults *faults);

/* Sets the paths of a form's kernels: `special` may be -1. A path that does not
 * serve any class is that of the special ones, beside the general one of its
 * rows. */
void library_set_path(struct library *l, int form, enum path path, int special);
/* The word for both paths, "OS_BRA+SINGLE_OS_BRA", in `arena`; and back: false
 * if a word is none. *special is -1 if it has one path. */
const char *library_path_name(struct arena *arena, enum path path, int special);
bool library_path_find(const char *name, int *path, int *special);

/* Lets the kernels of a library for threads be one for one those of the same
 * basis for the host, before both are complete. */
void library_match(struct library *threads, const struct library *host);

/* Adds the kernels for single classes. Once, when all paths are set. */
void library_complete(struct arena *arena, struct library *l);

/* class.c: how many classes a form has; those alone that have the
 * fewest primitive quartets. */
double library_count(const struct library *l, int form, bool fewest);
/* The first `most` of those that have the fewest, ascending by their shells;
 * returns how many, which is at least one. */
int library_fewest(struct arena *arena, const struct library *l, int form,
                   int most, struct library_class **class);
/* The form's shape for one of them, with its constants. */
struct kernel_shape library_class_shape(struct arena *arena,
                                        const struct library *l, int form,
                                        const struct library_class *c);

/* A module with kernel `number`, or with all of them; in `arena`. */
struct kir_module *library_build(struct arena *arena, struct library *l,
                                 int number);
struct kir_module *library_build_all(struct arena *arena, struct library *l);

/* The name of the function through which other files call kernel `number`. */
const char *library_entry(struct arena *arena, const struct library *l,
                          int number);

/* The name of kernel `number` for devices: `struct hedra_module NAME`. */
const char *library_device(struct arena *arena, const struct library *l,
                           int number);

/* The registration: a C file that defines `const struct hedra_eri_set NAME`,
 * and the header that declares it. `devices`: the same kernels for devices, all
 * of them built, or NULL. */
void library_print_set(const struct library *l, const struct library *devices,
                       struct buf *out);
void library_print_header(const struct library *l, struct buf *out);

/* What brush tune found (tuned.c) -------------------------------------------
 */

/* For kernels the paths that ran fastest. A text, a line for a form:
 * precision, the kernel's name, its path's, with a + and the path of kernels
 * for single classes if there are any, and the nanoseconds for a quartet that
 * they took; comments begin with #. The first line is "brush tuned 1".
 * Everything lives in the arena given. */
struct tuned;

/* Reads `text`, the contents of `file`. NULL with faults of kind FAULT_TUNED,
 * with file and line, if anything is wrong. */
const struct tuned *tuned_parse(struct arena *arena, const char *file,
                                const char *text, struct faults *faults);

/* Sets the paths of the library's forms that the text has, in the library's
 * precision; returns how many. */
int tuned_apply(const struct tuned *tuned, struct library *l);

/* The first line, what `where` is a comment on; then a line for each kernel. */
void tuned_print_head(struct buf *out, const char *where);
void tuned_print(struct buf *out, const struct library *l, int kernel,
                 const char *path, double nanoseconds);

/* How brush tune names the precision: "f64". */
const char *tuned_precision(const struct library *l);

#endif
