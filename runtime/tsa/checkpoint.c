/* Checkpoints of <hedra_tsa.h>; CHECKPOINT.md names the sections. */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sections `integers` and `reals`. */
enum {
    NX,
    NY,
    REAL,
    PERIODIC_X,
    PERIODIC_Y,
    IMAGINARY,
    ORDER,
    METHOD,
    INTEGERS
};
enum { STEP, VX, VY, REALS };

static int pass_on(enum checkpoint_status status)
{
    static const int error[] = {[CHECKPOINT_FINE] = HEDRA_OK,
                                [CHECKPOINT_NO_MEMORY] = HEDRA_ERROR_NO_MEMORY,
                                [CHECKPOINT_NO_FILE] = HEDRA_ERROR_FILE,
                                [CHECKPOINT_DAMAGED] = HEDRA_ERROR_DAMAGED,
                                [CHECKPOINT_FOREIGN] = HEDRA_ERROR_FOREIGN};
    return error[status];
}

static enum checkpoint_type type_of(int64_t real)
{
    return real == HEDRA_TSA_FLOAT ? CHECKPOINT_SINGLE : CHECKPOINT_DOUBLE;
}

enum hedra_status hedra_tsa_describe(const struct hedra_tsa *t,
                                     struct hedra_tsa_options *options,
                                     struct hedra_error *why)
{
    if (!t || !options)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    *options = t->o;
    options->order = t->o.order ? t->o.order : 2;
    options->link_x = t->link_x;
    options->link_y = t->link_y;
    options->potential = t->potential;
    options->device = NULL;
    return tsa_tell(why, HEDRA_OK);
}

/* Writing ------------------------------------------------------------------ */

/* The marked state in the interface's order, as hedra_tsa_get's. */
static void get_mark(const struct hedra_tsa *t, char *re, char *im)
{
    for (int64_t y = 0; y < t->o.ny; y++)
        for (int64_t x = 0; x < t->o.nx; x++) {
            const char *row = tsa_row(t, t->mark, y);
            int64_t place = tsa_place(t, x), to = y * t->o.nx + x;
            tsa_store(t, re, to, tsa_load(t, row, place));
            tsa_store(t, im, to, tsa_load(t, row, place + t->half));
        }
}

static bool are_finite(const struct hedra_tsa *t, const void *values,
                       int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (!isfinite(tsa_load(t, values, k)))
            return false;
    return true;
}

/* `state`: re, im, and those of the mark if there is one. */
static int write_all(const struct hedra_tsa *t, const char *path,
                     const char *state, const void *notes, size_t bytes)
{
    const struct hedra_tsa_options *o = &t->o;
    const int64_t sites = o->nx * o->ny, marked = t->mark ? sites : 0;
    const int64_t integers[INTEGERS] = {o->nx,
                                        o->ny,
                                        o->real,
                                        o->periodic_x,
                                        o->periodic_y,
                                        o->imaginary,
                                        o->order ? o->order : 2,
                                        o->method};
    const double reals[REALS] = {o->step, o->vx, o->vy};
    const enum checkpoint_type type = type_of(o->real);
    const size_t part = (size_t)sites * t->size;
    const char *mark = state + 2 * part;
    const struct checkpoint_section section[] = {
        {"integers", CHECKPOINT_INTEGER, INTEGERS, integers},
        {"reals", CHECKPOINT_DOUBLE, REALS, reals},
        {"re", type, sites, state},
        {"im", type, sites, state + part},
        {"mark_re", type, marked, mark},
        {"mark_im", type, marked, marked ? mark + part : mark},
        {"link_x", CHECKPOINT_DOUBLE, t->link_x ? sites : 0, t->link_x},
        {"link_y", CHECKPOINT_DOUBLE, t->link_y ? sites : 0, t->link_y},
        {"U", CHECKPOINT_DOUBLE, t->potential ? sites : 0, t->potential},
        {"notes", CHECKPOINT_BYTE, (int64_t)bytes, notes}};
    return pass_on(checkpoint_write(path, CHECKPOINT_TSA, section,
                                    sizeof section / sizeof *section)
                       .status);
}

enum hedra_status hedra_tsa_checkpoint(const struct hedra_tsa *t,
                                       const char *path, const void *notes,
                                       size_t bytes, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !path || (bytes > 0 && !notes))
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (bytes > PTRDIFF_MAX)
        return tsa_tell(why, HEDRA_ERROR_SIZE);
    const int64_t sites = t->o.nx * t->o.ny;
    const size_t part = (size_t)sites * t->size;
    char *state = malloc((t->mark ? 4 : 2) * part);
    if (!state)
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    int error = hedra_tsa_get(t, state, state + part, NULL);
    if (!error && t->mark)
        get_mark(t, state + 2 * part, state + 3 * part);
    if (!error && !are_finite(t, state, 2 * sites))
        error = HEDRA_ERROR_VALUE;
    if (!error)
        error = write_all(t, path, state, notes, bytes);
    free(state);
    return tsa_tell(why, error);
}

/* Reading ------------------------------------------------------------------ */

