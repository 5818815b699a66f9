/* <hedra_tdse.h>'s checkpoints: interrupted runs go on with the same bits, what
 * is damaged is refused, and failures lose nothing. */
#include "tests/checkpoint/corpus.h"

#include <hedra_tdse.h>

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int failures;

static void expect(bool good, const char *what)
{
    if (good)
        return;
    printf("wrong: %s\n", what);
    failures++;
}

static double field(void *context, double t)
{
    return *(double *)context * sin(0.7 * t);
}

static void shake(void *context, double t, double *potential)
{
    potential[2] = field(context, t);
}

static struct hedra_tdse_options options_of(int gauge, bool moving,
                                            double *strength)
{
    return (struct hedra_tdse_options){.gauge = gauge,
                                       .field = field,
                                       .moving = moving ? shake : NULL,
                                       .context = strength};
}

static struct hedra_tdse *make(int64_t n, struct hedra_tdse_options o)
{
    double *v = malloc((size_t)(4 * n) * sizeof *v), *w = v + n, *psi = w + n;
    struct hedra_tdse *t = NULL;
    o.n = n;
    o.x0 = -0.05 * (double)n;
    o.dx = 0.1;
    o.dt = 0.01;
    o.potential = v;
    o.absorber = w;
    for (int64_t i = 0; i < n; i++) {
        double x = o.x0 + (double)i * o.dx;
        v[i] = -1 / sqrt(x * x + 2);
        w[i] = i > n - 10 ? 0.1 : 0;
        psi[2 * i] = exp(-x * x);
        psi[2 * i + 1] = x * exp(-x * x);
    }
    if (hedra_tdse_create(&o, &t, NULL) ||
        hedra_tdse_set(t, psi, 0.123, NULL)) {
        puts("no object");
        exit(2);
    }
    free(v);
    return t;
}

static double *psi_of(const struct hedra_tdse *t, int64_t n, double *time)
{
    double *psi = malloc((size_t)(2 * n) * sizeof *psi);
    hedra_tdse_get(t, psi, time);
    return psi;
}

/* 40 steps, and 15 and 25 in two objects. */
static void go_on(int64_t n, int gauge, bool moving)
{
    double strength = 0.3, time, same_time;
    const struct hedra_tdse_options o = options_of(gauge, moving, &strength);
    const char *path = corpus_path("run"), *again = corpus_path("again");
    struct hedra_error why;
    struct hedra_tdse *whole = make(n, o), *first = make(n, o), *second;
    void *notes;
    size_t bytes = 0, length, same_length;
    hedra_tdse_step(whole, 40, NULL);
    hedra_tdse_step(first, 15, NULL);
    expect(hedra_tdse_save(first, path, "words", 5, &why) == 0, why.text);
    hedra_tdse_destroy(first);
    setenv("HEDRA_THREADS", "3", 1); /* how many do not matter */
    expect(hedra_tdse_restart(path, &o, &second, &notes, &bytes, &why) == 0,
           why.text);
    unsetenv("HEDRA_THREADS");
    expect(bytes == 5 && memcmp(notes, "words", 5) == 0, "notes");
    free(notes);
    expect(hedra_tdse_save(second, again, "words", 5, &why) == 0, why.text);
    unsigned char *one = corpus_read(path, &length),
                  *two = corpus_read(again, &same_length);
    expect(length == same_length && memcmp(one, two, length) == 0,
           "the same state, another file");
    free(one);
    free(two);
    struct hedra_tdse_options now;
    expect(hedra_tdse_describe(second, &now) == 0 && now.n == n &&
               now.x0 == -0.05 * (double)n && now.dx == 0.1 && now.dt == 0.01 &&
               (int)now.gauge == gauge && now.absorber[n - 1] == 0.1 &&
               now.field == field && now.moving == o.moving,
           "the options");
    expect(hedra_tdse_describe(NULL, &now) && hedra_tdse_describe(second, NULL),
           "NULL");
    hedra_tdse_step(second, 25, NULL);
    double *psi = psi_of(whole, n, &time);
    double *same = psi_of(second, n, &same_time);
    expect(time == same_time, "the time");
    expect(memcmp(psi, same, (size_t)(2 * n) * sizeof *psi) == 0, "psi's bits");
    free(psi);
    free(same);
    hedra_tdse_destroy(whole);
    hedra_tdse_destroy(second);
}

