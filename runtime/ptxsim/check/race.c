/*
 * race: two accesses of one place that nothing orders.
 *
 * A block counts its time in requests and synchronisations. Each place (as
 * large as the smallest element that the program accesses) remembers who
 * accessed it and when; `known` says up to which time a warp's accesses come
 * before what another warp does now, `lanes` the same for two lanes of a warp
 * (happens-before by vector clocks, in two levels, since block barriers take
 * whole warps). Of readers and of atomic writers two threads are remembered,
 * which is enough to know of one that is not the thread at hand; one writer is,
 * since a second one that is not ordered is a race already.
 *
 * Blocks are not ordered at all: as a block ends, what it did to global memory
 * is compared with, and added to, what the blocks before it did.
 */
#include "runtime/ptxsim/check/local.h"
#include "runtime/ptxsim/check/shadow.h"

#include <stdlib.h>
#include <string.h>

/* What a place remembers. */
enum slot {
    WRITE,
    ATOMIC,
    ATOMIC_2,
    READ,
    READ_2,
    ATOMIC_READ,
    CACHED_READ, /* ld.global.nc */
    SLOTS
};

#define BIT(slot) (1u << (slot))
#define WRITES (BIT(WRITE) | BIT(ATOMIC) | BIT(ATOMIC_2))

/* By the first slot of an access: with which it may race. */
static const unsigned rivals[SLOTS] = {
    [WRITE] =
        WRITES | BIT(READ) | BIT(READ_2) | BIT(ATOMIC_READ) | BIT(CACHED_READ),
    [ATOMIC] = BIT(WRITE) | BIT(READ) | BIT(READ_2) | BIT(CACHED_READ),
    [READ] = WRITES,
    [ATOMIC_READ] = BIT(WRITE),
    [CACHED_READ] = WRITES,
};

/* A place in a block: who = time << THREAD_BITS | thread, 0: nobody. */
struct race_cell {
    uint64_t who[SLOTS];
    uint32_t insn[SLOTS];
};

enum { THREAD_BITS = 10, THREADS = 1 << THREAD_BITS };

/* A place in global memory, over the blocks: block is 1 + its index, 0: nobody.
 */
struct launch_place {
    uint32_t block[SLOTS], insn[SLOTS];
    uint16_t thread[SLOTS];
};

/* One launch. */
struct check_race {
    struct shadow global;
    int global_shift, shared_shift; /* log2 of a place's bytes */
    bool trusted; /* its blocks are not compared: they synchronise (or are too
                     many to be numbered) */
};

struct race_state {
    struct check_race *race;
    uint64_t now;
    uint64_t whole;   /* when the whole block last met */
    uint64_t *known;  /* [to * warps + of] */
    uint64_t **lanes; /* per warp: [to * 32 + of], NULL: only whole warps met */
    int warps, threads;
    struct race_cell *shared;
    struct shadow global;
    struct check_log log;
};

/* One lane's access. */
struct race_access {
    const struct ptxsim_warp *warp;
    const struct ptxsim_request *request;
    int lane, thread;
    enum slot slot;
    bool noted; /* an access of several places counts once */
};

/* Launches ----------------------------------------------------------------- */

static bool has_fence(const struct ptxsim_program *p)
{
    for (int k = 0; k < p->insn_count; k++)
        if (p->insn[k].op == PTX_OP_membar || p->insn[k].op == PTX_OP_fence)
            return true;
    return false;
}

static bool begin_kernel(struct ptxsim_observer *o,
                         const struct ptxsim_program *program,
                         const struct ptxsim_launch *launch)
{
    struct ptxsim_checks *c = ((struct check_observer *)o)->checks;
    const int64_t *grid = launch->grid;
    struct check_race *race = calloc(1, sizeof *race);
    if (!race)
        return false;
    race->global_shift = __builtin_ctz((unsigned)check_granule(
        program, launch->kernel->function, PTXSIM_GLOBAL));
    race->shared_shift = __builtin_ctz((unsigned)check_granule(
        program, launch->kernel->function, PTXSIM_SHARED));
    race->global = (struct shadow){.cell_size = sizeof(struct launch_place),
                                   .granule_shift = race->global_shift};
    race->trusted =
        (program->function[launch->kernel->function].waits &&
         has_fence(program)) ||
        (double)grid[0] * (double)grid[1] * (double)grid[2] > UINT32_MAX - 1;
    c->race = race;
    return true;
}

static void end_kernel(struct ptxsim_observer *o)
{
    struct ptxsim_checks *c = ((struct check_observer *)o)->checks;
    if (c->race)
        shadow_clear(&c->race->global);
    free(c->race);
    c->race = NULL;
}

