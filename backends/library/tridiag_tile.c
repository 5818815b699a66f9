/* Which block a thread has, and how segments of blocks come from global memory
 * to their threads and go back. */
#include "backends/library/tridiag_build.h"

static int select_value(const struct build *k, int condition, int yes, int no)
{
    return kir_ternary(k->f, KIR_SELECT, condition, yes, no);
}

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
    int inside = build_op(k, KIR_LE, w, j->blocks);
    int line = build_op(k, KIR_ADD, build_op(k, KIR_MUL, w, j->length),
                        build_op(k, KIR_MIN, w, j->longer));
    line = build_op(k, KIR_MIN, line,
                    build_op(k, KIR_SUB, j->n, build_long(k, 1)));
    kir_set(k->f, variable, select_value(k, inside, line, j->n));
    kir_if(k->f, build_op(k, KIR_AND, inside, j->given));
    kir_set(k->f, variable, kir_load(k->f, j->joint, w));
    kir_end(k->f);
    return kir_get(k->f, variable);
}

/* Where the block of each thread begins and how long it is, for the others. */
void cut_share(struct build *k, struct cut *c)
{
    c->start_shared = kir_shared(k->f, "start", KIR_I64, k->threads);
    c->count_shared = kir_shared(k->f, "count", KIR_I32, k->threads);
    kir_store(k->f, c->start_shared, k->thread,
              build_op(k, KIR_MUL, c->start, build_long(k, k->parts)));
    kir_store(k->f, c->count_shared, k->thread,
              build_op(k, KIR_MUL, c->lines, build_int(k, k->parts)));
}

struct cut cut_new(struct build *k, bool before)
{
    struct joints j = joints_new(k);
    struct cut c = {.blocks = j.blocks};
    c.first = kir_param(k->f, "first", KIR_I64);
    c.last = kir_param(k->f, "last", KIR_I64);
    int longest = kir_param(k->f, "longest", KIR_I32);
    int block = kir_cast(k->f, KIR_I64, kir_block_index(k->f, 0));
    int own = build_op(k, KIR_MUL, block, build_long(k, k->threads - before));
    int low = c.first;
    c.w = build_op(k, KIR_ADD, build_op(k, KIR_ADD, c.first, own), k->thread64);
    c.own = build_op(k, KIR_LE, c.w, c.last);
    if (before) {
        c.w = build_op(k, KIR_SUB, c.w, build_long(k, 1));
        c.own = build_op(k, KIR_AND, build_op(k, KIR_LE, c.w, c.last),
                         build_op(k, KIR_GT, k->thread, build_int(k, 0)));
        low = build_op(k, KIR_MAX, build_op(k, KIR_SUB, low, build_long(k, 1)),
                       build_long(k, 0));
    }
    /* A thread without a block looks at the nearest one's first line. */
    int near = build_op(k, KIR_MIN, build_op(k, KIR_MAX, c.w, low), c.last);
    int has = build_op(k, KIR_EQ, near, c.w);
    int next = build_op(k, KIR_ADD, near, build_long(k, 1));
    c.start = joint_line(k, &j, "here", near);
    int lines = build_op(k, KIR_SUB, joint_line(k, &j, "there", next), c.start);
    c.lines =
        select_value(k, has, kir_cast(k->f, KIR_I32, lines), build_int(k, 0));
    int positions = build_op(k, KIR_MUL, longest, build_int(k, k->parts));
    c.segments = build_op(
        k, KIR_DIV,
        build_op(k, KIR_ADD, positions, build_int(k, k->positions - 1)),
        build_int(k, k->positions));
    return c;
}

void cut_stop(struct build *k, struct cut *c, int flags)
{
    int fine = build_op(k, KIR_EQ, kir_load(k->f, flags, build_int(k, 0)),
                        build_int(k, INT32_MAX));
    c->lines = select_value(k, fine, c->lines, build_int(k, 0));
}

/* Tiles ---------------------------------------------------------------------*/

int tile_new(struct build *k, int arrays)
{
    return kir_shared(k->f, "tile", k->real,
                      (int64_t)arrays * k->positions * k->step);
}

/* Which position of a segment, and of which block in turn `turn`, a thread
 * moves. */
struct mover {
    int position, block;
};

static struct mover mover_of(const struct build *k, int turn)
{
    int64_t blocks = k->threads / k->positions;
    return (struct mover){
        build_op(k, KIR_REM, k->thread, build_int(k, k->positions)),
        build_op(k, KIR_ADD,
                 build_op(k, KIR_DIV, k->thread, build_int(k, k->positions)),
                 build_int(k, turn * blocks))};
}

int tile_base(const struct build *k, int which)
{
    return build_int(k, (int64_t)which * k->positions * k->step);
}

/* For a position within a segment of a block, of an array that begins at
 * `base`. */
static int tile_at(const struct build *k, int base, int position, int block)
{
    int at =
        build_op(k, KIR_ADD,
                 build_op(k, KIR_MUL, position, build_int(k, k->step)), block);
    return build_op(k, KIR_ADD, at, base);
}

/* Positions of segment `number` before the one that is moved, in its block. */
static int within(const struct build *k, int number, int position)
{
    return build_op(k, KIR_ADD,
                    build_op(k, KIR_MUL, number, build_int(k, k->positions)),
                    position);
}

/* What a thread loads before it stores any of it. */
enum { AT_ONCE = 8 };

