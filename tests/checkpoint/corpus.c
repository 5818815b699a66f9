#include "tests/checkpoint/corpus.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PREAMBLE = 40, ENTRY = 32, PATHS = 4 };

/* Files -------------------------------------------------------------------- */

static char folder[] = "/tmp/hedra-checkpoint-XXXXXX";

static void remove_folder(void)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            unlink(corpus_path(e->d_name));
    if (d)
        closedir(d);
    rmdir(folder);
}

const char *corpus_folder(void)
{
    static bool made;
    if (!made && !mkdtemp(folder)) {
        perror(folder);
        exit(2);
    }
    if (!made)
        atexit(remove_folder);
    made = true;
    return folder;
}

const char *corpus_path(const char *name)
{
    static char path[PATHS][512];
    static int next;
    char *at = path[next++ % PATHS];
    snprintf(at, sizeof path[0], "%s/%s", corpus_folder(), name);
    return at;
}

void corpus_write(const char *path, const void *bytes, size_t length)
{
    unlink(path); /* file systems wait for the disk where a file is cut off */
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, length, f) != length || fclose(f) != 0) {
        perror(path);
        exit(2);
    }
}

unsigned char *corpus_read(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long end = -1;
    if (f && fseek(f, 0, SEEK_END) == 0 && (end = ftell(f)) >= 0)
        bytes = malloc((size_t)end + 1);
    if (!bytes || fseek(f, 0, SEEK_SET) != 0 ||
        fread(bytes, 1, (size_t)end, f) != (size_t)end) {
        perror(path);
        exit(2);
    }
    fclose(f);
    *length = (size_t)end;
    return bytes;
}

/* The format, as it is described ------------------------------------------- */

static uint64_t crc(const unsigned char *bytes, size_t length)
{
    uint64_t value = ~UINT64_C(0);
    for (size_t k = 0; k < length; k++) {
        value ^= bytes[k];
        for (int bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? UINT64_C(0xC96C5795D7870F42) : 0);
    }
    return ~value;
}

