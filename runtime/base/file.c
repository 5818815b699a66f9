/*
 * Reading and writing whole files (file.h). A file is written to a temporary
 * one beside its final place and renamed, so that readers see the old file or
 * the new one and never a part.
 */
#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What is no regular file may have no end, as /dev/zero: of it, more than 128
 * MiB are refused. */
static bool is_endless(FILE *f, size_t used)
{
    enum { MOST = 1 << 27 };
    struct stat s;
    return used >= MOST && (fstat(fileno(f), &s) != 0 || !S_ISREG(s.st_mode));
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
        if (is_endless(f, used)) {
            free(text);
            errno = EFBIG;
            return NULL;
        }
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

/* Closes the file that was written, well or not; false with the first errno. */
static bool close_written(int fd, bool good)
{
    int reason = errno;
    if (close(fd) != 0 && good)
        return false;
    if (!good)
        errno = reason;
    return good;
}

/* Devices and pipes (-o /dev/stdout) cannot be renamed over. */
static bool write_special(const char *path, const struct base_part *part,
                          int count)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0)
        return false;
    return close_written(fd, write_parts(fd, part, count));
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
    return close_written(fd, good && (!f->safe || fsync(fd) == 0));
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
