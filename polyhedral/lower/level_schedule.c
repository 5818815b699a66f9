/*
 * The kernels of a Plan by levels (plan/level_schedule.h). On a GPU thread `n`
 * of a launch has point, column or list entry `n`; on the host, whose kernels
 * have one thread a block, each block has a run of them.
 */
#include "polyhedral/lower/inspector.h"

#include "polyhedral/plan/plan.h"

#include <isl/id.h>

enum {
    THREADS = LEVELS_THREADS,
    HOST_RUN = 1024 /* points per block on the host, where they cost little */
};

/* The number of this thread in the launch; on the host that of the block. */
static int worker(struct lower *l)
{
    int n = kir_block_index(l->f, 0);
    if (!l->mapping->gpu)
        return n;
    n = kir_binary(l->f, KIR_MUL, n, kir_i32(l->f, THREADS));
    return kir_binary(l->f, KIR_ADD, n, kir_thread_index(l->f, 0));
}

/* Where this worker's run of points begins and ends (I32), on the host. */
static int begin_of_run(struct lower *l, int *end)
{
    struct kir_func *f = l->f;
    int run = kir_i32(f, HOST_RUN);
    int first = kir_binary(f, KIR_MUL, worker(l), run);
    *end = kir_binary(f, KIR_MIN, kir_binary(f, KIR_ADD, first, run),
                      lower_levels_given32(l, LEVELS_POINTS));
    return first;
}

/* Opens what is done for each number (I32) from `first` to `end` that is this
 * worker's: a condition, or on the host a loop over `run` of them. */
static int begin_each(struct lower *l, int first, int end, int run)
{
    struct kir_func *f = l->f;
    int at = worker(l);
    if (l->mapping->gpu) {
        at = kir_binary(f, KIR_ADD, first, at);
        kir_if(f, kir_binary(f, KIR_LT, at, end));
        return at;
    }
    at = kir_binary(f, KIR_ADD, first,
                    kir_binary(f, KIR_MUL, at, kir_i32(l->f, run)));
    int last = kir_binary(f, KIR_ADD, at, kir_i32(l->f, run));
    return kir_for(f, at, kir_binary(f, KIR_MIN, last, end), kir_i32(l->f, 1),
                   0);
}

/* Opens what is done where the filter holds at the bound point; returns how
 * many blocks that opened. */
static int begin_filter(struct lower *l, const struct levels *v,
                        const struct filter *filter)
{
    const struct levels_stmt *s = &v->stmt[filter->stmt];
    const struct poly_stmt *stmt = &l->poly->stmt[filter->stmt];
    int depth = stmt->stmt->depth;
    int *iter = arena_alloc(l->poly->arena, sizeof(int) * (size_t)(depth + 1));
    for (int d = 0; d < depth; d++)
        iter[d] = s->iter[d] ? lower_pw_aff(l, isl_pw_aff_copy(s->iter[d]))
                             : kir_i64(l->f, 0);
    l->stmt = stmt;
    l->iter = iter;
    kir_line(l->f, stmt->stmt->loc.line);
    for (int k = 0; k < filter->count; k++) {
        int holds = lower_condition(l, filter->test[k].expr);
        if (!filter->test[k].holds)
            holds = kir_unary(l->f, KIR_NOT, holds);
        kir_if(l->f, holds);
    }
    return filter->count;
}

static void end(struct lower *l, int blocks)
{
    for (int k = 0; k < blocks; k++)
        kir_end(l->f);
}

/* level := max(level, candidate) */
static void raise(struct lower *l, int level, int candidate)
{
    kir_set(l->f, level,
            kir_binary(l->f, KIR_MAX, kir_get(l->f, level), candidate));
}

/* The level is above that of the point at `at`. */
static void raise_above(struct lower *l, const struct levels *v, int level,
                        int levels, const int *at)
{
    int below = kir_load(l->f, levels, lower_levels_number(l, v, at));
    raise(l, level, kir_binary(l->f, KIR_ADD, below, kir_i32(l->f, 1)));
}

static void set_flag(struct lower *l, int flags, int bit)
{
    int with =
        kir_binary(l->f, KIR_OR, kir_get(l->f, flags), kir_i32(l->f, 1 << bit));
    kir_set(l->f, flags, with);
}

/* How many kinds of points there are on this device. */
static int kinds_of(const struct lower *l, const struct levels *v)
{
    return l->mapping->gpu ? v->kinds : 1;
}

