/*
 * What a module of KIR consists of: types, operations, values, statements,
 * functions. Owns the data alone; kir.h says what they mean, and KIR.md is the
 * specification.
 */
#ifndef HEDRA_BACKENDS_KIR_MODULE_H
#define HEDRA_BACKENDS_KIR_MODULE_H

#include "runtime/base/base.h"

/* Values have type PRED or I32 … F64. The narrow types are those of buffers
 * (loads from them give I32, stores take I32 and truncate) and of CAST, whose
 * narrow forms (see kir_narrow) wrap an I32 to the range and stay I32. */
enum kir_type {
    KIR_PRED,
    KIR_I8,
    KIR_U8,
    KIR_I16,
    KIR_U16,
    KIR_I32,
    KIR_U32,
    KIR_I64,
    KIR_U64,
    KIR_F32,
    KIR_F64,
    KIR_TYPE_COUNT
};

enum kir_op {
#define KIR(name, operands, types, properties, text) KIR_##name,
#include "backends/kir/kir.def"
#undef KIR
    KIR_OP_COUNT
};

enum {
    KIR_WARP_LANES = 32, /* threads that a shuffle reaches */
    KIR_PACK_BYTES = 16, /* ALIGNED buffers begin at a multiple of these */
    KIR_PACKED = -1      /* `pack` of the second access of a pack and later */
};

enum kir_space { KIR_GLOBAL, KIR_SHARED, KIR_LOCAL, KIR_CONSTANT };

union kir_imm {
    int64_t i; /* integers, pred 0/1, indices; u64 by bit pattern */
    double f;
};

struct kir_value {
    enum kir_op op;
    enum kir_type type;
    enum kir_type
        narrow; /* CAST to, FETCH of I8…U16: that type; else == type */
    int arg[3];
    int buffer; /* LOAD ALIGNED; FETCH: the number of an array in the region's
                   table */
    union kir_imm imm;
    const char *origin; /* LOAD: see kir_origin; ITER: the source's name;
                           NULL: none */
};

struct kir_param {
    const char *name;
    enum kir_type type;
    int value; /* the PARAM value, made with it */
};

/* A buffer of elements of `type`, indexed in elements. GLOBAL buffers are
 * parameters, in the order of their making; SHARED and LOCAL ones belong to the
 * function; CONSTANT ones carry data. */
struct kir_buffer {
    const char *name;
    enum kir_type type;
    enum kir_space space;
    int64_t count;    /* SHARED, LOCAL, CONSTANT: elements */
    const void *data; /* CONSTANT: count elements */
    bool read_only;   /* GLOBAL: the function never writes it */
    bool no_alias;    /* GLOBAL: overlaps no other buffer of the function */
    int together;     /* GLOBAL, not 0: element 0 lies where that of the others
                         with this number lies; what is accessed is not the
                         same, as of members of structures */
};

struct kir_variable {
    const char *name;
    enum kir_type type;
};

enum kir_stmt_kind {
    KIR_LET,     /* value: computed here */
    KIR_SET,     /* variable := value */
    KIR_STORE,   /* buffer[index] := value */
    KIR_ATOMIC,  /* buffer[index] op= value, op ADD MIN MAX AND OR XOR */
    KIR_FOR,     /* for (iter = lo; iter < hi; iter += step) body[0] */
    KIR_WHILE,   /* loop: body[0]; if (!value) break; body[1] */
    KIR_IF,      /* value ? body[0] : body[1] */
    KIR_BARRIER, /* all threads of the block; shared and global are ordered */
    KIR_LAUNCH,  /* HOST: kernel over a grid */
    KIR_COMMENT  /* text; no effect */
};

