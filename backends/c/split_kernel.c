/*
 * Cuts long kernels of the host into parts. Compilers take more than linear
 * time for a function, so runs of statements become functions; only statements
 * of one block are cut apart, and results are the same bits.
 */
#include "backends/c/split_kernel.h"

#include <string.h>

/* Parts shorter than the limit by more than this factor stay where they are. */
enum { SHORT = 4 };

struct kernel_part {
    const struct kir_stmt *first, *last;
    int begin, end; /* the numbers of its statements: begin <= n < end */
};

struct split_kernel {
    int most;
    struct kernel_part *part;
    int count, cap;
    int next;         /* the part that the body comes to */
    bool within;      /* a part is being printed, not the body */
    bool leaving;     /* what a part leaves is being printed */
    int *made, *used; /* per value: its statement's number, and its last user's
                       */
    bool *left;       /* per value: made in front of the part that holds it */
    /* Of the part at hand: the values, parameters and buffers of its text. */
    bool *value, *param, *buffer;
};

/* What stands where -------------------------------------------------------- */

/* Calls `act` for all that the text of a value says, itself included: names,
 * and what is folded into it. */
struct value_walk {
    const struct c_printer *c;
    struct split_kernel *p;
    int at; /* the statement's number */
    void (*act)(const struct value_walk *w, int value);
};

static void walk_value(const struct value_walk *w, int value)
{
    const struct kir_value *v = &w->c->f->value[value];

    w->act(w, value);
    if (kir_is_leaf(v->op) || w->c->state[value] != C_FOLDED)
        return;
    for (int i = 0; i < kir_op_operands(v->op); i++)
        walk_value(w, v->arg[i]);
}

/* What a statement says, but for its bodies. */
static void walk_statement(const struct value_walk *w, const struct kir_stmt *s)
{
    const struct kir_value *v;

    switch (s->kind) {
    case KIR_LET:
        v = &w->c->f->value[s->value];
        if (w->c->state[s->value] != C_NAMED)
            break;
        for (int i = 0; i < kir_op_operands(v->op); i++)
            walk_value(w, v->arg[i]);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        walk_value(w, s->index);
        walk_value(w, s->value);
        break;
    case KIR_FOR:
        walk_value(w, s->lo);
        walk_value(w, s->hi);
        walk_value(w, s->step);
        break;
    case KIR_IF:
    case KIR_WHILE:
        walk_value(w, s->value);
        break;
    default:
        break;
    }
}

static void note_use(const struct value_walk *w, int value)
{
    w->p->used[value] = w->at;
}

/* Statements by their place in the text; returns the first free number. */
static int number_statements(struct c_printer *c, struct split_kernel *p,
                             const struct kir_block *block, int number)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct value_walk w = {c, p, number, note_use};

        if (s->kind == KIR_LET)
            p->made[s->value] = number;
        if (s->kind == KIR_FOR)
            p->made[s->iter] = number;
        walk_statement(&w, s);
        number++;
        for (int i = 0; i < 2; i++) {
            number = number_statements(c, p, &s->body[i], number);
            w.at = number;
            if (s->kind == KIR_WHILE && i == 0) /* the test stands here */
                walk_statement(&w, s);
        }
    }
    return number;
}

static int block_length(const struct c_printer *c,
                        const struct kir_block *block);

/* The statements that there are in it, whether they show or not. */
static int length_of(const struct c_printer *c, const struct kir_stmt *s)
{
    if (s->kind == KIR_COMMENT ||
        (s->kind == KIR_LET && c->state[s->value] == C_DEAD))
        return 0;
    return 1 + block_length(c, &s->body[0]) + block_length(c, &s->body[1]);
}

static int block_length(const struct c_printer *c,
                        const struct kir_block *block)
{
    int length = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next)
        length += length_of(c, s);
    return length;
}

/* The number behind those of a statement. */
static int end_of(const struct kir_stmt *s, int number)
{
    number++;
    for (int i = 0; i < 2; i++)
        for (const struct kir_stmt *t = s->body[i].first; t; t = t->next)
            number = end_of(t, number);
    return number;
}

