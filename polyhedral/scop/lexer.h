/*
 * The parser of a scop's text form, as its tokens see it: of lexer.c and
 * parse.c.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_LEXER_H
#define HEDRA_POLYHEDRAL_SCOP_LEXER_H

#include "polyhedral/scop/scop.h"

enum token { END, WORD, STRING, MARK };

struct parser {
    struct arena *arena;
    struct faults *faults;
    struct scop *scop;
    bool failed;
    int param_cap, array_cap, loop_cap, stmt_cap, assume_cap, tile_cap,
        rely_cap;

    const char *path; /* of the text being read */
    const char *p, *line_start;
    int line;

    /* The token at hand: the text of a word or string, the character of a
     * mark. */
    enum token token;
    const char *text;
    struct loc loc;

    struct loc place; /* of the node being read, for its expressions */
    int depth;
    bool in_body;
    int loop_depth, enclosing_cap;
    int *enclosing; /* loops around the node being read */
};

#define FAIL(p, ...)                                                           \
    ((p)->failed ? (void)0                                                     \
                 : (void)fault_add((p)->faults, FAULT_SCOP_SYNTAX, (p)->loc,   \
                                   __VA_ARGS__),                               \
     (p)->failed = true, (p)->token = END, (p)->text = "")

void text_next(struct parser *p);
bool text_at_mark(const struct parser *p, char mark);
bool text_accept(struct parser *p, char mark);
void text_expect(struct parser *p, char mark);
bool text_accept_word(struct parser *p, const char *word);
/* The token's text, and moves on; "" after an error. */
const char *text_take(struct parser *p, enum token token, const char *what);
const char *text_take_name(struct parser *p);
int64_t text_take_number(struct parser *p, int64_t low);
bool text_find_type(const char *s, size_t n, enum scop_type *type);
enum scop_type text_take_type(struct parser *p);
/* [@LINE:COLUMN[+WIDTH]] */
struct loc text_take_loc(struct parser *p);

#endif
