/*
 * Runs the loops that threads could share on one thread, one iteration after
 * the other, the last one first: a loop that is none of these gives other
 * results so, every time; none runs in place, since notes stay as they are at
 * the start. Sums are made in copies that hold nothing before, and added to the
 * program's variables behind the loop. Of rows that threads could run one
 * behind the other each runs as early as it may, column by column: always the
 * last one that need not wait. Linked into programs in place of libhedra's.
 * With HEDRA_STATS a line of the statistics' form says at the end that there
 * was one.
 */
#include <hedra.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long count;

static void report(void)
{
    if (getenv("HEDRA_STATS"))
        fprintf(stderr, "hedra: loops backwards.c:1 shared, %lld times\n",
                count);
}

static void note_loop(void)
{
    if (count++ == 0)
        atexit(report);
}

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step, struct hedra_note *note)
{
    (void)note;
    int64_t last =
        step > 0 ? (end - first - 1) / step : (first - end - 1) / -step;
    if (step > 0 ? first >= end : first <= end)
        return;
    note_loop();
    for (int64_t k = last; k >= 0; k--) {
        int64_t from = first + k * step;
        loop(variable, from, k == last ? end : from + step);
    }
}

static uint64_t combined(enum hedra_sum_kind kind, uint64_t a, uint64_t b)
{
    switch (kind) {
    case HEDRA_SUM_ADD:
        return a + b;
    case HEDRA_SUM_OR:
        return a | b;
    case HEDRA_SUM_XOR:
        return a ^ b;
    default:
        return a & b;
    }
}

static void combine(const struct hedra_sum *sum, char *to, const char *from)
{
    for (int64_t at = 0; at < sum->to - sum->from; at += sum->size) {
        uint64_t a = 0, b = 0, none = 0;
        if (sum->kind == HEDRA_SUM_AND)
            memset(&none, 0xff, sum->size);
        memcpy(&b, from + at, sum->size);
        if (b == none) /* the sum itself may be nowhere */
            continue;
        memcpy(&a, to + at, sum->size);
        a = combined(sum->kind, a, b);
        memcpy(to + at, &a, sum->size);
    }
}

void hedra_share_sums(hedra_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, struct hedra_note *note,
                      int variables, const struct hedra_sum *sum, int sums)
{
    void *own[variables];
    char *copy[sums];
    memcpy(own, variable, sizeof own);
    for (int k = 0; k < sums; k++) {
        size_t bytes = sum[k].to > sum[k].from ? sum[k].to - sum[k].from : 0;
        copy[k] = malloc(bytes + 1);
        memset(copy[k], sum[k].kind == HEDRA_SUM_AND ? 0xff : 0, bytes);
        own[sum[k].variable] =
            (void *)((uintptr_t)copy[k] - (uintptr_t)sum[k].from);
    }
    hedra_share(loop, own, first, end, step, note);
    for (int k = 0; k < sums; k++) {
        combine(&sum[k], (char *)variable[sum[k].variable] + sum[k].from,
                copy[k]);
        free(copy[k]);
    }
}

/* Each iteration on its own, from what the program's variables hold. */
void hedra_share_picks(hedra_loop loop, void *const *variable, int64_t first,
                       int64_t end, int64_t step, int variables,
                       const struct hedra_pick *pick, int picks,
                       int (*better)(const void *, const void *), int last)
{
    void *own[variables];
    char start[picks][16], copy[picks][16], best[picks][16];
    int64_t trips =
        step > 0 ? (end - first - 1) / step + 1 : (first - end - 1) / -step + 1;
    bool found = false;
    if (step > 0 ? first >= end : first <= end)
        return;
    note_loop();
    memcpy(own, variable, sizeof own);
    for (int k = 0; k < picks; k++) {
        own[pick[k].variable] = copy[k];
        memcpy(start[k], variable[pick[k].variable], pick[k].size);
    }
    for (int64_t k = trips - 1; k >= 0; k--) {
        int64_t from = first + k * step;
        memcpy(copy, start, sizeof copy);
        loop(own, from, k == trips - 1 ? end : from + step);
        bool counts = found && last ? better(copy, best)
                      : found       ? !better(best, copy)
                                    : true;
        if (better(copy, start) && counts) {
            memcpy(best, copy, sizeof best);
            found = true;
        }
    }
    for (int k = 0; found && k < picks; k++)
        memcpy(variable[pick[k].variable], best[k], pick[k].size);
    if (!found && last)
        loop(variable, first, end);
}

