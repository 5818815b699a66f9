/* <hedra_tsa.h>'s checkpoints: interrupted runs go on with the same bits, what
 * is damaged is refused, and failures lose nothing. */
#include "tests/checkpoint/corpus.h"

#include <hedra_tsa.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool good, const char *what)
{
    if (good)
        return;
    printf("wrong: %s\n", what);
    failures++;
}

static void want(int got, int wanted, const char *what)
{
    if (got == wanted)
        return;
    printf("%s: %s, not %s\n", what, hedra_status_name(got),
           hedra_status_name(wanted));
    failures++;
}

enum { MOST = 24 * 16 };

/* Couplings and a potential of its own, periodic along y. */
static struct hedra_tsa *make(struct hedra_tsa_options o, bool tables)
{
    static double value[3][MOST];
    struct hedra_tsa *t = NULL;
    const double centre[2] = {2, 3}, sigma[2] = {1.5, 2}, k[2] = {0.7, -0.2};
    for (int i = 0; i < 3 * MOST; i++)
        value[i / MOST][i % MOST] = 1 + 0.3 * sin(i);
    o.step = 0.1;
    o.vx = 1;
    o.vy = 0.8;
    o.periodic_y = true;
    o.link_x = tables ? value[0] : NULL;
    o.link_y = tables ? value[1] : NULL;
    o.potential = tables ? value[2] : NULL;
    if (hedra_tsa_create(&o, &t, NULL) ||
        hedra_tsa_gaussian(t, centre, sigma, k, NULL)) {
        puts("no lattice");
        exit(2);
    }
    return t;
}

static void compare(struct hedra_tsa *one, struct hedra_tsa *two, int64_t sites)
{
    double a[2][MOST] = {0}, b[2][MOST] = {0}, x[2], y[2];
    want(hedra_tsa_get(one, a[0], a[1], NULL), 0, "get");
    want(hedra_tsa_get(two, b[0], b[1], NULL), 0, "get");
    expect(sites <= MOST && memcmp(a, b, sizeof a) == 0, "the state's bits");
    want(hedra_tsa_autocorrelation(one, &x[0], &x[1], NULL), 0, "mark");
    want(hedra_tsa_autocorrelation(two, &y[0], &y[1], NULL), 0, "mark");
    expect(memcmp(x, y, sizeof x) == 0, "the marked state's bits");
}

/* 9 steps, and 4 and 5 in two objects. */
static void go_on(struct hedra_tsa_options o, bool tables)
{
    const char *path = corpus_path("run"), *again = corpus_path("again");
    struct hedra_tsa *whole = make(o, tables), *first = make(o, tables);
    struct hedra_tsa *second;
    void *notes;
    size_t bytes = 0, length, same_length;
    want(hedra_tsa_mark(whole, NULL), 0, "mark");
    want(hedra_tsa_mark(first, NULL), 0, "mark");
    for (int k = 0; k < 9; k++)
        want(hedra_tsa_step(whole, 1, NULL), 0, "step");
    for (int k = 0; k < 4; k++)
        want(hedra_tsa_step(first, 1, NULL), 0, "step");
    want(hedra_tsa_checkpoint(first, path, "4", 1, NULL), 0, "checkpoint");
    hedra_tsa_destroy(first);
    const struct hedra_tsa_options how = {.method = o.method,
                                          .device = o.device};
    want(hedra_tsa_restart(path, o.device ? &how : NULL, &second, &notes,
                           &bytes, NULL),
         0, "restart");
    expect(bytes == 1 && *(char *)notes == '4', "notes");
    free(notes);
    want(hedra_tsa_checkpoint(second, again, "4", 1, NULL), 0, "checkpoint");
    unsigned char *one = corpus_read(path, &length),
                  *two = corpus_read(again, &same_length);
    expect(length == same_length && memcmp(one, two, length) == 0,
           "the same state, another file");
    free(one);
    free(two);
    struct hedra_tsa_options same;
    want(hedra_tsa_describe(second, &same, NULL), 0, "describe");
    expect(same.nx == o.nx && same.ny == o.ny && same.real == o.real &&
               same.step == 0.1 && same.vy == 0.8 && same.periodic_y &&
               !same.periodic_x && same.imaginary == o.imaginary &&
               same.order == (o.order ? o.order : 2) &&
               same.method == o.method && !same.potential == !tables,
           "the options");
    expect(!tables || (same.link_x[1] == 1 + 0.3 * sin(1) &&
                       same.link_y[0] == 1 + 0.3 * sin(MOST) &&
                       same.potential[2] == 1 + 0.3 * sin(2 * MOST + 2)),
           "the tables");
    for (int k = 0; k < 5; k++)
        want(hedra_tsa_step(second, 1, NULL), 0, "step");
    compare(whole, second, o.nx * o.ny);
    hedra_tsa_destroy(whole);
    hedra_tsa_destroy(second);
}

