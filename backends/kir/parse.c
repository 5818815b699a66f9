/* The text form, read: KIR.md has the grammar. The first error ends the
 * parse. Everything that the printer would trip over is refused here (names,
 * types of operations, undefined values, depth of nesting); the rest is the
 * verifier's. */
#include "backends/kir/kir.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_MAX = 256 };

/* A launch names a function that may follow; resolved at the end. */
struct fixup {
    struct kir_stmt *launch;
    const char *name;
    struct loc loc;
};

struct kir_parser {
    struct arena *arena;
    struct kir_module *module;
    struct kir_func *f;
    struct lexer in;

    /* numbers + 1: of the functions; of the current function's things */
    struct kir_names funcs, values, params, buffers, variables;
    int fixup_count, fixup_cap;
    struct fixup *fixup;
    int depth;
};

/* FAIL is about the current token, FAIL_LAST about the one just taken. */
#define FAIL(p, ...) lexer_fail(&(p)->in, (p)->in.loc, __VA_ARGS__)
#define FAIL_LAST(p, ...) lexer_fail(&(p)->in, (p)->in.last, __VA_ARGS__)

static const char *take_identifier(struct kir_parser *p, const char *what)
{
    if (p->in.kind == LEXER_WORD && !kir_is_identifier(p->in.text))
        FAIL(p, "'%s' is not an identifier", p->in.text);
    return lexer_take(&p->in, LEXER_WORD, what);
}

/* Numbers, types, names ---------------------------------------------------- */

static bool to_integer(const char *s, enum kir_type type, int64_t *result)
{
    char *end;

    errno = 0;
    if (type == KIR_U64)
        *result = (int64_t)strtoull(s, &end, 10);
    else
        *result = strtoll(s, &end, 10);
    if (end == s || *end || errno || (type == KIR_U64 && *s == '-'))
        return false;
    return kir_wrap(type, (uint64_t)*result) == *result;
}

/* nan.BITS, inf, or a number in decimal or hexadecimal. */
static bool to_float(const char *s, enum kir_type type, double *result)
{
    unsigned forms = NUMBER_HEX | NUMBER_SPECIAL;
    union kir_imm bits;
    char *end;

    if (strncmp(s, "nan.", 4) == 0) {
        errno = 0;
        bits.i = (int64_t)strtoull(s + 4, &end, 16);
        *result = type == KIR_F32 ? (double)(float)bits.f : bits.f;
        return bits.f != bits.f && !errno && !*end;
    }
    forms |= type == KIR_F32 ? NUMBER_SINGLE : 0;
    return number_parse(&s, forms, result) && *result == *result && !*s;
}

static bool to_number(const char *s, enum kir_type type, union kir_imm *imm)
{
    return kir_is_float(type) ? to_float(s, type, &imm->f)
                              : to_integer(s, type, &imm->i);
}

static bool to_type(const char *s, enum kir_type *type)
{
    for (int t = 0; t < KIR_TYPE_COUNT; t++) {
        if (strcmp(s, kir_type_name((enum kir_type)t)) == 0) {
            *type = (enum kir_type)t;
            return true;
        }
    }
    return false;
}

static int64_t take_integer(struct kir_parser *p, int64_t low, int64_t high,
                            const char *what)
{
    int64_t n = low;

    if (p->in.kind == LEXER_WORD &&
        (!to_integer(p->in.text, KIR_I64, &n) || n < low || n > high))
        FAIL(p, "'%s' is not %s", p->in.text, what);
    lexer_take(&p->in, LEXER_WORD, what);
    return p->in.failed ? low : n;
}

static enum kir_type take_type(struct kir_parser *p)
{
    enum kir_type type = KIR_I32;

    if (p->in.kind == LEXER_WORD && !to_type(p->in.text, &type))
        FAIL(p, "'%s' is not a type", p->in.text);
    lexer_take(&p->in, LEXER_WORD, "a type");
    return type;
}

/* NAME:TYPE; the name is returned. */
static char *take_typed(struct kir_parser *p, const char *what,
                        enum kir_type *type)
{
    char *colon = p->in.kind == LEXER_WORD ? strrchr(p->in.text, ':') : NULL;

