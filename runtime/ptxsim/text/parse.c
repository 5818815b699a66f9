/* Directives, declarations, functions. */
#include "runtime/ptxsim/text/parse.h"
#include "runtime/base/base.h"
#include "runtime/ptxsim/text/bits.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DECLARATION = 1 << 24 }; /* registers in one range */
enum { MAX_FILES = 1 << 12 };
#define MAX_BYTES (INT64_C(1) << 36)
/* The most bytes of a variable with initial values, which are kept until it is
 * laid out. */
#define MAX_INITIAL (INT64_C(1) << 28)

static bool accept_word(struct ptx_parser *p, const char *word)
{
    bool there = ptx_is_word(&p->x, word);

    if (there)
        ptx_next(&p->x);
    return there;
}

static int64_t take_range(struct ptx_parser *p, const char *what, int64_t low,
                          int64_t high)
{
    int64_t value = ptx_take_integer(p, what);

    if (value < low || value > high)
        ptx_fail(p->t, p->x.line, "%s of %lld is not from %lld to %lld", what,
                 (long long)value, (long long)low, (long long)high);
    return value;
}

/* Variables ---------------------------------------------------------------- */

static const struct {
    const char *directive;
    enum ptxsim_space_kind space;
} space_row[] = {{".global", PTXSIM_GLOBAL},
                 {".shared", PTXSIM_SHARED},
                 {".local", PTXSIM_LOCAL},
                 {".const", PTXSIM_CONST},
                 {".param", PTXSIM_PARAM}};

static bool accept_space(struct ptx_parser *p, enum ptxsim_space_kind *space)
{
    for (size_t k = 0; k < sizeof space_row / sizeof *space_row; k++)
        if (accept_word(p, space_row[k].directive)) {
            *space = space_row[k].space;
            return true;
        }
    return false;
}

static int64_t take_align(struct ptx_parser *p)
{
    int64_t align = take_range(p, "an alignment", 1, 256);

    if (align & (align - 1))
        ptx_fail(p->t, p->x.line, "%lld is no alignment", (long long)align);
    return align;
}

/* ".align 8 .v2 .f32", ".u64 .ptr .global .align 16" */
static void parse_type(struct ptx_parser *p, struct ptx_symbol *s)
{
    int elements = 1;

    for (;;) {
        if (accept_word(p, ".align")) {
            s->align = (int)take_align(p);
        } else if (accept_word(p, ".v2")) {
            elements = 2;
        } else if (accept_word(p, ".v4")) {
            elements = 4;
        } else if (accept_word(p, ".ptr")) {
            enum ptxsim_space_kind ignored;

            accept_space(p, &ignored);
            if (accept_word(p, ".align"))
                take_align(p);
        } else if (accept_word(p, ".attribute")) {
            ptx_expect(p, '(');
            ptx_take_word(p, "an attribute");
            ptx_expect(p, ')');
        } else if (p->x.kind == PTX_T_WORD && *p->x.text == '.') {
            s->type = ptx_find_type(p->x.text + 1, p->x.length - 1);
            if (s->type == PTX_none)
                ptx_fail(p->t, p->x.line,
                         "the simulator does not know the type '%.*s'",
                         (int)p->x.length, p->x.text);
            ptx_next(&p->x);
        } else {
            break;
        }
    }
    if (s->type == PTX_none)
        ptx_unexpected(p, "a type");
    s->size = elements * (ptx_type_bits(s->type) + 7) / 8;
    if (s->align < s->size)
        s->align = s->align ? s->align : (int)s->size;
}

/* [4][8]; [] is as long as the initial values, or dynamic. */
static void parse_extent(struct ptx_parser *p, struct ptx_symbol *s)
{
    while (ptx_accept(p, '[')) {
        if (ptx_accept(p, ']')) {
            s->dynamic = true;
            continue;
        }
        int64_t n = take_range(p, "an extent", 0, MAX_BYTES);

        if (n && s->size > MAX_BYTES / n)
            ptx_fail(p->t, p->x.line, "'%s' is too large", s->name);
        s->size *= n;
        ptx_expect(p, ']');
    }
}

