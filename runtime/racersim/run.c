/*
 * Cycles. What happens in a chain is cellular automaton 184, done on all its
 * bits at once; the records of its elements stand in a ring and do not move.
 * Junctions are looked at one by one, all before anything changes.
 */
#include "runtime/racersim/local.h"

#include <string.h>

/* Chains ------------------------------------------------------------------- */

/* Every element moves on whose next place is empty. */
static bool advance(struct sim_chain *chain)
{
    uint64_t moved = 0, carry = 0, *bit = chain->bit;

    if (chain->length <= 64) {
        uint64_t s = bit[0], last = UINT64_C(1) << (chain->length - 1);

        moved = s & ~(s >> 1) & (last - 1);
        bit[0] = (s ^ moved) | moved << 1;
        return moved != 0;
    }
    for (int w = 0; w < chain->words; w++) {
        uint64_t s = bit[w];
        bool more = w + 1 < chain->words;
        uint64_t next = s >> 1 | (more ? bit[w + 1] << 63 : 0);
        uint64_t move = s & ~next;

        if (!more)
            move &= (UINT64_C(1) << ((chain->length - 1) & 63)) - 1;
        bit[w] = (s ^ move) | move << 1 | carry;
        carry = move >> 63;
        moved |= move;
    }
    return moved != 0;
}

static bool begins_empty(const struct sim_chain *chain)
{
    return !(chain->bit[0] & 1);
}

static bool ends_full(const struct sim_chain *chain)
{
    return sim_bit(chain, chain->length - 1);
}

static void step_value(struct racersim *sim, const struct chain_step *step,
                       union racer_bits *to, const union racer_bits *in)
{
    if (!step->node)
        to[step->to] = in[0];
    else if (step->node->kind == RACER_OP)
        to[step->to] = racer_compute(step->node->op, step->type, in);
    else
        to[step->to] = sim_answer(sim, step->node, in, step->channel);
}

/* What a chain computes of the record that enters it, or that is at a place. */
static void run_steps(struct racersim *sim, const struct chain *chain,
                      union racer_bits *record, int behind)
{
    for (int k = 0; k < chain->step_count; k++) {
        const struct chain_step *step = &chain->step[k];
        union racer_bits in[3];

        if (step->position <= behind)
            continue;
        for (int n = 0; n < 3; n++)
            in[n] = step->from[n] >= 0 ? record[step->from[n]] : step->bits[n];
        step_value(sim, step, record, in);
    }
}

/* Junctions ---------------------------------------------------------------- */

static bool all_full(const struct racersim *sim, const struct chain_junction *j,
                     int side)
{
    for (int k = 0; k < j->take_count[side]; k++)
        if (!ends_full(&sim->chain[j->take[side][k]]))
            return false;
    return true;
}

static bool none_full(const struct racersim *sim,
                      const struct chain_junction *j, int side)
{
    for (int k = 0; k < j->take_count[side]; k++)
        if (ends_full(&sim->chain[j->take[side][k]]))
            return false;
    return true;
}

static bool all_empty(const struct racersim *sim,
                      const struct chain_junction *j, int side)
{
    for (int k = 0; k < j->fill_count[side]; k++)
        if (!begins_empty(&sim->chain[j->fill[side][k]]))
            return false;
    return true;
}

/* The side that can be taken from, if what it goes to is empty, else -1; what
 * is missing is counted. */
static int side_in(const struct racersim *sim, const struct chain_junction *j,
                   int side, struct racersim_use *use)
{
    if (side < 0)
        use->starved++;
    else if (!all_empty(sim, j, 0))
        use->blocked++;
    else
        return side;
    return -1;
}

static int merge_side(const struct racersim *sim,
                      const struct chain_junction *j, struct racersim_use *use)
{
    int first = j->node->entry_first ? 1 : 0;
    int side = -1;

    if (all_full(sim, j, first))
        side = first;
    else if (none_full(sim, j, first) && all_full(sim, j, !first))
        side = !first;
    return side_in(sim, j, side, use);
}

static int join_side(const struct racersim *sim, const struct chain_junction *j,
                     bool last, struct racersim_use *use)
{
    int first = j->node->alternate && !last ? 1 : 0;
    int side = all_full(sim, j, first)    ? first
               : all_full(sim, j, !first) ? !first
                                          : -1;

    return side_in(sim, j, side, use);
}

static int fork_side(const struct racersim *sim, const struct chain_junction *j,
                     bool last, struct racersim_use *use)
{
    int first = j->node->alternate && !last ? 1 : 0;

    if (!all_full(sim, j, 0))
        use->starved++;
    else if (all_empty(sim, j, first))
        return first;
    else if (all_empty(sim, j, !first))
        return !first;
    else
        use->blocked++;
    return -1;
}

