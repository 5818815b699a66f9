/*
 * The observer that counts instructions, traffic and cache hits (counts.h).
 * Blocks note their requests to L2, which are replayed in the blocks' order.
 */
#include "runtime/ptxsim/count/counts.h"

#include "runtime/ptxsim/count/cache.h"
#include "runtime/ptxsim/count/request.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A request to L2, to be replayed in the blocks' order. */
struct log_entry {
    uint64_t line;
    int insn;
    uint8_t sectors, space, kind;
};

/* What a block counts into. Sums do not ask for an order, so that blocks that
 * run one after the other may share one; L1 and log are emptied between them.
 */
struct tally {
    struct tally *next_free, *next;
    struct counts *counts;
    struct count_insn *insn; /* of instruction counts->begin */
    struct count_traffic traffic[PTXSIM_SPACES][COUNT_KINDS];
    uint64_t barriers;
    struct cache *l1;
    struct log_entry *log;
    size_t log_count, log_capacity;
    bool failed;         /* no memory for the log */
    uint64_t local_base; /* of the block's local windows, for the caches */
    uint64_t local_size; /* of a warp's */
};

/* The observer's state of a block. */
struct block_state {
    struct tally *tally;
};

struct counts {
    struct ptxsim_observer observer;
    const struct ptxsim_program *program;
    const struct arch *arch;
    char *ptx; /* a copy */
    int line_count;
    const char **line;           /* where each begins in the PTX, and its end */
    struct count_kernel *kernel; /* of each of the program's kernels */

    /* The present launch and what follows from it. */
    const struct ptxsim_launch *launch;
    int begin, end; /* instructions that it can reach */
    struct cache_shape l1;
    int64_t resident; /* blocks on the whole GPU */
    struct cache *l2;
    uint64_t dram_read, dram_written; /* sectors */
    int64_t blocks_ended;
    pthread_mutex_t lock;       /* of the tallies' lists */
    struct tally *tally, *idle; /* all; those that no block uses */
};

/* Sums --------------------------------------------------------------------- */

/* All members are counters. */
void counts_add(struct count_traffic *to, const struct count_traffic *more)
{
    uint64_t *sum = (uint64_t *)to;
    const uint64_t *from = (const uint64_t *)more;
    for (size_t k = 0; k < sizeof *to / sizeof *sum; k++)
        sum[k] += from[k];
}

static void add_insn(struct count_insn *to, const struct count_insn *from)
{
    to->issued += from->issued;
    to->present += from->present;
    to->active += from->active;
    to->divergent += from->divergent;
    counts_add(&to->traffic, &from->traffic);
}

struct count_traffic counts_of_space(const struct count_kernel *k,
                                     enum ptxsim_space_kind space)
{
    struct count_traffic sum = {0};
    for (int kind = 0; kind < COUNT_KINDS; kind++)
        counts_add(&sum, &k->traffic[space][kind]);
    return sum;
}

uint64_t counts_instructions(const struct count_kernel *k)
{
    uint64_t sum = 0;
    for (int class = 0; class < PTX_CLASSES; class ++)
        sum += k->class[class];
    return sum;
}

/* Observing ---------------------------------------------------------------- */

/* Mostly all of them. */
static uint64_t lanes_of(uint32_t mask)
{
    return mask == PTXSIM_ALL ? PTXSIM_LANES
                              : (uint64_t)__builtin_popcount(mask);
}

static void on_issue(void *state, const struct ptxsim_warp *warp, int insn,
                     uint32_t present, uint32_t active)
{
    struct tally *t = ((struct block_state *)state)->tally;
    struct count_insn *i = &t->insn[insn - t->counts->begin];
    (void)warp;
    i->issued++;
    i->present += lanes_of(present);
    i->active += lanes_of(active);
}

static void on_diverge(void *state, const struct ptxsim_warp *warp, int insn,
                       uint32_t taken, uint32_t not_taken)
{
    struct tally *t = ((struct block_state *)state)->tally;
    (void)warp;
    (void)taken;
    (void)not_taken;
    t->insn[insn - t->counts->begin].divergent++;
}

