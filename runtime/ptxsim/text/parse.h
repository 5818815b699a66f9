/*
 * What the parser's files share: parse.c reads directives and declarations,
 * parse_insn.c instructions and operands, symbols.c names and scopes, token.c
 * what may come next.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_TEXT_PARSE_H
#define HEDRA_RUNTIME_PTXSIM_TEXT_PARSE_H

#include "runtime/ptxsim/text/lex.h"
#include "runtime/ptxsim/text/text.h"

enum { PTX_HASH = 4096 };

struct ptx_parser {
    struct ptx_text *t;
    struct ptx_lexer x; /* the token at hand */
    struct ptx_symbol *name[PTX_HASH];
    struct ptx_symbol *label[PTX_HASH]; /* of the function at hand */
    struct ptx_opcode *opcode[PTX_HASH];
    struct ptx_symbol **declared; /* in order, so that scopes can be closed */
    int declarations, declared_cap;
    int *parent; /* of each scope of the function; the first has none, -1 */
    int scope, scopes, scopes_cap;
    struct ptx_function *function;
    int insn_cap, variable_cap, table_cap;
    int file, source_line;           /* from .loc */
    struct ptx_operand **open_label; /* to be resolved at the function's end */
    int *open_line;
    int open_labels, open_cap, open_line_cap;
};

/* symbols.c */

/* A new name in the scope at hand; fails if that scope has it already. */
struct ptx_symbol *ptx_declare(struct ptx_parser *p, const char *name,
                               enum ptx_symbol_kind kind);
/* NULL: not declared. For one register of a range *number is its number. */
const struct ptx_symbol *ptx_look_up(struct ptx_parser *p, const char *name,
                                     size_t length, int *number);
void ptx_declare_label(struct ptx_parser *p, const char *name, int target);
/* Forgets names declared after the first `declarations`. */
void ptx_close_names(struct ptx_parser *p, int declarations);
/* Sets every label operand's number to its target; forgets the labels. */
void ptx_resolve_labels(struct ptx_parser *p);
struct ptx_opcode *ptx_intern_opcode(struct ptx_parser *p);

/* The function of that name. NULL: neither declared nor defined so far. */
struct ptx_function *ptx_find_function(const struct ptx_parser *p,
                                       const char *name, size_t length);
/* The function names the variable (its own or the module's). */
void ptx_use_variable(struct ptx_parser *p, const struct ptx_symbol *s);

/* parse_insn.c: from the mnemonic (or guard) to the semicolon. */
void ptx_parse_insn(struct ptx_parser *p);
/* The labels behind .branchtargets: one more table of the function. */
void ptx_parse_table(struct ptx_parser *p);

/* token.c: the token as a string of the arena; what must be there. */
const char *ptx_take_word(struct ptx_parser *p, const char *what);
bool ptx_accept(struct ptx_parser *p, char mark);
void ptx_expect(struct ptx_parser *p, char mark);
/* An integer with its sign, sums and differences of such included. */
int64_t ptx_take_integer(struct ptx_parser *p, const char *what);
_Noreturn void ptx_unexpected(struct ptx_parser *p, const char *wanted);

#endif