/* Rows --------------------------------------------------------------------- */

/* A thread runs as long as it is its row's turn; -1: that of the caller. */
struct hedra_rows {
    int64_t row, need, done;
    bool finished;
};

enum { ROWS = 3 };
static struct {
    pthread_mutex_t lock;
    pthread_cond_t passed;
    hedra_row_loop loop;
    void *const *variable;
    int64_t first, end, step, trips, ahead;
    int64_t base, next, turn; /* rows base .. next - 1 are begun */
    bool busy;
    struct hedra_rows row[ROWS];
} rows = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};

static void await_turn(int64_t row)
{
    while (rows.turn != row)
        pthread_cond_wait(&rows.passed, &rows.lock);
}

static void pass(void);

static void *run_row(void *own)
{
    struct hedra_rows *r = own;
    int64_t at = rows.first + r->row * rows.step;
    pthread_mutex_lock(&rows.lock);
    await_turn(r->row);
    pthread_mutex_unlock(&rows.lock);
    rows.loop(rows.variable, at,
              r->row + 1 < rows.trips ? at + rows.step : rows.end, r);
    pthread_mutex_lock(&rows.lock);
    r->finished = true;
    pass();
    pthread_mutex_unlock(&rows.lock);
    return NULL;
}

static void begin_row(void)
{
    struct hedra_rows *r = &rows.row[rows.next % ROWS];
    pthread_t thread;
    *r = (struct hedra_rows){rows.next++, INT64_MIN, INT64_MIN, false};
    if (pthread_create(&thread, NULL, run_row, r) != 0)
        abort();
    pthread_detach(thread);
}

/* Gives the turn to the last row that need not wait. */
static void pass(void)
{
    while (rows.base < rows.next && rows.row[rows.base % ROWS].finished)
        rows.base++;
    while (rows.next < rows.trips && rows.next - rows.base < ROWS)
        begin_row();
    rows.turn = -1;
    for (int64_t k = rows.base; k < rows.next; k++) {
        const struct hedra_rows *r = &rows.row[k % ROWS];
        bool may = k == rows.base || rows.row[(k - 1) % ROWS].done >= r->need;
        rows.turn = may && !r->finished ? k : rows.turn;
    }
    pthread_cond_broadcast(&rows.passed);
}

int64_t hedra_row_part(struct hedra_rows *r, int64_t at, int64_t end,
                       int64_t step)
{
    int64_t next = end - at > step ? at + step : end;
    pthread_mutex_lock(&rows.lock);
    r->need = next + rows.ahead;
    pass();
    await_turn(r->row);
    pthread_mutex_unlock(&rows.lock);
    return next;
}

void hedra_row_done(struct hedra_rows *r, int64_t end)
{
    r->done = end;
}

void hedra_share_rows(hedra_row_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, int64_t ahead)
{
    pthread_mutex_lock(&rows.lock);
    bool alone = rows.busy || first >= end;
    if (!alone) {
        note_loop();
        rows.loop = loop;
        rows.variable = variable;
        rows.first = first;
        rows.end = end;
        rows.step = step;
        rows.trips = (end - first - 1) / step + 1;
        rows.ahead = ahead;
        rows.base = rows.next = 0;
        rows.busy = true;
        pass();
        await_turn(-1);
        rows.busy = false;
    }
    pthread_mutex_unlock(&rows.lock);
    if (alone)
        loop(variable, first, end, NULL);
}
