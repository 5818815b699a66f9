/*
 * Data files of LAMMPS. A file is read as a whole and gone through line by
 * line; nothing is allocated for what the header promises before the length of
 * the file allows it.
 */
#include "runtime/base/base.h"
#include "runtime/include/hedra_md_file.h"
#include "runtime/md/md.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 12, MOST_TYPES = 1024, LEAST_LINE = 10 };

/* The present line: its words, without comment; what follows a #. */
struct reader {
    const char *path;
    char *text, *end, *next;
    int64_t line;
    char *word[MOST_FIELDS + 1], *comment;
    int words;
    struct hedra_error *why;
    struct hedra_md_data *data;
    int64_t atoms; /* as the header says; -1: not yet */
    bool has_side[3], has_atoms, has_velocities;
    struct place {
        int64_t id, row;
    } * place; /* by id */
};

static enum hedra_status damaged(const struct reader *r, const char *format,
                                 ...) __attribute__((format(printf, 2, 3)));

static enum hedra_status damaged(const struct reader *r, const char *format,
                                 ...)
{
    char what[512];
    va_list list;
    va_start(list, format);
    number_vprint(what, sizeof what, format, list);
    va_end(list);
    error_set(r->why, HEDRA_ERROR_DAMAGED, "%s:%" PRId64 ": %s", r->path,
              r->line, what);
    if (r->why)
        r->why->row = r->line;
    return HEDRA_ERROR_DAMAGED;
}

/* Lines -------------------------------------------------------------------- */

static void split(struct reader *r, char *at)
{
    r->words = 0;
    r->comment = strchr(at, '#');
    if (r->comment)
        *r->comment++ = 0;
    while (true) {
        while (ascii_is_space(*at))
            *at++ = 0;
        if (!*at)
            return;
        if (r->words <= MOST_FIELDS)
            r->word[r->words] = at;
        r->words++;
        while (*at && !ascii_is_space(*at))
            at++;
    }
}

/* Goes to the next line; false at the end of the file. */
static bool advance(struct reader *r)
{
    char *at = r->next;
    if (at >= r->end)
        return false;
    char *stop = memchr(at, '\n', (size_t)(r->end - at));
    r->next = stop ? stop + 1 : r->end;
    if (stop)
        *stop = 0;
    r->line++;
    split(r, at);
    return true;
}

/* Goes to the next line that has words. */
static bool advance_full(struct reader *r)
{
    do
        if (!advance(r))
            return false;
    while (r->words == 0);
    return true;
}

static bool is_whole(const char *text, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return end != text && !*end && !errno;
}

static enum hedra_status whole(struct reader *r, int k, int64_t least,
                               int64_t most, const char *what, int64_t *value)
{
    if (!is_whole(r->word[k], value) || *value < least || *value > most)
        return damaged(
            r, "%s is '%.40s', not a whole number from %" PRId64 " to %" PRId64,
            what, r->word[k], least, most);
    return HEDRA_OK;
}

static enum hedra_status real(struct reader *r, int k, const char *what,
                              double *value)
{
    if (!number_parse_all(r->word[k], value) || !isfinite(*value))
        return damaged(r, "%s is '%.40s', not a number", what, r->word[k]);
    return HEDRA_OK;
}

/* Are the words from `first` on these, and no more? */
static bool says(const struct reader *r, int first, const char *a,
                 const char *b)
{
    return r->words == first + (b ? 2 : 1) && !strcmp(r->word[first], a) &&
           (!b || !strcmp(r->word[first + 1], b));
}

/* Header ------------------------------------------------------------------- */

static enum hedra_status header_sides(struct reader *r, int a)
{
    enum hedra_status s;
    double low, high;
    if ((s = real(r, 0, "the box's lower end", &low)) ||
        (s = real(r, 1, "the box's upper end", &high)))
        return s;
    if (!(low < high))
        return damaged(r, "the box is from %g to %g along %c: it has no length",
                       low, high, "xyz"[a]);
    r->data->low[a] = low;
    r->data->high[a] = high;
    r->has_side[a] = true;
    return HEDRA_OK;
}

static enum hedra_status header_atoms(struct reader *r)
{
    const enum hedra_status s = whole(r, 0, 1, (INT64_C(1) << 30) - 1,
                                      "the number of atoms", &r->atoms);
    if (!s && r->atoms > (r->end - r->text) / LEAST_LINE)
        return damaged(r,
                       "the header says %" PRId64 " atoms, for which the "
                       "file of %lld bytes is too short",
                       r->atoms, (long long)(r->end - r->text));
    return s;
}

