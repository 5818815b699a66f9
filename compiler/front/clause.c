/*
 * The clauses of a pragma: clause.def lists them, and each take_NAME below
 * reads one item of its clause and sets what the scop says of it. Errors show
 * the place in the pragma and how the clause is written.
 */
#include "compiler/front/expr.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NESTED_MAX = 100 };

struct clauses {
    struct front *f;
    const char *text, *p;
    const char *form; /* how the clause being read is written, or NULL */
    bool failed;
    int depth;
    int assume_cap, tile_cap;
    bool has_live_out;
};

/* The text ----------------------------------------------------------------- */

static struct loc here(const struct clauses *c, const char *at, size_t width)
{
    struct loc loc = c->f->mark->clause_loc;
    loc.column += (int)(at - c->text);
    loc.width = (int)width;
    return loc;
}

static void skip_blank(struct clauses *c)
{
    while (isspace((unsigned char)*c->p))
        c->p++;
}

enum form { LIST, ONE, ALONE }; /* as clause.def has it */

#define CLAUSE(name, form, written, help)                                      \
    static void take_##name(struct clauses *c);
#include "compiler/front/clause.def"
#undef CLAUSE

static const struct clause {
    const char *name;
    enum form form;
    const char *written;
    void (*take)(struct clauses *c);
} table[] = {
#define CLAUSE(name, form, written, help) {#name, form, written, take_##name},
#include "compiler/front/clause.def"
#undef CLAUSE
};

enum { CLAUSES = sizeof table / sizeof *table };

/* Hints at all clauses that there are. */
static void hint_all(struct clauses *c, struct fault *fault)
{
    struct buf all = {0};
    for (int k = 0; k < CLAUSES; k++)
        buf_printf(&all, "%s%s",
                   k == 0             ? ""
                   : k == CLAUSES - 1 ? " and "
                                      : ", ",
                   table[k].name);
    FRONT_HINT(c->f, fault, "the clauses are %s", all.text);
    buf_free(&all);
}

/* What is wrong with a clause, and how it is written instead. */
static void hint_form(struct clauses *c, struct fault *fault)
{
    c->failed = true;
    if (c->form)
        FRONT_HINT(c->f, fault, "write %s", c->form);
    else
        hint_all(c, fault);
}

static void refuse(struct clauses *c, const char *what)
{
    size_t n = lex_word_length(c->p);
    if (c->failed)
        return;
    struct fault *fault =
        *c->p ? fault_add(c->f->faults, FAULT_CLAUSE, here(c, c->p, n),
                          "%s before '%.*s'", what, (int)(n ? n : 1), c->p)
              : fault_add(c->f->faults, FAULT_CLAUSE, here(c, c->p, 1),
                          "%s at the end of the pragma", what);
    hint_form(c, fault);
}

static bool accept(struct clauses *c, const char *token)
{
    skip_blank(c);
    size_t n = strlen(token);
    if (strncmp(c->p, token, n) != 0)
        return false;
    c->p += n;
    return true;
}

static void expect(struct clauses *c, const char *token)
{
    if (!accept(c, token))
        refuse(c, *token == '(' ? "expected '('" : "expected ')' or ','");
}

static const char *take_word(struct clauses *c)
{
    skip_blank(c);
    size_t n = lex_word_length(c->p);
    if (n == 0 || isdigit((unsigned char)*c->p)) {
        refuse(c, "expected a name");
        return NULL;
    }
    c->p += n;
    return arena_strndup(c->f->arena, c->p - n, n);
}

/* A variable, or what it leads to by members: "h", "h->bins". Without blanks.
 */
static const char *take_path(struct clauses *c)
{
    const char *path = take_word(c);
    bool arrow = false;
    while (path && ((arrow = accept(c, "->")) || accept(c, "."))) {
        const char *member = take_word(c);
        if (!member)
            return NULL;
        path = arena_printf(c->f->arena, "%s%s%s", path, arrow ? "->" : ".",
                            member);
    }
    return path;
}

/* ( item, item, ... ) */
static void take_list(struct clauses *c, void (*item)(struct clauses *c))
{
    expect(c, "(");
    do
        item(c);
    while (!c->failed && accept(c, ","));
    if (!c->failed)
        expect(c, ")");
}

/* Assumptions: C's integer expressions over parameters --------------------- */

static struct scop_expr *parse_level(struct clauses *c, int level);

