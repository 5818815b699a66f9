/*
 * Extended XYZ: a line with the number of particles, a line of key=value pairs
 * of which Lattice and Properties say what the others mean, and a line for each
 * particle; frames follow each other.
 */
#include "runtime/include/hedra_md_file.h"
#include "runtime/md/md.h"
#include "runtime/md/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TYPES = 1024, LEAST_LINE = 6, MOST_COUNT = (1 << 30) - 1 };

/* Where a property begins among a line's words; -1: it is not there. */
struct columns {
    int species, position, velocity, id, type, image, all;
};

struct frame {
    struct text *t;
    struct hedra_md_data *data;
    int64_t count;
    struct columns at;
};

/* Values of keys ----------------------------------------------------------- */

/* The value of a key of the second line, and what follows it: in quotes or up
 * to a blank. NULL if a quote does not end. */
static char *cut_value(char **at)
{
    char *value = *at, *stop;
    if (*value == '"') {
        stop = strchr(++value, '"');
        if (!stop)
            return NULL;
    } else {
        for (stop = value; *stop && !ascii_is_space(*stop);)
            stop++;
    }
    *at = *stop ? stop + 1 : stop;
    *stop = 0;
    return value;
}

static enum hedra_status numbers(const struct frame *f, const char *key,
                                 const char *text, int count, double *to)
{
    for (int n = 0; n < count; n++) {
        while (ascii_is_space(*text))
            text++;
        if (!number_parse(&text, 0, &to[n]) || !isfinite(to[n]) ||
            (*text && !ascii_is_space(*text)))
            return text_refuse(f->t, "%s has no %d numbers", key, count);
    }
    while (ascii_is_space(*text))
        text++;
    return *text ? text_refuse(f->t, "%s has more than %d numbers", key, count)
                 : HEDRA_OK;
}

static enum hedra_status read_lattice(const struct frame *f, const char *text)
{
    double m[9];
    const enum hedra_status s = numbers(f, "Lattice", text, 9, m);
    if (s)
        return s;
    for (int k = 0; k < 9; k++)
        if (k % 4 != 0 && m[k] != 0)
            return text_refuse(f->t, "the box is triclinic (Lattice has "
                                     "numbers beside its diagonal), which is "
                                     "not supported: make it orthogonal");
    for (int a = 0; a < 3; a++) {
        if (!(m[4 * a] > 0))
            return text_refuse(f->t, "the side of Lattice along %c is %g",
                               "xyz"[a], m[4 * a]);
        f->data->high[a] = m[4 * a];
    }
    return HEDRA_OK;
}

static enum hedra_status read_pbc(const struct frame *f, const char *text)
{
    for (int a = 0; a < 3; a++) {
        while (ascii_is_space(*text))
            text++;
        if (*text != 'T' && *text != 'F' && *text != '1' && *text != '0')
            return text_refuse(f->t, "pbc has no three letters T or F");
        f->data->open[a] = *text == 'F' || *text == '0';
        text++;
    }
    return HEDRA_OK;
}

/* "name:kind:columns" for each property, of `kind` S, R, I or L. */
static enum hedra_status read_property(struct frame *f, const char *name,
                                       const char *kind, const char *width)
{
    struct columns *c = &f->at;
    const struct {
        const char *name, *kind;
        int64_t width;
        int *at;
    } known[] = {
        {"species", "S", 1, &c->species}, {"pos", "R", 3, &c->position},
        {"velo", "R", 3, &c->velocity},   {"vel", "R", 3, &c->velocity},
        {"id", "I", 1, &c->id},           {"type", "I", 1, &c->type},
        {"image", "I", 3, &c->image}};
    int64_t columns;
    if (!strchr("SRIL", *kind) || !*kind || kind[1] ||
        !text_is_whole(width, &columns) || columns < 1 ||
        columns > TEXT_FIELDS - c->all)
        return text_refuse(f->t,
                           "Properties has '%.40s:%.40s:%.40s', not a name, a "
                           "letter of S, R, I and L, and a number of columns "
                           "(at most %d in all)",
                           name, kind, width, TEXT_FIELDS);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(name, known[k].name) != 0)
            continue;
        if (*kind != *known[k].kind || columns != known[k].width)
            return text_refuse(f->t, "property %s is not %s:%s:%" PRId64, name,
                               name, known[k].kind, known[k].width);
        if (*known[k].at >= 0)
            return text_refuse(f->t, "property %s comes twice", name);
        *known[k].at = c->all;
    }
    c->all += (int)columns;
    return HEDRA_OK;
}

