/*
 * init: uses of bytes that nothing has written, in shared, local and tracked
 * global memory, and of lanes that do not take part in a shuffle. A bit for
 * each byte says whether it was written. Blocks share the bits of global
 * memory: what a block reads before or after another writes it is a race, and
 * the other check's matter.
 */
#include "runtime/ptxsim/check/local.h"
#include "runtime/ptxsim/check/poison.h"

#include <stdlib.h>

struct init_state {
    const struct ptxsim_checks *checks;
    int local_size;
    _Atomic unsigned char *shared; /* bits, NULL if the block has none */
    _Atomic unsigned char *local;  /* of each thread, one after the other */
    const struct check_tracked *tracked; /* that was met last */
    struct check_poison *poison;         /* of each warp */
    int warps;
    struct check_log log;
};

static bool make_bits(_Atomic unsigned char **bits, uint64_t bytes)
{
    if (bytes == 0)
        return true;
    *bits = calloc((size_t)(bytes / 8 + 1), 1);
    return *bits;
}

static bool begin(struct ptxsim_observer *o, struct ptxsim_block *block,
                  void *state)
{
    struct init_state *s = state;
    s->checks = ((struct check_observer *)o)->checks;
    s->local_size = block->local_size;
    uint64_t threads = (uint64_t)block->warps * PTXSIM_LANES;
    s->warps = block->warps;
    s->poison = calloc((size_t)block->warps, sizeof *s->poison);
    return s->poison && make_bits(&s->shared, (uint64_t)block->shared_size) &&
           make_bits(&s->local, threads * (uint64_t)block->local_size);
}

/* The bits around a lane's access, and which of them is its first byte's; NULL:
 * memory that is not watched. */
static _Atomic unsigned char *find_bits(struct init_state *s,
                                        const struct ptxsim_warp *warp,
                                        const struct ptxsim_request *r,
                                        int lane, uint64_t *bit)
{
    uint64_t address = r->address[lane], bytes = (uint64_t)r->bytes;
    *bit = address;
    if (r->space == PTXSIM_SHARED)
        return s->shared;
    if (r->space == PTXSIM_LOCAL) {
        *bit += (uint64_t)check_thread(warp, lane) * (uint64_t)s->local_size;
        return s->local;
    }
    const struct check_tracked *t = s->tracked;
    if (!t || address - t->base >= t->size ||
        bytes > t->size - (address - t->base))
        t = check_find_tracked(s->checks, address, bytes);
    if (!t)
        return NULL;
    s->tracked = t;
    *bit = address - t->base;
    return t->written;
}

static bool all_written(const _Atomic unsigned char *bits, uint64_t bit,
                        int bytes)
{
    for (int k = 0; k < bytes; k++) {
        unsigned char byte =
            atomic_load_explicit(&bits[(bit + k) / 8], memory_order_relaxed);
        if (byte == 0xff)
            k += 7 - (int)((bit + k) % 8);
        else if (!(byte >> (bit + k) % 8 & 1))
            return false;
    }
    return true;
}

static void mark_written(_Atomic unsigned char *bits, uint64_t bit, int bytes)
{
    while (bytes > 0) {
        int begin = (int)(bit % 8), count = 8 - begin;
        if (count > bytes)
            count = bytes;
        unsigned char mask = (unsigned char)(((1u << count) - 1) << begin);
        _Atomic unsigned char *byte = &bits[bit / 8];
        if ((atomic_load_explicit(byte, memory_order_relaxed) & mask) != mask)
            atomic_fetch_or_explicit(byte, mask, memory_order_relaxed);
        bit += (uint64_t)count;
        bytes -= count;
    }
}

static void forget_written(_Atomic unsigned char *bits, uint64_t bit, int bytes)
{
    for (int k = 0; k < bytes; k++)
        atomic_fetch_and_explicit(&bits[(bit + (uint64_t)k) / 8],
                                  (unsigned char)~(1u << (bit + k) % 8),
                                  memory_order_relaxed);
}

static void report(struct init_state *s, const struct ptxsim_warp *warp,
                   const struct check_load *load, int lane)
{
    check_log_add(&s->log, &(struct check_note){
                               .kind = PTXSIM_FINDING_INIT,
                               .insn = load->insn,
                               .thread = check_thread(warp, lane),
                               .space = load->space,
                               .address = load->address[lane],
                               .size = load->bytes,
                               .text = "reads what nothing has written",
                           });
}