/* Planning ----------------------------------------------------------------- */

/* Does it write a buffer that might overlap one that is read only? */
static bool writes_global(const struct c_printer *c, const struct kir_stmt *s)
{
    if ((s->kind == KIR_STORE || s->kind == KIR_ATOMIC) &&
        c->f->buffer[s->buffer].space == KIR_GLOBAL)
        return true;
    for (int i = 0; i < 2; i++)
        for (const struct kir_stmt *t = s->body[i].first; t; t = t->next)
            if (writes_global(c, t))
                return true;
    return false;
}

/* Is it the same in front of a part as within, since nothing there writes what
 * it reads? */
static bool is_movable(const struct c_printer *c, int value, bool writes)
{
    const struct kir_value *v = &c->f->value[value];

    if (kir_is_leaf(v->op))
        return true;
    if (v->op == KIR_LOAD) {
        const struct kir_buffer *b = &c->f->buffer[v->buffer];

        if (b->space != KIR_CONSTANT &&
            !(b->read_only && (b->no_alias || !writes)))
            return false;
    }
    for (int i = 0; i < kir_op_operands(v->op); i++)
        if (c->state[v->arg[i]] == C_FOLDED &&
            !is_movable(c, v->arg[i], writes))
            return false;
    return true;
}

/* A LET within a part that statements behind it use, too, stands in front of
 * the part; so does what it needs. */
static void leave(const struct value_walk *w, int value)
{
    const struct kir_value *v = &w->c->f->value[value];

    if (kir_is_leaf(v->op) || w->c->state[value] != C_NAMED ||
        w->p->made[value] < w->at || w->p->left[value])
        return;
    w->p->left[value] = true;
    for (int i = 0; i < kir_op_operands(v->op); i++)
        walk_value(w, v->arg[i]);
}

static bool is_left(const struct c_printer *c, const struct split_kernel *p,
                    const struct kir_stmt *s)
{
    return s->kind == KIR_LET && c->state[s->value] == C_NAMED &&
           p->left[s->value];
}

/* Marks what the part leaves; false if something of that must not move. */
static bool mark_left(struct c_printer *c, struct split_kernel *p,
                      const struct kernel_part *part)
{
    const struct value_walk w = {c, p, part->begin, leave};
    bool good = true, writes = false;

    for (const struct kir_stmt *s = part->first; s != part->last->next;
         s = s->next)
        writes = writes || writes_global(c, s);
    for (const struct kir_stmt *s = part->first; s != part->last->next;
         s = s->next)
        if (s->kind == KIR_LET && c->state[s->value] == C_NAMED &&
            p->used[s->value] >= part->end)
            leave(&w, s->value);
    for (const struct kir_stmt *s = part->first; s != part->last->next;
         s = s->next)
        good = good && (!is_left(c, p, s) || is_movable(c, s->value, writes));
    return good;
}

/* How long a part is without what it leaves. */
static int part_length(const struct c_printer *c, const struct split_kernel *p,
                       const struct kernel_part *part)
{
    int length = 0;

    for (const struct kir_stmt *s = part->first; s != part->last->next;
         s = s->next)
        if (s->kind != KIR_LET ||
            (c->state[s->value] == C_NAMED && !p->left[s->value]))
            length += length_of(c, s);
    return length;
}

static void leave_nothing(struct split_kernel *p,
                          const struct kernel_part *part)
{
    for (const struct kir_stmt *s = part->first; s != part->last->next;
         s = s->next)
        if (s->kind == KIR_LET)
            p->left[s->value] = false;
}

/* A run, if it may be a part and is long enough to be one. */
static void add_part(struct c_printer *c, struct split_kernel *p,
                     struct kernel_part part)
{
    if (mark_left(c, p, &part) && part_length(c, p, &part) > p->most / SHORT)
        ARENA_PUSH(c->arena, p->part, p->count, p->cap, part);
    else
        leave_nothing(p, &part);
}