static bool begin_block(struct ptxsim_observer *o, struct ptxsim_block *block,
                        void *state)
{
    struct race_state *s = state;
    s->race = ((struct check_observer *)o)->checks->race;
    s->now = 1;
    s->warps = block->warps;
    s->threads = block->threads;
    s->global = (struct shadow){.cell_size = sizeof(struct race_cell),
                                .granule_shift = s->race->global_shift};
    size_t warps = (size_t)block->warps;
    size_t places = ((size_t)block->shared_size >> s->race->shared_shift) + 1;
    s->known = calloc(warps * warps, sizeof *s->known);
    s->lanes = calloc(warps, sizeof(uint64_t *));
    s->shared = block->shared_size ? calloc(places, sizeof *s->shared) : NULL;
    return s->known && s->lanes && (s->shared || !block->shared_size);
}

static void drop_block(struct ptxsim_observer *o, void *state)
{
    struct race_state *s = state;
    for (int k = 0; k < s->warps && s->lanes; k++)
        free(s->lanes[k]);
    free(s->lanes);
    free(s->known);
    free(s->shared);
    shadow_clear(&s->global);
}

/* Order -------------------------------------------------------------------- */

/* Does what `who` stands for come before the access, or is it of its thread? */
static bool is_ordered(const struct race_state *s, const struct race_access *a,
                       uint64_t who)
{
    int thread = (int)(who & (THREADS - 1));
    uint64_t time = who >> THREAD_BITS;
    int warp = thread / PTXSIM_LANES, mine = a->thread / PTXSIM_LANES;
    if (thread == a->thread || time < s->whole ||
        time < s->known[mine * s->warps + warp])
        return true;
    return warp == mine && s->lanes[warp] &&
           time <
               s->lanes[warp][a->lane * PTXSIM_LANES + thread % PTXSIM_LANES];
}

/* The warps in the mask have met: each knows what any of them knew, and what
 * they all did until now. */
static void join_warps(struct race_state *s, uint32_t mask)
{
    uint64_t time = ++s->now;
    for (int of = 0; of < s->warps; of++) {
        uint64_t latest = mask >> of & 1 ? time : 0;
        for (int to = 0; to < s->warps; to++)
            if (mask >> to & 1 && s->known[to * s->warps + of] > latest)
                latest = s->known[to * s->warps + of];
        for (int to = 0; to < s->warps; to++)
            if (mask >> to & 1)
                s->known[to * s->warps + of] = latest;
    }
}

/* Orders lanes of a warp that have met. False: out of memory. */
static bool join_lanes(struct race_state *s, int warp, uint32_t mask)
{
    int rest = s->threads - warp * PTXSIM_LANES;
    uint32_t all = rest >= PTXSIM_LANES ? PTXSIM_ALL : (1u << rest) - 1;
    if (mask == all) {
        s->known[warp * s->warps + warp] = ++s->now;
        return true;
    }
    uint64_t *known = s->lanes[warp];
    if (!known) {
        known = calloc(PTXSIM_LANES * PTXSIM_LANES, sizeof *known);
        s->lanes[warp] = known;
    }
    if (!known)
        return false;
    uint64_t time = ++s->now;
    for (int of = 0; of < PTXSIM_LANES; of++) {
        uint64_t latest = mask >> of & 1 ? time : 0;
        for (int to = 0; to < PTXSIM_LANES; to++)
            if (mask >> to & 1 && known[to * PTXSIM_LANES + of] > latest)
                latest = known[to * PTXSIM_LANES + of];
        for (int to = 0; to < PTXSIM_LANES; to++)
            if (mask >> to & 1)
                known[to * PTXSIM_LANES + of] = latest;
    }
    return true;
}

static const char no_memory[] =
    "looking for races needs more memory than there is";

static void stop_without_memory(const struct ptxsim_warp *warp, int insn)
{
    ptxsim_find(warp, insn, PTXSIM_FINDING_MEMORY, -1, PTXSIM_GENERIC, 0, 0,
                true, "%s", no_memory);
}

static void barrier(void *state, const struct ptxsim_warp *warp,
                    const struct ptxsim_barrier_event *event)
{
    struct race_state *s = state;
    if (event->kind == PTXSIM_BARRIER_RELEASE && event->whole)
        s->whole = ++s->now;
    else if (event->kind == PTXSIM_BARRIER_RELEASE)
        join_warps(s, event->warps);
    else if (event->kind == PTXSIM_BARRIER_WARP &&
             !join_lanes(s, ptxsim_warp_index(warp), event->active))
        stop_without_memory(warp, event->insn);
}

