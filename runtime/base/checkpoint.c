/*
 * Writes and reads files of sections with checksums (checkpoint.h,
 * CHECKPOINT.md). A file is read as a whole and each section is checked before
 * anything of it is used.
 */
#include "runtime/base/checkpoint.h"

#include "runtime/base/base.h"
#include "runtime/base/number.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first bytes of a file: one with its highest bit set and both ends of a
 * line, which a transfer as text does not leave alone. */
static const unsigned char MAGIC[8] = {0x89, 'H', 'E',  'D',
                                       'R',  'A', '\r', '\n'};

enum { ORDER = 0x01020304, ORDER_SWAPPED = 0x04030201, VERSION = 1 };

struct preamble {
    unsigned char magic[8];
    uint32_t order, version, kind, sections;
    uint64_t length;   /* of the file, in bytes */
    uint64_t checksum; /* of what is above */
};

struct entry {
    char name[CHECKPOINT_NAME]; /* filled up with zeros */
    uint32_t type, size;        /* bytes of an element */
    uint64_t count;
    uint64_t checksum; /* of the section, filled up to 8 bytes */
};

/* The format's own sizes. */
_Static_assert(sizeof(struct preamble) == 40, "a preamble of 40 bytes");
_Static_assert(sizeof(struct entry) == 32, "entries of 32 bytes");

/* CRC-64 (ECMA-182, reflected), eight bytes at a time. */
struct crc {
    uint64_t table[8][256];
};

struct checkpoint {
    FILE *file;
    struct crc crc;
    int sections;
    struct entry entry[CHECKPOINT_MOST];
    uint64_t at[CHECKPOINT_MOST]; /* bytes from the beginning */
};

/* Checksums ---------------------------------------------------------------- */

static const uint64_t POLYNOMIAL = UINT64_C(0xC96C5795D7870F42);

static void crc_init(struct crc *crc)
{
    for (int k = 0; k < 256; k++) {
        uint64_t r = (uint64_t)k;
        for (int bit = 0; bit < 8; bit++)
            r = r >> 1 ^ (r & 1 ? POLYNOMIAL : 0);
        crc->table[0][k] = r;
    }
    for (int t = 1; t < 8; t++)
        for (int k = 0; k < 256; k++) {
            uint64_t r = crc->table[t - 1][k];
            crc->table[t][k] = r >> 8 ^ crc->table[0][r & 255];
        }
}

/* Goes on from `value`, which is the inverted checksum of what came before. */
static uint64_t crc_add(const struct crc *crc, uint64_t value,
                        const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    for (; length >= 8; length -= 8, p += 8) {
        uint64_t next = 0;
        for (int k = 0; k < 8; k++) {
            unsigned char low = (unsigned char)(value >> 8 * k);
            next ^= crc->table[7 - k][p[k] ^ low];
        }
        value = next;
    }
    for (; length > 0; length--, p++)
        value = value >> 8 ^ crc->table[0][(value ^ *p) & 255];
    return value;
}

static uint64_t checksum(const struct crc *crc, const void *bytes,
                         size_t length)
{
    return ~crc_add(crc, ~UINT64_C(0), bytes, length);
}

/* Sections ----------------------------------------------------------------- */

static uint32_t size_of(uint32_t type)
{
    static const uint32_t size[] = {0, 1, 8, 4, 8};
    return type < sizeof size / sizeof *size ? size[type] : 0;
}

/* Bytes that fill a section up. */
static size_t gap_after(uint64_t bytes)
{
    return (size_t)(-bytes & 7);
}

static void say(struct checkpoint_error *e, enum checkpoint_status status,
                const char *format, ...) __attribute__((format(printf, 3, 4)));

static void say(struct checkpoint_error *e, enum checkpoint_status status,
                const char *format, ...)
{
    va_list list;
    e->status = status;
    va_start(list, format);
    number_vprint(e->text, sizeof e->text, format, list);
    va_end(list);
}

void *checkpoint_refuse(struct checkpoint_error *e, const char *sentence)
{
    say(e, CHECKPOINT_DAMAGED, "the checkpoint is damaged: %s", sentence);
    return NULL;
}

