/*
 * The text form of a scop, read; the grammar stands above scop_print (print.c).
 * The first error ends the parse.
 */
#include "polyhedral/scop/scop.h"

#include "backends/kir/kir.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 2000, WORD_MAX = 1000 };

struct parser {
    struct arena *arena;
    struct scop *scop;
    int param_cap, array_cap, loop_cap, stmt_cap, assume_cap, tile_cap,
        rely_cap;

    struct lexer in;
    struct loc place; /* of the node being read, for its expressions */
    int depth;
    bool in_body;
    int loop_depth, enclosing_cap;
    int *enclosing; /* loops around the node being read */
};

#define FAIL(p, ...) lexer_fail(&(p)->in, (p)->in.loc, __VA_ARGS__)

static bool is_name(const char *s)
{
    if (!ascii_is_alpha(*s) && *s != '_')
        return false;
    while (ascii_is_alnum(*s) || *s == '_')
        s++;
    return !*s;
}

static const char *take_name(struct parser *p)
{
    if (p->in.kind == LEXER_WORD && !is_name(p->in.text))
        FAIL(p, "'%s' is not a name", p->in.text);
    return lexer_take(&p->in, LEXER_WORD, "a name");
}

static int64_t take_number(struct parser *p, int64_t low)
{
    char *end = NULL;
    errno = 0;
    long long n = p->in.kind == LEXER_WORD ? strtoll(p->in.text, &end, 10) : 0;
    if (!end || end == p->in.text || *end || errno || n < low) {
        FAIL(p, "expected a whole number not below %lld before '%s'",
             (long long)low, p->in.text);
        return low;
    }
    lexer_next(&p->in);
    return n;
}

static bool find_type(const char *s, size_t n, enum scop_type *type)
{
    for (int t = 0; t < SCOP_TYPE_COUNT; t++) {
        const char *name = scop_type_name((enum scop_type)t);
        if (strlen(name) == n && memcmp(name, s, n) == 0) {
            *type = (enum scop_type)t;
            return true;
        }
    }
    return false;
}

static enum scop_type take_type(struct parser *p)
{
    enum scop_type type = SCOP_I32;
    if (p->in.kind == LEXER_WORD &&
        !find_type(p->in.text, strlen(p->in.text), &type))
        FAIL(p, "'%s' is not a type", p->in.text);
    lexer_take(&p->in, LEXER_WORD, "a type");
    return type;
}

/* [@LINE:COLUMN[+WIDTH]] */
static struct loc take_loc(struct parser *p)
{
    struct loc loc = {p->scop->file, 0, 0, 0};
    if (p->in.kind != LEXER_WORD || *p->in.text != '@')
        return (struct loc){0};
    int *const part[] = {&loc.line, &loc.column, &loc.width};
    const char *s = p->in.text + 1;
    for (int k = 0; k < 3; k++) {
        char *end;
        long n = ascii_is_digit(*s) ? strtol(s, &end, 10) : -1;
        if (n < 0 || n > INT32_MAX) {
            loc.line = 0;
            break;
        }
        *part[k] = (int)n;
        s = end;
        if (*s != (k ? '+' : ':'))
            break;
        s++;
    }
    if (*s || loc.line == 0 || loc.column == 0)
        FAIL(p, "'%s' is not a place: @LINE:COLUMN", p->in.text);
    lexer_next(&p->in);
    return loc;
}

/* Expressions -------------------------------------------------------------- */

static struct scop_expr *parse_expr(struct parser *p);

static struct scop_expr *fresh(struct parser *p, enum scop_op op,
                               enum scop_type type, int count)
{
    struct loc loc = p->place.line ? p->place : p->in.loc;
    return scop_expr_new(p->arena, op, type, count, loc);
}

static bool is_float_text(const char *s)
{
    return strpbrk(s, ".pPxXin") != NULL;
}

/* The whole text, in decimal or hexadecimal, or not finite. */
static bool take_float(const char *text, enum scop_type type, double *value)
{
    unsigned forms = NUMBER_HEX | NUMBER_SPECIAL;
    if (type == SCOP_F32)
        forms |= NUMBER_SINGLE;
    return number_parse(&text, forms, value) && !*text;
}

