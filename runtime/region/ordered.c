/*
 * Which arrays lie in another order now, and where: hedra_ordered.h. An array
 * is either at home, in the program's memory, or away, in memory of its own in
 * its order, which is then a kept range, so that it stays on a device between
 * regions.
 */
#include "runtime/region/ordered.h"
#include "runtime/base/base.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/region/local.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ordered_array {
    struct ordered_array *next;
    struct ordered_box box;
    int64_t rows;     /* elements along the first subscript */
    pthread_t owner;  /* the thread that opened it */
    char *plain;      /* the program's memory */
    size_t size;      /* of it, in bytes */
    char *memory;     /* NULL: there was none, or it is not needed yet */
    bool away, dirty; /* a region has used it in its order, or written it */
};

/* HEDRA_STATS: what was converted by one clause. */
struct ordered_count {
    struct ordered_count *next;
    const struct hedra_ordered *how;
    int64_t in, out, elements;
    double seconds;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ordered_array *first;
static struct ordered_count *counts;
static atomic_int live FIRST_DATA; /* arrays in the list */

static void die(const struct hedra_ordered *how, const char *text)
{
    char message[1200];
    snprintf(message, sizeof message, "%s:%d: layout(%s: %s): %s", how->file,
             how->line, how->name, how->text, text);
    exec_die(message);
}

/* The array whose memory begins there; NULL: none has an order. */
static struct ordered_array *find(const void *base)
{
    pthread_mutex_lock(&lock);
    struct ordered_array *a = first;
    while (a && a->plain != base)
        a = a->next;
    pthread_mutex_unlock(&lock);
    return a;
}

static struct ordered_array *find_open(const void *base, const char *function)
{
    struct ordered_array *a = find(base);
    char text[128];
    if (a)
        return a;
    snprintf(text, sizeof text, "%s: the array has no layout", function);
    exec_die(text);
}

static void count(const struct ordered_array *a, bool back, double seconds)
{
    const struct hedra_ordered *how = a->box.how;
    const int64_t *size = a->box.size;
    if (!stats_enabled())
        return;
    pthread_mutex_lock(&lock);
    struct ordered_count *c = counts;
    while (c && c->how != how)
        c = c->next;
    if (!c && (c = calloc(1, sizeof *c))) {
        c->how = how;
        c->next = counts;
        counts = c;
    }
    if (c) {
        c->in += !back;
        c->out += back;
        c->elements += a->box.boxes * size[0] * size[1] * size[2];
        c->seconds += seconds;
    }
    pthread_mutex_unlock(&lock);
}

static void convert(struct ordered_array *a, bool back)
{
    struct report why;
    double start = base_clock();
    bool current = back ? mirror_drop(a->plain, a->size, &why)
                        : mirror_sync(a->plain, a->size, &why);
    if (!current)
        exec_die(why.text);
    ordered_move(&a->box, a->memory, a->plain, back);
    count(a, back, base_clock() - start);
}

/* Elements of the ordered array, and what its rows may touch, in bytes. */
static size_t bytes_away(const struct ordered_array *a)
{
    return (size_t)(a->box.boxes * a->box.span) * a->box.bytes;
}

/* Makes the memory; false: there is none. Gaps are zeros. */
static bool take_memory(struct ordered_array *a)
{
    enum { LINE = 128 };
    size_t size = bytes_away(a) + LINE;
    void *memory = NULL;
    if (a->memory)
        return true;
    if (!host_memory_has(size) || posix_memalign(&memory, LINE, size))
        return false;
    a->memory = memory;
    pages_fill(memory, size, choose_threads());
    if (bytes_away(a) > a->size)
        memset(memory, 0, size);
    return true;
}

/* The elements get into their order, unless all of them will be written. */
static bool leave(struct ordered_array *a, bool all, struct report *why)
{
    if (a->away)
        return true;
    if (!take_memory(a))
        return report_lack(why, "out of memory");
    if (!all)
        convert(a, false);
    if (!mirror_keep(a->memory, bytes_away(a), why))
        return false;
    a->away = true;
    a->dirty = false;
    return true;
}

static void come_home(struct ordered_array *a)
{
    struct report why;
    if (!a->away)
        return;
    bool good = a->dirty ? mirror_release(a->memory, bytes_away(a), &why)
                         : mirror_forget(a->memory, bytes_away(a), &why);
    if (!good)
        exec_die(why.text);
    if (a->dirty)
        convert(a, true);
    a->away = a->dirty = false;
}

/* The next array that the thread has in another order, or NULL. */
static struct ordered_array *find_away(void)
{
    pthread_mutex_lock(&lock);
    struct ordered_array *a = first;
    while (a && !(pthread_equal(a->owner, pthread_self()) && a->away))
        a = a->next;
    pthread_mutex_unlock(&lock);
    return a;
}

void ordered_home_all(void)
{
    for (struct ordered_array *a; (a = find_away());)
        come_home(a);
}

/* Blocks ------------------------------------------------------------------- */

static bool overlaps(const struct ordered_array *a, const char *from,
                     const char *end)
{
    return (uintptr_t)from < (uintptr_t)a->plain + a->size &&
           (uintptr_t)a->plain < (uintptr_t)end;
}

/* Adds it to the list; another one that overlaps it, or NULL. */
static const struct ordered_array *add(struct ordered_array *a)
{
    pthread_mutex_lock(&lock);
    const struct ordered_array *other = first;
    while (other && !(a->plain == other->plain ||
                      overlaps(other, a->plain, a->plain + a->size)))
        other = other->next;
    if (!other) {
        a->next = first;
        first = a;
        atomic_fetch_add(&live, 1);
    }
    pthread_mutex_unlock(&lock);
    return other;
}

void hedra_ordered_open(const struct hedra_ordered *how, void *base,
                        size_t bytes, int64_t rows, int64_t boxes,
                        int64_t size0, int64_t size1, int64_t size2)
{
    CANCEL_OFF;
    const int64_t size[3] = {size0, size1, size2};
    struct report why;
    char text[512];
    exec_refuse_inside("hedra_ordered_open");
    struct ordered_array *a = calloc(1, sizeof *a);
    if (!a)
        die(how, "out of memory");
    if (!ordered_make(&a->box, how, bytes, boxes, size, &why))
        die(how, why.text);
    a->owner = pthread_self();
    a->plain = base;
    a->rows = rows;
    a->size = bytes * (size_t)(boxes * size0 * size1 * size2);
    const struct ordered_array *other = add(a);
    if (other) {
        snprintf(text, sizeof text,
                 "the array overlaps '%s', which has the layout %s of line %d "
                 "now; end that block before",
                 other->box.how->name, other->box.how->text,
                 other->box.how->line);
        die(how, text);
    }
}

void hedra_ordered_home(void *base)
{
    CANCEL_OFF;
    exec_refuse_inside("hedra_ordered_home");
    come_home(find_open(base, "hedra_ordered_home"));
}

void hedra_ordered_close(void *base)
{
    CANCEL_OFF;
    exec_refuse_inside("hedra_ordered_close");
    struct ordered_array *a = find_open(base, "hedra_ordered_close");
    come_home(a);
    pthread_mutex_lock(&lock);
    struct ordered_array **link = &first;
    while (*link != a)
        link = &(*link)->next;
    *link = a->next;
    atomic_fetch_sub(&live, 1);
    pthread_mutex_unlock(&lock);
    ordered_free(&a->box);
    free(a->memory);
    free(a);
}

int64_t hedra_ordered_rows_of(const void *base)
{
    return find_open(base, "hedra_ordered_rows_of")->rows;
}

/* Regions ------------------------------------------------------------------ */

/* Does the region write all elements before it reads any? A row of one member
 * of structures does not. */
static bool writes_all(const struct ordered_array *a,
                       const struct hedra_array *row)
{
    return row->flags & HEDRA_DISCARD && row->lo <= 0 &&
           row->hi >= (int64_t)a->size &&
           (size_t)row->element_size == a->box.bytes;
}

static bool place_row(struct hedra_array *array,
                      const struct hedra_ordered_row *r, struct report *why)
{
    struct hedra_array *row = &array[r->row];
    struct ordered_array *a = find_open(row->base, "hedra_ordered_rows");
    if (!leave(a, writes_all(a, row), why))
        return false;
    a->dirty |= (row->flags & HEDRA_WRITE) != 0;
    row->base = a->memory;
    row->lo = 0;
    row->hi = (int64_t)bytes_away(a);
    row->flags &= ~(unsigned)(HEDRA_DISCARD | HEDRA_GUESS);
    if (r->table < 0)
        return true;
    struct hedra_array *table = &array[r->table];
    table->base = a->box.table;
    table->lo = 0;
    table->hi = a->box.table_count * (int64_t)sizeof *a->box.table;
    return true;
}

int hedra_ordered_rows(struct hedra_module *module, struct hedra_array *array,
                       const struct hedra_ordered_row *row, int rows)
{
    CANCEL_OFF;
    struct report why = {.lack = false};
    bool good = true;
    exec_refuse_inside("hedra_ordered_rows");
    for (int k = 0; k < rows && good; k++)
        if (row[k].of < 0)
            good = place_row(array, &row[k], &why);
    for (int k = 0; k < rows && good; k++)
        if (row[k].of >= 0) {
            array[row[k].row].lo = array[row[k].of].lo;
            array[row[k].row].hi = array[row[k].of].hi;
        }
    if (good)
        return 0;
    if (!why.lack)
        exec_die(why.text);
    hedra_plain(module, HEDRA_NO_MEMORY);
    return 1;
}

FIRST_CODE bool ordered_has_any(void)
{
    return atomic_load_explicit(&live, memory_order_acquire) > 0;
}

__attribute__((noinline)) static void check(const struct hedra_module *module,
                                            const struct hedra_array *array,
                                            int rows)
{
    char text[512] = "";
    pthread_mutex_lock(&lock);
    for (const struct ordered_array *a = first; a; a = a->next)
        for (int k = 0; k < rows; k++) {
            const struct hedra_array *row = &array[k];
            const char *base = row->base;
            if (!(row->flags & HEDRA_TEMP) && row->lo < row->hi &&
                overlaps(a, base + row->lo, base + row->hi))
                snprintf(text, sizeof text,
                         "'%s' overlaps '%s', which has the layout %s of "
                         "%s:%d now; use that name, in the block of that "
                         "clause itself",
                         row->name, a->box.how->name, a->box.how->text,
                         a->box.how->file, a->box.how->line);
        }
    pthread_mutex_unlock(&lock);
    if (*text) {
        exec_say(module, " cannot run", text);
        exec_leave();
    }
}

FIRST_CODE void ordered_check(const struct hedra_module *module,
                              const struct hedra_array *array, int rows)
{
    if (ordered_has_any())
        check(module, array, rows);
}

/* A line for each clause, the first to be used first. */
__attribute__((destructor)) static void print_all(void)
{
    int count = 0;
    if (device_forked() || !stats_enabled())
        return;
    for (struct ordered_count *c = counts; c; c = c->next)
        count++;
    while (count-- > 0) {
        const struct ordered_count *c = counts;
        for (int k = 0; k < count; k++)
            c = c->next;
        fprintf(stderr,
                "hedra: %-20s %s:%d layout %s: %" PRId64 " conversions in, "
                "%" PRId64 " out, %" PRId64 " elements, ",
                c->how->name, c->how->file, c->how->line, c->how->text, c->in,
                c->out, c->elements);
        number_write(stderr, "%.6f s\n", c->seconds);
    }
}