static enum hedra_status header_line(struct reader *r)
{
    static const char *const sides[3][2] = {
        {"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    int64_t number;
    enum hedra_status s;
    for (int a = 0; a < 3; a++)
        if (says(r, 2, sides[a][0], sides[a][1]))
            return header_sides(r, a);
    if (r->words == 6 && !strcmp(r->word[3], "xy"))
        return damaged(r, "the box is triclinic (xy xz yz), which is not "
                          "supported: make it orthogonal");
    if (says(r, 1, "atoms", NULL))
        return header_atoms(r);
    if (says(r, 1, "atom", "types")) {
        s = whole(r, 0, 1, MOST_TYPES, "the number of types", &number);
        r->data->types = s ? 0 : (int)number;
        return s;
    }
    if ((r->words == 2 || r->words == 3) && is_whole(r->word[0], &number))
        return number == 0 ? HEDRA_OK
                           : damaged(r,
                                     "'%.40s' are not supported: particles "
                                     "are of atom_style atomic",
                                     r->word[1]);
    return damaged(r, "'%.40s' begins no line of the header, and no section",
                   r->word[0]);
}

static enum hedra_status check_header(struct reader *r)
{
    if (r->atoms < 0)
        return damaged(r, "the header has no line 'N atoms'");
    if (r->data->types == 0)
        return damaged(r, "the header has no line 'N atom types'");
    for (int a = 0; a < 3; a++)
        if (!r->has_side[a])
            return damaged(r, "the header has no line '%clo %chi'", "xyz"[a],
                           "xyz"[a]);
    return HEDRA_OK;
}

/* Sections ----------------------------------------------------------------- */

static enum hedra_status entry(struct reader *r, const char *section,
                               int64_t number, int64_t count)
{
    if (!advance_full(r))
        return damaged(r,
                       "the file ends in section %s, after %" PRId64
                       " of %" PRId64 " lines",
                       section, number, count);
    return HEDRA_OK;
}

static enum hedra_status fields(struct reader *r, const char *section, int few,
                                int many)
{
    if (r->words == few || r->words == many)
        return HEDRA_OK;
    return damaged(r, "a line of section %s has %d fields, not %d%s", section,
                   r->words, few, many > few ? " or more" : "");
}

static enum hedra_status read_masses(struct reader *r)
{
    struct hedra_md_data *d = r->data;
    if (d->mass)
        return damaged(r, "section Masses comes twice");
    d->mass = calloc((size_t)d->types, sizeof *d->mass);
    if (!d->mass)
        return error_no_memory(r->why);
    for (int n = 0; n < d->types; n++) {
        enum hedra_status s;
        int64_t type;
        double mass;
        if ((s = entry(r, "Masses", n, d->types)) ||
            (s = fields(r, "Masses", 2, 2)) ||
            (s = whole(r, 0, 1, d->types, "the type", &type)) ||
            (s = real(r, 1, "the mass", &mass)))
            return s;
        if (!(mass > 0))
            return damaged(r, "the mass is %g, not above 0", mass);
        if (d->mass[type - 1] > 0)
            return damaged(r, "type %" PRId64 " has two masses", type);
        d->mass[type - 1] = mass;
    }
    return HEDRA_OK;
}

static enum hedra_status read_pairs(struct reader *r)
{
    struct hedra_md_data *d = r->data;
    if (d->pair)
        return damaged(r, "section Pair Coeffs comes twice");
    d->pair = calloc((size_t)d->types, sizeof *d->pair);
    if (!d->pair)
        return error_no_memory(r->why);
    for (int n = 0; n < d->types; n++) {
        struct hedra_md_pair p = {0};
        enum hedra_status s;
        int64_t type;
        if ((s = entry(r, "Pair Coeffs", n, d->types)) ||
            (s = fields(r, "Pair Coeffs", 3, 4)) ||
            (s = whole(r, 0, 1, d->types, "the type", &type)) ||
            (s = real(r, 1, "epsilon", &p.epsilon)) ||
            (s = real(r, 2, "sigma", &p.sigma)) ||
            (r->words == 4 && (s = real(r, 3, "the cutoff", &p.cutoff))))
            return s;
        for (int m = 0; m < n; m++)
            if (d->pair[m].a == (int)type)
                return damaged(r, "type %" PRId64 " comes twice", type);
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
        (s = whole(r, 0, 1, INT64_MAX, "the id", &id)) ||
        (s = whole(r, 1, 1, r->data->types, "the type", &type)))
        return s;
    p->id[n] = id;
    p->type[n] = (int)type;
    r->place[n] = (struct place){id, n};
    for (int a = 0; a < 3; a++) {
        if ((s = real(r, 2 + a, "a coordinate", &p->position[3 * n + a])))
            return s;
        if (r->words == 8 &&
            (s = whole(r, 5 + a, -(1 << 30), 1 << 30, "an image", &image)))
            return s;
        p->image[3 * n + a] = r->words == 8 ? (int)image : 0;
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
    if (r->comment)
        while (ascii_is_space(*r->comment))
            r->comment++;
    for (int k = 0; r->comment && k < 15 && ascii_is_alpha(r->comment[k]); k++)
        style[k] = r->comment[k];
    if (style[0] && strcmp(style, "atomic") != 0)
        return damaged(r, "atom_style %s is not supported: write atomic",
                       style);
    if (r->has_atoms)
        return damaged(r, "section Atoms comes twice");
    if (!make_particles(r))
        return error_no_memory(r->why);
    for (int64_t n = 0; n < r->atoms; n++) {
        const enum hedra_status s = read_atom(r, n);
        if (s)
            return s;
    }
    qsort(r->place, (size_t)r->atoms, sizeof *r->place, by_id);
    for (int64_t n = 1; n < r->atoms; n++)
        if (r->place[n].id == r->place[n - 1].id)
            return damaged(r, "id %" PRId64 " comes twice in section Atoms",
                           r->place[n].id);
    r->has_atoms = true;
    return reorder(r, p->position, 3 * sizeof *p->position) &&
                   reorder(r, p->image, 3 * sizeof *p->image) &&
                   reorder(r, p->type, sizeof *p->type) &&
                   reorder(r, p->id, sizeof *p->id)
               ? HEDRA_OK
               : error_no_memory(r->why);
}

static enum hedra_status read_velocities(struct reader *r)
{
    if (!r->has_atoms)
        return damaged(r, "section Velocities comes before section Atoms");
    if (r->has_velocities)
        return damaged(r, "section Velocities comes twice");
    r->has_velocities = true;
    for (int64_t n = 0; n < r->atoms; n++)
        r->place[n].row = 0;
    for (int64_t n = 0; n < r->atoms; n++) {
        struct place wanted = {0};
        enum hedra_status s;
        if ((s = entry(r, "Velocities", n, r->atoms)) ||
            (s = fields(r, "Velocities", 4, 4)) ||
            (s = whole(r, 0, 1, INT64_MAX, "the id", &wanted.id)))
            return s;
        struct place *found = bsearch(&wanted, r->place, (size_t)r->atoms,
                                      sizeof *r->place, by_id);
        if (!found)
            return damaged(r, "id %" PRId64 " is not in section Atoms",
                           wanted.id);
        if (found->row++ > 0)
            return damaged(r,
                           "id %" PRId64 " comes twice in section Velocities",
                           wanted.id);
        for (int a = 0; a < 3; a++)
            if ((s = real(
                     r, 1 + a, "a velocity",
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
    if (says(r, 0, "Masses", NULL))
        return read_masses(r);
    if (says(r, 0, "Pair", "Coeffs"))
        return read_pairs(r);
    if (says(r, 0, "Atoms", NULL))
        return read_atoms(r);
    if (says(r, 0, "Velocities", NULL))
        return read_velocities(r);
    if (!ascii_is_alpha(r->word[0][0]))
        return damaged(r,
                       "'%.40s' begins no section: the one before has more "
                       "lines than the header says",
                       r->word[0]);
    return damaged(r, "section %.40s%s%.40s is not supported", r->word[0],
                   r->words > 1 ? " " : "", r->words > 1 ? r->word[1] : "");
}

/* The first line is a title. */
static enum hedra_status read_all(struct reader *r)
{
    enum hedra_status s = HEDRA_OK;
    bool in_header = true;
    if (memchr(r->text, 0, (size_t)(r->end - r->text)))
        return damaged(r, "the file has bytes of value 0: it is no text");
    if (!advance(r))
        return damaged(r, "the file is empty");
    while (!s && advance_full(r)) {
        in_header = in_header && !ascii_is_alpha(r->word[0][0]);
        s = in_header ? header_line(r) : read_section(r);
    }
    if (!s && !r->has_atoms)
        s = check_header(r);
    if (!s && !r->has_atoms)
        s = damaged(r, "the file ends without a section Atoms");
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
    struct reader r = {.path = path, .why = why, .data = data, .atoms = -1};
    size_t length;
    r.text = r.next = base_read_file(path, &length);
    if (!r.text)
        return error_set(why, HEDRA_ERROR_FILE, "%s: %s", path,
                         strerror(errno));
    r.end = r.text + length;
    const enum hedra_status status = read_all(&r);
    free(r.text);
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
    free(p->position);
    free(p->velocity);
    free(p->type);
    free(p->id);
    free(p->image);
    *data = (struct hedra_md_data){0};
}