/* Compilers make vectors of these loops only as wholes. */
static bool is_whole(const struct kir_stmt *s)
{
    return s->kind == KIR_FOR && s->flags & (KIR_FOR_SIMD | KIR_FOR_TRANSPOSE |
                                             KIR_FOR_MOVE | KIR_FOR_WINDOW);
}

/* Runs as long as the limit lets them be; what is longer by itself is cut
 * within, or a part if it must stay whole. Returns the number behind the
 * block's. */
static int plan_block(struct c_printer *c, struct split_kernel *p,
                      const struct kir_block *block, int number)
{
    struct kernel_part run = {.first = NULL};
    int length = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int n = length_of(c, s), end = end_of(s, number);

        if (length + n > p->most && run.first) {
            add_part(c, p, run);
            run.first = NULL;
        }
        if (n > p->most && !is_whole(s)) {
            number = plan_block(c, p, &s->body[0], number + 1);
            plan_block(c, p, &s->body[1], number);
        } else {
            if (!run.first) {
                run = (struct kernel_part){.first = s, .begin = number};
                length = 0;
            }
            run.last = s;
            run.end = end;
            length += n;
        }
        number = end;
    }
    if (run.first)
        add_part(c, p, run);
    return number;
}

/* Writing ------------------------------------------------------------------ */

static void note_names(const struct value_walk *w, int value)
{
    const struct kir_value *v = &w->c->f->value[value];
    const struct kernel_part *part = &w->p->part[w->at];

    if (v->op == KIR_PARAM)
        w->p->param[v->imm.i] = true;
    else if (v->op == KIR_ITER ||
             (!kir_is_leaf(v->op) && w->c->state[value] == C_NAMED))
        w->p->value[value] =
            w->p->made[value] < part->begin || w->p->left[value];
    if ((v->op == KIR_LOAD || v->op == KIR_ALIGNED) &&
        w->c->state[value] == C_FOLDED)
        w->p->buffer[c_buffer_of(w->c, v->buffer)] = true;
}

static void note_block(const struct value_walk *w, const struct kir_stmt *s,
                       const struct kir_stmt *end)
{
    for (; s != end; s = s->next) {
        const struct kir_value *v = &w->c->f->value[s->value];

        if (is_left(w->c, w->p, s))
            continue;
        walk_statement(w, s);
        if (s->kind == KIR_STORE || s->kind == KIR_ATOMIC)
            w->p->buffer[c_buffer_of(w->c, s->buffer)] = true;
        if (s->kind == KIR_LET && w->c->state[s->value] == C_NAMED &&
            (v->op == KIR_LOAD || v->op == KIR_ALIGNED))
            w->p->buffer[c_buffer_of(w->c, v->buffer)] = true;
        for (int i = 0; i < 2; i++)
            note_block(w, s->body[i].first, NULL);
    }
}

/* What the part's text needs from outside. */
static void note_part(struct c_printer *c, struct split_kernel *p, int number)
{
    const struct value_walk w = {c, p, number, note_names};

    memset(p->value, 0, (size_t)c->f->value_count);
    memset(p->param, 0, (size_t)c->f->param_count);
    memset(p->buffer, 0, (size_t)c->f->buffer_count);
    note_block(&w, p->part[number].first, p->part[number].last->next);
}

static void print_name(struct c_printer *c, int number)
{
    buf_printf(&c->out, "%s_part_%d", c->f->name, number + 1);
}

static void print_buffer_type(struct c_printer *c, int buffer)
{
    const struct kir_buffer *b = &c->f->buffer[buffer];
    bool written = b->space != KIR_CONSTANT && !c_is_read_only(c, buffer);
    bool alone = b->space == KIR_LOCAL || b->no_alias;

    buf_printf(&c->out, "%s%s *%s", written ? "" : "const ",
               c_type_name(c, b->type), written && alone ? "restrict " : "");
}

/* All of them, with their types or without; each on a line of its own but for
 * the first. */
