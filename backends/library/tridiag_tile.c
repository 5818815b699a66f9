/* Which block a thread has, and how segments of blocks come from global memory
 * to their threads and go back. */
#include "backends/library/tridiag_build.h"

/* The parameters that say where joint lines are. */
struct joints {
    int n, blocks, length, longer, given, joint;
};

static struct joints joints_new(struct build *k)
{
    struct kir_func *f = k->f;
    struct joints j = {.joint = kir_global(f, "joint", KIR_I64, true, true)};
    j.n = kir_param(f, "n", KIR_I64);
    j.blocks = kir_param(f, "blocks", KIR_I64);
    j.length = kir_param(f, "length", KIR_I64);
    j.longer = kir_param(f, "longer", KIR_I64);
    j.given = kir_cast(f, KIR_PRED, kir_param(f, "given", KIR_I32));
    return j;
}

/* Joint line w; n after the last one. Blocks are of equal length but for the
 * first ones, one line longer, and the last, which is what remains; or joint
 * lines are given one by one. */
static int joint_line(const struct build *k, const struct joints *j,
                      const char *name, int w)
{
    int variable = kir_variable(k->f, name, KIR_I64);
    int inside = kir_binary(k->f, KIR_LE, w, j->blocks);
    int line =
        kir_binary(k->f, KIR_ADD, kir_binary(k->f, KIR_MUL, w, j->length),
                   kir_binary(k->f, KIR_MIN, w, j->longer));
    line = kir_binary(k->f, KIR_MIN, line,
                      kir_binary(k->f, KIR_SUB, j->n, kir_i64(k->f, 1)));
    kir_set(k->f, variable, kir_select(k->f, inside, line, j->n));
    kir_if(k->f, kir_binary(k->f, KIR_AND, inside, j->given));
    kir_set(k->f, variable, kir_load(k->f, j->joint, w));
    kir_end(k->f);
    return kir_get(k->f, variable);
}

/* Where the block of each thread begins and how long it is, for the others. */
void cut_share(struct build *k, struct block_cut *c)
{
    c->start_shared = kir_shared(k->f, "start", KIR_I64, k->threads);
    c->count_shared = kir_shared(k->f, "count", KIR_I32, k->threads);
    kir_store(k->f, c->start_shared, k->thread,
              kir_binary(k->f, KIR_MUL, c->start, kir_i64(k->f, k->parts)));
    kir_store(k->f, c->count_shared, k->thread,
              kir_binary(k->f, KIR_MUL, c->lines, kir_i32(k->f, k->parts)));
}

struct block_cut cut_new(struct build *k, bool before)
{
    struct joints j = joints_new(k);
    struct block_cut c = {.blocks = j.blocks};
    c.first = kir_param(k->f, "first", KIR_I64);
    c.last = kir_param(k->f, "last", KIR_I64);
    int longest = kir_param(k->f, "longest", KIR_I32);
    int block = kir_cast(k->f, KIR_I64, kir_block_index(k->f, 0));
    int own =
        kir_binary(k->f, KIR_MUL, block, kir_i64(k->f, k->threads - before));
    int low = c.first;
    c.w = kir_binary(k->f, KIR_ADD, kir_binary(k->f, KIR_ADD, c.first, own),
                     k->thread64);
    c.own = kir_binary(k->f, KIR_LE, c.w, c.last);
    if (before) {
        c.w = kir_binary(k->f, KIR_SUB, c.w, kir_i64(k->f, 1));
        c.own =
            kir_binary(k->f, KIR_AND, kir_binary(k->f, KIR_LE, c.w, c.last),
                       kir_binary(k->f, KIR_GT, k->thread, kir_i32(k->f, 0)));
        low = kir_binary(k->f, KIR_MAX,
                         kir_binary(k->f, KIR_SUB, low, kir_i64(k->f, 1)),
                         kir_i64(k->f, 0));
    }
    /* A thread without a block looks at the nearest one's first line. */
    int near =
        kir_binary(k->f, KIR_MIN, kir_binary(k->f, KIR_MAX, c.w, low), c.last);
    int has = kir_binary(k->f, KIR_EQ, near, c.w);
    int next = kir_binary(k->f, KIR_ADD, near, kir_i64(k->f, 1));
    c.start = joint_line(k, &j, "here", near);
    int lines =
        kir_binary(k->f, KIR_SUB, joint_line(k, &j, "there", next), c.start);
    c.lines =
        kir_select(k->f, has, kir_cast(k->f, KIR_I32, lines), kir_i32(k->f, 0));
    int positions = kir_binary(k->f, KIR_MUL, longest, kir_i32(k->f, k->parts));
    c.segments = kir_binary(
        k->f, KIR_DIV,
        kir_binary(k->f, KIR_ADD, positions, kir_i32(k->f, k->positions - 1)),
        kir_i32(k->f, k->positions));
    return c;
}