static enum hedra_status read_properties(struct frame *f, char *text)
{
    while (*text) {
        char *part[3] = {text, NULL, NULL};
        for (int k = 1; k < 3; k++) {
            part[k] = strchr(part[k - 1], ':');
            if (!part[k])
                return text_refuse(f->t, "Properties ends after '%.40s'",
                                   part[k - 1]);
            *part[k]++ = 0;
        }
        text = part[2] + strcspn(part[2], ":");
        if (*text)
            *text++ = 0;
        const enum hedra_status s = read_property(f, part[0], part[1], part[2]);
        if (s)
            return s;
    }
    return f->at.position < 0 ? text_refuse(f->t, "Properties has no pos:R:3")
                              : HEDRA_OK;
}

/* The second line of a frame. */
static enum hedra_status read_keys(struct frame *f, char *at)
{
    double origin[3] = {0, 0, 0};
    bool has_lattice = false, has_properties = false;
    enum hedra_status s = HEDRA_OK;
    while (!s) {
        while (ascii_is_space(*at))
            at++;
        if (!*at)
            break;
        char *key = at;
        at += strcspn(at, "= \t\r");
        if (*at != '=')
            continue; /* a word by itself */
        *at++ = 0;
        char *value = cut_value(&at);
        if (!value)
            return text_refuse(f->t, "the quote of %.40s does not end", key);
        if (strcmp(key, "Lattice") == 0) {
            s = read_lattice(f, value);
            has_lattice = true;
        } else if (strcmp(key, "Origin") == 0) {
            s = numbers(f, "Origin", value, 3, origin);
        } else if (strcmp(key, "pbc") == 0) {
            s = read_pbc(f, value);
        } else if (strcmp(key, "Properties") == 0 && has_properties) {
            s = text_refuse(f->t, "Properties comes twice");
        } else if (strcmp(key, "Properties") == 0) {
            f->at.all = 0;
            f->at.species = f->at.position = -1;
            s = read_properties(f, value);
            has_properties = true;
        }
    }
    if (!s && !has_lattice)
        return text_refuse(f->t,
                           "there is no Lattice=\"...\": a box is needed");
    for (int a = 0; a < 3; a++) {
        f->data->low[a] = origin[a];
        f->data->high[a] += origin[a];
    }
    return s;
}

/* Particles ---------------------------------------------------------------- */

/* The type of a species: they count in the order in which they come. */
static enum hedra_status find_species(struct frame *f, const char *name,
                                      int *type)
{
    struct hedra_md_data *d = f->data;
    int k = 0;
    if (strlen(name) >= sizeof *d->species)
        return text_refuse(f->t, "species '%.40s' has more than %d letters",
                           name, (int)sizeof *d->species - 1);
    while (k < d->types && strcmp(d->species[k], name) != 0)
        k++;
    if (k == MOST_TYPES)
        return text_refuse(f->t, "there are more than %d species", MOST_TYPES);
    if (k == d->types)
        strcpy(d->species[d->types++], name);
    *type = k + 1;
    return HEDRA_OK;
}

static enum hedra_status read_type(struct frame *f, int64_t n)
{
    struct hedra_md_data *d = f->data;
    int *type = &d->particles.type[n];
    int64_t number = 1;
    enum hedra_status s = HEDRA_OK;
    if (f->at.type < 0 && f->at.species >= 0)
        return find_species(f, f->t->word[f->at.species], type);
    if (f->at.type >= 0)
        s = text_whole(f->t, f->at.type, 1, MOST_TYPES, "the type", &number);
    *type = s ? 1 : (int)number;
    d->types = *type > d->types ? *type : d->types;
    return s;
}

static enum hedra_status read_particle(struct frame *f, int64_t n)
{
    struct hedra_md_particles *p = &f->data->particles;
    const struct columns *c = &f->at;
    enum hedra_status s;
    int64_t whole = n + 1;
    if (!text_advance(f->t))
        return text_refuse(
            f->t, "the file ends after %" PRId64 " of %" PRId64 " particles", n,
            f->count);
    if (f->t->words != c->all)
        return text_refuse(f->t, "the line has %d fields, not %d", f->t->words,
                           c->all);
    if ((s = read_type(f, n)) ||
        (c->id >= 0 &&
         (s = text_whole(f->t, c->id, 1, INT64_MAX, "the id", &whole))))
        return s;
    p->id[n] = whole;
    for (int a = 0; a < 3; a++) {
        if ((s = text_real(f->t, c->position + a, "a coordinate",
                           &p->position[3 * n + a])) ||
            (c->velocity >= 0 &&
             (s = text_real(f->t, c->velocity + a, "a velocity",
                            &p->velocity[3 * n + a]))))
            return s;
        whole = 0;
        if (c->image >= 0 && (s = text_whole(f->t, c->image + a, -(1 << 30),
                                             1 << 30, "an image", &whole)))
            return s;
        p->image[3 * n + a] = (int)whole;
    }
    return HEDRA_OK;
}

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static enum hedra_status check_ids(const struct frame *f)
{
    const size_t bytes = (size_t)f->count * sizeof(int64_t);
    int64_t *id = malloc(bytes), twice = 0;
    if (!id)
        return error_no_memory(f->t->why);
    memcpy(id, f->data->particles.id, bytes);
    qsort(id, (size_t)f->count, sizeof *id, by_number);
    for (int64_t n = 1; n < f->count; n++)
        if (id[n] == id[n - 1])
            twice = id[n];
    free(id);
    return twice ? text_refuse(f->t, "id %" PRId64 " comes twice", twice)
                 : HEDRA_OK;
}

