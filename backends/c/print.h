/*
 * The printer of the C family: KIR as CUDA C, OpenCL C or host C.
 *
 * Owns how expressions, statements and declarations look. A dialect is a table
 * of spellings; what a dialect says differently is a row, and what it needs
 * beyond that (the head of a kernel, the text around a module) is one of its
 * two functions. The printer never asks which dialect it prints.
 *
 * Names: values are hd12, iterators as in the source, parameters, buffers and variables hd_NAME, helper
 * functions hdf_…, what else a dialect declares hdk_…, macros HD_….
 *
 * Templates: `$` starts an insertion.
 *   $0 $1 $2  an operand, followed by the least precedence that it may have
 *             without parentheses: `.` any, `<` a comparison, `+` a sum,
 *             `*` a product, `!` a unary expression, `-` a primary one; or by
 *             `c`: a shift count, reduced to the width of the value
 *   $T $N     the value's type; the type that a CAST wraps to
 *   $K $U     the type by which the row was found, and its unsigned twin
 *   $S        that type as KIR writes it (f64)
 *   $F $D     "f" for f32, else nothing; "f" for f32, else "d"
 *   $O        the operation as KIR writes it (floor)
 *   $B        the number of its highest bit: 31 or 63
 *   $M        whether contraction pays here (c->contract)
 *   $q        the address space of an atomic's pointer
 */
#ifndef HEDRA_BACKENDS_C_PRINT_H
#define HEDRA_BACKENDS_C_PRINT_H

#include "backends/c/c.h"

enum c_prec {
    PREC_ANY,
    PREC_BITS,
    PREC_COMPARE,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_UNARY,
    PREC_PRIMARY
};

/* What a row of a table is for: any of these types. */
enum {
    ON_PRED = 1 << KIR_PRED,
    ON_I32 = 1 << KIR_I32,
    ON_U32 = 1 << KIR_U32,
    ON_I64 = 1 << KIR_I64,
    ON_U64 = 1 << KIR_U64,
    ON_F32 = 1 << KIR_F32,
    ON_F64 = 1 << KIR_F64,
    ON_SIGNED = ON_I32 | ON_I64,
    ON_UNSIGNED = ON_U32 | ON_U64,
    ON_INT = ON_SIGNED | ON_UNSIGNED,
    ON_FLOAT = ON_F32 | ON_F64,
    ON_NUMBER = ON_INT | ON_FLOAT
};

/* How an operation is said on these types (comparisons: of their operands). A
 * row without text calls hdf_NAME_TYPE, a function whose body is `helper`, with
 * parameters a, b, c; it is printed once if it is used. */
struct c_spelling {
    enum kir_op op;
    unsigned types;
    enum c_prec prec;
    const char *text, *helper;
};

/* How an ATOMIC with this operation is said on these types. $0 is the address
 * and $1 the operand, p and v in the helper. `features` is added to those of
 * struct c_printer. */
struct c_atomic {
    enum kir_op op;
    unsigned types;
    const char *text, *helper;
    unsigned features;
};

struct c_printer;

/* What a dialect calls all types, and those that vectors have: floating types
 * have the same names in all dialects. */
#define C_TYPES(pred, i8, u8, i16, u16, i32, u32, i64, u64)                    \
    {                                                                          \
        [KIR_PRED] = pred, [KIR_I8] = i8, [KIR_U8] = u8, [KIR_I16] = i16,      \
        [KIR_U16] = u16, [KIR_I32] = i32, [KIR_U32] = u32, [KIR_I64] = i64,    \
        [KIR_U64] = u64, [KIR_F32] = "float", [KIR_F64] = "double"             \
    }
#define C_VECTORS(i64, u64)                                                    \
    {                                                                          \
        [KIR_I32] = "int", [KIR_U32] = "uint", [KIR_I64] = i64,                \
        [KIR_U64] = u64, [KIR_F32] = "float", [KIR_F64] = "double"             \
    }