static int plain_side(const struct racersim *sim,
                      const struct chain_junction *j, int index,
                      struct racersim_use *use, bool held)
{
    int side = 0;

    if (!all_full(sim, j, 0)) {
        use->starved++;
        return -1;
    }
    if (j->kind == NET_SWITCH)
        side = !sim_head(&sim->chain[j->condition_chain])[j->condition_slot].u;
    if (!all_empty(sim, j, side) ||
        (j->kind == NET_GATE && sim->gate[index] >= j->node->count) ||
        (j->kind == NET_SINK && (held || !sim_may_accept(sim, j)))) {
        use->blocked++;
        return -1;
    }
    return side;
}

static int choose_side(const struct racersim *sim, int index, bool held)
{
    const struct chain_junction *j = &sim->chains.junction[index];
    struct racersim_use *use = &sim->use[index];

    switch (j->kind) {
    case NET_MERGE:
        return merge_side(sim, j, use);
    case NET_JOIN:
        return join_side(sim, j, sim->turn[index], use);
    case NET_FORK:
        return fork_side(sim, j, sim->turn[index], use);
    case NET_SOURCE:
        if (!sim_may_issue(sim->port_of[j->node->index])) {
            use->starved++;
            return -1;
        }
        return plain_side(sim, j, index, use, held);
    default:
        return plain_side(sim, j, index, use, held);
    }
}

/* Sums up what a chain has held until a cycle. */
static void note_held(struct sim_chain *chain, int64_t cycle)
{
    chain->held += chain->count * (cycle - chain->since);
    chain->since = cycle;
}

/* The place of a new record at the end of a chain's ring. */
static int enter(struct sim_chain *chain, int64_t cycle)
{
    int at = chain->head + chain->count;

    note_held(chain, cycle + 1);
    chain->count++;

    chain->bit[0] |= 1;
    chain->quiet = false;
    chain->entered++;
    return at >= chain->length ? at - chain->length : at;
}

static void leave(struct sim_chain *chain, int64_t cycle)
{
    int last = chain->length - 1;

    note_held(chain, cycle + 1);
    chain->bit[last >> 6] &= ~(UINT64_C(1) << (last & 63));
    chain->head = chain->head == last ? 0 : chain->head + 1;
    chain->count--;
    chain->quiet = false;
}

/* Fills the records that a junction makes. */
static void make_records(struct racersim *sim, const struct chain_junction *j,
                         int takes, int fills, int side)
{
    int64_t tag = -1;

    for (int k = 0; k < j->take_count[takes]; k++) {
        const struct sim_chain *from = &sim->chain[j->take[takes][k]];

        if (from->tag[from->head] > tag)
            tag = from->tag[from->head];
    }
    if (j->kind == NET_SOURCE)
        tag = sim->port_of[j->node->index]->count.elements;
    for (int k = 0; k < j->fill_count[fills]; k++) {
        struct sim_chain *to = &sim->chain[j->fill[fills][k]];
        int at = enter(to, sim->cycle);

        to->tag[at] = tag;
    }
    for (int k = 0; k < j->step_count[side]; k++) {
        const struct chain_step *step = &j->step[side][k];
        struct sim_chain *to = &sim->chain[j->step_chain[side][k]];
        int at = (to->head + to->count - 1) % to->length;
        union racer_bits in[3];

        for (int n = 0; n < 3; n++)
            in[n] = step->from[n] >= 0
                        ? sim_head(&sim->chain[step->chain[n]])[step->from[n]]
                        : step->bits[n];
        if (j->kind == NET_SOURCE)
            in[0] =
                sim_read(sim, sim->port_of[j->node->index], tag, step->channel);
        step_value(sim, step, to->record + (size_t)at * (size_t)to->slots, in);
    }
    for (int k = 0; k < j->fill_count[fills]; k++) {
        int chain = j->fill[fills][k];
        struct sim_chain *to = &sim->chain[chain];
        int at = (to->head + to->count - 1) % to->length;

        run_steps(sim, &sim->chains.chain[chain],
                  to->record + (size_t)at * (size_t)to->slots, 0);
    }
}