static uint32_t u32(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t u64(const unsigned char *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put64(unsigned char *at, uint64_t value)
{
    memcpy(at, &value, sizeof value);
}

/* Calls `section` with each entry and its bytes; false unless they fill the
 * file. */
static bool walk(unsigned char *bytes, size_t length,
                 bool (*section)(unsigned char *entry, unsigned char *at,
                                 size_t size))
{
    size_t count = u32(bytes + 20), at = PREAMBLE + ENTRY * count + 8;
    for (size_t k = 0; k < count && at <= length; k++) {
        unsigned char *entry = bytes + PREAMBLE + ENTRY * k;
        uint64_t size = u32(entry + 12) * u64(entry + 16);
        size = (size + 7) / 8 * 8;
        if (size > length - at || !section(entry, bytes + at, size))
            return false;
        at += size;
    }
    return at == length;
}

static bool is_right(unsigned char *entry, unsigned char *at, size_t size)
{
    static const uint32_t sizes[] = {0, 1, 8, 4, 8};
    uint32_t type = u32(entry + 8);
    return type >= 1 && type <= 4 && u32(entry + 12) == sizes[type] &&
           u64(entry + 24) == crc(at, size);
}

static bool look(unsigned char *bytes, size_t length, int kind)
{
    size_t table = ENTRY * (size_t)u32(bytes + 20);
    return memcmp(bytes, "\x89HEDRA\r\n", 8) == 0 &&
           u32(bytes + 8) == 0x01020304 && u32(bytes + 12) == 1 &&
           u32(bytes + 16) == (uint32_t)kind && u64(bytes + 24) == length &&
           u64(bytes + 32) == crc(bytes, 32) &&
           u64(bytes + PREAMBLE + table) == crc(bytes + PREAMBLE, table) &&
           walk(bytes, length, is_right);
}

static bool seal_section(unsigned char *entry, unsigned char *at, size_t size)
{
    put64(entry + 24, crc(at, size));
    return true;
}

/* Makes all checksums right that can be. */
static void seal(unsigned char *bytes, size_t length)
{
    size_t table = ENTRY * (size_t)u32(bytes + 20);
    put64(bytes + 32, crc(bytes, 32));
    if (table > length - PREAMBLE - 8)
        return;
    walk(bytes, length, seal_section);
    put64(bytes + PREAMBLE + table, crc(bytes + PREAMBLE, table));
}

/* Damage ------------------------------------------------------------------- */

struct corpus {
    unsigned char *bytes; /* the good file's */
    size_t length;
    const char *path;
    corpus_restart *restart;
    int failures, files;
};

static enum corpus_outcome try(struct corpus *c, const unsigned char *bytes,
                               size_t length)
{
    corpus_write(c->path, bytes, length);
    c->files++;
    return c->restart(c->path);
}

static void expect(struct corpus *c, enum corpus_outcome got,
                   enum corpus_outcome wanted, const char *what, size_t at)
{
    if (got == wanted)
        return;
    printf("%s %zu: outcome %d, not %d\n", what, at, got, wanted);
    c->failures++;
}

static void cut(struct corpus *c)
{
    for (size_t n = 0; n < c->length; n++)
        expect(c, try(c, c->bytes, n), CORPUS_DAMAGED, "cut at byte", n);
    unsigned char *longer = calloc(c->length + 8, 1);
    memcpy(longer, c->bytes, c->length);
    for (size_t n = 1; n <= 8; n++)
        expect(c, try(c, longer, c->length + n), CORPUS_DAMAGED,
               "bytes too many:", n);
    free(longer);
}

static void flip(struct corpus *c, bool quick)
{
    unsigned char *copy = malloc(c->length);
    for (size_t k = 0; k < c->length; k++)
        for (size_t bit = quick ? k % 8 : 0; bit < 8; bit += quick ? 8 : 1) {
            memcpy(copy, c->bytes, c->length);
            copy[k] ^= (unsigned char)(1 << bit);
            expect(c, try(c, copy, c->length), CORPUS_DAMAGED, "flipped bit",
                   8 * k + bit);
        }
    free(copy);
}

/* Somebody's own file: what is said of it depends, but nothing is made of what
 * makes no sense, and sanitizers have nothing to say. */
static void forge(struct corpus *c, bool quick)
{
    unsigned char *copy = malloc(c->length);
    int made = 0, refused = 0;
    for (size_t k = 8; k < c->length; k++)
        for (size_t bit = quick ? k % 8 : 0; bit < 8; bit += quick ? 8 : 1) {
            memcpy(copy, c->bytes, c->length);
            copy[k] ^= (unsigned char)(1 << bit);
            seal(copy, c->length);
            enum corpus_outcome got = try(c, copy, c->length);
            if (got == CORPUS_NO_FILE)
                expect(c, got, CORPUS_DAMAGED, "forged bit", 8 * k + bit);
            made += got == CORPUS_MADE;
            refused += got != CORPUS_MADE;
        }
    printf("forged: %d taken, %d refused\n", made, refused);
    c->failures += made == 0 || refused == 0;
    free(copy);
}

static void change(struct corpus *c, size_t at, uint32_t value,
                   enum corpus_outcome wanted, const char *what)
{
    unsigned char *copy = malloc(c->length);
    memcpy(copy, c->bytes, c->length);
    memcpy(copy + at, &value, sizeof value);
    seal(copy, c->length);
    expect(c, try(c, copy, c->length), wanted, what, value);
    free(copy);
}

int corpus_check(const char *good, int kind, corpus_restart *restart,
                 bool quick)
{
    struct corpus c = {.path = corpus_path("damaged"), .restart = restart};
    c.bytes = corpus_read(good, &c.length);
    c.failures = !look(c.bytes, c.length, kind) ||
                 crc((const unsigned char *)"123456789", 9) !=
                     UINT64_C(0x995DC9BBDF1939FA);
    if (c.failures)
        puts("the file is not as the format says");
    expect(&c, try(&c, c.bytes, c.length), CORPUS_MADE, "the good file", 0);
    cut(&c);
    flip(&c, quick);
    forge(&c, quick);
    change(&c, 8, 0x04030201, CORPUS_FOREIGN, "byte order");
    change(&c, 8, 0, CORPUS_DAMAGED, "byte order");
    change(&c, 12, 2, CORPUS_FOREIGN, "version");
    change(&c, 16, (uint32_t)(3 - kind), CORPUS_FOREIGN, "kind");
    change(&c, 20, 17, CORPUS_DAMAGED, "sections");
    expect(&c, restart(corpus_path("missing")), CORPUS_NO_FILE, "no file", 0);
    expect(&c, restart(corpus_folder()), CORPUS_NO_FILE, "a folder", 0);
    expect(&c, restart("/dev/null"), CORPUS_NO_FILE, "a device", 0);
    printf("%zu bytes, %d damaged files, %d failures\n", c.length, c.files,
           c.failures);
    free(c.bytes);
    return c.failures;
}
