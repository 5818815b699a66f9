/*
 * The printer of the C family: KIR as CUDA C, OpenCL C or host C.
 *
 * Owns how expressions, statements and declarations look, by a dialect's tables
 * (dialect.h). The printer never asks which dialect it prints.
 *
 * Names: values are hd12, iterators as in the source, parameters, buffers and
 * variables hd_NAME, helper functions hdf_…, what else a dialect declares
 * hdk_…, macros HD_….
 */
#ifndef HEDRA_BACKENDS_C_PRINT_H
#define HEDRA_BACKENDS_C_PRINT_H

#include "backends/c/dialect.h"

/* Helpers of values, and of atomics on global and on other memory. */
enum { C_HELPER_VALUE, C_HELPER_GLOBAL, C_HELPER_SHARED, C_HELPER_PLANES };

/* What becomes of a value. */
enum c_state { C_DEAD, C_NAMED, C_FOLDED };

/* Unsigned numbers that are no further below 0, modulo the range of their type,
 * are written as negative ones. */
enum { C_BELOW_ZERO = 255 };

struct c_printer {
    const struct c_dialect *dialect;
    const struct kir_module *module;
    const struct target_options *options;
    struct arena *arena; /* scratch */
    struct buf out;      /* the functions printed so far */
    /* Helpers used so far, by plane, operation and type. */
    bool helper[C_HELPER_PLANES][KIR_OP_COUNT][KIR_TYPE_COUNT];
    bool uses_type[KIR_TYPE_COUNT];
    unsigned features; /* of the atomics used, and what the dialect adds */
    bool narrows;      /* some live value casts f64 to f32 */

    /* The function at hand. */
    const struct kir_func *f;
    unsigned char *state;    /* enum c_state, per value */
    const char **name;       /* per value: of the source; NULL: hd12 */
    bool *is_index;          /* per value: an i64 that cannot overflow */
    struct kir_range *range; /* per value */
    bool *varies;            /* per value: it depends on what its loop loads */
    bool *is_read;           /* per variable: some live value gets it */
    bool *uses_param, *uses_buffer;
    bool truncates;       /* some live value casts a float to an integer */
    bool from_zero;       /* some live value is subtracted from 0.0 */
    bool alternates;      /* HD_ROUNDED is due: rounded.c */
    bool *is_product;     /* per variable: it may be a product */
    const char *contract; /* $M */
    struct split_kernel *parts; /* of the host's: functions of their own */
    bool doacross; /* within the loop whose iterations are chunks */
    const struct whole_steps *whole; /* of the loop at hand; guard.h */
    bool loading;                    /* within a branch that loads something */
    int depth, line;
};

/* Appends the functions that the dialect holds, with prologue and epilogue. */
void c_print_module(const struct c_dialect *dialect,
                    const struct kir_module *module,
                    const struct target_options *options, struct buf *out);

/* For the dialects' hooks ------------------------------------------------- */

/* The function's own buffers and variables, then its statements. */
void c_print_body(struct c_printer *c);
/* Statements of one block, from `first` to `last`. */
void c_print_run(struct c_printer *c, const struct kir_stmt *first,
                 const struct kir_stmt *last);
/* The parameters, behind `count` that the dialect has printed: GLOBAL buffers,
 * then scalars. `read` stands before the pointer to a read-only buffer, `write`
 * before others, `alone` before the name of a no_alias one. */
void c_print_parameters(struct c_printer *c, int count, const char *read,
                        const char *write, const char *alone);
/* What stands behind the name of a kernel: its parameters, its body, in a
 * function whose head the dialect has printed. */
void c_print_kernel(struct c_printer *c, const char *read, const char *write,
                    const char *alone);
/* A formatted line at the current depth, without its newline. */
void c_print_line(struct c_printer *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The name of a type in the dialect; notes that it is used. */
const char *c_type_name(struct c_printer *c, enum kir_type type);

/* Between the printer's files --------------------------------------------- */

/* Decides what becomes of every value (fold.c). */
void c_analyse(struct c_printer *c);
/* May GCC take terms of the function for lanes to be fused (rounded.c)? */
bool c_may_alternate(struct c_printer *c);
/* The operand of a sum or difference that is to be rounded before; -1: none. */
int c_rounded_term(const struct c_printer *c, int value);
/* Names iterators as the source does (iterators.c). */
void c_name_iterators(struct c_printer *c);
/* The name of a value that has one. */
const char *c_value_name(const struct c_printer *c, int value);
/* A value where an operand of at least this precedence may stand. */
void c_print_value(struct c_printer *c, int value, enum c_prec least);
/* Does the value call a function that there is for vectors? */
bool c_is_vector_function(const struct c_printer *c, int value);
/* The operation that makes a value, even if the value has a name. */
void c_print_operation(struct c_printer *c, int value);
/* buffer[index], an lvalue. */
void c_print_element(struct c_printer *c, int buffer, int index);
/* The same; in a kernel with claims, what has an origin is noted (claim.c),
 * also where the kernel's body begins, and where it ends. */
void c_print_access(struct c_printer *c, int buffer, int index,
                    const char *origin, bool write);
void c_print_claims_begin(struct c_printer *c);
void c_print_claims_end(struct c_printer *c);
/* An ATOMIC, without its semicolon. */
void c_print_atomic(struct c_printer *c, const struct kir_stmt *s);
/* A loop that a function of libhedra does, as its call; false: it is none. */
bool c_print_as_call(struct c_printer *c, const struct kir_stmt *s);
/* A pack: all of its loads or stores, with their semicolons. */
void c_print_pack(struct c_printer *c, const struct kir_stmt *s);
/* Is the statement an access of a pack that the dialect has vectors for? */
bool c_is_packed(const struct c_printer *c, const struct kir_stmt *s);
/* The buffer whose pointer accesses of this one go by. */
int c_buffer_of(const struct c_printer *c, int buffer);
/* Does the kernel write nothing by the buffer's pointer? */
bool c_is_read_only(const struct c_printer *c, int buffer);
/* A constant; returns its precedence. */
enum c_prec c_print_literal(struct c_printer *c, enum kir_type type,
                            union kir_imm imm);
/* "hd_NAME", and "hdlo_NAME" for the first element of a buffer. */
void c_print_name(struct c_printer *c, const char *name);
/* Appends the helpers that were used, each once. */
void c_print_helpers(struct c_printer *c, struct buf *out);

#endif