/* NUMBER or NUMBER:type, the token at hand. */
static struct scop_expr *parse_literal(struct parser *p)
{
    const char *colon = strchr(p->in.text, ':');
    size_t length = colon ? (size_t)(colon - p->in.text) : strlen(p->in.text);
    const char *number = arena_strndup(p->arena, p->in.text, length);
    char *end = NULL;
    enum scop_type type = is_float_text(number) ? SCOP_F64 : SCOP_I32;
    if (colon && !find_type(colon + 1, strlen(colon + 1), &type))
        FAIL(p, "'%s' is not a type", colon + 1);
    bool is_float = scop_type_is_float(type), good;
    struct scop_expr *e = fresh(p, is_float ? SCOP_FLOAT : SCOP_INT, type, 0);
    errno = 0;
    if (is_float)
        good = take_float(number, type, &e->fval);
    else if (type == SCOP_U64 && *number != '-')
        e->ival = (int64_t)strtoull(number, &end, 10);
    else
        e->ival = strtoll(number, &end, 10);
    if (!is_float)
        good = end != number && !*end && errno != ERANGE;
    if (!good)
        FAIL(p, "'%s' is not a number", p->in.text);
    lexer_next(&p->in);
    return e;
}

/* The loop that `name` or `name.N` stands for; -1 if none, -2 if several. */
static int find_loop(const struct scop *scop, const char *text)
{
    const char *dot = strchr(text, '.');
    size_t length = dot ? (size_t)(dot - text) : strlen(text);
    long number =
        dot && ascii_is_digit(dot[1]) ? strtol(dot + 1, NULL, 10) : -1;
    int found = -1;
    for (int k = 0; k < scop->loop_count; k++) {
        const char *name = scop->loop[k].name;
        if (strlen(name) != length || memcmp(name, text, length) != 0)
            continue;
        if (dot && k != number)
            continue;
        found = found == -1 ? k : -2;
    }
    return found;
}

static int find_param(const struct scop *scop, const char *name)
{
    for (int k = 0; k < scop->param_count; k++)
        if (strcmp(scop->param[k].name, name) == 0)
            return k;
    return -1;
}

static int find_array(const struct scop *scop, const char *name)
{
    for (int k = 0; k < scop->array_count; k++)
        if (strcmp(scop->array[k].name, name) == 0)
            return k;
    return -1;
}

static int take_loop(struct parser *p)
{
    int loop = p->in.kind == LEXER_WORD ? find_loop(p->scop, p->in.text) : -1;
    if (loop == -2)
        FAIL(p, "there are several loops '%s': write %s.NUMBER", p->in.text,
             p->in.text);
    else if (loop < 0)
        FAIL(p, "there is no loop '%s'", p->in.text);
    lexer_next(&p->in);
    return loop < 0 ? 0 : loop;
}

/* Operands up to `close`. */
static void parse_operands(struct parser *p, struct scop_expr *e,
                           const char *close)
{
    int cap = 0;
    while (!p->in.failed && !lexer_at(&p->in, close))
        ARENA_PUSH(p->arena, e->arg, e->count, cap, parse_expr(p));
    lexer_expect(&p->in, close);
}

static struct scop_expr *parse_name(struct parser *p)
{
    const char *name = p->in.text;
    int param = find_param(p->scop, name), array = find_array(p->scop, name);
    if (*p->in.p == '[') {
        if (array < 0)
            FAIL(p, "there is no array '%s'", name);
        lexer_next(&p->in);
        lexer_expect(&p->in, "[");
        if (p->in.failed)
            return NULL;
        struct scop_expr *e =
            fresh(p, SCOP_ACCESS, p->scop->array[array].type, 0);
        e->ref = array;
        parse_operands(p, e, "]");
        return e;
    }
    if (param >= 0) {
        struct scop_expr *e =
            fresh(p, SCOP_PARAM, p->scop->param[param].type, 0);
        e->ref = param;
        lexer_next(&p->in);
        return e;
    }
    if (array >= 0 && find_loop(p->scop, name) == -1) {
        FAIL(p, "'%s' is an array: write %s[...]", name, name);
        return NULL;
    }
    int loop = take_loop(p);
    if (p->in.failed)
        return NULL;
    struct scop_expr *e = fresh(p, SCOP_ITER, p->scop->loop[loop].type, 0);
    e->ref = loop;
    return e;
}

