/*
 * From parsed text to a program; the door of this folder. Outside of it nothing
 * is called but ptxsim_load of ptxsim.h, which load.c has.
 *
 *   decode       arithmetic: handlers, and slots of operands
 *   flow         where lanes that parted meet: immediate post-dominators
 *   flow_ops     branches, calls, barriers
 *   layout       addresses of variables and parameters
 *   load         ptxsim_load and what it shows of a program
 *   memory_ops   loads, stores, atomics, moves
 *   slots        registers that live in one straight piece share slots
 */
#ifndef HEDRA_RUNTIME_PTXSIM_DECODE_DECODE_H
#define HEDRA_RUNTIME_PTXSIM_DECODE_DECODE_H

#include "runtime/ptxsim/machine/machine.h"
#include "runtime/ptxsim/text/text.h"

struct ptx_constant {
    uint64_t bits;
    bool wide;
    int unit;
    int next; /* same hash, -1 */
};

enum { PTX_CONSTANT_HASH = 4096 };

/* The instruction at hand, and what its function has so far. */
struct decoder {
    struct ptx_text *t;
    struct ptxsim_program *p;
    const struct ptx_function *f;
    struct ptxsim_function *out;
    const struct ptx_insn *raw;
    const struct ptx_function *callee; /* of the call at hand */
    struct ptxsim_insn *i;
    unsigned used; /* words of the opcode that were looked at */
    struct ptx_constant *constant;
    int constants, constants_cap, constant_units;
    int hash[PTX_CONSTANT_HASH];
    int vector_cap;
};

void ptx_lay_out(struct ptx_text *t);
void ptx_place_variables(struct ptx_text *t, struct ptxsim_program *p);
/* Instructions, functions, kernels of the laid out text, into p's arena. */
void ptx_decode(struct ptx_text *t, struct ptxsim_program *p);
/* Sets reconverge and PTXSIM_JOIN of the function's instructions. */
void ptx_find_joins(struct ptxsim_program *p, const struct ptxsim_function *f,
                    struct arena *scratch);
/* Renumbers a kernel's registers so that those which live within one straight
 * piece of code share slots; old slots below `narrow` have one unit. */
void ptx_share_slots(struct ptxsim_program *p, struct ptxsim_function *f,
                     int narrow, struct arena *scratch);

/* decode.c, for memory_ops.c too. All fail if the text is wrong. */

/* Whether the opcode has the word; which of the n words it has (0: none). */
bool ptx_has(struct decoder *d, enum ptx_word word);
int ptx_which(struct decoder *d, const uint8_t *word, int n);
_Noreturn void ptx_bad_operand(struct decoder *d, int k, const char *wanted);
const struct ptx_operand *ptx_operand_at(struct decoder *d, int k);
/* The type of the opcode, number k (its first is 0); fails if there is none. */
enum ptx_type ptx_type_at(struct decoder *d, int k);
/* Operand k as a result or an argument of so many bits; PTXSIM_NO_SLOT for '_'.
 */
ptxsim_slot ptx_result_slot(struct decoder *d, const struct ptx_operand *o,
                            int bits);
ptxsim_slot ptx_source_slot(struct decoder *d, const struct ptx_operand *o,
                            enum ptx_type type);
ptxsim_slot ptx_predicate_slot(struct decoder *d, const struct ptx_operand *o);
ptxsim_slot ptx_predicate_result(struct decoder *d,
                                 const struct ptx_operand *o);
ptxsim_slot ptx_constant_slot(struct decoder *d, uint64_t bits, bool wide);
void ptx_push_vector(struct decoder *d, ptxsim_slot slot);
void ptx_set_class(struct decoder *d, enum ptx_type type);
/* memory_ops.c */
void ptx_decode_memory(struct decoder *d);
void ptx_decode_move(struct decoder *d);
/* flow_ops.c */
void ptx_decode_flow(struct decoder *d);

#endif