/* The point runs, and is of this kind if it was of none. */
static void set_kind(struct lower *l, int flags, int kind)
{
    struct kir_func *f = l->f;
    int none = kir_binary(f, KIR_AND, kir_get(f, flags), kir_i32(l->f, 1));
    kir_if(f, kir_binary(f, KIR_EQ, none, kir_i32(l->f, 0)));
    int with = kir_binary(f, KIR_OR, kir_get(f, flags),
                          kir_i32(l->f, kind << LEVELS_KIND_AT | 1));
    kir_set(f, flags, with);
    kir_end(f);
}

/* Opens what is done where the bound point is in the set, if it is in `known`
 * (NULL: nothing is known of it). */
static void begin_where(struct lower *l, isl_set *set, isl_set *known)
{
    set = isl_set_copy(set);
    if (known)
        set = isl_set_gist_params(set, isl_set_copy(known));
    kir_if(l->f, lower_params_test(l, set));
}

static void flag_statement(struct lower *l, const struct levels *v, int stmt,
                           int flags, isl_set *known)
{
    int kind = v->stmt[stmt].kind;
    begin_where(l, v->stmt[stmt].at, known);
    int blocks = begin_filter(l, v, &v->stmt[stmt].filter);
    if (kind > 0 && kinds_of(l, v) > 1)
        set_kind(l, flags, kind);
    else
        set_flag(l, flags, 0);
    end(l, blocks + 1);
}

/* Opens what is done where the dependence holds at the bound point; returns how
 * many blocks that opened. Receives the point on which it depends, and leaves
 * that bound. */
static int begin_dependence(struct lower *l, const struct levels *v,
                            const struct levels_dep *dep, isl_set *known,
                            int *at)
{
    begin_where(l, dep->where, known);
    int blocks = begin_filter(l, v, &dep->to);
    lower_levels_source(l, v, dep->source, at);
    lower_levels_bind_point(l, v, at);
    return 1 + blocks + begin_filter(l, v, &dep->from);
}

static void flag_dependence(struct lower *l, const struct levels *v,
                            const struct levels_dep *dep, int flags)
{
    int at[LEVELS_MAX_DIMS], bindings = l->binding_count;
    int blocks = begin_dependence(l, v, dep, NULL, at);
    set_flag(l, flags, 1 + dep->source);
    end(l, blocks);
    l->binding_count = bindings;
}

static void flag_statements(struct lower *l, const struct levels *v, int flags,
                            isl_set *known)
{
    kir_set(l->f, flags, kir_i32(l->f, 0));
    for (int s = 0; s < l->poly->stmt_count; s++)
        if (v->stmt[s].kind >= 0)
            flag_statement(l, v, s, flags, known);
}

/* What comes home from a GPU comes in pieces, of which all is written. */
static void clear_counts(struct lower *l, int count, int n)
{
    struct kir_func *f = l->f;
    if (l->mapping->gpu) {
        int end = kir_binary(f, KIR_ADD, n, kir_i32(l->f, LEVELS_ENDS_AT));
        kir_store(f, count, end, kir_i32(l->f, 0));
    }
    kir_if(f, kir_binary(f, KIR_EQ, n, kir_i32(l->f, 0)));
    for (int k = 0; k < LEVELS_ENDS_AT; k++)
        kir_store(f, count, kir_i32(l->f, k), kir_i32(l->f, 0));
    kir_end(f);
}

/* On the host only of nests that an inspector levels: `walk` finds out itself.
 */
static void lower_flags(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int list = lower_levels_row(l, v, LEVELS_LIST, false);
    int count = lower_levels_row(l, v, LEVELS_COUNT, false);
    int flags = kir_variable(f, "flags", KIR_I32);
    int at[LEVELS_MAX_DIMS], blocks = 1, n;
    bool cut;
    if (l->mapping->gpu) {
        n = begin_each(l, kir_i32(l->f, 0),
                       lower_levels_given32(l, LEVELS_POINTS), 1);
        clear_counts(l, count, n);
        lower_levels_place(l, v, n, at);
    } else {
        int last, first = begin_of_run(l, &last);
        clear_counts(l, count, worker(l));
        n = lower_levels_each(l, v, first, last, at, &blocks, &cut);
    }
    lower_levels_bind_point(l, v, at);
    flag_statements(l, v, flags, NULL);
    for (int k = 0; k < v->dep_count; k++)
        flag_dependence(l, v, &v->dep[k], flags);
    kir_line(f, v->loc.line);
    kir_store(f, list, n, kir_get(f, flags));
    if (levels_is_inspected(v, l->mapping->gpu))
        kir_store(f, lower_levels_row(l, v, LEVELS_LEVEL, false), n,
                  kir_binary(f, KIR_AND, kir_get(f, flags), kir_i32(l->f, 1)));
    end(l, blocks);
}

