#include "tests/access/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/kir/kir.h"
#include "backends/memory/memory.h"

enum { LANES = 32 };

struct value {
    bool known[LANES];
    int64_t v[LANES];
};

struct machine {
    const struct kir_module *module;
    const struct kir_func *f;
    struct value *value, *variable;
    const struct kir_access *access;
    int access_count;
    struct kir_access_count *count;
    bool *unknown;
    struct kir_launches *launches; /* of each function */
};

static void run_block(struct machine *m, const struct kir_block *block,
                      const bool *on);

static int compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Sorts, and returns how many different numbers there are. */
static int distinct(int64_t *number, int count)
{
    int different = count > 0;

    qsort(number, (size_t)count, sizeof *number, compare_numbers);
    for (int k = 1; k < count; k++)
        different += number[k] != number[k - 1];
    return different;
}

static void count_global(struct kir_access_count *c, const int64_t *byte,
                         const bool *on, int size)
{
    int64_t first[LANES], all[LANES * 16];
    int lanes = 0, bytes = 0;

    for (int k = 0; k < LANES; k++) {
        if (!on[k])
            continue;
        first[lanes++] = (byte[k] - (byte[k] % 32 + 32) % 32) / 32;
        for (int b = 0; b < size; b++)
            all[bytes++] = byte[k] + b;
    }
    c->requests++;
    c->lanes += lanes;
    c->sectors += distinct(first, lanes);
    c->ideal_sectors += (distinct(all, bytes) + 31) / 32;
}

/* 32 banks of 4 bytes, filled one word after the other. */
static void count_shared(struct kir_access_count *c, const int64_t *byte,
                         const bool *on, int size)
{
    int group = size == 16 ? 8 : size == 8 ? 16 : 32;

    c->requests++;
    for (int first = 0; first < LANES; first += group) {
        int worst = 0;
        for (int bank = 0; bank < 32; bank++) {
            int64_t word[2 * LANES];
            int words = 0;
            for (int k = first; k < first + group; k++)
                for (int b = 0; on[k] && b < size; b++)
                    if ((byte[k] + b) / 4 % 32 == bank && words < 2 * LANES)
                        if (b % 4 == 0 || b == 0)
                            word[words++] = (byte[k] + b) / 4;
            int passes = distinct(word, words);
            worst = passes > worst ? passes : worst;
        }
        c->wavefronts += worst;
        c->ideal_wavefronts += worst > 0;
    }
    for (int k = 0; k < LANES; k++)
        c->lanes += on[k];
}

static int find_access(const struct machine *m, const struct kir_stmt *t)
{
    for (int k = 0; k < m->access_count; k++)
        if (m->access[k].stmt == t)
            return k;
    return -1;
}

/* Where a shared buffer begins: one after the other, at multiples of 16. */
static int64_t shared_start(const struct kir_func *f, int buffer)
{
    int64_t at = 0;

    for (int b = 0; b <= buffer; b++) {
        int64_t size = kir_type_size(f->buffer[b].type);
        if (f->buffer[b].space != KIR_SHARED)
            continue;
        at = (at + 15) / 16 * 16;
        if (b < buffer)
            at += size * f->buffer[b].count;
    }
    return at;
}

static bool is_known(const struct value *value, const bool *on)
{
    for (int k = 0; k < LANES; k++)
        if (on[k] && !value->known[k])
            return false;
    return true;
}

static void touch(struct machine *m, const struct kir_stmt *t, int buffer,
                  int index, const bool *on)
{
    int access = find_access(m, t), size, pack = t->pack > 1 ? t->pack : 1;
    int64_t byte[LANES];

    if (access < 0)
        return;
    if (!is_known(&m->value[index], on)) {
        m->unknown[access] = true;
        return;
    }
    size = kir_type_size(m->f->buffer[buffer].type);
    if (m->f->buffer[buffer].space == KIR_SHARED) {
        for (int k = 0; k < LANES; k++)
            byte[k] = shared_start(m->f, buffer) + m->value[index].v[k] * size;
        count_shared(&m->count[access], byte, on, size * pack);
    } else {
        for (int k = 0; k < LANES; k++)
            byte[k] = m->value[index].v[k] * size;
        count_global(&m->count[access], byte, on, size * pack);
    }
}

static void compute(struct machine *m, int id, const bool *on)
{
    const struct kir_value *v = &m->f->value[id];
    const bool has_operands = kir_op_operands(v->op) > 0;
    enum kir_type from = has_operands ? m->f->value[v->arg[0]].type : v->type;
    struct value r = {{false}, {0}};

    for (int k = 0; k < LANES; k++) {
        union kir_imm in[3] = {{.i = 0}}, out = {.i = 0};
        bool known = on[k] && v->op != KIR_SHUFFLE_DOWN &&
                     !kir_is_float(v->type) && !kir_is_float(from);
        for (int a = 0; a < kir_op_operands(v->op); a++) {
            known &= m->value[v->arg[a]].known[k];
            in[a].i = m->value[v->arg[a]].v[k];
        }
        r.known[k] =
            v->op == KIR_ALIGNED || (known && kir_scalar(v, from, in, &out));
        r.v[k] = v->op == KIR_ALIGNED ? 1 : out.i;
    }
    m->value[id] = r;
}