static enum corpus_outcome restart(const char *path)
{
    double strength = 0.3;
    const struct hedra_tdse_options o =
        options_of(HEDRA_TDSE_LENGTH, false, &strength);
    struct hedra_error why = {0};
    struct hedra_tdse *t = (void *)&why;
    void *notes = NULL;
    size_t bytes = 0;
    enum hedra_status status =
        hedra_tdse_restart(path, &o, &t, &notes, &bytes, &why);
    expect(status == why.status, "the status in why");
    expect(!t == (status != 0), "an object or an error, not both");
    expect((why.text[0] != 0) == (status != 0), "an error has a sentence");
    free(notes);
    if (t)
        (void)hedra_tdse_step(t, 1, NULL); /* may refuse what is forged */
    hedra_tdse_destroy(t);
    switch (status) {
    case HEDRA_OK:
        return CORPUS_MADE;
    case HEDRA_ERROR_DAMAGED:
        return CORPUS_DAMAGED;
    case HEDRA_ERROR_FOREIGN:
        return CORPUS_FOREIGN;
    case HEDRA_ERROR_FILE:
        return CORPUS_NO_FILE;
    default:
        return CORPUS_REFUSED;
    }
}

static void check_damage(bool quick)
{
    double strength = 0.3;
    const char *path = corpus_path("small");
    struct hedra_tdse *t =
        make(5, options_of(HEDRA_TDSE_LENGTH, false, &strength));
    hedra_tdse_step(t, 3, NULL);
    expect(hedra_tdse_save(t, path, "abc", 3, NULL) == 0, "save");
    hedra_tdse_destroy(t);
    failures += corpus_check(path, 1, restart, quick);
}

/* A disk that is full, and paths that cannot be. */
static void check_failures(void)
{
    double strength = 0.3;
    const char *path = corpus_path("kept"), *name;
    struct hedra_tdse *t = make(100, options_of(0, false, &strength));
    struct hedra_error why;
    struct rlimit limit, small;
    size_t length, same_length;
    expect(hedra_tdse_save(t, path, NULL, 0, &why) == 0, why.text);
    unsigned char *before = corpus_read(path, &length);
    hedra_tdse_step(t, 1, NULL);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    small = limit;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small);
    int status = hedra_tdse_save(t, path, NULL, 0, &why);
    setrlimit(RLIMIT_FSIZE, &limit);
    expect(status == HEDRA_ERROR_FILE && strstr(why.text, "large"),
           "no place for the file");
    unsigned char *after = corpus_read(path, &same_length);
    expect(length == same_length && memcmp(before, after, length) == 0,
           "the old file is there as it was");
    free(before);
    free(after);
    name = corpus_path("none/run");
    expect(hedra_tdse_save(t, name, NULL, 0, &why) == HEDRA_ERROR_FILE &&
               strstr(why.text, "No such file"),
           "no such folder");
    expect(hedra_tdse_save(t, "/dev/full", NULL, 0, &why) == HEDRA_ERROR_FILE,
           "a full device");
    hedra_tdse_destroy(t);
}

static void check_arguments(void)
{
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    double strength = 0.3;
    const char *path = corpus_path("arguments");
    struct hedra_tdse_options o = options_of(0, true, &strength);
    struct hedra_tdse *t = make(5, o), *other;
    void *notes;
    expect(hedra_tdse_save(NULL, path, NULL, 0, NULL) == bad, "no object");
    expect(hedra_tdse_save(t, NULL, NULL, 0, NULL) == bad, "no path");
    expect(hedra_tdse_save(t, path, NULL, 1, NULL) == bad, "no notes");
    expect(hedra_tdse_save(t, path, path, SIZE_MAX, NULL) == bad, "long notes");
    expect(hedra_tdse_save(t, path, NULL, 0, NULL) == 0, "save");
    expect(hedra_tdse_restart(NULL, &o, &other, NULL, NULL, NULL) == bad,
           "no path");
    expect(hedra_tdse_restart(path, &o, NULL, NULL, NULL, NULL) == bad,
           "nowhere to put it");
    expect(hedra_tdse_restart(path, &o, &other, &notes, NULL, NULL) == bad,
           "nowhere to put the number of bytes");
    expect(hedra_tdse_restart(path, NULL, &other, NULL, NULL, NULL) == bad &&
               !other,
           "V moves, and nothing moves it");
    expect(hedra_tdse_restart(path, &o, &other, NULL, NULL, NULL) == 0, "good");
    hedra_tdse_destroy(other);
    hedra_tdse_destroy(t);
    o = options_of(HEDRA_TDSE_VELOCITY, false, &strength);
    t = make(5, o);
    expect(hedra_tdse_save(t, path, NULL, 0, NULL) == 0, "save");
    o.field = NULL;
    expect(hedra_tdse_restart(path, &o, &other, NULL, NULL, NULL) == bad,
           "a laser, and no field");
    hedra_tdse_destroy(t);
}

int main(int argc, char **argv)
{
    const bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    for (int gauge = 0; gauge < 3; gauge++)
        for (int moving = 0; moving < 2; moving++) {
            go_on(7, gauge, moving);
            if (!quick)
                go_on(3000, gauge, moving);
        }
    check_damage(quick);
    check_failures();
    check_arguments();
    return failures != 0;
}