static bool make_particles(struct frame *f)
{
    struct hedra_md_data *d = f->data;
    struct hedra_md_particles *p = &d->particles;
    const size_t n = (size_t)f->count;
    p->count = f->count;
    d->species = calloc(MOST_TYPES, sizeof *d->species);
    p->position = calloc(3 * n, sizeof *p->position);
    p->velocity = calloc(3 * n, sizeof *p->velocity);
    p->type = calloc(n, sizeof *p->type);
    p->id = calloc(n, sizeof *p->id);
    p->image = calloc(3 * n, sizeof *p->image);
    return d->species && p->position && p->velocity && p->type && p->id &&
           p->image;
}

/* Frames ------------------------------------------------------------------- */

/* The number of particles of the frame that begins here, once the file is long
 * enough for them. */
static enum hedra_status read_count(struct frame *f)
{
    const int64_t left = f->t->end - f->t->next;
    const enum hedra_status s =
        f->t->words == 1 ? text_whole(f->t, 0, 1, MOST_COUNT,
                                      "the number of particles", &f->count)
                         : text_refuse(f->t, "a frame begins with the number "
                                             "of particles alone");
    /* The last line may end without its end. */
    if (!s && f->count > (left + 1) / LEAST_LINE)
        return text_refuse(f->t,
                           "%" PRId64 " particles are announced, for which "
                           "the rest of the file, %" PRId64
                           " bytes, is too short",
                           f->count, left);
    return s;
}

static enum hedra_status read_frame(struct frame *f)
{
    char *keys = text_line(f->t);
    if (!keys)
        return text_refuse(f->t, "the file ends before the line with Lattice");
    enum hedra_status s = read_keys(f, keys);
    if (!s && !make_particles(f))
        s = error_no_memory(f->t->why);
    for (int64_t n = 0; !s && n < f->count; n++)
        s = read_particle(f, n);
    if (!s && f->at.id >= 0)
        s = check_ids(f);
    if (!s && f->at.type >= 0) {
        free(f->data->species);
        f->data->species = NULL;
    }
    return s;
}

/* Is nothing but blanks left? */
static bool is_at_end(const struct text *t)
{
    const char *at = t->next;
    while (at < t->end && ascii_is_space(*at))
        at++;
    return at == t->end;
}

/* Goes back to an earlier line, and gives the lines since then their ends. */
static void go_back(struct text *t, const struct text *earlier)
{
    for (char *at = earlier->next; at < t->next; at++)
        if (*at == 0)
            *at = '\n';
    *t = *earlier;
}

/* Goes to frame `wanted`, or to the last one, and reads its count. */
static enum hedra_status find_frame(struct frame *f, int64_t wanted)
{
    for (int64_t number = 0;; number++) {
        if (!text_advance_full(f->t))
            return text_refuse(f->t, "the file has %" PRId64 " frames", number);
        const enum hedra_status s = read_count(f);
        if (s || number == wanted)
            return s;
        const struct text here = *f->t;
        for (int64_t n = 0; n <= f->count; n++)
            if (!text_line(f->t))
                return text_refuse(f->t, "the file ends within frame %" PRId64,
                                   number);
        if (wanted < 0 && is_at_end(f->t)) {
            go_back(f->t, &here);
            return HEDRA_OK;
        }
    }
}

enum hedra_status hedra_md_read_xyz(const char *path, int64_t frame,
                                    struct hedra_md_data *data,
                                    struct hedra_error *why)
{
    if (data)
        *data = (struct hedra_md_data){0};
    if (!path || !data)
        return error_argument(why, "path or data is NULL");
    if (frame < -1)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "frame is %" PRId64 ", below -1", frame);
    struct text t = {.mark = 0};
    struct frame f = {&t, data, 0, {0, 1, -1, -1, -1, -1, 4}};
    enum hedra_status status = text_open(&t, path, why);
    if (!status)
        status = find_frame(&f, frame);
    if (!status)
        status = read_frame(&f);
    text_close(&t);
    if (status) {
        hedra_md_data_free(data);
        return status;
    }
    return error_none(why);
}
