/*
 * PTX as it was written: what parse.c reads and ../decode turns into a struct
 * ptxsim_program; the door of this folder. Everything lives in the arena of the
 * load and goes with it.
 *
 *   bits         the bits of floating-point numbers
 *   lex          tokens
 *   parse        declarations, functions, the module
 *   parse_insn   instructions and their operands
 *   symbols      names and their scopes
 *   token        failures, and what must come next
 *   words        types, operations and other words of PTX
 *
 * Failures do not return: parse_fail and its callers end in load.c's setjmp,
 * with the report filled. Nothing here owns memory but the arena.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_TEXT_TEXT_H
#define HEDRA_RUNTIME_PTXSIM_TEXT_TEXT_H

#include "runtime/base/base.h"
#include "runtime/ptxsim/ptxsim.h"
#include "runtime/ptxsim/text/bits.h"
#include "runtime/ptxsim/text/words.h"

#include <setjmp.h>

enum ptx_word {
    PTX_W_none,
#define PTX_WORD(name, spelling) PTX_W_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_WORD
    PTX_WORDS
};

enum ptx_special {
#define PTX_SPECIAL(name) PTX_SPECIAL_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_SPECIAL
    PTX_SPECIALS
};

enum { PTX_MAX_WORDS = 12, PTX_MAX_TYPES = 4, PTX_MAX_OPERANDS = 8 };

/* "ld.global.nc.v2.f32", taken apart once for all its uses. */
struct ptx_opcode {
    const char *text;
    enum ptx_op op;
    int words, types;
    uint8_t word[PTX_MAX_WORDS]; /* enum ptx_word, as they came */
    uint8_t type[PTX_MAX_TYPES]; /* enum ptx_type, as they came */
    struct ptx_opcode *next;     /* same hash */
};

enum ptx_symbol_kind {
    PTX_SYM_REGISTER, /* of type; PTX_pred: a predicate */
    PTX_SYM_RANGE,    /* %r<n>: n registers */
    PTX_SYM_VARIABLE, /* in space */
    PTX_SYM_FUNCTION,
    PTX_SYM_LABEL
};

/* A name and what it means from here to the end of its scope. */
struct ptx_symbol {
    const char *name;
    enum ptx_symbol_kind kind;
    int line;
    enum ptx_type type;
    /* REGISTER, RANGE: of the function, counted by class (predicates, 32 bits
     * and less, 64 bits); the first of a range. */
    int number, count;
    /* VARIABLE */
    enum ptxsim_space_kind space;
    int64_t size; /* bytes; 0 with `dynamic`: extern shared memory */
    int align;
    bool dynamic, declared_only; /* extern */
    int owner;       /* function in whose frame it lies, -1: the module's */
    int64_t address; /* within its space (or frame), once laid out */
    bool formal;     /* a parameter of its function */
    int user;        /* module's shared: the one kernel that uses it, -1: none
                        yet, -2: several */
    unsigned char *data; /* initial bytes, NULL: zero */
    struct ptx_fix *fix; /* addresses within them */
    /* FUNCTION */
    struct ptx_function *function;
    /* LABEL: index of its instruction, within the function; of a table of
     * labels, ~ its index */
    int target;
    int scope;               /* in which it was declared */
    struct ptx_symbol *next; /* same hash, older */
};

/* An address of a variable, to be put into another's initial bytes. */
struct ptx_fix {
    const struct ptx_symbol *of;
    int64_t offset, at; /* added to the address; where in the bytes */
    int bytes, line;
    bool generic;
    struct ptx_fix *next;
};

enum ptx_operand_kind {
    PTX_NOTHING, /* '_' */
    PTX_REGISTER,
    PTX_INTEGER,
    PTX_SINGLE, /* 0f…: bits */
    PTX_DOUBLE, /* 0d…, 1.5: bits */
    PTX_SYMBOL, /* a variable (+ value), a function */
    PTX_LABEL,
    PTX_SPECIAL_REGISTER,
    PTX_ADDRESS, /* [list[0] + value] */
    PTX_VECTOR,  /* {list[0], …} */
    PTX_PAIR     /* list[0] | list[1] */
};

struct ptx_operand {
    uint8_t kind;
    bool negated;      /* !p */
    uint8_t type;      /* REGISTER: enum ptx_type as declared */
    uint8_t dimension; /* SPECIAL_REGISTER: 0 x, 1 y, 2 z */
    int count;         /* of list */
    int number; /* REGISTER; SPECIAL_REGISTER: enum ptx_special; LABEL: its
                   scope, then its target */
    int64_t value;
    union {
        const struct ptx_symbol *symbol;
        struct ptx_operand *list;
        const char *name; /* LABEL */
    };
};

struct ptx_insn {
    const struct ptx_opcode *opcode;
    struct ptx_operand *operand;
    int operands;
    int line, source_line;
    int16_t file;
    bool negated;
    int guard; /* predicate, -1: none */
    /* call: results, function, arguments are operand[0 … operands - 1] in this
     * order */
    int results;
};

struct ptx_function {
    struct ptx_symbol symbol; /* KIND FUNCTION: itself */
    const char *name;
    int index, line;
    bool kernel, defined;
    struct ptx_symbol **param; /* formal parameters: .param or .reg */
    int params;
    struct ptx_symbol **result;
    int results;
    int block_max[3];
    bool block_required;
    struct ptx_insn *insn;
    int insns;
    int predicates, narrow, wide; /* registers by class */
    struct ptx_symbol **variable; /* .shared, .local, .param of its own */
    int variables;
    const struct ptx_symbol **use; /* module's shared variables that it names */
    int uses, uses_cap;
    struct ptx_function **callee;
    int callees, callees_cap;
    struct ptx_insn *table; /* of brx: operands are the labels */
    int tables;
    int64_t local_size;  /* of its frame */
    int64_t shared_size; /* of its own variables */
    bool waits;
    int state; /* of the walk over calls: 0 new, 1 open, 2 done */
    int mark;
    int64_t stack_size; /* local_size with the deepest chain of calls */
    int64_t param_size; /* of a kernel */
};

struct ptx_text {
    struct arena *arena;
    jmp_buf failed;
    struct report *why;
    int version;
    char target[16];
    struct ptx_function **function;
    int functions, functions_cap;
    struct ptx_symbol **variable; /* the module's .global, .const, .shared */
    int variables, variables_cap;
    const char **file;
    int files, files_cap;
};

/* Ends the load with "PTX line N: …". */
_Noreturn void ptx_fail(struct ptx_text *t, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads the text into *t, whose arena, failed and why are set. */
void ptx_parse(struct ptx_text *t, const char *source);

/* "add.f32" taken apart; fails for what nobody knows. */
void ptx_split_opcode(struct ptx_text *t, int line, struct ptx_opcode *opcode);

const char *ptx_word_name(enum ptx_word word);
/* By spelling; PTX_none, PTX_W_none if there is none. */
enum ptx_type ptx_find_type(const char *name, size_t length);
enum ptx_word ptx_find_word(const char *name, size_t length);

#endif
