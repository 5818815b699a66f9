/*
 * How the driver makes a Plan by levels and follows it.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/level_schedule.h"
#include "polyhedral/lower/planning.h"

#include "polyhedral/plan/plan.h"

enum {
    THREADS = LEVELS_THREADS,
    ONE_BLOCK = 4096,     /* slices up to this many points are walked by one
                             block with barriers, in one launch */
    MAX_SLICE = 1 << 16,  /* a GPU is full of longer ones without a Plan */
    MAX_POINTS = 1 << 27, /* numbers of points fit in 32 bits */
    GPU_COLUMNS = 1024,
    HOST_COLUMNS = 16,
    HOST_RUN = 1024
};

/* hd_plan, as hedra_plan_mode gives it. */
enum { MODE_AUTO, MODE_GUARD, MODE_PLAN };

/* As enum hedra_plan_state has it. */
enum { NEW = 0, KEPT = 2 };

static int binary(struct lower *l, enum kir_op op, int a, int64_t b)
{
    return kir_binary(l->f, op, a, kir_i64(l->f, b));
}

/* a / b, rounded up. */
static int blocks_of(struct lower *l, int a, int64_t b)
{
    return binary(l, KIR_DIV, binary(l, KIR_ADD, a, b - 1), b);
}

/* The sizes of the box; its number of points, or 0 where no Plan is made: it is
 * empty, its slices are long, or its numbers do not fit. Defines the sources.
 */
static int count_points(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int zero = kir_i64(l->f, 0), points = kir_i64(l->f, 1), slice = points;
    for (int k = v->dims - 1; k >= 0; k--) {
        int low = lower_pw_aff(l, isl_pw_aff_copy(v->low[k]));
        int high = lower_pw_aff(l, isl_pw_aff_copy(v->high[k]));
        int size = binary(l, KIR_ADD, kir_binary(f, KIR_SUB, high, low), 1);
        lower_source_define(l, SOURCE_LEVELS, LEVELS_LOW + k, 0, low);
        lower_source_define(l, SOURCE_LEVELS, LEVELS_SIZE + k, 0, size);
        int fits = kir_binary(f, KIR_AND, binary(l, KIR_GT, size, 0),
                              binary(l, KIR_LE, size, MAX_POINTS));
        size = kir_ternary(f, KIR_SELECT, fits, size, zero);
        points = kir_binary(f, KIR_MUL, points, size);
        int64_t most = k > 0 ? MAX_SLICE : MAX_POINTS;
        fits = binary(l, KIR_LE, points, most);
        points = kir_ternary(f, KIR_SELECT, fits, points, zero);
        if (k > 0)
            slice = points;
    }
    lower_source_define(l, SOURCE_LEVELS, LEVELS_POINTS, 0, points);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_SLICE, 0, slice);
    return points;
}

static int given(struct lower *l, int index)
{
    return lower_source(l, SOURCE_LEVELS, index, 0);
}

void lower_levels_ranges(struct lower *l, const struct levels *v, int out)
{
    int points = count_points(l, v);
    for (int k = 0; k < LEVELS_ROWS; k++) {
        int numbers = points;
        if (k == LEVELS_TABLE)
            numbers = binary(l, KIR_MUL, points, v->kinds);
        else if (k == LEVELS_COUNT)
            numbers = binary(l, KIR_ADD, points, LEVELS_ENDS_AT);
        int bytes = binary(l, KIR_MUL, numbers, 4);
        if (k == LEVELS_STATE)
            bytes = given(l, LEVELS_SIZE);
        kir_store(l->f, out, kir_i64(l->f, 2 * (v->row + k)), kir_i64(l->f, 0));
        kir_store(l->f, out, kir_i64(l->f, 2 * (v->row + k) + 1), bytes);
    }
}

static void launch(struct lower *l, const struct lowered *low, int blocks)
{
    int one = kir_i64(l->f, 1), grid[3] = {blocks, one, one};
    lower_launch_kernel(l, low, grid);
}

static int fetch(struct lower *l, const struct levels *v, enum levels_row row,
                 int at)
{
    return kir_cast(l->f, KIR_I64,
                    kir_fetch(l->f, v->row + (int)row, KIR_I32, at));
}

