/*
 * Where lanes that parted meet: the immediate post-dominator of each branch.
 * Cooper, Harvey and Kennedy's iteration on the reversed graph of blocks.
 */
#include "runtime/ptxsim/decode/decode.h"

/* Blocks 0 … count - 1 and the exit, number `count`. */
struct graph {
    const struct ptxsim_program *p;
    const struct ptxsim_function *f;
    int count;
    int *block;           /* of each instruction, from f->begin */
    int *first;           /* instruction of each block */
    int *out, *out_begin; /* successors: out[out_begin[b] … out_begin[b+1]) */
    int *in, *in_begin;   /* predecessors */
    int *order;           /* blocks, exit first: reverse postorder backwards */
    int *number;          /* in that order; -1: no way from there to the exit */
    int ordered;
    int *join; /* post-dominator of each block, -1: not known */
};

static bool ends_block(const struct ptxsim_insn *i)
{
    return i->op == PTX_OP_bra || i->op == PTX_OP_brx || i->op == PTX_OP_ret ||
           i->op == PTX_OP_exit || i->op == PTX_OP_trap;
}

static bool falls_through(const struct ptxsim_insn *i)
{
    return i->guard >= 0 || !ends_block(i);
}

static int target_count(const struct ptxsim_insn *i)
{
    return i->op == PTX_OP_bra ? 1 : i->op == PTX_OP_brx ? (int)i->imm : 0;
}

static int target_at(const struct graph *g, const struct ptxsim_insn *i, int k)
{
    return i->op == PTX_OP_bra ? i->target : (int)g->p->vector[i->list + k];
}

static void find_blocks(struct graph *g, struct arena *scratch)
{
    int n = g->f->end - g->f->begin;
    bool *leads = arena_alloc(scratch, (size_t)n + 1);

    leads[0] = true;
    for (int k = 0; k < n; k++) {
        const struct ptxsim_insn *i = &g->p->insn[g->f->begin + k];

        leads[k + 1] |= ends_block(i);
        for (int t = 0; t < target_count(i); t++)
            leads[target_at(g, i, t) - g->f->begin] = true;
    }
    g->block = arena_alloc(scratch, (size_t)n * sizeof *g->block);
    g->first = arena_alloc(scratch, ((size_t)n + 1) * sizeof *g->first);
    for (int k = 0; k < n; k++) {
        if (leads[k])
            g->first[g->count++] = k;
        g->block[k] = g->count - 1;
    }
    g->first[g->count] = n;
}

/* Successors of a block, into `to` unless it is NULL. */
static int successors(const struct graph *g, int b, int *to)
{
    const struct ptxsim_insn *i =
        &g->p->insn[g->f->begin + g->first[b + 1] - 1];
    int n = 0;

    for (int t = 0; t < target_count(i); t++, n++)
        if (to)
            to[n] = g->block[target_at(g, i, t) - g->f->begin];
    if (falls_through(i)) {
        if (to)
            to[n] = b + 1;
        n++;
    }
    if (i->op == PTX_OP_ret || i->op == PTX_OP_exit || i->op == PTX_OP_trap) {
        if (to)
            to[n] = g->count;
        n++;
    }
    return n;
}

static void connect(struct graph *g, struct arena *scratch)
{
    size_t nodes = (size_t)g->count + 2;
    int edges = 0;

    g->out_begin = arena_alloc(scratch, nodes * sizeof *g->out_begin);
    g->in_begin = arena_alloc(scratch, nodes * sizeof *g->in_begin);
    for (int b = 0; b < g->count; b++) {
        g->out_begin[b] = edges;
        edges += successors(g, b, NULL);
    }
    g->out_begin[g->count] = g->out_begin[g->count + 1] = edges;
    g->out = arena_alloc(scratch, ((size_t)edges + 1) * sizeof *g->out);
    g->in = arena_alloc(scratch, ((size_t)edges + 1) * sizeof *g->in);
    for (int b = 0; b < g->count; b++)
        successors(g, b, g->out + g->out_begin[b]);
    for (int e = 0; e < edges; e++)
        g->in_begin[g->out[e] + 1]++;
    for (int b = 0; b <= g->count; b++)
        g->in_begin[b + 1] += g->in_begin[b];
    int *next = arena_alloc(scratch, nodes * sizeof *next);

    for (int b = 0; b < g->count; b++)
        for (int e = g->out_begin[b]; e < g->out_begin[b + 1]; e++)
            g->in[g->in_begin[g->out[e]] + next[g->out[e]]++] = b;
}