/* Writing ------------------------------------------------------------------ */

struct checkpoint_error
checkpoint_write(const char *path, enum checkpoint_kind kind,
                 const struct checkpoint_section *section, int count)
{
    static const unsigned char zeros[8];
    struct checkpoint_error error = {CHECKPOINT_FINE, ""};
    struct entry entry[CHECKPOINT_MOST] = {0};
    struct base_part part[3 + 2 * CHECKPOINT_MOST];
    struct preamble p = {.order = ORDER,
                         .version = VERSION,
                         .kind = kind,
                         .sections = (uint32_t)count};
    const size_t table = (size_t)count * sizeof *entry;
    struct crc crc;
    crc_init(&crc);
    p.length = sizeof p + table + sizeof p.checksum;
    int parts = 3;
    for (int k = 0; k < count; k++) {
        struct entry *e = &entry[k];
        memcpy(e->name, section[k].name, sizeof e->name);
        e->type = section[k].type;
        e->size = size_of(e->type);
        e->count = (uint64_t)section[k].count;
        size_t bytes = (size_t)e->count * e->size, gap = gap_after(bytes);
        uint64_t sum = crc_add(&crc, ~UINT64_C(0), section[k].data, bytes);
        e->checksum = ~crc_add(&crc, sum, zeros, gap);
        part[parts++] = (struct base_part){section[k].data, bytes};
        part[parts++] = (struct base_part){zeros, gap};
        p.length += bytes + gap;
    }
    memcpy(p.magic, MAGIC, sizeof MAGIC);
    p.checksum = checksum(&crc, &p, offsetof(struct preamble, checksum));
    const uint64_t table_checksum = checksum(&crc, entry, table);
    part[0] = (struct base_part){&p, sizeof p};
    part[1] = (struct base_part){entry, table};
    part[2] = (struct base_part){&table_checksum, sizeof table_checksum};
    if (!base_write_parts(path, part, parts, true))
        say(&error, CHECKPOINT_NO_FILE, "%.100s: %s", path, strerror(errno));
    return error;
}

/* Reading ------------------------------------------------------------------ */

static bool check_preamble(const struct crc *crc, const struct preamble *p,
                           enum checkpoint_kind kind, uint64_t length,
                           struct checkpoint_error *e)
{
    if (memcmp(p->magic, MAGIC, sizeof MAGIC) != 0) {
        say(e, CHECKPOINT_DAMAGED, "the file is no checkpoint of Hedra");
        return false;
    }
    if (p->order == ORDER_SWAPPED) {
        say(e, CHECKPOINT_FOREIGN,
            "the checkpoint is of a machine with the other order of bytes");
        return false;
    }
    if (p->checksum != checksum(crc, p, offsetof(struct preamble, checksum)) ||
        p->order != ORDER || p->sections > CHECKPOINT_MOST) {
        checkpoint_refuse(e, "the checksum of its preamble is wrong");
        return false;
    }
    if (p->version != VERSION || p->kind != kind) {
        say(e, CHECKPOINT_FOREIGN,
            "the checkpoint is of version %u and kind %u, not %d and %d",
            p->version, p->kind, VERSION, kind);
        return false;
    }
    if (p->length != length) {
        say(e, CHECKPOINT_DAMAGED,
            "the checkpoint is damaged: it has %llu bytes of %llu",
            (unsigned long long)length, (unsigned long long)p->length);
        return false;
    }
    return true;
}

/* Where sections lie; false unless they fill the file. */
static bool place_sections(struct checkpoint *c, uint64_t length)
{
    uint64_t at = sizeof(struct preamble) + sizeof(uint64_t) +
                  (uint64_t)c->sections * sizeof *c->entry;
    for (int k = 0; k < c->sections; k++) {
        const struct entry *e = &c->entry[k];
        uint64_t bytes;
        if (e->size == 0 || e->size != size_of(e->type) ||
            __builtin_mul_overflow(e->count, e->size, &bytes) ||
            bytes > length - at || gap_after(bytes) > length - at - bytes)
            return false;
        c->at[k] = at;
        at += bytes + gap_after(bytes);
    }
    return at == length;
}