enum kir_for_flags {
    KIR_FOR_SIMD = 1,   /* iterations touch no common location but to read */
    KIR_FOR_UNROLL = 2, /* a request */
    KIR_FOR_WHOLE = 4,  /* the same, of all iterations */
    KIR_FOR_LANES = 8,  /* as SIMD, around a loop over steps */
    KIR_FOR_TRANSPOSE =
        16,            /* copies rows to columns or back (vector/transpose.c) */
    KIR_FOR_ROWS = 32, /* as SIMD, around steps around columns */
    /* the same, but a row may need another in steps that come before all of the
     * later row's, or after all of the earlier row's */
    KIR_FOR_ROWS_IN_ORDER = 64,
    /* around a loop over columns: no cell needs one with a smaller row and a
     * larger column (vector/wavefront.c) */
    KIR_FOR_WAVE = 128,
    KIR_FOR_MOVE = 256, /* moves elements between lanes (vector/lane_move.c) */
    /* as SIMD, but for variables and LOCAL buffers, of which each iteration
     * sets what it reads */
    KIR_FOR_POINTS = 512,
    KIR_FOR_WINDOW =
        1024 /* sums at neighbouring places (vector/window_sum.c) */
};

/* The vectors in a row of kir_register_tile's tiles, where nothing else is
 * wanted.
 */
enum { KIR_REGISTER_VECTORS = 4 };

/* Panels of such tiles' operands (vector/operand_pack.c). */
enum kir_packing {
    KIR_PACKING_NONE = 1,
    KIR_PACKING_MODEL, /* what vector/operand_pack.c says pays */
    KIR_PACKING_ALL
};

struct kir_block {
    struct kir_stmt *first, *last;
};

/* An argument of a launch: a value for a scalar parameter, or a buffer: the
 * number of the array in the region's table (hedra_begin). */
struct kir_arg {
    bool is_buffer;
    int id;
};

struct kir_stmt {
    enum kir_stmt_kind kind;
    enum kir_op op;         /* ATOMIC */
    int value;              /* LET SET STORE ATOMIC IF WHILE */
    int variable;           /* SET */
    int buffer, index;      /* STORE ATOMIC: buffer number, index value */
    int iter, lo, hi, step; /* FOR: values; step > 0 */
    unsigned flags;         /* FOR */
    struct kir_block body[2];
    int kernel;          /* LAUNCH: number of the function in the module */
    int grid[3];         /* LAUNCH: values, I64 */
    int arg_count;       /* LAUNCH: buffers first, in the kernel's order of */
    struct kir_arg *arg; /*   GLOBAL buffers, then its scalar parameters */
    const char *text;    /* COMMENT */
    int pack;            /* LET of a LOAD, STORE: see kir_pack */
    const char *origin;  /* STORE ATOMIC: see kir_origin; NULL: none */
    int line;            /* of the user's source, 0 if none */
    struct kir_stmt *next;
};

enum kir_kind { KIR_KERNEL, KIR_HOST };

/* A loop of which the user says that no iteration writes what another one reads
 * or writes, in a kernel that tests it: the function's variables that tell in
 * which run of the loop a statement is, and in which iteration (INT64_MIN: in
 * none). */
struct kir_claim {
    const char *loop;
    int run, at;
};

/* The place of a kernel in a chunk of a doacross loop. These are the values of
 * enum hedra_doacross (runtime/include/hedra.h), which says what they mean;
 * compiler/output/launch_stub.c asserts that they agree. */
enum kir_doacross { KIR_BEFORE = 1, KIR_ORDERED, KIR_AFTER };
extern const char *const kir_doacross_name[]; /* in KIR's text */

struct kir_func {
    struct kir_module *module;
    const char *name;
    enum kir_kind kind;
    int block[3]; /* KERNEL: threads per block, x fastest */
    int line;
    const char *comment; /* sentences about it for readers; NULL: there are
                            none; KIR's text has none either */
    int doacross;        /* KERNEL: enum kir_doacross; 0: in none */
    /* KERNEL: accesses with an origin, which begins with their line, are noted
     * as it runs, for these loops; KIR's text has none. */
    int claim_count;
    const struct kir_claim *claim;

    int value_count, value_cap;
    struct kir_value *value;
    int param_count, param_cap;
    struct kir_param *param;
    int buffer_count, buffer_cap;
    struct kir_buffer *buffer;
    int variable_count, variable_cap;
    struct kir_variable *variable;
    struct kir_block body;

    /* Where the builder is: see kir_for, kir_if, kir_end. */
    struct kir_cursor *cursor;
    int current_line;
    const char *current_origin;
};

struct kir_module {
    struct arena *arena;
    const char *name, *source_file;
    int func_count, func_cap;
    struct kir_func **func;
};

#endif
