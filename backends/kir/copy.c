/*
 * Copies of what a function declares: passes that make a new function begin
 * with one.
 */
#include "backends/kir/kir.h"

int kir_buffer_like(struct kir_func *f, const struct kir_buffer *b)
{
    if (b->space == KIR_GLOBAL)
        return kir_together(
            f, kir_global(f, b->name, b->type, b->read_only, b->no_alias),
            b->together);
    if (b->space == KIR_SHARED)
        return kir_shared(f, b->name, b->type, b->count);
    if (b->space == KIR_LOCAL)
        return kir_local(f, b->name, b->type, b->count);
    return kir_constant(f, b->name, b->type, b->count, b->data);
}

struct kir_func *kir_func_like(struct kir_module *module,
                               const struct kir_func *f)
{
    struct kir_func *out = kir_func_new(module, f->kind, f->name, f->block[0],
                                        f->block[1], f->block[2]);

    out->line = f->line;
    out->comment = f->comment;
    out->doacross = f->doacross;
    out->claim_count = f->claim_count;
    out->claim = f->claim;
    for (int i = 0; i < f->buffer_count; i++)
        kir_buffer_like(out, &f->buffer[i]);
    for (int i = 0; i < f->param_count; i++)
        kir_param(out, f->param[i].name, f->param[i].type);
    for (int i = 0; i < f->variable_count; i++)
        kir_variable(out, f->variable[i].name, f->variable[i].type);
    return out;
}

void kir_launch_like(struct kir_func *f, struct kir_stmt *to,
                     const struct kir_stmt *from,
                     int (*value)(void *pass, int value), void *pass)
{
    to->kernel = from->kernel;
    to->arg_count = from->arg_count;
    to->arg = arena_alloc(f->module->arena,
                          (size_t)from->arg_count * sizeof *to->arg);
    for (int i = 0; i < 3; i++)
        to->grid[i] = value(pass, from->grid[i]);
    for (int i = 0; i < from->arg_count; i++) {
        to->arg[i] = from->arg[i];
        if (!from->arg[i].is_buffer)
            to->arg[i].id = value(pass, from->arg[i].id);
    }
}
