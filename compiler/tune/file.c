/*
 * Reads and writes the tuning file, entry by entry, in a fixed order of lines.
 * Each entry ends with its checksum, so that one that was edited or cut off is
 * told from one that was measured.
 */
#include "compiler/tune/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/tune/lines.h"

static const char TITLE[] = "hedra-tuning 1";

/* FNV-1a */
static const uint64_t HASH_START = 14695981039346656037u;

static uint64_t hash_byte(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 1099511628211u;
}

/* Places stand behind blanks and begin with '@'; texts in quotes hold none that
 * count. */
uint64_t tune_key(const struct scop *scop)
{
    struct scop bare = *scop;
    struct buf text = {0};
    bool quoted = false;
    uint64_t hash = HASH_START;
    bare.file = bare.function = "";
    bare.begin = bare.end = bare.insert = 0;
    scop_print(&bare, &text);
    for (const char *c = text.text; *c; c++) {
        quoted ^= *c == '"' && c[-1] != '\\';
        if (!quoted && c[0] == ' ' && c[1] == '@')
            c += 2 + strspn(c + 2, "0123456789:+");
        hash = hash_byte(hash, *c);
    }
    buf_free(&text);
    return hash ? hash : 1;
}

uint64_t tune_layouts_key(const char *clauses)
{
    uint64_t hash = HASH_START;
    for (const char *c = "layouts "; *c; c++)
        hash = hash_byte(hash, *c);
    for (const char *c = clauses; *c; c++)
        hash = hash_byte(hash, *c);
    return hash ? hash : 1;
}

uint64_t tune_code(const struct stub_region *region)
{
    const char *const text[] = {region->ptx, region->opencl, region->racer,
                                region->gpu_driver, region->host_text};
    uint64_t hash = HASH_START;
    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++)
        for (const char *c = text[k]; c && *c; c++)
            hash = hash_byte(hash, *c);
    return hash;
}

bool tune_is_gpu(const struct tune_entry *entry)
{
    return strncmp(entry->device, "host", 4) != 0;
}

/* Printing ----------------------------------------------------------------- */

static unsigned checksum(const char *text, size_t length)
{
    uint64_t hash = HASH_START;
    for (size_t k = 0; k < length; k++)
        hash = hash_byte(hash, text[k]);
    return (unsigned)(hash ^ hash >> 32);
}

static void print_entry(const struct tune_entry *e, struct buf *out)
{
    size_t start = out->length;
    buf_printf(out, "region %016" PRIx64 "\nname %s\ndevice %s\nsizes", e->key,
               e->name, e->device);
    for (int k = 0; k < e->size_count; k++)
        buf_printf(out, " %s=%lld", e->size[k].name,
                   (long long)e->size[k].value);
    buf_puts(out, "\nchoice ");
    if (e->layout)
        buf_printf(out, "layout=%s", e->layout);
    else
        choice_print(e->want, out);
    buf_printf(out, "\nseconds %.9g\nmodel %.9g\nlimit %s\nmeasured %ld\n",
               e->seconds, e->model, e->limit, e->measured);
    buf_printf(out, "end %08x\n",
               checksum(out->text + start, out->length - start));
}

void tune_file_print(const struct tune_file *file, struct buf *out)
{
    buf_printf(out, "%s\n", TITLE);
    for (int k = 0; k < file->count; k++) {
        buf_putc(out, '\n');
        print_entry(&file->entry[k], out);
    }
}

/* Reading ------------------------------------------------------------------ */

static uint64_t read_key(struct tune_lines *l)
{
    const char *text = l->start + strlen("region ");
    char *end = NULL;
    size_t digits = strspn(text, "0123456789abcdef");
    uint64_t key = digits == 16 ? strtoull(text, &end, 16) : 0;
    if (!end || (*end && *end != '\n'))
        tune_lines_refuse(l, "a region's key has 16 hexadecimal digits");
    return key;
}

static void read_end(struct tune_lines *l, const char *start)
{
    const char *text = tune_lines_take(l, "end");
    unsigned sum = checksum(start, (size_t)(l->start - start));
    if (!l->bad && strcmp(text, arena_printf(l->arena, "%08x", sum)) != 0)
        tune_lines_refuse(l,
                          "the entry's checksum is %08x and not %s: the "
                          "file is damaged, or was edited",
                          sum, text);
}

