/*
 * What those need that rewrite or print modules: the operation table, typing,
 * the raw builder and the arithmetic on constants.
 *
 * The raw builder (kir_put_value, kir_put_stmt) folds nothing and checks
 * nothing; who calls it has typed the operands with kir_result_type.
 */
#ifndef HEDRA_BACKENDS_KIR_CORE_H
#define HEDRA_BACKENDS_KIR_CORE_H

#include "backends/kir/module.h"

enum kir_type_rule {
    T_ARITH,
    T_INT,
    T_BITS,
    T_FLOAT,
    T_TEST,
    T_SHIFT,
    T_SPECIAL
};

struct kir_op_info {
    const char *text;
    int operands;
    enum kir_type_rule rule;
    unsigned properties;
};

/* Blocks may be nested this deep, so that walks may recurse. */
enum { KIR_MAX_DEPTH = 256 };

/* A set of names, each with a number. Start from a zeroed struct. */
struct kir_names {
    struct kir_name *slot;
    int count, cap;
};

/* Returns the place where the number of `name` is kept, 0 if the name is new;
 * it is valid until the next call. The name is copied. */
int *kir_names_at(struct arena *arena, struct kir_names *names,
                  const char *name);
/* Whether `s` is a C identifier. */
bool kir_is_identifier(const char *s);

extern const struct kir_op_info kir_op_table[KIR_OP_COUNT];

/* The words for enum kir_for_flags, in the text form's order; name NULL: the
 * end. */
struct kir_for_flag {
    unsigned flag;
    const char *name;
};
extern const struct kir_for_flag kir_for_flag[];

/* Types that a value can have: PRED, I32 … F64. */
bool kir_is_value_type(enum kir_type type);
/* I32 U32 I64 U64. */
bool kir_is_integer(enum kir_type type);
/* The type of a value loaded from a buffer of `type`: I32 for narrow types. */
enum kir_type kir_loaded_type(enum kir_type type);
/* Bits of a number of that type; PRED: 1. */
int kir_type_bits(enum kir_type type);

/* Operations without a place: CONST PARAM ITER and the indices. */
bool kir_is_leaf(enum kir_op op);

/* The result type of an operation that the table types (not CONST PARAM ITER
 * GET LOAD FETCH CAST BITCAST) on operands of types `arg`; false if they do not
 * fit. */
bool kir_result_type(enum kir_op op, const enum kir_type *arg,
                     enum kir_type *result);
/* Whether CAST or BITCAST (`op`) from `from` to `to` exists. A narrow `to`
 * needs an I32 operand. */
bool kir_can_convert(enum kir_op op, enum kir_type from, enum kir_type to);
/* Whether a shuffle over that distance may stand in the function: a kernel with
 * blocks of whole warps. */
bool kir_may_shuffle(const struct kir_func *f, int64_t distance);
/* Whether a condition that depends on nothing but the thread's index differs
 * within a warp; false of others. */
bool kir_splits_warp(const struct kir_func *f, int condition);
/* Whether ATOMIC `op` exists on a buffer of `type`. */
bool kir_can_atomic(enum kir_op op, enum kir_type type);

/* The value as it is, without a place; a leaf other than PARAM and ITER is
 * shared with an equal one. */
int kir_add_value(struct kir_func *f, const struct kir_value *value);
/* An empty statement of `kind` with the current line, in no block yet. */
struct kir_stmt *kir_new_stmt(struct kir_func *f, enum kir_stmt_kind kind);
void kir_append(struct kir_block *block, struct kir_stmt *stmt);

/* Appends a value as it is: a LET at the cursor; a leaf other than PARAM and
 * ITER is shared with an equal one. */
int kir_put_value(struct kir_func *f, const struct kir_value *value);
/* Appends an empty statement of `kind` at the cursor, with the current line. */
struct kir_stmt *kir_put_stmt(struct kir_func *f, enum kir_stmt_kind kind);
/* The last statement before the cursor in its block, or NULL. */
struct kir_stmt *kir_last_stmt(const struct kir_func *f);
/* The buffer and the index value of a LET of a LOAD, or of a STORE; false: it
 * is none. */
bool kir_accesses(const struct kir_func *f, const struct kir_stmt *s,
                  int *buffer, int *index);
/* Opens `block` of `stmt`: what follows goes there until kir_close. */
void kir_open(struct kir_func *f, struct kir_stmt *stmt, int block);
void kir_close(struct kir_func *f);
/* Puts the statements of `made` into a block in the place of one: behind
 * `before` (NULL: at the beginning), before `next`, where the block goes on
 * (NULL: nowhere). Returns the last of them. */
struct kir_stmt *kir_replace_stmt(struct kir_block *block,
                                  struct kir_stmt *before,
                                  const struct kir_block *made,
                                  struct kir_stmt *next);
/* A value with the operation's typical fields set and no operands. */
struct kir_value kir_value_of(enum kir_op op, enum kir_type type);
/* Blocks open at the cursor: 0 when the function is complete. */
int kir_open_blocks(const struct kir_func *f);

/* The value of an operation (not a leaf, GET, LOAD or FETCH) on constants:
 * `from` is the type of arg[0], `arg` are canonical: i32 sign-extended, u32
 * zero-extended, f32 as a double that is a float. False if KIR leaves the
 * result undefined. kir_eval runs programs with this function, and the
 * optimiser folds with it: it is the definition of KIR's arithmetic. */
bool kir_scalar(const struct kir_value *value, enum kir_type from,
                const union kir_imm *arg, union kir_imm *result);
/* `bits` wrapped to an integer type (or I8…U16, PRED), canonical. */
int64_t kir_wrap(enum kir_type type, uint64_t bits);

/* Element `i` of an array of `type`, canonical (not PRED). */
union kir_imm kir_read_element(enum kir_type type, const void *array,
                               int64_t i);
void kir_write_element(enum kir_type type, void *array, int64_t i,
                       union kir_imm value);

/* An operand or constant that equals `value` (whose operands are in `f`), or
 * -1. Adds nothing but constants. */
int kir_simplify(struct kir_func *f, const struct kir_value *value);
/* Whether the value is a CONST, and that constant. */
bool kir_is_const(const struct kir_func *f, int value);

/* A function of `module` like `f` (copy.c), with its parameters, buffers and
 * variables but an empty body. */
struct kir_func *kir_func_like(struct kir_module *module,
                               const struct kir_func *f);
/* A buffer of `f` like `b`; its number. */
int kir_buffer_like(struct kir_func *f, const struct kir_buffer *b);
/* Makes `to`, a LAUNCH of `f`, one of the same kernel as `from`: the pass says
 * which value takes the place of one of `from`. */
void kir_launch_like(struct kir_func *f, struct kir_stmt *to,
                     const struct kir_stmt *from,
                     int (*value)(void *pass, int value), void *pass);

#endif