static void lose(struct machine *m, const struct kir_block *block)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next) {
        int access = find_access(m, t);
        if (access >= 0)
            m->unknown[access] = true;
        if (t->kind == KIR_SET)
            m->variable[t->variable] = (struct value){{false}, {0}};
        if (t->kind == KIR_LAUNCH)
            m->launches[t->kernel].unknown = true;
        lose(m, &t->body[0]);
        lose(m, &t->body[1]);
    }
}

static bool any(const bool *on)
{
    return memchr(on, true, LANES) != NULL;
}

static void run_for(struct machine *m, const struct kir_stmt *t, const bool *on)
{
    const struct value *hi = &m->value[t->hi], *step = &m->value[t->step];
    struct value iter = m->value[t->lo];
    bool here[LANES];

    if (!is_known(&iter, on) || !is_known(hi, on) || !is_known(step, on)) {
        lose(m, &t->body[0]);
        return;
    }
    for (;;) {
        for (int k = 0; k < LANES; k++)
            here[k] = on[k] && iter.v[k] < hi->v[k];
        if (!any(here))
            return;
        m->value[t->iter] = iter;
        run_block(m, &t->body[0], here);
        for (int k = 0; k < LANES; k++)
            iter.v[k] += here[k] ? step->v[k] : 0;
    }
}

static void run_if(struct machine *m, const struct kir_stmt *t, const bool *on)
{
    const struct value c = m->value[t->value];
    bool here[LANES];

    if (!is_known(&c, on)) {
        lose(m, &t->body[0]);
        lose(m, &t->body[1]);
        return;
    }
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < LANES; k++)
            here[k] = on[k] && (c.v[k] == 0) == side;
        if (any(here))
            run_block(m, &t->body[side], here);
    }
}

/* Leaves that depend on the warp, for all threads of it. */
static void set_indices(struct machine *m, const int64_t *block,
                        const int64_t *grid, int warp)
{
    const int *size = m->f->block;

    for (int i = 0; i < m->f->value_count; i++) {
        const struct kir_value *v = &m->f->value[i];
        for (int k = 0; k < LANES; k++) {
            m->value[i].known[k] |= v->op == KIR_BLOCK_INDEX ||
                                    v->op == KIR_GRID_SIZE ||
                                    v->op == KIR_THREAD_INDEX;
            int t = warp * LANES + k;
            int at[3] = {t % size[0], t / size[0] % size[1],
                         t / (size[0] * size[1])};
            if (v->op == KIR_BLOCK_INDEX)
                m->value[i].v[k] = block[v->imm.i];
            if (v->op == KIR_GRID_SIZE)
                m->value[i].v[k] = grid[v->imm.i];
            if (v->op == KIR_THREAD_INDEX)
                m->value[i].v[k] = at[v->imm.i];
        }
    }
}

static struct machine enter(const struct machine *from,
                            const struct kir_func *f)
{
    struct machine m = *from;

    m.f = f;
    m.value = calloc((size_t)f->value_count + 1, sizeof *m.value);
    m.variable = calloc((size_t)f->variable_count + 1, sizeof *m.variable);
    for (int i = 0; i < f->value_count; i++)
        if (f->value[i].op == KIR_CONST && !kir_is_float(f->value[i].type)) {
            for (int k = 0; k < LANES; k++) {
                m.value[i].known[k] = true;
                m.value[i].v[k] = f->value[i].imm.i;
            }
        }
    return m;
}

static void leave(struct machine *m)
{
    free(m->value);
    free(m->variable);
}

static void run_warps(struct machine *m, const int64_t *block,
                      const int64_t *grid)
{
    int threads = m->f->block[0] * m->f->block[1] * m->f->block[2];

    for (int warp = 0; warp * LANES < threads; warp++) {
        bool on[LANES];
        for (int k = 0; k < LANES; k++)
            on[k] = warp * LANES + k < threads;
        set_indices(m, block, grid, warp);
        run_block(m, &m->f->body, on);
    }
}

static void count_launch(struct kir_launches *l, const int64_t *grid)
{
    int64_t blocks = grid[0] * grid[1] * grid[2];
    int64_t most = l->most_blocks[0] * l->most_blocks[1] * l->most_blocks[2];

    l->count += blocks > 0;
    l->blocks += blocks;
    if (blocks > most)
        memcpy(l->most_blocks, grid, sizeof l->most_blocks);
}

static void run_launch(struct machine *from, const struct kir_stmt *t)
{
    const struct kir_func *f = from->module->func[t->kernel];
    struct machine m = enter(from, f);
    int64_t grid[3], block[3];
    int buffers = 0;

    for (int b = 0; b < f->buffer_count; b++)
        buffers += f->buffer[b].space == KIR_GLOBAL;
    for (int p = 0; p < f->param_count; p++) {
        const struct value *given = &from->value[t->arg[buffers + p].id];
        struct value *v = &m.value[f->param[p].value];
        for (int k = 0; k < LANES; k++) {
            v->known[k] = given->known[0];
            v->v[k] = given->v[0];
        }
    }
    for (int d = 0; d < 3; d++)
        grid[d] = from->value[t->grid[d]].v[0];
    count_launch(&from->launches[t->kernel], grid);
    for (block[2] = 0; block[2] < grid[2]; block[2]++)
        for (block[1] = 0; block[1] < grid[1]; block[1]++)
            for (block[0] = 0; block[0] < grid[0]; block[0]++)
                run_warps(&m, block, grid);
    leave(&m);
}