/* The least level that a point of slice `t` may have. */
static void begin_level(struct lower *l, int level, int t)
{
    struct kir_func *f = l->f;
    int earliest =
        kir_binary(f, KIR_SUB, t, lower_levels_given32(l, LEVELS_WINDOW));
    earliest = kir_binary(f, KIR_ADD, earliest, kir_i32(l->f, 1));
    kir_set(f, level, kir_binary(f, KIR_MAX, kir_i32(l->f, 1), earliest));
}

/* The level of the active point `n` of slice `t`. */
static void find_level(struct lower *l, const struct levels *v, int level,
                       int t, int n, int flags, int levels)
{
    struct kir_func *f = l->f;
    int at[LEVELS_MAX_DIMS], bindings = l->binding_count;
    begin_level(l, level, t);
    lower_levels_bind(l, v, n);
    for (int k = 0; k < v->source_count; k++) {
        int bit = kir_binary(f, KIR_AND, flags, kir_i32(l->f, 2 << k));
        kir_if(f, kir_binary(f, KIR_NE, bit, kir_i32(l->f, 0)));
        lower_levels_source(l, v, k, at);
        raise_above(l, v, level, levels, at);
        kir_end(f);
    }
    l->binding_count = bindings;
}

/* One more in the table at `at`, from which the number before is returned. */
static int count_up(struct lower *l, int table, int at)
{
    int before = kir_load(l->f, table, at);
    kir_store(l->f, table, at,
              kir_binary(l->f, KIR_ADD, before, kir_i32(l->f, 1)));
    return before;
}

/* On the host, where one thread goes through the points in order: those that
 * run, their levels, and how many each level has. What does not run costs no
 * more than finding that out. */
static void lower_host_walk(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int levels = lower_levels_row(l, v, LEVELS_LEVEL, false);
    int found = lower_levels_row(l, v, LEVELS_FOUND, false);
    int table = lower_levels_row(l, v, LEVELS_TABLE, false);
    int count = lower_levels_row(l, v, LEVELS_COUNT, false);
    int flags = kir_variable(f, "flags", KIR_I32);
    int level = kir_variable(f, "level", KIR_I32);
    int most = kir_variable(f, "most", KIR_I32);
    int active = kir_variable(f, "active", KIR_I32);
    int place[LEVELS_MAX_DIMS], at[LEVELS_MAX_DIMS], blocks;
    bool cut;
    int zero = kir_i32(f, 0), one = kir_i32(f, 1);
    /* No level is above the slice's number. */
    int t = kir_for(f, lower_levels_given32(l, LEVELS_FIRST),
                    lower_levels_given32(l, LEVELS_LAST), one, 0);
    kir_store(f, table, t, zero);
    kir_end(f);
    kir_set(f, most, zero);
    kir_set(f, active, zero);
    int n =
        lower_levels_each(l, v, zero, lower_levels_given32(l, LEVELS_POINTS),
                          place, &blocks, &cut);
    isl_set *known = cut ? lower_levels_rows(l, v) : NULL;
    lower_levels_bind_point(l, v, place);
    flag_statements(l, v, flags, known);
    kir_line(f, v->loc.line);
    kir_set(f, level, zero);
    int runs = kir_binary(f, KIR_AND, kir_get(f, flags), one);
    kir_if(f, kir_binary(f, KIR_NE, runs, zero));
    begin_level(
        l, level,
        kir_binary(f, KIR_DIV, n, lower_levels_given32(l, LEVELS_SLICE)));
    for (int k = 0; k < v->dep_count; k++) {
        int bindings = l->binding_count;
        int opened = begin_dependence(l, v, &v->dep[k], known, at);
        raise_above(l, v, level, levels, at);
        end(l, opened);
        l->binding_count = bindings;
    }
    kir_line(f, v->loc.line);
    int own = kir_get(f, level);
    raise(l, most, own);
    count_up(l, table, kir_binary(f, KIR_SUB, own, one));
    kir_store(f, found, kir_get(f, active), n);
    kir_set(f, active, kir_binary(f, KIR_ADD, kir_get(f, active), one));
    kir_end(f);
    kir_store(f, levels, n, kir_get(f, level));
    end(l, blocks);
    kir_store(f, count, kir_i32(f, LEVELS_STEPS_AT), kir_get(f, most));
    kir_store(f, count, kir_i32(f, LEVELS_ACTIVE_AT), kir_get(f, active));
    isl_set_free(known);
}

