/*
 * Loops over a vector's lanes that look up in short CONSTANT tables, as
 * functions that use the permutations of AVX-512. A compiler would load from
 * the table lane by lane, since it does not know that the table fits into
 * registers.
 */
#include "backends/c/permute.h"

enum { VECTOR_BYTES = 64 };

/* What a loop's iterations are elements of. */
struct vector_loop {
    const struct kir_func *f;
    const struct kir_stmt *loop;
    enum kir_type type;
};

static int lanes_of(const struct vector_loop *l)
{
    return VECTOR_BYTES / kir_type_size(l->type);
}

/* Matching ----------------------------------------------------------------- */

static const struct kir_value *value_of(const struct vector_loop *l, int value)
{
    return &l->f->value[value];
}

static bool is_integer(const struct vector_loop *l, int value, int64_t number)
{
    return kir_is_const(l->f, value) && value_of(l, value)->imm.i == number;
}

/* Splits x + constant; returns x. */
static int without_constant(const struct vector_loop *l, int value,
                            int64_t *constant)
{
    const struct kir_value *v = value_of(l, value);

    *constant = 0;
    if (v->op != KIR_ADD)
        return value;
    for (int i = 0; i < 2; i++)
        if (kir_is_const(l->f, v->arg[i])) {
            *constant = value_of(l, v->arg[i])->imm.i;
            return v->arg[1 - i];
        }
    return value;
}

/* The iterator plus a constant. */
static bool is_lane(const struct vector_loop *l, int index, int64_t *constant)
{
    return without_constant(l, index, constant) == l->loop->iter;
}

static bool is_vector_load(const struct vector_loop *l, int value)
{
    const struct kir_value *v = value_of(l, value);
    int64_t constant;

    return v->op == KIR_LOAD && l->f->buffer[v->buffer].space == KIR_LOCAL &&
           kir_type_size(v->type) == kir_type_size(l->type) &&
           is_lane(l, v->arg[0], &constant);
}

/* The place in a table, a constant, to which the rows are added that a vector
 * of integers has; -1: it is none. */
static int rows_of(const struct vector_loop *l, int index, int64_t *constant)
{
    int value = without_constant(l, index, constant);
    const struct kir_value *v = value_of(l, value);

    if (v->op != KIR_AND)
        return -1;
    for (int i = 0; i < 2; i++)
        if (is_integer(l, v->arg[i], 2 * lanes_of(l) - 1) &&
            is_vector_load(l, v->arg[1 - i]))
            return v->arg[1 - i];
    return -1;
}

static bool is_look_up(const struct vector_loop *l, int value)
{
    const struct kir_value *v = value_of(l, value);
    int64_t constant;

    if (v->op != KIR_LOAD || v->type != l->type ||
        l->f->buffer[v->buffer].space != KIR_CONSTANT ||
        rows_of(l, v->arg[0], &constant) < 0)
        return false;
    return constant >= 0 &&
           constant + 2 * lanes_of(l) <= l->f->buffer[v->buffer].count;
}

static bool is_vector(const struct vector_loop *l, int value)
{
    const struct kir_value *v = value_of(l, value);

    return v->type == l->type && (v->op == KIR_MULADD || v->op == KIR_LOAD);
}

/* Integers are places of loads. */
static bool fits_value(const struct vector_loop *l, int value)
{
    const struct kir_value *v = value_of(l, value);

    if (v->op == KIR_LOAD)
        return is_vector_load(l, value) || is_look_up(l, value);
    if (!kir_is_float(v->type))
        return v->op == KIR_CONST || v->op == KIR_ADD || v->op == KIR_AND;
    return v->type == l->type && v->op == KIR_MULADD &&
           is_vector(l, v->arg[0]) && is_vector(l, v->arg[1]) &&
           is_vector(l, v->arg[2]);
}

static bool fits_statement(const struct vector_loop *l,
                           const struct kir_stmt *s)
{
    int64_t constant;

    if (s->kind == KIR_LET)
        return fits_value(l, s->value);
    return s->kind == KIR_STORE && is_vector(l, s->value) &&
           l->f->buffer[s->buffer].space == KIR_LOCAL &&
           is_lane(l, s->index, &constant);
}

static bool fits(const struct vector_loop *l)
{
    bool looks_up = false;

    if (!is_integer(l, l->loop->lo, 0) ||
        !is_integer(l, l->loop->hi, lanes_of(l)) ||
        !is_integer(l, l->loop->step, 1))
        return false;
    for (const struct kir_stmt *s = l->loop->body[0].first; s; s = s->next) {
        if (!fits_statement(l, s))
            return false;
        looks_up = looks_up || (s->kind == KIR_LET && is_look_up(l, s->value));
    }
    return looks_up;
}

/* The type is that of what is stored last. */
static struct vector_loop lanes_in(const struct kir_func *f,
                                   const struct kir_stmt *s)
{
    struct vector_loop l = {f, s, KIR_PRED};

    if (s->kind == KIR_FOR && s->flags & KIR_FOR_SIMD && s->body[0].last &&
        s->body[0].last->kind == KIR_STORE)
        l.type = f->value[s->body[0].last->value].type;
    return l;
}

bool permute_fits(const struct kir_func *f, const struct kir_stmt *s)
{
    struct vector_loop l = lanes_in(f, s);

    return kir_is_float(l.type) && fits(&l);
}

/* Writing ----------------------------------------------------------------- */

static void print_name(struct c_printer *c, const struct kir_stmt *loop)
{
    buf_printf(&c->out, "%s_lanes_%d", c->f->name, loop->iter);
}

