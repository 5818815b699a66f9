#include "brush/kernel/local.h"
#include "backends/optimise/optimise.h"

#include "runtime/include/hedra_eri.h"

#include <math.h>
#include <string.h>

/* The brackets of a side -------------------------------------------------- */

static void add_slot(struct arena *arena, struct side *s, int combination,
                     const struct component *c)
{
    struct slot slot = {combination, 0};

    while (slot.component < s->component_count &&
           memcmp(&s->component[slot.component], c, sizeof *c) != 0)
        slot.component++;
    if (slot.component == s->component_count)
        ARENA_PUSH(arena, s->component, s->component_count, s->component_cap,
                   *c);
    ARENA_PUSH(arena, s->slot, s->slot_count, s->slot_cap, slot);
}

/* The (m0| of a combination of l_a and l_b. */
static void add_raised(struct arena *arena, struct side *s, int combination,
                       int la, int lb)
{
    for (int l = la; l <= la + lb; l++)
        for (int n = 0; n < bracket_component_count(l); n++) {
            struct component c = {{{0}, {0}}};

            bracket_component(l, n, c.power[0]);
            add_slot(arena, s, combination, &c);
        }
}

/* And the (ab|. */
static void add_pairs(struct arena *arena, struct side *s, int combination,
                      int la, int lb)
{
    for (int n = 0; n < bracket_component_count(la); n++)
        for (int k = 0; k < bracket_component_count(lb); k++) {
            struct component c;

            bracket_component(la, n, c.power[0]);
            bracket_component(lb, k, c.power[1]);
            add_slot(arena, s, combination, &c);
        }
}

static void side_init(struct arena *arena, struct side *s,
                      const struct shell_kind *a, const struct shell_kind *b,
                      bool direct)
{
    *s = (struct side){.kind = {a, b},
                       .combinations = a->segments * b->segments};
    for (int c = 0; c < s->combinations; c++) {
        int la = a->l[c / b->segments], lb = b->l[c % b->segments];

        if (direct)
            add_pairs(arena, s, c, la, lb);
        else
            add_raised(arena, s, c, la, lb);
    }
}

int kernel_find_slot(const struct side *s, int combination,
                     const struct component *component)
{
    for (int i = 0; i < s->slot_count; i++)
        if (s->slot[i].combination == combination &&
            memcmp(&s->component[s->slot[i].component], component,
                   sizeof *component) == 0)
            return i;
    return -1;
}

struct bracket kernel_bracket(const struct component *bra,
                              const struct component *ket)
{
    struct bracket b;

    memset(&b, 0, sizeof b);
    memcpy(b.index[INDEX_A], bra->power[0], 3);
    memcpy(b.index[INDEX_B], bra->power[1], 3);
    memcpy(b.index[INDEX_C], ket->power[0], 3);
    memcpy(b.index[INDEX_D], ket->power[1], 3);
    return b;
}

static struct builder *builder_new(struct arena *arena,
                                   const struct kernel_shape *shape,
                                   enum path path)
{
    bool direct = path_form(path) == FORM_DIRECT;
    struct builder *b = arena_alloc(arena, sizeof *b);

    b->arena = arena;
    b->shape = shape;
    b->type = shape->type;
    b->lanes = shape->lanes;
    b->primitive.b = b;
    side_init(arena, &b->side[BRA], &shape->kind[0], &shape->kind[1], direct);
    side_init(arena, &b->side[KET], &shape->kind[2], &shape->kind[3], direct);
    for (int i = 0; i < 4; i++)
        b->m_max += shell_max_l(&shape->kind[i]);
    return b;
}

bool kernel_applies(const struct kernel_shape *shape, enum path path)
{
    int quartets = shape->primitives[BRA] * shape->primitives[KET];

    if (!shape->constants)
        return path_is_general(path);
    switch (path_form(path)) {
    case FORM_SINGLE:
    case FORM_SINGLE_LOOPS:
        return quartets == 1;
    case FORM_UNROLLED:
        return quartets <= KERNEL_UNROLLED;
    default:
        return true;
    }
}