/* Depth first from the exit against the edges. */
static void order_blocks(struct graph *g, struct arena *scratch)
{
    size_t nodes = (size_t)g->count + 1;
    int *stack = arena_alloc(scratch, nodes * sizeof *stack);
    int *next = arena_alloc(scratch, nodes * sizeof *next);
    int *post = arena_alloc(scratch, nodes * sizeof *post);
    int depth = 1, done = 0;

    g->number = arena_alloc(scratch, nodes * sizeof *g->number);
    g->order = arena_alloc(scratch, nodes * sizeof *g->order);
    for (size_t b = 0; b < nodes; b++)
        g->number[b] = -1;
    stack[0] = g->count;
    g->number[g->count] = 0;
    while (depth > 0) {
        int b = stack[depth - 1];

        if (g->in_begin[b] + next[b] == g->in_begin[b + 1]) {
            post[done++] = b;
            depth--;
            continue;
        }
        int from = g->in[g->in_begin[b] + next[b]++];

        if (g->number[from] < 0) {
            g->number[from] = 0;
            stack[depth++] = from;
        }
    }
    g->ordered = done;
    for (int k = 0; k < done; k++) {
        g->order[k] = post[done - 1 - k];
        g->number[g->order[k]] = k;
    }
}

static int meet(const struct graph *g, int a, int b)
{
    while (a != b) {
        while (g->number[a] > g->number[b])
            a = g->join[a];
        while (g->number[b] > g->number[a])
            b = g->join[b];
    }
    return a;
}

static void find_dominators(struct graph *g, struct arena *scratch)
{
    bool changed = true;

    g->join = arena_alloc(scratch, ((size_t)g->count + 1) * sizeof *g->join);
    for (int b = 0; b < g->count; b++)
        g->join[b] = -1;
    g->join[g->count] = g->count;
    while (changed) {
        changed = false;
        for (int k = 1; k < g->ordered; k++) {
            int b = g->order[k], join = -1;

            for (int e = g->out_begin[b]; e < g->out_begin[b + 1]; e++) {
                int to = g->out[e];

                if (g->number[to] >= 0 && g->join[to] >= 0)
                    join = join < 0 ? to : meet(g, join, to);
            }
            changed |= join != g->join[b];
            g->join[b] = join;
        }
    }
}

/* Whether lanes there have nothing left to do but to end: then nobody should
 * wait there for others, who may come to a barrier first. */
static bool leads_out(const struct graph *g, int at)
{
    const struct ptxsim_insn *i = &g->p->insn[at];
    int steps = g->f->end - g->f->begin;

    while (g->f->kernel && i->guard < 0 && steps-- > 0) {
        if (i->op == PTX_OP_ret || i->op == PTX_OP_exit)
            return true;
        if (i->op != PTX_OP_bra)
            return false;
        i = &g->p->insn[i->target];
    }
    return false;
}

void ptx_find_joins(struct ptxsim_program *p, const struct ptxsim_function *f,
                    struct arena *scratch)
{
    struct graph g = {.p = p, .f = f};

    find_blocks(&g, scratch);
    connect(&g, scratch);
    order_blocks(&g, scratch);
    find_dominators(&g, scratch);
    for (int b = 0; b < g.count; b++) {
        struct ptxsim_insn *last = &p->insn[f->begin + g.first[b + 1] - 1];

        if (!target_count(last) || g.join[b] < 0 || g.join[b] == g.count ||
            leads_out(&g, f->begin + g.first[g.join[b]]))
            continue;
        last->reconverge = f->begin + g.first[g.join[b]];
        p->insn[last->reconverge].flags |= PTXSIM_JOIN;
    }
}
