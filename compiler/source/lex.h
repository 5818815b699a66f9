/*
 * Lex: the tokens and directives of a C text, by the C standard's translation
 * phases 1 to 3: trigraphs (where the dialect has them), lines joined by a
 * backslash (blanks behind it allowed, as compilers do), comments, strings.
 *
 * All that looks for directives or tokens in the text of a source goes through
 * here. Offsets are in bytes from the text's begin. Owns nothing.
 */
#ifndef HEDRA_COMPILER_SOURCE_LEX_H
#define HEDRA_COMPILER_SOURCE_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/base/base.h"

/* How the text is read. */
struct lex {
    const char *text;
    size_t length;
    bool trigraphs;   /* of -std=c99 and its like */
    bool separators;  /* 1'000 is a number, as in C23 */
    bool raw_strings; /* R"(...)", of -std=gnu99 and its like */
};

enum lex_kind {
    LEX_END,     /* of the text */
    LEX_BREAK,   /* the end of a line that nothing continues */
    LEX_COMMENT, /* its line's end is none of a // comment */
    LEX_WORD,    /* an identifier, keyword or number */
    LEX_QUOTED,  /* a string or character constant, its prefix apart but for
                    R; to the line's end where it is not closed */
    LEX_MARK     /* one character of anything else; %: is one, too */
};

struct lex_token {
    enum lex_kind kind;
    size_t begin, end;
};

/* The token at or behind `at`, where none goes on. */
struct lex_token lex_token(const struct lex *x, size_t at);

/* The next token, of a directive that ends at `end`, that is no comment;
 * LEX_BREAK: there is none. */
struct lex_token lex_token_before(const struct lex *x, size_t at, size_t end);

/* Does the word occur among these tokens, from `at` on? */
bool lex_has_word(const struct lex *x, size_t at, size_t end, const char *word);

/* Does the token, joins aside, consist of these characters? */
bool lex_is(const struct lex *x, struct lex_token token, const char *spelling);

/* Puts the characters of [begin, end) without joins at `out`, of at least
 * end - begin + 1 bytes; returns how many. */
size_t lex_spell(const struct lex *x, size_t begin, size_t end, char *out);

/* Can the byte stand in an identifier? Those of other letters than ASCII's and
 * the dollar sign can. */
bool lex_is_letter(char c);

/* How many bytes of the C string `text` are an identifier, or digits and such
 * letters; 0: none. */
size_t lex_word_length(const char *text);

/* The next token that is no comment and in no directive, at or behind `at`,
 * which is in no directive either: returns where it begins (the text's length:
 * there is none) and puts its end in *end. */
size_t lex_next(const struct lex *x, size_t at, size_t *end);

/* Directives --------------------------------------------------------------- */

enum directive_kind {
    DIRECTIVE_OTHER,
    DIRECTIVE_IF,   /* #if, #ifdef, #ifndef */
    DIRECTIVE_ELSE, /* #else, #elif and its like */
    DIRECTIVE_ENDIF,
    DIRECTIVE_INCLUDE,
    DIRECTIVE_DEFINE,
    DIRECTIVE_LINE, /* # 12 "file" as well */
    DIRECTIVE_PRAGMA
};

/* The pragmas that mark. */
enum directive_mark {
    MARK_NONE,
    MARK_HEDRA,
    MARK_SCOP,
    MARK_ENDSCOP,
    MARK_ACCEPTED /* of OpenMP or OpenACC, taken in their place */
};

/* A directive reaches from its '#' to before the end of its line, which neither
 * a backslash nor a comment continues. */
struct directive {
    enum directive_kind kind;
    enum directive_mark mark;
    size_t begin, end;
    size_t rest;  /* behind its name, of a marking pragma behind the mark's */
    bool shares;  /* accepted, and shares a loop's iterations out among threads
                     that are there */
    bool skipped; /* in a part that conditional compilation removes: the
                     scanner does not know, and says false */
    /* Of DIRECTIVE_LINE: what comes behind its line has this number, in this
     * file (NULL: the one before). The inside of a string literal. */
    int line;
    const char *file;
    size_t file_length;
};

/* A text with all its directives, in order. */
struct lex_source {
    struct lex lex;
    int directive_count;
    struct directive *directive;
};

struct lex_source *lex_source(struct arena *arena, const struct lex *x);

#endif
