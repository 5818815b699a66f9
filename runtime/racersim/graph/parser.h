/*
 * What the files that read graph text share: the line that is read, and lists
 * of names and operands.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_PARSER_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_PARSER_H

#include "runtime/racersim/graph/graph.h"
#include "runtime/racersim/graph/lex.h"

struct name {
    const char *text;
    enum racer_type type;
    struct loc loc;
};

/* A route, until the value that it carries is known. */
struct parser_route {
    const char *name;
    struct racer_route *route;
    struct loc loc;
};

struct parser {
    struct lex in;
    struct racer_graph *g;
    int count, cap; /* names of the list read last */
    struct name *name;
    int operand_count, operand_cap; /* operands of the line */
    struct racer_operand *operand;
    int route_count, route_cap;
    struct parser_route *route;
};

#define FAIL(p, hint, ...)                                                     \
    lex_fail(&(p)->in, lex_last(&(p)->in), hint, __VA_ARGS__)

extern const char parser_name_hint[];

/* NAME, NAME:TYPE or '_', until a keyword; they lie in p->name. */
void parser_names(struct parser *p);
/* Operands until a keyword or the end; appended to p->operand. Returns how
 * many. */
int parser_operands(struct parser *p);

/* parse_param.c: what follows the words `param` and `array`. */
void parser_param(struct parser *p);
void parser_array(struct parser *p);
/* A whole number or the name of a parameter, and so many in parentheses. */
struct racer_size parser_size(struct parser *p);
void parser_sizes(struct parser *p, struct racer_size *size, int count);
/* A fault if a size names what is no parameter of type i64. */
void parser_resolve_sizes(struct parser *p, const struct racer_node *node);

/* parse_param.c, too: in which order a port reads or writes. */
void parser_every(struct parser *p, struct racer_node *node);
void parser_share(struct parser *p, struct racer_node *node);
void parser_least(struct parser *p, struct racer_node *node);
void parser_greatest(struct parser *p, struct racer_node *node);

/* place.c: what follows a node that is laid out, and the word `route`. */
bool parser_is_place(const struct parser *p);
void parser_places(struct parser *p, struct racer_node *node);
void parser_route(struct parser *p);
void parser_resolve_routes(struct parser *p);

#endif