static void walk_slices(struct lower *l, int first, int last,
                        const struct lowered *low, int blocks)
{
    lower_source_define(l, SOURCE_LEVELS, LEVELS_FIRST, 0, first);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_LAST, 0, last);
    launch(l, low, blocks);
}

/* Flags and levels. */
static void make_levels(struct lower *l, const struct levels *v,
                        const struct lowered *kernels)
{
    struct kir_func *f = l->f;
    bool gpu = l->mapping->gpu;
    int zero = kir_i64(l->f, 0), one = kir_i64(l->f, 1);
    int slices = given(l, LEVELS_SIZE), slice = given(l, LEVELS_SLICE);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_WINDOW, 0,
                        kir_i64(l->f, v->window));
    if (!levels_finds(v, gpu))
        launch(l, &kernels[LEVELS_FLAGS],
               blocks_of(l, given(l, LEVELS_POINTS), gpu ? THREADS : HOST_RUN));
    if (!gpu || levels_is_inspected(v, gpu)) {
        walk_slices(l, zero, slices, &kernels[LEVELS_WALK], one);
        return;
    }
    kir_if(f, binary(l, KIR_LE, slice, ONE_BLOCK));
    walk_slices(l, zero, slices, &kernels[LEVELS_WALK], one);
    kir_else(f);
    int t = kir_for(f, zero, slices, one, 0);
    walk_slices(l, t, binary(l, KIR_ADD, t, 1), &kernels[LEVELS_WALK],
                blocks_of(l, slice, THREADS));
    kir_end(f);
    kir_end(f);
}

static void end(struct lower *l, int blocks)
{
    while (blocks-- > 0)
        kir_end(l->f);
}

/* Buckets the points by level, if the Plan is to be made. */
static void make_lists(struct lower *l, const struct levels *v,
                       const struct lowered *kernels, int steps, int make)
{
    struct kir_func *f = l->f;
    bool gpu = l->mapping->gpu;
    bool finds = levels_finds(v, gpu);
    int columns = kir_binary(f, KIR_DIV, given(l, LEVELS_POINTS), steps);
    columns = binary(l, KIR_MIN, columns, gpu ? GPU_COLUMNS : HOST_COLUMNS);
    columns = finds ? kir_i64(f, 1) : binary(l, KIR_MAX, columns, 1);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_STEPS, 0, steps);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_COLUMNS, 0, columns);
    int blocks = gpu ? blocks_of(l, columns, THREADS) : columns;
    kir_if(f, make);
    if (!finds)
        launch(l, &kernels[LEVELS_TALLY], blocks);
    launch(l, &kernels[LEVELS_SCAN], kir_i64(l->f, 1));
    launch(l, &kernels[LEVELS_SCATTER], blocks);
    kir_end(f);
}

/* In launches for one step each, or on a GPU for a run of short ones. */
struct steps {
    const struct lowered *kernels;
    int begin;   /* variable: where the step's points begin */
    int waiting; /* variable: the first step that has not been launched */
    int from;    /* variable: where the points of that step begin */
};

/* Launches the short steps that wait, up to `step`. */
static void launch_waiting(struct lower *l, const struct steps *s, int step)
{
    struct kir_func *f = l->f;
    int first = kir_get(f, s->waiting);
    kir_if(f, kir_binary(f, KIR_LT, first, step));
    lower_source_define(l, SOURCE_LEVELS, LEVELS_FIRST, 0, first);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_LAST, 0, step);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_BEGIN, 0, kir_get(f, s->from));
    launch(l, &s->kernels[LEVELS_RUN], kir_i64(l->f, 1));
    kir_end(f);
}

static void launch_step(struct lower *l, const struct steps *s, int end,
                        int threads)
{
    struct kir_func *f = l->f;
    int begin = kir_get(f, s->begin);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_BEGIN, 0, begin);
    lower_source_define(l, SOURCE_LEVELS, LEVELS_END, 0, end);
    launch(l, &s->kernels[LEVELS_STEP],
           blocks_of(l, kir_binary(f, KIR_SUB, end, begin), threads));
}

