/*
 * The candidates of one region: combinations of a few values of each decision
 * around the model's. All are tried if they are few; else chance and a genetic
 * algorithm choose (thesis sec. 2.2.3).
 */
#include "compiler/tune/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 4 };
enum { MAX_VALUES = 6, MAX_CANDIDATES = 4096, MAX_THREADS = 1024, LANES = 32 };

/* A decision and the values that it may have; the first is the model's. */
struct knob {
    enum choice_name name;
    int count;
    int64_t value[MAX_VALUES];
};

struct tune_candidate {
    int64_t want[CHOICE_COUNT];
    double distance;
    double cost; /* predicted; HUGE_VAL: not */
    bool taken;
    int number; /* of those equally far, the order */
};

struct tune_space {
    struct arena *arena;
    enum options_tune how;
    uint64_t chance;
    int64_t model[CHOICE_COUNT];
    int knob_count;
    struct knob knob[CHOICE_COUNT];
    int count, cap;
    struct tune_candidate *candidate;
};

/* Building ----------------------------------------------------------------- */

static void add_value(struct knob *knob, int64_t value)
{
    const struct choice_row *row = &choice_rows[knob->name];
    if (value < row->least || value > row->most || knob->count == MAX_VALUES)
        return;
    for (int k = 0; k < knob->count; k++)
        if (knob->value[k] == value)
            return;
    knob->value[knob->count++] = value;
}

/* The model's value, and those half and double, or a fourth and fourfold; where
 * there are only a few, all. */
static struct knob make_knob(enum choice_name name, int64_t model)
{
    struct knob knob = {.name = name};
    const struct choice_row *row = &choice_rows[name];
    add_value(&knob, model);
    if (row->most <= FEW) {
        for (int64_t value = row->least; value <= row->most; value++)
            add_value(&knob, value);
        return knob;
    }
    add_value(&knob, model * 2);
    add_value(&knob, model / 2);
    add_value(&knob, model * 4);
    add_value(&knob, model / 4);
    return knob;
}

static int64_t value_of(const struct tune_space *s,
                        const int64_t want[CHOICE_COUNT], enum choice_name name)
{
    return want[name] ? want[name] : s->model[name];
}

/* Blocks have whole warps and no more threads than a GPU takes. */
static bool is_block(const struct tune_space *s,
                     const int64_t want[CHOICE_COUNT], enum choice_name first,
                     int dims)
{
    int64_t threads = 1;
    for (int k = 0; k < dims; k++)
        threads *= value_of(s, want, first + k);
    return s->model[first] == 0 || (threads <= MAX_THREADS && threads >= LANES);
}

static bool is_valid(const struct tune_space *s,
                     const int64_t want[CHOICE_COUNT])
{
    bool unstaged = value_of(s, want, CHOICE_STAGE) == 1;
    return is_block(s, want, CHOICE_BLOCK_1X, 1) &&
           is_block(s, want, CHOICE_BLOCK_2X, 2) &&
           is_block(s, want, CHOICE_BLOCK_3X, 3) &&
           !(unstaged && (want[CHOICE_STAGE_DEPTH] || want[CHOICE_AHEAD]));
}

/* The candidate that has value number digit[k] of knob k. */
static void add_candidate(struct tune_space *s, const int *digit)
{
    struct tune_candidate c = {.cost = HUGE_VAL, .number = s->count};
    for (int k = 0; k < s->knob_count; k++) {
        const struct knob *knob = &s->knob[k];
        int64_t value = knob->value[digit[k]];
        if (digit[k] == 0)
            continue;
        c.want[knob->name] = value;
        c.distance += fabs(log2((double)value / (double)knob->value[0]));
    }
    if (c.distance > 0 && is_valid(s, c.want))
        ARENA_PUSH(s->arena, s->candidate, s->count, s->cap, c);
}

static int by_distance(const void *a, const void *b)
{
    const struct tune_candidate *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->number - y->number;
}

/* All combinations: the digits of a number, each in its knob's base. */
static void add_all(struct tune_space *s)
{
    int digit[CHOICE_COUNT] = {0}, k = 0;
    while (k < s->knob_count && s->count < MAX_CANDIDATES) {
        add_candidate(s, digit);
        for (k = 0; k < s->knob_count; k++) {
            if (++digit[k] < s->knob[k].count)
                break;
            digit[k] = 0;
        }
    }
    if (s->count > 0)
        qsort(s->candidate, (size_t)s->count, sizeof *s->candidate,
              by_distance);
}