static struct scop_expr *parse_number(struct clauses *c)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(c->p, &end, 0);
    size_t suffix = strspn(end, "uUlL");
    bool is_unsigned = strpbrk(end, "uU") && strpbrk(end, "uU") < end + suffix;
    if (errno || n > INT64_MAX || lex_word_length(end) != suffix) {
        refuse(c, "expected an integer");
        return NULL;
    }
    enum scop_type type = n <= INT32_MAX && !suffix ? SCOP_I32 : SCOP_I64;
    if (is_unsigned)
        type = n <= UINT32_MAX && suffix == 1 ? SCOP_U32 : SCOP_U64;
    struct loc loc = here(c, c->p, (size_t)(end - c->p));
    c->p = end + suffix;
    return expr_int(c->f, (int64_t)n, type, loc);
}

static bool is_integer(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return (kind >= CXType_Char_U && kind <= CXType_ULongLong) ||
           (kind >= CXType_Char_S && kind <= CXType_LongLong) ||
           kind == CXType_Enum;
}

/* An integer that the region does not mention: what is known of it changes
 * nothing, but need not be left out. NULL if it is none. */
static struct scop_expr *unused_parameter(struct clauses *c, const char *name,
                                          struct loc loc)
{
    struct front *f = c->f;
    enum scop_type type;
    CXCursor decl = mark_find_variable(f->unit, f->mark, name);
    if (clang_Cursor_isNull(decl) || !is_integer(clang_getCursorType(decl)) ||
        survey_symbol(&f->survey, decl)->inside ||
        !type_scalar(f, clang_getCursorType(decl), decl, &type))
        return NULL;
    return front_param(f, name, name, type, loc);
}

/* Only what the region does not change can be assumed of. */
static struct scop_expr *parse_parameter(struct clauses *c)
{
    struct front *f = c->f;
    const char *start = c->p;
    const char *name = take_path(c);
    if (!name)
        return NULL;
    struct loc loc = here(c, start, (size_t)(c->p - start));
    for (int k = 0; k < f->scop->param_count; k++) {
        const struct scop_param *p = &f->scop->param[k];
        if (strcmp(p->text, name) == 0)
            return front_param(f, name, p->text, p->type, loc);
    }
    struct scop_expr *unused = unused_parameter(c, name, loc);
    if (unused)
        return unused;
    c->p = start;
    struct fault *fault =
        fault_add(f->faults, FAULT_CLAUSE, loc,
                  "'%s' is no integer that the region only reads", name);
    FRONT_HINT(f, fault, "assume something of the region's parameters");
    c->failed = true;
    return NULL;
}

static struct scop_expr *parse_primary(struct clauses *c)
{
    struct scop_expr *e = NULL;
    skip_blank(c);
    if (c->depth >= NESTED_MAX) {
        refuse(c, "too many levels of nesting");
        return NULL;
    }
    c->depth++;
    if (accept(c, "(")) {
        e = parse_level(c, 0);
        if (e && !accept(c, ")")) {
            refuse(c, "expected ')'");
            e = NULL;
        }
    } else if (accept(c, "-")) {
        e = parse_primary(c);
        if (e)
            e = expr_unary(c->f, SCOP_NEG,
                           type_convert(c->f, e, type_promoted(e->type)));
    } else if (c->p[0] == '!' && c->p[1] != '=') {
        c->p++;
        e = type_test(c->f, parse_primary(c));
        if (e)
            e = expr_unary(c->f, SCOP_NOT, e);
    } else if (isdigit((unsigned char)*c->p)) {
        e = parse_number(c);
    } else {
        e = parse_parameter(c);
    }
    c->depth--;
    return e;
}

/* Binary operators by level, the loosest first; a spelling that begins another
 * of its level comes after it. */
static const struct {
    int level;
    const char *token;
    enum scop_op op;
} binary_ops[] = {
    {0, "||", SCOP_LOR}, {1, "&&", SCOP_LAND}, {2, "==", SCOP_EQ},
    {2, "!=", SCOP_NE},  {3, "<=", SCOP_LE},   {3, ">=", SCOP_GE},
    {3, "<", SCOP_LT},   {3, ">", SCOP_GT},    {4, "+", SCOP_ADD},
    {4, "-", SCOP_SUB},  {5, "*", SCOP_MUL},   {5, "/", SCOP_DIV},
    {5, "%", SCOP_REM},
};

enum { LEVELS = 6 };