/* The operator, conversion or function that `head` names; "-" and its like can
 * have no other meaning, since negation is spelled neg. */
static bool find_head(const char *head, struct scop_expr *e)
{
    if (find_type(head, strlen(head), &e->type)) {
        e->op = SCOP_CAST;
        return true;
    }
    if (strcmp(head, "bits") == 0) {
        e->op = SCOP_BITS;
        return true;
    }
    for (int op = SCOP_NEG; op < SCOP_CAST; op++) {
        if (strcmp(scop_op_name((enum scop_op)op), head) == 0) {
            e->op = (enum scop_op)op;
            return true;
        }
    }
    for (int f = 0; f < SCOP_FUNC_COUNT; f++) {
        if (strcmp(scop_func_name((enum scop_func)f), head) == 0) {
            e->op = SCOP_CALL;
            e->ref = f;
            return true;
        }
    }
    return false;
}

static struct scop_expr *parse_operation(struct parser *p)
{
    struct scop_expr *e = fresh(p, SCOP_CAST, SCOP_I32, 0);
    lexer_next(&p->in);
    if (p->in.kind == LEXER_WORD && !find_head(p->in.text, e))
        FAIL(p, "'%s' is no operator, type or function", p->in.text);
    const char *head = lexer_take(&p->in, LEXER_WORD, "an operator");
    if (e->op == SCOP_BITS)
        e->type = take_type(p);
    parse_operands(p, e, ")");
    if (p->in.failed)
        return NULL;
    int count = e->op == SCOP_CALL ? scop_func_operands((enum scop_func)e->ref)
                                   : scop_op_operands(e->op);
    if (e->count != count) {
        FAIL(p, "'%s' takes %d operand%s, not %d", head, count,
             count == 1 ? "" : "s", e->count);
        return NULL;
    }
    if (e->op != SCOP_CAST && e->op != SCOP_BITS)
        e->type = scop_op_is_test(e->op) ? SCOP_I32
                                         : e->arg[e->op == SCOP_COND]->type;
    return e;
}

/* NULL after an error, which ends the parse. */
static struct scop_expr *parse_expr(struct parser *p)
{
    if (p->depth >= DEPTH_MAX) {
        FAIL(p, "more than %d levels of nesting", DEPTH_MAX);
        return NULL;
    }
    struct scop_expr *e = NULL;
    p->depth++;
    if (lexer_at(&p->in, "("))
        e = parse_operation(p);
    else if (p->in.kind != LEXER_WORD)
        FAIL(p, "expected an expression before '%s'", p->in.text);
    else if (ascii_is_digit(*p->in.text) || *p->in.text == '-' ||
             strchr(p->in.text, ':'))
        e = parse_literal(p);
    else
        e = parse_name(p);
    p->depth--;
    return p->in.failed ? NULL : e;
}

/* The tree ----------------------------------------------------------------- */

static struct scop_node *parse_node(struct parser *p);

static void parse_children(struct parser *p, struct scop_node *node)
{
    int cap = 0;
    while (!p->in.failed && !lexer_at(&p->in, ")"))
        ARENA_PUSH(p->arena, node->child, node->count, cap, parse_node(p));
    lexer_expect(&p->in, ")");
}

static void parse_for(struct parser *p, struct scop_node *node)
{
    node->loop = take_loop(p);
    node->init = parse_expr(p);
    node->cond = parse_expr(p);
    node->step = take_number(p, INT64_MIN);
    if (p->in.failed)
        return;
    struct scop_loop *loop = &p->scop->loop[node->loop];
    if (loop->node) {
        FAIL(p, "loop '%s' stands in the tree twice", loop->name);
        return;
    }
    loop->node = node;
    loop->parent = p->loop_depth ? p->enclosing[p->loop_depth - 1] : -1;
    ARENA_PUSH(p->arena, p->enclosing, p->loop_depth, p->enclosing_cap,
               node->loop);
    parse_children(p, node);
    p->loop_depth--;
    if (node->count != 1)
        FAIL(p, "a for has one body, not %d: write (seq ...)", node->count);
}

