/*
 * What is observed of a lattice that is on a device, and its normalisation,
 * there: the method GPU_STEP. A few numbers come home.
 */
#include "runtime/tsa/local.h"
#include "runtime/tsa/sums.h"

/* Written by hedra-embed. */
extern struct hedra_module tsa_sums_module[TSA_SUMS_MODULES];

enum { ROWS, PARTIAL, TOTAL, LINK_X, LINK_Y, POTENTIAL, ARRAYS };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int module_number(const struct hedra_tsa *t)
{
    return (t->o.real == HEDRA_TSA_DOUBLE ? TSA_SUMS_DOUBLE : 0) +
           (t->link_x ? TSA_SUMS_LINK_X : 0) +
           (t->link_y ? TSA_SUMS_LINK_Y : 0) +
           (t->potential ? TSA_SUMS_POTENTIAL : 0);
}

static struct hedra_array strengths(const struct hedra_tsa *t, const char *name,
                                    double *values)
{
    int64_t bytes = t->o.nx * t->o.ny * (int64_t)sizeof *values;
    return (struct hedra_array){
        name, values, 0, values ? bytes : 0, sizeof *values, HEDRA_READ};
}

static struct hedra_array state(const struct hedra_tsa *t, unsigned flags)
{
    return (struct hedra_array){
        "state", t->rows, 0, t->o.ny * (int64_t)t->pitch, (int)t->size, flags};
}

static void list_arrays(const struct hedra_tsa *t, double total[TSA_SUMS],
                        struct hedra_array array[ARRAYS])
{
    const int64_t sums = TSA_SUMS * sizeof *total;
    array[ROWS] = state(t, HEDRA_READ);
    array[PARTIAL] =
        (struct hedra_array){"sums of blocks",
                             NULL,
                             0,
                             TSA_SUMS_BLOCKS * sums,
                             sizeof *total,
                             HEDRA_READ | HEDRA_WRITE | HEDRA_TEMP};
    array[TOTAL] = (struct hedra_array){
        "sums", total, 0, sums, sizeof *total, HEDRA_WRITE | HEDRA_DISCARD};
    array[LINK_X] = strengths(t, "couplings along x", t->link_x);
    array[LINK_Y] = strengths(t, "couplings along y", t->link_y);
    array[POTENTIAL] = strengths(t, "potential", t->potential);
}

static void launch_sums(const struct hedra_tsa *t, struct hedra_run *run)
{
    enum { MOST = ARRAYS + 8 };
    const struct hedra_tsa_options *o = &t->o;
    const int64_t blocks = least(o->ny, TSA_SUMS_BLOCKS);
    const int64_t all[3] = {blocks, 1, 1}, one[3] = {1, 1, 1};
    const union hedra_arg second[] = {
        {.b = PARTIAL}, {.b = TOTAL}, {.l = blocks}};
    union hedra_arg a[MOST] = {{.b = ROWS}, {.b = PARTIAL}};
    int count = 2;
    if (t->link_x)
        a[count++].b = LINK_X;
    if (t->link_y)
        a[count++].b = LINK_Y;
    if (t->potential)
        a[count++].b = POTENTIAL;
    a[count++].l = o->nx;
    a[count++].l = o->ny;
    a[count++].l = blocks;
    a[count++].l = t->half;
    a[count++].i = o->periodic_x;
    a[count++].i = o->periodic_y;
    a[count++].d = o->vx;
    a[count++].d = o->vy;
    if (hedra_launch(run, TSA_SUMS_BLOCK, all, a, count) == 0)
        hedra_launch(run, TSA_SUMS_TOTAL, one, second, 3);
}

static void launch_scale(const struct hedra_tsa *t, struct hedra_run *run,
                         double factor)
{
    const int64_t numbers = t->o.ny * (int64_t)(t->pitch / t->size);
    const int64_t blocks = (numbers - 1) / TSA_SUMS_THREADS + 1;
    const int64_t all[3] = {least(blocks, TSA_SUMS_BLOCKS), 1, 1};
    const union hedra_arg a[] = {{.b = ROWS}, {.l = numbers}, {.d = factor}};
    hedra_launch(run, TSA_SUMS_SCALE, all, a, 3);
}

/* Begins a run; NULL: the scope says why not. */
static struct hedra_run *begin(const struct hedra_tsa *t,
                               const struct hedra_array *array, int count)
{
    enum { WANT_GPU = 1 };
    enum hedra_where where;
    return hedra_begin(&tsa_sums_module[module_number(t)], array, count,
                       WANT_GPU, &where);
}

int tsa_gpu_sums(const struct hedra_tsa *t, double total[TSA_SUMS])
{
    struct exec_scope scope = {.choice = t->choice};
    struct hedra_array array[ARRAYS];
    list_arrays(t, total, array);
    exec_scope_enter(&scope);
    struct hedra_run *run = begin(t, array, ARRAYS);
    if (run) {
        launch_sums(t, run);
        hedra_end(run);
    }
    exec_scope_leave();
    return scope.failed ? tsa_gpu_fail(&scope.why) : HEDRA_OK;
}

int tsa_gpu_scale(struct hedra_tsa *t, double factor)
{
    struct exec_scope scope = {.choice = t->choice};
    const struct hedra_array rows = state(t, HEDRA_READ | HEDRA_WRITE);
    exec_scope_enter(&scope);
    struct hedra_run *run = begin(t, &rows, 1);
    if (run) {
        launch_scale(t, run, factor);
        hedra_end(run);
    }
    exec_scope_leave();
    if (!scope.failed)
        return HEDRA_OK;
    tsa_gpu_forget(t);
    return tsa_gpu_fail(&scope.why);
}