static bool accept_binary(struct clauses *c, int level, enum scop_op *op)
{
    for (size_t k = 0; k < sizeof binary_ops / sizeof *binary_ops; k++) {
        if (binary_ops[k].level == level && accept(c, binary_ops[k].token)) {
            *op = binary_ops[k].op;
            return true;
        }
    }
    return false;
}

static struct scop_expr *parse_level(struct clauses *c, int level)
{
    struct front *f = c->f;
    enum scop_op op;
    if (level == LEVELS)
        return parse_primary(c);
    struct scop_expr *a = parse_level(c, level + 1);
    while (a && accept_binary(c, level, &op)) {
        struct scop_expr *b = parse_level(c, level + 1);
        if (!b)
            return NULL;
        if (op == SCOP_LAND || op == SCOP_LOR) {
            a = expr_binary(f, op, type_test(f, a), type_test(f, b));
        } else {
            enum scop_type type = type_common(a->type, b->type);
            a = expr_binary(f, op, type_convert(f, a, type),
                            type_convert(f, b, type));
        }
    }
    return a;
}

static void take_assume(struct clauses *c)
{
    struct scop *scop = c->f->scop;
    struct scop_expr *e = type_test(c->f, parse_level(c, 0));
    if (!e)
        return;
    e = front_hoist(c->f, e, true);
    ARENA_PUSH(c->f->arena, scop->assume, scop->assume_count, c->assume_cap, e);
}

/* The others --------------------------------------------------------------- */

static void take_tile(struct clauses *c)
{
    struct scop *scop = c->f->scop;
    int64_t size = 0;
    skip_blank(c);
    struct scop_expr *e =
        isdigit((unsigned char)*c->p) ? parse_number(c) : NULL;
    if (!e || !expr_constant(e, &size) || size < 1 || size > INT32_MAX) {
        refuse(c, "expected a tile size of at least 1");
        return;
    }
    ARENA_PUSH(c->f->arena, scop->tile, scop->tile_count, c->tile_cap, size);
}

/* The number of the word among those that may stand here; 0, with a fault, if
 * it is none. */
static int take_one_of(struct clauses *c, int count, const char *const *word,
                       const char *expected)
{
    const char *start = c->p, *name = take_word(c);
    for (int k = 0; name && k < count; k++)
        if (strcmp(name, word[k]) == 0)
            return k;
    c->p = start;
    skip_blank(c);
    refuse(c, expected);
    return 0;
}

static void take_device(struct clauses *c)
{
    static const char *const word[] = {
        [SCOP_DEVICE_ANY] = "any",
        [SCOP_DEVICE_GPU] = "gpu",
        [SCOP_DEVICE_HOST] = "host",
    };
    c->f->scop->device = (enum scop_device)take_one_of(
        c, sizeof word / sizeof *word, word, "expected gpu, host or any");
}

static void take_plan(struct clauses *c)
{
    static const char *const word[] = {
        [SCOP_PLAN_AUTO] = "auto",
        [SCOP_PLAN_GUARD] = "guard",
        [SCOP_PLAN_COMPACT] = "compact",
    };
    c->f->scop->plan = (enum scop_plan)take_one_of(
        c, sizeof word / sizeof *word, word, "expected compact, guard or auto");
}

static void take_reassociate(struct clauses *c)
{
    c->f->scop->reassociate = true;
}

static void take_whole(struct clauses *c)
{
    c->f->scop->whole = true;
}

/* Is it the array that a clause names: by the C that leads to its memory, or as
 * messages name it ("h_bins")? */
static bool is_named(const struct scop_array *a, const char *name)
{
    return a->scope == SCOP_OUTSIDE &&
           (strcmp(a->name, name) == 0 || (a->base && !strcmp(a->base, name)));
}

/* Is it an array that a clause names, or that the variable of this name leads
 * to? */
static bool is_led_to(const struct front *f, int array, const char *name)
{
    const struct scop_array *a = &f->scop->array[array];
    int root = f->arrays.root[array];
    return is_named(a, name) ||
           (a->scope == SCOP_OUTSIDE && root >= 0 &&
            strcmp(f->survey.symbol[root]->name, name) == 0);
}

/* Sets live_in and live_out of every array of that name, and live_out of the
 * loops that it iterates; false if there is none. */