/* Accesses ----------------------------------------------------------------- */

static const char *race_text(enum slot now, enum slot before)
{
    bool write = BIT(now) & WRITES, wrote = BIT(before) & WRITES;
    if (now == CACHED_READ || before == CACHED_READ)
        return "the read-only path (ld.global.nc) loads what the launch writes";
    if (write && wrote)
        return "writes what another thread writes, with nothing to order them";
    return write
               ? "writes what another thread reads, with nothing to order them"
               : "reads what another thread writes, with nothing to order them";
}

static void note_race(struct race_state *s, const struct race_access *a,
                      uint64_t address, enum slot slot,
                      const struct race_cell *p, int64_t block)
{
    check_log_add(&s->log,
                  &(struct check_note){
                      .kind = PTXSIM_FINDING_RACE,
                      .insn = a->request->insn,
                      .thread = a->thread,
                      .space = a->request->space,
                      .address = address,
                      .size = a->request->element,
                      .text = race_text(a->slot, slot),
                      .has_other = true,
                      .other_insn = (int)p->insn[slot],
                      .other_thread = (int)(p->who[slot] & (THREADS - 1)),
                      .other_block = block,
                  });
}

/* Two lanes that store to one place in the same instruction leave either value,
 * which is no race if they are equal. */
static bool stores_equal(const struct race_access *a, int other_lane,
                         uint64_t address, int bytes)
{
    const struct ptxsim_request *r = a->request;
    unsigned char mine[PTXSIM_ACCESS_MAX], other[PTXSIM_ACCESS_MAX];
    if (!ptxsim_stored(a->warp, r, a->lane, mine) ||
        !ptxsim_stored(a->warp, r, other_lane, other))
        return false;
    return memcmp(mine + (address - r->address[a->lane]),
                  other + (address - r->address[other_lane]),
                  (size_t)bytes) == 0;
}

static bool races_with(const struct race_state *s, const struct race_access *a,
                       const struct race_cell *p, enum slot slot,
                       uint64_t address, int bytes)
{
    uint64_t who = p->who[slot];
    if (!who)
        return false;
    if (slot == CACHED_READ || a->slot == CACHED_READ)
        return true;
    if (is_ordered(s, a, who))
        return false;
    return who >> THREAD_BITS != s->now || slot != WRITE ||
           !stores_equal(a, (int)(who % PTXSIM_LANES), address, bytes);
}

/* The newest goes first; of two slots, the second keeps another thread's. */
static void remember(const struct race_state *s, const struct race_access *a,
                     struct race_cell *p)
{
    enum slot slot = a->slot;
    if ((slot == READ || slot == ATOMIC) && p->who[slot] &&
        (p->who[slot] & (THREADS - 1)) != (uint64_t)a->thread) {
        p->who[slot + 1] = p->who[slot];
        p->insn[slot + 1] = p->insn[slot];
    }
    p->who[slot] = s->now << THREAD_BITS | (uint64_t)a->thread;
    p->insn[slot] = (uint32_t)a->request->insn;
}

static void check_place(struct race_state *s, struct race_access *a,
                        struct race_cell *p, uint64_t address, int bytes,
                        int64_t block)
{
    unsigned left = rivals[a->slot];
    for (; left && !a->noted; left &= left - 1) {
        enum slot slot = (enum slot)__builtin_ctz(left);
        a->noted = races_with(s, a, p, slot, address, bytes);
        if (a->noted)
            note_race(s, a, address, slot, p, block);
    }
    remember(s, a, p);
}

static enum slot slot_of(const struct ptxsim_insn *i,
                         const struct ptxsim_request *r)
{
    bool atomic = i->flags & PTXSIM_VOLATILE || r->kind == PTXSIM_ATOMIC ||
                  r->kind == PTXSIM_REDUCE;
    if (r->kind != PTXSIM_LOAD)
        return atomic ? ATOMIC : WRITE;
    if (i->flags & PTXSIM_READ_ONLY)
        return CACHED_READ;
    return atomic ? ATOMIC_READ : READ;
}