static bool read_table(struct checkpoint *c, enum checkpoint_kind kind,
                       struct checkpoint_error *e)
{
    struct preamble p;
    struct stat s;
    uint64_t expected;
    if (fstat(fileno(c->file), &s) != 0 || !S_ISREG(s.st_mode)) {
        say(e, CHECKPOINT_NO_FILE, "the checkpoint is no regular file");
        return false;
    }
    if (fread(&p, sizeof p, 1, c->file) != 1) {
        checkpoint_refuse(e, "it ends in its preamble");
        return false;
    }
    if (!check_preamble(&c->crc, &p, kind, (uint64_t)s.st_size, e))
        return false;
    c->sections = (int)p.sections;
    const size_t table = p.sections * sizeof *c->entry;
    if (fread(c->entry, 1, table, c->file) != table ||
        fread(&expected, sizeof expected, 1, c->file) != 1 ||
        expected != checksum(&c->crc, c->entry, table) ||
        !place_sections(c, p.length)) {
        checkpoint_refuse(e, "its table of sections is wrong");
        return false;
    }
    return true;
}

struct checkpoint *checkpoint_open(const char *path, enum checkpoint_kind kind,
                                   struct checkpoint_error *e)
{
    *e = (struct checkpoint_error){CHECKPOINT_FINE, ""};
    struct checkpoint *c = calloc(1, sizeof *c);
    if (!c) {
        say(e, CHECKPOINT_NO_MEMORY, "not enough memory");
        return NULL;
    }
    crc_init(&c->crc);
    if (!(c->file = fopen(path, "rb")))
        say(e, CHECKPOINT_NO_FILE, "%.100s: %s", path, strerror(errno));
    if (!c->file || !read_table(c, kind, e)) {
        checkpoint_close(c);
        return NULL;
    }
    return c;
}

void checkpoint_close(struct checkpoint *c)
{
    if (c && c->file)
        fclose(c->file);
    free(c);
}

static int find(const struct checkpoint *c, const char *name)
{
    char filled[CHECKPOINT_NAME + 1] = "";
    strncpy(filled, name, CHECKPOINT_NAME);
    for (int k = 0; k < c->sections; k++)
        if (memcmp(c->entry[k].name, filled, CHECKPOINT_NAME) == 0)
            return k;
    return -1;
}

int64_t checkpoint_count(const struct checkpoint *c, const char *name)
{
    int k = find(c, name);
    return k < 0 || c->entry[k].count > INT64_MAX ? -1
                                                  : (int64_t)c->entry[k].count;
}

void *checkpoint_take(struct checkpoint *c, const char *name,
                      enum checkpoint_type type, int64_t count,
                      struct checkpoint_error *e)
{
    int k = find(c, name);
    if (k < 0 || c->entry[k].type != (uint32_t)type ||
        c->entry[k].count != (uint64_t)count) {
        say(e, CHECKPOINT_DAMAGED,
            "the checkpoint is damaged: it lacks the %lld numbers of '%s'",
            (long long)count, name);
        return NULL;
    }
    size_t bytes = (size_t)(c->entry[k].count * c->entry[k].size);
    size_t all = bytes + gap_after(bytes);
    void *data = malloc(all > 0 ? all : 1);
    if (!data) {
        say(e, CHECKPOINT_NO_MEMORY, "not enough memory");
        return NULL;
    }
    if (fseeko(c->file, (off_t)c->at[k], SEEK_SET) != 0 ||
        fread(data, 1, all, c->file) != all)
        say(e, CHECKPOINT_NO_FILE, "'%s' of the checkpoint cannot be read",
            name);
    else if (checksum(&c->crc, data, all) != c->entry[k].checksum)
        say(e, CHECKPOINT_DAMAGED,
            "the checkpoint is damaged: the checksum of '%s' is wrong", name);
    else
        return data;
    free(data);
    return NULL;
}
