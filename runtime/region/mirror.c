/*
 * Copies of host ranges on devices (mirror.h): which bytes of them are valid or
 * newer is held in sets of intervals.
 */
#include "runtime/region/mirror.h"

#include "runtime/base/base.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Copies start at multiples of this, so that every element that is aligned on
 * the host is so on the device, and rows of several element sizes can share. */
enum { ALIGN = 64 };

struct mirror_copy {
    uintptr_t lo, hi; /* the host's bytes; lo == hi: a temporary row's */
    int keeps;
    struct device *device; /* NULL: nowhere yet */
    uint64_t memory;
    size_t size;
    uintptr_t start;      /* host address of the memory's first byte */
    unsigned char *image; /* of [lo, hi) as it was sent; NULL: not needed */
    struct interval_set present, newer; /* newer is part of present */
    uint64_t version; /* of a kept range's contents, never 0 */
    struct mirror_copy *next;
};

/* A row that touches something, as addresses. */
struct mirror_row {
    uintptr_t lo, hi;
    int index;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mirror_copy *kept;
static atomic_int kept_count FIRST_DATA;

int hedra_watch FIRST_DATA = 1;

FIRST_CODE void mirror_watch_kept(void)
{
    static atomic_flag done FIRST_DATA = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&done))
        __atomic_fetch_sub(&hedra_watch, 1, __ATOMIC_RELEASE);
}

static uint64_t last_version;

static bool lost FIRST_DATA; /* newer bytes, of this process's parent */

static bool is_lost(struct report *why)
{
    if (lost)
        report_set(why, "kept arrays were newer on a device, which a child of "
                        "fork cannot use: hedra_sync or hedra_release before");
    return lost;
}

/* In a child of fork, before anything else: the copies are gone. If bytes of
 * them were newer than the host's, what would bring these home fails. A lock
 * that another thread held means that the list may be half changed. */
static void enter_child(void)
{
    bool held = pthread_mutex_trylock(&lock) != 0;
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    device_memory_forget();
    if (held) {
        lost |= kept_count > 0; /* and they stay in hedra_watch */
        kept = NULL;
        kept_count = 0;
    }
    for (struct mirror_copy *c = kept; c; c = c->next) {
        lost |= c->newer.count > 0;
        c->device = NULL;
        c->present = c->newer = (struct interval_set){0};
    }
}

void mirror_lock(void)
{
    device_at_fork(enter_child);
    pthread_mutex_lock(&lock);
}

void mirror_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* Without the lock, which a region may hold for long. */
FIRST_CODE static bool nothing_kept(void)
{
    return atomic_load_explicit(&kept_count, memory_order_acquire) == 0;
}

FIRST_CODE bool mirror_has_nothing(void)
{
    return !lost && nothing_kept();
}

static struct mirror_row row_of(const struct hedra_array *a, int index)
{
    uintptr_t base = (uintptr_t)a->base;
    struct mirror_row row = {base + (uintptr_t)a->lo, base + (uintptr_t)a->hi,
                             index};
    if (a->lo >= a->hi || (a->flags & HEDRA_TEMP))
        row.lo = row.hi = 0;
    return row;
}

static int element_size(const struct hedra_array *a)
{
    return a->element_size > 0 ? a->element_size : 1;
}

/* Where data decide which elements a region touches, those that it may touch
 * can reach beyond the array's end. */
static bool upload(struct mirror_copy *c, struct address_interval part,
                   struct stats *stats, struct report *why)
{
    if (!base_is_readable(part.lo, part.hi))
        return report_lack(why,
                           "the region may touch %p to %p of it, which is not "
                           "all memory: name its size with extent(...)",
                           (void *)part.lo, (void *)part.hi);
    double begin = c->device->timed ? base_clock() : 0;
    const void *bytes = (const void *)part.lo;
    if (c->image)
        bytes = memcpy(c->image + (part.lo - c->lo), bytes, part.hi - part.lo);
    if (!c->device->ops->upload(c->device, c->memory, part.lo - c->start, bytes,
                                part.hi - part.lo, why))
        return false;
    if (c->device->timed) {
        if (!c->device->ops->wait(c->device, why))
            return false;
        stats->transfer_seconds += base_clock() - begin;
    }
    stats->bytes_in += (int64_t)(part.hi - part.lo);
    return true;
}