static void put_bytes(unsigned char *to, uint64_t bits, int size)
{
    for (int k = 0; k < size; k++)
        to[k] = (unsigned char)(bits >> 8 * k);
}

static uint64_t as_element(enum ptx_type type, const struct ptx_lexer *x,
                           bool minus)
{
    if (type != PTX_f32 && type != PTX_f64)
        return minus ? 0 - x->bits : x->bits;
    if (type == PTX_f32 && x->kind == PTX_T_SINGLE)
        return x->bits ^ (minus ? 0x80000000u : 0);
    double value = x->kind == PTX_T_SINGLE   ? f32_of_bits((uint32_t)x->bits)
                   : x->kind == PTX_T_DOUBLE ? f64_of_bits(x->bits)
                                             : (double)x->bits;
    value = minus ? -value : value;
    return type == PTX_f64 ? bits_of_f64(value) : bits_of_f32((float)value);
}

/* name, name+4, generic(name)+4, 0xff(name): an address. */
static void parse_address(struct ptx_parser *p, struct ptx_symbol *s,
                          int64_t at, int size)
{
    struct ptx_fix *fix = arena_alloc(p->t->arena, sizeof *fix);
    int ignored;

    fix->generic = accept_word(p, "generic");
    if (fix->generic)
        ptx_expect(p, '(');
    if (p->x.kind != PTX_T_WORD)
        ptx_unexpected(p, "a variable");
    fix->of = ptx_look_up(p, p->x.text, p->x.length, &ignored);
    if (!fix->of || fix->of->kind != PTX_SYM_VARIABLE || size < 4 ||
        (fix->of->space != PTXSIM_GLOBAL && fix->of->space != PTXSIM_CONST))
        ptx_fail(p->t, p->x.line, "'%.*s' has no address to start with",
                 (int)p->x.length, p->x.text);
    ptx_next(&p->x);
    if (fix->generic)
        ptx_expect(p, ')');
    if (ptx_accept(p, '+') || ptx_is_mark(&p->x, '-'))
        fix->offset = ptx_take_integer(p, "an offset");
    fix->at = at;
    fix->bytes = size;
    fix->line = p->x.line;
    fix->next = s->fix;
    s->fix = fix;
}

/* Flat lists only: nobody writes nested ones. */
static void parse_values(struct ptx_parser *p, struct ptx_symbol *s)
{
    int size = ptx_type_bits(s->type) / 8;
    int64_t at = 0, room = s->size;
    bool list = ptx_accept(p, '{');

    if (room > MAX_INITIAL)
        ptx_fail(p->t, p->x.line, "'%s' is too large for initial values",
                 s->name);
    s->data = arena_alloc(p->t->arena, (size_t)room);
    while (!(list && ptx_accept(p, '}'))) {
        bool minus = ptx_accept(p, '-');

        if (at + size > s->size && s->dynamic) {
            unsigned char *more =
                arena_alloc(p->t->arena, (size_t)(2 * room + size));

            memcpy(more, s->data, (size_t)at);
            s->data = more;
            room = 2 * room + size;
            s->size = room;
        }
        if (at + size > s->size)
            ptx_fail(p->t, p->x.line, "'%s' has more initial values than room",
                     s->name);
        if (p->x.kind == PTX_T_WORD) {
            parse_address(p, s, at, size);
        } else if (p->x.kind >= PTX_T_INTEGER && p->x.kind <= PTX_T_DOUBLE) {
            put_bytes(s->data + at, as_element(s->type, &p->x, minus), size);
            ptx_next(&p->x);
        } else {
            ptx_unexpected(p, "an initial value");
        }
        at += size;
        if (!list)
            break;
        if (!ptx_accept(p, ',') && !ptx_is_mark(&p->x, '}'))
            ptx_unexpected(p, "',' or '}'");
    }
    if (s->dynamic)
        s->size = at;
    s->dynamic = false;
}