    *type = KIR_I32;
    if (p->in.kind == LEXER_WORD && (!colon || !to_type(colon + 1, type)))
        FAIL(p, "expected %s:TYPE before '%s'", what, p->in.text);
    if (!p->in.failed && colon)
        *colon = '\0';
    return lexer_take(&p->in, LEXER_WORD, what);
}

/* The number of a name that must be there. */
static int look_up(struct kir_parser *p, struct kir_names *names,
                   const char *name, const char *what)
{
    int number = *kir_names_at(p->arena, names, name) - 1;

    if (number < 0)
        FAIL_LAST(p, "there is no %s '%s'", what, name);
    return number;
}

static void define(struct kir_parser *p, struct kir_names *names,
                   const char *name, int number)
{
    int *slot = kir_names_at(p->arena, names, name);

    if (*slot)
        FAIL_LAST(p, "'%s' is defined twice", name);
    *slot = number + 1;
}

/* Operands ----------------------------------------------------------------- */

static int parse_constant(struct kir_parser *p)
{
    enum kir_type type;
    char *text = take_typed(p, "NUMBER", &type);
    struct kir_value v = kir_value_of(KIR_CONST, type);

    if (p->in.failed)
        return -1;
    if (!kir_is_value_type(type) || !to_number(text, type, &v.imm)) {
        FAIL_LAST(p, "'%s' is no constant of type %s", text,
                  kir_type_name(type));
        return -1;
    }
    return kir_put_value(p->f, &v);
}

static int parse_index(struct kir_parser *p, const char *dot)
{
    static const enum kir_op op[] = {KIR_BLOCK_INDEX, KIR_THREAD_INDEX,
                                     KIR_GRID_SIZE};
    const char *dimension = strchr("xyz", dot[1]);

    for (size_t i = 0; i < sizeof op / sizeof *op; i++) {
        const char *name = kir_op_name(op[i]);
        struct kir_value v = kir_value_of(op[i], KIR_I32);

        if (!dot[1] || dot[2] || !dimension ||
            strlen(name) != (size_t)(dot - p->in.text) ||
            strncmp(p->in.text, name, strlen(name)) != 0)
            continue;
        v.imm.i = dimension[0] - 'x';
        lexer_next(&p->in);
        return kir_put_value(p->f, &v);
    }
    return -1;
}

/* %NAME, $PARAMETER, warps, block.x and its like, NUMBER:TYPE. */
static int parse_operand(struct kir_parser *p)
{
    const struct kir_value warps = kir_value_of(KIR_WARPS, KIR_PRED);
    const char *dot;
    int value;

    if (p->in.kind != LEXER_WORD) {
        FAIL(p, "expected an operand before '%s'", p->in.text);
        return -1;
    }
    if (*p->in.text == '%')
        return look_up(p, &p->values, lexer_take(&p->in, LEXER_WORD, "a value"),
                       "value");
    if (*p->in.text == '$')
        return look_up(p, &p->params,
                       lexer_take(&p->in, LEXER_WORD, "a parameter") + 1,
                       "parameter");
    if (lexer_accept(&p->in, kir_op_name(KIR_WARPS)))
        return kir_put_value(p->f, &warps);
    dot = strchr(p->in.text, '.');
    value = dot ? parse_index(p, dot) : -1;
    return value >= 0 ? value : parse_constant(p);
}

static bool has_type(struct kir_parser *p, int value, enum kir_type type,
                     const char *what)
{
    if (p->in.failed)
        return false;
    if (p->f->value[value].type == type)
        return true;
    FAIL_LAST(p, "%s must be %s, not %s", what, kir_type_name(type),
              kir_type_name(p->f->value[value].type));
    return false;
}

static int parse_typed_operand(struct kir_parser *p, enum kir_type type,
                               const char *what)
{
    int value = parse_operand(p);

    return has_type(p, value, type, what) ? value : -1;
}