static void lower_walk(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    if (!l->mapping->gpu) {
        lower_host_walk(l, v);
        return;
    }
    int list = lower_levels_row(l, v, LEVELS_LIST, true);
    int levels = lower_levels_row(l, v, LEVELS_LEVEL, false);
    int level = kir_variable(f, "level", KIR_I32);
    int most = kir_variable(f, "most", KIR_I32);
    int active = kir_variable(f, "active", KIR_I32);
    int slice = lower_levels_given32(l, LEVELS_SLICE), zero = kir_i32(l->f, 0);
    int workers =
        kir_binary(f, KIR_MUL, kir_grid_size(f, 0), kir_i32(l->f, THREADS));
    kir_set(f, most, zero);
    kir_set(f, active, zero);
    int t = kir_for(f, lower_levels_given32(l, LEVELS_FIRST),
                    lower_levels_given32(l, LEVELS_LAST), kir_i32(l->f, 1), 0);
    int first = kir_binary(f, KIR_MUL, t, slice);
    int at = kir_for(f, worker(l), slice, workers, 0);
    int n = kir_binary(f, KIR_ADD, first, at);
    int flags = kir_load(f, list, n);
    kir_set(f, level, zero);
    int runs = kir_binary(f, KIR_AND, flags, kir_i32(l->f, 1));
    kir_if(f, kir_binary(f, KIR_NE, runs, zero));
    find_level(l, v, level, t, n, flags, levels);
    raise(l, most, kir_get(f, level));
    kir_set(f, active,
            kir_binary(f, KIR_ADD, kir_get(f, active), kir_i32(l->f, 1)));
    kir_end(f);
    kir_store(f, levels, n, kir_get(f, level));
    kir_end(f);
    kir_barrier(f);
    kir_end(f);
    lower_levels_count(l, v, most, active);
}

/* The place in the table of a bucket (I32, from 1) and a column. */
static int table_index(struct lower *l, int bucket, int column)
{
    struct kir_func *f = l->f;
    int at = kir_binary(f, KIR_SUB, bucket, kir_i32(l->f, 1));
    at = kir_binary(f, KIR_MUL, at, lower_levels_given32(l, LEVELS_COLUMNS));
    return kir_binary(f, KIR_ADD, at, column);
}

/* Opens the loops over the points of a column and the condition that they are
 * active; returns how many blocks that opened. Receives the point's number and
 * its level. */
static int begin_column(struct lower *l, const struct levels *v, int column,
                        int levels, int *n, int *level)
{
    struct kir_func *f = l->f;
    int columns = lower_levels_given32(l, LEVELS_COLUMNS);
    int points = lower_levels_given32(l, LEVELS_POINTS);
    int run = kir_binary(f, KIR_SUB, columns, kir_i32(l->f, 1));
    run = kir_binary(f, KIR_ADD, points, run);
    run = kir_binary(f, KIR_DIV, run, columns);
    int first = kir_binary(f, KIR_MUL, column, run);
    int last = kir_binary(f, KIR_ADD, first, run);
    last = kir_binary(f, KIR_MIN, last, points);
    int at[LEVELS_MAX_DIMS], blocks = 1;
    bool cut;
    *n = l->mapping->gpu
             ? kir_for(f, first, last, kir_i32(l->f, 1), 0)
             : lower_levels_each(l, v, first, last, at, &blocks, &cut);
    *level = kir_load(f, levels, *n);
    kir_if(f, kir_binary(f, KIR_GT, *level, kir_i32(l->f, 0)));
    return blocks + 1;
}

/* The bucket of a point from its level, which it replaces for `scatter`: there
 * is one for each level and kind. */
