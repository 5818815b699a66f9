/* Instructions and their operands. */
#include "runtime/ptxsim/text/parse.h"

#include <string.h>

enum { MAX_LIST = 64, MAX_DEPTH = 4 };

static void parse_operand(struct ptx_parser *p, struct ptx_operand *o,
                          int depth);

static const struct {
    const char *name;
    enum ptx_special special;
} special_row[] = {
#define PTX_SPECIAL(name) {#name, PTX_SPECIAL_##name},
#include "runtime/ptxsim/ptx.def"
#undef PTX_SPECIAL
};

static bool is_vector(enum ptx_special s)
{
    return s == PTX_SPECIAL_tid || s == PTX_SPECIAL_ntid ||
           s == PTX_SPECIAL_ctaid || s == PTX_SPECIAL_nctaid;
}

/* %tid.x, %laneid */
static void special(struct ptx_parser *p, struct ptx_operand *o)
{
    const char *name = p->x.text + 1;
    size_t length = p->x.length - 1, stem = strcspn(name, ".");

    if (stem > length)
        stem = length;
    for (size_t k = 0; k < sizeof special_row / sizeof *special_row; k++) {
        if (strlen(special_row[k].name) != stem ||
            strncmp(special_row[k].name, name, stem))
            continue;
        o->kind = PTX_SPECIAL_REGISTER;
        o->number = special_row[k].special;
        if (!is_vector(special_row[k].special) && stem == length)
            return;
        if (is_vector(special_row[k].special) && length == stem + 2 &&
            strchr("xyz", name[stem + 1])) {
            o->dimension = (uint8_t)(name[stem + 1] - 'x');
            return;
        }
    }
    ptx_fail(p->t, p->x.line, "the simulator does not know '%.*s'",
             (int)p->x.length, p->x.text);
}

static void open_label(struct ptx_parser *p, struct ptx_operand *o)
{
    struct arena *a = p->t->arena;

    o->kind = PTX_LABEL;
    o->name = arena_strndup(a, p->x.text, p->x.length);
    o->number = p->scope;
    ARENA_PUSH(a, p->open_label, p->open_labels, p->open_cap, o);
    p->open_labels--;
    ARENA_PUSH(a, p->open_line, p->open_labels, p->open_line_cap, p->x.line);
}

static void name(struct ptx_parser *p, struct ptx_operand *o)
{
    int number = 0;
    const struct ptx_symbol *s =
        ptx_look_up(p, p->x.text, p->x.length, &number);
    struct ptx_function *f = NULL;

    if (!s && *p->x.text != '%')
        f = ptx_find_function(p, p->x.text, p->x.length);
    if (ptx_is_word(&p->x, "_")) {
        o->kind = PTX_NOTHING;
    } else if (ptx_is_word(&p->x, "WARP_SZ")) {
        o->kind = PTX_INTEGER;
        o->value = PTXSIM_LANES;
    } else if (s && (s->kind == PTX_SYM_REGISTER || s->kind == PTX_SYM_RANGE)) {
        o->kind = PTX_REGISTER;
        o->type = (uint8_t)s->type;
        o->number = number;
    } else if (s) {
        o->kind = PTX_SYMBOL;
        o->symbol = s;
        if (s->kind == PTX_SYM_VARIABLE)
            ptx_use_variable(p, s);
    } else if (f) {
        o->kind = PTX_SYMBOL;
        o->symbol = &f->symbol;
    } else if (*p->x.text == '%') {
        special(p, o);
    } else {
        open_label(p, o);
    }
    ptx_next(&p->x);
}

static void number(struct ptx_parser *p, struct ptx_operand *o)
{
    bool minus = ptx_accept(p, '-');

    if (p->x.kind == PTX_T_INTEGER) {
        o->kind = PTX_INTEGER;
        o->value = (int64_t)(minus ? 0 - p->x.bits : p->x.bits);
    } else if (p->x.kind == PTX_T_SINGLE) {
        o->kind = PTX_SINGLE;
        o->value = (int64_t)(p->x.bits ^ (minus ? 0x80000000u : 0));
    } else if (p->x.kind == PTX_T_DOUBLE) {
        o->kind = PTX_DOUBLE;
        o->value = (int64_t)(p->x.bits ^ (uint64_t)minus << 63);
    } else {
        ptx_unexpected(p, "an operand");
    }
    ptx_next(&p->x);
}

/* "+8", "-8", "+-8" behind a name. */
static int64_t offset(struct ptx_parser *p)
{
    if (ptx_accept(p, '+'))
        return ptx_take_integer(p, "an offset");
    if (ptx_is_mark(&p->x, '-'))
        return ptx_take_integer(p, "an offset");
    return 0;
}

static void list(struct ptx_parser *p, struct ptx_operand *o, char end,
                 int depth)
{
    struct ptx_operand element[MAX_LIST] = {0};
    int n = 0;

    do {
        if (n == MAX_LIST)
            ptx_fail(p->t, p->x.line, "more than %d operands in a list",
                     MAX_LIST);
        parse_operand(p, &element[n++], depth + 1);
    } while (ptx_accept(p, ','));
    ptx_expect(p, end);
    o->count = n;
    o->list = arena_alloc(p->t->arena, (size_t)n * sizeof *o->list);
    memcpy(o->list, element, (size_t)n * sizeof *o->list);
    for (int k = 0; k < n; k++)
        if (o->list[k].kind == PTX_LABEL)
            ptx_fail(p->t, p->x.line, "'%s' is not declared", o->list[k].name);
}

