/*
 * A kernel as a whole: its parameters, the item and the quartets that a
 * function stands at, and its functions one after the other.
 */
#include "brush/kernel/emit.h"

#include "runtime/include/hedra_eri.h"

const char *kernel_name(struct arena *arena, const struct kernel_shape *shape)
{
    return arena_printf(arena, "eri_%s_%s_%s_%s",
                        shell_kind_name(arena, &shape->kind[0]),
                        shell_kind_name(arena, &shape->kind[1]),
                        shell_kind_name(arena, &shape->kind[2]),
                        shell_kind_name(arena, &shape->kind[3]));
}

/* What every function of a kernel is given. */
static void declare(struct builder *b)
{
    static const char *const parameter[] = {"bra_stride", "ket_stride",
                                            "bra_count", "ket_count"};
    struct kir_func *f = b->f;
    int value[4];

    for (int i = 0; i < 4; i++)
        value[i] = kir_param(f, parameter[i], KIR_I64);
    b->item = kir_global(f, "item", KIR_I64, true, false);
    b->pair[BRA] = kir_global(f, "bra", b->type, true, false);
    b->pair[KET] = kir_global(f, "ket", b->type, true, false);
    b->constant[BRA] = kir_global(f, "bra_constant", b->type, true, false);
    b->constant[KET] = kir_global(f, "ket_constant", b->type, true, false);
    b->table = kir_global(f, "table", b->type, true, false);
    b->rows = kir_global(f, "rows", KIR_I64, true, false);
    b->out = kir_global(f, "out", b->type, false, true);
    if (b->scratch_count)
        b->scratch = kir_global(f, "scratch", b->type, false, true);
    b->stride[BRA] = value[0];
    b->stride[KET] = value[1];
    b->count[BRA] = value[2];
    b->count[KET] = value[3];
}

static int item_field(struct builder *b, int field)
{
    int row = kir_cast(b->f, KIR_I64, kir_block_index(b->f, 0));

    row = kir_mul(b->f, row, kir_i64(b->f, HEDRA_ERI_ITEM));
    return kir_load(b->f, b->item, kir_add(b->f, row, kir_i64(b->f, field)));
}

/* From the item's list to that of the lanes at hand. */
static void advance_list(struct builder *b)
{
    int group = kir_binary(b->f, KIR_SUB, b->position, b->first);
    int size = kir_add(b->f, b->count[!b->inner], kir_i64(b->f, 1));

    group = kir_floor_div(b->f, group, b->lanes);
    b->list = kir_add(b->f, b->list, kir_mul(b->f, group, size));
}

/* The thread's numbers in the scratch. */
static int scratch_begin(struct builder *b, int thread)
{
    int block = kir_cast(b->f, KIR_I64, kir_block_index(b->f, 0));
    int64_t each = b->scratch_count * KERNEL_BLOCK;

    return kir_add(b->f, kir_mul(b->f, block, kir_i64(b->f, each)), thread);
}

/* A new function that stands at the quartets of its item. */
static void begin_function(struct builder *b, struct kir_module *module,
                           const char *name)
{
    int last;

    b->f = kir_func_new(module, KIR_KERNEL, name,
                        b->lanes > 1 ? 1 : KERNEL_BLOCK, 1, 1);
    declare(b);
    b->index[BRA] = item_field(b, HEDRA_ERI_ITEM_BRA);
    b->first = item_field(b, HEDRA_ERI_ITEM_FIRST);
    b->width = item_field(b, HEDRA_ERI_ITEM_WIDTH);
    b->out_at = item_field(b, HEDRA_ERI_ITEM_OUT);
    b->list = item_field(b, HEDRA_ERI_ITEM_ROWS);
    last = kir_add(b->f, b->first, b->width);
    if (b->lanes > 1) {
        b->position = kir_for(b->f, b->first, last, kir_i64(b->f, b->lanes), 0);
        advance_list(b);
    } else {
        int thread = kir_cast(b->f, KIR_I64, kir_thread_index(b->f, 0));

        b->position = kir_add(b->f, b->first, thread);
        if (b->scratch_count)
            b->scratch_at = scratch_begin(b, thread);
        kir_if(b->f, kir_binary(b->f, KIR_LT, b->position, last));
    }
}

int kernel_build(struct kir_module *module, const char *name,
                 const struct kernel_shape *shape, enum path path, int most)
{
    struct builder *b = side_builder(module->arena, shape, path);
    int functions;

    primitive_lower(b, path);
    horizontal_lower(b);
    split_plan(b, most);
    functions = split_functions(b);
    for (int i = 0; i < functions; i++) {
        begin_function(
            b, module,
            functions == 1
                ? name
                : arena_printf(module->arena, "%s_part_%d", name, i + 1));
        split_write(b, i);
        kir_end(b->f);
    }
    return (int)b->scratch_count;
}

int kernel_functions(struct arena *arena, const struct kernel_shape *shape,
                     enum path path, int most,
                     struct kernel_function **function)
{
    struct kernel_shape thread = *shape;
    struct builder *b;

    thread.lanes = 1;
    b = side_builder(arena, &thread, path);
    primitive_lower(b, path);
    horizontal_lower(b);
    split_plan(b, most);
    *function = split_describe(b);
    return split_functions(b);
}
