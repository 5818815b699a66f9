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
 *
 * Files, from the ground up; other folders include this header alone:
 *   module.h      the data            build.h     the builder
 *   core.h        what passes and printers need beyond that: the raw builder,
 *                 the table of operations, typing, arithmetic on constants
 *   kir.def       the operations, one row each
 *   type.c        types, and the table made of kir.def
 *   scalar.c      the value of an operation on constants: KIR's arithmetic
 *   names.c       sets of names       signature.c what kernels are given
 *   kir.c         the builder         arith.c     its short forms
 *   fold.c        simplifications that need no new operation
 *   copy.c        a function like another one, without its body
 *   warps.c       shuffles, and the choice between a kernel's two forms
 *   multiple.c    multiples of powers of two
 *   range.c       integers that cannot wrap
 *   cost.c        counts of operations and registers
 *   print.c, parse.c, lexer.c         the text form, written and read
 *   check.c       the verifier        eval.c      the executable definition
 *   literal.c     kernels' text and tables as C, for files that carry them
 *   target.h      what a printer is: struct target
 *
 * Passes take a module that kir_check accepts and return a new one; those that
 * change a module in place return nothing, and "In place" begins what their
 * headers say of them. A new module shares nothing with the old one but where
 * the header says so.
 */
#ifndef HEDRA_BACKENDS_KIR_KIR_H
#define HEDRA_BACKENDS_KIR_KIR_H

#include "backends/kir/build.h"
#include "backends/kir/core.h"
#include "backends/kir/eval.h"
#include "backends/kir/lexer.h"
#include "backends/kir/literal.h"
#include "backends/kir/module.h"
#include "backends/kir/multiple.h"
#include "backends/kir/range.h"
#include "backends/kir/target.h"

enum kir_type kir_type_of(const struct kir_func *f, int value);
bool kir_is_float(enum kir_type type);
bool kir_is_signed(enum kir_type type);
int kir_type_size(enum kir_type type);         /* bytes; PRED: 1 */
const char *kir_type_name(enum kir_type type); /* "i32" */
const char *kir_op_name(enum kir_op op);
unsigned kir_op_properties(enum kir_op op); /* P_… below */
int kir_op_operands(enum kir_op op);
/* Does libhedra have a function of vectors for the operation on the host
 * (runtime/include/hedra_kernel_vectors.h)? */
bool kir_fills_vectors(enum kir_op op, enum kir_type type);

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

/* The signature string of a kernel, in `arena` (signature.c): see target.h. */
char *kir_signature(struct arena *arena, const struct kir_func *f);
/* Has the kernel, or the block with those in it, atomic operations
 * (signature.c)? */
bool kir_has_atomics(const struct kir_func *f);
bool kir_block_has_atomics(const struct kir_block *block);

/* Whether the CONSTANT buffers of the module's kernels exceed the 65,536 bytes
 * that GPUs keep constants in. */
bool kir_constants_are_large(const struct kir_module *module);

#endif
