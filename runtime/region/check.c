/*
 * The clause independent, tested: a shadow of the memory that a kernel accesses
 * says of each element which iterations have read and written it.
 *
 * The shadow is kept by pages. Elements of a page are as long as its shortest
 * access, so that accesses of several sizes, as to members of unions, meet too.
 * Of the iterations that have read an element two are known: if a third one
 * writes it, it meets one of them in any case.
 */
#include "runtime/base/base.h"
#include "runtime/region/local.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, MOST_FINDINGS = 8 };

/* An access that an element remembers. */
struct mark {
    bool there;
    int line;
    int64_t at;
    const char *text;
};

/* What is known of an element in one run of a loop. */
struct shadow {
    int64_t run;
    struct mark write, read[2];
};

struct page {
    uintptr_t number;
    int size;              /* of an element; 0: the slot is free */
    struct shadow *shadow; /* of each element for each claim */
};

struct finding {
    const struct hedra_claim *claim;
    struct mark first, second;
    bool writes[2];
    int64_t index;
    long count;
    int64_t access; /* the number of the last one that met another */
};

struct hedra_check {
    struct arena *arena;
    const char *file;
    int claim_count;
    const struct hedra_claim *claim;
    int page_count, slot_count; /* a power of two */
    struct page *slot;
    int finding_count;
    struct finding finding[MOST_FINDINGS];
    long more;      /* findings at other places */
    int64_t access; /* how many there were so far */
};

struct hedra_check *hedra_check_begin(const char *file, int count,
                                      const struct hedra_claim *claim)
{
    enum { FIRST_SLOTS = 64 };
    struct arena *arena = arena_new();
    struct hedra_check *check = arena_alloc(arena, sizeof *check);
    *check = (struct hedra_check){.arena = arena,
                                  .file = file,
                                  .claim_count = count,
                                  .claim = claim,
                                  .slot_count = FIRST_SLOTS};
    check->slot = arena_alloc(arena, sizeof *check->slot * FIRST_SLOTS);
    return check;
}

/* Returns the page's slot, or the free one where it belongs. */
static struct page *slot_of(struct hedra_check *check, uintptr_t number)
{
    const uint64_t odd = 0x9e3779b97f4a7c15;
    size_t mask = (size_t)check->slot_count - 1;
    size_t k = (size_t)(((uint64_t)number * odd) >> 32) & mask;
    while (check->slot[k].size && check->slot[k].number != number)
        k = (k + 1) & mask;
    return &check->slot[k];
}

static void grow(struct hedra_check *check)
{
    struct page *old = check->slot;
    int count = check->slot_count;
    check->slot_count *= 2;
    check->slot = arena_alloc(check->arena,
                              sizeof *check->slot * (size_t)check->slot_count);
    for (int k = 0; k < count; k++)
        if (old[k].size)
            *slot_of(check, old[k].number) = old[k];
}

static struct shadow *shadows(struct hedra_check *check, int size)
{
    size_t count = (size_t)(PAGE / size) * (size_t)check->claim_count;
    return arena_alloc(check->arena, sizeof(struct shadow) * count);
}

/* Shorter elements: each knows what the longer one knew. */
static void refine(struct hedra_check *check, struct page *page, int size)
{
    struct shadow *finer = shadows(check, size);
    size_t claims = (size_t)check->claim_count;
    for (int k = 0; k < PAGE / size; k++)
        memcpy(&finer[(size_t)k * claims],
               &page->shadow[(size_t)(k * size / page->size) * claims],
               sizeof *finer * claims);
    page->size = size;
    page->shadow = finer;
}

/* Returns the page of the address, in elements of at most `size` bytes. */
static struct page *page_at(struct hedra_check *check, uintptr_t address,
                            int size)
{
    uintptr_t number = address >> PAGE_BITS;
    struct page *page = slot_of(check, number);
    if (!page->size) {
        if (2 * ++check->page_count > check->slot_count) {
            grow(check);
            page = slot_of(check, number);
        }
        *page = (struct page){number, size, shadows(check, size)};
    } else if (page->size > size) {
        refine(check, page, size);
    }
    return page;
}

static bool differs(const struct mark *mark, int64_t at)
{
    return mark->there && mark->at != at;
}

/* Notes an access in the element's shadow; returns the one of another iteration
 * that it meets, or NULL. */
