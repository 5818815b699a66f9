/*
 * What base.h declares itself: the distance of two words, for suggestions of
 * what a user meant; the clock; whether memory may be read.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include "runtime/base/base.h"
#include "runtime/base/first.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

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

FIRST_CODE double base_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