static void parse_stmt(struct parser *p, struct scop_node *node)
{
    struct scop *scop = p->scop;
    struct scop_stmt stmt = {.loc = node->loc, .depth = p->loop_depth};
    int cap = 0;
    stmt.name = take_name(p);
    if (lexer_accept(&p->in, "(")) {
        if (!lexer_accept(&p->in, "body"))
            FAIL(p, "expected 'body' before '%s'", p->in.text);
        p->in_body = true;
        stmt.body = parse_node(p);
        p->in_body = false;
        lexer_expect(&p->in, ")");
    } else {
        stmt.lhs = parse_expr(p);
        stmt.rhs = parse_expr(p);
    }
    if (lexer_accept(&p->in, "(")) {
        if (!lexer_accept(&p->in, "guard"))
            FAIL(p, "expected 'guard' before '%s'", p->in.text);
        while (!p->in.failed && !lexer_at(&p->in, ")"))
            ARENA_PUSH(p->arena, stmt.guard, stmt.guard_count, cap,
                       parse_expr(p));
        lexer_expect(&p->in, ")");
    }
    lexer_expect(&p->in, ")");
    if (p->in.failed)
        return;
    size_t size = (size_t)stmt.depth * sizeof *stmt.loop;
    stmt.loop = arena_alloc(p->arena, size);
    if (stmt.depth)
        memcpy(stmt.loop, p->enclosing, size);
    node->stmt = scop->stmt_count;
    ARENA_PUSH(p->arena, scop->stmt, scop->stmt_count, p->stmt_cap, stmt);
}

static void parse_if(struct parser *p, struct scop_node *node)
{
    node->test = parse_expr(p);
    parse_children(p, node);
    if (node->count != 1 && node->count != 2)
        FAIL(p, "an if has one or two branches, not %d", node->count);
}

static void parse_set(struct parser *p, struct scop_node *node)
{
    node->lhs = parse_expr(p);
    node->rhs = parse_expr(p);
    lexer_expect(&p->in, ")");
}

static void parse_while(struct parser *p, struct scop_node *node)
{
    node->test = parse_expr(p);
    parse_children(p, node);
    if (node->count != 1 && node->count != 2)
        FAIL(p, "a loop has a body and perhaps a step, not %d parts",
             node->count);
}

static void parse_do(struct parser *p, struct scop_node *node)
{
    node->last = true;
    parse_while(p, node);
}

static void parse_repeat(struct parser *p, struct scop_node *node)
{
    parse_children(p, node);
    if (node->count != 1)
        FAIL(p, "a repeat has one body, not %d: write (seq ...)", node->count);
}

static void parse_until(struct parser *p, struct scop_node *node)
{
    node->test = parse_expr(p);
    lexer_expect(&p->in, ")");
}

