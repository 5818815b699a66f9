/*
 * Trials: what programs do that hedrac --tune has built.
 *
 * Asked for by HEDRA_TRIAL, each region is timed from where its arrays are on
 * the device to where its kernels are done; or checked: what it is about to
 * write is saved, the region runs, its results are put aside and the saved
 * bytes back, the plain nest runs, and both are compared. The program goes on
 * with the plain nest's results.
 */
#include "runtime/base/base.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/region/exec.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_FAULT = 70, MAX_SIZES = 16, TEXT = 256 };

enum mode { MODE_NONE, MODE_TIME, MODE_CHECK };

/* What is known of one region, for as long as the process lives. */
struct trial_state {
    struct hedra_trial *trial;
    long long runs, plain, checked, wrong;
    double seconds;
    bool entered, varied; /* it has sizes, and others in other runs */
    int64_t size[MAX_SIZES];
    char device[160], what[TEXT];
    struct trial_state *next;
};

/* A row of a run that is checked. */
struct saved {
    struct hedra_trial_row row;
    unsigned char *before, *after;
};

/* The calling thread's run. */
struct pending {
    struct hedra_trial *trial;
    bool done; /* the region ran: its results are in `after` */
    double start;
    int count;
    struct saved *saved;
};

static _Thread_local struct pending pending;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum mode mode;
static const char *path;
static struct report refusal;
static struct trial_state *first;

static _Noreturn void die(const char *text)
{
    fprintf(stderr, "hedra: HEDRA_TRIAL: %s\n", text);
    exit(EXIT_FAULT);
}

/* An environment that is not valid asks for no trial; that is said where a
 * region is entered, not where the process ends. */
static void read_mode(void)
{
    const char *text = getenv("HEDRA_TRIAL");
    if (!text || !*text || !environment_check(&refusal))
        return;
    mode = strncmp(text, "time:", 5) == 0 ? MODE_TIME : MODE_CHECK;
    path = strchr(text, ':') + 1;
}

static size_t size_of(const struct hedra_trial_row *row)
{
    return row->lo < row->hi ? (size_t)(row->hi - row->lo) : 0;
}

static void *copy_bytes(const void *from, size_t size)
{
    void *copy = malloc(size > 0 ? size : 1);
    if (!copy)
        die("out of memory");
    return memcpy(copy, from, size);
}

static void *bytes_of(const struct hedra_trial_row *row)
{
    return (char *)row->base + row->lo;
}

/* The region's state. */
static struct trial_state *state_of(struct hedra_trial *trial)
{
    struct trial_state *s = trial->state;
    if (s)
        return s;
    s = calloc(1, sizeof *s);
    if (!s)
        die("out of memory");
    s->trial = trial;
    s->next = first;
    first = trial->state = s;
    return s;
}

static void note_sizes(struct trial_state *s, const int64_t *size)
{
    int count = s->trial->sizes < MAX_SIZES ? s->trial->sizes : MAX_SIZES;
    size_t bytes = (size_t)count * sizeof *size;
    if (!s->entered)
        memcpy(s->size, size, bytes);
    s->varied |= memcmp(s->size, size, bytes) != 0;
    s->entered = true;
}

void hedra_trial_begin(struct hedra_trial *trial,
                       const struct hedra_trial_row *row, int count,
                       const int64_t *size)
{
    CANCEL_OFF;
    pthread_once(&once, read_mode);
    if (*refusal.text) {
        fprintf(stderr, "hedra: %s\n", refusal.text);
        exit(EXIT_FAULT);
    }
    if (mode == MODE_NONE)
        return;
    pthread_mutex_lock(&lock);
    note_sizes(state_of(trial), size);
    pthread_mutex_unlock(&lock);
    pending = (struct pending){.trial = trial};
    if (mode != MODE_CHECK)
        return;
    hedra_plain(NULL, HEDRA_KEPT); /* all that is kept comes home */
    pending.count = count;
    pending.saved = calloc((size_t)count + 1, sizeof *pending.saved);
    if (!pending.saved)
        die("out of memory");
    for (int k = 0; k < count; k++) {
        pending.saved[k].row = row[k];
        pending.saved[k].before =
            copy_bytes(bytes_of(&row[k]), size_of(&row[k]));
    }
}

void hedra_trial_start(struct hedra_run *run)
{
    if (!pending.trial)
        return;
    exec_wait(run);
    pthread_mutex_lock(&lock);
    struct trial_state *s = pending.trial->state;
    snprintf(s->device, sizeof s->device, "%s", exec_device(run));
    pthread_mutex_unlock(&lock);
    pending.start = base_clock();
}

void hedra_trial_stop(struct hedra_run *run)
{
    if (!pending.trial || !exec_wait(run))
        return;
    double seconds = base_clock() - pending.start;
    pthread_mutex_lock(&lock);
    struct trial_state *s = pending.trial->state;
    s->seconds += seconds;
    s->runs++;
    pthread_mutex_unlock(&lock);
}