static int parse_subscript(struct kir_parser *p)
{
    int value = parse_operand(p);

    if (!p->in.failed && p->f->value[value].type != KIR_I32 &&
        p->f->value[value].type != KIR_I64)
        FAIL_LAST(p, "a subscript must be i32 or i64, not %s",
                  kir_type_name(p->f->value[value].type));
    return value;
}

/* Statements --------------------------------------------------------------- */

static bool find_op(const char *name, enum kir_op *op)
{
    for (int i = 0; i < KIR_OP_COUNT; i++) {
        if (strcmp(kir_op_table[i].text, name) == 0) {
            *op = (enum kir_op)i;
            return true;
        }
    }
    return false;
}

static void parse_conversion(struct kir_parser *p, struct kir_value *v)
{
    enum kir_type from;

    v->narrow = take_type(p);
    v->type = kir_loaded_type(v->narrow);
    v->arg[0] = parse_operand(p);
    if (p->in.failed)
        return;
    from = p->f->value[v->arg[0]].type;
    if (!kir_can_convert(v->op, from, v->narrow))
        FAIL_LAST(p, "no %s from %s to %s", kir_op_name(v->op),
                  kir_type_name(from), kir_type_name(v->narrow));
}

/* "@3": the number of an array in the region's table. */
static int parse_row(struct kir_parser *p)
{
    if (p->in.kind == LEXER_WORD && *p->in.text == '@')
        p->in.text++;
    else
        FAIL(p, "expected '@' and an array's number");
    return (int)take_integer(p, 0, INT32_MAX, "an array's number");
}

static void parse_fetch(struct kir_parser *p, struct kir_value *v)
{
    v->buffer = parse_row(p);
    v->narrow = take_type(p);
    v->type = kir_loaded_type(v->narrow);
    v->arg[0] = parse_typed_operand(p, KIR_I64, "an element");
    if (!p->in.failed && v->narrow == KIR_PRED)
        FAIL_LAST(p, "no array has elements of type pred");
}

static void parse_operation(struct kir_parser *p, struct kir_value *v)
{
    enum kir_type type[3] = {KIR_PRED, KIR_PRED, KIR_PRED};

    if (v->op == KIR_SHUFFLE_DOWN)
        v->imm.i =
            take_integer(p, 1, KIR_WARP_LANES - 1, "a distance within a warp");
    for (int i = 0; i < kir_op_operands(v->op) && !p->in.failed; i++) {
        v->arg[i] = parse_operand(p);
        if (!p->in.failed)
            type[i] = p->f->value[v->arg[i]].type;
    }
    if (!p->in.failed && !kir_result_type(v->op, type, &v->type))
        FAIL_LAST(p, "%s does not take operands of these types",
                  kir_op_name(v->op));
    v->narrow = v->type;
}

/* What may follow an access: a string. */
static const char *parse_origin(struct kir_parser *p)
{
    return p->in.kind == LEXER_STRING
               ? lexer_take(&p->in, LEXER_STRING, "a string")
               : NULL;
}

static void parse_right_side(struct kir_parser *p, struct kir_value *v)
{
    const char *name = lexer_take(&p->in, LEXER_WORD, "an operation");
    enum kir_op op = KIR_CONST;

    if (!p->in.failed && (!find_op(name, &op) || kir_is_leaf(op)))
        FAIL_LAST(p, "there is no operation '%s'", name);
    *v = kir_value_of(op, KIR_I32);
    if (p->in.failed)
        return;
    if (op == KIR_GET) {
        v->imm.i = look_up(p, &p->variables, take_identifier(p, "a variable"),
                           "variable");
        if (!p->in.failed)
            v->type = v->narrow = p->f->variable[v->imm.i].type;
    } else if (op == KIR_LOAD) {
        v->buffer =
            look_up(p, &p->buffers, take_identifier(p, "a buffer"), "buffer");
        v->arg[0] = parse_subscript(p);
        if (!p->in.failed)
            v->type = v->narrow = kir_loaded_type(p->f->buffer[v->buffer].type);
        v->origin = parse_origin(p);
    } else if (op == KIR_ALIGNED) {
        v->type = v->narrow = KIR_PRED;
        v->buffer =
            look_up(p, &p->buffers, take_identifier(p, "a buffer"), "buffer");
    } else if (op == KIR_FETCH) {
        parse_fetch(p, v);
    } else if (op == KIR_CAST || op == KIR_BITCAST) {
        parse_conversion(p, v);
    } else {
        parse_operation(p, v);
    }
}

