/* Checkpoints of <hedra_tdse.h>; CHECKPOINT.md names the sections. */
#include "runtime/tdse_local.h"

#include "runtime/checkpoint.h"
#include "runtime/tridiag_local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N, GAUGE, STEPS, MOVING, INTEGERS }; /* the section `integers` */
enum { X0, DX, DT, BEGIN, REALS };          /* the section `reals` */

static enum hedra_tridiag_status pass_on(const struct checkpoint_error *error,
                                         struct hedra_tridiag_error *why)
{
    static const enum hedra_tridiag_status status[] = {
        [CHECKPOINT_FINE] = HEDRA_TRIDIAG_OK,
        [CHECKPOINT_NO_MEMORY] = HEDRA_TRIDIAG_NO_MEMORY,
        [CHECKPOINT_NO_FILE] = HEDRA_TRIDIAG_FILE,
        [CHECKPOINT_DAMAGED] = HEDRA_TRIDIAG_DAMAGED,
        [CHECKPOINT_FOREIGN] = HEDRA_TRIDIAG_FOREIGN};
    return tridiag_fail(why, status[error->status], "%s", error->text);
}

enum hedra_tridiag_status hedra_tdse_save(const struct hedra_tdse *t,
                                          const char *path, const void *notes,
                                          size_t bytes,
                                          struct hedra_tridiag_error *why)
{
    if (!t || !path || (bytes > 0 && !notes) || bytes > PTRDIFF_MAX)
        return tridiag_fail(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                            "the object, the path or notes is NULL");
    const struct tdse_grid *g = &t->grid;
    const struct hedra_tdse_options *o = &g->options;
    if (!tdse_are_finite((const double *)g->psi, 2 * o->n))
        return tridiag_fail(why, HEDRA_TRIDIAG_NOT_FINITE, "psi is not finite");
    const int64_t integers[INTEGERS] = {o->n, o->gauge, g->steps,
                                        o->moving != NULL};
    const double reals[REALS] = {o->x0, o->dx, o->dt, g->begin};
    const struct checkpoint_section section[] = {
        {"integers", CHECKPOINT_INTEGER, INTEGERS, integers},
        {"reals", CHECKPOINT_DOUBLE, REALS, reals},
        {"psi", CHECKPOINT_DOUBLE, 2 * o->n, g->psi},
        {"V", CHECKPOINT_DOUBLE, o->n, g->potential},
        {"W", CHECKPOINT_DOUBLE, o->n, g->absorber},
        {"notes", CHECKPOINT_BYTE, (int64_t)bytes, notes}};
    const struct checkpoint_error error = checkpoint_write(
        path, CHECKPOINT_TDSE, section, sizeof section / sizeof *section);
    return pass_on(&error, why);
}

/* What a file holds; the arrays are malloc'ed. */
struct content {
    int64_t *integers;
    double *reals, *psi, *potential, *absorber;
    void *notes;
    int64_t bytes;
};

static void drop(struct content *c)
{
    free(c->integers);
    free(c->reals);
    free(c->psi);
    free(c->potential);
    free(c->absorber);
    free(c->notes);
}

/* Values that an object can have, and that no damage explains. */
static const char *check(const struct content *c)
{
    const int64_t *k = c->integers;
    if (k[N] < 3 || k[GAUGE] < 0 || k[GAUGE] > HEDRA_TDSE_VELOCITY ||
        k[STEPS] < 0 || k[MOVING] < 0 || k[MOVING] > 1)
        return "its integers are out of range";
    if (!tdse_are_finite(c->reals, REALS))
        return "its reals are not finite";
    return NULL;
}

static bool read_all(struct checkpoint *file, struct content *c,
                     struct checkpoint_error *e)
{
    c->integers =
        checkpoint_take(file, "integers", CHECKPOINT_INTEGER, INTEGERS, e);
    if (!c->integers || !(c->reals = checkpoint_take(
                              file, "reals", CHECKPOINT_DOUBLE, REALS, e)))
        return false;
    const char *wrong = check(c);
    if (wrong)
        return checkpoint_refuse(e, wrong);
    const int64_t n = c->integers[N];
    c->bytes = checkpoint_count(file, "notes");
    if (n > INT64_MAX / 2)
        return checkpoint_refuse(e, "n is too large");
    if (!(c->psi = checkpoint_take(file, "psi", CHECKPOINT_DOUBLE, 2 * n, e)) ||
        !(c->potential = checkpoint_take(file, "V", CHECKPOINT_DOUBLE, n, e)) ||
        !(c->absorber = checkpoint_take(file, "W", CHECKPOINT_DOUBLE, n, e)) ||
        !(c->notes =
              checkpoint_take(file, "notes", CHECKPOINT_BYTE, c->bytes, e)))
        return false;
    return true;
}

static enum hedra_tridiag_status make(const struct content *c,
                                      const struct hedra_tdse_options *given,
                                      struct hedra_tdse **made,
                                      struct hedra_tridiag_error *why)
{
    struct hedra_tdse_options o = {
        .n = c->integers[N],
        .x0 = c->reals[X0],
        .dx = c->reals[DX],
        .dt = c->reals[DT],
        .potential = c->potential,
        .absorber = c->absorber,
        .gauge = (enum hedra_tdse_gauge)c->integers[GAUGE]};
    const bool moves = c->integers[MOVING];
    if (given) {
        o.field = given->field;
        o.context = given->context;
        o.moving = moves ? given->moving : NULL;
    }
    if ((o.gauge != HEDRA_TDSE_NO_LASER && !o.field) || (moves && !o.moving))
        return tridiag_fail(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                            "the run that the checkpoint is of needs %s",
                            moves && !o.moving ? "a function `moving`"
                                               : "a function `field`");
    enum hedra_tridiag_status status = hedra_tdse_create(&o, made, why);
    if (status)
        return status;
    status = hedra_tdse_set(*made, c->psi, c->reals[BEGIN], why);
    (*made)->grid.steps = c->integers[STEPS];
    return status;
}

enum hedra_tridiag_status
hedra_tdse_restart(const char *path, const struct hedra_tdse_options *options,
                   struct hedra_tdse **made, void **notes, size_t *bytes,
                   struct hedra_tridiag_error *why)
{
    struct checkpoint_error error;
    struct content content = {0};
    if (made)
        *made = NULL;
    if (!path || !made || (notes && !bytes))
        return tridiag_fail(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                            "the path, made or bytes is NULL");
    struct checkpoint *file = checkpoint_open(path, CHECKPOINT_TDSE, &error);
    const bool good = file && read_all(file, &content, &error);
    checkpoint_close(file);
    enum hedra_tridiag_status status =
        good ? make(&content, options, made, why) : pass_on(&error, why);
    if (status) {
        hedra_tdse_destroy(*made);
        *made = NULL;
    } else if (notes) {
        *notes = content.notes;
        *bytes = (size_t)content.bytes;
        content.notes = NULL;
    }
    drop(&content);
    return status;
}