static void on_barrier(void *state, const struct ptxsim_warp *warp,
                       const struct ptxsim_barrier_event *event)
{
    struct tally *t = ((struct block_state *)state)->tally;
    (void)warp;
    t->barriers += event->kind == PTXSIM_BARRIER_RELEASE;
}

static void log_request(struct tally *t, const struct ptxsim_request *r,
                        uint64_t line, unsigned sectors)
{
    if (t->log_count == t->log_capacity) {
        size_t capacity = t->log_capacity ? 2 * t->log_capacity : 1024;
        void *larger = realloc(t->log, capacity * sizeof *t->log);
        t->failed |= !larger;
        if (!larger)
            return;
        t->log = larger;
        t->log_capacity = capacity;
    }
    t->log[t->log_count++] = (struct log_entry){
        line, r->insn, (uint8_t)sectors, (uint8_t)r->space, (uint8_t)r->kind};
}

/* A line of a request through L1; what is not found there is logged. Atomics,
 * done in L2, leave nothing of what they change in L1. */
static void look_up(struct tally *t, const struct ptxsim_request *r,
                    uint64_t line, unsigned sectors, struct count_traffic *sum)
{
    const struct ptxsim_insn *i = &t->counts->program->insn[r->insn];
    if (r->kind == PTXSIM_LOAD && !(i->flags & PTXSIM_VOLATILE)) {
        unsigned hits = cache_access(t->l1, line, sectors, false);
        sum->l1_sectors += (uint64_t)cache_sectors(sectors);
        sum->l1_hits += (uint64_t)cache_sectors(hits);
        sectors &= ~hits;
    } else if (r->kind == PTXSIM_ATOMIC || r->kind == PTXSIM_REDUCE) {
        cache_drop(t->l1, line, sectors);
    }
    if (sectors)
        log_request(t, r, line, sectors);
}

static void count_cached(struct tally *t, const struct ptxsim_warp *warp,
                         const struct ptxsim_request *r,
                         struct count_traffic *sum)
{
    struct request_traffic cost;
    if (r->space == PTXSIM_GLOBAL)
        request_global(r->address, r->active, r->bytes, &cost);
    else
        request_local(r->address, r->active, r->bytes,
                      t->local_base +
                          (uint64_t)ptxsim_warp_index(warp) * t->local_size,
                      &cost);
    sum->sectors = (uint64_t)cost.sectors;
    sum->ideal_sectors = (uint64_t)cost.ideal;
    sum->lines = (uint64_t)cost.line_count;
    for (int k = 0; k < cost.line_count; k++)
        look_up(t, r, cost.line[k].number, cost.line[k].sectors, sum);
}

static void on_memory(void *state, const struct ptxsim_warp *warp,
                      const struct ptxsim_request *r)
{
    struct tally *t = ((struct block_state *)state)->tally;
    bool atomic = r->kind == PTXSIM_ATOMIC || r->kind == PTXSIM_REDUCE;
    struct count_traffic sum = {.requests = 1, .lanes = lanes_of(r->active)};
    sum.bytes = sum.lanes * (uint64_t)r->bytes;
    if (r->space == PTXSIM_GLOBAL || r->space == PTXSIM_LOCAL)
        count_cached(t, warp, r, &sum);
    if (r->space == PTXSIM_SHARED) {
        struct request_banks banks =
            atomic ? request_shared_atomic(r->address, r->active, r->bytes)
                   : request_shared(r->address, r->active, r->bytes);
        sum.wavefronts = (uint64_t)banks.wavefronts;
        sum.ideal_wavefronts = (uint64_t)banks.ideal;
    }
    if (atomic)
        sum.turns = (uint64_t)request_turns(r->address, r->active);
    else if (r->space == PTXSIM_CONST || r->space == PTXSIM_PARAM)
        sum.turns = (uint64_t)request_distinct(r->address, r->active);
    counts_add(&t->insn[r->insn - t->counts->begin].traffic, &sum);
    counts_add(&t->traffic[r->space][r->kind], &sum);
}