/* %NAME:TYPE = OPERATION …; the type may be left out. */
static void parse_let(struct kir_parser *p)
{
    enum kir_type type = KIR_I32;
    bool typed = strchr(p->in.text, ':') != NULL;
    char *name = typed ? take_typed(p, "NAME", &type)
                       : lexer_take(&p->in, LEXER_WORD, "NAME");
    struct kir_value v;

    lexer_expect(&p->in, "=");
    parse_right_side(p, &v);
    if (!p->in.failed && typed && v.type != type)
        FAIL_LAST(p, "'%s' is %s, not %s", name, kir_type_name(v.type),
                  kir_type_name(type));
    if (!p->in.failed)
        define(p, &p->values, name, kir_put_value(p->f, &v));
}

static void parse_set(struct kir_parser *p)
{
    const char *name = take_identifier(p, "a variable");
    int variable = look_up(p, &p->variables, name, "variable");
    struct kir_stmt *s;
    int value;

    if (p->in.failed)
        return;
    value =
        parse_typed_operand(p, p->f->variable[variable].type, "what is set");
    s = kir_put_stmt(p->f, KIR_SET);
    s->variable = variable;
    s->value = value;
}

static void parse_access(struct kir_parser *p, enum kir_stmt_kind kind)
{
    enum kir_op op = KIR_CONST;
    const char *name = kind == KIR_ATOMIC
                           ? lexer_take(&p->in, LEXER_WORD, "an operation")
                           : "";
    struct kir_stmt *s;
    int buffer, index, value;
    enum kir_type type;

    if (kind == KIR_ATOMIC && !p->in.failed && !find_op(name, &op))
        FAIL_LAST(p, "there is no operation '%s'", name);
    buffer = look_up(p, &p->buffers, take_identifier(p, "a buffer"), "buffer");
    index = parse_subscript(p);
    if (p->in.failed)
        return;
    type = p->f->buffer[buffer].type;
    if (kind == KIR_ATOMIC && !kir_can_atomic(op, type))
        FAIL_LAST(p, "no atomic %s on %s", name, kir_type_name(type));
    value = parse_typed_operand(p, kir_loaded_type(type), "what is stored");
    s = kir_put_stmt(p->f, kind);
    s->op = op;
    s->buffer = buffer;
    s->index = index;
    s->value = value;
    s->origin = parse_origin(p);
}

static void parse_block(struct kir_parser *p);

static void parse_body(struct kir_parser *p, struct kir_stmt *s, int body)
{
    lexer_expect(&p->in, "{");
    if (++p->depth > KIR_MAX_DEPTH)
        FAIL_LAST(p, "blocks are nested more than %d deep", KIR_MAX_DEPTH);
    kir_open(p->f, s, body);
    parse_block(p);
    kir_close(p->f);
    p->depth--;
    lexer_expect(&p->in, "}");
}

static void parse_for(struct kir_parser *p)
{
    enum kir_type type;
    char *name = take_typed(p, "NAME", &type);
    struct kir_value iter = kir_value_of(KIR_ITER, type);
    struct kir_stmt *s;
    int lo, hi, step;

    if (!p->in.failed && (*name != '%' || !kir_is_integer(type)))
        FAIL_LAST(p, "'%s' of type %s cannot be an iterator", name,
                  kir_type_name(type));
    lexer_expect(&p->in, "=");
    lo = parse_typed_operand(p, type, "the start of a loop");
    lexer_expect(&p->in, "to");
    hi = parse_typed_operand(p, type, "the end of a loop");
    lexer_expect(&p->in, "step");
    step = parse_typed_operand(p, type, "the step of a loop");
    if (p->in.failed)
        return;
    s = kir_put_stmt(p->f, KIR_FOR);
    s->lo = lo;
    s->hi = hi;
    s->step = step;
    s->iter = kir_put_value(p->f, &iter);
    define(p, &p->values, name, s->iter);
    for (int k = 0; kir_for_flag[k].name; k++)
        if (lexer_accept(&p->in, kir_for_flag[k].name))
            s->flags |= kir_for_flag[k].flag;
    parse_body(p, s, 0);
}