struct c_dialect {
    const char *type[KIR_TYPE_COUNT];
    const char *suffix_i64, *suffix_u64; /* of literals */
    const struct c_spelling *spelling;   /* before the common rows; both */
    const struct c_atomic *atomic;       /* lists end with types == 0 */
    const char *atomic_form; /* a parameter of atomic helpers, before p, an int
                                that kernels have, too; NULL: there is none */
    /* Operations that have no row are functions called as C calls them: by the
     * number of operands, with $O for the name. */
    const char *math[3];
    const char *to_float[2];   /* f32, f64 from the bits $0 */
    const char *from_float[2]; /* and back, as an unsigned integer */
    /* CAST from an integer to a float, in functions that also cast the other
     * way, and in those that subtract from 0.0, and ABS of a float in these,
     * for compilers that mistake the sign of zero; NULL: as everywhere. */
    const char *from_integer, *from_any, *magnitude;
    const char *exact_magnitude; /* ABS of a signed integer that has one; NULL:
                                    as of any */
    const char *index[3];    /* BLOCK_INDEX THREAD_INDEX GRID_SIZE, where % */
    const char *index_names; /* is the dimension's character here */
    const char *wide_index;  /* BLOCK_INDEX cast to I64; NULL: by a cast */
    const char *space[KIR_CONSTANT + 1]; /* qualifiers of declarations */
    const char *large_constant; /* instead, where the constant bank is too
                                   small; NULL: the same */
    const char *pointer[KIR_CONSTANT + 1]; /* $q of atomics and vectors */
    /* Vectors of a type begin with this name and end with their length; what
     * stands before and behind that where one is made. NULL: there are none. */
    const char *vector[KIR_TYPE_COUNT];
    const char *vector_make[2];
    bool has_first; /* global indices count from hdlo_NAME */
    bool guards;    /* see guard.h */
    bool one_base;  /* what lies together has one pointer: neighbours show */
    const char *helper_head; /* what stands before a helper's type */
    bool guard_helpers;      /* one file may hold several printed modules */
    bool warps;              /* what WARPS is */
    const char *barrier, *simd, *unroll, *whole; /* lines; NULL: nothing */
    const char
        *transpose[2]; /* functions for KIR_FOR_TRANSPOSE loops, to columns and
                     back, (to, from, size, steps); NULL: they are loops */
    const char *one_vector; /* line before simd loops of one vector, for
                               compilers that unroll these first */
    const char *serial; /* line in loops that raise an integer to a power, which
                           some compilers vectorise wrongly, or c_looks_up */
    const char *branch_end; /* line at the end of branches with a barrier and
                               behind them, which part two alternatives */
    /* Says a loop in a way of its own, then begins a block for where that does
     * not hold, in which the loop follows; whether it did. NULL: never. */
    bool (*begin_loop)(struct c_printer *c, const struct kir_stmt *s);
    /* Says statements from this one on in a way of its own; returns the last
     * of them. NULL: it says nothing; as a member: never. */
    const struct kir_stmt *(*begin_run)(struct c_printer *c,
                                        const struct kir_stmt *s);
    const char *aligned; /* before local buffers that functions are given, for
                            whole vectors; NULL: nothing */
    const char *panel; /* a macro of type, name and count that declares a local
                          buffer that no_alias marks; NULL: as all are */
    /* Whether to print a function; NULL: kernels alone. */
    bool (*holds)(const struct kir_func *f);
    /* Prints one function: its head, c_print_body, what follows it. */
    void (*function)(struct c_printer *c);
    /* Appends the prologue and, behind the functions, the epilogue; NULL: there
     * is none. */
    void (*prologue)(const struct c_printer *c, struct buf *out);
    void (*epilogue)(const struct c_printer *c, struct buf *out);
};

/* Helpers of values, and of atomics on global and on other memory. */
enum { C_HELPER_VALUE, C_HELPER_GLOBAL, C_HELPER_SHARED, C_HELPER_PLANES };

/* What was decided about a value before the function is printed. */
enum c_state { C_DEAD, C_NAMED, C_FOLDED };

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
/* Names iterators as the source does (iterators.c). */
void c_name_iterators(struct c_printer *c);
/* The name of a value that has one. */
const char *c_value_name(const struct c_printer *c, int value);
/* A value where an operand of at least this precedence may stand. */
void c_print_value(struct c_printer *c, int value, enum c_prec least);
/* The operation that makes a value, even if the value has a name. */
void c_print_operation(struct c_printer *c, int value);
/* buffer[index], an lvalue. */
void c_print_element(struct c_printer *c, int buffer, int index);
/* An ATOMIC, without its semicolon. */
void c_print_atomic(struct c_printer *c, const struct kir_stmt *s);
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
