/*
 * The builder: appends statements and values to a function, and folds and
 * checks as it goes. What polyhedral/ and brush/ make kernels with.
 */
#ifndef HEDRA_BACKENDS_KIR_BUILD_H
#define HEDRA_BACKENDS_KIR_BUILD_H

#include "backends/kir/module.h"

struct kir_module *kir_module_new(struct arena *arena, const char *name,
                                  const char *source_file);
/* A new function, number module->func_count - 1. Names must be identifiers,
 * unique in the module. */
struct kir_func *kir_func_new(struct kir_module *module, enum kir_kind kind,
                              const char *name, int bx, int by, int bz);

int kir_param(struct kir_func *f, const char *name, enum kir_type type);
int kir_global(struct kir_func *f, const char *name, enum kir_type type,
               bool read_only, bool no_alias);
/* Says that element 0 of a GLOBAL buffer lies where those of the others with
 * this `number` lie, unless that is 0; returns the buffer. */
int kir_together(struct kir_func *f, int buffer, int number);
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
/* PRED, in a kernel: does element 0 of the GLOBAL buffer lie at a multiple of
 * KIR_PACK_BYTES? */
int kir_aligned(struct kir_func *f, int buffer);
/* PRED, in a kernel: are the target's blocks warps of KIR_WARP_LANES threads,
 * between which there are shuffles? target_fit makes it a constant. */
int kir_warps(struct kir_func *f);
/* The `value` (a number) of the thread that is `distance` further on, 1 to
 * KIR_WARP_LANES - 1; beyond the warp's end the thread's own. The kernel's
 * block is made of whole warps, and all threads of a warp come here or none. */
int kir_shuffle_down(struct kir_func *f, int value, int distance);
/* Element `index` (I64), in a host function, of array number `row` of the
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

/* Short forms for what is built most often (arith.c). */

/* Constants of type I32 and I64. */
int kir_i32(struct kir_func *f, int64_t value);
int kir_i64(struct kir_func *f, int64_t value);
int kir_add(struct kir_func *f, int a, int b);
int kir_sub(struct kir_func *f, int a, int b);
int kir_mul(struct kir_func *f, int a, int b);
int kir_less(struct kir_func *f, int a, int b);
int kir_select(struct kir_func *f, int condition, int yes, int no);
/* A parameter of type I32 as a PRED: is it other than 0? */
int kir_flag(struct kir_func *f, const char *name);
/* value + more, an I64; where `more` is 0 no operation is made. */
int kir_offset(struct kir_func *f, int value, int64_t more);

#endif