static struct scop_node *parse_node(struct parser *p)
{
    enum where { TREE = 1, BODY = 2 };
    static const struct {
        const char *word;
        enum scop_node_kind kind;
        unsigned where;
        void (*parse)(struct parser *p, struct scop_node *node);
    } form[] = {
        {"seq", SCOP_SEQ, TREE | BODY, parse_children},
        {"for", SCOP_FOR, TREE, parse_for},
        {"if", SCOP_IF, TREE | BODY, parse_if},
        {"stmt", SCOP_STMT, TREE, parse_stmt},
        {"repeat", SCOP_REPEAT, TREE, parse_repeat},
        {"until", SCOP_UNTIL, TREE, parse_until},
        {"set", SCOP_SET, BODY, parse_set},
        {"loop", SCOP_LOOP, BODY, parse_while},
        {"do", SCOP_LOOP, BODY, parse_do},
        {"break", SCOP_BREAK, BODY, parse_children},
        {"continue", SCOP_CONTINUE, BODY, parse_children},
    };
    unsigned here = p->in_body ? BODY : TREE;
    if (p->depth >= DEPTH_MAX)
        FAIL(p, "more than %d levels of nesting", DEPTH_MAX);
    struct scop_node *node = arena_alloc(p->arena, sizeof *node);
    struct loc outer = p->place;
    lexer_expect(&p->in, "(");
    for (size_t k = 0; k < sizeof form / sizeof *form && !p->in.failed; k++) {
        if (!(form[k].where & here) || !lexer_accept(&p->in, form[k].word))
            continue;
        p->depth++;
        node->kind = form[k].kind;
        node->loc = p->place = take_loc(p);
        form[k].parse(p, node);
        p->place = outer;
        p->depth--;
        return node;
    }
    FAIL(p,
         here == TREE ? "'%s' is not seq, for, if, stmt, repeat or until"
                      : "'%s' is not seq, set, if, loop, do, break or "
                        "continue",
         p->in.text);
    return node;
}

/* The head ----------------------------------------------------------------- */

static void parse_bytes(struct parser *p)
{
    p->scop->begin = (size_t)take_number(p, 0);
    p->scop->end = (size_t)take_number(p, 0);
    p->scop->insert = (size_t)take_number(p, 0);
}

static void parse_param(struct parser *p)
{
    struct scop_param param = {.name = take_name(p)};
    if (find_param(p->scop, param.name) >= 0)
        FAIL(p, "there are two parameters '%s'", param.name);
    param.type = take_type(p);
    param.text = lexer_take(&p->in, LEXER_STRING, "the C text");
    param.exposed = lexer_accept(&p->in, "exposed");
    param.clause = lexer_accept(&p->in, "clause");
    ARENA_PUSH(p->arena, p->scop->param, p->scop->param_count, p->param_cap,
               param);
}

static void parse_loop(struct parser *p)
{
    struct scop_loop loop = {.parent = -1, .loc = take_loc(p)};
    loop.name = take_name(p);
    loop.type = take_type(p);
    loop.live_out = lexer_accept(&p->in, "live");
    loop.independent = lexer_accept(&p->in, "independent");
    if (lexer_accept(&p->in, "each"))
        loop.each = lexer_take(&p->in, LEXER_STRING, "the C text");
    ARENA_PUSH(p->arena, p->scop->loop, p->scop->loop_count, p->loop_cap, loop);
}

static void parse_extents(struct parser *p, struct scop_array *a)
{
    int cap = 0;
    lexer_expect(&p->in, "(");
    while (!p->in.failed && !lexer_at(&p->in, ")")) {
        bool open = lexer_accept(&p->in, "_");
        ARENA_PUSH(p->arena, a->extent, a->rank, cap,
                   open ? NULL : parse_expr(p));
    }
    lexer_expect(&p->in, ")");
}

static void parse_place(struct parser *p, struct scop_array *a)
{
    if (lexer_accept(&p->in, "region")) {
        a->scope = SCOP_REGION;
    } else if (lexer_accept(&p->in, "point")) {
        a->scope = SCOP_POINT;
    } else if (lexer_accept(&p->in, "(")) {
        if (!lexer_accept(&p->in, "in"))
            FAIL(p, "expected 'in' before '%s'", p->in.text);
        a->scope = take_loop(p);
        lexer_expect(&p->in, ")");
    } else {
        a->scope = SCOP_OUTSIDE;
        a->base = lexer_take(&p->in, LEXER_STRING, "the C text of the address");
    }
}

/* layout "TEXT" */
static void parse_layout(struct parser *p, struct scop_array *a)
{
    struct layout_error error;
    const char *text = lexer_take(&p->in, LEXER_STRING, "the layout's text");
    if (p->in.failed)
        return;
    if (a->rank < 2 || a->rank > LAYOUT_RANK) {
        FAIL(p, "array '%s' has a layout, and %d dimensions", a->name, a->rank);
        return;
    }
    a->layout = layout_read(p->arena, &text, a->rank, &error);
    if (!a->layout || *text)
        FAIL(p, "the layout of '%s': %s", a->name,
             a->layout ? "something follows it" : error.what);
}

