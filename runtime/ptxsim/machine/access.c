/*
 * Addresses of an access: resolved to a space, checked against allocations, and
 * told to the observers (access.h).
 */
#include "runtime/ptxsim/machine/access.h"

#include <stdio.h>
#include <string.h>

uint64_t access_base(const struct ptxsim_warp *w, const struct ptxsim_insn *i)
{
    uint64_t base = (uint64_t)i->imm;

    if (i->mode2 == BASE_FRAME)
        base += (uint64_t)w->frame[w->depth].local;
    else if (i->mode2 == BASE_DYNAMIC)
        base += (uint64_t)w->worker->run->dynamic_base;
    return base;
}

static void compute_addresses(const struct ptxsim_warp *w,
                              const struct ptxsim_insn *i,
                              struct lane_access *x)
{
    uint64_t base = access_base(w, i);

    if (i->a == PTXSIM_NO_SLOT) {
        for (int l = 0; l < PTXSIM_LANES; l++)
            x->address[l] = base;
    } else if (i->flags & PTXSIM_NARROW_ADDRESS) {
        const uint32_t_lane *a = exec_operand(w, i->a);

        for (int l = 0; l < PTXSIM_LANES; l++)
            x->address[l] = (uint32_t)(a[l] + (uint32_t)base);
    } else {
        const uint64_t_lane *a = exec_operand(w, i->a);

        for (int l = 0; l < PTXSIM_LANES; l++)
            x->address[l] = a[l] + base;
    }
}

/* Findings ----------------------------------------------------------------- */

static const char *kind_name(enum ptxsim_kind kind)
{
    return kind == PTXSIM_LOAD    ? "read"
           : kind == PTXSIM_STORE ? "write"
                                  : "atomic access";
}

static void find_misaligned(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                            int lane, enum ptxsim_kind kind,
                            const struct lane_access *x)
{
    ptxsim_find(w, exec_index(w, i), PTXSIM_FINDING_MISALIGNED, lane, x->space,
                x->address[lane], i->bytes, true,
                "%s of %d bytes at an address that is no multiple of %d",
                kind_name(kind), i->bytes, i->bytes);
}

/* Reports an access outside of a window that has `size` bytes. */
static void find_outside(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                         int lane, enum ptxsim_kind kind,
                         const struct lane_access *x, uint64_t size)
{
    static const char *const owner[PTXSIM_SPACES] = {
        [PTXSIM_SHARED] = "shared memory of the block",
        [PTXSIM_LOCAL] = "local memory of the thread",
        [PTXSIM_PARAM] = "parameters of the kernel"};

    ptxsim_find(w, exec_index(w, i), PTXSIM_FINDING_BOUNDS, lane, x->space,
                x->address[lane], i->bytes, true,
                "%s of %d bytes at offset %lld of the %s, which has %llu bytes",
                kind_name(kind), i->bytes, (long long)x->address[lane],
                owner[x->space], (unsigned long long)size);
}

/* What lies around an address that belongs to nobody. */
static void describe_place(const struct ptxsim_space *space, uint64_t address,
                           char *text, size_t size)
{
    enum { OWNER = 128 };
    int k = ptxsim_allocation_below(space, address);
    const struct ptxsim_allocation *a = k < 0 ? NULL : space->allocation + k;
    char owner[OWNER];

    if (address < 4096) {
        snprintf(text, size, "a null pointer");
        return;
    }
    if (!a) {
        snprintf(text, size, "no memory");
        return;
    }
    if (a->name)
        snprintf(owner, sizeof owner, "'%s'", a->name);
    else
        snprintf(owner, sizeof owner, "the allocation at 0x%llx",
                 (unsigned long long)a->base);
    snprintf(
        text, size, "%llu bytes behind the start of %s, which %s%llu bytes",
        (unsigned long long)(address - a->base), owner,
        a->host ? "has " : "was freed and had ", (unsigned long long)a->size);
}