static void fire(struct racersim *sim, int index)
{
    const struct chain_junction *j = &sim->chains.junction[index];
    int side = sim->side[index];
    bool two_in = j->kind == NET_MERGE || j->kind == NET_JOIN;
    int takes = two_in ? side : 0, fills = two_in ? 0 : side;

    sim->use[index].fired++;
    sim->turn[index] = side;
    if (j->kind == NET_SINK)
        sim_accept(sim, j);
    make_records(sim, j, takes, fills, side);
    if (j->kind == NET_SOURCE || j->kind == NET_SINK)
        sim->passed = sim->cycle;
    if (j->kind == NET_SOURCE) {
        struct racersim_port *count = &sim->port_of[j->node->index]->count;

        count->elements++;
        count->last = sim->cycle;
        if (count->first < 0)
            count->first = sim->cycle;
    } else if (j->kind == NET_GATE) {
        sim->gate[index]++;
    } else if (j->kind == NET_UNGATE) {
        sim->gate[sim->gate_of[index]]--;
    }
    for (int k = 0; k < j->take_count[takes]; k++)
        leave(&sim->chain[j->take[takes][k]], sim->cycle);
}

/* One cycle; false if nothing could move. */
static bool cycle(struct racersim *sim, bool held)
{
    int fired = 0;
    bool moved = false;

    for (int k = 0; k < sim->chains.junction_count; k++) {
        sim->side[k] = choose_side(sim, k, held);
        if (sim->side[k] >= 0)
            sim->fired[fired++] = k;
    }
    for (int k = 0; k < sim->chains.chain_count; k++) {
        if (sim->chain[k].quiet)
            continue;
        if (advance(&sim->chain[k]))
            moved = true;
        else
            sim->chain[k].quiet = true;
    }
    for (int k = 0; k < fired; k++)
        fire(sim, sim->fired[k]);
    return fired || moved;
}

/* Runs --------------------------------------------------------------------- */

/* For so many cycles in which nothing comes in or goes out; sources stand
 * before sinks. */
static void count_flight(struct racersim *sim, int64_t cycles)
{
    const struct sim_port *port = sim->port;
    int64_t in = 0, out = 0;
    int first = 0;

    while (first < sim->port_count &&
           port[first].count.node->kind == RACER_SOURCE)
        first++;
    if (first > 0)
        in = port[0].count.elements;
    if (first < sim->port_count)
        out = port[first].count.elements;
    if (in - out > sim->flight_most)
        sim->flight_most = in - out;
    sim->flight_sum += (double)(in - out) * (double)cycles;
}

/* Nothing moves until a cycle: what each junction misses is counted for all of
 * those before it. */
static void wait_until(struct racersim *sim, int64_t end)
{
    int64_t cycles = end - sim->cycle;

    for (int k = 0; k < sim->chains.junction_count; k++) {
        struct racersim_use before = sim->use[k], *use = &sim->use[k];

        choose_side(sim, k, true);
        use->blocked += (use->blocked - before.blocked) * (cycles - 2);
        use->starved += (use->starved - before.starved) * (cycles - 2);
    }
    count_flight(sim, cycles);
    sim->cycle = end;
}

/* Nothing moves: is all done that there was to do? A delay keeps as many
 * elements as it began with. */
static bool is_done(const struct racersim *sim)
{
    bool delays = false, left = false;

    for (int k = 0; k < sim->graph->node_count; k++)
        delays = delays || sim->graph->node[k]->kind == RACER_DELAY;
    for (int k = 0; k < sim->chains.chain_count; k++)
        left = left || sim->chain[k].count;
    for (int k = 0; k < sim->port_count; k++) {
        const struct racersim_port *count = &sim->port[k].count;
        bool exact = count->node->kind == RACER_SOURCE ||
                     (count->node->memory && !count->node->tags);

        if (exact && count->elements != count->expected)
            return false;
    }
    return !left || (delays && !racersim_stuck(sim).count);
}

static struct racersim_result result_of(struct racersim *sim,
                                        enum racersim_end end)
{
    struct racersim_result result = {
        .end = end,
        .cycles = sim->cycle,
        .flight_most = sim->flight_most,
        .flight_mean = sim->cycle ? sim->flight_sum / (double)sim->cycle : 0,
        .port_count = sim->port_count,
        .use_count = sim->chains.junction_count,
        .use = sim->use,
        .wrong = sim->wrong};

    result.port =
        arena_alloc(sim->arena, (size_t)sim->port_count * sizeof *result.port);
    for (int k = 0; k < sim->port_count; k++)
        result.port[k] = sim->port[k].count;
    memcpy(result.distance, sim->distance, sizeof result.distance);
    return result;
}

