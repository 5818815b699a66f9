/*
 * Copies of what a function declares: passes that make a new function begin
 * with one.
 */
#include "backends/kir/kir.h"

struct kir_func *kir_func_like(struct kir_module *module,
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