/* A step on a GPU: with those before it that wait, or it waits itself. Where
 * barriers in loops are not to be trusted, none does. */
static void launch_or_wait(struct lower *l, const struct steps *s, int step,
                           int end)
{
    struct kir_func *f = l->f;
    int points = kir_binary(f, KIR_SUB, end, kir_get(f, s->begin));
    int fits = binary(l, KIR_LE, points, THREADS);
    kir_if(f, kir_unary(f, KIR_NOT, kir_unary(f, KIR_BARRED, fits)));
    launch_waiting(l, s, step);
    launch_step(l, s, end, THREADS);
    kir_set(f, s->waiting, binary(l, KIR_ADD, step, 1));
    kir_set(f, s->from, end);
    kir_end(f);
}

static void run_steps(struct lower *l, const struct levels *v,
                      const struct lowered *kernels, int steps)
{
    struct kir_func *f = l->f;
    struct steps s = {kernels, kir_variable(f, "hd_done", KIR_I64), -1, -1};
    bool gpu = l->mapping->gpu;
    kir_set(f, s.begin, kir_i64(l->f, 0));
    if (gpu) {
        s.waiting = kir_variable(f, "hd_waiting", KIR_I64);
        s.from = kir_variable(f, "hd_from", KIR_I64);
        kir_set(f, s.waiting, kir_i64(l->f, 0));
        kir_set(f, s.from, kir_i64(l->f, 0));
    }
    int step = kir_for(f, kir_i64(l->f, 0), steps, kir_i64(l->f, 1), 0);
    int end =
        fetch(l, v, LEVELS_COUNT, binary(l, KIR_ADD, step, LEVELS_ENDS_AT));
    if (gpu)
        launch_or_wait(l, &s, step, end);
    else
        launch_step(l, &s, end, levels_host_run(v));
    kir_set(f, s.begin, end);
    kir_end(f);
    if (gpu)
        launch_waiting(l, &s, steps);
}

/*
 * Is the Plan worth following? On a GPU a quarter of the slices must be saved,
 * or where one thread would do all points, steps must have several.
 * The host walks tiles if not, on which it is busy already unless they are few:
 * what the Plan costs, for each point and each step that wakes the threads, in
 * operations, must be little of what the points do. Where its own loop is a
 * serial one and the Plan serves again, only the steps count.
 */
static int is_worth_it(struct lower *l, const struct levels *v, int steps,
                       int active)
{
    enum { POINT = 40, STEP = 20000, SHARE = 32 };
    enum { WIDTH = 4, SERIAL = 8 };
    struct kir_func *f = l->f;
    if (l->mapping->gpu && (v->inspection || v->serial))
        return kir_binary(f, KIR_LE, binary(l, KIR_MUL, steps, WIDTH), active);
    if (l->mapping->gpu)
        return kir_binary(f, KIR_LE, binary(l, KIR_MUL, steps, 4),
                          binary(l, KIR_MUL, given(l, LEVELS_SIZE), 3));
    int work = binary(l, KIR_MUL, active, v->operations);
    int wakes = binary(l, KIR_MUL, steps, STEP);
    if (v->inspection)
        return kir_binary(f, KIR_LE, binary(l, KIR_MUL, wakes, SERIAL), work);
    int cost = binary(l, KIR_MUL, given(l, LEVELS_POINTS), POINT);
    cost = kir_binary(f, KIR_ADD, cost, wakes);
    return kir_binary(f, KIR_LE, binary(l, KIR_MUL, cost, SHARE), work);
}

/* The bits of a scalar that the driver has. */
static int bits_of(struct lower *l, int value)
{
    struct kir_func *f = l->f;
    enum kir_type type = kir_type_of(f, value);
    if (type == KIR_F64)
        return kir_bitcast(f, KIR_U64, value);
    if (type == KIR_F32)
        value = kir_bitcast(f, KIR_U32, value);
    return kir_cast(f, KIR_U64, value);
}