void cut_stop(struct build *k, struct block_cut *c, int flags)
{
    int fine = kir_binary(k->f, KIR_EQ, kir_load(k->f, flags, kir_i32(k->f, 0)),
                          kir_i32(k->f, INT32_MAX));
    c->lines = kir_select(k->f, fine, c->lines, kir_i32(k->f, 0));
}

/* Tiles ---------------------------------------------------------------------*/

int tile_new(struct build *k, int arrays)
{
    return kir_shared(k->f, "tile", k->real,
                      (int64_t)arrays * k->positions * k->step);
}

/* Which position of a segment, and of which block in round `round`, a thread
 * moves. */
struct mover {
    int position, block;
};

static struct mover mover_of(const struct build *k, int round)
{
    int64_t blocks = k->threads / k->positions;
    return (struct mover){
        kir_binary(k->f, KIR_REM, k->thread, kir_i32(k->f, k->positions)),
        kir_binary(
            k->f, KIR_ADD,
            kir_binary(k->f, KIR_DIV, k->thread, kir_i32(k->f, k->positions)),
            kir_i32(k->f, round * blocks))};
}

int tile_base(const struct build *k, int which)
{
    return kir_i32(k->f, (int64_t)which * k->positions * k->step);
}

/* For a position within a segment of a block, of an array that begins at
 * `base`. */
static int tile_at(const struct build *k, int base, int position, int block)
{
    int at = kir_binary(
        k->f, KIR_ADD,
        kir_binary(k->f, KIR_MUL, position, kir_i32(k->f, k->step)), block);
    return kir_binary(k->f, KIR_ADD, at, base);
}

/* Positions of segment `number` before the one that is moved, in its block. */
static int within(const struct build *k, int number, int position)
{
    return kir_binary(
        k->f, KIR_ADD,
        kir_binary(k->f, KIR_MUL, number, kir_i32(k->f, k->positions)),
        position);
}

/* What a thread loads before it stores any of it. */
enum { AT_ONCE = 8 };

/* Beyond a block's end its last position is loaded once more: nobody looks at
 * it, and it costs no other sector. */
static void load_rounds(const struct build *k, const struct block_cut *c,
                        const int *array, const int *offset, int count,
                        int number, int from, int value[TILE_ARRAYS][AT_ONCE])
{
    for (int round = 0; round < AT_ONCE; round++) {
        struct mover m = mover_of(k, from + round);
        int most =
            kir_binary(k->f, KIR_SUB, kir_load(k->f, c->count_shared, m.block),
                       kir_i32(k->f, 1));
        int at = kir_binary(k->f, KIR_MIN, within(k, number, m.position), most);
        at = kir_binary(k->f, KIR_MAX, at, kir_i32(k->f, 0));
        int place =
            kir_binary(k->f, KIR_ADD, kir_load(k->f, c->start_shared, m.block),
                       kir_cast(k->f, KIR_I64, at));
        for (int i = 0; i < count; i++)
            value[i][round] = kir_load(
                k->f, array[i],
                offset ? kir_binary(k->f, KIR_ADD, place, offset[i]) : place);
    }
}

void tile_load(const struct build *k, const struct block_cut *c, int tile,
               const int *array, const int *offset, int count, int number)
{
    int value[TILE_ARRAYS][AT_ONCE];
    for (int from = 0; from < k->positions; from += AT_ONCE) {
        load_rounds(k, c, array, offset, count, number, from, value);
        if (from == 0)
            kir_barrier(k->f);
        for (int round = 0; round < AT_ONCE; round++) {
            struct mover m = mover_of(k, from + round);
            for (int i = 0; i < count; i++)
                kir_store(k->f, tile,
                          tile_at(k, tile_base(k, i), m.position, m.block),
                          value[i][round]);
        }
    }
    kir_barrier(k->f);
}