static bool set_live(struct front *f, const char *name, bool in, bool out)
{
    bool found = false;
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        if (!is_led_to(f, k, name))
            continue;
        a->live_in = in;
        a->live_out = out && f->arrays.written[k];
        found = true;
    }
    for (int k = 0; k < f->scop->loop_count; k++) {
        if (strcmp(f->scop->loop[k].text, name) != 0)
            continue;
        f->scop->loop[k].live_out = out;
        found = true;
    }
    return found;
}

static void refuse_variable(struct clauses *c, const char *start,
                            const char *name)
{
    while (isspace((unsigned char)*start))
        start++;
    struct fault *fault = fault_add(
        c->f->faults, FAULT_CLAUSE, here(c, start, strlen(name)),
        "the region uses no variable '%s' that it could change", name);
    FRONT_HINT(c->f, fault, "name what the region writes, or leave it out");
    c->failed = true;
}

static void refuse_array(struct clauses *c, const char *start, const char *name,
                         const char *kind)
{
    while (isspace((unsigned char)*start))
        start++;
    hint_form(c, fault_add(c->f->faults, FAULT_CLAUSE,
                           here(c, start, strlen(name)), "'%s' is no %s", name,
                           kind));
}

static void take_private(struct clauses *c)
{
    const char *start = c->p, *name = take_path(c);
    if (name && !set_live(c->f, name, false, false))
        refuse_variable(c, start, name);
    for (int k = 0; name && k < c->f->scop->array_count; k++)
        if (is_led_to(c->f, k, name))
            ARENA_PUSH(c->f->arena, c->f->arrays.promised,
                       c->f->arrays.promised_count, c->f->arrays.promised_cap,
                       k);
}

/* The first live_out clause says that nothing else is. */
static void take_live_out(struct clauses *c)
{
    struct front *f = c->f;
    const char *start = c->p, *name = take_path(c);
    for (int k = 0; k < f->scop->array_count && !c->has_live_out; k++)
        f->scop->array[k].live_out = false;
    for (int k = 0; k < f->scop->loop_count && !c->has_live_out; k++)
        f->scop->loop[k].live_out = false;
    c->has_live_out = true;
    if (name && !set_live(f, name, true, true))
        refuse_variable(c, start, name);
}

/* Is it a variable that the caller can evaluate before the region? Names that
 * the function does not mention are left to the C compiler; those of functions
 * that are inlined, and of what the region declares beside a variable of that
 * name outside, mean others. */
static bool is_outer(struct clauses *c, const char *name, size_t length)
{
    struct front *f = c->f;
    bool inner = false;
    for (int k = 0; k < f->survey.symbol_count; k++) {
        const struct symbol *s = f->survey.symbol[k];
        if (strlen(s->name) != length || memcmp(s->name, name, length) != 0 ||
            s->inlined)
            continue;
        if (!s->declared_inside)
            return !(s->inside & REF_WRITE);
        inner = true;
    }
    return !inner;
}

/* The text up to the ']' that closes it, as an integer that the caller
 * evaluates before the region. */
static struct scop_expr *take_size(struct clauses *c)
{
    const char *start = c->p;
    int depth = 0;
    for (; *c->p && (depth || *c->p != ']'); c->p++) {
        size_t n = lex_word_length(c->p);
        depth +=
            (*c->p == '[' || *c->p == '(') - (*c->p == ']' || *c->p == ')');
        if (n && !isdigit((unsigned char)*c->p) && !is_outer(c, c->p, n)) {
            struct fault *fault =
                fault_add(c->f->faults, FAULT_CLAUSE, here(c, c->p, n),
                          "'%.*s' changes in the region", (int)n, c->p);
            FRONT_HINT(c->f, fault,
                       "copy it into a variable before the region");
            c->failed = true;
            return NULL;
        }
        c->p += n ? n - 1 : 0;
    }
    while (c->p > start && isspace((unsigned char)c->p[-1]))
        c->p--;
    char *text = arena_strndup(c->f->arena, start, (size_t)(c->p - start));
    if (!*text) {
        refuse(c, "expected the number of elements");
        return NULL;
    }
    struct loc loc = here(c, start, strlen(text));
    const struct scop *scop = c->f->scop;
    for (int k = 0; k < scop->param_count; k++)
        if (strcmp(scop->param[k].text, text) == 0)
            return front_param(c->f, text, text, scop->param[k].type, loc);
    if (text[strspn(text, "0123456789")] == '\0')
        return expr_int(c->f, strtoll(text, NULL, 10), SCOP_I64, loc);
    struct scop_expr *size = front_param(c->f, text, text, SCOP_I64, loc);
    scop->param[size->ref].clause = true;
    return size;
}

