/*
 * Copies of tiles into shared memory, and the accesses that read them there.
 */
#include "polyhedral/lower.h"

static int constant(struct lower *l, int64_t value)
{
    return kir_int(l->f, KIR_I64, value);
}

static int64_t stage_elements(const struct map_stage *stage)
{
    return layout_rows(stage) * stage->size[stage->rank - 1];
}

/* The place of an element in its tile's buffer, given its row's number (the
 * subscripts but the last, by their sizes) and its column. */
static int place(struct lower *l, const struct map_stage *stage, int row,
                 int column)
{
    struct kir_func *f = l->f;
    const struct map_layout *layout = &stage->layout;
    if (layout->swizzle) {
        int turn =
            kir_binary(f, KIR_SHR, row, kir_int(f, KIR_I32, layout->shift));
        turn = kir_binary(f, KIR_AND, turn, constant(l, layout->swizzle));
        column = kir_binary(f, KIR_XOR, column, turn);
    }
    int at = kir_binary(f, KIR_MUL, row, constant(l, layout->pitch));
    return kir_binary(f, KIR_ADD, at, column);
}

/* Declares the shared buffers and the variables of the kernel's stages. */
void lower_stage_start(struct lower *l)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    size_t count = (size_t)kernel->stage_count + 1;
    l->stage_buffer = arena_alloc(arena, sizeof(int) * count);
    l->stage_offset = arena_alloc(arena, sizeof(int *) * count);
    for (int s = 0; s < kernel->stage_count; s++) {
        const struct map_stage *stage = &kernel->stage[s];
        const struct poly_array *pa = &l->poly->array[stage->array];
        l->stage_buffer[s] =
            kir_shared(l->f, arena_printf(arena, "%s_tile", pa->name),
                       lower_element_type(l->poly->scop->array[pa->array].type),
                       layout_rows(stage) * stage->layout.pitch);
        l->stage_offset[s] =
            arena_alloc(arena, sizeof(int) * (size_t)stage->rank);
        for (int k = 0; k < stage->rank; k++)
            l->stage_offset[s][k] = kir_variable(
                l->f, arena_printf(arena, "%s_at%d", pa->name, k), KIR_I64);
    }
}

int lower_stage_of(struct lower *l, int array)
{
    for (int s = 0; l->kernel && s < l->kernel->stage_count; s++)
        if (l->kernel->stage[s].array == array)
            return s;
    return -1;
}

/* The thread's number in its block. */
static int flat_thread(struct lower *l)
{
    const int *block = l->f->block;
    int flat = kir_cast(l->f, KIR_I64, kir_thread_index(l->f, 2));
    for (int d = 1; d >= 0; d--) {
        flat = kir_binary(l->f, KIR_MUL, flat, constant(l, block[d]));
        flat = kir_binary(l->f, KIR_ADD, flat,
                          kir_cast(l->f, KIR_I64, kir_thread_index(l->f, d)));
    }
    return flat;
}

/* The line of the first access that reads what is copied. */
static int stage_line(struct lower *l, const struct map_stage *stage)
{
    for (int k = 0; k < l->poly->access_count; k++) {
        const struct poly_access *access = &l->poly->access[k];
        if (access->array == stage->array && access->expr &&
            access->expr->loc.line)
            return access->expr->loc.line;
    }
    return l->kernel->loc.line;
}

/* The threads together copy the tile's elements, consecutive threads taking
 * consecutive elements of a row. */
static void copy_tile(struct lower *l, int s)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    int threads = f->block[0] * f->block[1] * f->block[2];
    int bindings = l->binding_count;
    int *sub = arena_alloc(l->poly->arena, sizeof(int) * (size_t)stage->rank);
    kir_line(f, stage_line(l, stage));
    int at = kir_for(f, flat_thread(l), constant(l, stage_elements(stage)),
                     constant(l, threads), 0);
    int rest = at;
    for (int k = stage->rank - 1; k >= 0; k--) {
        int part = k ? kir_floor_mod(f, rest, stage->size[k]) : rest;
        if (k)
            rest = kir_floor_div(f, rest, stage->size[k]);
        sub[k] =
            kir_binary(f, KIR_ADD, part, kir_get(f, l->stage_offset[s][k]));
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", k), sub[k]);
    }
    kir_if(f, lower_params_test(l, isl_set_copy(stage->elements)));
    int index = lower_linear(l, stage->array, sub);
    kir_origin(f, arena_printf(l->poly->arena, "0 copy of %s",
                               l->poly->array[stage->array].name));
    int value = kir_load(f, lower_buffer(l, stage->array), index);
    int width = (int)stage->size[stage->rank - 1];
    int to = stage->layout.pitch == width && !stage->layout.swizzle
                 ? at
                 : place(l, stage, kir_floor_div(f, at, width),
                         kir_floor_mod(f, at, width));
    kir_store(f, l->stage_buffer[s], to, value);
    kir_origin(f, NULL);
    kir_end(f);
    kir_end(f);
    l->binding_count = bindings;
}

void lower_stage(struct lower *l, const int *arg, int count)
{
    const struct map_kernel *kernel = l->kernel;
    int bindings = l->binding_count;
    kir_line(l->f, stage_line(l, &kernel->stage[0]));
    for (int k = 0; k < count; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_p%d", k), arg[k]);
    for (int s = 0; s < kernel->stage_count; s++)
        for (int k = 0; k < kernel->stage[s].rank; k++)
            kir_set(
                l->f, l->stage_offset[s][k],
                lower_pw_aff(l, isl_pw_aff_copy(kernel->stage[s].offset[k])));
    l->binding_count = bindings;
    kir_barrier(l->f);
    for (int s = 0; s < kernel->stage_count; s++)
        copy_tile(l, s);
    kir_barrier(l->f);
}

int lower_stage_load(struct lower *l, int s, const struct scop_expr *access)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    int expand = l->poly->array[stage->array].expand;
    int row = constant(l, 0), column = row;
    for (int k = 0; k < stage->rank; k++) {
        int sub =
            k < expand ? l->iter[k] : lower_index(l, access->arg[k - expand]);
        sub = kir_binary(l->f, KIR_SUB, sub,
                         kir_get(l->f, l->stage_offset[s][k]));
        if (k == stage->rank - 1) {
            column = sub;
            break;
        }
        row = kir_binary(l->f, KIR_MUL, row, constant(l, stage->size[k]));
        row = kir_binary(l->f, KIR_ADD, row, sub);
    }
    return lower_load_access(l, access, l->stage_buffer[s],
                             place(l, stage, row, column));
}