static bool download(struct mirror_copy *c, struct address_interval part,
                     void *to, struct report *why)
{
    return c->device->ops->download(c->device, to, c->memory,
                                    part.lo - c->start, part.hi - part.lo, why);
}

/* Behind an image is room for as many bytes of it as come home together. */
static size_t piece_size(size_t size)
{
    enum { PIECE = 1 << 20 };
    return size < PIECE ? size : PIECE;
}

/* Writes the bytes that are no longer as they were sent, and no others: those
 * may belong to somebody else. */
static bool download_changes(struct mirror_copy *c,
                             struct address_interval part, struct report *why)
{
    enum { RUN = 64 };
    size_t most = piece_size(c->hi - c->lo);
    unsigned char *piece = c->image + (c->hi - c->lo);
    bool good = true;
    for (uintptr_t at = part.lo, next; good && at < part.hi; at = next) {
        next = part.hi - at > most ? at + most : part.hi;
        good = download(c, (struct address_interval){at, next}, piece, why);
        const unsigned char *sent = c->image + (at - c->lo);
        unsigned char *home = (unsigned char *)at;
        for (size_t i = 0, size = good ? next - at : 0; i < size; i += RUN) {
            size_t run = size - i < RUN ? size - i : RUN;
            if (memcmp(piece + i, sent + i, run) == 0)
                continue;
            for (size_t k = i; k < i + run; k++)
                if (piece[k] != sent[k])
                    home[k] = piece[k];
        }
    }
    return good;
}

/* Brings the newer bytes of [lo, hi) home. */
static bool bring_home(struct mirror_copy *c, uintptr_t lo, uintptr_t hi,
                       struct stats *stats, struct report *why)
{
    struct address_interval part;
    while (interval_set_find(&c->newer, lo, hi, &part)) {
        double begin = c->device->timed ? base_clock() : 0;
        if (!(c->image ? download_changes(c, part, why)
                       : download(c, part, (void *)part.lo, why)))
            return false;
        if (c->device->timed)
            stats->transfer_seconds += base_clock() - begin;
        stats->bytes_out += (int64_t)(part.hi - part.lo);
        if (!interval_set_remove(&c->newer, part.lo, part.hi))
            return report_lack(why, "out of memory");
    }
    return true;
}

/* Frees the device's memory; what is there is lost. */
static void drop(struct mirror_copy *c)
{
    if (c->device)
        device_memory_give(c->device, c->memory, c->size);
    c->device = NULL;
    interval_set_clear(&c->present);
    interval_set_clear(&c->newer);
}

static bool place_copy(struct mirror_copy *c, struct device *device,
                       struct report *why)
{
    c->start = c->lo & ~(uintptr_t)(ALIGN - 1);
    c->size = c->hi - c->start;
    if (!device_memory_take(device, c->size, &c->memory, why))
        return false;
    c->device = device;
    return true;
}

/* A kept range has its copy on one device at a time. */
static bool move_copy(struct mirror_copy *c, struct device *device,
                      struct stats *stats, struct report *why)
{
    if (c->device == device)
        return true;
    if (c->device && !bring_home(c, c->lo, c->hi, stats, why))
        return false;
    drop(c);
    return place_copy(c, device, why);
}

/* Before `row` is used through `user` (NULL: in place), no other copy may have
 * newer bytes of it, nor stay valid if the row is written. */
static bool settle_others(const struct mirror_copy *user, struct mirror_row row,
                          bool written, struct stats *stats, struct report *why)
{
    for (struct mirror_copy *c = kept; c; c = c->next) {
        if (c == user || !c->device || c->hi <= row.lo || row.hi <= c->lo)
            continue;
        if (!bring_home(c, row.lo, row.hi, stats, why))
            return false;
        if (written && !interval_set_remove(&c->present, row.lo, row.hi))
            return report_lack(why, "out of memory");
    }
    return true;
}

/* The oldest kept range around [lo, hi): where ranges are kept one inside the
 * other, the outer comes first. */
static struct mirror_copy *find_kept(uintptr_t lo, uintptr_t hi)
{
    struct mirror_copy *c = kept;
    while (c && !(c->lo <= lo && hi <= c->hi))
        c = c->next;
    return c;
}