static void parse_if(struct kir_parser *p)
{
    int condition = parse_typed_operand(p, KIR_PRED, "a condition");
    struct kir_stmt *s = kir_put_stmt(p->f, KIR_IF);

    s->value = condition;
    parse_body(p, s, 0);
    if (lexer_accept(&p->in, "else"))
        parse_body(p, s, 1);
}

static void parse_while(struct kir_parser *p)
{
    struct kir_stmt *s = kir_put_stmt(p->f, KIR_WHILE);

    parse_body(p, s, 0);
    s->value = parse_typed_operand(p, KIR_PRED, "a condition");
    parse_body(p, s, 1);
}

static void parse_launch(struct kir_parser *p)
{
    struct fixup fixup = {kir_put_stmt(p->f, KIR_LAUNCH), NULL, p->in.loc};
    struct kir_stmt *s = fixup.launch;
    int cap = 0;

    fixup.name = take_identifier(p, "a kernel");
    ARENA_PUSH(p->arena, p->fixup, p->fixup_count, p->fixup_cap, fixup);
    lexer_expect(&p->in, "(");
    for (int i = 0; i < 3; i++)
        s->grid[i] = parse_typed_operand(p, KIR_I64, "a grid size");
    lexer_expect(&p->in, ")");
    lexer_expect(&p->in, "(");
    while (!p->in.failed && !lexer_at(&p->in, ")")) {
        struct kir_arg arg = {p->in.kind == LEXER_WORD && *p->in.text == '@',
                              -1};

        arg.id = arg.is_buffer ? parse_row(p) : parse_operand(p);
        ARENA_PUSH(p->arena, s->arg, s->arg_count, cap, arg);
    }
    lexer_expect(&p->in, ")");
}

static void parse_statement(struct kir_parser *p);

/* "pack 2", and as many statements; what is no access is found by the
 * verifier. */
static void parse_pack(struct kir_parser *p)
{
    int count = (int)take_integer(p, 2, 4, "2 or 4"), done = 0;
    struct kir_stmt *before = kir_last_stmt(p->f), *s;

    while (!p->in.failed && done < count && p->in.kind == LEXER_WORD) {
        parse_statement(p);
        s = kir_last_stmt(p->f);
        if (s != before)
            s->pack = done++ ? KIR_PACKED : count;
        before = s;
    }
}

static void parse_statement(struct kir_parser *p)
{
    if (p->in.kind == LEXER_WORD && *p->in.text == '%') {
        parse_let(p);
    } else if (lexer_accept(&p->in, "set")) {
        parse_set(p);
    } else if (lexer_accept(&p->in, "pack")) {
        parse_pack(p);
    } else if (lexer_accept(&p->in, "store")) {
        parse_access(p, KIR_STORE);
    } else if (lexer_accept(&p->in, "atomic")) {
        parse_access(p, KIR_ATOMIC);
    } else if (lexer_accept(&p->in, "for")) {
        parse_for(p);
    } else if (lexer_accept(&p->in, "if")) {
        parse_if(p);
    } else if (lexer_accept(&p->in, "while")) {
        parse_while(p);
    } else if (lexer_accept(&p->in, "barrier")) {
        kir_put_stmt(p->f, KIR_BARRIER);
    } else if (lexer_accept(&p->in, "launch")) {
        parse_launch(p);
    } else if (lexer_accept(&p->in, "comment")) {
        kir_comment(p->f, lexer_take(&p->in, LEXER_STRING, "a string"));
    } else if (lexer_accept(&p->in, "line")) {
        kir_line(p->f, (int)take_integer(p, 0, INT32_MAX, "a line"));
    } else {
        FAIL(p, "expected a statement before '%s'", p->in.text);
    }
}

