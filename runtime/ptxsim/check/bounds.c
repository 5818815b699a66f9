/*
 * bounds: accesses outside of the arrays that the launch was given. What lies
 * in no allocation at all stopped the launch before this.
 */
#include "runtime/ptxsim/check/local.h"

/* Where an instruction's last request lay, which mostly is where its next one
 * lies: below lo + room every access of `bytes` bytes is allowed. */
struct interval {
    uint64_t lo, room;
    int bytes;
    bool written; /* every write there is allowed, too */
};

enum { INTERVALS = 64 };

struct bounds_state {
    const struct ptxsim_checks *checks;
    struct check_log log;
    struct interval interval[INTERVALS]; /* by instruction */
};

static bool begin(struct ptxsim_observer *o, struct ptxsim_block *block,
                  void *state)
{
    struct bounds_state *s = state;
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

static void report(struct bounds_state *s, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *r, int lane,
                   const struct ptxsim_row *row)
{
    bool write = r->kind != PTXSIM_LOAD;
    check_log_add(
        &s->log,
        &(struct check_note){
            .kind = row ? PTXSIM_FINDING_READ_ONLY : PTXSIM_FINDING_BOUNDS,
            .insn = r->insn,
            .thread = check_thread(warp, lane),
            .space = r->space,
            .address = r->address[lane],
            .size = r->bytes,
            .text = row     ? "writes to an array that is only read"
                    : write ? "writes outside of the kernel's arrays"
                            : "reads outside of the kernel's arrays",
        });
}

/* A lane's access beyond the instruction's interval. */
static void check_lane(struct bounds_state *s, const struct ptxsim_warp *warp,
                       const struct ptxsim_request *r, int lane)
{
    uint64_t address = r->address[lane], size = (uint64_t)r->bytes;
    bool write = r->kind != PTXSIM_LOAD;
    const struct ptxsim_row *row = find_row(s->checks, address, size);
    if (row)
        s->interval[r->insn % INTERVALS] = (struct interval){
            row->lo, row->hi - row->lo - size + 1, r->bytes, row->written};
    if (row ? write && !row->written : !in_variable(s->checks, address))
        report(s, warp, r, lane, row);
}

static uint32_t outside(const struct interval *interval,
                        const struct ptxsim_request *r)
{
    uint32_t lanes = 0;
    if (interval->bytes != r->bytes ||
        (r->kind != PTXSIM_LOAD && !interval->written))
        return r->active;
    for (int l = 0; l < PTXSIM_LANES; l++)
        lanes |= (uint32_t)(r->address[l] - interval->lo >= interval->room)
                 << l;
    return lanes & r->active;
}

static void memory(void *state, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *r)
{
    struct bounds_state *s = state;
    const struct interval *interval = &s->interval[r->insn % INTERVALS];
    if (r->space != PTXSIM_GLOBAL)
        return;
    for (uint32_t left = outside(interval, r); left;) {
        int lane = __builtin_ctz(left);
        check_lane(s, warp, r, lane);
        left &= left - 1;
        left &= outside(interval, r);
    }
}

static void end(struct ptxsim_observer *o, const struct ptxsim_block *block,
                void *state)
{
    check_log_hand_in(&((struct bounds_state *)state)->log, block);
}

const struct ptxsim_observer_ops check_bounds_ops = {
    .block_size = sizeof(struct bounds_state),
    .block_begin = begin,
    .memory = memory,
    .block_end = end,
};
