/*
 * Evolution on a device: the methods GPU_NAIVE and GPU_STEP. The lattice and
 * its tables are kept there between steps (mirror.h), and come home when
 * something else than steps is asked for.
 */
#include "runtime/region/region.h"
#include "runtime/tsa/local.h"
#include "runtime/tsa/pairs.h"
#include "runtime/tsa/strip.h"

#include <stdlib.h>
#include <string.h>

/* Written by hedra-embed. */
extern struct hedra_module tsa_module[TSA_STRIP_MODULES];

int tsa_gpu_fail(const struct report *why)
{
    return tsa_fail_device(why->text);
}

/* Where the state is --------------------------------------------------------
 */

static size_t state_size(const struct hedra_tsa *t)
{
    return (size_t)t->o.ny * t->pitch;
}

static size_t strengths_size(const struct hedra_tsa *t)
{
    return (size_t)(t->o.nx * t->o.ny) * sizeof(double);
}

static bool keep(void *base, size_t size, struct report *why)
{
    return !base || mirror_keep(base, size, why);
}

/* Tables stay, as nothing changes them. */
static bool keep_tables(const struct hedra_tsa *t, struct tsa_tables *table,
                        struct report *why)
{
    size_t size = (size_t)(t->o.ny + 1) * t->pitch;
    if (table->away)
        return true;
    table->away = keep(table->x, size, why) && keep(table->y, size, why) &&
                  keep(table->phase, size, why);
    return table->away;
}

/* All that a run in this direction of time needs. */
static bool keep_all(struct hedra_tsa *t, bool back, struct report *why)
{
    for (int k = 0; k < (t->stage_count > 1 ? TSA_FACTORS : 1); k++)
        if (!keep_tables(t, &t->factor[back][k].table, why))
            return false;
    if (!t->away)
        t->away = keep(t->rows, state_size(t), why) &&
                  keep(t->other, state_size(t), why);
    if (t->away && !t->strengths_away && t->o.method == HEDRA_TSA_GPU_STEP)
        t->strengths_away = keep(t->link_x, strengths_size(t), why) &&
                            keep(t->link_y, strengths_size(t), why) &&
                            keep(t->potential, strengths_size(t), why);
    return t->away;
}

int tsa_gpu_sync(const struct hedra_tsa *t)
{
    struct report why;
    if (!t->away || mirror_sync(t->rows, state_size(t), &why))
        return HEDRA_OK;
    return tsa_gpu_fail(&why);
}

int tsa_gpu_leave(struct hedra_tsa *t)
{
    struct report why, ignored;
    if (!t->away)
        return HEDRA_OK;
    t->away = false;
    bool home = mirror_release(t->rows, state_size(t), &why);
    if (t->other)
        mirror_forget(t->other, state_size(t), &ignored);
    return home ? HEDRA_OK : tsa_gpu_fail(&why);
}

static void forget(void *base, size_t size)
{
    struct report ignored;
    if (base)
        mirror_forget(base, size, &ignored);
}

void tsa_gpu_forget(struct hedra_tsa *t)
{
    size_t size = (size_t)(t->o.ny + 1) * t->pitch;
    for (int k = 0; k < 2 * TSA_FACTORS; k++) {
        struct tsa_tables *table =
            &t->factor[k / TSA_FACTORS][k % TSA_FACTORS].table;
        if (!table->away)
            continue;
        table->away = false;
        forget(table->x, size);
        forget(table->y, size);
        forget(table->phase, size);
    }
    if (t->strengths_away) {
        t->strengths_away = false;
        forget(t->link_x, strengths_size(t));
        forget(t->link_y, strengths_size(t));
        forget(t->potential, strengths_size(t));
    }
    if (!t->away)
        return;
    t->away = false;
    forget(t->rows, state_size(t));
    forget(t->other, state_size(t));
}

/* Full steps ----------------------------------------------------------------
 */

enum {
    QUARTERS = 4, /* of a row: arrays of their own */
    TABLES = 3,
    FIRST_TABLE = 2 * QUARTERS,
    MAX_ARRAYS = FIRST_TABLE + TSA_FACTORS * TABLES,
    MAX_ARGUMENTS = 48
};