static void stop_without_memory(const struct ptxsim_warp *warp, int insn)
{
    ptxsim_find(warp, insn, PTXSIM_FINDING_MEMORY, -1, PTXSIM_GENERIC, 0, 0,
                true,
                "looking for uninitialised memory needs more memory than there "
                "is");
}

/* The elements that nothing has written poison their registers. */
static void load(struct init_state *s, const struct ptxsim_warp *warp,
                 const struct ptxsim_request *r, int lane,
                 const _Atomic unsigned char *bits, uint64_t bit)
{
    struct check_poison *poison = &s->poison[ptxsim_warp_index(warp)];
    for (int k = 0; k * r->element < r->bytes; k++) {
        if (!all_written(bits, bit + (uint64_t)(k * r->element), r->element) &&
            !check_poison_add(poison, warp, lane, r, k)) {
            stop_without_memory(warp, r->insn);
            return;
        }
    }
}

/* Elements that come from poisoned registers make their place so. */
static void store(struct init_state *s, const struct ptxsim_warp *warp,
                  const struct ptxsim_request *r, int lane,
                  _Atomic unsigned char *bits, uint64_t bit)
{
    const struct ptxsim_program *p = ptxsim_warp_block(warp)->program;
    const struct check_poison *poison = &s->poison[ptxsim_warp_index(warp)];
    mark_written(bits, bit, r->bytes);
    for (int k = 0; poison->count && k * r->element < r->bytes; k++) {
        ptxsim_slot slot = check_poison_element(p, &p->insn[r->insn], k);
        if (check_poison_has(poison, warp, slot, lane))
            forget_written(bits, bit + (uint64_t)(k * r->element), r->element);
    }
}

static void memory(void *state, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *r)
{
    struct init_state *s = state;
    if (r->space == PTXSIM_PARAM || r->space == PTXSIM_CONST)
        return;
    for (uint32_t left = r->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t bit;
        _Atomic unsigned char *bits = find_bits(s, warp, r, lane, &bit);
        if (!bits)
            continue;
        if (r->kind == PTXSIM_STORE) {
            store(s, warp, r, lane, bits, bit);
        } else if (!all_written(bits, bit, r->bytes)) {
            struct check_load now = {r->insn, r->bytes, r->space, {0}};
            now.address[lane] = r->address[lane];
            if (r->kind == PTXSIM_LOAD)
                load(s, warp, r, lane, bits, bit);
            else
                report(s, warp, &now, lane);
        }
        if (r->kind == PTXSIM_ATOMIC || r->kind == PTXSIM_REDUCE)
            mark_written(bits, bit, r->bytes);
    }
}

static void check_shuffle(struct init_state *s, const struct ptxsim_warp *warp,
                          const struct ptxsim_insn *i, int insn,
                          uint32_t active)
{
    for (uint32_t left = active; left; left &= left - 1) {
        int lane = __builtin_ctz(left), from;
        if (exec_shfl_source(warp, i, lane, &from) && !(active >> from & 1))
            check_log_add(&s->log, &(struct check_note){
                                       .kind = PTXSIM_FINDING_MEMBERS,
                                       .insn = insn,
                                       .thread = check_thread(warp, lane),
                                       .space = PTXSIM_GENERIC,
                                       .text = "reads a lane that is not there",
                                   });
    }
}

static void issue(void *state, const struct ptxsim_warp *warp, int insn,
                  uint32_t present, uint32_t active)
{
    struct init_state *s = state;
    const struct ptxsim_insn *i = &ptxsim_warp_block(warp)->program->insn[insn];
    struct check_poison *poison = &s->poison[ptxsim_warp_index(warp)];
    struct check_load from;
    uint32_t lanes;
    if (i->op == PTX_OP_shfl)
        check_shuffle(s, warp, i, insn, active);
    if (poison->count &&
        check_poison_step(poison, warp, i, active, &lanes, &from))
        for (; lanes; lanes &= lanes - 1)
            report(s, warp, &from, __builtin_ctz(lanes));
}

static void end(struct ptxsim_observer *o, const struct ptxsim_block *block,
                void *state)
{
    check_log_hand_in(&((struct init_state *)state)->log, block);
}

static void drop(struct ptxsim_observer *o, void *state)
{
    struct init_state *s = state;
    for (int k = 0; k < s->warps && s->poison; k++)
        check_poison_clear(&s->poison[k]);
    free(s->poison);
    free((void *)s->shared);
    free((void *)s->local);
}

const struct ptxsim_observer_ops check_init_ops = {
    .block_size = sizeof(struct init_state),
    .block_begin = begin,
    .issue = issue,
    .memory = memory,
    .block_end = end,
    .block_drop = drop,
};
