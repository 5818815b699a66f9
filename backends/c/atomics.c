/*
 * Kernels of the host with atomic operations: a second form for a thread that
 * is alone, in which they are plain ones, and what the runtime asks to choose
 * between the forms (struct hedra_atomics).
 */
#include "backends/c/atomics.h"

#include <string.h>

/* What a loop of unknown length counts for, what special operations do, and
 * where counting ends. */
enum { TRIPS = 16, SPECIAL = 20, MOST = 1000000 };

struct atomic_count {
    double operations, atomics;
};

static double trips_of(const struct kir_func *f, const struct kir_stmt *s)
{
    int64_t step;

    if (s->kind == KIR_WHILE || !kir_is_const(f, s->lo) ||
        !kir_is_const(f, s->hi) || !kir_is_const(f, s->step))
        return TRIPS;
    step = f->value[s->step].imm.i;
    return (double)(f->value[s->hi].imm.i - f->value[s->lo].imm.i) /
           (double)step;
}

static double cost_of(const struct kir_value *v)
{
    if (kir_is_leaf(v->op))
        return 0;
    return v->op == KIR_DIV || v->op == KIR_REM || v->op == KIR_SQRT ||
                   v->op >= KIR_FMOD
               ? SPECIAL
               : 1;
}

static struct atomic_count count_block(const struct kir_func *f,
                                       const struct kir_block *block)
{
    struct atomic_count all = {0, 0};

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool loop = s->kind == KIR_FOR || s->kind == KIR_WHILE;
        double times = loop ? trips_of(f, s) : 1;

        if (s->kind == KIR_LET)
            all.operations += cost_of(&f->value[s->value]);
        all.operations += s->kind == KIR_STORE;
        all.atomics += s->kind == KIR_ATOMIC;
        for (int i = 0; i < 2; i++) {
            struct atomic_count n = count_block(f, &s->body[i]);

            all.operations += times * n.operations;
            all.atomics += times * n.atomics;
        }
    }
    return all;
}

/* How many operations the kernel does for each atomic one. */
static int work_of(const struct kir_func *f)
{
    struct atomic_count n = count_block(f, &f->body);
    double work = n.operations / (n.atomics > 1 ? n.atomics : 1);

    return work < MOST ? (int)work : MOST;
}

/* How a block of statements uses buffers: clears those of `sums` that it does
 * other things to than add integers. */
static void keep_sums(const struct kir_func *f, const struct kir_block *block,
                      bool *sums)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_STORE ||
            (s->kind == KIR_ATOMIC &&
             (s->op != KIR_ADD || kir_is_float(f->buffer[s->buffer].type))))
            sums[s->buffer] = false;
        if (s->kind == KIR_LET && (f->value[s->value].op == KIR_LOAD ||
                                   f->value[s->value].op == KIR_ALIGNED))
            sums[f->value[s->value].buffer] = false;
        keep_sums(f, &s->body[0], sums);
        keep_sums(f, &s->body[1], sums);
    }
}

/* Does each atomic operation add to one of these? */
static bool are_all(const struct kir_block *block, const bool *sums)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_ATOMIC && !sums[s->buffer]) ||
            !are_all(&s->body[0], sums) || !are_all(&s->body[1], sums))
            return false;
    return true;
}

static void mark_atomics(const struct kir_block *block, bool *added)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_ATOMIC)
            added[s->buffer] = true;
        mark_atomics(&s->body[0], added);
        mark_atomics(&s->body[1], added);
    }
}

/* Returns one character for each argument: the size of the elements of an array
 * to which integers are added and nothing else is done, or '-'; NULL if the
 * kernel has atomic operations on other arrays. */
static const char *sums_of(struct c_printer *c)
{
    const struct kir_func *f = c->f;
    char *text = arena_strdup(c->arena, kir_signature(c->arena, f));
    bool *sums = arena_alloc(c->arena, (size_t)f->buffer_count + 1);
    bool *added = arena_alloc(c->arena, (size_t)f->buffer_count + 1);
    int n = 0;

    for (int i = 0; i < f->buffer_count; i++)
        sums[i] = f->buffer[i].space == KIR_GLOBAL && f->buffer[i].no_alias &&
                  !f->buffer[i].together;
    keep_sums(f, &f->body, sums);
    if (!are_all(&f->body, sums))
        return NULL;
    mark_atomics(&f->body, added);
    memset(text, '-', strlen(text));
    for (int i = 0; i < f->buffer_count; i++) {
        if (f->buffer[i].space != KIR_GLOBAL)
            continue;
        if (added[i])
            text[n] = (char)('0' + kir_type_size(f->buffer[i].type));
        n++;
    }
    return text;
}

void c_print_atomics(struct c_printer *c)
{
    const char *name = c->f->name, *sums = sums_of(c);

    buf_printf(&c->out,
               "static const struct hedra_atomics %s_atomics = {\n"
               "    %s_alone, %s%s%s, %d};\n\n",
               name, name, sums ? "\"" : "", sums ? sums : "0",
               sums ? "\"" : "", work_of(c->f));
}
