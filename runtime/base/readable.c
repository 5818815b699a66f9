/*
 * Whether memory may be read, without a signal where it may not.
 */
#define _GNU_SOURCE /* process_vm_readv, pipe2 */
#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool has_pages(uintptr_t lo, uintptr_t hi, uintptr_t page)
{
    enum { PAGES = 4096 };
    unsigned char there[PAGES];
    uintptr_t most = PAGES * page;
    for (uintptr_t at = lo; at < hi; at += most)
        if (mincore((void *)at, hi - at < most ? hi - at : most, there) < 0 &&
            errno == ENOMEM)
            return false;
    return true;
}

/* Reads a byte of each page, as another process would: where none may be read,
 * that is an error, and no signal. Where this is not allowed, it is not known.
 */
static bool reads_pages(uintptr_t lo, uintptr_t hi, uintptr_t page)
{
    enum { PAGES = 64 };
    unsigned char byte[PAGES];
    struct iovec from[PAGES], to = {byte, 0};
    for (uintptr_t at = lo; at < hi;) {
        int count = 0;
        for (; count < PAGES && at < hi; at += page)
            from[count++] = (struct iovec){(void *)at, 1};
        to.iov_len = (size_t)count;
        ssize_t done =
            process_vm_readv(getpid(), &to, 1, from, (unsigned long)count, 0);
        if (done != count && (done >= 0 || errno == EFAULT))
            return false;
    }
    return true;
}

bool base_is_readable(uintptr_t lo, uintptr_t hi)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (lo >= hi)
        return true;
    lo &= ~(page - 1);
#ifdef MADV_POPULATE_READ
    uintptr_t size = (hi - lo + page - 1) & ~(page - 1);
    if (madvise((void *)lo, size, MADV_POPULATE_READ) == 0)
        return true;
#endif
    return has_pages(lo, hi, page) && reads_pages(lo, hi, page);
}

static bool each_is_readable(const void *const *at, int64_t count, int64_t lo,
                             int64_t hi)
{
    for (int64_t k = 0; k < count; k++)
        if (!base_is_readable((uintptr_t)at[k] + (uintptr_t)lo,
                              (uintptr_t)at[k] + (uintptr_t)hi))
            return false;
    return true;
}

/* A pipe into which bytes are written from where they are: the system reads
 * many of them in one call. */
struct bytes_read {
    int pipe[2];
    int count;
    struct iovec from[64];
};

static bool read_bytes(struct bytes_read *b)
{
    enum { MOST = sizeof b->from / sizeof *b->from };
    char got[MOST];
    ssize_t count = b->count;
    b->count = 0;
    /* No call of writev: sanitizers look at what that is handed. */
    return syscall(SYS_writev, b->pipe[1], b->from, (long)count) == count &&
           read(b->pipe[0], got, sizeof got) == count;
}

/* A byte of each page; false: some cannot be read, or that is not known. */
static bool read_pages_of_all(struct bytes_read *b, const void *const *at,
                              int64_t count, int64_t lo, int64_t hi)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    bool good = true;
    for (int64_t k = 0; k < count && good; k++) {
        uintptr_t begin = (uintptr_t)at[k] + (uintptr_t)lo;
        uintptr_t end = (uintptr_t)at[k] + (uintptr_t)hi;
        good = at[k] != NULL; /* as memory checkers report that one */
        for (; begin < end && good; begin = (begin & ~(page - 1)) + page) {
            b->from[b->count++] = (struct iovec){(void *)begin, 1};
            if (b->count == sizeof b->from / sizeof *b->from)
                good = read_bytes(b);
        }
    }
    return good && (!b->count || read_bytes(b));
}

bool base_are_readable(const void *const *at, int64_t count, int64_t lo,
                       int64_t hi)
{
    enum { FEW = 8 }; /* for which making the pipe takes longer */
    struct bytes_read b = {.count = 0};
    if (count < FEW || pipe2(b.pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return each_is_readable(at, count, lo, hi);
    bool good = read_pages_of_all(&b, at, count, lo, hi);
    close(b.pipe[0]);
    close(b.pipe[1]);
    return good || each_is_readable(at, count, lo, hi);
}