/* Blocks ------------------------------------------------------------------- */

static void free_tally(struct tally *t)
{
    if (!t)
        return;
    free(t->insn);
    cache_free(t->l1);
    free(t->log);
    free(t);
}

static struct tally *new_tally(struct counts *c)
{
    struct tally *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->counts = c;
    t->insn = calloc((size_t)(c->end - c->begin) + 1, sizeof *t->insn);
    t->l1 = cache_new(&c->l1);
    if (t->insn && t->l1)
        return t;
    free_tally(t);
    return NULL;
}

static bool on_block_begin(struct ptxsim_observer *o,
                           struct ptxsim_block *block, void *state)
{
    struct counts *c = (struct counts *)o;
    pthread_mutex_lock(&c->lock);
    struct tally *t = c->idle;
    if (t) {
        c->idle = t->next_free;
    } else if ((t = new_tally(c))) {
        t->next = c->tally;
        c->tally = t;
    }
    pthread_mutex_unlock(&c->lock);
    if (!t)
        return false;
    /* Local memory is that of the block's place on the GPU: the next block
     * there has the same. Far above all addresses. */
    uint64_t place = (uint64_t)(block->index % c->resident);
    t->local_size = ((uint64_t)block->local_size + 3) / 4 * CACHE_LINE;
    t->local_base =
        (UINT64_C(1) << 62) + place * (uint64_t)block->warps * t->local_size;
    ((struct block_state *)state)->tally = t;
    return true;
}

/* A store needs nothing from DRAM; loads and atomics need what L2 has not. */
static void replay(struct counts *c, struct tally *t, const struct log_entry *e)
{
    unsigned hits =
        cache_access(c->l2, e->line, e->sectors, e->kind != PTXSIM_LOAD);
    uint64_t wanted = (uint64_t)cache_sectors(e->sectors);
    uint64_t found = (uint64_t)cache_sectors(hits);
    struct count_traffic *i = &t->insn[e->insn - c->begin].traffic;
    struct count_traffic *all = &t->traffic[e->space][e->kind];
    i->l2_sectors += wanted;
    i->l2_hits += found;
    all->l2_sectors += wanted;
    all->l2_hits += found;
    if (e->kind != PTXSIM_STORE)
        c->dram_read += wanted - found;
    c->dram_written += cache_take_evicted(c->l2);
}

static void on_block_end(struct ptxsim_observer *o,
                         const struct ptxsim_block *block, void *state)
{
    struct counts *c = (struct counts *)o;
    struct tally *t = ((struct block_state *)state)->tally;
    (void)block;
    for (size_t k = 0; k < t->log_count; k++)
        replay(c, t, &t->log[k]);
    c->blocks_ended += !t->failed;
}

static void on_block_drop(struct ptxsim_observer *o, void *state)
{
    struct counts *c = (struct counts *)o;
    struct tally *t = ((struct block_state *)state)->tally;
    if (!t)
        return;
    t->log_count = 0;
    cache_flush(t->l1);
    pthread_mutex_lock(&c->lock);
    t->next_free = c->idle;
    c->idle = t;
    pthread_mutex_unlock(&c->lock);
}

/* Launches ----------------------------------------------------------------- */

static int64_t grid_blocks(const struct ptxsim_launch *launch)
{
    return launch->grid[0] * launch->grid[1] * launch->grid[2];
}

static int block_threads(const struct ptxsim_launch *launch)
{
    return launch->block[0] * launch->block[1] * launch->block[2];
}

/* The caches' sizes follow from how many blocks a multiprocessor holds. */
static void place_launch(struct counts *c)
{
    const struct ptxsim_launch *l = c->launch;
    struct occupancy_input in = {.threads = block_threads(l),
                                 .shared = l->kernel->shared_size +
                                           l->dynamic_shared};
    struct occupancy is = arch_occupancy(c->arch, &in);
    int64_t each = (grid_blocks(l) + c->arch->sms - 1) / c->arch->sms;
    int64_t blocks = is.blocks < each ? is.blocks : each;
    if (blocks < 1)
        blocks = 1;
    c->l1 = (struct cache_shape){is.l1 / blocks, c->arch->l1_ways, true};
    c->resident = blocks * c->arch->sms;
}