/* NAME[SIZE]: so many elements, from the first, are there to be touched. */
static void take_extent(struct clauses *c)
{
    struct front *f = c->f;
    const char *start = c->p, *name = take_path(c);
    if (name && !accept(c, "["))
        refuse(c, "expected '['");
    if (c->failed)
        return;
    skip_blank(c);
    struct scop_expr *size = take_size(c);
    if (!size || !accept(c, "]")) {
        refuse(c, "expected ']'");
        return;
    }
    bool found = false;
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        if (a->rank == 0 || !is_named(a, name))
            continue;
        found = true;
        if (!a->extent[0])
            a->extent[0] = size;
    }
    if (!found)
        refuse_array(c, start, name, "array that the region uses");
}

/* The layouts were read with the file (unit/layout.c). */
static void take_layout(struct clauses *c)
{
    int depth = 0;
    for (; *c->p && (depth || (*c->p != ',' && *c->p != ')')); c->p++)
        depth +=
            (*c->p == '(' || *c->p == '[') - (*c->p == ')' || *c->p == ']');
}

static void take_injective(struct clauses *c)
{
    struct front *f = c->f;
    const char *start = c->p, *name = take_path(c);
    bool found = false;
    for (int k = 0; name && k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        if (a->rank == 0 || !a->read_only || scop_type_is_float(a->type) ||
            !is_led_to(f, k, name))
            continue;
        a->injective = found = true;
    }
    if (name && !found)
        refuse_array(c, start, name,
                     "array of integers that the region reads and never "
                     "writes");
}

static void take_independent(struct clauses *c)
{
    const char *start = c->p, *name = take_path(c);
    bool found = false;
    for (int k = 0; name && k < c->f->scop->loop_count; k++) {
        struct scop_loop *loop = &c->f->scop->loop[k];
        if (strcmp(loop->text ? loop->text : loop->name, name) == 0)
            loop->independent = found = true;
    }
    if (name && !found)
        refuse_array(c, start, name, "iterator of a loop of the region");
}

/* Clauses ------------------------------------------------------------------ */

static void unknown(struct clauses *c, const char *start, const char *name)
{
    int best = 0;
    struct fault *fault =
        fault_add(c->f->faults, FAULT_CLAUSE, here(c, start, strlen(name)),
                  "unknown clause '%s'", name);
    for (int k = 1; k < CLAUSES; k++)
        if (layout_distance(name, table[k].name) <
            layout_distance(name, table[best].name))
            best = k;
    c->failed = true;
    if (layout_distance(name, table[best].name) <= 2)
        FRONT_HINT(c->f, fault, "did you mean '%s'?", table[best].name);
    else
        hint_all(c, fault);
}

static void take_clause(struct clauses *c)
{
    skip_blank(c);
    const char *start = c->p, *name = take_word(c);
    if (!name)
        return;
    for (int k = 0; k < CLAUSES; k++) {
        if (strcmp(name, table[k].name) != 0)
            continue;
        const struct clause *clause = &table[k];
        c->form = clause->form == ALONE ? NULL : clause->written;
        if (clause->form == LIST) {
            take_list(c, clause->take);
        } else if (clause->form == ALONE) {
            clause->take(c);
        } else {
            expect(c, "(");
            clause->take(c);
            if (!c->failed)
                expect(c, ")");
        }
        c->form = NULL;
        return;
    }
    unknown(c, start, name);
}

bool clause_names_injective(const struct front *f, const char *name)
{
    static const char clause[] = "injective";
    const char *p = f->mark->clause;
    size_t length = strlen(name);
    while (p && (p = strstr(p, clause))) {
        p += sizeof clause - 1;
        p += strspn(p, " \t\n");
        for (; *p == '(' || *p == ','; p += strspn(p, " \t\n")) {
            p++;
            p += strspn(p, " \t\n");
            size_t n = lex_word_length(p);
            if (n == length && !memcmp(p, name, n))
                return true;
            p += strcspn(p, ",)");
        }
    }
    return false;
}

void clause_parse(struct front *f)
{
    struct clauses c = {.f = f, .text = f->mark->clause, .p = f->mark->clause};
    skip_blank(&c);
    while (*c.p && !c.failed) {
        take_clause(&c);
        accept(&c, ",");
        skip_blank(&c);
    }
}
