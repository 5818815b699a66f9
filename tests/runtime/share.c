/* Loops of the plain nest that threads share (hedra_share): each iteration runs
 * once whatever the step, and what is then known of the loop; rows that threads
 * run one behind the other. Long loops are long by sleeping. */
#include "tests/runtime/child.h"
#include "tests/runtime/unit.h"

#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 400, TURNS = 1000 };

struct visits {
    atomic_uchar count[MOST];
    int64_t step;
    bool slow;
};

static void visit(void *const *variable, int64_t from, int64_t to)
{
    struct visits *v = variable[0];
    for (int64_t i = from; v->step > 0 ? i < to : i > to; i += v->step) {
        v->count[i]++;
        if (v->slow)
            nanosleep(&(struct timespec){0, 100000}, NULL);
    }
}

static bool each_once(int64_t first, int64_t end, int64_t step)
{
    struct visits v = {.step = step};
    void *variable[] = {&v};
    hedra_share(visit, variable, first, end, step, NULL);
    for (int64_t i = first; step > 0 ? i < end : i > end; i += step)
        if (v.count[i]-- != 1)
            return false;
    for (int k = 0; k < MOST; k++)
        if (v.count[k])
            return false;
    return true;
}

static int all_once(void)
{
    bool good = true;
    for (int64_t length = 0; length < MOST; length += 33)
        for (int64_t step = 1; step < 8; step++)
            good = good && each_once(0, length, step) &&
                   each_once(length, -1, -step) &&
                   each_once(length, length / 2, step);
    return !good;
}

enum { LONG = 90001, UNIT = 64 };

struct long_visits {
    atomic_uchar count[LONG];
    atomic_int odd; /* parts that begin within a unit */
    int64_t step;
};

static void visit_long(void *const *variable, int64_t from, int64_t to)
{
    struct long_visits *v = variable[0];
    v->odd += from / v->step % UNIT != 0;
    for (int64_t i = from; v->step > 0 ? i < to : i > to; i += v->step)
        v->count[i < 0 ? -i : i]++;
}

/* Long loops are shared in parts that fill vectors, each iteration once. */
static int whole_units(void)
{
    for (int64_t step = -3; step < 4; step += 2) {
        struct long_visits *v = calloc(1, sizeof *v);
        void *variable[] = {v};
        assert_non_null(v);
        v->step = step;
        hedra_share(visit_long, variable, 0, step < 0 ? -LONG : LONG, step,
                    NULL);
        for (int64_t i = 0; i < LONG; i++)
            if (v->count[i] != (i % step == 0))
                return 1;
        if (v->odd)
            return 2;
        free(v);
    }
    return 0;
}

static struct hedra_note note_of(int64_t length, int64_t step, bool slow)
{
    struct visits v = {.step = step, .slow = slow};
    void *variable[] = {&v};
    struct hedra_note note = {0, 0};
    hedra_share(visit, variable, 0, length, step, &note);
    return note;
}

static int never_alone(void)
{
    struct hedra_note note = note_of(MOST, 1, false);
    return note.least != INT64_MAX || note.turns != INT64_MAX;
}

/* Something else may run on the processor meanwhile, but not each time. */
static int short_in_place(void)
{
    for (int k = 0; k < TURNS; k++) {
        struct hedra_note note = note_of(MOST / 2, 2, false);
        if (note.least > MOST && note.least % 2 == 0 && note.turns >= 8)
            return 0;
    }
    return 1;
}

static int long_shared(void)
{
    struct hedra_note note = note_of(MOST, 1, true);
    return note.least < 0 || note.least > 1;
}

static int one_iteration(void)
{
    struct hedra_note note = note_of(3, 3, false);
    return note.least != 6 || note.turns < 8;
}

