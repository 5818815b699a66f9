#include "runtime/ptxsim/check/local.h"

#include <stdlib.h>
#include <string.h>

/* HEDRA_CHECK -------------------------------------------------------------- */

static const struct {
    const char *word;
    unsigned mask;
} words[] = {
    {"race", PTXSIM_CHECK_RACE}, {"bounds", PTXSIM_CHECK_BOUNDS},
    {"init", PTXSIM_CHECK_INIT}, {"divide", PTXSIM_CHECK_DIVIDE},
    {"all", PTXSIM_CHECK_ALL},   {"none", 0},
};

enum { WORDS = sizeof words / sizeof words[0] };

bool ptxsim_check_parse(const char *text, unsigned *mask, struct report *why)
{
    *mask = PTXSIM_CHECK_BOUNDS;
    if (!text || !*text)
        return true;
    *mask = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int k = 0;
        while (k < WORDS && (strlen(words[k].word) != length ||
                             strncmp(words[k].word, at, length) != 0))
            k++;
        if (k == WORDS)
            return report_set(
                why,
                "HEDRA_CHECK=%s: '%.*s' is none of race, bounds, "
                "init, divide, all, none (several are separated by "
                "commas)",
                text, (int)length, at);
        *mask |= words[k].mask;
        at += length;
        if (!*at)
            return true;
    }
}

/* Notes -------------------------------------------------------------------- */

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

/* Tracked memory ----------------------------------------------------------- */

/* The number of tracked ranges with base <= address. */
static int below(const struct ptxsim_checks *c, uint64_t address)
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
    int k = below(c, address) - 1;
    if (k < 0 || address - c->tracked[k].base >= c->tracked[k].size ||
        size > c->tracked[k].size - (address - c->tracked[k].base))
        return NULL;
    return &c->tracked[k];
}

bool ptxsim_checks_track(struct ptxsim_checks *c, uint64_t address,
                         uint64_t size, struct report *why)
{
    if (!(c->mask & PTXSIM_CHECK_INIT))
        return true;
    if (c->tracked_count == c->tracked_capacity) {
        int capacity = c->tracked_capacity ? 2 * c->tracked_capacity : 16;
        struct check_tracked *more =
            realloc(c->tracked, (size_t)capacity * sizeof *more);
        if (!more)
            return report_lack(why, "out of memory");
        c->tracked = more;
        c->tracked_capacity = capacity;
    }
    void *written = calloc((size_t)(size / 8 + 1), 1);
    if (!written)
        return report_lack(why, "out of memory");
    int k = below(c, address);
    memmove(&c->tracked[k + 1], &c->tracked[k],
            (size_t)(c->tracked_count - k) * sizeof *c->tracked);
    c->tracked[k] = (struct check_tracked){address, size, written};
    c->tracked_count++;
    return true;
}

void ptxsim_checks_forget(struct ptxsim_checks *c, uint64_t address)
{
    int k = below(c, address) - 1;
    if (k < 0 || c->tracked[k].base != address)
        return;
    free((void *)c->tracked[k].written);
    c->tracked_count--;
    memmove(&c->tracked[k], &c->tracked[k + 1],
            (size_t)(c->tracked_count - k) * sizeof *c->tracked);
}

void ptxsim_checks_wrote(struct ptxsim_checks *c, uint64_t address,
                         uint64_t size)
{
    const struct check_tracked *t = check_find_tracked(c, address, size);
    if (!t)
        return;
    for (uint64_t k = address - t->base, end = k + size; k < end;) {
        if (k % 8 == 0 && end - k >= 8) {
            t->written[k / 8] = 0xff;
            k += 8;
        } else {
            t->written[k / 8] |= (unsigned char)(1u << k % 8);
            k++;
        }
    }
}

uint64_t ptxsim_checks_unwritten(const struct ptxsim_checks *c,
                                 uint64_t address, uint64_t size,
                                 uint64_t *first)
{
    const struct check_tracked *t = check_find_tracked(c, address, size);
    uint64_t count = 0;
    if (!t)
        return 0;
    for (uint64_t k = address - t->base, end = k + size; k < end; k++) {
        if (t->written[k / 8] >> k % 8 & 1)
            continue;
        if (count++ == 0)
            *first = t->base + k;
    }
    return count;
}

/* Launches ----------------------------------------------------------------- */

struct ptxsim_checks *ptxsim_checks_new(struct ptxsim_space *space,
                                        unsigned mask)
{
    struct ptxsim_checks *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->mask = mask;
    c->space = space;
    c->bounds = (struct check_observer){{&check_bounds_ops}, c};
    c->init = (struct check_observer){{&check_init_ops}, c};
    c->races = (struct check_observer){{&check_race_ops}, c};
    c->divide = (struct check_observer){{&check_divide_ops}, c};
    return c;
}

void ptxsim_checks_free(struct ptxsim_checks *c)
{
    if (!c)
        return;
    for (int k = 0; k < c->tracked_count; k++)
        free((void *)c->tracked[k].written);
    free(c->tracked);
    free(c);
}

void ptxsim_checks_watch(struct ptxsim_checks *c, struct ptxsim_launch *launch,
                         const struct ptxsim_row *row, int rows)
{
    c->row = row;
    c->rows = rows;
    if (c->mask & PTXSIM_CHECK_BOUNDS && row)
        launch->observer[launch->observers++] = &c->bounds.base;
    if (c->mask & PTXSIM_CHECK_INIT)
        launch->observer[launch->observers++] = &c->init.base;
    if (c->mask & PTXSIM_CHECK_RACE)
        launch->observer[launch->observers++] = &c->races.base;
    if (c->mask & PTXSIM_CHECK_DIVIDE)
        launch->observer[launch->observers++] = &c->divide.base;
}