static void address(struct ptx_parser *p, struct ptx_operand *o, int depth)
{
    struct ptx_operand *base;

    list(p, o, ']', depth);
    o->kind = PTX_ADDRESS;
    base = o->list;
    if (o->count != 1 ||
        (base->kind != PTX_REGISTER && base->kind != PTX_SYMBOL &&
         base->kind != PTX_INTEGER))
        ptx_fail(p->t, p->x.line,
                 "an address is a register, a variable or a number and an "
                 "offset");
    o->value = base->value;
    base->value = 0;
    if (base->kind == PTX_INTEGER)
        o->count = 0;
}

/* a|b, as the two results of setp and shfl. */
static void second(struct ptx_parser *p, struct ptx_operand *o, int depth)
{
    struct ptx_operand *both = arena_alloc(p->t->arena, 2 * sizeof *both);

    if (o->kind == PTX_LABEL)
        ptx_fail(p->t, p->x.line, "'%s' is not declared", o->name);
    both[0] = *o;
    parse_operand(p, &both[1], depth + 1);
    if (both[1].kind == PTX_LABEL)
        ptx_fail(p->t, p->x.line, "'%s' is not declared", both[1].name);
    *o = (struct ptx_operand){.kind = PTX_PAIR, .count = 2, .list = both};
}

static void parse_operand(struct ptx_parser *p, struct ptx_operand *o,
                          int depth)
{
    if (depth > MAX_DEPTH)
        ptx_fail(p->t, p->x.line, "operands nested too deeply");
    o->negated = ptx_accept(p, '!');
    if (ptx_accept(p, '[')) {
        address(p, o, depth);
    } else if (ptx_accept(p, '{')) {
        list(p, o, '}', depth);
        o->kind = PTX_VECTOR;
    } else if (p->x.kind == PTX_T_WORD) {
        name(p, o);
        if (o->kind == PTX_REGISTER || o->kind == PTX_SYMBOL)
            o->value = offset(p);
    } else {
        number(p, o);
    }
    if (ptx_accept(p, '|'))
        second(p, o, depth);
}

/* Behind the mnemonic; call has lists in parentheses. */
static void parse_operands(struct ptx_parser *p, struct ptx_insn *i)
{
    struct ptx_operand operand[MAX_LIST] = {0};
    int n = 0, line = p->x.line, first_open = p->open_labels;

    while (!ptx_is_mark(&p->x, ';')) {
        bool grouped = ptx_accept(p, '(');
        int before = n;

        while (!(grouped && ptx_is_mark(&p->x, ')'))) {
            if (n == MAX_LIST)
                ptx_fail(p->t, line, "more than %d operands", MAX_LIST);
            parse_operand(p, &operand[n++], 0);
            if (!grouped || !ptx_accept(p, ','))
                break;
        }
        if (grouped)
            ptx_expect(p, ')');
        if (grouped && before == 0)
            i->results = n;
        if (!ptx_accept(p, ',') && !ptx_is_mark(&p->x, ';'))
            ptx_unexpected(p, "',' or ';'");
    }
    i->operands = n;
    i->operand =
        arena_alloc(p->t->arena, (size_t)(n ? n : 1) * sizeof *i->operand);
    memcpy(i->operand, operand, (size_t)n * sizeof *operand);
    for (int k = first_open; k < p->open_labels; k++)
        p->open_label[k] = &i->operand[p->open_label[k] - operand];
}

static int guard(struct ptx_parser *p, bool *negated)
{
    struct ptx_operand o = {0};

    *negated = ptx_accept(p, '!');
    if (p->x.kind != PTX_T_WORD)
        ptx_unexpected(p, "a predicate");
    name(p, &o);
    if (o.kind != PTX_REGISTER || o.type != PTX_pred)
        ptx_fail(p->t, p->x.line, "a guard is a predicate");
    return o.number;
}

void ptx_parse_table(struct ptx_parser *p)
{
    struct ptx_function *f = p->function;
    struct ptx_insn table = {.line = p->x.line};

    parse_operands(p, &table);
    ptx_expect(p, ';');
    ARENA_PUSH(p->t->arena, f->table, f->tables, p->table_cap, table);
}

void ptx_parse_insn(struct ptx_parser *p)
{
    struct ptx_function *f = p->function;
    struct ptx_insn i = {.line = p->x.line,
                         .file = (int16_t)p->file,
                         .source_line = p->source_line,
                         .guard = -1};

    if (ptx_accept(p, '@'))
        i.guard = guard(p, &i.negated);
    if (p->x.kind != PTX_T_WORD)
        ptx_unexpected(p, "an instruction");
    i.opcode = ptx_intern_opcode(p);
    ptx_next(&p->x);
    parse_operands(p, &i);
    ptx_expect(p, ';');
    ARENA_PUSH(p->t->arena, f->insn, f->insns, p->insn_cap, i);
}
