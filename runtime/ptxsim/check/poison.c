/*
 * Registers whose value comes from memory that nothing has written (poison.h),
 * as a short list for each warp.
 */
#include "runtime/ptxsim/check/poison.h"

#include <stdlib.h>

static bool is_register(ptxsim_slot slot)
{
    return !(slot & PTXSIM_CONSTANT);
}

static size_t unit_of(const struct ptxsim_warp *warp, ptxsim_slot slot)
{
    const unsigned char *at = exec_operand(warp, slot);
    return (size_t)(at - warp->registers) / PTXSIM_UNIT;
}

static struct check_poisoned *find(const struct check_poison *p, size_t unit)
{
    for (int k = 0; k < p->count; k++)
        if (p->value[k].unit == unit)
            return &p->value[k];
    return NULL;
}

ptxsim_slot check_poison_element(const struct ptxsim_program *program,
                                 const struct ptxsim_insn *i, int k)
{
    if (i->width > 1)
        return program->vector[i->list + k];
    return i->op == PTX_OP_st ? i->b : i->d;
}

/* The value at `unit`, made if there is none; NULL: out of memory. */
static struct check_poisoned *make(struct check_poison *p, size_t unit)
{
    struct check_poisoned *value = find(p, unit);
    if (value)
        return value;
    if (p->count == p->capacity) {
        int capacity = p->capacity ? 2 * p->capacity : 8;
        value = realloc(p->value, (size_t)capacity * sizeof *value);
        if (!value)
            return NULL;
        p->value = value;
        p->capacity = capacity;
    }
    value = &p->value[p->count++];
    *value = (struct check_poisoned){.unit = unit};
    return value;
}

bool check_poison_add(struct check_poison *p, const struct ptxsim_warp *warp,
                      int lane, const struct ptxsim_request *request, int k)
{
    const struct ptxsim_program *program = warp->block->program;
    ptxsim_slot slot =
        check_poison_element(program, &program->insn[request->insn], k);
    struct check_poisoned *value;
    if (!is_register(slot))
        return true;
    value = make(p, unit_of(warp, slot));
    if (!value)
        return false;
    value->lanes |= UINT32_C(1) << lane;
    value->load.insn = request->insn;
    value->load.bytes = request->element;
    value->load.space = request->space;
    value->load.address[lane] =
        request->address[lane] + (uint64_t)(k * request->element);
    return true;
}

/* The poisoned lanes of a register. */
static uint32_t lanes_of(const struct check_poison *p,
                         const struct ptxsim_warp *warp, ptxsim_slot slot)
{
    const struct check_poisoned *value =
        is_register(slot) ? find(p, unit_of(warp, slot)) : NULL;
    return value ? value->lanes : 0;
}

bool check_poison_has(const struct check_poison *p,
                      const struct ptxsim_warp *warp, ptxsim_slot slot,
                      int lane)
{
    return lanes_of(p, warp, slot) >> lane & 1;
}

/* The register is written in these lanes, or its poison was told. */
static void heal(struct check_poison *p, const struct ptxsim_warp *warp,
                 ptxsim_slot slot, uint32_t lanes)
{
    struct check_poisoned *value =
        is_register(slot) ? find(p, unit_of(warp, slot)) : NULL;
    if (!value)
        return;
    value->lanes &= ~lanes;
    if (!value->lanes)
        *value = p->value[--p->count];
}

/* Lanes of `to` take those of `from`. Without memory the poison is lost. */
static void pass_on(struct check_poison *p, const struct ptxsim_warp *warp,
                    ptxsim_slot from, ptxsim_slot to, uint32_t lanes)
{
    lanes &= lanes_of(p, warp, from);
    if (!lanes || !is_register(to))
        return;
    const struct check_load load = find(p, unit_of(warp, from))->load;
    struct check_poisoned *value = make(p, unit_of(warp, to));
    if (!value)
        return;
    for (uint32_t left = lanes; left; left &= left - 1)
        value->load.address[__builtin_ctz(left)] =
            load.address[__builtin_ctz(left)];
    value->lanes |= lanes;
    value->load.insn = load.insn;
    value->load.bytes = load.bytes;
    value->load.space = load.space;
}

static bool use(struct check_poison *p, const struct ptxsim_warp *warp,
                ptxsim_slot slot, uint32_t active, uint32_t *lanes,
                struct check_load *load)
{
    *lanes = lanes_of(p, warp, slot) & active;
    if (!*lanes)
        return false;
    *load = find(p, unit_of(warp, slot))->load;
    heal(p, warp, slot, *lanes);
    return true;
}

/* Does the instruction read any? The value that a store writes does not count:
 * memory takes the poison over. */
static bool use_sources(struct check_poison *p, const struct ptxsim_warp *warp,
                        const struct ptxsim_insn *i, uint32_t active,
                        uint32_t *lanes, struct check_load *load)
{
    const ptxsim_slot slot[] = {i->d, i->a, i->b, i->c, i->e};
    const ptxsim_slot *vector = warp->block->program->vector + i->list;
    for (int k = 1; k < 5; k++)
        if (!(i->is_pred >> k & 1) && (k == 1 || i->op != PTX_OP_st) &&
            use(p, warp, slot[k], active, lanes, load))
            return true;
    for (int k = 0; i->run == exec_pack && k < i->width; k++)
        if (use(p, warp, vector[k], active, lanes, load))
            return true;
    return false;
}

static void heal_results(struct check_poison *p, const struct ptxsim_warp *warp,
                         const struct ptxsim_insn *i, uint32_t active)
{
    const ptxsim_slot *vector = warp->block->program->vector + i->list;
    bool several =
        i->run == exec_unpack || (i->run == exec_load && i->width > 1);
    if (!(i->is_pred & 1))
        heal(p, warp, i->d, active);
    for (int k = 0; several && k < i->width; k++)
        heal(p, warp, vector[k], active);
}

/* d = first ? a : b, lane by lane; b is no slot for a mov. */
static void step_choice(struct check_poison *p, const struct ptxsim_warp *warp,
                        const struct ptxsim_insn *i, ptxsim_slot b,
                        uint32_t first, uint32_t active)
{
    uint32_t from_a = lanes_of(p, warp, i->a) & active & first;
    uint32_t from_b = lanes_of(p, warp, b) & active & ~first;
    pass_on(p, warp, i->a, i->d, from_a);
    pass_on(p, warp, b, i->d, from_b);
    heal(p, warp, i->d, active & ~(from_a | from_b));
}

static bool is_move(const struct ptxsim_insn *i)
{
    return i->op == PTX_OP_mov && !(i->is_pred & 1) && i->run != exec_pack &&
           i->run != exec_unpack;
}

bool check_poison_step(struct check_poison *p, const struct ptxsim_warp *warp,
                       const struct ptxsim_insn *i, uint32_t active,
                       uint32_t *lanes, struct check_load *load)
{
    bool used = false;
    if (p->count == 0 || !active)
        return false;
    if (i->op == PTX_OP_call || i->op == PTX_OP_ret) {
        p->count = 0; /* registers become another function's */
    } else if (is_move(i)) {
        step_choice(p, warp, i, PTXSIM_NO_SLOT, PTXSIM_ALL, active);
    } else if (i->op == PTX_OP_selp) {
        step_choice(p, warp, i, i->b, exec_predicate(warp, i->c), active);
    } else {
        used = use_sources(p, warp, i, active, lanes, load);
        heal_results(p, warp, i, active);
    }
    return used;
}

void check_poison_clear(struct check_poison *p)
{
    free(p->value);
    *p = (struct check_poison){0};
}
