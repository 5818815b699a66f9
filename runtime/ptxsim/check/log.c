/*
 * What all checks use: notes of what a block did, handed in as findings when it
 * ends; tracked memory; how finely a kernel accesses a space.
 */
#include "runtime/ptxsim/check/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The two sides of a race may come in either order. */
static bool is_same(const struct check_note *a, const struct check_note *b)
{
    if (a->kind != b->kind || a->has_other != b->has_other)
        return false;
    if (!a->has_other)
        return a->insn == b->insn;
    return (a->insn == b->insn && a->other_insn == b->other_insn) ||
           (a->insn == b->other_insn && a->other_insn == b->insn);
}

void check_log_add(struct check_log *log, const struct check_note *note)
{
    for (int k = 0; k < log->count; k++)
        if (is_same(&log->note[k], note)) {
            log->note[k].count++;
            return;
        }
    if (log->count == CHECK_NOTES)
        return;
    log->note[log->count] = *note;
    log->note[log->count++].count = 1;
}

void check_thread_index(const struct ptxsim_block *block, int thread,
                        int index[3])
{
    const int *size = block->launch->block;
    index[0] = thread % size[0];
    index[1] = thread / size[0] % size[1];
    index[2] = thread / size[0] / size[1];
}

int check_thread(const struct ptxsim_warp *warp, int lane)
{
    return ptxsim_warp_index(warp) * PTXSIM_LANES + lane;
}

static void copy_name(char *to, size_t size, const char *from)
{
    size_t length = from ? strnlen(from, size - 1) : 0;
    memcpy(to, from ? from : "", length);
    to[length] = '\0';
}

static void place_of(const struct ptxsim_program *p, int insn, int *line,
                     char *file, size_t size, int *source_line)
{
    const struct ptxsim_insn *i = &p->insn[insn];
    *line = i->line;
    *source_line = i->source_line;
    copy_name(file, size, i->file >= 0 ? p->file[i->file] : NULL);
}

static void block_position(const struct ptxsim_block *block, int64_t index,
                           int position[3])
{
    const int64_t *grid = block->launch->grid;
    position[0] = (int)(index % grid[0]);
    position[1] = (int)(index / grid[0] % grid[1]);
    position[2] = (int)(index / grid[0] / grid[1]);
}

static void fill_other(struct ptxsim_site *site, const struct check_note *n,
                       const struct ptxsim_block *block)
{
    place_of(block->program, n->other_insn, &site->line, site->file,
             sizeof site->file, &site->source_line);
    site->block = n->other_block;
    block_position(block, n->other_block, site->block_index);
    check_thread_index(block, n->other_thread, site->thread_index);
}

static void hand_in(const struct check_note *n,
                    const struct ptxsim_block *block)
{
    struct ptxsim_finding f = {
        .kind = n->kind,
        .block = block->index,
        .lane = n->thread % PTXSIM_LANES,
        .space = n->space,
        .address = n->address,
        .size = n->size,
        .count = n->count,
    };
    copy_name(f.kernel, sizeof f.kernel, block->launch->kernel->name);
    copy_name(f.text, sizeof f.text, n->text);
    place_of(block->program, n->insn, &f.line, f.file, sizeof f.file,
             &f.source_line);
    block_position(block, block->index, f.block_index);
    check_thread_index(block, n->thread, f.thread_index);
    if (n->has_other)
        fill_other(&f.other, n, block);
    ptxsim_add(block->run, &f);
}

void check_log_hand_in(const struct check_log *log,
                       const struct ptxsim_block *block)
{
    for (int k = 0; k < log->count; k++)
        hand_in(&log->note[k], block);
}

/* Marks the functions that `function` may call, itself included. */
static void mark_callees(const struct ptxsim_program *p, int function,
                         bool *marked)
{
    const struct ptxsim_function *f = &p->function[function];
    if (marked[function])
        return;
    marked[function] = true;
    for (int k = f->begin; k < f->end; k++)
        if (p->insn[k].op == PTX_OP_call)
            mark_callees(p, p->insn[k].target, marked);
}

static int smallest_element(const struct ptxsim_program *p,
                            const struct ptxsim_function *f,
                            enum ptxsim_space_kind space)
{
    int smallest = 16;
    for (int k = f->begin; k < f->end; k++) {
        const struct ptxsim_insn *i = &p->insn[k];
        if (i->op != PTX_OP_ld && i->op != PTX_OP_st && i->op != PTX_OP_atom &&
            i->op != PTX_OP_red)
            continue;
        if (i->space != space && i->space != PTXSIM_GENERIC)
            continue;
        if (i->bytes / i->width < smallest)
            smallest = i->bytes / i->width;
    }
    return smallest;
}

int check_granule(const struct ptxsim_program *p, int function,
                  enum ptxsim_space_kind space)
{
    bool *marked = calloc((size_t)p->function_count, sizeof *marked);
    int granule = 16;
    if (!marked)
        return 1;
    mark_callees(p, function, marked);
    for (int k = 0; k < p->function_count; k++) {
        int element =
            marked[k] ? smallest_element(p, &p->function[k], space) : granule;
        if (element < granule)
            granule = element;
    }
    free(marked);
    return granule;
}

/* The number of tracked ranges with base <= address. */
int check_below(const struct ptxsim_checks *c, uint64_t address)
{
    int lo = 0, hi = c->tracked_count;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (c->tracked[middle].base <= address)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

const struct check_tracked *check_find_tracked(const struct ptxsim_checks *c,
                                               uint64_t address, uint64_t size)
{
    int k = check_below(c, address) - 1;
    if (k < 0 || address - c->tracked[k].base >= c->tracked[k].size ||
        size > c->tracked[k].size - (address - c->tracked[k].base))
        return NULL;
    return &c->tracked[k];
}