static int bucket_of(struct lower *l, const struct levels *v, int levels, int n,
                     int level)
{
    struct kir_func *f = l->f;
    int kinds = kinds_of(l, v);
    if (kinds == 1)
        return level;
    int flags = kir_load(f, lower_levels_row(l, v, LEVELS_LIST, true), n);
    int kind = kir_binary(f, KIR_SHR, flags, kir_i32(l->f, LEVELS_KIND_AT));
    int bucket = kir_binary(f, KIR_SUB, level, kir_i32(l->f, 1));
    bucket = kir_binary(f, KIR_MUL, bucket, kir_i32(l->f, kinds));
    bucket = kir_binary(f, KIR_ADD, bucket, kind);
    bucket = kir_binary(f, KIR_ADD, bucket, kir_i32(l->f, 1));
    kir_store(f, levels, n, bucket);
    return bucket;
}

/* How many buckets there are; columns of a level, of all its kinds (I32). */
static int buckets(struct lower *l, const struct levels *v)
{
    return kir_binary(l->f, KIR_MUL, lower_levels_given32(l, LEVELS_STEPS),
                      kir_i32(l->f, kinds_of(l, v)));
}

static int all_columns(struct lower *l, const struct levels *v)
{
    return kir_binary(l->f, KIR_MUL, lower_levels_given32(l, LEVELS_COLUMNS),
                      kir_i32(l->f, kinds_of(l, v)));
}

static void lower_tally(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int levels = lower_levels_row(l, v, LEVELS_LEVEL, kinds_of(l, v) == 1);
    int table = lower_levels_row(l, v, LEVELS_TABLE, false);
    int columns = lower_levels_given32(l, LEVELS_COLUMNS), n, level;
    int column = begin_each(l, kir_i32(l->f, 0), columns, 1);
    int s = kir_for(f, kir_i32(l->f, 0), buckets(l, v), kir_i32(l->f, 1), 0);
    int at = kir_binary(f, KIR_MUL, s, columns);
    kir_store(f, table, kir_binary(f, KIR_ADD, at, column), kir_i32(l->f, 0));
    kir_end(f);
    int blocks = begin_column(l, v, column, levels, &n, &level);
    count_up(l, table,
             table_index(l, bucket_of(l, v, levels, n, level), column));
    end(l, blocks + 1);
}

/* On the host, of the points that `walk` found. */
static void scatter_found(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int levels = lower_levels_row(l, v, LEVELS_LEVEL, true);
    int found = lower_levels_row(l, v, LEVELS_FOUND, true);
    int count = lower_levels_row(l, v, LEVELS_COUNT, true);
    int table = lower_levels_row(l, v, LEVELS_TABLE, false);
    int list = lower_levels_row(l, v, LEVELS_LIST, false);
    int active = kir_load(f, count, kir_i32(f, LEVELS_ACTIVE_AT));
    int k = kir_for(f, kir_i32(f, 0), active, kir_i32(f, 1), 0);
    int n = kir_load(f, found, k), level = kir_load(f, levels, n);
    int place =
        count_up(l, table, kir_binary(f, KIR_SUB, level, kir_i32(f, 1)));
    kir_store(f, list, place, n);
    kir_end(f);
}

static void lower_scatter(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    if (levels_finds(v, l->mapping->gpu)) {
        scatter_found(l, v);
        return;
    }
    int levels = lower_levels_row(l, v, LEVELS_LEVEL, true);
    int table = lower_levels_row(l, v, LEVELS_TABLE, false);
    int list = lower_levels_row(l, v, LEVELS_LIST, false), n, level;
    int column = begin_each(l, kir_i32(l->f, 0),
                            lower_levels_given32(l, LEVELS_COLUMNS), 1);
    int blocks = begin_column(l, v, column, levels, &n, &level);
    int place = count_up(l, table, table_index(l, level, column));
    kir_store(f, list, place, n);
    end(l, blocks + 1);
}

/* The sum of what the threads before this one hold: `mine` (I32) of each goes
 * through shared memory, in log2(THREADS) rounds. */
static int sum_before(struct lower *l, int mine)
{
    struct kir_func *f = l->f;
    int shared = kir_shared(f, "sums", KIR_I32, THREADS);
    int thread = kir_thread_index(f, 0);
    int sum = kir_variable(f, "sum", KIR_I32);
    kir_set(f, sum, mine);
    for (int d = 1; d < THREADS; d *= 2) {
        kir_store(f, shared, thread, kir_get(f, sum));
        kir_barrier(f);
        kir_if(f, kir_binary(f, KIR_GE, thread, kir_i32(l->f, d)));
        int other = kir_binary(f, KIR_SUB, thread, kir_i32(l->f, d));
        kir_set(f, sum,
                kir_binary(f, KIR_ADD, kir_get(f, sum),
                           kir_load(f, shared, other)));
        kir_end(f);
        kir_barrier(f);
    }
    return kir_binary(f, KIR_SUB, kir_get(f, sum), mine);
}