/* Arguments of a launch, in the order of the kernel's parameters. */
struct arguments {
    int count;
    union hedra_arg arg[MAX_ARGUMENTS];
};

static void push(struct arguments *a, union hedra_arg arg)
{
    a->arg[a->count++] = arg;
}

static void push_buffer(struct arguments *a, int row)
{
    push(a, (union hedra_arg){.b = row});
}

static void push_int(struct arguments *a, int64_t value)
{
    push(a, (union hedra_arg){.i = (int32_t)value});
}

static void push_turn(const struct hedra_tsa *t, struct arguments *a,
                      struct tsa_turn turn)
{
    const double value[2] = {turn.a, turn.b};
    for (int k = 0; k < 2; k++)
        if (t->o.real == HEDRA_TSA_FLOAT)
            push(a, (union hedra_arg){.f = (float)value[k]});
        else
            push(a, (union hedra_arg){.d = value[k]});
}

/* Where the tables of a factor begin among the run's arrays: x, y, phase. */
static int table_row(const struct tsa_factor *stage)
{
    return FIRST_TABLE + stage->number * TABLES;
}

static int list_arrays(const struct hedra_tsa *t, bool back,
                       struct hedra_array array[MAX_ARRAYS])
{
    int64_t state = (int64_t)state_size(t);
    int64_t tables = state + (int64_t)t->pitch, element = (int64_t)t->size;
    int count = 0;
    int64_t quarter = t->half * element;
    char *const rows[2] = {t->rows, t->other};
    static const char *const part[QUARTERS] = {"even, re", "even, im",
                                               "odd, re", "odd, im"};
    for (int k = 0; k < 2 * QUARTERS; k++) {
        int64_t before = k % QUARTERS * quarter;
        array[count++] = (struct hedra_array){
            part[k % QUARTERS], rows[k / QUARTERS] + before, 0, state - before,
            (int)element,       HEDRA_READ | HEDRA_WRITE};
    }
    for (int k = 0; k < TSA_FACTORS; k++) {
        const struct tsa_tables *table = &t->factor[back][k].table;
        void *const base[TABLES] = {table->x, table->y, table->phase};
        static const char *const name[TABLES] = {"couplings along x",
                                                 "couplings along y", "phases"};
        for (int i = 0; i < TABLES; i++)
            array[count++] = (struct hedra_array){
                name[i],      base[i],   0, base[i] ? tables : 0,
                (int)element, HEDRA_READ};
    }
    return count;
}

static int module_number(const struct hedra_tsa *t)
{
    return (t->o.real == HEDRA_TSA_DOUBLE ? TSA_STRIP_DOUBLE : 0) +
           (t->o.imaginary ? TSA_STRIP_IMAGINARY : 0) +
           (tsa_has_links(t) ? TSA_STRIP_LINKS : 0) +
           (t->potential ? TSA_STRIP_PHASES : 0);
}

/* The module that does as many steps in a launch as are wanted and as the
 * lattice allows: rows wrap around once, and steps that still wait for theirs
 * are at up to 4 * steps before the strip. */
static int module_of_several(const struct hedra_tsa *t)
{
    int kind = module_number(t) + TSA_STRIP_SEVERAL;
    int steps = tsa_strip_steps(kind);
    bool wanted = t->o.fused == 0 || t->o.fused >= steps;
    bool fits = !t->o.periodic_y || t->o.ny >= 4 * steps;
    return wanted && fits ? kind : module_number(t);
}

/* Column pairs of a strip without its halo. */
static int64_t strip_width(const struct hedra_tsa *t, int kind)
{
    return TSA_STRIP_THREADS * tsa_strip_columns(kind) -
           2 * TSA_STRIP_SECTOR / (int64_t)t->size;
}

/* Rows of a strip, even: as many blocks as keep a large GPU busy to the end,
 * and no more rows read twice than that takes. */
static int64_t strip_rows(const struct hedra_tsa *t, int64_t strips, int steps)
{
    enum { BLOCKS = 3072, LEAST = 16, MOST = 128 };
    const int64_t most_blocks = 65535; /* of a grid's y */
    int64_t rows = t->o.ny * strips / BLOCKS / 2 * 2;
    if (rows < LEAST * steps)
        rows = LEAST * steps;
    if (rows > MOST * steps)
        rows = MOST * steps;
    if (t->o.strip_rows > 0)
        rows = t->o.strip_rows;
    while (t->o.ny > rows * most_blocks)
        rows *= 2;
    return rows;
}