/* order ARRAY: the tables of that array's layout, and of its other views. */
static void parse_order(struct parser *p, struct scop_array *a)
{
    const char *name = take_name(p);
    int count = p->scop->array_count, of = find_array(p->scop, name);
    a->is_order = true;
    a->order = of;
    if (of < 0)
        FAIL(p, "there is no array '%s' before this", name);
    for (int k = 0; k < count && of >= 0; k++)
        if (p->scop->array[k].view_of == p->scop->array[of].view_of)
            p->scop->array[k].order = count;
}

static void parse_rows(struct parser *p, struct scop_array *a)
{
    a->rows = lexer_take(&p->in, LEXER_STRING, "the C text");
    do {
        const char *name = take_name(p);
        int param = find_param(p->scop, name);
        if (param < 0)
            FAIL(p, "there is no parameter '%s' before this", name);
        a->pitch[a->row_levels++] = param;
    } while (a->row_levels < SCOP_ROWS_MAX && p->in.kind == LEXER_WORD);
}

/* (unit UNIT OFFSET), (view ARRAY), (each "C TEXT"), (layout "TEXT"), (order
 * ARRAY) or (rows "C TEXT" PARAM...) */
static void parse_array_list(struct parser *p, struct scop_array *a)
{
    if (lexer_accept(&p->in, "unit")) {
        a->unit = take_number(p, 1);
        a->offset = take_number(p, 0);
    } else if (lexer_accept(&p->in, "view")) {
        const char *name = take_name(p);
        a->view_of = find_array(p->scop, name);
        if (a->view_of < 0)
            FAIL(p, "there is no array '%s' before this", name);
    } else if (lexer_accept(&p->in, "each")) {
        a->each = lexer_take(&p->in, LEXER_STRING, "the C text");
    } else if (lexer_accept(&p->in, "moves")) {
        a->moves = lexer_take(&p->in, LEXER_STRING, "the C text");
    } else if (lexer_accept(&p->in, "rows")) {
        parse_rows(p, a);
    } else if (lexer_accept(&p->in, "layout")) {
        parse_layout(p, a);
    } else if (lexer_accept(&p->in, "order")) {
        parse_order(p, a);
    } else {
        FAIL(p, "'%s' is not unit, view, each, layout, order or rows",
             p->in.text);
    }
    lexer_expect(&p->in, ")");
}

static void parse_array_flag(struct parser *p, struct scop_array *a)
{
    const struct {
        const char *word;
        bool *flag;
    } flag[] = {
        {"pointer", &a->pointer},     {"restrict", &a->restricted},
        {"readonly", &a->read_only},  {"in", &a->live_in},
        {"out", &a->live_out},        {"exposed", &a->exposed},
        {"injective", &a->injective}, {"cursor", &a->cursor},

    };
    for (size_t k = 0; k < sizeof flag / sizeof *flag; k++) {
        if (lexer_accept(&p->in, flag[k].word)) {
            *flag[k].flag = true;
            return;
        }
    }
    FAIL(p,
         "'%s' is not pointer, restrict, exposed, readonly, "
         "injective, cursor, in or out",
         p->in.text);
}

static void parse_array(struct parser *p)
{
    struct scop_array a = {.unit = 1, .loc = take_loc(p)};
    a.name = take_name(p);
    if (find_array(p->scop, a.name) >= 0)
        FAIL(p, "there are two arrays '%s'", a.name);
    a.view_of = p->scop->array_count;
    a.type = take_type(p);
    parse_extents(p, &a);
    parse_place(p, &a);
    while (!p->in.failed && !lexer_at(&p->in, ")")) {
        if (lexer_accept(&p->in, "("))
            parse_array_list(p, &a);
        else
            parse_array_flag(p, &a);
    }
    ARENA_PUSH(p->arena, p->scop->array, p->scop->array_count, p->array_cap, a);
}

static void parse_assume(struct parser *p)
{
    ARENA_PUSH(p->arena, p->scop->assume, p->scop->assume_count, p->assume_cap,
               parse_expr(p));
}

