/*
 * Writes and reads what a checkpoint of the time evolution holds (file.h).
 */
#include "runtime/tdse/file.h"

#include "runtime/base/base.h"
#include "runtime/tridiag/tridiag.h"

#include <stdlib.h>

enum { N, GAUGE, STEPS, MOVING, INTEGERS }; /* the section `integers` */
enum { X0, DX, DT, BEGIN, REALS };          /* the section `reals` */

static enum hedra_status pass_on(const struct checkpoint_error *error,
                                 struct hedra_error *why)
{
    static const enum hedra_status status[] = {
        [CHECKPOINT_FINE] = HEDRA_OK,
        [CHECKPOINT_NO_MEMORY] = HEDRA_ERROR_NO_MEMORY,
        [CHECKPOINT_NO_FILE] = HEDRA_ERROR_FILE,
        [CHECKPOINT_DAMAGED] = HEDRA_ERROR_DAMAGED,
        [CHECKPOINT_FOREIGN] = HEDRA_ERROR_FOREIGN};
    return error_set(why, status[error->status], "%s", error->text);
}

struct tdse_content tdse_grid_content(const struct tdse_grid *g)
{
    const struct hedra_tdse_options *o = &g->options;
    return (struct tdse_content){.n = o->n,
                                 .steps = g->steps,
                                 .gauge = o->gauge,
                                 .moving = o->moving != NULL,
                                 .x0 = o->x0,
                                 .dx = o->dx,
                                 .dt = o->dt,
                                 .begin = g->begin,
                                 .psi = (double *)g->psi,
                                 .potential = g->potential,
                                 .absorber = g->absorber};
}

enum hedra_status tdse_file_write(const char *path,
                                  const struct tdse_content *c,
                                  struct hedra_error *why)
{
    if (!tdse_are_finite(c->psi, 2 * c->n))
        return error_set(why, HEDRA_ERROR_NOT_FINITE, "psi is not finite");
    const int64_t integers[INTEGERS] = {c->n, c->gauge, c->steps, c->moving};
    const double reals[REALS] = {c->x0, c->dx, c->dt, c->begin};
    const struct checkpoint_section section[] = {
        {"integers", CHECKPOINT_INTEGER, INTEGERS, integers},
        {"reals", CHECKPOINT_DOUBLE, REALS, reals},
        {"psi", CHECKPOINT_DOUBLE, 2 * c->n, c->psi},
        {"V", CHECKPOINT_DOUBLE, c->n, c->potential},
        {"W", CHECKPOINT_DOUBLE, c->n, c->absorber},
        {"notes", CHECKPOINT_BYTE, c->bytes, c->notes}};
    const struct checkpoint_error error = checkpoint_write(
        path, CHECKPOINT_TDSE, section, sizeof section / sizeof *section);
    return pass_on(&error, why);
}

void tdse_content_drop(struct tdse_content *c)
{
    free(c->psi);
    free(c->potential);
    free(c->absorber);
    free(c->notes);
}

/* Values that an object can have, and that no damage explains. */
static const char *check(const int64_t k[INTEGERS], const double reals[REALS])
{
    if (k[N] < 3 || k[GAUGE] < 0 || k[GAUGE] > HEDRA_TDSE_VELOCITY ||
        k[STEPS] < 0 || k[MOVING] < 0 || k[MOVING] > 1)
        return "its integers are out of range";
    if (!tdse_are_finite(reals, REALS))
        return "its reals are not finite";
    return k[N] > INT64_MAX / 2 ? "n is too large" : NULL;
}

static void take_numbers(struct tdse_content *c, const int64_t k[INTEGERS],
                         const double reals[REALS])
{
    c->n = k[N];
    c->gauge = (enum hedra_tdse_gauge)k[GAUGE];
    c->steps = k[STEPS];
    c->moving = k[MOVING];
    c->x0 = reals[X0];
    c->dx = reals[DX];
    c->dt = reals[DT];
    c->begin = reals[BEGIN];
}

static bool read_numbers(struct checkpoint *file, struct tdse_content *c,
                         struct checkpoint_error *e)
{
    int64_t *integers =
        checkpoint_take(file, "integers", CHECKPOINT_INTEGER, INTEGERS, e);
    double *reals =
        integers ? checkpoint_take(file, "reals", CHECKPOINT_DOUBLE, REALS, e)
                 : NULL;
    bool good = reals != NULL;
    const char *wrong = good ? check(integers, reals) : NULL;
    if (wrong)
        checkpoint_refuse(e, wrong);
    good = good && !wrong;
    if (good)
        take_numbers(c, integers, reals);
    free(integers);
    free(reals);
    return good;
}

static bool read_all(struct checkpoint *file, struct tdse_content *c,
                     struct checkpoint_error *e)
{
    if (!read_numbers(file, c, e))
        return false;
    const int64_t n = c->n;
    c->bytes = checkpoint_count(file, "notes");
    return (c->psi =
                checkpoint_take(file, "psi", CHECKPOINT_DOUBLE, 2 * n, e)) &&
           (c->potential =
                checkpoint_take(file, "V", CHECKPOINT_DOUBLE, n, e)) &&
           (c->absorber =
                checkpoint_take(file, "W", CHECKPOINT_DOUBLE, n, e)) &&
           (c->notes =
                checkpoint_take(file, "notes", CHECKPOINT_BYTE, c->bytes, e));
}

enum hedra_status tdse_file_read(const char *path, struct tdse_content *c,
                                 struct hedra_error *why)
{
    struct checkpoint_error error;
    struct checkpoint *file = checkpoint_open(path, CHECKPOINT_TDSE, &error);
    *c = (struct tdse_content){0};
    const bool good = file && read_all(file, c, &error);
    checkpoint_close(file);
    return good ? error_none(why) : pass_on(&error, why);
}

enum hedra_status tdse_content_options(const struct tdse_content *c,
                                       const struct hedra_tdse_options *given,
                                       struct hedra_tdse_options *o,
                                       struct hedra_error *why)
{
    *o = (struct hedra_tdse_options){
        .n = c->n, .x0 = c->x0, .dx = c->dx, .dt = c->dt, .gauge = c->gauge};
    if (given) {
        o->field = given->field;
        o->context = given->context;
        o->moving = c->moving ? given->moving : NULL;
    }
    if ((o->gauge == HEDRA_TDSE_NO_LASER || o->field) &&
        (!c->moving || o->moving))
        return error_none(why);
    return error_set(
        why, HEDRA_ERROR_ARGUMENT, "the run that the checkpoint is of needs %s",
        c->moving && !o->moving ? "a function `moving`" : "a function `field`");
}
