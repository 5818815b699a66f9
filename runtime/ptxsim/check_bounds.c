/*
 * bounds: accesses outside of the arrays that the launch was given. What lies
 * in no allocation at all stopped the launch before this.
 */
#include "runtime/ptxsim/check_local.h"

struct state {
    const struct ptxsim_checks *checks;
    struct check_log log;
    struct span {
        uint64_t lo, hi;
    } span;            /* where the last request lay; allowed for … */
    bool span_written; /* … writes, too */
};

static bool begin(struct ptxsim_observer *o, struct ptxsim_block *block,
                  void *state)
{
    struct state *s = state;
    s->checks = ((struct check_observer *)o)->checks;
    return true;
}

/* A row around the access; one that may be written if there is one. */
static const struct ptxsim_row *find_row(const struct ptxsim_checks *c,
                                         uint64_t address, uint64_t size)
{
    const struct ptxsim_row *found = NULL;
    for (int k = 0; k < c->rows; k++) {
        const struct ptxsim_row *r = &c->row[k];
        if (r->lo <= address && address < r->hi && size <= r->hi - address &&
            (!found || r->written))
            found = r;
    }
    return found;
}

/* The variables of modules belong to every launch. */
static bool in_variable(const struct ptxsim_checks *c, uint64_t address)
{
    int count, k = ptxsim_allocation_below(c->space, address);
    return k >= 0 && ptxsim_allocations(c->space, &count)[k].name;
}

static void check_lane(struct state *s, const struct ptxsim_warp *warp,
                       const struct ptxsim_request *r, int lane)
{
    uint64_t address = r->address[lane];
    uint64_t size = (uint64_t)r->bytes;
    bool write = r->kind != PTXSIM_LOAD;
    const struct ptxsim_row *row = find_row(s->checks, address, size);
    if (row) {
        s->span = (struct span){row->lo, row->hi};
        s->span_written = row->written;
    }
    if (row ? row->written || !write : in_variable(s->checks, address))
        return;
    check_log_add(
        &s->log,
        &(struct check_note){
            .kind = row ? PTXSIM_FINDING_READ_ONLY : PTXSIM_FINDING_BOUNDS,
            .insn = r->insn,
            .thread = check_thread(warp, lane),
            .space = r->space,
            .address = address,
            .size = r->bytes,
            .text = row     ? "writes to an array that is only read"
                    : write ? "writes outside of the kernel's arrays"
                            : "reads outside of the kernel's arrays",
        });
}

static void memory(void *state, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *r)
{
    struct state *s = state;
    if (r->space != PTXSIM_GLOBAL)
        return;
    bool write = r->kind != PTXSIM_LOAD;
    for (uint32_t left = r->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t at = r->address[lane];
        if (at < s->span.lo || at >= s->span.hi ||
            (uint64_t)r->bytes > s->span.hi - at || (write && !s->span_written))
            check_lane(s, warp, r, lane);
    }
}

static void end(struct ptxsim_observer *o, const struct ptxsim_block *block,
                void *state)
{
    check_log_hand_in(&((struct state *)state)->log, block);
}

const struct ptxsim_observer_ops check_bounds_ops = {
    .block_size = sizeof(struct state),
    .block_begin = begin,
    .memory = memory,
    .block_end = end,
};