struct tune_space *tune_space_new(struct arena *arena,
                                  const struct choice *model, bool gpu,
                                  enum options_tune how, unsigned long seed)
{
    struct tune_space *s = arena_alloc(arena, sizeof *s);
    enum choice_target side = gpu ? CHOICE_GPU : CHOICE_HOST;
    s->arena = arena;
    s->how = how;
    s->chance = (seed + 1) * 0x9e3779b97f4a7c15u;
    memcpy(s->model, model->model, sizeof s->model);
    for (int k = 0; k < CHOICE_COUNT; k++)
        if (model->model[k] && choice_rows[k].target & side)
            s->knob[s->knob_count++] = make_knob(k, model->model[k]);
    add_all(s);
    return s;
}

int tune_space_count(const struct tune_space *space)
{
    return space->count;
}

void tune_space_get(const struct tune_space *space, int k,
                    int64_t want[CHOICE_COUNT])
{
    memcpy(want, space->candidate[k].want, sizeof space->candidate[k].want);
}

void tune_space_predict(struct tune_space *space, int k, double cost)
{
    space->candidate[k].cost = cost;
}

/* Searching ---------------------------------------------------------------- */

/* xorshift64* */
static uint64_t draw(struct tune_space *s, uint64_t below)
{
    s->chance ^= s->chance >> 12;
    s->chance ^= s->chance << 25;
    s->chance ^= s->chance >> 27;
    return (s->chance * 0x2545f4914f6cdd1du >> 33) % below;
}

static int find(const struct tune_space *s, const int64_t want[CHOICE_COUNT])
{
    for (int k = 0; k < s->count; k++)
        if (memcmp(s->candidate[k].want, want, sizeof s->candidate[k].want) ==
            0)
            return k;
    return -1;
}

static int nearest(const struct tune_space *s)
{
    for (int k = 0; k < s->count; k++)
        if (!s->candidate[k].taken)
            return k;
    return -1;
}

static int cheapest(const struct tune_space *s)
{
    int best = -1;
    for (int k = 0; k < s->count; k++)
        if (!s->candidate[k].taken && s->candidate[k].cost < HUGE_VAL &&
            (best < 0 || s->candidate[k].cost < s->candidate[best].cost))
            best = k;
    return best;
}

static int any(struct tune_space *s)
{
    int left = 0, wanted;
    for (int k = 0; k < s->count; k++)
        left += !s->candidate[k].taken;
    if (left == 0)
        return -1;
    wanted = (int)draw(s, (uint64_t)left);
    for (int k = 0; k < s->count; k++)
        if (!s->candidate[k].taken && wanted-- == 0)
            return k;
    return -1;
}

/* The best one of some samples by chance. */
static const struct tune_sample *
parent(struct tune_space *s, const struct tune_sample *sample, int count)
{
    enum { RIVALS = 4 };
    const struct tune_sample *best = &sample[draw(s, (uint64_t)count)];
    for (int k = 1; k < RIVALS; k++) {
        const struct tune_sample *other = &sample[draw(s, (uint64_t)count)];
        best = other->seconds < best->seconds ? other : best;
    }
    return best;
}

/* Gives one of the decisions another value: its half or double, where it has
 * that, or any of them. */
static void mutate(struct tune_space *s, int64_t want[CHOICE_COUNT])
{
    const struct knob *knob = &s->knob[draw(s, (uint64_t)s->knob_count)];
    int64_t from = value_of(s, want, knob->name);
    int64_t to = draw(s, 2) ? 2 * from : from / 2;
    int digit = (int)draw(s, (uint64_t)knob->count);
    for (int k = 0; k < knob->count; k++)
        if (knob->value[k] == to)
            digit = k;
    want[knob->name] = digit ? knob->value[digit] : 0;
}

/* Each decision of one of two parents, and one of them changed. */
static int offspring(struct tune_space *s, const struct tune_sample *sample,
                     int count)
{
    enum { FIRST = 4, TRIES = 64 };
    for (int try = 0; try < TRIES && count >= FIRST; try++) {
        int64_t want[CHOICE_COUNT] = {0};
        const struct tune_sample *a = parent(s, sample, count);
        const struct tune_sample *b = parent(s, sample, count);
        for (int k = 0; k < s->knob_count; k++) {
            enum choice_name name = s->knob[k].name;
            want[name] = draw(s, 2) ? a->want[name] : b->want[name];
        }
        mutate(s, want);
        int k = find(s, want);
        if (k >= 0 && !s->candidate[k].taken)
            return k;
    }
    return any(s);
}

bool tune_space_next(struct tune_space *s, const struct tune_sample *sample,
                     int count, int64_t want[CHOICE_COUNT])
{
    int k = s->how == OPTIONS_TUNE_MODEL        ? cheapest(s)
            : s->how == OPTIONS_TUNE_EXHAUSTIVE ? nearest(s)
            : s->how == OPTIONS_TUNE_RANDOM     ? any(s)
                                                : offspring(s, sample, count);
    if (k < 0)
        return false;
    s->candidate[k].taken = true;
    tune_space_get(s, k, want);
    return true;
}
