/* PTX text as tokens. A lexer borrows its source, which ends with '\0'. */
#ifndef HEDRA_RUNTIME_PTXSIM_TEXT_LEX_H
#define HEDRA_RUNTIME_PTXSIM_TEXT_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptx_token {
    PTX_T_END,
    PTX_T_WORD,    /* identifiers, directives, opcodes, registers: one word
                      with its dots */
    PTX_T_INTEGER, /* bits */
    PTX_T_SINGLE,  /* 0f…: bits */
    PTX_T_DOUBLE,  /* 0d… and decimal fractions: bits */
    PTX_T_STRING,  /* text without the quotes, escapes as they are */
    PTX_T_BAD,     /* a character or number that is none of these */
    PTX_T_MARK     /* the character text[0] */
};

struct ptx_lexer {
    const char *at; /* behind the token */
    int line;       /* of the token */
    enum ptx_token kind;
    const char *text;
    size_t length;
    uint64_t bits;
};

/* Steps to the next token; the first after setting `at` and `line` (1). */
void ptx_next(struct ptx_lexer *x);
bool ptx_is_mark(const struct ptx_lexer *x, char mark);
bool ptx_is_word(const struct ptx_lexer *x, const char *word);

#endif