static void memory(void *state, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *r)
{
    struct race_state *s = state;
    bool shared = r->space == PTXSIM_SHARED;
    if (!shared && r->space != PTXSIM_GLOBAL)
        return;
    const struct ptxsim_block *block = ptxsim_warp_block(warp);
    int shift = shared ? s->race->shared_shift : s->race->global_shift;
    struct race_access a = {.warp = warp, .request = r};
    a.slot = slot_of(&block->program->insn[r->insn], r);
    s->now++;
    for (uint32_t left = r->active; left; left &= left - 1) {
        a.lane = __builtin_ctz(left);
        a.thread = check_thread(warp, a.lane);
        a.noted = false;
        uint64_t address = r->address[a.lane];
        for (int k = 0; k < r->bytes; k += 1 << shift) {
            uint64_t at = address + (uint64_t)k;
            struct race_cell *p =
                shared ? &s->shared[at >> shift] : shadow_cell(&s->global, at);
            if (!p) {
                stop_without_memory(warp, r->insn);
                return;
            }
            check_place(s, &a, p, at, 1 << shift, block->index);
        }
    }
}

/* Blocks ------------------------------------------------------------------- */

static void note_blocks(struct race_state *s, const struct race_cell *p,
                        enum slot slot, const struct launch_place *l,
                        enum slot before, uint64_t address)
{
    enum slot first = slot == ATOMIC_2 ? ATOMIC : slot == READ_2 ? READ : slot;
    check_log_add(&s->log, &(struct check_note){
                               .kind = PTXSIM_FINDING_RACE,
                               .insn = (int)p->insn[slot],
                               .thread = (int)(p->who[slot] & (THREADS - 1)),
                               .space = PTXSIM_GLOBAL,
                               .address = address,
                               .size = 1 << s->race->global_shift,
                               .text = race_text(first, before),
                               .has_other = true,
                               .other_insn = (int)l->insn[before],
                               .other_thread = l->thread[before],
                               .other_block = (int64_t)l->block[before] - 1,
                           });
}

/* Compares a block's use of a place with that of the blocks before it. */
static void compare_place(struct race_state *s, const struct race_cell *p,
                          struct launch_place *l, uint64_t address)
{
    for (enum slot k = 0; k < SLOTS; k++) {
        if (!p->who[k])
            continue;
        enum slot first = k == ATOMIC_2 ? ATOMIC : k == READ_2 ? READ : k;
        for (unsigned left = rivals[first]; left; left &= left - 1) {
            enum slot before = (enum slot)__builtin_ctz(left);
            if (!l->block[before])
                continue;
            note_blocks(s, p, k, l, before, address);
            break;
        }
    }
}

/* Adds what a cell keeps to the launch's; of two slots of a kind the second
 * keeps another block's. */
static void add_place(const struct race_cell *p, struct launch_place *l,
                      uint32_t block)
{
    for (enum slot k = 0; k < SLOTS; k++) {
        if (!p->who[k] || k == ATOMIC_2 || k == READ_2)
            continue;
        enum slot to = k;
        if ((k == ATOMIC || k == READ) && l->block[k])
            to = k + 1;
        if (l->block[to])
            continue;
        l->block[to] = block;
        l->insn[to] = p->insn[k];
        l->thread[to] = (uint16_t)(p->who[k] & (THREADS - 1));
    }
}

static bool is_used(const struct race_cell *p)
{
    for (enum slot k = 0; k < SLOTS; k++)
        if (p->who[k])
            return true;
    return false;
}

static bool compare_blocks(struct race_state *s,
                           const struct ptxsim_block *block)
{
    for (size_t k = 0; k < s->global.count; k++) {
        const struct shadow_page *page = &s->global.page[k];
        const struct race_cell *p = (const struct race_cell *)page->cell;
        for (int cell = 0; cell < SHADOW_CELLS; cell++) {
            if (!is_used(&p[cell]))
                continue;
            uint64_t address = shadow_address(&s->global, page, cell);
            struct launch_place *l = shadow_cell(&s->race->global, address);
            if (!l)
                return false;
            compare_place(s, &p[cell], l, address);
            add_place(&p[cell], l, (uint32_t)block->index + 1);
        }
    }
    return true;
}

static void end_block(struct ptxsim_observer *o,
                      const struct ptxsim_block *block, void *state)
{
    struct race_state *s = state;
    if (!s->race->trusted && !compare_blocks(s, block))
        check_log_add(
            &s->log, &(struct check_note){
                         .kind = PTXSIM_FINDING_MEMORY,
                         .insn = block->program
                                     ->function[block->launch->kernel->function]
                                     .begin,
                         .space = PTXSIM_GENERIC,
                         .text = no_memory,
                     });
    check_log_hand_in(&s->log, block);
}

const struct ptxsim_observer_ops check_race_ops = {
    .block_size = sizeof(struct race_state),
    .exact = true,
    .kernel_begin = begin_kernel,
    .block_begin = begin_block,
    .memory = memory,
    .barrier = barrier,
    .block_end = end_block,
    .block_drop = drop_block,
    .kernel_end = end_kernel,
};