static const char *suffix_of(const struct vector_loop *l)
{
    return l->type == KIR_F64 ? "pd" : "ps";
}

/* The statement's buffer is `buffer` at a constant behind its first element. */
static void print_place(struct c_printer *c, int buffer, int64_t constant)
{
    c_print_name(c, c->f->buffer[buffer].name);
    buf_printf(&c->out, " + %lld", (long long)constant);
}

static void print_vector_load(struct c_printer *c, const struct vector_loop *l,
                              int value)
{
    const struct kir_value *v = value_of(l, value);
    bool is_float = kir_is_float(v->type);
    int64_t constant;

    is_lane(l, v->arg[0], &constant);
    buf_printf(&c->out, "    const __m512%s hd%d = _mm512_loadu_%s(",
               !is_float            ? "i"
               : l->type == KIR_F64 ? "d"
                                    : "",
               value, is_float ? suffix_of(l) : "si512");
    print_place(c, v->buffer, constant);
    buf_puts(&c->out, ");\n");
}

static void print_look_up(struct c_printer *c, const struct vector_loop *l,
                          int value)
{
    const struct kir_value *v = value_of(l, value);
    int64_t constant;
    int rows = rows_of(l, v->arg[0], &constant);

    buf_printf(&c->out, "_mm512_permutex2var_%s(_mm512_loadu_%s(", suffix_of(l),
               suffix_of(l));
    print_place(c, v->buffer, constant);
    buf_printf(&c->out, "), hd%d,\n        _mm512_loadu_%s(", rows,
               suffix_of(l));
    print_place(c, v->buffer, constant + lanes_of(l));
    buf_puts(&c->out, "));\n");
}

static void print_value(struct c_printer *c, const struct vector_loop *l,
                        int value)
{
    const struct kir_value *v = value_of(l, value);

    if (is_vector_load(l, value)) {
        print_vector_load(c, l, value);
        return;
    }
    if (!kir_is_float(v->type))
        return;
    buf_printf(&c->out,
               "    const __m512%s hd%d = ", l->type == KIR_F64 ? "d" : "",
               value);
    if (v->op == KIR_LOAD)
        print_look_up(c, l, value);
    else
        buf_printf(&c->out, "_mm512_fmadd_%s(hd%d, hd%d, hd%d);\n",
                   suffix_of(l), v->arg[0], v->arg[1], v->arg[2]);
}

static void print_store(struct c_printer *c, const struct vector_loop *l,
                        const struct kir_stmt *s)
{
    int64_t constant;

    is_lane(l, s->index, &constant);
    buf_printf(&c->out, "    _mm512_storeu_%s(", suffix_of(l));
    print_place(c, s->buffer, constant);
    buf_printf(&c->out, ", hd%d);\n", s->value);
}

/* How a loop uses a buffer. */
enum use { UNUSED, READ, WRITTEN };

static enum use use_of(const struct vector_loop *l, int buffer)
{
    enum use use = UNUSED;

    for (const struct kir_stmt *s = l->loop->body[0].first; s; s = s->next) {
        const struct kir_value *v = value_of(l, s->value);

        if (s->kind == KIR_STORE && s->buffer == buffer)
            return WRITTEN;
        if (s->kind == KIR_LET && v->op == KIR_LOAD && v->buffer == buffer)
            use = READ;
    }
    return use;
}

/* The buffers, as parameters or as arguments. */
static void print_buffers(struct c_printer *c, const struct vector_loop *l,
                          bool parameters)
{
    const char *between = "";

    for (int i = 0; i < l->f->buffer_count; i++) {
        enum use use = use_of(l, i);

        if (use == UNUSED)
            continue;
        buf_puts(&c->out, between);
        between = parameters ? ",\n    " : ", ";
        if (parameters)
            buf_printf(&c->out, "%s%s *", use == READ ? "const " : "",
                       c_type_name(c, l->f->buffer[i].type));
        c_print_name(c, l->f->buffer[i].name);
    }
}

static void print_function(struct c_printer *c, const struct vector_loop *l)
{
    buf_puts(&c->out, "#if HD_VERSIONS\n"
                      "__attribute__((target(HD_AVX512))) static inline void ");
    print_name(c, l->loop);
    buf_puts(&c->out, "(\n    ");
    print_buffers(c, l, true);
    buf_puts(&c->out, ")\n{\n");
    for (const struct kir_stmt *s = l->loop->body[0].first; s; s = s->next) {
        if (s->kind == KIR_LET)
            print_value(c, l, s->value);
        else
            print_store(c, l, s);
    }
    buf_puts(&c->out, "}\n#endif\n\n");
}

static bool print_functions(struct c_printer *c, const struct kir_block *block)
{
    bool some = false;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (permute_fits(c->f, s)) {
            struct vector_loop l = lanes_in(c->f, s);

            print_function(c, &l);
            some = true;
            continue;
        }
        for (int i = 0; i < 2; i++)
            some = print_functions(c, &s->body[i]) || some;
    }
    return some;
}

bool permute_functions(struct c_printer *c)
{
    return print_functions(c, &c->f->body);
}

void permute_call(struct c_printer *c, const struct kir_stmt *s)
{
    struct vector_loop l = lanes_in(c->f, s);

    c_print_line(c, "%s", "");
    print_name(c, s);
    buf_puts(&c->out, "(");
    print_buffers(c, &l, false);
    buf_puts(&c->out, ");\n");
}