/* What a file holds; the arrays are malloc'ed. */
struct content {
    int64_t *integers;
    double *reals, *link_x, *link_y, *potential;
    void *re, *im, *mark_re, *mark_im, *notes;
    int64_t marked, bytes;
};

static void drop(struct content *c)
{
    free(c->integers);
    free(c->reals);
    free(c->link_x);
    free(c->link_y);
    free(c->potential);
    free(c->re);
    free(c->im);
    free(c->mark_re);
    free(c->mark_im);
    free(c->notes);
}

static bool is_flag(int64_t value)
{
    return value == 0 || value == 1;
}

/* nx ny in *sites, or false if the integers make no sense; the rest is
 * hedra_tsa_create's to judge. */
static bool check(const int64_t *k, int64_t *sites)
{
    return k[NX] >= 1 && k[NY] >= 1 &&
           !__builtin_mul_overflow(k[NX], k[NY], sites) && is_flag(k[REAL]) &&
           is_flag(k[PERIODIC_X]) && is_flag(k[PERIODIC_Y]) &&
           is_flag(k[IMAGINARY]) && (k[ORDER] == 2 || k[ORDER] == 4) &&
           k[METHOD] >= 0 && k[METHOD] <= INT32_MAX;
}

/* An array of `sites` elements in *to, NULL there if the file has none. */
static bool take_optional(struct checkpoint *file, const char *name,
                          int64_t sites, double **to,
                          struct checkpoint_error *e)
{
    if (checkpoint_count(file, name) == 0)
        return true;
    *to = checkpoint_take(file, name, CHECKPOINT_DOUBLE, sites, e);
    return *to != NULL;
}

static bool read_all(struct checkpoint *file, struct content *c,
                     struct checkpoint_error *e)
{
    int64_t sites;
    c->integers =
        checkpoint_take(file, "integers", CHECKPOINT_INTEGER, INTEGERS, e);
    if (!c->integers || !(c->reals = checkpoint_take(
                              file, "reals", CHECKPOINT_DOUBLE, REALS, e)))
        return false;
    if (!check(c->integers, &sites))
        return checkpoint_refuse(e, "its integers are out of range");
    const enum checkpoint_type type = type_of(c->integers[REAL]);
    c->bytes = checkpoint_count(file, "notes");
    c->marked = checkpoint_count(file, "mark_re") == 0 ? 0 : sites;
    return (c->re = checkpoint_take(file, "re", type, sites, e)) &&
           (c->im = checkpoint_take(file, "im", type, sites, e)) &&
           (c->mark_re =
                checkpoint_take(file, "mark_re", type, c->marked, e)) &&
           (c->mark_im =
                checkpoint_take(file, "mark_im", type, c->marked, e)) &&
           take_optional(file, "link_x", sites, &c->link_x, e) &&
           take_optional(file, "link_y", sites, &c->link_y, e) &&
           take_optional(file, "U", sites, &c->potential, e) &&
           (c->notes =
                checkpoint_take(file, "notes", CHECKPOINT_BYTE, c->bytes, e));
}

static int make(const struct content *c, const struct hedra_tsa_options *given,
                struct hedra_tsa **out)
{
    const int64_t *k = c->integers;
    struct hedra_tsa_options o = {.method = (int)k[METHOD]};
    if (given)
        o = *given;
    o.nx = k[NX];
    o.ny = k[NY];
    o.real = (int)k[REAL];
    o.step = c->reals[STEP];
    o.vx = c->reals[VX];
    o.vy = c->reals[VY];
    o.link_x = c->link_x;
    o.link_y = c->link_y;
    o.potential = c->potential;
    o.periodic_x = k[PERIODIC_X];
    o.periodic_y = k[PERIODIC_Y];
    o.imaginary = k[IMAGINARY];
    o.order = (int)k[ORDER];
    int error = hedra_tsa_create(&o, out, NULL);
    if (!error && c->marked > 0)
        error = hedra_tsa_put(*out, c->mark_re, c->mark_im, NULL);
    if (!error && c->marked > 0)
        error = hedra_tsa_mark(*out, NULL);
    return error ? error : (int)hedra_tsa_put(*out, c->re, c->im, NULL);
}

enum hedra_status hedra_tsa_restart(const char *path,
                                    const struct hedra_tsa_options *options,
                                    struct hedra_tsa **out, void **notes,
                                    size_t *bytes, struct hedra_error *why)
{
    CANCEL_OFF;
    struct checkpoint_error e;
    struct content content = {0};
    if (out)
        *out = NULL;
    if (!path || !out || (notes && !bytes))
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    struct checkpoint *file = checkpoint_open(path, CHECKPOINT_TSA, &e);
    const bool good = file && read_all(file, &content, &e);
    checkpoint_close(file);
    int error = good ? make(&content, options, out) : pass_on(e.status);
    if (error) {
        hedra_tsa_destroy(*out);
        *out = NULL;
    } else if (notes) {
        *notes = content.notes;
        *bytes = (size_t)content.bytes;
        content.notes = NULL;
    }
    drop(&content);
    return tsa_tell(why, error);
}