static void push_tables(const struct hedra_tsa *t, struct arguments *a,
                        const struct tsa_factor *const *stage, int steps)
{
    for (int k = 0; k < steps; k++) {
        if (tsa_has_links(t)) {
            push_buffer(a, table_row(stage[k]));
            push_buffer(a, table_row(stage[k]) + 1);
        }
        if (t->potential)
            push_buffer(a, table_row(stage[k]) + 2);
    }
}

/* The S2 steps of a launch of module `kind`, from array `from` to the other
 * one. */
static bool launch_steps(const struct hedra_tsa *t, struct hedra_run *run,
                         int kind, const struct tsa_factor *const *stage,
                         int from)
{
    int64_t width = strip_width(t, kind);
    int64_t strips = (t->even + width - 1) / width;
    const int steps = tsa_strip_steps(kind);
    int64_t rows = strip_rows(t, strips, steps);
    const int64_t grid[3] = {strips, (t->o.ny + rows - 1) / rows, 1};
    struct arguments a = {0};
    for (int k = 0; k < 2 * QUARTERS; k++)
        push_buffer(&a, (from * QUARTERS + k) % (2 * QUARTERS));
    push_tables(t, &a, stage, steps);
    push_int(&a, t->even);
    push_int(&a, t->odd);
    push_int(&a, t->o.ny);
    push_int(&a, rows);
    push(&a, (union hedra_arg){.l = t->half});
    push_int(&a, t->o.periodic_x);
    push_int(&a, t->o.periodic_y);
    for (int k = 0; !tsa_has_links(t) && k < steps; k++) {
        push_turn(t, &a, stage[k]->x);
        push_turn(t, &a, stage[k]->x_full);
        push_turn(t, &a, stage[k]->y);
    }
    return hedra_launch(run, 0, grid, a.arg, a.count) == 0;
}

/* Within a scope: `launches` of module `kind`, the first of which begins with
 * step `done` of a run of `total`. */
static void run_launches(struct hedra_tsa *t, bool back, int kind,
                         int64_t launches, int64_t done, int64_t total)
{
    struct hedra_array array[MAX_ARRAYS];
    const struct tsa_factor *stage[TSA_STRIP_MOST_STEPS];
    enum hedra_where where;
    enum { WANT_GPU = 1 };
    const int steps = tsa_strip_steps(kind);
    int64_t k = 0;
    int count = list_arrays(t, back, array);
    struct hedra_run *run =
        hedra_begin(&tsa_module[kind], array, count, WANT_GPU, &where);
    if (!run)
        return;
    for (bool good = true; good && k < launches; k += good) {
        for (int s = 0; s < steps; s++)
            stage[s] = tsa_factor_of(t, back, done + k * steps + s, total);
        good = launch_steps(t, run, kind, stage, (int)(k % 2));
    }
    hedra_end(run);
    if (k % 2) {
        char *rows = t->rows;
        t->rows = t->other;
        t->other = rows;
    }
}

/* Within a scope: several steps in a launch, then those that are left. */
static void run_steps(struct hedra_tsa *t, bool back, int64_t total,
                      const struct exec_scope *scope)
{
    const int kind = module_of_several(t), steps = tsa_strip_steps(kind);
    const int64_t launches = total / steps, left = total % steps;
    if (launches > 0)
        run_launches(t, back, kind, launches, 0, total);
    if (left > 0 && !scope->failed)
        run_launches(t, back, module_number(t), left, total - left, total);
}

/* One pass for each sub-step ------------------------------------------------
 */

enum axis { ALONG_X, ALONG_Y };

/* What does the pairs along an axis. */
static const struct {
    tsa_pairs_f32 *pairs_f32;
    tsa_pairs_f64 *pairs_f64;
    tsa_links_f32 *links_f32;
    tsa_links_f64 *links_f64;
} naive[] = {[ALONG_X] = {tsa_pairs_x_f32, tsa_pairs_x_f64, tsa_links_x_f32,
                          tsa_links_x_f64},
             [ALONG_Y] = {tsa_pairs_y_f32, tsa_pairs_y_f64, tsa_links_y_f32,
                          tsa_links_y_f64}};