static bool calls(const struct ptxsim_program *program,
                  const struct ptxsim_function *f)
{
    for (int i = f->begin; i < f->end; i++)
        if (program->insn[i].op == PTX_OP_call)
            return true;
    return false;
}

static bool on_kernel_begin(struct ptxsim_observer *o,
                            const struct ptxsim_program *program,
                            const struct ptxsim_launch *launch)
{
    struct counts *c = (struct counts *)o;
    const struct ptxsim_function *f =
        &program->function[launch->kernel->function];
    struct count_kernel *k = &c->kernel[launch->kernel - program->kernel];
    bool all = calls(program, f);
    c->launch = launch;
    c->begin = k->begin = all ? 0 : f->begin;
    c->end = k->end = all ? program->insn_count : f->end;
    c->blocks_ended = 0;
    c->dram_read = c->dram_written = 0;
    place_launch(c);
    if (!k->insn)
        k->insn = calloc((size_t)(k->end - k->begin) + 1, sizeof *k->insn);
    if (!c->l2)
        c->l2 = cache_new(
            &(struct cache_shape){c->arch->l2_size, c->arch->l2_ways, true});
    k->kernel = launch->kernel;
    return k->insn && c->l2;
}

/* Operations on floats that one lane's instruction does. */
static uint64_t flops_of(const struct ptxsim_insn *i)
{
    if (i->type != PTX_f32 && i->type != PTX_f64)
        return 0;
    switch (i->op) {
    case PTX_OP_fma:
    case PTX_OP_mad:
        return 2;
    case PTX_OP_add:
    case PTX_OP_sub:
    case PTX_OP_mul:
    case PTX_OP_div:
    case PTX_OP_rcp:
    case PTX_OP_sqrt:
    case PTX_OP_rsqrt:
    case PTX_OP_sin:
    case PTX_OP_cos:
    case PTX_OP_ex2:
    case PTX_OP_lg2:
    case PTX_OP_tanh:
        return 1;
    default:
        return 0;
    }
}

static bool is_float(uint8_t type)
{
    return type == PTX_f32 || type == PTX_f64;
}

_Static_assert(ARCH_ISSUE == 0, "what is in no row of the table below");

/* The arithmetic that an instruction occupies. Between integers a conversion is
 * integer arithmetic. ARCH_ISSUE: none. */
static enum arch_limit limit_of(const struct ptxsim_insn *i)
{
    static const enum arch_limit row[PTX_CLASSES] = {
        [PTX_CLASS_INT] = ARCH_INTEGER,
        [PTX_CLASS_MOVE] = ARCH_INTEGER,
        [PTX_CLASS_PREDICATE] = ARCH_INTEGER,
        [PTX_CLASS_F32] = ARCH_F32,
        [PTX_CLASS_F64] = ARCH_F64,
        [PTX_CLASS_SPECIAL] = ARCH_SPECIAL,
        [PTX_CLASS_CONVERT] = ARCH_CONVERT,
        [PTX_CLASS_WARP] = ARCH_WARP,
    };
    if (i->class == PTX_CLASS_CONVERT && !is_float(i->type) &&
        !is_float(i->type2))
        return ARCH_INTEGER;
    return row[i->class];
}