static void keep_variable(struct ptx_parser *p, struct ptx_symbol *s)
{
    struct ptx_function *f = p->function;

    if (!f || s->space == PTXSIM_GLOBAL || s->space == PTXSIM_CONST) {
        s->owner = -1;
        ARENA_PUSH(p->t->arena, p->t->variable, p->t->variables,
                   p->t->variables_cap, s);
    } else {
        ARENA_PUSH(p->t->arena, f->variable, f->variables, p->variable_cap, s);
    }
}

/* Each name after the type has its own extent: u32 a, b[4]. */
static void parse_variable(struct ptx_parser *p, enum ptxsim_space_kind space,
                           bool is_extern)
{
    struct ptx_symbol type = {.space = space};

    parse_type(p, &type);
    if (type.type == PTX_pred)
        ptx_fail(p->t, p->x.line, "predicates have no memory");
    do {
        const char *name = ptx_take_word(p, "a name");
        struct ptx_symbol *s = ptx_declare(p, name, PTX_SYM_VARIABLE);

        s->space = space;
        s->type = type.type;
        s->size = type.size;
        s->align = type.align;
        parse_extent(p, s);
        if (ptx_accept(p, '='))
            parse_values(p, s);
        if (s->dynamic && (space != PTXSIM_SHARED || !is_extern))
            ptx_fail(p->t, p->x.line, "'%s' has no size", name);
        if (is_extern && space != PTXSIM_SHARED)
            ptx_fail(p->t, p->x.line,
                     "'%s' is defined in another module, and the simulator "
                     "does not link",
                     name);
        keep_variable(p, s);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}

/* Registers ---------------------------------------------------------------- */

static int *register_count(struct ptx_function *f, enum ptx_type type)
{
    return type == PTX_pred            ? &f->predicates
           : ptx_type_bits(type) == 64 ? &f->wide
                                       : &f->narrow;
}

static struct ptx_symbol *declare_register(struct ptx_parser *p,
                                           enum ptx_type type,
                                           enum ptx_symbol_kind kind,
                                           const char *name, int count)
{
    int *counter = register_count(p->function, type);
    struct ptx_symbol *s = ptx_declare(p, name, kind);

    if (*counter > MAX_DECLARATION - count)
        ptx_fail(p->t, p->x.line, "more than %d registers", MAX_DECLARATION);
    s->type = type;
    s->number = *counter;
    s->count = count;
    *counter += count;
    return s;
}

static void parse_registers(struct ptx_parser *p)
{
    struct ptx_symbol type = {0};

    if (!p->function)
        ptx_fail(p->t, p->x.line, "registers belong to functions");
    parse_type(p, &type);
    do {
        const char *name = ptx_take_word(p, "a register");
        int count = 1;
        bool range = ptx_accept(p, '<');

        if (range) {
            count = (int)take_range(p, "a count", 1, MAX_DECLARATION);
            ptx_expect(p, '>');
        }
        declare_register(p, type.type, range ? PTX_SYM_RANGE : PTX_SYM_REGISTER,
                         name, count);
    } while (ptx_accept(p, ','));
    ptx_expect(p, ';');
}

/* Functions ---------------------------------------------------------------- */

/* Formal parameters or results, of memory or (device functions) registers. */
static struct ptx_symbol **parse_formals(struct ptx_parser *p, int *count)
{
    struct ptx_symbol **formal = NULL;
    int cap = 0;

    *count = 0;
    ptx_expect(p, '(');
    while (!ptx_accept(p, ')')) {
        struct ptx_symbol type = {0}, *s;
        bool memory = accept_word(p, ".param");
        const char *name;

        if (!memory && !accept_word(p, ".reg"))
            ptx_unexpected(p, "'.param'");
        parse_type(p, &type);
        name = ptx_take_word(p, "a name");
        if (memory) {
            s = ptx_declare(p, name, PTX_SYM_VARIABLE);
            s->space = PTXSIM_PARAM;
            s->type = type.type;
            s->size = type.size;
            s->align = type.align;
            parse_extent(p, s);
            if (s->dynamic)
                ptx_fail(p->t, p->x.line, "variable arguments are not taken");
        } else {
            s = declare_register(p, type.type, PTX_SYM_REGISTER, name, 1);
        }
        s->formal = true;
        ARENA_PUSH(p->t->arena, formal, *count, cap, s);
        if (!ptx_accept(p, ',') && !ptx_is_mark(&p->x, ')'))
            ptx_unexpected(p, "',' or ')'");
    }
    return formal;
}

static void parse_extents(struct ptx_parser *p, int extent[3])
{
    extent[1] = extent[2] = 1;
    for (int k = 0; k < 3; k++) {
        extent[k] = (int)take_range(p, "a block's extent", 1, 1024);
        if (!ptx_accept(p, ','))
            break;
    }
}

static void parse_limits(struct ptx_parser *p, struct ptx_function *f)
{
    for (;;) {
        if (accept_word(p, ".reqntid")) {
            parse_extents(p, f->block_max);
            f->block_required = true;
        } else if (accept_word(p, ".maxntid")) {
            parse_extents(p, f->block_max);
        } else if (accept_word(p, ".minnctapersm") ||
                   accept_word(p, ".maxnctapersm") ||
                   accept_word(p, ".maxnreg")) {
            ptx_take_integer(p, "a limit");
        } else if (accept_word(p, ".pragma")) {
            ptx_next(&p->x);
            ptx_expect(p, ';');
        } else if (!accept_word(p, ".noreturn")) {
            return;
        }
    }
}

static void take_loc(struct ptx_parser *p)
{
    p->file = (int)take_range(p, "a file", 0, MAX_FILES - 1);
    p->source_line = (int)take_range(p, "a line", 0, INT32_MAX);
    take_range(p, "a column", 0, INT32_MAX);
    while (ptx_accept(p, ',')) {
        if (accept_word(p, "function_name")) {
            ptx_take_word(p, "a label");
            if (ptx_accept(p, '+'))
                ptx_take_integer(p, "an offset");
        } else if (accept_word(p, "inlined_at")) {
            for (int k = 0; k < 3; k++)
                take_range(p, "a place", 0, INT32_MAX);
        } else {
            ptx_unexpected(p, "a place");
        }
    }
}

static void skip_to(struct ptx_parser *p, char mark)
{
    while (!ptx_is_mark(&p->x, mark)) {
        if (p->x.kind == PTX_T_END)
            ptx_unexpected(p, "';'");
        ptx_next(&p->x);
    }
    ptx_next(&p->x);
}

static int open_scope(struct ptx_parser *p)
{
    int outer = p->scope;

    ARENA_PUSH(p->t->arena, p->parent, p->scopes, p->scopes_cap, outer);
    p->scope = p->scopes - 1;
    return outer;
}

/* "name:" and what may follow a label only: tables of targets, prototypes. */
static bool parse_label(struct ptx_parser *p)
{
    struct ptx_lexer next = p->x;
    const char *name;

    ptx_next(&next);
    if (!ptx_is_mark(&next, ':'))
        return false;
    name = ptx_take_word(p, "a label");
    ptx_expect(p, ':');
    if (accept_word(p, ".branchtargets")) {
        ptx_declare_label(p, name, ~p->function->tables);
        ptx_parse_table(p);
    } else if (accept_word(p, ".callprototype")) {
        skip_to(p, ';');
    } else {
        ptx_declare_label(p, name, p->function->insns);
    }
    return true;
}

static void parse_statement(struct ptx_parser *p)
{
    enum ptxsim_space_kind space;
    bool is_extern = accept_word(p, ".extern");

    if (accept_word(p, ".reg")) {
        parse_registers(p);
    } else if (accept_space(p, &space)) {
        parse_variable(p, space, is_extern);
    } else if (accept_word(p, ".loc")) {
        take_loc(p);
    } else if (accept_word(p, ".pragma")) {
        skip_to(p, ';');
    } else if (p->x.kind == PTX_T_WORD && *p->x.text == '.') {
        ptx_fail(p->t, p->x.line, "the simulator does not know '%.*s'",
                 (int)p->x.length, p->x.text);
    } else if (p->x.kind != PTX_T_WORD || !parse_label(p)) {
        ptx_parse_insn(p);
    }
}

/* From behind '{' to '}', nested scopes included. */
static void parse_body(struct ptx_parser *p)
{
    enum { MAX_SCOPES = 256 };
    int outer[MAX_SCOPES], names[MAX_SCOPES], depth = 0;

    outer[0] = p->scope;
    names[0] = p->declarations;
    while (depth > 0 || !ptx_is_mark(&p->x, '}')) {
        if (ptx_accept(p, '{')) {
            if (++depth == MAX_SCOPES)
                ptx_fail(p->t, p->x.line, "blocks nested too deeply");
            names[depth] = p->declarations;
            outer[depth] = open_scope(p);
        } else if (ptx_is_mark(&p->x, '}')) {
            ptx_close_names(p, names[depth]);
            p->scope = outer[depth--];
            ptx_next(&p->x);
        } else {
            parse_statement(p);
        }
    }
    ptx_next(&p->x);
}

/* Gives `f`, of which only the head is known, its place among the functions: a
 * new one, or that of its declaration. */
static struct ptx_function *enter_function(struct ptx_parser *p,
                                           struct ptx_function *f)
{
    struct ptx_function *known = ptx_find_function(p, f->name, strlen(f->name));

    f->defined = ptx_is_mark(&p->x, '{');
    if (known && known->defined && f->defined)
        ptx_fail(p->t, f->line, "'%s' is defined twice, first in line %d",
                 f->name, known->line);
    if (known && known->defined)
        return known;
    if (!known) {
        known = arena_alloc(p->t->arena, sizeof *known);
        f->index = p->t->functions;
        ARENA_PUSH(p->t->arena, p->t->function, p->t->functions,
                   p->t->functions_cap, known);
    }
    f->index = known->symbol.function ? known->index : f->index;
    *known = *f;
    known->symbol = (struct ptx_symbol){
        .name = f->name, .kind = PTX_SYM_FUNCTION, .function = known};
    return known;
}

/* The results stand before the name. */
static void parse_function(struct ptx_parser *p, bool kernel)
{
    struct ptx_function f = {.kernel = kernel, .line = p->x.line};
    int names = p->declarations;

    p->function = &f;
    p->scope = -1;
    p->scopes = p->scopes_cap = 0;
    p->insn_cap = p->variable_cap = p->table_cap = 0;
    p->parent = NULL;
    open_scope(p);
    if (!kernel && ptx_is_mark(&p->x, '('))
        f.result = parse_formals(p, &f.results);
    f.name = ptx_take_word(p, "a function's name");
    if (ptx_is_mark(&p->x, '('))
        f.param = parse_formals(p, &f.params);
    parse_limits(p, &f);
    p->function = enter_function(p, &f);
    if (ptx_accept(p, '{')) {
        p->file = -1;
        p->source_line = 0;
        parse_body(p);
        ptx_resolve_labels(p);
    } else {
        ptx_expect(p, ';');
    }
    ptx_close_names(p, names);
    p->function = NULL;
    p->scope = -1;
}

/* The module -------------------------------------------------------------- */

/* "7.8", "sm_80, texmode_independent", "64" */
static void parse_version(struct ptx_parser *p)
{
    if (p->x.kind != PTX_T_DOUBLE)
        ptx_unexpected(p, "a version such as 7.0");
    double version = f64_of_bits(p->x.bits);
    if (!(version >= 1 && version < 100))
        ptx_fail(p->t, p->x.line, "%g is no version of PTX", version);
    p->t->version = (int)(10 * version + 0.5);
    ptx_next(&p->x);
}

static void parse_target(struct ptx_parser *p)
{
    const char *name = ptx_take_word(p, "a target such as sm_80");

    if (strncmp(name, "sm_", 3) || strlen(name) >= sizeof p->t->target)
        ptx_fail(p->t, p->x.line, "'%s' is no target such as sm_80", name);
    snprintf(p->t->target, sizeof p->t->target, "%s", name);
    while (ptx_accept(p, ','))
        ptx_take_word(p, "a target's option");
}

static void parse_file(struct ptx_parser *p)
{
    struct ptx_text *t = p->t;
    int number = (int)take_range(p, "a file", 0, MAX_FILES - 1);

    if (p->x.kind != PTX_T_STRING)
        ptx_unexpected(p, "a file's name");
    while (t->files <= number)
        ARENA_PUSH(t->arena, t->file, t->files, t->files_cap, NULL);
    t->file[number] = arena_strndup(t->arena, p->x.text, p->x.length);
    ptx_next(&p->x);
    while (ptx_accept(p, ','))
        ptx_take_integer(p, "a time stamp or size");
}

static void skip_section(struct ptx_parser *p)
{
    int depth = 0;

    while (!ptx_is_mark(&p->x, '{') && p->x.kind != PTX_T_END)
        ptx_next(&p->x);
    do {
        depth += ptx_is_mark(&p->x, '{');
        depth -= ptx_is_mark(&p->x, '}');
        if (p->x.kind == PTX_T_END)
            ptx_unexpected(p, "'}'");
        ptx_next(&p->x);
    } while (depth > 0);
}

static bool accept_linking(struct ptx_parser *p)
{
    return accept_word(p, ".visible") || accept_word(p, ".weak") ||
           accept_word(p, ".common");
}

static void parse_item(struct ptx_parser *p)
{
    enum ptxsim_space_kind space;
    bool is_extern = false;

    while (accept_linking(p) || ptx_is_word(&p->x, ".extern"))
        is_extern |= accept_word(p, ".extern");
    if (accept_word(p, ".version")) {
        parse_version(p);
    } else if (accept_word(p, ".target")) {
        parse_target(p);
    } else if (accept_word(p, ".address_size")) {
        if (take_range(p, "an address size", 32, 64) != 64)
            ptx_fail(p->t, p->x.line, "addresses must have 64 bits");
    } else if (accept_word(p, ".file")) {
        parse_file(p);
    } else if (accept_word(p, ".section")) {
        skip_section(p);
    } else if (accept_word(p, ".pragma")) {
        skip_to(p, ';');
    } else if (accept_word(p, ".loc")) {
        take_loc(p);
    } else if (accept_word(p, ".entry")) {
        parse_function(p, true);
    } else if (accept_word(p, ".func")) {
        parse_function(p, false);
    } else if (accept_space(p, &space) && space != PTXSIM_PARAM &&
               space != PTXSIM_LOCAL) {
        parse_variable(p, space, is_extern);
    } else {
        ptx_unexpected(p, "a directive");
    }
}

void ptx_parse(struct ptx_text *t, const char *source)
{
    struct ptx_parser *p = arena_alloc(t->arena, sizeof *p);

    p->t = t;
    p->scope = -1;
    p->file = -1;
    p->x.at = source;
    p->x.line = 1;
    ptx_next(&p->x);
    while (p->x.kind != PTX_T_END) {
        parse_item(p);
        if (!t->version)
            ptx_fail(t, 1, "the text must begin with .version");
    }
    if (!t->version)
        ptx_fail(t, 1, "the text is empty");
    if (!t->target[0])
        ptx_fail(t, p->x.line, "there is no .target");
}
