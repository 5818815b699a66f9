/*
 * A decoded program. load.c and decode.c of ../decode build it; it never
 * changes afterwards. run.c and the handlers execute it, observers may read it.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_PROGRAM_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_PROGRAM_H

#include "runtime/ptxsim/ptxsim.h"
#include "runtime/ptxsim/text/text.h"

struct ptxsim_warp;
struct ptxsim_insn;

/* Executes an instruction for the lanes of `mask` (never 0, always within the
 * active lanes); the program counter is already at the next one. */
typedef void (*ptxsim_handler)(struct ptxsim_warp *w,
                               const struct ptxsim_insn *i, uint32_t mask);

/* An operand: the number of a register's first unit (128 bytes: 32 lanes of 32
 * bits; 64-bit registers have two) in the frame, or, with PTXSIM_CONSTANT, in
 * the function's constants; for predicates 2 * number + (1 if negated). */
typedef uint32_t ptxsim_slot;
#define PTXSIM_CONSTANT UINT32_C(0x80000000)
#define PTXSIM_NO_SLOT UINT32_C(0xffffffff)
enum { PTXSIM_UNIT = 128 };

enum ptxsim_insn_flag {
    PTXSIM_FTZ = 1,       /* flush subnormal f32 inputs and results to zero */
    PTXSIM_SAT = 2,       /* clamp the result */
    PTXSIM_NEGATED = 4,   /* @!p */
    PTXSIM_CC_IN = 8,     /* adds or subtracts the carry */
    PTXSIM_CC_OUT = 16,   /* writes it */
    PTXSIM_VOLATILE = 32, /* .volatile, .relaxed, .acquire, .release: another
                             thread may be writing the same place */
    PTXSIM_RETURNS = 64,  /* atom, with a result; red has none */
    PTXSIM_JOIN = 128,    /* lanes that parted may meet before it */
    PTXSIM_NARROW_ADDRESS = 256, /* the address's register has 32 bits */
    PTXSIM_SILENT = 512,    /* a device function's parameters: no request */
    PTXSIM_READ_ONLY = 1024 /* ld.global.nc: through the read-only path */
};

struct ptxsim_insn {
    ptxsim_handler run;
    uint8_t op;          /* enum ptx_op */
    uint8_t class;       /* enum ptx_class */
    uint8_t type, type2; /* enum ptx_type as written: .type, or .dtype.atype */
    uint8_t space;       /* enum ptxsim_space_kind, of memory operations */
    uint8_t width;       /* elements of a vector access: 1, 2, 4 (8) */
    uint8_t bytes;       /* of a whole access per lane: width * element */
    uint16_t flags;      /* enum ptxsim_insn_flag */
    uint8_t mode, mode2; /* rounding, comparison, ...: the handler's */
    uint8_t is_pred;     /* bit k: the k-th of d a b c e is a predicate */
    bool wide;           /* the result's registers have 64 bits */
    int guard;           /* predicate number, -1: none */
    /* Operands; of vectors: PTXSIM_NO_SLOT, and their elements from
     * program->vector[list] on. */
    ptxsim_slot d, a, b, c, e;
    int list;
    int64_t imm;     /* address offset, immediate operand */
    int target;      /* branch: the instruction; call: the function */
    int reconverge;  /* branch: where its lanes meet again; -1: at the end of
                        the function */
    int line;        /* in the PTX */
    int source_line; /* from .loc; 0 if none */
    int16_t file;    /* index into program->file, -1 if none */
    int16_t function;
};

struct ptxsim_function {
    const char *name;
    int begin, end; /* instructions begin <= i < end */
    int line;
    bool kernel;
    int registers;  /* units of its frame */
    int predicates; /* of its frame */
    int constants;  /* units */
    unsigned char *constant;
    int local_size; /* .local bytes per thread in its frame */
    int stack_size; /* with those of what it calls */
    bool waits;     /* it or a callee reads what other blocks may write
                       meanwhile: atom with a result, volatile or acquire */
};

struct ptxsim_program {
    struct ptxsim_space *space;
    struct arena *arena; /* of the names and tables */
    int version;         /* 78 for .version 7.8 */
    char target[16];     /* "sm_80" */
    int insn_count;
    struct ptxsim_insn *insn; /* of all functions, one after the other */
    ptxsim_slot *vector;      /* elements of vector operands */
    int vector_count;
    int function_count;
    struct ptxsim_function *function;
    int kernel_count;
    struct ptxsim_kernel *kernel;
    int file_count;
    const char **file; /* of .file, by index; NULL where unused */
    int variable_count;
    struct ptxsim_variable *variable;
};

/* A .global or .const variable. */
struct ptxsim_variable {
    const char *name;
    uint64_t address, size;
};

#endif