/* Turns the part [first, last) of the table into its prefix sums, the first one
 * being `before`. */
static void sum_part(struct lower *l, int table, int first, int last,
                     int before)
{
    struct kir_func *f = l->f;
    int sum = kir_variable(f, "before", KIR_I32);
    kir_set(f, sum, before);
    int at = kir_for(f, first, last, kir_i32(l->f, 1), 0);
    int value = kir_load(f, table, at);
    kir_store(f, table, at, kir_get(f, sum));
    kir_set(f, sum, kir_binary(f, KIR_ADD, kir_get(f, sum), value));
    kir_end(f);
}

/* Where each step's points end in the list: for the driver. */
static void store_ends(struct lower *l, const struct levels *v, int table,
                       int count)
{
    struct kir_func *f = l->f;
    int steps = lower_levels_given32(l, LEVELS_STEPS),
        columns = all_columns(l, v);
    int end = kir_variable(f, "end", KIR_I32);
    int step = kir_for(f, l->mapping->gpu ? worker(l) : kir_i32(l->f, 0), steps,
                       kir_i32(l->f, l->mapping->gpu ? THREADS : 1), 0);
    kir_set(f, end, kir_load(f, count, kir_i32(l->f, LEVELS_ACTIVE_AT)));
    int next = kir_binary(f, KIR_ADD, step, kir_i32(l->f, 1));
    kir_if(f, kir_binary(f, KIR_LT, next, steps));
    kir_set(f, end, kir_load(f, table, kir_binary(f, KIR_MUL, next, columns)));
    kir_end(f);
    int place = kir_binary(f, KIR_ADD, step, kir_i32(l->f, LEVELS_ENDS_AT));
    kir_store(f, count, place, kir_get(f, end));
    kir_end(f);
}

static void lower_scan(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int table = lower_levels_row(l, v, LEVELS_TABLE, false);
    int count = lower_levels_row(l, v, LEVELS_COUNT, false);
    int total = kir_binary(f, KIR_MUL, buckets(l, v),
                           lower_levels_given32(l, LEVELS_COLUMNS));
    if (!l->mapping->gpu) {
        sum_part(l, table, kir_i32(l->f, 0), total, kir_i32(l->f, 0));
        store_ends(l, v, table, count);
        return;
    }
    int part = kir_binary(f, KIR_ADD, total, kir_i32(l->f, THREADS - 1));
    part = kir_binary(f, KIR_DIV, part, kir_i32(l->f, THREADS));
    int first = kir_binary(f, KIR_MUL, kir_thread_index(f, 0), part);
    int last = kir_binary(f, KIR_ADD, first, part);
    first = kir_binary(f, KIR_MIN, first, total);
    last = kir_binary(f, KIR_MIN, last, total);
    int sum = kir_variable(f, "part", KIR_I32);
    kir_set(f, sum, kir_i32(l->f, 0));
    int at = kir_for(f, first, last, kir_i32(l->f, 1), 0);
    kir_set(f, sum,
            kir_binary(f, KIR_ADD, kir_get(f, sum), kir_load(f, table, at)));
    kir_end(f);
    sum_part(l, table, first, last, sum_before(l, kir_get(f, sum)));
    kir_barrier(f);
    store_ends(l, v, table, count);
}

/* The instances of the point that hd_q… name. */
static isl_union_set *instances_at(const struct poly *poly,
                                   const struct levels *v)
{
    isl_set *at = isl_set_universe(
        space_tagged(affine_space(poly, v->dims), "hd_q", v->dims));
    for (int k = 0; k < v->dims; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_q%d", k);
        isl_local_space *space =
            isl_local_space_from_space(isl_set_get_space(at));
        isl_aff *dim = isl_aff_var_on_domain(isl_local_space_copy(space),
                                             isl_dim_set, (unsigned)k);
        at = isl_set_intersect(at,
                               isl_aff_eq_set(dim, space_param(space, name)));
    }
    isl_union_map *points = isl_union_map_copy(v->points);
    points = isl_union_map_intersect_range(points, isl_union_set_from_set(at));
    return isl_union_map_domain(points);
}