/* Rows that a region has written: the kept ranges around have new contents. */
static void renew_written(const struct hedra_array *array, int count)
{
    for (int k = 0; k < count; k++) {
        if (!(array[k].flags & HEDRA_WRITE))
            continue;
        struct mirror_row row = row_of(&array[k], k);
        for (struct mirror_copy *c = kept; c; c = c->next)
            if (row.lo < c->hi && c->lo < row.hi)
                c->version = ++last_version;
    }
}

FIRST_CODE void mirror_written(const struct hedra_array *array, int count)
{
    if (nothing_kept())
        return;
    mirror_lock();
    renew_written(array, count);
    mirror_unlock();
}

uint64_t mirror_version(const struct hedra_array *a, bool locked)
{
    if (nothing_kept() || a->lo >= a->hi || (a->flags & HEDRA_TEMP))
        return 0;
    struct mirror_row row = row_of(a, 0);
    if (!locked)
        mirror_lock();
    const struct mirror_copy *c = find_kept(row.lo, row.hi);
    uint64_t version = c ? c->version : 0;
    if (!locked)
        mirror_unlock();
    return version;
}

FIRST_CODE bool mirror_keeps(const struct hedra_array *a)
{
    struct mirror_row row = row_of(a, 0);
    if (row.lo == row.hi || nothing_kept())
        return false;
    mirror_lock();
    bool keeps = find_kept(row.lo, row.hi) != NULL;
    mirror_unlock();
    return keeps;
}

static void free_copy(struct mirror_copy *c)
{
    if (!c)
        return;
    drop(c);
    free(c->image);
    free(c);
}

bool mirror_is_kept(const struct mirror_copy *copy)
{
    return copy->keeps > 0;
}

static struct mirror_copy *add_own(struct mirror_use *use, uintptr_t lo,
                                   uintptr_t hi, bool guess, struct report *why)
{
    struct mirror_copy *c = calloc(1, sizeof *c);
    size_t size = hi - lo;
    if (c && guess && host_memory_has(size))
        c->image = malloc(size + piece_size(size));
    if (!c || (guess && !c->image)) {
        report_lack(why, "out of memory");
        free_copy(c);
        return NULL;
    }
    c->lo = lo;
    c->hi = hi;
    if (!place_copy(c, use->device, why)) {
        free_copy(c);
        return NULL;
    }
    c->next = use->own;
    use->own = c;
    return c;
}

void mirror_abandon(struct mirror_use *use)
{
    while (use->own) {
        struct mirror_copy *c = use->own;
        use->own = c->next;
        free_copy(c);
    }
}

static bool copy_in(struct mirror_copy *c, struct mirror_row row,
                    const struct hedra_array *a, struct stats *stats,
                    struct report *why)
{
    if (!(a->flags & (HEDRA_READ | HEDRA_WRITE)) ||
        ((a->flags & HEDRA_DISCARD) && !c->image))
        return true;
    struct address_interval part;
    while (interval_set_find_gap(&c->present, row.lo, row.hi, &part)) {
        if (!upload(c, part, stats, why))
            return false;
        if (!interval_set_add(&c->present, part.lo, part.hi))
            return report_lack(why, "out of memory");
    }
    return true;
}

/* Makes one copy for the rows row[0 … count - 1], which overlap and together
 * touch [row[0].lo, hi). */
static bool begin_group(struct mirror_use *use, const struct hedra_array *array,
                        const struct mirror_row *row, int count, uintptr_t hi,
                        struct device_place *place,
                        struct mirror_copy **row_copy, struct report *why)
{
    struct mirror_copy *c = find_kept(row[0].lo, hi);
    bool guess = false;
    for (int k = 0; k < count; k++)
        guess |= (array[row[k].index].flags & HEDRA_GUESS) != 0;
    if (c && !move_copy(c, use->device, use->stats, why))
        return false;
    if (!c && !(c = add_own(use, row[0].lo, hi, guess, why)))
        return false;
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[row[k].index];
        if (!settle_others(c, row[k], a->flags & HEDRA_WRITE, use->stats, why))
            return false;
        place[row[k].index] = (struct device_place){
            c->memory, (int64_t)((uintptr_t)a->base - c->start),
            element_size(a)};
        row_copy[row[k].index] = c;
    }
    for (int k = 0; k < count; k++)
        if (!copy_in(c, row[k], &array[row[k].index], use->stats, why)) {
            report_prefix(why, "array '%s': ", array[row[k].index].name);
            return false;
        }
    return true;
}