static const struct mark *meet(struct shadow *s, const struct mark *now,
                               bool write)
{
    if (differs(&s->write, now->at))
        return &s->write;
    for (int k = 0; write && k < 2; k++)
        if (differs(&s->read[k], now->at))
            return &s->read[k];
    if (write)
        s->write = *now;
    else if (!s->read[0].there)
        s->read[0] = *now;
    else if (differs(&s->read[0], now->at))
        s->read[1] = *now;
    return NULL;
}

/* One access is counted once, however many shorter elements it covers. */
static void note(struct hedra_check *check, const struct finding *found)
{
    for (int k = 0; k < check->finding_count; k++) {
        struct finding *old = &check->finding[k];
        if (old->claim == found->claim &&
            old->first.text == found->first.text &&
            old->second.text == found->second.text &&
            old->first.line == found->first.line &&
            old->second.line == found->second.line &&
            memcmp(old->writes, found->writes, sizeof old->writes) == 0) {
            old->count += old->access != check->access;
            old->access = check->access;
            return;
        }
    }
    if (check->finding_count < MOST_FINDINGS)
        check->finding[check->finding_count++] = *found;
    else
        check->more++;
}

/* Where a loop ran before, what was known of the element is of no more use. */
static void look(struct hedra_check *check, struct shadow *s, int claim,
                 const struct mark *mark, bool write, int64_t index)
{
    const struct hedra_claim *c = &check->claim[claim];
    struct mark now = *mark;
    if (*c->at == INT64_MIN)
        return;
    if (s->run != *c->run)
        *s = (struct shadow){.run = *c->run};
    now.at = *c->at;
    const struct mark *other = meet(s, &now, write);
    if (!other)
        return;
    struct finding found = {.claim = c,
                            .first = *other,
                            .second = now,
                            .writes = {other == &s->write, write},
                            .index = index,
                            .count = 1,
                            .access = check->access};
    note(check, &found);
}

void *hedra_check_access(struct hedra_check *check, const void *base,
                         int64_t index, int size, int write, int line,
                         const char *text)
{
    uintptr_t address = (uintptr_t)base + (uintptr_t)index * (uintptr_t)size;
    int step = size;
    const struct mark mark = {true, line, 0, text};
    check->access++;
    while (address % (uintptr_t)step)
        step /= 2;
    for (int b = 0; b < size; b += step) {
        uintptr_t byte = address + (uintptr_t)b;
        struct page *page = page_at(check, byte, step);
        for (int e = 0; e < step; e += page->size) {
            size_t k = (byte + (uintptr_t)e) % PAGE / (size_t)page->size;
            for (int c = 0; c < check->claim_count; c++)
                look(check,
                     &page->shadow[k * (size_t)check->claim_count + (size_t)c],
                     c, &mark, write, index);
        }
    }
    return (void *)address;
}

static void print_access(const struct hedra_check *check,
                         const struct mark *mark, bool writes)
{
    fprintf(stderr, "%s:%d: note: iteration %" PRId64 " %s '%s'\n", check->file,
            mark->line, mark->at, writes ? "writes" : "reads", mark->text);
}

static void print_finding(const struct hedra_check *check,
                          const struct finding *f)
{
    const char *loop = f->claim->loop;
    fprintf(stderr,
            "%s:%d: error: iterations %" PRId64 " and %" PRId64
            " of loop '%s' meet in array '%.*s', element %" PRId64
            ", though the clause independent(%s) says that none do",
            check->file, f->second.line, f->first.at, f->second.at, loop,
            (int)strcspn(f->second.text, "[.->"), f->second.text, f->index,
            loop);
    if (f->count > 1)
        fprintf(stderr, ", and %ld time%s more", f->count - 1,
                f->count > 2 ? "s" : "");
    fputs(" [independent]\n", stderr);
    print_access(check, &f->first, f->writes[0]);
    print_access(check, &f->second, f->writes[1]);
}

void hedra_check_end(struct hedra_check *check)
{
    int found = check->finding_count;
    for (int k = 0; k < found; k++)
        print_finding(check, &check->finding[k]);
    if (check->more)
        fprintf(stderr,
                "hedra: %s: iterations meet %ld times at other places\n",
                check->file, check->more);
    arena_free(check->arena);
    if (found)
        exec_leave();
}