struct racersim_result racersim_run(struct racersim *sim,
                                    const struct racersim_options *options)
{
    int64_t until = options->max_cycles ? options->max_cycles : INT64_MAX;
    int64_t hold_end = options->hold_cycles < INT64_MAX - options->hold_from
                           ? options->hold_from + options->hold_cycles
                           : INT64_MAX;

    while (sim->cycle < until) {
        bool held = sim->cycle >= options->hold_from && sim->cycle < hold_end;
        bool moved = cycle(sim, held);

        if (sim->wrong)
            return result_of(sim, RACERSIM_WRONG);
        if (!moved && is_done(sim))
            return result_of(sim, RACERSIM_DONE);
        if (!moved && !held)
            return result_of(sim, RACERSIM_STUCK);
        if (held)
            sim->passed = sim->cycle;
        if (options->stall && sim->cycle - sim->passed >= options->stall)
            return result_of(sim, RACERSIM_STALLED);
        if (!moved && hold_end - sim->cycle > 1) {
            wait_until(sim, hold_end < until ? hold_end : until);
            sim->passed = sim->cycle;
            continue;
        }
        count_flight(sim, 1);
        sim->cycle++;
    }
    return result_of(sim, RACERSIM_LIMIT);
}

/* Beginning ---------------------------------------------------------------- */

static union racer_bits *record_at(const struct racersim *sim, int reg);

/* The elements that delays begin with; the one at the end comes first. */
static void place_initial(struct racersim *sim, int chain)
{
    const struct chain *of = &sim->chains.chain[chain];
    struct sim_chain *to = &sim->chain[chain];

    for (int p = of->length - 1; p >= 0; p--) {
        if (!sim->net->reg[of->first[p]].full)
            continue;
        to->tag[to->count++] = -1;
        to->bit[p >> 6] |= UINT64_C(1) << (p & 63);
    }
}

/* What they hold, and what the chains make of them. */
static void fill_initial(struct racersim *sim)
{
    const struct chains *chains = &sim->chains;

    for (int r = 0; r < sim->net->register_count; r++)
        if (sim->net->reg[r].full)
            record_at(sim, r)[chains->reg_slot[r]] = sim->net->reg[r].bits;
    for (int k = 0; k < chains->chain_count; k++) {
        const struct chain *of = &chains->chain[k];

        for (int p = 0; p < of->length; p++)
            if (sim->net->reg[of->first[p]].full)
                run_steps(sim, of, record_at(sim, of->first[p]), p);
    }
}

/* So that a text cannot ask for all memory there is. */
static const int64_t most_records = INT64_C(1) << 27;

static bool check_size(const struct racersim *sim, struct faults *faults)
{
    const struct chains *chains = &sim->chains;
    int64_t left = most_records;
    struct fault *fault;

    for (int k = 0; k < chains->chain_count; k++)
        left -= (int64_t)chains->chain[k].length * chains->chain[k].slots;
    if (left >= 0)
        return true;
    fault = fault_add(faults, FAULT_RACER_ARCH, sim->graph->node[0]->loc,
                      "the graph's chains of registers hold more than %lld"
                      " values",
                      (long long)most_records);
    fault_hint(faults, fault, (struct loc){0},
               "cut it into graphs that pass memories to each other");
    return false;
}

static void build_chain_states(struct racersim *sim)
{
    struct arena *a = sim->arena;
    size_t count = (size_t)sim->chains.chain_count;

    sim->chain = arena_alloc(a, count * sizeof *sim->chain);
    for (int k = 0; k < sim->chains.chain_count; k++) {
        const struct chain *of = &sim->chains.chain[k];
        struct sim_chain *chain = &sim->chain[k];
        size_t length = (size_t)of->length, slots = (size_t)of->slots;

        chain->length = of->length;
        chain->slots = of->slots;
        chain->words = (of->length + 63) / 64;
        chain->bit = arena_alloc(a, (size_t)chain->words * sizeof *chain->bit);
        chain->record = arena_alloc(a, length * slots * sizeof *chain->record);
        chain->tag = arena_alloc(a, length * sizeof *chain->tag);
        place_initial(sim, k);
    }
    fill_initial(sim);
}

static void build_ports(struct racersim *sim)
{
    const struct racer_graph *g = sim->graph;
    size_t nodes = (size_t)g->node_count;

    sim->port = arena_alloc(sim->arena, nodes * sizeof *sim->port);
    sim->port_of = arena_alloc(sim->arena, nodes * sizeof *sim->port_of);
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < g->node_count; n++) {
            if (g->node[n]->kind != (pass ? RACER_SINK : RACER_SOURCE))
                continue;
            sim->port[sim->port_count].count.node = g->node[n];
            sim->port_of[n] = &sim->port[sim->port_count++];
        }
    }
}

