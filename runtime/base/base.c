#include "runtime/base/base.h"

#include "runtime/base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Blocks double from the first size up to the last, so that a small compile
 * stays small and a large one makes few calls to malloc. */
enum { FIRST_BLOCK = 1 << 14, LAST_BLOCK = 1 << 22 };

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char data[];
};

struct arena {
    struct block *block;
    size_t next_size;
};

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "hedra: out of memory (%zu bytes asked for)\n", size);
    exit(BASE_EXIT_MEMORY);
}

static size_t checked_add(size_t a, size_t b)
{
    if (a > SIZE_MAX - b)
        out_of_memory(SIZE_MAX);
    return a + b;
}

struct arena *arena_new(void)
{
    struct arena *a = calloc(1, sizeof *a);
    if (!a)
        out_of_memory(sizeof *a);
    a->next_size = FIRST_BLOCK;
    return a;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (struct block *b = a->block, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(a);
}

/* calloc, because large blocks then come zeroed from the kernel for free. A
 * request larger than the block size gets a block of its own behind the current
 * one, so that the rest of the current one is not lost. */
static struct block *add_block(struct arena *a, size_t size)
{
    size_t room = size > a->next_size ? size : a->next_size;
    struct block *b = calloc(1, checked_add(sizeof *b, room));
    if (!b)
        out_of_memory(room);
    b->size = room;
    if (a->block && size > a->next_size) {
        b->next = a->block->next;
        a->block->next = b;
        return b;
    }
    b->next = a->block;
    a->block = b;
    if (a->next_size < LAST_BLOCK)
        a->next_size *= 2;
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    size_t align = _Alignof(max_align_t);
    size = checked_add(size ? size : 1, align - 1) & ~(align - 1);
    struct block *b = a->block;
    if (!b || b->size - b->used < size)
        b = add_block(a, size);
    void *p = b->data + b->used;
    b->used += size;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = arena_alloc(a, checked_add(length, 1));
    memcpy(copy, s, length);
    return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = number_vprint(NULL, 0, format, ap);
    size_t size = n < 0 ? 1 : (size_t)n + 1;
    char *text = arena_alloc(a, size);
    if (n >= 0)
        number_vprint(text, size, format, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = arena_vprintf(a, format, ap);
    va_end(ap);
    return text;
}

void *arena_grow(struct arena *a, void *ptr, int n, int *cap, size_t size)
{
    if (n < *cap)
        return ptr;
    int more = *cap ? *cap : 8;
    while (more <= n) {
        if (more > INT32_MAX / 2)
            out_of_memory(SIZE_MAX);
        more *= 2;
    }
    if (size && (size_t)more > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    void *grown = arena_alloc(a, (size_t)more * size);
    if (n > 0)
        memcpy(grown, ptr, (size_t)n * size);
    *cap = more;
    return grown;
}

/* Makes room for `extra` characters and the terminator. */
static void buf_reserve(struct buf *b, size_t extra)
{
    size_t need = checked_add(checked_add(b->length, extra), 1);
    if (need <= b->capacity)
        return;
    size_t capacity = b->capacity ? b->capacity : 64;
    while (capacity < need)
        capacity = capacity > SIZE_MAX / 2 ? need : capacity * 2;
    char *text = realloc(b->text, capacity);
    if (!text)
        out_of_memory(capacity);
    b->text = text;
    b->capacity = capacity;
}

void buf_write(struct buf *b, const char *s, size_t n)
{
    buf_reserve(b, n);
    if (n > 0)
        memcpy(b->text + b->length, s, n);
    b->length += n;
    b->text[b->length] = '\0';
}

void buf_putc(struct buf *b, char c)
{
    buf_write(b, &c, 1);
}

void buf_puts(struct buf *b, const char *s)
{
    buf_write(b, s, strlen(s));
}

void buf_vprintf(struct buf *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    buf_reserve(b, 0);
    size_t room = b->capacity - b->length;
    int n = number_vprint(b->text + b->length, room, format, ap);
    if (n >= 0 && (size_t)n >= room) {
        buf_reserve(b, (size_t)n);
        number_vprint(b->text + b->length, (size_t)n + 1, format, again);
    }
    va_end(again);
    b->length += n > 0 ? (size_t)n : 0;
    b->text[b->length] = '\0';
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    buf_vprintf(b, format, ap);
    va_end(ap);
}

void buf_free(struct buf *b)
{
    free(b->text);
    *b = (struct buf){0};
}

/* Reads by chunks rather than by the file's size, so that pipes work too. */
static char *read_stream(FILE *f, size_t *length)
{
    size_t capacity = 1 << 14, used = 0;
    char *text = malloc(capacity);
    while (text) {
        used += fread(text + used, 1, capacity - 1 - used, f);
        if (used < capacity - 1)
            break;
        capacity *= 2;
        char *more = realloc(text, capacity);
        if (!more)
            free(text);
        text = more;
    }
    if (!text) {
        errno = ENOMEM;
        return NULL;
    }
    if (ferror(f)) {
        int reason = errno ? errno : EIO;
        free(text);
        errno = reason;
        return NULL;
    }
    text[used] = '\0';
    if (length)
        *length = used;
    return text;
}

char *base_read_file(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = read_stream(f, length);
    int reason = errno;
    fclose(f);
    if (!text)
        errno = reason;
    return text;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static bool write_parts(int fd, const struct base_part *part, int count)
{
    for (int k = 0; k < count; k++)
        if (!write_all(fd, part[k].bytes, part[k].length))
            return false;
    return true;
}

/* Devices and pipes (-o /dev/stdout) cannot be renamed over. */
static bool write_special(const char *path, const struct base_part *part,
                          int count)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0)
        return false;
    bool good = write_parts(fd, part, count);
    int reason = errno;
    if (close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (!good)
        errno = reason;
    return good;
}

/* What the temporary file is to hold, and the file that it replaces, whose
 * permissions it gets; NULL: there is none. */
struct filling {
    const struct base_part *part;
    int count;
    const struct stat *old;
    bool safe;
};

/* Writes and closes the temporary file; false with errno. */
static bool fill_file(int fd, const struct filling *f)
{
    bool good = write_parts(fd, f->part, f->count) &&
                (!f->old || fchmod(fd, f->old->st_mode & 07777) == 0);
    good = good && (!f->safe || fsync(fd) == 0);
    int reason = errno;
    if (close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (!good)
        errno = reason;
    return good;
}

/* A new file beside `target`, whose name replaces that in `name`; -1 with
 * errno. A private one takes the old file's permissions when it is filled; that
 * of a file that was not there is opened with what the kernel leaves of
 * rw-rw-rw-, because only the kernel knows the mask without changing it for all
 * threads. */
static int open_temporary(const char *target, mode_t mode, struct buf *name)
{
    static const char digit[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    enum { TRIES = 1000, LETTERS = 6, DIGITS = sizeof digit - 1 };
    int fd = -1;
    for (unsigned k = 0; fd < 0 && k < TRIES; k++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t number = (uint64_t)now.tv_nsec + k +
                          UINT64_C(2654435761) * (uint64_t)getpid();
        name->length = 0;
        buf_printf(name, "%s.", target);
        for (int i = 0; i < LETTERS; i++, number /= DIGITS)
            buf_putc(name, digit[number % DIGITS]);
        fd = open(name->text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST && errno != EINTR)
            break;
    }
    return fd;
}

/* What the dangling link `path` names, seen from its folder; malloc'ed. */
static char *follow_link(const char *path)
{
    char to[PATH_MAX];
    ssize_t length = readlink(path, to, sizeof to);
    if (length < 0)
        return NULL;
    if (length == (ssize_t)sizeof to) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    const char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
    struct buf all = {0};
    buf_write(&all, path, slash ? (size_t)(slash + 1 - path) : 0);
    buf_write(&all, to, (size_t)length);
    return all.text;
}

char *base_final_path(const char *path)
{
    enum { LINKS = 40 }; /* as the kernel follows */
    char *real = realpath(path, NULL);
    char *at = real ? NULL : strdup(path);
    struct stat link;
    for (int k = 0; at && lstat(at, &link) == 0 && S_ISLNK(link.st_mode); k++) {
        char *next = k < LINKS ? follow_link(at) : NULL;
        int reason = k < LINKS ? errno : ELOOP;
        free(at);
        errno = reason;
        at = next;
    }
    return real ? real : at;
}

bool base_write_file(const char *path, const char *text, size_t length)
{
    const struct base_part part = {text, length};
    return base_write_parts(path, &part, 1, false);
}

bool base_write_parts(const char *path, const struct base_part *part, int count,
                      bool safe)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return write_special(path, part, count);
    char *target = base_final_path(path);
    if (!target)
        return false;
    struct buf name = {0};
    int fd = open_temporary(target, exists ? 0600 : 0666, &name);
    bool good = fd >= 0;
    if (good) {
        const struct filling f = {part, count, exists ? &old : NULL, safe};
        good = fill_file(fd, &f) && rename(name.text, target) == 0;
        int reason = errno;
        if (!good)
            unlink(name.text);
        errno = reason;
    }
    int reason = errno;
    buf_free(&name);
    free(target);
    errno = reason;
    return good;
}

int base_edit_distance(const char *a, const char *b)
{
    enum { ROOM = 64 };
    int d[ROOM][ROOM];
    int n = (int)strnlen(a, ROOM - 1), m = (int)strnlen(b, ROOM - 1);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            bool swapped =
                i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

double base_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool base_is_mapped(uintptr_t lo, uintptr_t hi)
{
    enum { PAGES = 4096 };
    unsigned char there[PAGES];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), most = PAGES * page;
    for (uintptr_t at = lo & ~(page - 1); at < hi; at += most)
        if (mincore((void *)at, hi - at < most ? hi - at : most, there) < 0 &&
            errno == ENOMEM)
            return false;
    return true;
}