/* The rest of an entry whose first line is the current one. */
static struct tune_entry read_entry(struct tune_lines *l)
{
    const char *start = l->start;
    struct tune_entry e = {.key = read_key(l)};
    e.name = tune_lines_take(l, "name");
    e.device = tune_lines_take(l, "device");
    e.size = tune_lines_sizes(l, "sizes", &e.size_count);
    const char *choice = tune_lines_take(l, "choice"), *why = NULL;
    if (strncmp(choice, "layout=", strlen("layout=")) == 0)
        e.layout = choice + strlen("layout=");
    else
        why = choice_parse(l->arena, choice, e.want);
    if (why)
        tune_lines_refuse(l, "%s", why);
    e.seconds = tune_lines_number(l, "seconds");
    e.model = tune_lines_number(l, "model");
    e.limit = tune_lines_take(l, "limit");
    e.measured = (long)tune_lines_number(l, "measured");
    read_end(l, start);
    return e;
}

static bool read_title(struct tune_lines *l)
{
    if (!tune_lines_next(l) || !tune_lines_is(l, "hedra-tuning")) {
        l->line = 1;
        return tune_lines_refuse(l,
                                 "this is no tuning file of hedrac: it "
                                 "does not begin with '%s'",
                                 TITLE);
    }
    const char *found =
        arena_strndup(l->arena, l->start, strcspn(l->start, "\n"));
    if (strcmp(found, TITLE) == 0)
        return true;
    return tune_lines_refuse(l, "'%s': this hedrac reads '%s'; tune again",
                             found, TITLE);
}

struct tune_file *tune_file_read(struct arena *arena, const char *path,
                                 bool absent, struct faults *faults)
{
    struct tune_file *file = arena_alloc(arena, sizeof *file);
    size_t length;
    char *text = base_read_file(path, &length);
    file->path = path;
    if (!text && errno == ENOENT && absent)
        return file;
    if (!text) {
        fault_add(faults, FAULT_FILE, (struct loc){0}, "cannot read %s: %s",
                  path, strerror(errno));
        return NULL;
    }
    struct tune_lines l = {arena, faults, path, text, text, 0, false};
    if (strlen(text) != length)
        tune_lines_refuse(&l,
                          "this is no tuning file of hedrac: it is no text");
    if (!l.bad && read_title(&l))
        while (!l.bad && tune_lines_next(&l)) {
            struct tune_entry entry = {0};
            if (tune_lines_is(&l, "region"))
                entry = read_entry(&l);
            else
                tune_lines_refuse(&l, "expected 'region'");
            ARENA_PUSH(arena, file->entry, file->count, file->cap, entry);
        }
    free(text);
    return l.bad ? NULL : file;
}

/* Entries ------------------------------------------------------------------ */

static const int64_t *value_of(const struct region_size *size, int count,
                               const char *name)
{
    for (int k = 0; k < count; k++)
        if (strcmp(size[k].name, name) == 0)
            return &size[k].value;
    return NULL;
}

/* How many times the known sizes are apart from the entry's, as logarithms. */
static double distance(const struct tune_entry *e,
                       const struct region_size *size, int count)
{
    double sum = 0;
    for (int k = 0; k < e->size_count; k++) {
        const int64_t *known = value_of(size, count, e->size[k].name);
        if (known)
            sum += fabs(log((fabs((double)*known) + 1) /
                            (fabs((double)e->size[k].value) + 1)));
    }
    return sum;
}

static bool is_same(const struct tune_entry *a, const struct tune_entry *b)
{
    return a->key == b->key && strcmp(a->device, b->device) == 0 &&
           a->size_count == b->size_count &&
           distance(a, b->size, b->size_count) == 0;
}

void tune_file_add(struct arena *arena, struct tune_file *file,
                   const struct tune_entry *entry)
{
    int kept = 0;
    for (int k = 0; k < file->count; k++)
        if (!is_same(&file->entry[k], entry))
            file->entry[kept++] = file->entry[k];
    file->count = kept;
    ARENA_PUSH(arena, file->entry, file->count, file->cap, *entry);
}

const struct tune_entry *
tune_file_find(const struct tune_file *file, uint64_t key, bool gpu,
               const char *device, const struct region_size *size, int count)
{
    const struct tune_entry *best = NULL;
    for (int k = 0; k < file->count; k++) {
        const struct tune_entry *e = &file->entry[k];
        if (e->key != key || tune_is_gpu(e) != gpu ||
            (device && !strstr(e->device, device)))
            continue;
        if (!best || distance(e, size, count) <= distance(best, size, count))
            best = e;
    }
    return best;
}