static void test_shared(void **state)
{
    static const struct child_case cases[] = {
        {all_once, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {all_once, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {whole_units, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {whole_units, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {never_alone, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {short_in_place, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {long_shared, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {one_iteration, {"HEDRA_THREADS", "3"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

/* Rows --------------------------------------------------------------------- */

enum { ROWS = 60, COLUMNS = 70 };

struct grid {
    int64_t ahead, step;
    bool short_rows;
    atomic_int early; /* columns that ran before what they need */
    _Atomic unsigned char done[ROWS + 1][COLUMNS + 1];
};

static int64_t columns_of(const struct grid *g, int64_t row)
{
    return g->short_rows ? row * 7 % COLUMNS : COLUMNS;
}

/* Has a column of a row all that it needs of the rows before? */
static bool is_early(const struct grid *g, int64_t row, int64_t column)
{
    for (int64_t r = row - g->step; r >= 0; r -= g->step)
        for (int64_t c = 0; c <= column + g->ahead && c < columns_of(g, r); c++)
            if (!g->done[r][c])
                return true;
    return false;
}

static void visit_rows(void *const *variable, int64_t from, int64_t to,
                       struct hedra_rows *rows)
{
    struct grid *g = variable[0];
    for (int64_t row = from; row < to; row += g->step) {
        int64_t end = columns_of(g, row);
        for (int64_t at = 0; at < end;) {
            int64_t next = rows ? hedra_row_part(rows, at, end, 3) : end;
            for (int64_t c = at; c < next; c += 3) {
                g->early += is_early(g, row, c);
                for (int64_t d = c; d < c + 3 && d < end; d++)
                    g->done[row][d]++;
            }
            if (rows)
                hedra_row_done(rows, next);
            at = next;
            nanosleep(&(struct timespec){0, 20000}, NULL);
        }
    }
}

static int rows_behind(void)
{
    int bad = 0;
    for (int k = 0; k < 8; k++) {
        struct grid *g = calloc(1, sizeof *g);
        void *variable[] = {g};
        assert_non_null(g);
        g->ahead = k % 4 * 5;
        g->step = 1 + k % 2;
        g->short_rows = k >= 4;
        hedra_share_rows(visit_rows, variable, 0, ROWS, g->step, g->ahead);
        bad += g->early;
        for (int64_t row = 0; row < ROWS; row++)
            for (int64_t c = 0; c < COLUMNS; c++)
                bad += g->done[row][c] !=
                       (row % g->step == 0 && c < columns_of(g, row));
        free(g);
    }
    return bad != 0;
}

static void count_thread(void *const *variable, int64_t from, int64_t to,
                         struct hedra_rows *rows)
{
    atomic_int *both = variable[0];
    for (int64_t row = from; row < to; row++)
        for (int64_t at = 0; at < 8; at++) {
            if (rows)
                hedra_row_part(rows, at, 8, 1);
            both[0]++;
            nanosleep(&(struct timespec){0, 100000}, NULL);
            both[1] |= both[0]-- > 1;
            if (rows)
                hedra_row_done(rows, at + 1);
        }
}

/* Long rows do run at the same time. */
static int rows_at_once(void)
{
    atomic_int both[2] = {0};
    void *variable[] = {both};
    hedra_share_rows(count_thread, variable, 0, ROWS, 1, 0);
    return !both[1];
}

/* Nothing is there to do, or a row. */
static int few_rows(void)
{
    struct grid *g = calloc(1, sizeof *g);
    void *variable[] = {g};
    assert_non_null(g);
    g->step = 1;
    hedra_share_rows(visit_rows, variable, 5, 5, 1, 0);
    hedra_share_rows(visit_rows, variable, 0, 1, 1, 0);
    bool good = g->done[0][0] == 1 && !g->done[5][0] && !g->done[1][0];
    free(g);
    return !good;
}

static void test_rows(void **state)
{
    static const struct child_case cases[] = {
        {rows_behind, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {rows_behind, {"HEDRA_THREADS", "2"}, 0, {NULL}},
        {rows_behind, {"HEDRA_THREADS", "5"}, 0, {NULL}},
        {rows_behind, {"HEDRA_THREADS", "20"}, 0, {NULL}},
        {rows_at_once, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {few_rows, {"HEDRA_THREADS", "3"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

/* Sums ------------------------------------------------------------------- */

enum { BINS = 40, FIRST_BIN = 7 };

struct sums {
    uint8_t bytes[BINS];
    uint16_t all;
    int32_t down[BINS];
    int64_t total;
    uint32_t set, odd, left;
};

/* What the loop does to variables that `variable` leads to. */
static void add(void *const *variable, int64_t from, int64_t to)
{
    uint8_t *bytes = variable[0];
    uint16_t *all = variable[1];
    const int64_t *mask = variable[2];
    int32_t *down = variable[3];
    int64_t *total = variable[4];
    uint32_t *set = variable[5], *odd = variable[6], *left = variable[7];
    for (int64_t i = from; i < to; i++) {
        bytes[FIRST_BIN + i % 5]++;
        *all += (uint16_t)(i * i);
        down[i % BINS] -= (int32_t)(i & *mask);
        *total += i * i * i;
        *set |= 1u << (i * 7 % 23);
        *odd ^= (uint32_t)i * 2654435761u;
        *left &= ~(1u << (i % 29));
        if (i % 64 == 0)
            nanosleep(&(struct timespec){0, 20000}, NULL);
    }
}

static struct sums some_sums(void)
{
    struct sums s = {.all = 65000, .total = -3, .set = 1u << 31, .odd = 5};
    memset(s.bytes, 250, sizeof s.bytes);
    s.left = UINT32_MAX;
    for (int k = 0; k < BINS; k++)
        s.down[k] = INT32_MIN + k;
    return s;
}

/* Is what threads add up what one thread does? */
static int all_added(void)
{
    static const struct hedra_sum sum[] = {
        {0, HEDRA_SUM_ADD, 1, FIRST_BIN, FIRST_BIN + 5},
        {1, HEDRA_SUM_ADD, 2, 0, 2},
        {3, HEDRA_SUM_ADD, 4, 0, 4 * BINS},
        {4, HEDRA_SUM_ADD, 8, 0, 8},
        {5, HEDRA_SUM_OR, 4, 0, 4},
        {6, HEDRA_SUM_XOR, 4, 0, 4},
        {7, HEDRA_SUM_AND, 4, 0, 4},
    };
    struct hedra_note note = {0, 0};
    int64_t mask = 0x3f;
    for (int64_t length = 0; length < 3000; length = 2 * length + 3) {
        struct sums one = some_sums(), s = some_sums();
        void *alone[] = {one.bytes,  &one.all, &mask,    one.down,
                         &one.total, &one.set, &one.odd, &one.left};
        void *shared[] = {s.bytes,  &s.all, &mask,  s.down,
                          &s.total, &s.set, &s.odd, &s.left};
        add(alone, 0, length);
        hedra_share_sums(add, shared, 0, length, 1, length % 2 ? &note : NULL,
                         8, sum, sizeof sum / sizeof *sum);
        if (memcmp(&one, &s, sizeof s) != 0)
            return 1;
    }
    return 0;
}

static void test_sums(void **state)
{
    static const struct child_case cases[] = {
        {all_added, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {all_added, {"HEDRA_THREADS", "2"}, 0, {NULL}},
        {all_added, {"HEDRA_THREADS", "7"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

/* Picks ------------------------------------------------------------------ */

enum { VALUES = 5000, EQUAL = 13 };

struct pick_data {
    const int64_t *value;
    bool last;
};

/* Keeps the greatest value and where it was, of equal ones the first or the
 * last. */
static void pick(void *const *variable, int64_t from, int64_t to)
{
    const struct pick_data *data = variable[0];
    int64_t *most = variable[1];
    int32_t *at = variable[2];
    for (int64_t i = from; i < to; i++) {
        if (data->last ? data->value[i] >= *most : data->value[i] > *most) {
            *most = data->value[i];
            *at = (int32_t)i;
        }
        if (i % 64 == 0)
            nanosleep(&(struct timespec){0, 20000}, NULL);
    }
}

static int is_greater(const void *a, const void *b)
{
    return *(const int64_t *)a > *(const int64_t *)b;
}

/* From `start` on. */
static bool picks_as_one(const int64_t *value, int64_t length, int64_t start,
                         bool last)
{
    static const struct hedra_pick both[] = {{1, 8}, {2, 4}};
    struct pick_data data = {value, last};
    int64_t most[] = {start, start};
    int32_t at[] = {-3, -3};
    void *alone[] = {&data, &most[0], &at[0]};
    void *shared[] = {&data, &most[1], &at[1]};
    pick(alone, 0, length);
    hedra_share_picks(pick, shared, 0, length, 1, 3, both, 2, is_greater, last);
    return most[0] == most[1] && at[0] == at[1];
}

static int all_picked(void)
{
    int64_t value[VALUES];
    bool good = true;
    for (int k = 0; k < VALUES; k++)
        value[k] = k * 7919LL % EQUAL;
    for (int64_t length = 0; length <= VALUES; length = 3 * length + 7)
        for (int64_t start = EQUAL - 2; start <= EQUAL; start++)
            good = good && picks_as_one(value, length, start, false) &&
                   picks_as_one(value, length, start, true);
    return !good;
}

static void test_picks(void **state)
{
    static const struct child_case cases[] = {
        {all_picked, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {all_picked, {"HEDRA_THREADS", "2"}, 0, {NULL}},
        {all_picked, {"HEDRA_THREADS", "7"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

/* Large copies of a sum are made for many trips only: one part runs, then. */
enum { LARGE_SUM = 1 << 20, TRIPS = LARGE_SUM / 2 };

static void add_slowly(void *const *variable, int64_t from, int64_t to)
{
    unsigned char *sum = variable[0];
    atomic_int *parts = variable[1];
    atomic_fetch_add(parts, 1);
    for (int64_t i = from; i < to; i++)
        sum[i % 7]++;
}

static int parts_with(int64_t bytes)
{
    unsigned char *sum = calloc(LARGE_SUM, 1);
    atomic_int parts = 0;
    void *variable[] = {sum, &parts};
    const struct hedra_sum sums[] = {{0, HEDRA_SUM_ADD, 1, 0, bytes}};
    hedra_share_sums(add_slowly, variable, 0, TRIPS, 1, NULL, 2, sums, 1);
    for (int k = 0; k < 7; k++)
        if (sum[k] != (unsigned char)((TRIPS - k + 6) / 7))
            return -1;
    free(sum);
    return parts;
}

static int large_copies(void)
{
    return !(parts_with(LARGE_SUM) == 1 && parts_with(64) > 1);
}

static void test_large_copies(void **state)
{
    static const struct child_case cases[] = {
        {large_copies, {"HEDRA_THREADS", "2"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

static void test_when_it_pays(void **state)
{
    struct hedra_note note = {0, 0};
    assert_true(hedra_pays(&note, 5, 5));
    note = (struct hedra_note){10, 2};
    assert_true(hedra_pays(&note, -5, 5));
    assert_false(hedra_pays(&note, 0, 9));
    assert_false(hedra_pays(&note, 5, 0));
    assert_true(hedra_pays(&note, 0, 9)); /* a look is due */
    note = (struct hedra_note){INT64_MAX, INT64_MAX};
    assert_false(hedra_pays(&note, 0, INT64_MAX - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_picks),
        cmocka_unit_test(test_large_copies),
        cmocka_unit_test(test_when_it_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