/* A few rounds in each iteration, so that little waits in registers. */
void tile_store(const struct build *k, const struct block_cut *c, int buffer,
                const struct tile_move *move, int count, int number, int from)
{
    enum { ROUNDS = 4 };
    const int blocks = k->threads / k->positions;
    int first = kir_for(k->f, kir_i32(k->f, 0), kir_i32(k->f, k->positions),
                        kir_i32(k->f, ROUNDS), 0);
    for (int round = 0; round < ROUNDS; round++) {
        struct mover m = mover_of(k, round);
        m.block =
            kir_binary(k->f, KIR_ADD, m.block,
                       kir_binary(k->f, KIR_MUL, first, kir_i32(k->f, blocks)));
        int at = within(k, number, m.position);
        int inside = kir_binary(k->f, KIR_LT, at,
                                kir_load(k->f, c->count_shared, m.block));
        if (from > 0)
            inside = kir_binary(
                k->f, KIR_AND, inside,
                kir_binary(k->f, KIR_GE, m.block, kir_i32(k->f, from)));
        kir_if(k->f, inside);
        int place =
            kir_binary(k->f, KIR_ADD, kir_load(k->f, c->start_shared, m.block),
                       kir_cast(k->f, KIR_I64, at));
        for (int i = 0; i < count; i++)
            kir_store(k->f, move[i].array,
                      kir_binary(k->f, KIR_ADD, place, move[i].offset),
                      kir_load(k->f, buffer,
                               tile_at(k, move[i].base, m.position, m.block)));
        kir_end(k->f);
    }
    kir_end(k->f);
}

struct number tile_get(const struct build *k, int tile, int which, int line)
{
    struct number a = {{0}};
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts
                        ? kir_load(k->f, tile,
                                   tile_at(k, tile_base(k, which),
                                           kir_i32(k->f, line * k->parts + p),
                                           k->thread))
                        : a.part[0];
    return a;
}

void tile_set(const struct build *k, int tile, int which, int line,
              struct number a)
{
    for (int p = 0; p < k->parts; p++)
        kir_store(k->f, tile,
                  tile_at(k, tile_base(k, which),
                          kir_i32(k->f, line * k->parts + p), k->thread),
                  a.part[p]);
}

/* Ends of systems -----------------------------------------------------------*/

/* The first end of a system, as the array of offsets has it, that is not before
 * the block's first line: by bisection. */
struct ends ends_new(struct build *k, const struct block_cut *c)
{
    struct kir_func *f = k->f;
    struct ends e = {.offset = kir_global(f, "offset", KIR_I64, true, true),
                     .number = kir_variable(f, "system", KIR_I64),
                     .end = kir_variable(f, "end", KIR_I64)};
    int high = kir_variable(f, "high", KIR_I64);
    kir_set(f, e.number, kir_i64(k->f, 0));
    kir_set(f, high, kir_param(f, "systems", KIR_I64));
    kir_while(f);
    int more = kir_binary(k->f, KIR_LT, kir_get(f, e.number), kir_get(f, high));
    kir_while_body(f, more);
    int sum = kir_binary(k->f, KIR_ADD, kir_get(f, e.number), kir_get(f, high));
    int middle = kir_binary(k->f, KIR_SHR, sum, kir_i32(k->f, 1));
    kir_if(f,
           kir_binary(k->f, KIR_GE, kir_load(f, e.offset, middle), c->start));
    kir_set(f, high, middle);
    kir_else(f);
    kir_set(f, e.number, kir_binary(k->f, KIR_ADD, middle, kir_i64(k->f, 1)));
    kir_end(f);
    kir_end(f);
    kir_set(f, e.end, kir_load(f, e.offset, kir_get(f, e.number)));
    return e;
}

void ends_mask(const struct build *k, const struct ends *e, int line,
               struct number *b, struct number *c)
{
    struct kir_func *f = k->f;
    const struct number zero = number_constant(k, 0);
    int begins = kir_binary(k->f, KIR_GE, line, kir_get(f, e->end));
    *b = number_select(k, begins, zero, *b);
    kir_if(f, begins);
    int next =
        kir_binary(k->f, KIR_ADD, kir_get(f, e->number), kir_i64(k->f, 1));
    kir_set(f, e->number, next);
    kir_set(f, e->end, kir_load(f, e->offset, next));
    kir_end(f);
    int stops = kir_binary(k->f, KIR_EQ,
                           kir_binary(k->f, KIR_ADD, line, kir_i64(k->f, 1)),
                           kir_get(f, e->end));
    *c = number_select(k, stops, zero, *c);
}
