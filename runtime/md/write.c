/* Files of the present state: extended XYZ, dumps and data files of LAMMPS. */
#include "runtime/include/hedra_md_file.h"
#include "runtime/md/local.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Text that grows; once memory lacks, nothing is added. */
struct output {
    char *text;
    size_t used, capacity;
    bool lacks;
};

static void put(struct output *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Up to 500 characters. */
static void put(struct output *o, const char *format, ...)
{
    enum { MOST = 512 };
    if (o->capacity - o->used < MOST) {
        const size_t capacity = 2 * o->capacity + 64 * MOST;
        char *more = o->lacks ? NULL : realloc(o->text, capacity);
        if (!more) {
            o->lacks = true;
            return;
        }
        o->text = more;
        o->capacity = capacity;
    }
    va_list list;
    va_start(list, format);
    const int length = number_vprint(o->text + o->used, MOST, format, list);
    va_end(list);
    o->used += length > 0 ? (size_t)length : 0;
}

/* With blanks between them, and one before unless it is `bare`. */
static void put_numbers(struct output *o, const double *number, int count,
                        bool bare)
{
    char text[NUMBER_TEXT];
    for (int a = 0; a < count; a++) {
        number_shortest(text, number[a], false);
        put(o, "%s%s", a == 0 && bare ? "" : " ", text);
    }
}

/* The state as arrays of the caller's order. */
static enum hedra_status collect(const struct hedra_md *md,
                                 struct hedra_md_particles *p,
                                 struct hedra_error *why)
{
    const int64_t n = md->count;
    p->position = md_memory(3 * n, sizeof *p->position);
    p->velocity = md_memory(3 * n, sizeof *p->velocity);
    p->type = md_memory(n, sizeof *p->type);
    p->id = md_memory(n, sizeof *p->id);
    p->image = md_memory(3 * n, sizeof *p->image);
    if (!p->position || !p->velocity || !p->type || !p->id || !p->image)
        return error_no_memory(why);
    return hedra_md_get(md, p, why);
}

static void drop(struct hedra_md_particles *p)
{
    free(p->position);
    free(p->velocity);
    free(p->type);
    free(p->id);
    free(p->image);
}

/* Formats ------------------------------------------------------------------ */

static void put_xyz(struct output *o, const struct hedra_md *md,
                    const struct hedra_md_particles *p)
{
    static const char *const species[] = {"Ar", "Kr", "Xe", "Ne", "He", "Rn"};
    enum { SPECIES = sizeof species / sizeof *species };
    put(o, "%" PRId64 "\nLattice=\"", p->count);
    for (int k = 0; k < 9; k++)
        put_numbers(o, k % 4 == 0 ? &md->side[k / 4] : &(double){0}, 1, k == 0);
    put(o, "\" Origin=\"");
    put_numbers(o, md->o.low, 3, true);
    put(o, "\" pbc=\"%c %c %c\" Step=%" PRId64 " Time=", "TF"[md->o.open[0]],
        "TF"[md->o.open[1]], "TF"[md->o.open[2]], md -> steps);
    put_numbers(o, &(double){(double)md->steps * md->o.step}, 1, true);
    put(o, " Properties=id:I:1:species:S:1:type:I:1:pos:R:3:velo:R:3:image:I:3"
           "\n");
    for (int64_t n = 0; n < p->count; n++) {
        const int type = p->type[n];
        if (type <= SPECIES)
            put(o, "%" PRId64 " %s %d", p->id[n], species[type - 1], type);
        else
            put(o, "%" PRId64 " X%d %d", p->id[n], type, type);
        put_numbers(o, &p->position[3 * n], 3, false);
        put_numbers(o, &p->velocity[3 * n], 3, false);
        put(o, " %d %d %d\n", p->image[3 * n], p->image[3 * n + 1],
            p->image[3 * n + 2]);
    }
}

static void put_dump(struct output *o, const struct hedra_md *md,
                     const struct hedra_md_particles *p)
{
    put(o, "ITEM: TIMESTEP\n%" PRId64 "\nITEM: NUMBER OF ATOMS\n%" PRId64 "\n",
        md->steps, p->count);
    put(o, "ITEM: BOX BOUNDS");
    for (int a = 0; a < 3; a++)
        put(o, " %s", md->o.open[a] ? "ff" : "pp");
    put(o, "\n");
    for (int a = 0; a < 3; a++) {
        put_numbers(o, &md->o.low[a], 1, true);
        put_numbers(o, &md->o.high[a], 1, false);
        put(o, "\n");
    }
    put(o, "ITEM: ATOMS id type x y z vx vy vz ix iy iz\n");
    for (int64_t n = 0; n < p->count; n++) {
        put(o, "%" PRId64 " %d", p->id[n], p->type[n]);
        put_numbers(o, &p->position[3 * n], 3, false);
        put_numbers(o, &p->velocity[3 * n], 3, false);
        put(o, " %d %d %d\n", p->image[3 * n], p->image[3 * n + 1],
            p->image[3 * n + 2]);
    }
}

/* The coefficients of each type with itself, which are all that the section
 * holds; the mixing rule gives the others. */
static void put_pairs(struct output *o, const struct hedra_md *md)
{
    put(o, "\nPair Coeffs # lj/cut\n\n");
    for (int k = 0; k < md->o.pairs; k++) {
        const struct hedra_md_pair *p = &md->pair[k];
        if (p->a != p->b)
            continue;
        put(o, "%d", p->a);
        put_numbers(o, &p->epsilon, 1, false);
        put_numbers(o, &p->sigma, 1, false);
        put_numbers(o, p->cutoff > 0 ? &p->cutoff : &md->o.cutoff, 1, false);
        put(o, "\n");
    }
}

static void put_data(struct output *o, const struct hedra_md *md,
                     const struct hedra_md_particles *p)
{
    put(o,
        "LAMMPS data file, step %" PRId64 "\n\n%" PRId64
        " atoms\n%d atom types\n\n",
        md->steps, p->count, md->o.types);
    for (int a = 0; a < 3; a++) {
        put_numbers(o, &md->o.low[a], 1, true);
        put_numbers(o, &md->o.high[a], 1, false);
        put(o, " %clo %chi\n", "xyz"[a], "xyz"[a]);
    }
    put(o, "\nMasses\n\n");
    for (int k = 0; k < md->o.types; k++) {
        put(o, "%d", k + 1);
        put_numbers(o, &md->mass[k], 1, false);
        put(o, "\n");
    }
    if (md->pair)
        put_pairs(o, md);
    put(o, "\nAtoms # atomic\n\n");
    for (int64_t n = 0; n < p->count; n++) {
        put(o, "%" PRId64 " %d", p->id[n], p->type[n]);
        put_numbers(o, &p->position[3 * n], 3, false);
        put(o, " %d %d %d\n", p->image[3 * n], p->image[3 * n + 1],
            p->image[3 * n + 2]);
    }
    put(o, "\nVelocities\n\n");
    for (int64_t n = 0; n < p->count; n++) {
        put(o, "%" PRId64, p->id[n]);
        put_numbers(o, &p->velocity[3 * n], 3, false);
        put(o, "\n");
    }
}

/* Files -------------------------------------------------------------------- */

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

/* Behind what a file has; or nothing of it. False with errno. */
static bool append_text(const char *path, const struct output *o)
{
    struct stat before;
    const int file =
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool good = fstat(file, &before) == 0;
    if (good && !write_all(file, o->text, o->used)) {
        const int reason = errno;
        good = false;
        if (ftruncate(file, before.st_size) != 0)
            good = false; /* a pipe or a terminal: nothing can be taken back */
        errno = reason;
    }
    const int reason = errno;
    if (close(file) != 0 && good)
        return false;
    errno = reason;
    return good;
}

enum hedra_status hedra_md_write(const struct hedra_md *md, int format,
                                 const char *path, bool append,
                                 struct hedra_error *why)
{
    static void (*const writer[])(struct output *, const struct hedra_md *,
                                  const struct hedra_md_particles *) = {
        [HEDRA_MD_XYZ] = put_xyz,
        [HEDRA_MD_DUMP] = put_dump,
        [HEDRA_MD_DATA] = put_data};
    if (!md || !path)
        return error_argument(why, "md or path is NULL");
    if (format < HEDRA_MD_XYZ || format > HEDRA_MD_DATA)
        return error_set(why, HEDRA_ERROR_ARGUMENT, "format is %d, not 0 to %d",
                         format, HEDRA_MD_DATA);
    if (append && format == HEDRA_MD_DATA)
        return error_argument(why, "nothing can be appended to a data file");
    CANCEL_OFF;
    struct hedra_md_particles p = {0};
    struct output o = {0};
    enum hedra_status status = collect(md, &p, why);
    if (!status) {
        writer[format](&o, md, &p);
        const struct base_part part = {o.text, o.used};
        if (o.lacks)
            status = error_no_memory(why);
        else if (append ? !append_text(path, &o)
                        : !base_write_parts(path, &part, 1, false))
            status = error_set(why, HEDRA_ERROR_FILE, "%s: %s", path,
                               strerror(errno));
    }
    drop(&p);
    free(o.text);
    return status ? status : error_none(why);
}