static void parse_block(struct kir_parser *p)
{
    while (!p->in.failed && p->in.kind != LEXER_END && !lexer_at(&p->in, "}"))
        parse_statement(p);
}

/* Functions ---------------------------------------------------------------- */

/* ( NUMBER … ): exactly `count` elements. The vector grows as they are read,
 * so that a large count alone takes no memory. */
static void parse_data(struct kir_parser *p, enum kir_type type, int64_t count,
                       void **data)
{
    int64_t size = kir_type_size(type), n = 0, cap = 0;
    char *bytes = NULL;

    lexer_expect(&p->in, "(");
    for (; !p->in.failed && !lexer_at(&p->in, ")"); n++) {
        union kir_imm imm = {.i = 0};

        if (p->in.kind == LEXER_WORD && !to_number(p->in.text, type, &imm))
            FAIL(p, "'%s' is no constant of type %s", p->in.text,
                 kir_type_name(type));
        lexer_take(&p->in, LEXER_WORD, "a number");
        if (n == cap) {
            char *larger =
                arena_alloc(p->arena, (size_t)((2 * cap + 16) * size));

            if (n > 0)
                memcpy(larger, bytes, (size_t)(n * size));
            bytes = larger;
            cap = 2 * cap + 16;
        }
        kir_write_element(type, bytes, n, imm);
    }
    if (!p->in.failed && n != count)
        FAIL(p, "%lld numbers for %lld elements", (long long)n,
             (long long)count);
    lexer_expect(&p->in, ")");
    *data = bytes;
}

static void declare(struct kir_parser *p, struct kir_names *names, char *name,
                    int number)
{
    struct kir_names *other[] = {&p->params, &p->buffers, &p->variables};

    for (int i = 0; i < 3; i++)
        if (other[i] != names && *kir_names_at(p->arena, other[i], name))
            FAIL_LAST(p, "'%s' is defined twice", name);
    define(p, names, name, number);
}

static void parse_buffer(struct kir_parser *p, enum kir_space space)
{
    struct kir_func *f = p->f;
    enum kir_type type;
    char *name = take_typed(p, "NAME", &type);
    bool read_only, no_alias;
    int together = 0;
    int64_t count = 0;
    void *data = NULL;

    if (!p->in.failed && (!kir_is_identifier(name) || type == KIR_PRED))
        FAIL_LAST(p, "'%s' of type %s cannot be a buffer", name,
                  kir_type_name(type));
    if (space != KIR_GLOBAL)
        count = take_integer(p, 1, INT64_MAX / 16, "a number of elements");
    if (space == KIR_CONSTANT)
        parse_data(p, type, count, &data);
    read_only = space == KIR_GLOBAL && lexer_accept(&p->in, "readonly");
    no_alias = space == KIR_GLOBAL && lexer_accept(&p->in, "noalias");
    if (space == KIR_GLOBAL && lexer_accept(&p->in, "together"))
        together = (int)take_integer(p, 1, INT_MAX, "a number");
    declare(p, &p->buffers, name, f->buffer_count);
    if (p->in.failed)
        return;
    if (space == KIR_GLOBAL)
        kir_together(f, kir_global(f, name, type, read_only, no_alias),
                     together);
    else if (space == KIR_SHARED)
        kir_shared(f, name, type, count);
    else if (space == KIR_LOCAL)
        kir_local(f, name, type, count);
    else
        kir_constant(f, name, type, count, data);
}

static void parse_param(struct kir_parser *p)
{
    enum kir_type type;
    char *name = take_typed(p, "NAME", &type);

    if (!p->in.failed && (!kir_is_identifier(name) || type == KIR_PRED ||
                          !kir_is_value_type(type)))
        FAIL_LAST(p, "'%s' of type %s cannot be a parameter", name,
                  kir_type_name(type));
    if (!p->in.failed)
        declare(p, &p->params, name, kir_param(p->f, name, type));
}