static void find_nowhere(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                         int lane, enum ptxsim_kind kind,
                         const struct lane_access *x, uint64_t generic)
{
    const struct ptxsim_space *space = w->block->program->space;
    int k = ptxsim_allocation_below(space, generic);
    bool freed =
        k >= 0 && !space->allocation[k].host &&
        generic - space->allocation[k].base < space->allocation[k].size;
    char place[PTXSIM_TEXT];

    describe_place(space, generic, place, sizeof place);
    ptxsim_find(w, exec_index(w, i),
                freed ? PTXSIM_FINDING_FREED : PTXSIM_FINDING_BOUNDS, lane,
                x->space, x->address[lane], i->bytes, true,
                "%s of %d bytes at 0x%llx: %s", kind_name(kind), i->bytes,
                (unsigned long long)generic, place);
}

static void find_constant(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                          int lane, enum ptxsim_kind kind,
                          const struct lane_access *x, const char *name)
{
    ptxsim_find(w, exec_index(w, i), PTXSIM_FINDING_READ_ONLY, lane, x->space,
                x->address[lane], i->bytes, true, "%s of %s, which is constant",
                kind_name(kind), name);
}

/* Spaces ------------------------------------------------------------------- */

/* Checks the addresses of the lanes of mask; others may have any. */
static bool check_alignment(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                            uint32_t mask, enum ptxsim_kind kind,
                            const struct lane_access *x)
{
    uint64_t low = (uint64_t)i->bytes - 1, bad = 0;

    if (mask == PTXSIM_ALL) {
        for (int l = 0; l < PTXSIM_LANES; l++)
            bad |= x->address[l] & low;
    } else {
        for (uint32_t rest = mask; rest; rest &= rest - 1)
            bad |= x->address[__builtin_ctz(rest)] & low;
    }
    if (!bad)
        return true;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);

        if (x->address[l] & low) {
            find_misaligned(w, i, l, kind, x);
            break;
        }
    }
    return false;
}

/* A window of `size` bytes, `stride` host bytes from one lane's to the next. */
static bool check_window(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                         uint32_t mask, enum ptxsim_kind kind,
                         struct lane_access *x, unsigned char *host,
                         uint64_t size, size_t stride)
{
    uint64_t bytes = i->bytes, limit = size >= bytes ? size - bytes + 1 : 0;
    uint32_t good = 0;

    for (int l = 0; l < PTXSIM_LANES; l++) {
        bool inside = x->address[l] < limit;

        good |= (uint32_t)inside << l;
        x->host[l] = host + (size_t)l * stride + (inside ? x->address[l] : 0);
    }
    if (!(mask & ~good))
        return true;
    find_outside(w, i, __builtin_ctz(mask & ~good), kind, x, size);
    return false;
}

/* Global memory and constants: `offset` from the address to the generic one.
 * Mostly all lanes are in the allocation that the instruction met last. */
static bool check_allocation(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                             uint32_t mask, enum ptxsim_kind kind,
                             struct lane_access *x, uint64_t offset)
{
    const struct ptxsim_space *space = w->block->program->space;
    unsigned slot = (unsigned)exec_index(w, i) % PTXSIM_NEAR;
    uint64_t bytes = i->bytes;

    for (;;) {
        uint64_t base = w->worker->near[slot].base;
        uint64_t room = w->worker->near[slot].end - base;
        unsigned char *host = w->worker->near[slot].host;
        uint64_t limit = room >= bytes ? room - bytes + 1 : 0;
        uint32_t left = 0;

        if (w->worker->near[slot].read_only && kind != PTXSIM_LOAD)
            limit = 0;
        for (int l = 0; l < PTXSIM_LANES; l++) {
            uint64_t at = x->address[l] + offset - base;

            x->host[l] = at < limit ? host + at : x->host[l];
            left |= (uint32_t)(at >= limit) << l;
        }
        mask &= left;
        if (!mask)
            return true;
        int lane = __builtin_ctz(mask);
        uint64_t address = x->address[lane] + offset;
        int k = ptxsim_allocation_below(space, address);
        const struct ptxsim_allocation *a =
            k < 0 ? NULL : space->allocation + k;

        if (!a || !a->host || address - a->base >= a->size ||
            a->size - (address - a->base) < bytes) {
            find_nowhere(w, i, lane, kind, x, address);
            return false;
        }
        if (a->read_only && kind != PTXSIM_LOAD) {
            find_constant(w, i, lane, kind, x, a->name);
            return false;
        }
        w->worker->near[slot].base = a->base;
        w->worker->near[slot].end = a->base + a->size;
        w->worker->near[slot].host = a->host;
        w->worker->near[slot].read_only = a->read_only;
    }
}