/* What a launch asks of each limit. */
static void work_of(const struct counts *c, const struct count_kernel *k,
                    double work[ARCH_LIMITS])
{
    memset(work, 0, ARCH_LIMITS * sizeof *work);
    for (int i = c->begin; i < c->end; i++) {
        enum arch_limit limit = limit_of(&c->program->insn[i]);
        if (limit != ARCH_ISSUE)
            work[limit] += (double)k->insn[i - c->begin].issued * PTXSIM_LANES;
    }
    struct count_traffic global = counts_of_space(k, PTXSIM_GLOBAL);
    struct count_traffic local = counts_of_space(k, PTXSIM_LOCAL);
    counts_add(&global, &local);
    work[ARCH_ISSUE] = (double)counts_instructions(k);
    work[ARCH_SHARED] = (double)counts_of_space(k, PTXSIM_SHARED).wavefronts;
    work[ARCH_L1] = (double)global.sectors * CACHE_SECTOR;
    work[ARCH_TAGS] = (double)global.lines;
    work[ARCH_L2] = (double)global.l2_sectors * CACHE_SECTOR;
    work[ARCH_DRAM] = (double)(k->dram_read + k->dram_written) * CACHE_SECTOR;
}

/* The launch's sums, from its tallies. `sum` has an insn array of its own. */
static void sum_launch(struct counts *c, struct count_kernel *sum)
{
    for (const struct tally *t = c->tally; t; t = t->next) {
        for (int i = c->begin; i < c->end; i++)
            add_insn(&sum->insn[i - c->begin], &t->insn[i - c->begin]);
        for (int s = 0; s < PTXSIM_SPACES; s++)
            for (int kind = 0; kind < COUNT_KINDS; kind++)
                counts_add(&sum->traffic[s][kind], &t->traffic[s][kind]);
        sum->barriers += t->barriers;
    }
    for (int i = c->begin; i < c->end; i++) {
        const struct ptxsim_insn *insn = &c->program->insn[i];
        const struct count_insn *n = &sum->insn[i - c->begin];
        sum->class[insn->class] += n->issued;
        sum->flops += flops_of(insn) * n->active;
        sum->lanes += n->active;
        sum->divergent += n->divergent;
    }
    sum->dram_read = c->dram_read;
    sum->dram_written = c->dram_written;
}

static void add_launch(struct counts *c, struct count_kernel *k,
                       const struct count_kernel *sum)
{
    double work[ARCH_LIMITS], clocks[ARCH_LIMITS];
    int64_t blocks = grid_blocks(c->launch);
    for (int i = 0; i < c->end - c->begin; i++)
        add_insn(&k->insn[i], &sum->insn[i]);
    for (int s = 0; s < PTXSIM_SPACES; s++)
        for (int kind = 0; kind < COUNT_KINDS; kind++)
            counts_add(&k->traffic[s][kind], &sum->traffic[s][kind]);
    for (int class = 0; class < PTX_CLASSES; class ++)
        k->class[class] += sum->class[class];
    k->launches++;
    k->blocks += (uint64_t)blocks;
    k->threads += (uint64_t)blocks * (uint64_t)block_threads(c->launch);
    k->block_threads = block_threads(c->launch);
    k->dynamic_shared = c->launch->dynamic_shared;
    k->lanes += sum->lanes;
    k->divergent += sum->divergent;
    k->flops += sum->flops;
    k->barriers += sum->barriers;
    k->dram_read += sum->dram_read;
    k->dram_written += sum->dram_written;
    work_of(c, sum, work);
    arch_clocks(c->arch, blocks, work, clocks);
    for (int limit = 0; limit < ARCH_LIMITS; limit++)
        k->clocks[limit] += clocks[limit];
    k->bound += clocks[arch_binding(clocks)];
}

/* A launch that was stopped would count differently each time. */
static void on_kernel_end(struct ptxsim_observer *o)
{
    struct counts *c = (struct counts *)o;
    struct count_kernel *k = &c->kernel[c->launch->kernel - c->program->kernel];
    struct count_kernel sum = {
        .insn = calloc((size_t)(c->end - c->begin) + 1, sizeof *sum.insn)};
    uint64_t dirty = c->l2 ? cache_flush(c->l2) : 0;
    c->dram_written += dirty;
    if (sum.insn && k->insn && c->blocks_ended == grid_blocks(c->launch)) {
        sum_launch(c, &sum);
        add_launch(c, k, &sum);
    } else {
        k->incomplete = true;
    }
    free(sum.insn);
    while (c->tally) {
        struct tally *next = c->tally->next;
        free_tally(c->tally);
        c->tally = next;
    }
    c->idle = NULL;
}

