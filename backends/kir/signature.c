/*
 * What kernels are given, as the runtime and the GPUs see it: the letters of
 * their parameters, and how much constant memory they ask for.
 */
#include "backends/kir/kir.h"

char *kir_signature(struct arena *arena, const struct kir_func *f)
{
    static const char letter[KIR_TYPE_COUNT] = {
        [KIR_I32] = 'i', [KIR_U32] = 'u', [KIR_I64] = 'l',
        [KIR_U64] = 'm', [KIR_F32] = 'f', [KIR_F64] = 'd'};
    char *text = arena_alloc(arena, (size_t)f->buffer_count +
                                        (size_t)f->param_count + 1);
    int n = 0;

    for (int i = 0; i < f->buffer_count; i++)
        if (f->buffer[i].space == KIR_GLOBAL)
            text[n++] = 'b';
    for (int i = 0; i < f->param_count; i++)
        text[n++] = letter[f->param[i].type];
    return text;
}

static int64_t constant_bytes(const struct kir_func *f)
{
    int64_t bytes = 0;

    for (int i = 0; i < f->buffer_count; i++)
        if (f->buffer[i].space == KIR_CONSTANT)
            bytes +=
                (f->buffer[i].count + 1) * kir_type_size(f->buffer[i].type);
    return bytes;
}

bool kir_constants_are_large(const struct kir_module *module)
{
    int64_t bytes = 0;

    for (int i = 0; i < module->func_count; i++)
        if (module->func[i]->kind == KIR_KERNEL)
            bytes += constant_bytes(module->func[i]);
    return bytes > 65536;
}

bool kir_block_has_atomics(const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_ATOMIC || kir_block_has_atomics(&s->body[0]) ||
            kir_block_has_atomics(&s->body[1]))
            return true;
    return false;
}

bool kir_has_atomics(const struct kir_func *f)
{
    return kir_block_has_atomics(&f->body);
}
