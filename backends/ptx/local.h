/*
 * What the files of the PTX printer share.
 *
 * Every value has a virtual register of its class, numbered as it comes; the
 * driver's compiler allocates and schedules. What it would not undo is decided
 * here: no contraction, 32-bit addresses for shared, local and constant memory,
 * constant parts of an index in the offset of the access, local arrays that are
 * only indexed by constants in registers.
 */
#ifndef HEDRA_BACKENDS_PTX_LOCAL_H
#define HEDRA_BACKENDS_PTX_LOCAL_H

#include "backends/ptx/ptx.h"

enum ptx_class { PTX_P, PTX_R, PTX_RD, PTX_F, PTX_FD, PTX_CLASSES };

/* A computed address of a buffer, good where it stands and in blocks nested
 * there. Without a sum: factor times the value `buffer`, a step between two. */
struct ptx_address {
    int buffer, reg;
    const struct ptx_sum *sum; /* the index */
    int64_t factor;
    int next;  /* older entry with the same hash, -1 */
    int older; /* older entry of the same buffer, or without a sum; -1 */
};

struct ptx {
    const struct kir_module *module;
    const struct target_options *options;
    struct faults *faults;
    struct arena *arena;       /* scratch */
    struct buf *out;           /* the module */
    struct buf code;           /* of the function at hand */
    bool constants_are_global; /* more than the constant bank holds */

    const struct kir_func *f;
    int count[PTX_CLASSES]; /* registers used */
    int *reg;               /* per value; 0: none yet */
    int *variable_reg;
    int *base_reg;    /* per buffer: its address, 64 bits for GLOBAL */
    int *element_reg; /* per buffer: of element 0 in registers; 0: in memory */
    bool all_read_only; /* the function writes no GLOBAL buffer */
    int label_count, line;
    const char *origin; /* of the next instruction, NULL: none */

    bool planning; /* nothing is printed yet */
    int *uses;     /* per value: by what is printed; 0: it needs no register */
    char *fused;   /* per sum: 1 + its operand that is a product made there */
    int *block_of, block_count; /* per LET: the block it stands in, from 1 */

    struct ptx_address *address; /* a stack */
    int address_count, address_cap;
    int *head; /* per hash: the newest entry, -1 */
    int head_mask;
    int *newest, newest_scaled; /* entry per buffer, and without a sum; -1 */
    const struct ptx_sum **sum; /* 2 per value: its low word, all of it */
    int sum_depth; /* sums that are being found, one in the other */
};

/* What the next instruction is in the source: printed behind it as a comment,
 * "//@ 3 A[i][k]" (kir_origin), unless that is NULL or options->quiet. */
void ptx_origin(struct ptx *p, const char *origin);
/* One instruction, indented, with ";\n" appended; none while planning. */
void ptx_put(struct ptx *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A comment, behind `mark`, to the end of the line. */
void ptx_comment(struct ptx *p, const char *mark, const char *text);
void ptx_label(struct ptx *p, int label);
void ptx_unsupported(struct ptx *p, int line, const char *what);

enum ptx_class ptx_class_of(enum kir_type type);
int ptx_new(struct ptx *p, enum ptx_class class);
/* "%rd12"; texts live in p->arena. */
const char *ptx_name(struct ptx *p, enum ptx_class class, int reg);
/* A constant: 0d3FF0000000000000, -5. */
const char *ptx_literal(struct ptx *p, enum kir_type type, union kir_imm imm);
/* A value as an operand: a register or a literal; always a register. */
const char *ptx_operand(struct ptx *p, int value);
const char *ptx_register(struct ptx *p, int value);
/* The register that a value is defined in, made if it has none. */
const char *ptx_result(struct ptx *p, int value);
/* s32, u64, f32, …; b32, b64, pred. */
const char *ptx_type(enum kir_type type);
const char *ptx_bits(enum kir_type type);
/* The type with a sign: s32 for u32. */
const char *ptx_signed(enum kir_type type);

/* Computes a LET's value; not that of a LOAD. */
void ptx_operation(struct ptx *p, int value, int line);
/* Moves an operand of `type` to a register of its class. */
void ptx_move(struct ptx *p, enum kir_type type, int reg, const char *from);

/* The function's memory: declarations, and bases into registers. */
void ptx_memory_begin(struct ptx *p);
/* A LET of a LOAD, a STORE, or the first one of a pack, with all of it. */
void ptx_load(struct ptx *p, const struct kir_stmt *s);
void ptx_store(struct ptx *p, const struct kir_stmt *s);
void ptx_aligned(struct ptx *p, int value);
void ptx_atomic(struct ptx *p, const struct kir_stmt *s);
/* Does the buffer have addresses of 64 bits? */
bool ptx_is_wide(const struct ptx *p, int buffer);

void ptx_address_begin(struct ptx *p);
/* Finds out what is used, before anything is printed. */
void ptx_plan(struct ptx *p);
/* The operand of an access, "[%rd5+16]". */
const char *ptx_address_text(struct ptx *p, int buffer, int index);
/* Addresses computed after the mark are forgotten when their block ends. */
int ptx_address_mark(const struct ptx *p);
void ptx_address_forget(struct ptx *p, int mark);

#endif
