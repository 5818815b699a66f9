/*
 * A dialect of C: a table of spellings. What a dialect says differently is a
 * row, and what it needs beyond that (the head of a kernel, the text around a
 * module) is one of its functions.
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
#ifndef HEDRA_BACKENDS_C_DIALECT_H
#define HEDRA_BACKENDS_C_DIALECT_H

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
    /* In kernels, instead of these, functions that there are for vectors
     * (kir_fills_vectors), and a line before short loops around them; NULL:
     * there are none. */
    const char *vectors[2];
    const char *written_out;
    const char *to_float[2];   /* f32, f64 from the bits $0 */
    const char *from_float[2]; /* and back, as an unsigned integer */
    /* CAST from an integer to a float, in functions that also cast the other
     * way, and in those that subtract from 0.0, and ABS of a float in these,
     * for compilers that mistake the sign of zero; NULL: as everywhere. */
    const char *from_integer, *from_any, *magnitude;
    /* SELECT of f32 and f64 where functions of vectors are called, without a
     * condition; NULL: as everywhere. */
    const char *select[2];
    const char *low_to_double; /* function of the low half of an I64, a number
                                  with a sign; NULL: none */
    /* a + c, c + a and a - c where a is rounded; NULL: as any (rounded.c). */
    const char *rounded[3], *rounding; /* rounding: declares what these need */
    const char *exact_magnitude; /* ABS that does not wrap; NULL: as any */
    const char *index[3];    /* BLOCK_INDEX THREAD_INDEX GRID_SIZE, uncast; % */
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
    bool simd_sets_nothing;  /* not before loops with variables and atomics */
    const char *barrier, *simd, *unroll, *whole; /* lines; NULL: nothing */
    const char
        *transpose[2]; /* functions for KIR_FOR_TRANSPOSE loops, to columns and
                     back, (to, from, size, steps); NULL: they are loops */
    int lane_feature;  /* of the prologue, for lane_shift */
    const char *lane_shift,
        *lane_copy[2]; /* for KIR_FOR_MOVE loops: a macro; functions, to columns
                          and to rows; NULL: none */
    const char *window_sums; /* a function for KIR_FOR_WINDOW loops; NULL: they
                                are loops */
    const char *one_vector;  /* line before simd loops of one vector, for
                                compilers that unroll these first */
    const char *serial; /* line in loops that raise an integer to a power, which
                           some compilers vectorise wrongly, or c_looks_up */
    const char
        *branch_end; /* line that ends branches with barriers, and parts */
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
    /* A launch, one of doacross loops too, and a FETCH; NULL: libhedra's. */
    void (*launch)(struct c_printer *c, const struct kir_stmt *s);
    void (*fetch)(struct c_printer *c, int value);
    /* Whether to print a function; NULL: kernels alone. */
    bool (*holds)(const struct kir_func *f);
    /* Prints one function: its head, c_print_body, what follows it. */
    void (*function)(struct c_printer *c);
    /* Appends the prologue and, behind the functions, the epilogue; NULL: there
     * is none. */
    void (*prologue)(const struct c_printer *c, struct buf *out);
    void (*epilogue)(const struct c_printer *c, struct buf *out);
};

#endif