static void check_runs(void)
{
    static const int method[] = {HEDRA_TSA_STREAM, HEDRA_TSA_NAIVE,
                                 HEDRA_TSA_VECTOR, HEDRA_TSA_GPU_NAIVE};
    for (int form = 0; form < 128; form++) {
        const struct hedra_tsa_options o = {
            .nx = form & 1 ? 24 : 7,
            .ny = form & 1 ? 16 : 4,
            .real = form & 2 ? HEDRA_TSA_FLOAT : HEDRA_TSA_DOUBLE,
            .imaginary = form & 4,
            .order = form & 8 ? 4 : 0,
            .method = method[form >> 4 & 3],
            .device = (form >> 4 & 3) == 3 ? "host" : NULL};
        go_on(o, form & 64);
    }
}

static enum corpus_outcome restart(const char *path)
{
    /* Whatever method the file names: some open devices. */
    const struct hedra_tsa_options how = {.method = HEDRA_TSA_STREAM,
                                          .threads = 1};
    struct hedra_tsa *t = (void *)&failures;
    void *notes = NULL;
    size_t bytes = 0;
    int error = hedra_tsa_restart(path, &how, &t, &notes, &bytes, NULL);
    expect(!t == (error != 0), "an object or an error, not both");
    free(notes);
    if (t)
        (void)hedra_tsa_step(t, 1, NULL); /* may refuse what is forged */
    hedra_tsa_destroy(t);
    switch (error) {
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
    const char *path = corpus_path("small");
    struct hedra_tsa *t = make(
        (struct hedra_tsa_options){
            .nx = 3, .ny = 4, .threads = 1, .real = HEDRA_TSA_FLOAT},
        true);
    want(hedra_tsa_mark(t, NULL), 0, "mark");
    want(hedra_tsa_step(t, 2, NULL), 0, "step");
    want(hedra_tsa_checkpoint(t, path, "abc", 3, NULL), 0, "checkpoint");
    hedra_tsa_destroy(t);
    failures += corpus_check(path, 2, restart, quick);
}

static void check_arguments(void)
{
    const char *path = corpus_path("arguments");
    struct hedra_tsa_options o = {.nx = 3, .ny = 4, .threads = 1};
    struct hedra_tsa *t = make(o, true), *other;
    void *notes;
    size_t length, same_length;
    want(hedra_tsa_describe(NULL, &o, NULL), HEDRA_ERROR_ARGUMENT, "object");
    want(hedra_tsa_describe(t, NULL, NULL), HEDRA_ERROR_ARGUMENT, "options");
    want(hedra_tsa_checkpoint(NULL, path, NULL, 0, NULL), HEDRA_ERROR_ARGUMENT,
         "object");
    want(hedra_tsa_checkpoint(t, NULL, NULL, 0, NULL), HEDRA_ERROR_ARGUMENT,
         "path");
    want(hedra_tsa_checkpoint(t, path, NULL, 1, NULL), HEDRA_ERROR_ARGUMENT,
         "notes");
    want(hedra_tsa_checkpoint(t, path, path, SIZE_MAX, NULL), HEDRA_ERROR_SIZE,
         "long");
    want(hedra_tsa_checkpoint(t, corpus_path("none/run"), NULL, 0, NULL),
         HEDRA_ERROR_FILE, "no such folder");
    want(hedra_tsa_checkpoint(t, "/dev/full", NULL, 0, NULL), HEDRA_ERROR_FILE,
         "full");
    want(hedra_tsa_checkpoint(t, path, NULL, 0, NULL), 0, "good");
    unsigned char *before = corpus_read(path, &length);
    want(hedra_tsa_restart(NULL, NULL, &other, NULL, NULL, NULL),
         HEDRA_ERROR_ARGUMENT, "path");
    want(hedra_tsa_restart(path, NULL, NULL, NULL, NULL, NULL),
         HEDRA_ERROR_ARGUMENT, "nowhere to put it");
    want(hedra_tsa_restart(path, NULL, &other, &notes, NULL, NULL),
         HEDRA_ERROR_ARGUMENT, "nowhere to put the number of bytes");
    o.method = HEDRA_TSA_BLOCK; /* which does not know potentials */
    want(hedra_tsa_restart(path, &o, &other, NULL, NULL, NULL),
         HEDRA_ERROR_VALUE, "a method that cannot");
    expect(!other, "nothing made");
    o.method = HEDRA_TSA_VECTOR;
    want(hedra_tsa_restart(path, &o, &other, NULL, NULL, NULL), 0,
         "another method");
    want(hedra_tsa_step(other, 3, NULL), 0, "step");
    hedra_tsa_destroy(other);
    unsigned char *after = corpus_read(path, &same_length);
    expect(length == same_length && memcmp(before, after, length) == 0,
           "the file is as it was");
    free(before);
    free(after);
    hedra_tsa_destroy(t);
}

int main(int argc, char **argv)
{
    const bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    if (!quick)
        check_runs();
    check_damage(quick);
    check_arguments();
    return failures != 0;
}