static void naive_pairs(const struct hedra_tsa *t,
                        const struct tsa_factor *stage, enum axis axis,
                        int first)
{
    const bool y = axis == ALONG_Y, single = t->o.real == HEDRA_TSA_FLOAT;
    int64_t nx = t->o.nx, ny = t->o.ny, pairs = ((y ? ny : nx) - first) / 2;
    int wraps = first && (y ? t->o.periodic_y : t->o.periodic_x);
    int imaginary = t->o.imaginary;
    void *rows = t->rows, *table = y ? stage->table.y : stage->table.x;
    struct tsa_turn turn = y ? stage->y : stage->x;
    if (single && table)
        naive[axis].links_f32(nx, ny, first, pairs, wraps, imaginary, table,
                              rows);
    else if (table)
        naive[axis].links_f64(nx, ny, first, pairs, wraps, imaginary, table,
                              rows);
    else if (single)
        naive[axis].pairs_f32(nx, ny, first, pairs, wraps, imaginary,
                              (float)turn.a, (float)turn.b, rows);
    else
        naive[axis].pairs_f64(nx, ny, first, pairs, wraps, imaginary, turn.a,
                              turn.b, rows);
}

static void naive_phases(const struct hedra_tsa *t,
                         const struct tsa_factor *stage)
{
    void *rows = t->rows, *table = stage->table.phase;
    if (table && t->o.real == HEDRA_TSA_FLOAT)
        tsa_phases_f32(t->o.nx, t->o.ny, table, rows);
    else if (table)
        tsa_phases_f64(t->o.nx, t->o.ny, table, rows);
}

/* V0 H0 V1 H1 P H1 V1 H0 V0. */
static void naive_step(const struct hedra_tsa *t,
                       const struct tsa_factor *stage)
{
    for (int odd = 0; odd < 2; odd++) {
        naive_pairs(t, stage, ALONG_Y, odd);
        naive_pairs(t, stage, ALONG_X, odd);
    }
    naive_phases(t, stage);
    for (int odd = 1; odd >= 0; odd--) {
        naive_pairs(t, stage, ALONG_X, odd);
        naive_pairs(t, stage, ALONG_Y, odd);
    }
}

/* Both ----------------------------------------------------------------------
 */

int tsa_gpu_run(struct hedra_tsa *t, bool back, int64_t total)
{
    struct exec_scope scope = {.choice = t->choice};
    struct report why;
    if (total == 0)
        return HEDRA_OK;
    if (!keep_all(t, back, &why))
        return tsa_gpu_fail(&why);
    exec_scope_enter(&scope);
    if (t->o.method == HEDRA_TSA_GPU_STEP)
        run_steps(t, back, total, &scope);
    else
        for (int64_t k = 0; k < total && !scope.failed; k++)
            naive_step(t, tsa_factor_of(t, back, k, total));
    exec_scope_leave();
    if (!scope.failed)
        return HEDRA_OK;
    tsa_gpu_forget(t);
    return tsa_gpu_fail(&scope.why);
}

/* Begins a run of nothing. */
static void open_module(struct hedra_module *module)
{
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(module, NULL, 0, 1, &where);
    if (run)
        hedra_end(run);
}

/* Begins runs of no steps: the device is opened, and the kernels are built. */
int tsa_gpu_open(struct hedra_tsa *t)
{
    struct exec_scope scope;
    const char *name = t->o.device ? t->o.device : getenv("HEDRA_DEVICE");
    if (!device_choice_parse(name, &scope.choice, &scope.why))
        return tsa_gpu_fail(&scope.why);
    exec_scope_enter(&scope);
    if (t->o.method == HEDRA_TSA_GPU_STEP) {
        open_module(&tsa_module[module_number(t)]);
        if (!scope.failed && module_of_several(t) != module_number(t))
            open_module(&tsa_module[module_of_several(t)]);
    } else {
        struct hedra_tsa empty = *t;
        empty.o.nx = empty.o.ny = 0;
        naive_step(&empty, &t->factor[0][0]);
    }
    exec_scope_leave();
    t->choice = scope.choice;
    t->device = scope.device;
    return scope.failed ? tsa_gpu_fail(&scope.why) : HEDRA_OK;
}