static void print_list(struct c_printer *c, const struct split_kernel *p,
                       bool types)
{
    const struct kir_func *f = c->f;

    buf_puts(&c->out, types ? "int64_t hdk_block" : "hdk_block");
    if (kir_has_atomics(f))
        buf_puts(&c->out, types ? ", int hdk_alone" : ", hdk_alone");
    for (int i = 0; i < f->buffer_count; i++) {
        if (!p->buffer[i])
            continue;
        buf_puts(&c->out, ",\n    ");
        if (types)
            print_buffer_type(c, i);
        c_print_name(c, f->buffer[i].name);
    }
    for (int i = 0; i < f->param_count; i++) {
        if (!p->param[i])
            continue;
        buf_puts(&c->out, ",\n    ");
        if (types)
            buf_printf(&c->out, "%s ", c_type_name(c, f->param[i].type));
        c_print_name(c, f->param[i].name);
    }
    for (int i = 0; i < f->value_count; i++) {
        if (!p->value[i])
            continue;
        buf_puts(&c->out, ",\n    ");
        if (types)
            buf_printf(&c->out, "%s ", c_type_name(c, f->value[i].type));
        buf_puts(&c->out, c_value_name(c, i));
    }
}

static void print_part(struct c_printer *c, struct split_kernel *p, int number)
{
    const struct kernel_part *part = &p->part[number];

    note_part(c, p, number);
    buf_puts(&c->out, "static inline HD_INLINE void ");
    print_name(c, number);
    buf_puts(&c->out, "_body(int hdk_fma, ");
    print_list(c, p, true);
    buf_puts(&c->out, ")\n{\n    HD_EXACT\n    (void)hdk_fma;\n"
                      "    (void)hdk_block;\n");
    if (kir_has_atomics(c->f))
        buf_puts(&c->out, "    (void)hdk_alone;\n");
    c->depth = 1;
    if (c->alternates)
        c_print_line(c, "%s\n", c->dialect->rounding);
    c_print_run(c, part->first, part->last);
    buf_puts(&c->out, "}\nHD_PART(");
    print_name(c, number);
    buf_puts(&c->out, ", (");
    print_list(c, p, true);
    buf_puts(&c->out, "), ");
    print_list(c, p, false);
    buf_puts(&c->out, ")\n\n");
}

void split_kernel_functions(struct c_printer *c)
{
    size_t values = (size_t)c->f->value_count;
    int most = c->options->statements;
    struct split_kernel *p;

    if (!most || c->f->variable_count || block_length(c, &c->f->body) <= most)
        return;
    p = arena_alloc(c->arena, sizeof *p);
    p->most = most;
    p->made = arena_alloc(c->arena, values * sizeof *p->made);
    p->used = arena_alloc(c->arena, values * sizeof *p->used);
    p->left = arena_alloc(c->arena, values);
    p->value = arena_alloc(c->arena, values);
    p->param = arena_alloc(c->arena, (size_t)c->f->param_count);
    p->buffer = arena_alloc(c->arena, (size_t)c->f->buffer_count);
    number_statements(c, p, &c->f->body, 0);
    plan_block(c, p, &c->f->body, 0);
    if (!p->count)
        return;
    c->parts = p;
    p->within = true;
    for (int i = 0; i < p->count; i++)
        print_part(c, p, i);
    p->within = false;
}

/* In a part: what stands in front of it is not said again. In the body: what
 * the part leaves, and the call. */
const struct kir_stmt *split_kernel_call(struct c_printer *c,
                                         const struct kir_stmt *s)
{
    struct split_kernel *p = c->parts;
    const struct kernel_part *part;

    if (p && p->within)
        return is_left(c, p, s) ? s : NULL;
    if (!p || p->leaving || p->next == p->count || s != p->part[p->next].first)
        return NULL;
    part = &p->part[p->next];
    p->leaving = true;
    for (const struct kir_stmt *t = part->first; t != part->last->next;
         t = t->next)
        if (is_left(c, p, t))
            c_print_run(c, t, t);
    p->leaving = false;
    note_part(c, p, p->next);
    c_print_line(c, "HD_RUN(");
    print_name(c, p->next++);
    buf_puts(&c->out, ", ");
    print_list(c, p, false);
    buf_puts(&c->out, ")\n");
    return part->last;
}
