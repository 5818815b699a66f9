/*
 * What HEDRA_CHECK asks for, and the observers of a launch that follow from it
 * (check.h).
 */
#include "runtime/ptxsim/check/local.h"

#include <stdlib.h>
#include <string.h>

/* HEDRA_CHECK -------------------------------------------------------------- */

static const struct {
    const char *word;
    unsigned mask;
} words[] = {
    {"race", PTXSIM_CHECK_RACE}, {"bounds", PTXSIM_CHECK_BOUNDS},
    {"init", PTXSIM_CHECK_INIT}, {"divide", PTXSIM_CHECK_DIVIDE},
    {"all", PTXSIM_CHECK_ALL},   {"none", 0},
};

enum { WORDS = sizeof words / sizeof words[0] };

bool ptxsim_check_parse(const char *text, unsigned *mask, struct report *why)
{
    *mask = PTXSIM_CHECK_BOUNDS;
    if (!text || !*text)
        return true;
    *mask = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int k = 0;
        while (k < WORDS && (strlen(words[k].word) != length ||
                             strncmp(words[k].word, at, length) != 0))
            k++;
        if (k == WORDS)
            return report_set(
                why,
                "HEDRA_CHECK=%s: '%.*s' is none of race, bounds, "
                "init, divide, all, none (several are separated by "
                "commas)",
                text, (int)length, at);
        *mask |= words[k].mask;
        at += length;
        if (!*at)
            return true;
    }
}

/* Notes -------------------------------------------------------------------- */

/* Tracked memory ----------------------------------------------------------- */

bool ptxsim_checks_track(struct ptxsim_checks *c, uint64_t address,
                         uint64_t size, struct report *why)
{
    if (!(c->mask & PTXSIM_CHECK_INIT))
        return true;
    if (c->tracked_count == c->tracked_capacity) {
        int capacity = c->tracked_capacity ? 2 * c->tracked_capacity : 16;
        struct check_tracked *more =
            realloc(c->tracked, (size_t)capacity * sizeof *more);
        if (!more)
            return report_lack(why, "out of memory");
        c->tracked = more;
        c->tracked_capacity = capacity;
    }
    void *written = calloc((size_t)(size / 8 + 1), 1);
    if (!written)
        return report_lack(why, "out of memory");
    int k = check_below(c, address);
    memmove(&c->tracked[k + 1], &c->tracked[k],
            (size_t)(c->tracked_count - k) * sizeof *c->tracked);
    c->tracked[k] = (struct check_tracked){address, size, written};
    c->tracked_count++;
    return true;
}

void ptxsim_checks_forget(struct ptxsim_checks *c, uint64_t address)
{
    int k = check_below(c, address) - 1;
    if (k < 0 || c->tracked[k].base != address)
        return;
    free((void *)c->tracked[k].written);
    c->tracked_count--;
    memmove(&c->tracked[k], &c->tracked[k + 1],
            (size_t)(c->tracked_count - k) * sizeof *c->tracked);
}

void ptxsim_checks_wrote(struct ptxsim_checks *c, uint64_t address,
                         uint64_t size)
{
    const struct check_tracked *t = check_find_tracked(c, address, size);
    if (!t)
        return;
    for (uint64_t k = address - t->base, end = k + size; k < end;) {
        if (k % 8 == 0 && end - k >= 8) {
            t->written[k / 8] = 0xff;
            k += 8;
        } else {
            t->written[k / 8] |= (unsigned char)(1u << k % 8);
            k++;
        }
    }
}

uint64_t ptxsim_checks_unwritten(const struct ptxsim_checks *c,
                                 uint64_t address, uint64_t size,
                                 uint64_t *first)
{
    const struct check_tracked *t = check_find_tracked(c, address, size);
    uint64_t count = 0;
    if (!t)
        return 0;
    for (uint64_t k = address - t->base, end = k + size; k < end; k++) {
        if (t->written[k / 8] >> k % 8 & 1)
            continue;
        if (count++ == 0)
            *first = t->base + k;
    }
    return count;
}

/* Launches ----------------------------------------------------------------- */

struct ptxsim_checks *ptxsim_checks_new(struct ptxsim_space *space,
                                        unsigned mask)
{
    struct ptxsim_checks *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->mask = mask;
    c->space = space;
    c->bounds = (struct check_observer){{&check_bounds_ops}, c};
    c->init = (struct check_observer){{&check_init_ops}, c};
    c->races = (struct check_observer){{&check_race_ops}, c};
    c->divide = (struct check_observer){{&check_divide_ops}, c};
    return c;
}

void ptxsim_checks_free(struct ptxsim_checks *c)
{
    if (!c)
        return;
    for (int k = 0; k < c->tracked_count; k++)
        free((void *)c->tracked[k].written);
    free(c->tracked);
    free(c);
}

void ptxsim_checks_watch(struct ptxsim_checks *c, struct ptxsim_launch *launch,
                         const struct ptxsim_row *row, int rows)
{
    c->row = row;
    c->rows = rows;
    if (c->mask & PTXSIM_CHECK_BOUNDS && row)
        launch->observer[launch->observers++] = &c->bounds.base;
    if (c->mask & PTXSIM_CHECK_INIT)
        launch->observer[launch->observers++] = &c->init.base;
    if (c->mask & PTXSIM_CHECK_RACE)
        launch->observer[launch->observers++] = &c->races.base;
    if (c->mask & PTXSIM_CHECK_DIVIDE)
        launch->observer[launch->observers++] = &c->divide.base;
}
