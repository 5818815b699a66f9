/*
 * Data files of LAMMPS. A file is read as a whole and gone through line by
 * line; nothing is allocated for what the header promises before the length of
 * the file allows it.
 */
#include "runtime/base/base.h"
#include "runtime/include/hedra_md_file.h"
#include "runtime/md/md.h"
#include "runtime/md/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TYPES = 1024, LEAST_LINE = 10 };

struct reader {
    struct text t;
    struct hedra_md_data *data;
    int64_t atoms; /* as the header says; -1: not yet */
    bool has_side[3], has_atoms, has_velocities;
    struct place {
        int64_t id, row;
    } * place; /* by id */
};

/* Header ------------------------------------------------------------------- */

static enum hedra_status header_sides(struct reader *r, int a)
{
    enum hedra_status s;
    double low, high;
    if ((s = text_real(&r->t, 0, "the box's lower end", &low)) ||
        (s = text_real(&r->t, 1, "the box's upper end", &high)))
        return s;
    if (!(low < high))
        return text_refuse(
            &r->t, "the box is from %g to %g along %c: it has no length", low,
            high, "xyz"[a]);
    r->data->low[a] = low;
    r->data->high[a] = high;
    r->has_side[a] = true;
    return HEDRA_OK;
}

static enum hedra_status header_atoms(struct reader *r)
{
    const enum hedra_status s = text_whole(&r->t, 0, 1, (INT64_C(1) << 30) - 1,
                                           "the number of atoms", &r->atoms);
    if (!s && r->atoms > (r->t.end - r->t.bytes) / LEAST_LINE)
        return text_refuse(&r->t,
                           "the header says %" PRId64 " atoms, for which the "
                           "file of %lld bytes is too short",
                           r->atoms, (long long)(r->t.end - r->t.bytes));
    return s;
}