/* Beyond a block's end its last position is loaded once more: nobody looks at
 * it, and it costs no other sector. */
static void load_turns(const struct build *k, const struct cut *c,
                       const int *array, const int *offset, int count,
                       int number, int from, int value[TILE_ARRAYS][AT_ONCE])
{
    for (int turn = 0; turn < AT_ONCE; turn++) {
        struct mover m = mover_of(k, from + turn);
        int most =
            build_op(k, KIR_SUB, kir_load(k->f, c->count_shared, m.block),
                     build_int(k, 1));
        int at = build_op(k, KIR_MIN, within(k, number, m.position), most);
        at = build_op(k, KIR_MAX, at, build_int(k, 0));
        int place =
            build_op(k, KIR_ADD, kir_load(k->f, c->start_shared, m.block),
                     kir_cast(k->f, KIR_I64, at));
        for (int i = 0; i < count; i++)
            value[i][turn] = kir_load(
                k->f, array[i],
                offset ? build_op(k, KIR_ADD, place, offset[i]) : place);
    }
}

void tile_load(const struct build *k, const struct cut *c, int tile,
               const int *array, const int *offset, int count, int number)
{
    int value[TILE_ARRAYS][AT_ONCE];
    for (int from = 0; from < k->positions; from += AT_ONCE) {
        load_turns(k, c, array, offset, count, number, from, value);
        if (from == 0)
            kir_barrier(k->f);
        for (int turn = 0; turn < AT_ONCE; turn++) {
            struct mover m = mover_of(k, from + turn);
            for (int i = 0; i < count; i++)
                kir_store(k->f, tile,
                          tile_at(k, tile_base(k, i), m.position, m.block),
                          value[i][turn]);
        }
    }
    kir_barrier(k->f);
}

/* A few turns in each iteration, so that little waits in registers. */
void tile_store(const struct build *k, const struct cut *c, int buffer,
                const struct move *move, int count, int number, int from)
{
    enum { TURNS = 4 };
    const int blocks = k->threads / k->positions;
    int first = kir_for(k->f, build_int(k, 0), build_int(k, k->positions),
                        build_int(k, TURNS), 0);
    for (int turn = 0; turn < TURNS; turn++) {
        struct mover m = mover_of(k, turn);
        m.block = build_op(k, KIR_ADD, m.block,
                           build_op(k, KIR_MUL, first, build_int(k, blocks)));
        int at = within(k, number, m.position);
        int inside =
            build_op(k, KIR_LT, at, kir_load(k->f, c->count_shared, m.block));
        if (from > 0)
            inside = build_op(k, KIR_AND, inside,
                              build_op(k, KIR_GE, m.block, build_int(k, from)));
        kir_if(k->f, inside);
        int place =
            build_op(k, KIR_ADD, kir_load(k->f, c->start_shared, m.block),
                     kir_cast(k->f, KIR_I64, at));
        for (int i = 0; i < count; i++)
            kir_store(k->f, move[i].array,
                      build_op(k, KIR_ADD, place, move[i].offset),
                      kir_load(k->f, buffer,
                               tile_at(k, move[i].base, m.position, m.block)));
        kir_end(k->f);
    }
    kir_end(k->f);
}

struct number tile_get(const struct build *k, int tile, int which, int line)
{
    struct number a;
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts
                        ? kir_load(k->f, tile,
                                   tile_at(k, tile_base(k, which),
                                           build_int(k, line * k->parts + p),
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
                          build_int(k, line * k->parts + p), k->thread),
                  a.part[p]);
}

/* Ends of systems -----------------------------------------------------------*/

/* The first end of a system, as the array of offsets has it, that is not before
 * the block's first line: by bisection. */
struct ends ends_new(struct build *k, const struct cut *c)
{
    struct kir_func *f = k->f;
    struct ends e = {.offset = kir_global(f, "offset", KIR_I64, true, true),
                     .number = kir_variable(f, "system", KIR_I64),
                     .end = kir_variable(f, "end", KIR_I64)};
    int high = kir_variable(f, "high", KIR_I64);
    kir_set(f, e.number, build_long(k, 0));
    kir_set(f, high, kir_param(f, "systems", KIR_I64));
    kir_while(f);
    int more = build_op(k, KIR_LT, kir_get(f, e.number), kir_get(f, high));
    kir_while_body(f, more);
    int sum = build_op(k, KIR_ADD, kir_get(f, e.number), kir_get(f, high));
    int middle = build_op(k, KIR_SHR, sum, build_int(k, 1));
    kir_if(f, build_op(k, KIR_GE, kir_load(f, e.offset, middle), c->start));
    kir_set(f, high, middle);
    kir_else(f);
    kir_set(f, e.number, build_op(k, KIR_ADD, middle, build_long(k, 1)));
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
    int begins = build_op(k, KIR_GE, line, kir_get(f, e->end));
    *b = number_select(k, begins, zero, *b);
    kir_if(f, begins);
    int next = build_op(k, KIR_ADD, kir_get(f, e->number), build_long(k, 1));
    kir_set(f, e->number, next);
    kir_set(f, e->end, kir_load(f, e->offset, next));
    kir_end(f);
    int stops =
        build_op(k, KIR_EQ, build_op(k, KIR_ADD, line, build_long(k, 1)),
                 kir_get(f, e->end));
    *c = number_select(k, stops, zero, *c);
}