static void run_let(struct machine *m, const struct kir_stmt *t, const bool *on)
{
    const struct kir_value *v = &m->f->value[t->value];

    if (v->op == KIR_LOAD) {
        touch(m, t, v->buffer, v->arg[0], on);
        m->value[t->value] = (struct value){{false}, {0}};
    } else if (v->op == KIR_FETCH) {
        m->value[t->value] = (struct value){{false}, {0}};
    } else if (v->op == KIR_GET) {
        m->value[t->value] = m->variable[v->imm.i];
    } else {
        compute(m, t->value, on);
    }
}

static void run_stmt(struct machine *m, const struct kir_stmt *t,
                     const bool *on)
{
    struct value *variable = &m->variable[t->variable];

    switch (t->kind) {
    case KIR_LET:
        run_let(m, t, on);
        break;
    case KIR_SET:
        for (int k = 0; k < LANES; k++)
            if (on[k]) {
                variable->v[k] = m->value[t->value].v[k];
                variable->known[k] = m->value[t->value].known[k];
            }
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        touch(m, t, t->buffer, t->index, on);
        break;
    case KIR_FOR:
        run_for(m, t, on);
        break;
    case KIR_IF:
        run_if(m, t, on);
        break;
    case KIR_WHILE:
        lose(m, &t->body[0]);
        lose(m, &t->body[1]);
        break;
    case KIR_LAUNCH:
        run_launch(m, t);
        break;
    default:
        break;
    }
}

static void run_block(struct machine *m, const struct kir_block *block,
                      const bool *on)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next)
        run_stmt(m, t, on);
}

static int report(const struct kir_access *a, const struct kir_access_count *r)
{
    const struct kir_access_count *p = &a->count;

    if (memcmp(p, r, sizeof *p) == 0)
        return 0;
    fprintf(stderr,
            "%s, line %d, access to %s: predicted %lld requests, %lld lanes, "
            "%lld/%lld sectors, %lld/%lld wavefronts; counted %lld, %lld, "
            "%lld/%lld, %lld/%lld\n",
            a->kernel->name, a->line, a->kernel->buffer[a->buffer].name,
            (long long)p->requests, (long long)p->lanes, (long long)p->sectors,
            (long long)p->ideal_sectors, (long long)p->wavefronts,
            (long long)p->ideal_wavefronts, (long long)r->requests,
            (long long)r->lanes, (long long)r->sectors,
            (long long)r->ideal_sectors, (long long)r->wavefronts,
            (long long)r->ideal_wavefronts);
    return 1;
}

static int report_launches(const struct kir_launches *a,
                           const struct kir_launches *b)
{
    bool same = a->unknown == b->unknown;

    if (same && !a->unknown)
        same = a->count == b->count && a->blocks == b->blocks &&
               !memcmp(a->most_blocks, b->most_blocks, sizeof a->most_blocks);
    if (!same)
        fprintf(stderr,
                "%s: predicted %s%lld launches, %lld blocks; counted %s%lld, "
                "%lld\n",
                a->kernel->name, a->unknown ? "unknown " : "",
                (long long)a->count, (long long)a->blocks,
                b->unknown ? "unknown " : "", (long long)b->count,
                (long long)b->blocks);
    return !same;
}

int reference_compare(const struct kir_func *driver, const int64_t *scalar,
                      const struct kir_access *predicted, int count,
                      const struct kir_launches *launches)
{
    struct machine base = {
        .module = driver->module, .access = predicted, .access_count = count};
    bool on[LANES] = {true};
    int bad = 0;

    base.count = calloc((size_t)count + 1, sizeof *base.count);
    base.unknown = calloc((size_t)count + 1, sizeof *base.unknown);
    base.launches =
        calloc((size_t)base.module->func_count + 1, sizeof *base.launches);
    struct machine m = enter(&base, driver);
    for (int p = 0; p < driver->param_count; p++) {
        struct value *v = &m.value[driver->param[p].value];
        v->known[0] = !kir_is_float(driver->param[p].type);
        v->v[0] = scalar[p];
    }
    run_block(&m, &driver->body, on);
    leave(&m);
    for (int k = 0; k < count; k++) {
        if (predicted[k].unknown != base.unknown[k]) {
            fprintf(stderr, "%s, line %d: unknown, or not?\n",
                    predicted[k].kernel->name, predicted[k].line);
            bad++;
        } else if (!base.unknown[k]) {
            bad += report(&predicted[k], &base.count[k]);
        }
    }
    for (int k = 0; k < base.module->func_count; k++)
        bad += report_launches(&launches[k], &base.launches[k]);
    free(base.launches);
    free(base.count);
    free(base.unknown);
    return bad;
}