static void parse_rely(struct parser *p)
{
    ARENA_PUSH(p->arena, p->scop->rely, p->scop->rely_count, p->rely_cap,
               parse_expr(p));
}

static void parse_tile(struct parser *p)
{
    while (!p->in.failed && !lexer_at(&p->in, ")"))
        ARENA_PUSH(p->arena, p->scop->tile, p->scop->tile_count, p->tile_cap,
                   take_number(p, 1));
}

static void parse_device(struct parser *p)
{
    if (lexer_accept(&p->in, "gpu"))
        p->scop->device = SCOP_DEVICE_GPU;
    else if (lexer_accept(&p->in, "host"))
        p->scop->device = SCOP_DEVICE_HOST;
    else
        FAIL(p, "'%s' is not gpu or host", p->in.text);
}

static void parse_plan(struct parser *p)
{
    if (lexer_accept(&p->in, "guard"))
        p->scop->plan = SCOP_PLAN_GUARD;
    else if (lexer_accept(&p->in, "compact"))
        p->scop->plan = SCOP_PLAN_COMPACT;
    else
        FAIL(p, "'%s' is not guard or compact", p->in.text);
}

static void parse_reassociate(struct parser *p)
{
    p->scop->reassociate = true;
}

static void parse_whole(struct parser *p)
{
    p->scop->whole = true;
}

/* One entry of the head; false, after its '(', when it is the body. */
static bool parse_head(struct parser *p)
{
    static const struct {
        const char *word;
        void (*parse)(struct parser *p);
    } form[] = {
        {"bytes", parse_bytes},
        {"param", parse_param},
        {"loop", parse_loop},
        {"array", parse_array},
        {"assume", parse_assume},
        {"rely", parse_rely},
        {"tile", parse_tile},
        {"device", parse_device},
        {"reassociate", parse_reassociate},
        {"plan", parse_plan},
        {"whole", parse_whole},
    };
    lexer_expect(&p->in, "(");
    for (size_t k = 0; k < sizeof form / sizeof *form && !p->in.failed; k++) {
        if (lexer_accept(&p->in, form[k].word)) {
            form[k].parse(p);
            lexer_expect(&p->in, ")");
            return true;
        }
    }
    if (lexer_accept(&p->in, "body"))
        return false;
    FAIL(p, "'%s' cannot stand at the head of a scop", p->in.text);
    return false;
}

static void parse_scop(struct parser *p)
{
    struct scop *scop = p->scop;
    lexer_expect(&p->in, "(");
    if (!lexer_accept(&p->in, "scop"))
        FAIL(p, "expected 'scop' before '%s'", p->in.text);
    scop->file = lexer_take(&p->in, LEXER_STRING, "the file's name");
    scop->function = lexer_take(&p->in, LEXER_STRING, "the function's name");
    scop->loc = take_loc(p);
    while (!p->in.failed && parse_head(p))
        continue;
    scop->root = arena_alloc(p->arena, sizeof *scop->root);
    scop->root->kind = SCOP_SEQ;
    scop->root->loc = take_loc(p);
    parse_children(p, scop->root);
    lexer_expect(&p->in, ")");
    if (p->in.kind != LEXER_END)
        FAIL(p, "'%s' after the end of the scop", p->in.text);
    for (int k = 0; k < scop->loop_count && !p->in.failed; k++)
        if (!scop->loop[k].node)
            FAIL(p, "loop %d ('%s') is not in the tree", k, scop->loop[k].name);
}

struct scop *scop_parse(struct arena *arena, const char *file, const char *text,
                        struct faults *faults)
{
    struct parser p = {
        .arena = arena,
        .scop = arena_alloc(arena, sizeof *p.scop),
        .in = {.arena = arena,
               .faults = faults,
               .fault = FAULT_SCOP_SYNTAX,
               .marks = "()[]",
               .comment = ';',
               .most = WORD_MAX},
    };
    p.scop->arena = arena;
    lexer_begin(&p.in, arena_strdup(arena, file), text);
    parse_scop(&p);
    return p.in.failed ? NULL : p.scop;
}