static enum hedra_status header_line(struct reader *r)
{
    static const char *const sides[3][2] = {
        {"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    int64_t number;
    enum hedra_status s;
    for (int a = 0; a < 3; a++)
        if (text_says(&r->t, 2, sides[a][0], sides[a][1]))
            return header_sides(r, a);
    if (r->t.words == 6 && !strcmp(r->t.word[3], "xy"))
        return text_refuse(&r->t,
                           "the box is triclinic (xy xz yz), which is not "
                           "supported: make it orthogonal");
    if (text_says(&r->t, 1, "atoms", NULL))
        return header_atoms(r);
    if (text_says(&r->t, 1, "atom", "types")) {
        s = text_whole(&r->t, 0, 1, MOST_TYPES, "the number of types", &number);
        r->data->types = s ? 0 : (int)number;
        return s;
    }
    if ((r->t.words == 2 || r->t.words == 3) &&
        text_is_whole(r->t.word[0], &number))
        return number == 0 ? HEDRA_OK
                           : text_refuse(&r->t,
                                         "'%.40s' are not supported: particles "
                                         "are of atom_style atomic",
                                         r->t.word[1]);
    return text_refuse(&r->t,
                       "'%.40s' begins no line of the header, and no section",
                       r->t.word[0]);
}

static enum hedra_status check_header(struct reader *r)
{
    if (r->atoms < 0)
        return text_refuse(&r->t, "the header has no line 'N atoms'");
    if (r->data->types == 0)
        return text_refuse(&r->t, "the header has no line 'N atom types'");
    for (int a = 0; a < 3; a++)
        if (!r->has_side[a])
            return text_refuse(&r->t, "the header has no line '%clo %chi'",
                               "xyz"[a], "xyz"[a]);
    return HEDRA_OK;
}

/* Sections ----------------------------------------------------------------- */

static enum hedra_status entry(struct reader *r, const char *section,
                               int64_t number, int64_t count)
{
    if (!text_advance_full(&r->t))
        return text_refuse(&r->t,
                           "the file ends in section %s, after %" PRId64
                           " of %" PRId64 " lines",
                           section, number, count);
    return HEDRA_OK;
}

static enum hedra_status fields(struct reader *r, const char *section, int few,
                                int many)
{
    if (r->t.words == few || r->t.words == many)
        return HEDRA_OK;
    return text_refuse(&r->t, "a line of section %s has %d fields, not %d%s",
                       section, r->t.words, few, many > few ? " or more" : "");
}

static enum hedra_status read_masses(struct reader *r)
{
    struct hedra_md_data *d = r->data;
    if (d->mass)
        return text_refuse(&r->t, "section Masses comes twice");
    d->mass = calloc((size_t)d->types, sizeof *d->mass);
    if (!d->mass)
        return error_no_memory(r->t.why);
    for (int n = 0; n < d->types; n++) {
        enum hedra_status s;
        int64_t type;
        double mass;
        if ((s = entry(r, "Masses", n, d->types)) ||
            (s = fields(r, "Masses", 2, 2)) ||
            (s = text_whole(&r->t, 0, 1, d->types, "the type", &type)) ||
            (s = text_real(&r->t, 1, "the mass", &mass)))
            return s;
        if (!(mass > 0))
            return text_refuse(&r->t, "the mass is %g, not above 0", mass);
        if (d->mass[type - 1] > 0)
            return text_refuse(&r->t, "type %" PRId64 " has two masses", type);
        d->mass[type - 1] = mass;
    }
    return HEDRA_OK;
}

static enum hedra_status read_pairs(struct reader *r)
{
    struct hedra_md_data *d = r->data;
    if (d->pair)
        return text_refuse(&r->t, "section Pair Coeffs comes twice");
    d->pair = calloc((size_t)d->types, sizeof *d->pair);
    if (!d->pair)
        return error_no_memory(r->t.why);
    for (int n = 0; n < d->types; n++) {
        struct hedra_md_pair p = {0};
        enum hedra_status s;
        int64_t type;
        if ((s = entry(r, "Pair Coeffs", n, d->types)) ||
            (s = fields(r, "Pair Coeffs", 3, 4)) ||
            (s = text_whole(&r->t, 0, 1, d->types, "the type", &type)) ||
            (s = text_real(&r->t, 1, "epsilon", &p.epsilon)) ||
            (s = text_real(&r->t, 2, "sigma", &p.sigma)) ||
            (r->t.words == 4 &&
             (s = text_real(&r->t, 3, "the cutoff", &p.cutoff))))
            return s;
        for (int m = 0; m < n; m++)
            if (d->pair[m].a == (int)type)
                return text_refuse(&r->t, "type %" PRId64 " comes twice", type);
        p.a = p.b = (int)type;
        d->pair[d->pairs++] = p;
    }
    return HEDRA_OK;
}

static int by_id(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static bool make_particles(struct reader *r)
{
    struct hedra_md_particles *p = &r->data->particles;
    const size_t n = (size_t)r->atoms;
    p->count = r->atoms;
    p->position = calloc(3 * n, sizeof *p->position);
    p->velocity = calloc(3 * n, sizeof *p->velocity);
    p->type = calloc(n, sizeof *p->type);
    p->id = calloc(n, sizeof *p->id);
    p->image = calloc(3 * n, sizeof *p->image);
    r->place = calloc(n, sizeof *r->place);
    return p->position && p->velocity && p->type && p->id && p->image &&
           r->place;
}

static enum hedra_status read_atom(struct reader *r, int64_t n)
{
    struct hedra_md_particles *p = &r->data->particles;
    enum hedra_status s;
    int64_t id, type, image;
    if ((s = entry(r, "Atoms", n, r->atoms)) ||
        (s = fields(r, "Atoms", 5, 8)) ||
        (s = text_whole(&r->t, 0, 1, INT64_MAX, "the id", &id)) ||
        (s = text_whole(&r->t, 1, 1, r->data->types, "the type", &type)))
        return s;
    p->id[n] = id;
    p->type[n] = (int)type;
    r->place[n] = (struct place){id, n};
    for (int a = 0; a < 3; a++) {
        if ((s = text_real(&r->t, 2 + a, "a coordinate",
                           &p->position[3 * n + a])))
            return s;
        if (r->t.words == 8 && (s = text_whole(&r->t, 5 + a, -(1 << 30),
                                               1 << 30, "an image", &image)))
            return s;
        p->image[3 * n + a] = r->t.words == 8 ? (int)image : 0;
    }
    return HEDRA_OK;
}

/* Three numbers each, of `bytes` in all, in the order of places. */
static bool reorder(const struct reader *r, void *array, size_t bytes)
{
    const int64_t n = r->atoms;
    char *copy = malloc((size_t)n * bytes), *to = array;
    if (!copy)
        return false;
    memcpy(copy, array, (size_t)n * bytes);
    for (int64_t k = 0; k < n; k++)
        memcpy(to + (size_t)k * bytes, copy + (size_t)r->place[k].row * bytes,
               bytes);
    free(copy);
    return true;
}

static enum hedra_status read_atoms(struct reader *r)
{
    struct hedra_md_particles *p = &r->data->particles;
    char style[16] = "";
    if (r->t.comment)
        while (ascii_is_space(*r->t.comment))
            r->t.comment++;
    for (int k = 0; r->t.comment && k < 15 && ascii_is_alpha(r->t.comment[k]);
         k++)
        style[k] = r->t.comment[k];
    if (style[0] && strcmp(style, "atomic") != 0)
        return text_refuse(
            &r->t, "atom_style %s is not supported: write atomic", style);
    if (r->has_atoms)
        return text_refuse(&r->t, "section Atoms comes twice");
    if (!make_particles(r))
        return error_no_memory(r->t.why);
    for (int64_t n = 0; n < r->atoms; n++) {
        const enum hedra_status s = read_atom(r, n);
        if (s)
            return s;
    }
    qsort(r->place, (size_t)r->atoms, sizeof *r->place, by_id);
    for (int64_t n = 1; n < r->atoms; n++)
        if (r->place[n].id == r->place[n - 1].id)
            return text_refuse(&r->t,
                               "id %" PRId64 " comes twice in section Atoms",
                               r->place[n].id);
    r->has_atoms = true;
    return reorder(r, p->position, 3 * sizeof *p->position) &&
                   reorder(r, p->image, 3 * sizeof *p->image) &&
                   reorder(r, p->type, sizeof *p->type) &&
                   reorder(r, p->id, sizeof *p->id)
               ? HEDRA_OK
               : error_no_memory(r->t.why);
}

static enum hedra_status read_velocities(struct reader *r)
{
    if (!r->has_atoms)
        return text_refuse(&r->t,
                           "section Velocities comes before section Atoms");
    if (r->has_velocities)
        return text_refuse(&r->t, "section Velocities comes twice");
    r->has_velocities = true;
    for (int64_t n = 0; n < r->atoms; n++)
        r->place[n].row = 0;
    for (int64_t n = 0; n < r->atoms; n++) {
        struct place wanted = {0};
        enum hedra_status s;
        if ((s = entry(r, "Velocities", n, r->atoms)) ||
            (s = fields(r, "Velocities", 4, 4)) ||
            (s = text_whole(&r->t, 0, 1, INT64_MAX, "the id", &wanted.id)))
            return s;
        struct place *found = bsearch(&wanted, r->place, (size_t)r->atoms,
                                      sizeof *r->place, by_id);
        if (!found)
            return text_refuse(&r->t, "id %" PRId64 " is not in section Atoms",
                               wanted.id);
        if (found->row++ > 0)
            return text_refuse(
                &r->t, "id %" PRId64 " comes twice in section Velocities",
                wanted.id);
        for (int a = 0; a < 3; a++)
            if ((s = text_real(
                     &r->t, 1 + a, "a velocity",
                     &r->data->particles.velocity[3 * (found - r->place) + a])))
                return s;
    }
    return HEDRA_OK;
}

static enum hedra_status read_section(struct reader *r)
{
    const enum hedra_status s = check_header(r);
    if (s)
        return s;
    if (text_says(&r->t, 0, "Masses", NULL))
        return read_masses(r);
    if (text_says(&r->t, 0, "Pair", "Coeffs"))
        return read_pairs(r);
    if (text_says(&r->t, 0, "Atoms", NULL))
        return read_atoms(r);
    if (text_says(&r->t, 0, "Velocities", NULL))
        return read_velocities(r);
    if (!ascii_is_alpha(r->t.word[0][0]))
        return text_refuse(&r->t,
                           "'%.40s' begins no section: the one before has more "
                           "lines than the header says",
                           r->t.word[0]);
    return text_refuse(&r->t, "section %.40s%s%.40s is not supported",
                       r->t.word[0], r->t.words > 1 ? " " : "",
                       r->t.words > 1 ? r->t.word[1] : "");
}

/* The first line is a title. */
static enum hedra_status read_all(struct reader *r)
{
    enum hedra_status s = HEDRA_OK;
    bool in_header = true;
    if (!text_advance(&r->t))
        return text_refuse(&r->t, "the file is empty");
    while (!s && text_advance_full(&r->t)) {
        in_header = in_header && !ascii_is_alpha(r->t.word[0][0]);
        s = in_header ? header_line(r) : read_section(r);
    }
    if (!s && !r->has_atoms)
        s = check_header(r);
    if (!s && !r->has_atoms)
        s = text_refuse(&r->t, "the file ends without a section Atoms");
    return s;
}

enum hedra_status hedra_md_read_data(const char *path,
                                     struct hedra_md_data *data,
                                     struct hedra_error *why)
{
    if (data)
        *data = (struct hedra_md_data){0};
    if (!path || !data)
        return error_argument(why, "path or data is NULL");
    struct reader r = {.t = {.mark = '#'}, .data = data, .atoms = -1};
    enum hedra_status status = text_open(&r.t, path, why);
    if (!status)
        status = read_all(&r);
    text_close(&r.t);
    free(r.place);
    if (status) {
        hedra_md_data_free(data);
        return status;
    }
    return error_none(why);
}

void hedra_md_data_free(struct hedra_md_data *data)
{
    if (!data)
        return;
    struct hedra_md_particles *p = &data->particles;
    free(data->mass);
    free(data->pair);
    free(data->species);
    free(p->position);
    free(p->velocity);
    free(p->type);
    free(p->id);
    free(p->image);
    *data = (struct hedra_md_data){0};
}
