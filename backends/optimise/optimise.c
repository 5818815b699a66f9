#include "backends/optimise/optimise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int kir_opt_depth(const struct kir_block *block)
{
    int depth = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next)
        for (int i = 0; i < 2; i++) {
            int inner = s->body[i].first ? 1 + kir_opt_depth(&s->body[i]) : 0;

            depth = inner > depth ? inner : depth;
        }
    return depth;
}

/* iter < hi says that iter is below each operand of a min. */
static bool is_bound_of(const struct kir_func *f, int hi, int b, int budget)
{
    const struct kir_value *v = &f->value[hi];

    if (hi == b)
        return true;
    return budget > 0 && v->op == KIR_MIN &&
           (is_bound_of(f, v->arg[0], b, budget - 1) ||
            is_bound_of(f, v->arg[1], b, budget - 1));
}

static bool less(const struct kir_func *f, const struct kir_stmt *const *loop,
                 int a, int b, int budget)
{
    const struct kir_value *va = &f->value[a], *vb = &f->value[b], *c, *step;

    if (!kir_is_integer(va->type) || budget == 0)
        return false;
    if (va->op == KIR_CONST && vb->op == KIR_CONST)
        return kir_is_signed(va->type)
                   ? va->imm.i < vb->imm.i
                   : (uint64_t)va->imm.i < (uint64_t)vb->imm.i;
    if (vb->op == KIR_MIN)
        return less(f, loop, a, vb->arg[0], budget - 1) &&
               less(f, loop, a, vb->arg[1], budget - 1);
    if (va->op != KIR_ITER)
        return false;
    if (is_bound_of(f, loop[a]->hi, b, budget))
        return true;
    if (vb->op != KIR_ADD || vb->arg[0] != a)
        return false;
    c = &f->value[vb->arg[1]];
    step = &f->value[loop[a]->step];
    return c->op == KIR_CONST && step->op == KIR_CONST && c->imm.i > 0 &&
           (uint64_t)c->imm.i <= (uint64_t)step->imm.i;
}

bool kir_opt_less(const struct kir_func *f, const struct kir_stmt *const *loop,
                  int a, int b)
{
    return less(f, loop, a, b, 6);
}

struct kir_func *kir_opt_shell(struct kir_module *module,
                               const struct kir_func *f)
{
    struct kir_func *out = kir_func_new(module, f->kind, f->name, f->block[0],
                                        f->block[1], f->block[2]);

    out->line = f->line;
    out->turn = f->turn;
    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];

        if (b->space == KIR_GLOBAL)
            kir_global(out, b->name, b->type, b->read_only, b->no_alias);
        else if (b->space == KIR_SHARED)
            kir_shared(out, b->name, b->type, b->count);
        else if (b->space == KIR_LOCAL)
            kir_local(out, b->name, b->type, b->count);
        else
            kir_constant(out, b->name, b->type, b->count, b->data);
    }
    for (int i = 0; i < f->param_count; i++)
        kir_param(out, f->param[i].name, f->param[i].type);
    for (int i = 0; i < f->variable_count; i++)
        kir_variable(out, f->variable[i].name, f->variable[i].type);
    return out;
}

/* A pass that broke the module is a bug: debug builds stop at once. */
static void verify(const struct kir_module *module, const char *pass)
{
#ifndef NDEBUG
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);

    if (!kir_check(module, &faults)) {
        fprintf(stderr, "kir: after %s: %s\n", pass, faults.first->message);
        abort();
    }
    arena_free(arena);
#else
    (void)module;
    (void)pass;
#endif
}

static struct kir_module *rebuild(struct arena *arena,
                                  const struct kir_module *in)
{
    struct kir_module *out = kir_module_new(arena, in->name, in->source_file);

    for (int i = 0; i < in->func_count; i++) {
        struct arena *scratch = arena_new();

        kir_opt_rebuild(scratch, in->func[i], kir_opt_shell(out, in->func[i]));
        arena_free(scratch);
    }
    verify(out, "rebuild");
    return out;
}

static struct kir_module *promote(struct kir_module *module)
{
    for (int i = 0; i < module->func_count; i++) {
        struct arena *scratch = arena_new();

        kir_opt_promote(scratch, module->func[i]);
        arena_free(scratch);
    }
    verify(module, "promote");
    return module;
}

static struct kir_module *remove_dead(struct arena *arena,
                                      const struct kir_module *in)
{
    struct kir_module *out = kir_module_new(arena, in->name, in->source_file);

    for (int i = 0; i < in->func_count; i++) {
        struct arena *scratch = arena_new();

        kir_opt_dead(scratch, in->func[i], out);
        arena_free(scratch);
    }
    verify(out, "dead");
    return out;
}

static struct kir_module *optimise_once(struct arena *arena,
                                        const struct kir_module *module)
{
    struct arena *temporary = arena_new();
    struct kir_module *next;

    next = promote(rebuild(temporary, module));
    next = remove_dead(arena, rebuild(temporary, next));
    arena_free(temporary);
    return next;
}

/* One round opens what the next one uses: a guard around a loop lets its loads
 * out, a variable that is gone merges what it kept apart. Rounds go on until
 * the text stays the same, so that optimising twice changes nothing but what
 * accesses that kir_pack has moved were in the way of; the limit is for
 * safety. */
struct kir_module *kir_optimise(struct arena *arena,
                                const struct kir_module *module)
{
    enum { ROUND_LIMIT = 10 };
    struct arena *old = NULL, *new = arena_new();
    struct kir_module *best = optimise_once(new, module), *result;
    struct buf before = {0}, after = {0};

    kir_print(best, &after);
    for (int round = 1; round < ROUND_LIMIT; round++) {
        bool same;

        buf_free(&before);
        before = after;
        after = (struct buf){0};
        arena_free(old);
        old = new;
        new = arena_new();
        best = optimise_once(new, best);
        kir_print(best, &after);
        same = after.length == before.length &&
               memcmp(after.text, before.text, after.length) == 0;
        if (same)
            break;
    }
    result = remove_dead(arena, best);
    kir_pack(result);
    verify(result, "pack");
    buf_free(&before);
    buf_free(&after);
    arena_free(old);
    arena_free(new);
    return result;
}
