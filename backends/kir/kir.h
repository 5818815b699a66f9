/*
 * KIR, the kernel IR: what polyhedral/ and brush/ build and the printers print.
 *
 * A module holds functions. A function is a tree of statements over values. A
 * value is written once, by the operation that makes it, at the place in the
 * statement tree where it was built (a `let`); it may be used in the rest of
 * its block and in blocks nested there. Constants, parameters and indices have
 * no place and may be used anywhere. What changes is a variable (`set`, GET) or
 * memory. KIR.md is the specification and describes the text form.
 *
 * A KIR_KERNEL runs on a device, once for each thread of each block. The host
 * target runs kernels whose block is 1x1x1 and whose grid is one-dimensional.
 * A KIR_HOST function runs on the CPU: it drives kernels with `launch`, and its
 * buffers are host memory.
 *
 * A module and all in it live in one arena. Values, buffers, variables and
 * parameters are named by small integers within their function.
 */
#ifndef HEDRA_BACKENDS_KIR_KIR_H
#define HEDRA_BACKENDS_KIR_KIR_H

#include "runtime/base/base.h"
#include "runtime/base/fault.h"

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

enum kir_space { KIR_GLOBAL, KIR_SHARED, KIR_LOCAL, KIR_CONSTANT };

union kir_imm {
    int64_t i; /* integers, pred 0/1, indices; u64 by bit pattern */
    double f;
};

struct kir_value {
    enum kir_op op;
    enum kir_type type;
    enum kir_type narrow; /* CAST to, FETCH of I8…U16: that type; else == type */
    int arg[3];
    int buffer; /* LOAD ALIGNED; FETCH: the number of an array in the region's
                   table */
    union kir_imm imm;
    const char *origin; /* LOAD: see kir_origin; NULL: none */
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
    int64_t count;       /* SHARED, LOCAL, CONSTANT: elements */
    const void *data;    /* CONSTANT: count elements */
    bool read_only;      /* GLOBAL: the function never writes it */
    bool no_alias;       /* GLOBAL: overlaps no other buffer of the function */
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
    KIR_FOR_TILE = 16,  /* copies rows to columns or back (vector/transpose.h) */
    KIR_FOR_ROWS = 32,  /* as SIMD, around steps around columns */
    /* the same, but a row may need another in steps that come before all of the
     * later row's, or after all of the earlier row's */
    KIR_FOR_ROWS_IN_ORDER = 64
};

/* The vectors in a row of kir_register's tiles, where nothing else is wanted. */
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
    enum kir_op op; /* ATOMIC */
    int value;      /* LET SET STORE ATOMIC IF WHILE */
    int variable;   /* SET */
    int buffer, index; /* STORE ATOMIC: buffer number, index value */
    int iter, lo, hi, step; /* FOR: values; step > 0 */
    unsigned flags;         /* FOR */
    struct kir_block body[2];
    int kernel;             /* LAUNCH: number of the function in the module */
    int grid[3];            /* LAUNCH: values, I64 */
    int arg_count;          /* LAUNCH: buffers first, in the kernel's order of */
    struct kir_arg *arg;    /*   GLOBAL buffers, then its scalar parameters */
    const char *text;       /* COMMENT */
    int pack;               /* LET of a LOAD, STORE: see kir_pack */
    const char *origin;     /* STORE ATOMIC: see kir_origin; NULL: none */
    int line;               /* of the user's source, 0 if none */
    struct kir_stmt *next;
};

enum kir_kind { KIR_KERNEL, KIR_HOST };

/* Of a kernel whose launches form a chain of chunks: the values of enum
 * hedra_turn (runtime/include/hedra.h), which says what they mean; compiler/output/launch_stub.c
 * asserts that they agree. */
enum kir_turn { KIR_BEFORE = 1, KIR_IN_TURN, KIR_AFTER };

