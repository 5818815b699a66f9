/* What <hedra_tsa.h> refuses, and files. */
#include "tests/tsa/lattice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

static void expect(int got, int wanted, const char *what)
{
    if (got == wanted)
        return;
    printf("%s: %s, not %s\n", what, hedra_tsa_message(got),
           hedra_tsa_message(wanted));
    failures++;
}

static void refuse(struct hedra_tsa_options o, int wanted, const char *what)
{
    struct hedra_tsa *t = (struct hedra_tsa *)&o;
    int got = hedra_tsa_create(&o, &t);
    expect(got, wanted, what);
    if (t) {
        printf("%s: left an object\n", what);
        failures++;
        hedra_tsa_destroy(t);
    }
}

static void check_options(const struct hedra_tsa_options *good)
{
    const double bad[12] = {[5] = NAN};
    struct hedra_tsa *t;
    expect(hedra_tsa_create(NULL, &t), HEDRA_TSA_NULL, "no options");
    expect(hedra_tsa_create(good, NULL), HEDRA_TSA_NULL, "nowhere to put it");
#define REFUSE(change, error)                                                  \
    do {                                                                       \
        struct hedra_tsa_options o = *good;                                    \
        change;                                                                \
        refuse(o, error, #change);                                             \
    } while (0)
    REFUSE(o.nx = 0, HEDRA_TSA_SIZE);
    REFUSE(o.ny = -3, HEDRA_TSA_SIZE);
    REFUSE(o.nx = o.ny = INT64_C(1) << 35, HEDRA_TSA_SIZE);
    REFUSE(o.nx = INT64_MAX, HEDRA_TSA_SIZE);
    REFUSE(o.periodic_y = true, HEDRA_TSA_PERIODIC);
    REFUSE((o.nx = 2, o.periodic_x = true), HEDRA_TSA_PERIODIC);
    REFUSE(o.real = 7, HEDRA_TSA_VALUE);
    REFUSE(o.order = 3, HEDRA_TSA_VALUE);
    REFUSE(o.method = -1, HEDRA_TSA_VALUE);
    REFUSE(o.fused = -1, HEDRA_TSA_VALUE);
    REFUSE(o.threads = -1, HEDRA_TSA_VALUE);
    REFUSE(o.step = INFINITY, HEDRA_TSA_VALUE);
    REFUSE(o.vx = NAN, HEDRA_TSA_VALUE);
    REFUSE(o.link_x = bad, HEDRA_TSA_VALUE);
    REFUSE(o.potential = bad, HEDRA_TSA_VALUE);
    REFUSE((o.potential = bad + 6, o.nx = o.ny = 2, o.method = HEDRA_TSA_BLOCK),
           HEDRA_TSA_VALUE);
}

static void check_calls(const struct hedra_tsa_options *good)
{
    const double two[2] = {1, 1}, none[2] = {1, 0};
    double re[12] = {1}, im[12] = {0}, x;
    struct hedra_tsa_observables now;
    struct hedra_tsa *t = lattice_new(good);
    expect(hedra_tsa_observe(t, &now), HEDRA_TSA_ZERO, "a state of zeros");
    expect(hedra_tsa_autocorrelation(t, &x, &x), HEDRA_TSA_NULL, "no mark");
    expect(hedra_tsa_put(t, NULL, im), HEDRA_TSA_NULL, "no real parts");
    expect(hedra_tsa_put(t, re, im), HEDRA_TSA_OK, "a state");
    im[11] = INFINITY;
    expect(hedra_tsa_put(t, re, im), HEDRA_TSA_VALUE, "infinite amplitude");
    expect(hedra_tsa_observe(t, &now), HEDRA_TSA_OK, "the state before");
    expect(now.norm == 1, true, "a refused state changes nothing");
    expect(hedra_tsa_gaussian(t, two, none, two), HEDRA_TSA_VALUE, "sigma 0");
    expect(hedra_tsa_step(NULL, 1), HEDRA_TSA_NULL, "no object");
    expect(hedra_tsa_step(t, INT64_MIN), HEDRA_TSA_VALUE, "too many steps");
    expect(hedra_tsa_step(t, 0), HEDRA_TSA_OK, "no step");
    hedra_tsa_destroy(t);
    hedra_tsa_destroy(NULL);
}

static void check_files(const struct hedra_tsa_options *good)
{
    char path[] = "tsa-state-XXXXXX";
    int file = mkstemp(path);
    double re[12], im[12], back_re[12], back_im[12];
    struct hedra_tsa *t = lattice_new(good);
    if (file < 0)
        abort();
    for (int k = 0; k < 12; k++) {
        re[k] = k + 0.25;
        im[k] = -k;
    }
    expect(hedra_tsa_load(t, path), HEDRA_TSA_FILE, "an empty file");
    lattice_put(t, good, re, im);
    expect(hedra_tsa_save(t, path), HEDRA_TSA_OK, "save");
    expect(hedra_tsa_step(t, 3), HEDRA_TSA_OK, "step");
    expect(hedra_tsa_load(t, path), HEDRA_TSA_OK, "load");
    lattice_get(t, good, back_re, back_im);
    if (memcmp(re, back_re, sizeof re) || memcmp(im, back_im, sizeof im)) {
        puts("the file holds another state");
        failures++;
    }
    if (write(file, "x", 1) != 1 || close(file) != 0)
        abort();
    expect(hedra_tsa_save(t, "no/such/folder/state"), HEDRA_TSA_FILE,
           "a folder that is not there");
    expect(hedra_tsa_load(t, "no/such/file"), HEDRA_TSA_FILE, "no file");
    remove(path);
    hedra_tsa_destroy(t);
}

int main(void)
{
    const struct hedra_tsa_options good = {
        .nx = 4, .ny = 3, .real = HEDRA_TSA_DOUBLE, .step = 0.1, .vx = 1};
    check_options(&good);
    check_calls(&good);
    check_files(&good);
    return failures != 0;
}