static void parse_variable(struct kir_parser *p)
{
    enum kir_type type;
    char *name = take_typed(p, "NAME", &type);

    if (!p->in.failed && (!kir_is_identifier(name) || !kir_is_value_type(type)))
        FAIL_LAST(p, "'%s' of type %s cannot be a variable", name,
                  kir_type_name(type));
    declare(p, &p->variables, name, p->in.failed ? 0 : p->f->variable_count);
    if (!p->in.failed)
        kir_variable(p->f, name, type);
}

static bool parse_declaration(struct kir_parser *p)
{
    if (lexer_accept(&p->in, "global"))
        parse_buffer(p, KIR_GLOBAL);
    else if (lexer_accept(&p->in, "shared"))
        parse_buffer(p, KIR_SHARED);
    else if (lexer_accept(&p->in, "local"))
        parse_buffer(p, KIR_LOCAL);
    else if (lexer_accept(&p->in, "constant"))
        parse_buffer(p, KIR_CONSTANT);
    else if (lexer_accept(&p->in, "param"))
        parse_param(p);
    else if (lexer_accept(&p->in, "var"))
        parse_variable(p);
    else
        return false;
    return !p->in.failed;
}

/* The kernel's place in a doacross pipeline, an enum kir_doacross. */
static int take_doacross(struct kir_parser *p)
{
    for (int k = KIR_BEFORE; k <= KIR_AFTER; k++)
        if (lexer_accept(&p->in, kir_doacross_name[k]))
            return k;
    FAIL(p, "'before', 'ordered' or 'after' is missing");
    return 0;
}

static void parse_func(struct kir_parser *p, enum kir_kind kind)
{
    const char *name = take_identifier(p, "a function's name");
    int block[3] = {1, 1, 1}, line = 0, doacross = 0;

    for (int i = 0; i < 3 && kind == KIR_KERNEL; i++)
        block[i] = (int)take_integer(p, 1, 1024, "a block size");
    if (kind == KIR_KERNEL && lexer_accept(&p->in, "doacross"))
        doacross = take_doacross(p);
    if (lexer_accept(&p->in, "line"))
        line = (int)take_integer(p, 0, INT32_MAX, "a line");
    define(p, &p->funcs, name, p->module->func_count);
    if (p->in.failed)
        return;
    p->values = p->params = p->buffers = p->variables = (struct kir_names){0};
    p->f = kir_func_new(p->module, kind, name, block[0], block[1], block[2]);
    p->f->line = line;
    p->f->doacross = doacross;
    lexer_expect(&p->in, "{");
    while (parse_declaration(p))
        ;
    parse_block(p);
    lexer_expect(&p->in, "}");
}

static void resolve_launches(struct kir_parser *p)
{
    for (int i = 0; i < p->fixup_count && !p->in.failed; i++) {
        p->in.last = p->fixup[i].loc;
        p->fixup[i].launch->kernel =
            look_up(p, &p->funcs, p->fixup[i].name, "function");
    }
}

struct kir_module *kir_parse(struct arena *arena, const char *file,
                             const char *text, struct faults *faults)
{
    struct kir_parser p = {.arena = arena,
                           .in = {.arena = arena,
                                  .faults = faults,
                                  .fault = FAULT_KIR_SYNTAX,
                                  .marks = "{}()=",
                                  .comment = '#',
                                  .most = TOKEN_MAX}};
    const char *name, *source;

    lexer_begin(&p.in, file, text);
    lexer_expect(&p.in, "module");
    name = lexer_take(&p.in, LEXER_STRING, "the module's name");
    source = lexer_take(&p.in, LEXER_STRING, "the source file's name");
    p.module = kir_module_new(arena, name, source);
    while (!p.in.failed && p.in.kind != LEXER_END) {
        if (lexer_accept(&p.in, "kernel"))
            parse_func(&p, KIR_KERNEL);
        else if (lexer_accept(&p.in, "host"))
            parse_func(&p, KIR_HOST);
        else
            FAIL(&p, "expected 'kernel' or 'host' before '%s'", p.in.text);
    }
    resolve_launches(&p);
    return p.in.failed ? NULL : p.module;
}