static void notice(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                   uint32_t mask, enum ptxsim_kind kind, struct lane_access *x)
{
    const struct ptxsim_block *b = w->block;
    struct ptxsim_request request = {
        .insn = exec_index(w, i),
        .space = x->space,
        .kind = kind,
        .bytes = i->bytes,
        .element = i->bytes / i->width,
        .active = mask,
        .address = x->address,
        .host = x->host,
    };

    for (int k = 0; k < b->launch->observers; k++) {
        const struct ptxsim_observer_ops *ops = b->launch->observer[k]->ops;

        if (ops->memory)
            ops->memory(b->observed[k], w, &request);
    }
}

/* The lanes of one space. */
static bool prepare(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                    uint32_t mask, enum ptxsim_kind kind, struct lane_access *x)
{
    const struct ptxsim_block *b = w->block;
    bool good;

    if (!check_alignment(w, i, mask, kind, x))
        return false;
    switch (x->space) {
    case PTXSIM_SHARED:
        good = check_window(w, i, mask, kind, x, b->shared,
                            (uint64_t)b->shared_size, 0);
        break;
    case PTXSIM_LOCAL:
        good = check_window(w, i, mask, kind, x, w->local,
                            (uint64_t)b->local_size, (size_t)b->local_size);
        break;
    case PTXSIM_PARAM:
        if (kind != PTXSIM_LOAD) {
            find_constant(w, i, __builtin_ctz(mask), kind, x,
                          "the kernel's parameters");
            return false;
        }
        good =
            check_window(w, i, mask, kind, x, (unsigned char *)b->launch->param,
                         (uint64_t)b->launch->kernel->param_size, 0);
        break;
    case PTXSIM_CONST:
        good = check_allocation(w, i, mask, kind, x, PTXSIM_CONST_BASE);
        break;
    default:
        good = check_allocation(w, i, mask, kind, x, 0);
    }
    if (good && w->worker->run->hooks & HOOK_MEMORY && !x->silent)
        notice(w, i, mask, kind, x);
    return good;
}

static enum ptxsim_space_kind window_of(uint64_t address, uint64_t *base)
{
    static const struct {
        uint64_t base;
        enum ptxsim_space_kind space;
    } row[] = {{PTXSIM_SHARED_BASE, PTXSIM_SHARED},
               {PTXSIM_LOCAL_BASE, PTXSIM_LOCAL},
               {PTXSIM_PARAM_BASE, PTXSIM_PARAM},
               {PTXSIM_CONST_BASE, PTXSIM_CONST}};

    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        if (address - row[k].base < PTXSIM_WINDOW) {
            *base = row[k].base;
            return row[k].space;
        }
    *base = 0;
    return PTXSIM_GLOBAL;
}

/* Generic addresses: each space that the lanes meet is one access. */
static bool prepare_generic(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                            uint32_t mask, enum ptxsim_kind kind,
                            struct lane_access *x)
{
    uint32_t group;

    memset(x->host, 0, sizeof x->host);
    for (; mask; mask &= ~group) {
        uint64_t base, first = x->address[__builtin_ctz(mask)];

        x->space = window_of(first, &base);
        group = 0;
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            int l = __builtin_ctz(rest);
            uint64_t other;

            if (window_of(x->address[l], &other) == x->space)
                group |= UINT32_C(1) << l;
        }
        for (uint32_t rest = group; rest; rest &= rest - 1)
            x->address[__builtin_ctz(rest)] -= base;
        /* Lanes done before keep their host addresses. */
        unsigned char *done[PTXSIM_LANES];

        memcpy(done, x->host, sizeof done);
        if (!prepare(w, i, group, kind, x))
            return false;
        for (int l = 0; l < PTXSIM_LANES; l++)
            if (!(group >> l & 1))
                x->host[l] = done[l];
    }
    return true;
}

bool access_prepare(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                    uint32_t mask, enum ptxsim_kind kind, struct lane_access *x)
{
    compute_addresses(w, i, x);
    x->silent = i->flags & PTXSIM_SILENT;
    x->space = (enum ptxsim_space_kind)i->space;
    if (x->space == PTXSIM_GENERIC)
        return prepare_generic(w, i, mask, kind, x);
    return prepare(w, i, mask, kind, x);
}