/* A number for the parameters and scalars that the Plan depends on: two sets of
 * them have the same one by a chance of 2^-64, and then only if no array lies
 * elsewhere or has another size. */
int lower_plan_key(struct lower *l, const bool *input)
{
    struct kir_func *f = l->f;
    int factor = kir_int(f, KIR_U64, INT64_C(0x2545f4914f6cdd1d));
    int key = kir_int(f, KIR_U64, 1);
    for (int k = 0; k < l->poly->scop->param_count; k++) {
        int value = lower_source(l, SOURCE_PARAM, k, 0);
        key = kir_binary(f, KIR_MUL, key, factor);
        key = kir_binary(f, KIR_XOR, key, bits_of(l, value));
    }
    for (int a = 0; a < l->poly->array_count; a++) {
        enum storage_kind kind = l->storage->kind[a];
        if (!input[a] || (kind != STORAGE_VALUE && kind != STORAGE_HOST))
            continue;
        key = kir_binary(f, KIR_MUL, key, factor);
        key = kir_binary(f, KIR_XOR, key, bits_of(l, lower_scalar(l, a)));
    }
    return kir_cast(f, KIR_I64, key);
}

/* May a Plan be made at all? */
static int may_plan(struct lower *l, const struct levels *v)
{
    if (levels_is_worth_it(l->mapping, v))
        return kir_binary(l->f, KIR_NE, l->planning->mode,
                          kir_i32(l->f, MODE_GUARD));
    return kir_binary(l->f, KIR_EQ, l->planning->mode,
                      kir_i32(l->f, MODE_PLAN));
}

/* Is it to be made if it is not there? On the host an inspector takes about as
 * long as the nest: it does when the inputs come a second time, in the
 * expectation that they will come again, or if it is asked for. */
static int may_make(struct lower *l, const struct levels *v, int state)
{
    struct kir_func *f = l->f;
    if (l->mapping->gpu || !v->inspection)
        return kir_int(f, KIR_PRED, 1);
    return kir_binary(
        f, KIR_OR,
        kir_binary(f, KIR_EQ, l->planning->mode, kir_i32(l->f, MODE_PLAN)),
        kir_binary(f, KIR_NE, state, kir_i32(l->f, NEW)));
}

void lower_levels_driver(struct lower *l, const struct levels *v,
                         struct lowered *kernels, isl_ast_node *walk)
{
    struct kir_func *f = l->f;
    int follow = kir_variable(f, "hd_follow", KIR_PRED);
    int state = kir_variable(f, "hd_state", KIR_I32);
    kir_line(f, v->loc.line);
    kir_set(f, follow, kir_int(f, KIR_PRED, 0));
    int points = count_points(l, v);
    kir_if(f, kir_binary(f, KIR_AND, may_plan(l, v),
                         binary(l, KIR_GT, points, 0)));
    kir_set(f, state,
            kir_fetch(f, v->row + LEVELS_STATE, KIR_I32,
                      lower_plan_key(l, v->input)));
    kir_if(f, may_make(l, v, kir_get(f, state)));
    int make = kir_binary(f, KIR_NE, kir_get(f, state), kir_i32(l->f, KEPT));
    kir_if(f, make);
    make_levels(l, v, kernels);
    kir_end(f);
    int steps = fetch(l, v, LEVELS_COUNT, kir_i64(l->f, LEVELS_STEPS_AT));
    int active = fetch(l, v, LEVELS_COUNT, kir_i64(l->f, LEVELS_ACTIVE_AT));
    int asked =
        kir_binary(f, KIR_EQ, l->planning->mode, kir_i32(l->f, MODE_PLAN));
    kir_set(f, follow,
            kir_binary(f, KIR_OR, asked, is_worth_it(l, v, steps, active)));
    int run =
        kir_binary(f, KIR_AND, kir_get(f, follow), binary(l, KIR_GT, steps, 0));
    kir_if(f, run);
    make_lists(l, v, kernels, steps, make);
    run_steps(l, v, kernels, steps);
    end(l, 3);
    kir_if(f, kir_unary(f, KIR_NOT, kir_get(f, follow)));
    l->below(l, walk);
    kir_end(f);
}