static int compare_rows(const void *x, const void *y)
{
    const struct mirror_row *a = x, *b = y;
    return (a->lo > b->lo) - (a->lo < b->lo);
}

/* Rows sorted by address; those that touch nothing come first, as (0, 0). */
static bool begin_groups(struct mirror_use *use,
                         const struct hedra_array *array,
                         struct mirror_row *row, int count,
                         struct device_place *place,
                         struct mirror_copy **row_copy, struct report *why)
{
    qsort(row, (size_t)count, sizeof *row, compare_rows);
    for (int k = 0, next; k < count; k = next) {
        uintptr_t hi = row[k].hi;
        for (next = k + 1; next < count && row[next].lo < hi; next++)
            if (row[next].hi > hi)
                hi = row[next].hi;
        if (hi == row[k].lo)
            continue;
        if (!begin_group(use, array, row + k, next - k, hi, place, row_copy,
                         why))
            return false;
    }
    return true;
}

static bool begin_temporary(struct mirror_use *use, const struct hedra_array *a,
                            struct device_place *place, struct report *why)
{
    size_t size = (size_t)a->hi - (size_t)a->lo;
    struct mirror_copy *c = calloc(1, sizeof *c);
    if (!c)
        return report_lack(why, "out of memory");
    c->size = size;
    if (!device_memory_take(use->device, size, &c->memory, why)) {
        free(c);
        return false;
    }
    c->device = use->device;
    c->next = use->own;
    use->own = c;
    *place = (struct device_place){c->memory, -a->lo, element_size(a)};
    return true;
}

/* Device kernels address elements, so each must lie at a multiple of its size.
 */
static bool check_row(const struct hedra_array *a, struct report *why)
{
    uintptr_t size = (uintptr_t)element_size(a), base = (uintptr_t)a->base;
    if (size > ALIGN || (size & (size - 1)) || base % size ||
        (uintptr_t)a->lo % size)
        return report_set(why,
                          "array '%s' (at %p, from byte %lld) is not aligned "
                          "to its elements of %d bytes",
                          a->name, a->base, (long long)a->lo, a->element_size);
    return true;
}

static bool begin_rows(struct mirror_use *use, const struct hedra_array *array,
                       struct mirror_row *row, int count,
                       struct device_place *place,
                       struct mirror_copy **row_copy, struct report *why)
{
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[k];
        place[k] = (struct device_place){0, 0, element_size(a)};
        row_copy[k] = NULL;
        row[k] = row_of(a, k);
        if (a->lo >= a->hi || (a->flags & HEDRA_PLAN_ROW))
            continue;
        if (!check_row(a, why))
            return false;
        if ((a->flags & HEDRA_TEMP) &&
            !begin_temporary(use, a, &place[k], why)) {
            report_prefix(why, "temporary array '%s': ", a->name);
            return false;
        }
    }
    return begin_groups(use, array, row, count, place, row_copy, why);
}

bool mirror_begin(struct mirror_use *use, const struct hedra_array *array,
                  int count, struct device_place *place,
                  struct mirror_copy **row_copy, struct report *why)
{
    if (is_lost(why))
        return false;
    struct mirror_row *row =
        malloc((count > 0 ? (size_t)count : 1) * sizeof *row);
    if (!row)
        return report_lack(why, "out of memory");
    bool good = begin_rows(use, array, row, count, place, row_copy, why);
    free(row);
    if (!good) {
        struct report ignored;
        use->device->ops->wait(use->device, &ignored);
        mirror_abandon(use);
    }
    return good;
}

bool mirror_end(struct mirror_use *use, const struct hedra_array *array,
                int count, struct mirror_copy *const *row_copy,
                struct report *why)
{
    bool good = true;
    for (int k = 0; k < count && good; k++) {
        if (!row_copy[k] || !(array[k].flags & HEDRA_WRITE))
            continue;
        struct mirror_row row = row_of(&array[k], k);
        good = (interval_set_add(&row_copy[k]->present, row.lo, row.hi) &&
                interval_set_add(&row_copy[k]->newer, row.lo, row.hi)) ||
               report_lack(why, "out of memory");
    }
    renew_written(array, count);
    for (struct mirror_copy *c = use->own; c && good; c = c->next)
        if (!(good = bring_home(c, c->lo, c->hi, use->stats, why)))
            why->lack = false; /* what was there before is lost */
    mirror_abandon(use);
    return good;
}