static void build_junction_states(struct racersim *sim)
{
    int count = sim->chains.junction_count;
    size_t n = (size_t)count;

    sim->fired = arena_alloc(sim->arena, n * sizeof *sim->fired);
    sim->side = arena_alloc(sim->arena, n * sizeof *sim->side);
    sim->turn = arena_alloc(sim->arena, n * sizeof *sim->turn);
    sim->gate = arena_alloc(sim->arena, n * sizeof *sim->gate);
    sim->gate_of = arena_alloc(sim->arena, n * sizeof *sim->gate_of);
    sim->use = arena_alloc(sim->arena, n * sizeof *sim->use);
    for (int k = 0; k < count; k++) {
        const struct chain_junction *j = &sim->chains.junction[k];

        sim->turn[k] = true;
        sim->use[k].kind = j->kind;
        sim->use[k].node = j->node;
        for (int m = 0; j->kind == NET_UNGATE && m < count; m++) {
            const struct chain_junction *gate = &sim->chains.junction[m];

            if (gate->kind == NET_GATE && net_is_pair(gate->node, j->node))
                sim->gate_of[k] = m;
        }
    }
}

struct racersim *racersim_new(struct arena *arena,
                              const struct racer_graph *graph,
                              const struct racer_arch *arch,
                              struct racer_data *data, struct faults *faults)
{
    struct racersim *sim = arena_alloc(arena, sizeof *sim);

    *sim = (struct racersim){.arena = arena, .graph = graph, .data = data};
    sim->net = net_new(arena, graph, arch, faults);
    if (!sim->net)
        return NULL;
    build_ports(sim);
    if (!sim_bind(sim, faults))
        return NULL;
    sim->chains = chains_new(arena, sim->net);
    if (!check_size(sim, faults))
        return NULL;
    build_chain_states(sim);
    build_junction_states(sim);
    return sim;
}

void racersim_watch(struct racersim *sim,
                    void (*arrived)(void *context,
                                    const struct racersim_arrival *arrival),
                    void *context)
{
    sim->arrived = arrived;
    sim->watcher = context;
}

union racer_bits racersim_element(const struct racersim *sim,
                                  const struct racer_node *source,
                                  int64_t element, int channel)
{
    /* What lies outside of the memory is an error of the run. */
    return sim_read((struct racersim *)sim, sim->port_of[source->index],
                    element, channel);
}

int64_t racersim_expected(const struct racersim *sim,
                          const struct racer_node *node)
{
    return sim->port_of[node->index]->count.expected;
}

const struct net *racersim_net(const struct racersim *sim)
{
    return sim->net;
}

const struct chains *racersim_chains(const struct racersim *sim)
{
    return &sim->chains;
}

bool racersim_full(const struct racersim *sim, int reg)
{
    return sim_bit(&sim->chain[sim->chains.reg_chain[reg]],
                   sim->chains.reg_place[reg]);
}

/* The record at a full place: those nearer to the end come before it. */
static int record_of(const struct racersim *sim, int reg)
{
    const struct sim_chain *chain = &sim->chain[sim->chains.reg_chain[reg]];
    int before = 0;

    for (int p = sim->chains.reg_place[reg] + 1; p < chain->length; p++)
        before += sim_bit(chain, p);
    return (chain->head + before) % chain->length;
}

int64_t racersim_tag(const struct racersim *sim, int reg)
{
    return sim->chain[sim->chains.reg_chain[reg]].tag[record_of(sim, reg)];
}

static union racer_bits *record_at(const struct racersim *sim, int reg)
{
    const struct sim_chain *chain = &sim->chain[sim->chains.reg_chain[reg]];

    return chain->record + (size_t)record_of(sim, reg) * (size_t)chain->slots;
}

struct racersim_share racersim_share_of(const struct racersim *sim, int reg)
{
    const struct sim_chain *chain = &sim->chain[sim->chains.reg_chain[reg]];
    int64_t cycles = sim->cycle;
    int64_t held = chain->held + chain->count * (cycles - chain->since);
    int64_t most = cycles * chain->length;
    int64_t passed = chain->entered * chain->length;
    struct racersim_share share = {0, 0, 0};

    if (!cycles)
        return share;
    share.used = (int)(2000 * passed / most);
    share.blocked = held > passed ? (int)(1000 * (held - passed) / most) : 0;
    share.starved = 1000 - share.used - share.blocked;
    if (share.starved < 0)
        share.starved = 0;
    return share;
}

union racer_bits racersim_bits(const struct racersim *sim, int reg)
{
    return record_at(sim, reg)[sim->chains.reg_slot[reg]];
}