/* What a path executes for a quartet: sums of primitives, but of those that
 * have nothing to be summed over. */
static double total_of(const struct builder *b,
                       const struct kernel_candidate *c)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    int inner =
        b->cut ? b->primitive.outputs : bra->slot_count * ket->component_count;
    double outer = b->shape->primitives[!b->inner];

    if (b->unrolled)
        return c->operations + c->late;
    if (b->single)
        return c->operations + c->outer + c->late;
    return outer * b->shape->primitives[b->inner] * (c->operations + inner) +
           outer * c->outer + c->late;
}

/* What a path costs: see struct kernel_candidate. */
static struct kernel_candidate candidate_of(const struct kernel_shape *shape,
                                            enum path path)
{
    struct kernel_candidate c = {.path = path, .total = INFINITY};
    struct arena *arena;
    struct builder *b;
    struct dag_cost cost;

    if (!kernel_applies(shape, path))
        return c;
    arena = arena_new();
    b = builder_new(arena, shape, path);
    primitive_lower(b, path);
    cost = stage_cost(&b->primitive);
    c.operations = c.size = cost.operations;
    c.fused = cost.fused;
    if (!b->unrolled)
        c.outer = b->side[BRA].slot_count * b->side[KET].slot_count;
    if (b->rolled)
        rolled_cost(b, &c);
    if (b->cut)
        cut_cost(b, &c);
    horizontal_lower(b);
    c.late += horizontal_cost(b);
    c.total = total_of(b, &c);
    arena_free(arena);
    return c;
}

/* Builds the kernel and counts what it does, unless its code is longer than
 * `most`. */
static void count_work(const struct kernel_shape *shape, int most,
                       struct kernel_candidate *c)
{
    struct kir_module *module;
    struct arena *arena;

    c->cost = INFINITY;
    if (c->size > most || !kernel_applies(shape, c->path))
        return;
    arena = arena_new();
    module = kir_module_new(arena, "count", NULL);
    kernel_build(module, "count", shape, c->path, 0);
    module = kir_optimise(arena, module);
    kernel_count(module->func[0], shape, kernel_inner(c->path), &c->work);
    c->cost = kernel_cost(&c->work);
    arena_free(arena);
}

static bool is_short(const struct kernel_candidate *c)
{
    return c->size <= KERNEL_BUDGET;
}

/* Those that are chosen from: where a general path is given, it and the
 * automatic ones for single classes. Where one kernel serves all classes of one
 * primitive quartet, constants in the code do not pay for a kernel for each. */
struct choice {
    const struct kernel_shape *shape;
    int general; /* -1: any automatic one */
};

static bool competes(const struct choice *c, enum path path)
{
    if (!kernel_applies(c->shape, path))
        return false;
    if (c->general >= 0 && path_is_general(path))
        return path == (enum path)c->general;
    if (path_form(path) == FORM_UNROLLED &&
        (c->shape->constants->classes > KERNEL_CLASSES ||
         kernel_applies(c->shape, PATH_SINGLE_OS_BRA)))
        return false;
    return path_is_automatic(path);
}

/* The cost from which on one is worse than the cheapest with short code: where
 * costs are closer than they can be trusted, fewer operations decide. */
static double limit_of(const struct choice *choice,
                       const struct kernel_candidate candidate[PATH_COUNT])
{
    double least = INFINITY;

    for (int p = 0; p < PATH_COUNT; p++)
        if (competes(choice, p) && is_short(&candidate[p]))
            least = fmin(least, candidate[p].cost);
    return least * (1 + 1.0 / KERNEL_TRUST);
}

/* How many classes a path's kernels serve, from one to all. */
static int classes_of(enum path path)
{
    return path_is_general(path) ? 2 : path_is_single(path);
}

/* A path whose code is short is better than any whose code is not. Where the
 * cost is the same as far as it can be trusted, a kernel of its own is not
 * worth its code. */