FIRST_CODE bool mirror_bring_home(const struct hedra_array *array, int count,
                                  struct stats *stats, struct report *why)
{
    if (is_lost(why))
        return false;
    if (nothing_kept())
        return true;
    bool good = true;
    mirror_lock();
    for (int k = 0; k < count && good; k++)
        good = settle_others(NULL, row_of(&array[k], k),
                             array[k].flags & HEDRA_WRITE, stats, why);
    mirror_unlock();
    return good;
}

/* Brings home the copies that hold bytes of lo to hi, and drops them. */
static bool drop_between(uintptr_t lo, uintptr_t hi, struct report *why)
{
    if (is_lost(why))
        return false;
    if (nothing_kept())
        return true;
    struct stats ignored = {0};
    bool good = true;
    mirror_lock();
    for (struct mirror_copy *c = kept; c && good; c = c->next) {
        if (c->hi <= lo || hi <= c->lo)
            continue;
        good = bring_home(c, c->lo, c->hi, &ignored, why);
        c->version = ++last_version;
        if (good)
            drop(c);
    }
    mirror_unlock();
    return good;
}

bool mirror_drop_all(struct report *why)
{
    return drop_between(0, UINTPTR_MAX, why);
}

bool mirror_drop(void *base, size_t size, struct report *why)
{
    return drop_between((uintptr_t)base, (uintptr_t)base + size, why);
}

/* The link to the copy of exactly this range, or the list's end. */
static struct mirror_copy **find_exact(uintptr_t lo, uintptr_t hi)
{
    struct mirror_copy **link = &kept;
    while (*link && !((*link)->lo == lo && (*link)->hi == hi))
        link = &(*link)->next;
    return link;
}

bool mirror_keep(void *base, size_t size, struct report *why)
{
    uintptr_t lo = (uintptr_t)base;
    if (size == 0)
        return true;
    if (size > UINTPTR_MAX - lo)
        return report_set(why, "hedra_keep(%p, %zu): the range wraps around",
                          base, size);
    mirror_lock();
    struct mirror_copy **link = find_exact(lo, lo + size), *c = *link;
    if (!c && (c = calloc(1, sizeof *c))) {
        c->lo = lo;
        c->hi = lo + size;
        c->version = ++last_version;
        *link = c;
        atomic_fetch_add_explicit(&kept_count, 1, memory_order_release);
        __atomic_fetch_add(&hedra_watch, 1, __ATOMIC_RELEASE);
    }
    if (c)
        c->keeps++;
    mirror_unlock();
    return c || report_lack(why, "out of memory");
}

static bool release(void *base, size_t size, bool home, struct report *why)
{
    uintptr_t lo = (uintptr_t)base;
    if (size == 0)
        return true;
    if (home && is_lost(why))
        return false;
    struct stats ignored = {0};
    bool good = true;
    mirror_lock();
    struct mirror_copy **link = find_exact(lo, lo + size), *c = *link;
    if (!c) {
        good = report_set(why, "hedra_release(%p, %zu) without hedra_keep",
                          base, size);
    } else if (--c->keeps == 0) {
        good = !home || bring_home(c, c->lo, c->hi, &ignored, why);
        *link = c->next;
        atomic_fetch_sub_explicit(&kept_count, 1, memory_order_release);
        __atomic_fetch_sub(&hedra_watch, lost ? 0 : 1, __ATOMIC_RELEASE);
        free_copy(c);
    }
    mirror_unlock();
    return good;
}

bool mirror_release(void *base, size_t size, struct report *why)
{
    return release(base, size, true, why);
}

bool mirror_forget(void *base, size_t size, struct report *why)
{
    return release(base, size, false, why);
}

bool mirror_sync(void *base, size_t size, struct report *why)
{
    if (is_lost(why))
        return false;
    if (nothing_kept())
        return true;
    uintptr_t lo = (uintptr_t)base;
    struct stats ignored = {0};
    struct mirror_row row = {
        lo, size > UINTPTR_MAX - lo ? UINTPTR_MAX : lo + size, 0};
    mirror_lock();
    bool good = settle_others(NULL, row, false, &ignored, why);
    mirror_unlock();
    return good;
}