static const struct ptxsim_observer_ops ops = {
    .block_size = sizeof(struct block_state),
    .exact = true,
    .kernel_begin = on_kernel_begin,
    .block_begin = on_block_begin,
    .issue = on_issue,
    .memory = on_memory,
    .diverge = on_diverge,
    .barrier = on_barrier,
    .block_end = on_block_end,
    .block_drop = on_block_drop,
    .kernel_end = on_kernel_end,
};

/* Making ------------------------------------------------------------------- */

/* Where each line of the PTX begins, and one more. */
static bool index_lines(struct counts *c)
{
    const char *end = c->ptx + strlen(c->ptx);
    int count = 1, n = 0;
    for (const char *s = c->ptx; *s; s++)
        count += *s == '\n';
    c->line = malloc(((size_t)count + 1) * sizeof *c->line);
    if (!c->line)
        return false;
    for (const char *s = c->ptx; s; s = s ? s + 1 : NULL) {
        c->line[n++] = s;
        s = strchr(s, '\n');
    }
    c->line_count = count;
    c->line[count] = end + 1;
    return true;
}

struct counts *counts_new(const struct ptxsim_program *program, const char *ptx,
                          const struct arch *arch)
{
    struct counts *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->observer.ops = &ops;
    c->program = program;
    c->ptx = strdup(ptx);
    c->arch = arch;
    c->kernel = calloc((size_t)program->kernel_count + 1, sizeof *c->kernel);
    pthread_mutex_init(&c->lock, NULL);
    if (c->kernel && c->ptx && index_lines(c))
        return c;
    counts_free(c);
    return NULL;
}

void counts_free(struct counts *c)
{
    if (!c)
        return;
    for (int k = 0; c->kernel && k < c->program->kernel_count; k++)
        free(c->kernel[k].insn);
    free(c->kernel);
    free(c->line);
    free(c->ptx);
    cache_free(c->l2);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

struct ptxsim_observer *counts_observer(struct counts *c)
{
    return &c->observer;
}

/* Looking ------------------------------------------------------------------ */

int counts_kernels(const struct counts *c)
{
    int count = 0;
    for (int k = 0; k < c->program->kernel_count; k++)
        count += c->kernel[k].kernel != NULL;
    return count;
}

const struct count_kernel *counts_kernel(const struct counts *c, int index)
{
    for (int k = 0; k < c->program->kernel_count; k++)
        if (c->kernel[k].kernel && index-- == 0)
            return &c->kernel[k];
    return NULL;
}

const struct ptxsim_program *counts_program(const struct counts *c)
{
    return c->program;
}

const struct arch *counts_arch(const struct counts *c)
{
    return c->arch;
}

/* Returns where the comment of a line's origin begins, or the line's end. */
static const char *code_end(const struct counts *c, int line)
{
    const char *end = c->line[line] - 1;
    for (const char *s = c->line[line - 1]; s + 4 < end; s++)
        if (memcmp(s, "//@ ", 4) == 0)
            return s;
    return end;
}

const char *counts_line(const struct counts *c, int line, int *length)
{
    *length = 0;
    if (line < 1 || line > c->line_count)
        return "";
    const char *begin = c->line[line - 1], *end = code_end(c, line);
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (begin < end &&
           (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    *length = (int)(end - begin);
    return begin;
}

bool counts_origin(const struct counts *c, int line, int *number,
                   const char **text, int *length)
{
    if (line < 1 || line > c->line_count)
        return false;
    const char *s = code_end(c, line), *end = c->line[line] - 1;
    if (s == end)
        return false;
    char *rest;
    *number = (int)strtol(s + 4, &rest, 10);
    *text = rest < end && *rest == ' ' ? rest + 1 : rest;
    *length = (int)(end - *text);
    return true;
}