static bool is_better(const struct kernel_candidate *c,
                      const struct kernel_candidate *best, double limit)
{
    int more = best ? classes_of(c->path) - classes_of(best->path) : 0;

    if (!best || is_short(c) != is_short(best))
        return !best || is_short(c);
    if (!is_short(c))
        return more > 0 || (!more && c->size < best->size);
    if ((c->cost < limit) != (best->cost < limit))
        return c->cost < limit;
    return more ? more > 0 : c->total < best->total;
}

static int best_of(const struct choice *choice,
                   const struct kernel_candidate candidate[PATH_COUNT])
{
    double limit = limit_of(choice, candidate);
    int best = -1;

    for (int p = 0; p < PATH_COUNT; p++)
        if (competes(choice, p) &&
            is_better(&candidate[p], best < 0 ? NULL : &candidate[best], limit))
            best = p;
    return best;
}

int kernel_compare(const struct kernel_shape *shape, int general,
                   struct kernel_candidate candidate[PATH_COUNT])
{
    const struct choice choice = {shape, general};

    for (int p = 0; p < PATH_COUNT; p++) {
        candidate[p] = candidate_of(shape, p);
        count_work(shape, KERNEL_COUNTED, &candidate[p]);
    }
    return best_of(&choice, candidate);
}

/* Long code is not chosen by its work. */
enum path kernel_choose(const struct kernel_shape *shape, int general)
{
    const struct choice choice = {shape, general};
    struct kernel_candidate candidate[PATH_COUNT];

    for (int p = 0; p < PATH_COUNT; p++) {
        candidate[p] = (struct kernel_candidate){.path = p, .cost = INFINITY};
        if (!competes(&choice, p))
            continue;
        candidate[p] = candidate_of(shape, p);
        count_work(shape, KERNEL_BUDGET, &candidate[p]);
    }
    return best_of(&choice, candidate);
}

int kernel_inner(enum path path)
{
    return path_form(path) == FORM_CUT_KET ? KET : BRA;
}

const char *kernel_name(struct arena *arena, const struct kernel_shape *shape)
{
    return arena_printf(arena, "eri_%s_%s_%s_%s",
                        shell_kind_name(arena, &shape->kind[0]),
                        shell_kind_name(arena, &shape->kind[1]),
                        shell_kind_name(arena, &shape->kind[2]),
                        shell_kind_name(arena, &shape->kind[3]));
}

/* The whole --------------------------------------------------------------- */

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

    row = emit_multiply(b, row, emit_integer(b, HEDRA_ERI_ITEM));
    return kir_load(b->f, b->item, emit_add(b, row, emit_integer(b, field)));
}

/* From the item's list to that of the lanes at hand. */
static void advance_list(struct builder *b)
{
    int group = kir_binary(b->f, KIR_SUB, b->position, b->first);
    int size = emit_add(b, b->count[!b->inner], emit_integer(b, 1));

    group = kir_floor_div(b->f, group, b->lanes);
    b->list = emit_add(b, b->list, emit_multiply(b, group, size));
}

/* The thread's numbers in the scratch. */
static int scratch_begin(struct builder *b, int thread)
{
    int block = kir_cast(b->f, KIR_I64, kir_block_index(b->f, 0));
    int64_t each = b->scratch_count * KERNEL_BLOCK;

    return emit_add(b, emit_multiply(b, block, emit_integer(b, each)), thread);
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
    last = emit_add(b, b->first, b->width);
    if (b->lanes > 1) {
        b->position =
            kir_for(b->f, b->first, last, emit_integer(b, b->lanes), 0);
        advance_list(b);
    } else {
        int thread = kir_cast(b->f, KIR_I64, kir_thread_index(b->f, 0));

        b->position = emit_add(b, b->first, thread);
        if (b->scratch_count)
            b->scratch_at = scratch_begin(b, thread);
        kir_if(b->f, kir_binary(b->f, KIR_LT, b->position, last));
    }
}

int kernel_build(struct kir_module *module, const char *name,
                 const struct kernel_shape *shape, enum path path, int most)
{
    struct builder *b = builder_new(module->arena, shape, path);
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
    b = builder_new(arena, &thread, path);
    primitive_lower(b, path);
    horizontal_lower(b);
    split_plan(b, most);
    *function = split_describe(b);
    return split_functions(b);
}