void lower_levels_instances(struct lower *l, const struct levels *v)
{
    const struct poly *poly = l->poly;
    isl_union_set *mine = instances_at(poly, v);
    isl_set *context = isl_set_intersect(isl_set_copy(poly->context),
                                         isl_set_copy(poly->assumed));
    isl_set *here = isl_union_set_params(isl_union_set_copy(mine));
    here = isl_set_remove_divs(here);
    here = isl_set_from_basic_set(isl_set_simple_hull(here));
    context = isl_set_intersect(context, here);
    isl_schedule *order = l->mapping->of_source ? l->mapping->plain
                                                : l->mapping->levels->schedule;
    lower_instances(l, isl_schedule_copy(order), mine, context);
}

/* The point that stands in the list at `at`. */
static void execute_point(struct lower *l, const struct levels *v, int list,
                          int at)
{
    lower_levels_bind(l, v, kir_load(l->f, list, at));
    lower_levels_instances(l, v);
}

static void lower_step(struct lower *l, const struct levels *v)
{
    int list = lower_levels_row(l, v, LEVELS_LIST, true);
    int at =
        begin_each(l, lower_levels_given32(l, LEVELS_BEGIN),
                   lower_levels_given32(l, LEVELS_END), levels_host_run(v));
    execute_point(l, v, list, at);
    kir_end(l->f);
}

static void lower_run(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    int list = lower_levels_row(l, v, LEVELS_LIST, true);
    int table = lower_levels_row(l, v, LEVELS_TABLE, true);
    int columns = all_columns(l, v);
    int begin = kir_variable(f, "begin", KIR_I32);
    kir_set(f, begin, lower_levels_given32(l, LEVELS_BEGIN));
    int step =
        kir_for(f, lower_levels_given32(l, LEVELS_FIRST),
                lower_levels_given32(l, LEVELS_LAST), kir_i32(l->f, 1), 0);
    int last = kir_binary(f, KIR_MUL, step, columns);
    last = kir_binary(f, KIR_ADD, last, columns);
    last = kir_binary(f, KIR_SUB, last, kir_i32(l->f, 1));
    int end = kir_load(f, table, last);
    int at = kir_binary(f, KIR_ADD, kir_get(f, begin), kir_thread_index(f, 0));
    kir_if(f, kir_binary(f, KIR_LT, at, end));
    execute_point(l, v, list, at);
    kir_end(f);
    kir_set(f, begin, end);
    kir_barrier(f);
    kir_end(f);
}

void lower_levels_kernel(struct lower *l, const struct levels *v,
                         enum levels_kernel which, struct kir_module *module,
                         const char *name, struct lowered *out)
{
    static void (*const build[LEVELS_KERNELS])(struct lower *,
                                               const struct levels *) = {
        [LEVELS_FLAGS] = lower_flags,     [LEVELS_WALK] = lower_walk,
        [LEVELS_TALLY] = lower_tally,     [LEVELS_SCAN] = lower_scan,
        [LEVELS_SCATTER] = lower_scatter, [LEVELS_STEP] = lower_step,
        [LEVELS_RUN] = lower_run};
    struct map_kernel kernel = {.block = {1, 1, 1},
                                .unroll.each = {1, 1, 1},
                                .unroll.vector = 1,
                                .loc = v->loc};
    bool inspects =
        which == LEVELS_WALK && levels_is_inspected(v, l->mapping->gpu);
    bool executes = (inspects && v->inspection) || which >= LEVELS_STEP;
    isl_union_set *nothing = isl_union_set_empty(affine_space(l->poly, 0));
    kernel.domain = executes ? v->domain : nothing;
    l->kernel = &kernel;
    l->planned = executes ? NULL : v->in;
    l->f = kir_func_new(module, KIR_KERNEL, name, l->mapping->gpu ? THREADS : 1,
                        1, 1);
    l->f->line = v->loc.line;
    kir_line(l->f, v->loc.line);
    if (inspects)
        lower_inspector(l, v);
    else
        build[which](l, v);
    isl_union_set_free(nothing);
    out->func = module->func_count - 1;
    out->source_count = l->source_count;
    out->source = l->source;
    out->row_count = l->row_count;
    out->row = l->row;
    l->kernel = NULL;
}