struct kir_func {
    struct kir_module *module;
    const char *name;
    enum kir_kind kind;
    int block[3]; /* KERNEL: threads per block, x fastest */
    int line;
    int turn; /* KERNEL: enum kir_turn; 0: launches are no chain */

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

/* Building ---------------------------------------------------------------- */

struct kir_module *kir_module_new(struct arena *arena, const char *name,
                                  const char *source_file);
/* A new function, number module->func_count - 1. Names must be identifiers,
 * unique in the module. */
struct kir_func *kir_func_new(struct kir_module *module, enum kir_kind kind,
                              const char *name, int bx, int by, int bz);

int kir_param(struct kir_func *f, const char *name, enum kir_type type);
int kir_global(struct kir_func *f, const char *name, enum kir_type type,
               bool read_only, bool no_alias);
int kir_shared(struct kir_func *f, const char *name, enum kir_type type,
               int64_t count);
int kir_local(struct kir_func *f, const char *name, enum kir_type type,
              int64_t count);
int kir_constant(struct kir_func *f, const char *name, enum kir_type type,
                 int64_t count, const void *data);
int kir_variable(struct kir_func *f, const char *name, enum kir_type type);

/* Values: each appends a LET at the cursor (constants and indices have none,
 * and equal ones are shared) and returns the value's number. */
int kir_int(struct kir_func *f, enum kir_type type, int64_t value);
int kir_float(struct kir_func *f, enum kir_type type, double value);
int kir_block_index(struct kir_func *f, int dimension);
int kir_thread_index(struct kir_func *f, int dimension);
int kir_grid_size(struct kir_func *f, int dimension);
int kir_get(struct kir_func *f, int variable);
int kir_load(struct kir_func *f, int buffer, int index);
/* In a kernel: does element 0 of the GLOBAL buffer lie at a multiple of
 * KIR_PACK_BYTES? PRED. */
int kir_aligned(struct kir_func *f, int buffer);
/* In a kernel: whether the target's blocks are warps of KIR_WARP_LANES threads,
 * between which there are shuffles. PRED; target_fit settles it. */
int kir_warps(struct kir_func *f);
/* In a kernel whose block is made of whole warps, where all threads of a warp
 * come or none: `value` (a number) of the thread that is `distance` further on,
 * 1 to KIR_WARP_LANES - 1; beyond the warp's end the thread's own. */
int kir_shuffle_down(struct kir_func *f, int value, int distance);
/* In a host function: element `index` (I64) of array number `row` of the
 * region's table, whose elements have `type`, once all launches before it are
 * done. Wherever the array lies, the value comes to the host. */
int kir_fetch(struct kir_func *f, int row, enum kir_type type, int index);
/* The result type follows from the operation and its operands. */
int kir_unary(struct kir_func *f, enum kir_op op, int a);
int kir_binary(struct kir_func *f, enum kir_op op, int a, int b);
int kir_ternary(struct kir_func *f, enum kir_op op, int a, int b, int c);
int kir_cast(struct kir_func *f, enum kir_type type, int a);
int kir_bitcast(struct kir_func *f, enum kir_type type, int a);
/* Floor division and its remainder by a constant divisor > 0, integers. */
int kir_floor_div(struct kir_func *f, int a, int64_t divisor);
int kir_floor_mod(struct kir_func *f, int a, int64_t divisor);

void kir_set(struct kir_func *f, int variable, int value);
void kir_store(struct kir_func *f, int buffer, int index, int value);
void kir_atomic(struct kir_func *f, enum kir_op op, int buffer, int index,
                int value);
/* Opens the body; returns the iterator (lo's type). Close with kir_end. */
int kir_for(struct kir_func *f, int lo, int hi, int step, unsigned flags);
void kir_if(struct kir_func *f, int condition);
void kir_else(struct kir_func *f);
/* kir_while opens the test; kir_while_body ends it and opens the body. */
void kir_while(struct kir_func *f);
void kir_while_body(struct kir_func *f, int condition);
void kir_end(struct kir_func *f);
void kir_barrier(struct kir_func *f);
void kir_launch(struct kir_func *f, int kernel, const int grid[3], int count,
                const struct kir_arg *arg);
void kir_comment(struct kir_func *f, const char *text);
/* The user's source line of what is built from now on. */
void kir_line(struct kir_func *f, int line);
/* What the loads, stores and atomics built from now on are in the source, for
 * those who count: "3 A[i][k]", a number that is the same wherever the access
 * is lowered to (0: of no single access) and a text without control characters.
 * NULL: nothing. Printers that comment write it beside the access; where the
 * optimiser makes one access of several, the first one's stays. */
void kir_origin(struct kir_func *f, const char *origin);

enum kir_type kir_type_of(const struct kir_func *f, int value);
bool kir_is_float(enum kir_type type);
bool kir_is_signed(enum kir_type type);
int kir_type_size(enum kir_type type); /* bytes; PRED: 1 */
const char *kir_type_name(enum kir_type type); /* "i32" */
const char *kir_op_name(enum kir_op op);
unsigned kir_op_properties(enum kir_op op); /* P_… below */
int kir_op_operands(enum kir_op op);

enum { P_PURE = 1, P_COMM = 2, P_ASSOC = 4 };

/* Text form (print.c): prints, and parses back to an equal module. Parsing
 * returns NULL and appends KIR_SYNTAX faults on bad text. */
void kir_print(const struct kir_module *module, struct buf *out);
struct kir_module *kir_parse(struct arena *arena, const char *file,
                             const char *text, struct faults *faults);

/* The verifier (check.c): types, definitions before uses in scope, operand
 * counts, barriers and indices only in kernels, launches only in host
 * functions with matching arguments. Appends KIR_INVALID; true if none. */
bool kir_check(const struct kir_module *module, struct faults *faults);

/* The optimiser (optimise/optimise.c): returns a new module in `arena`: constant folding,
 * algebraic identities that are exact in C (never reassociating floats),
 * common subexpressions within dominating scopes, loop-invariant values moved
 * out of loops, integer index arithmetic regrouped so that it is shared,
 * accumulators kept in variables, dead code removed, launches of kernels of
 * which nothing is left too. `module` must have passed
 * kir_check; so does the result, and optimising it again changes nothing.
 * O(n log n). */
struct kir_module *kir_optimise(struct arena *arena,
                                const struct kir_module *module);

/* Makes accesses of neighbours one (optimise/pack.c; kir_optimise ends with it):
 * loads in one block of 2 or 4 consecutive elements of a SHARED or GLOBAL
 * buffer, or stores to them, that lie at a multiple of what they have together,
 * at most KIR_PACK_BYTES, and that nothing between them keeps apart. They come
 * to stand one after the other, by their elements; `pack` is their number in
 * the first one's statement, and KIR_PACKED in the others'. Targets that have
 * such instructions do all at the first; to others it means nothing. SHARED
 * buffers begin at multiples of KIR_PACK_BYTES, GLOBAL ones where ALIGNED says
 * so. Changes the module, whose statements have no `pack` yet. */
void kir_pack(struct kir_module *module);
enum { KIR_PACK_BYTES = 16, KIR_PACKED = -1 };

/* Expand transcendental operations that a target lacks into arithmetic
 * (math/math.c); new module in `arena`. Accuracy is stated there. */
struct kir_module *kir_expand_math(struct arena *arena,
                                   const struct kir_module *module);

/* Kernels that have a form for targets with warps and one for others
 * (warps.c): whether some ask which it is, by kir_warps; the module with
 * that answered. The new module shares its statements with the old one, and is
 * to be optimised, which leaves one form. */
bool kir_asks_warps(const struct kir_module *module);
const struct kir_module *kir_settle_warps(struct arena *arena,
                                          const struct kir_module *module,
                                          bool warps);

/* Static counts by one walk (cost.c): per execution of each statement's
 * innermost block, and the greatest number of values live at once. */
struct kir_cost {
    int64_t flops, integer_ops, loads, stores, load_bytes, store_bytes;
    int64_t special; /* sqrt, div, transcendental */
    int barriers, max_live_32bit_registers;
};
struct kir_cost kir_cost(const struct kir_func *f);
/* What a compiler is expected to give a thread of the kernel, before one has
 * been asked. */
int kir_registers(const struct kir_func *f);

/* Memory as warps see it (memory/access.c) ------------------------------------ */

enum {
    KIR_WARP_LANES = 32,
    KIR_SECTOR_BYTES = 32,
    KIR_BANKS = 32,
    KIR_BANK_BYTES = 4
};

/* Sums over requests. A request is one instruction of one warp with at least
 * one active lane.
 *   sectors           32-byte sectors of global memory that the lanes touch
 *   ideal_sectors     as few as hold the distinct bytes that they touch
 *   wavefronts        passes over the banks of shared memory
 *   ideal_wavefronts  the same if no two lanes met in a bank
 * Sectors are 0 for shared memory, wavefronts for global. */
struct kir_access_count {
    int64_t requests, lanes, sectors, ideal_sectors;
    int64_t wavefronts, ideal_wavefronts;
};

/* The request of the lanes in `mask` for `bytes` (1, 2, 4, 8 or 16) each at
 * byte addresses `at`, which are multiples of `bytes`; added to `count`. */
void kir_access_add_global(const int64_t *at, uint32_t mask, int bytes,
                           struct kir_access_count *count);
/* The same in shared memory; addresses count from its beginning. A request of
 * 8 bytes a lane is served in two halves, one of 16 in four quarters. Lanes that
 * want the same word share it, but for atomics. */
void kir_access_add_shared(const int64_t *at, uint32_t mask, int bytes,
                           bool atomic, struct kir_access_count *count);

#endif