int hedra_trial_end(void)
{
    CANCEL_OFF;
    if (!pending.trial || mode != MODE_CHECK) {
        pending.trial = NULL;
        return 0;
    }
    hedra_plain(NULL, HEDRA_KEPT);
    for (int k = 0; k < pending.count; k++) {
        struct saved *s = &pending.saved[k];
        s->after = copy_bytes(bytes_of(&s->row), size_of(&s->row));
    }
    for (int k = 0; k < pending.count; k++) {
        struct saved *s = &pending.saved[k];
        memcpy(bytes_of(&s->row), s->before, size_of(&s->row));
    }
    pending.done = true;
    return 1;
}

/* Comparison --------------------------------------------------------------- */

static double number_at(const void *bytes, char type)
{
    float f;
    double d;
    if (type == 'f')
        return memcpy(&f, bytes, sizeof f), (double)f;
    return memcpy(&d, bytes, sizeof d), d;
}

/* How far floats may be apart: for sums in another order, or a product and a
 * sum that are rounded once, a share of the array's largest value. */
static double find_slack(const struct hedra_trial_row *row)
{
    const double share = row->type == 'f' ? 1e-4 : 1e-9;
    const char *plain = row->base;
    double most = 0;
    for (int64_t at = row->lo; at < row->hi; at += row->stride) {
        double value = fabs(number_at(plain + at, row->type));
        if (value > most && isfinite(value))
            most = value;
    }
    return share * most;
}

static bool is_near(double a, double b, double slack)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= slack;
}

/* Finds the first element that differs. */
static bool differs(const struct saved *s, bool exact, char what[TEXT])
{
    const struct hedra_trial_row *row = &s->row;
    const unsigned char *plain = row->base, *after = s->after;
    bool number = row->type == 'f' || row->type == 'd';
    double slack = number && !exact ? find_slack(row) : 0;
    if (row->type == '-')
        return false;
    for (int64_t at = row->lo; at < row->hi; at += row->stride) {
        const unsigned char *mine = after + (at - row->lo);
        if (memcmp(mine, plain + at, (size_t)row->element_size) == 0)
            continue;
        double a = number ? number_at(mine, row->type) : 0;
        double b = number ? number_at(plain + at, row->type) : 0;
        if (number && is_near(a, b, slack))
            continue;
        snprintf(what, TEXT, "element %lld of '%.64s' differs",
                 (long long)(at / row->stride), row->name);
        size_t length = strlen(what);
        if (number)
            number_print(what + length, TEXT - length,
                         ": %.17g in place of %.17g", a, b);
        return true;
    }
    return false;
}

static void compare(struct trial_state *state)
{
    bool wrong = false;
    for (int k = 0; k < pending.count && !wrong; k++)
        wrong = differs(&pending.saved[k], state->trial->exact, state->what);
    state->checked++;
    state->wrong += wrong;
}

void hedra_trial_plain(struct hedra_trial *trial)
{
    CANCEL_OFF;
    pthread_once(&once, read_mode);
    if (mode == MODE_NONE)
        return;
    pthread_mutex_lock(&lock);
    if (pending.trial == trial && pending.done)
        compare(state_of(trial));
    else
        state_of(trial)->plain++;
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < pending.count; k++) {
        free(pending.saved[k].before);
        free(pending.saved[k].after);
    }
    free(pending.saved);
    pending = (struct pending){0};
}

/* Report ------------------------------------------------------------------- */

static void print_region(FILE *out, const struct trial_state *s)
{
    fprintf(out, "region %s\n", s->trial->name);
    fprintf(out, "device %s\n", s->device);
    fprintf(out, "runs %lld\nplain %lld\nchecked %lld\nwrong %lld\n", s->runs,
            s->plain, s->checked, s->wrong);
    number_write(out, "seconds %.9g\n", s->seconds);
    if (s->wrong)
        fprintf(out, "what %s\n", s->what);
    fprintf(out, "varied %d\n", s->varied);
    const char *name = s->trial->parameters;
    fputs("sizes", out);
    for (int k = 0; k < s->trial->sizes && k < MAX_SIZES; k++) {
        int length = (int)strcspn(name, " ");
        fprintf(out, " %.*s=%lld", length, name, (long long)s->size[k]);
        name += length;
        name += *name == ' ';
    }
    fputs("\nend\n", out);
}

__attribute__((destructor)) static void print_all(void)
{
    pthread_once(&once, read_mode);
    if (mode == MODE_NONE || device_forked())
        return;
    FILE *out = fopen(path, "w");
    if (!out)
        return;
    fputs("hedra-trial 1\n", out);
    for (const struct trial_state *s = first; s; s = s->next)
        print_region(out, s);
    fclose(out);
}
