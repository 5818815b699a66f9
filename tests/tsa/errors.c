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
    printf("%s: %s, not %s\n", what, hedra_status_name(got),
           hedra_status_name(wanted));
    failures++;
}

static void refuse(struct hedra_tsa_options o, int wanted, const char *what)
{
    struct hedra_tsa *t = (struct hedra_tsa *)&o;
    int got = hedra_tsa_create(&o, &t, &why);
    expect(got, wanted, what);
    if (t) {
        printf("%s: left an object\n", what);
        failures++;
        hedra_tsa_destroy(t);
    }
}

static void check_options(const struct hedra_tsa_options *good)
{
    const double bad[12] = {[5] = NAN}, endless[12] = {[11] = -INFINITY};
    const double huge[12] = {[3] = 1e308}, walls[12] = {[3] = 1e5};
    const double holes[12] = {[3] = -1e5};
    struct hedra_tsa_options fine = *good;
    struct hedra_tsa *t;
    expect(hedra_tsa_create(NULL, &t, &why), HEDRA_ERROR_ARGUMENT,
           "no options");
    expect(hedra_tsa_create(good, NULL, &why), HEDRA_ERROR_ARGUMENT,
           "nowhere to put it");
    expect(hedra_tsa_tune(NULL, &why), HEDRA_ERROR_ARGUMENT,
           "no options to tune");
    fine.step = NAN;
    fine.fused = 7;
    expect(hedra_tsa_tune(&fine, &why), HEDRA_ERROR_VALUE, "tunes no number");
    expect(fine.fused, 7, "a lattice that cannot be is not tuned");
    fine = *good;
    fine.method = HEDRA_TSA_VECTOR;
    expect(hedra_tsa_tune(&fine, &why), HEDRA_OK, "nothing to be tuned");
    expect(fine.fused, 0, "what is nothing to be tuned is left alone");
    fine = *good;
#define REFUSE(change, error)                                                  \
    do {                                                                       \
        struct hedra_tsa_options o = *good;                                    \
        change;                                                                \
        refuse(o, error, #change);                                             \
    } while (0)
    REFUSE(o.nx = 0, HEDRA_ERROR_SIZE);
    REFUSE(o.ny = -3, HEDRA_ERROR_SIZE);
    REFUSE(o.nx = o.ny = INT64_C(1) << 35, HEDRA_ERROR_SIZE);
    REFUSE(o.nx = INT64_MAX, HEDRA_ERROR_SIZE);
    REFUSE(o.periodic_y = true, HEDRA_ERROR_PERIODIC);
    REFUSE((o.nx = 2, o.periodic_x = true), HEDRA_ERROR_PERIODIC);
    REFUSE(o.real = 7, HEDRA_ERROR_VALUE);
    REFUSE(o.order = 3, HEDRA_ERROR_VALUE);
    REFUSE(o.method = -1, HEDRA_ERROR_VALUE);
    REFUSE(o.fused = -1, HEDRA_ERROR_VALUE);
    REFUSE(o.threads = -1, HEDRA_ERROR_VALUE);
    REFUSE(o.step = INFINITY, HEDRA_ERROR_VALUE);
    REFUSE(o.vx = NAN, HEDRA_ERROR_VALUE);
    REFUSE(o.link_x = bad, HEDRA_ERROR_VALUE);
    REFUSE(o.potential = bad, HEDRA_ERROR_VALUE);
    REFUSE(o.nx = INT64_MIN, HEDRA_ERROR_SIZE);
    REFUSE(o.ny = 0, HEDRA_ERROR_SIZE);
    REFUSE((o.ny = 2, o.periodic_y = true), HEDRA_ERROR_PERIODIC);
    REFUSE((o.nx = 5, o.periodic_x = true), HEDRA_ERROR_PERIODIC);
    REFUSE(o.real = -1, HEDRA_ERROR_VALUE);
    REFUSE(o.order = -2, HEDRA_ERROR_VALUE);
    REFUSE(o.method = 1000, HEDRA_ERROR_VALUE);
    REFUSE(o.threads = INT32_MAX, HEDRA_ERROR_VALUE);
    REFUSE(o.step = NAN, HEDRA_ERROR_VALUE);
    REFUSE(o.vx = INFINITY, HEDRA_ERROR_VALUE);
    REFUSE(o.vy = NAN, HEDRA_ERROR_VALUE);
    REFUSE(o.link_y = endless, HEDRA_ERROR_VALUE);
    REFUSE(o.potential = endless, HEDRA_ERROR_VALUE);
    /* finite, but not times the step */
    REFUSE((o.step = 1e10, o.vy = 1e300), HEDRA_ERROR_VALUE);
    REFUSE((o.step = 1e10, o.link_x = huge), HEDRA_ERROR_VALUE);
    REFUSE((o.step = 1e10, o.potential = huge), HEDRA_ERROR_VALUE);
    /* imaginary time: exponentials that are too large */
    REFUSE((o.imaginary = true, o.vx = 8000), HEDRA_ERROR_VALUE);
    REFUSE((o.imaginary = true, o.vx = 900, o.real = HEDRA_TSA_FLOAT),
           HEDRA_ERROR_VALUE);
    REFUSE((o.imaginary = true, o.potential = walls, o.order = 4),
           HEDRA_ERROR_VALUE);
    /* a hole is where the others count from */
    fine.imaginary = true;
    fine.potential = holes;
    expect(hedra_tsa_create(&fine, &t, &why), HEDRA_OK, "holes");
    hedra_tsa_destroy(t);
    fine.potential =
        walls; /* a wall of order 2 is exp(-1e4), which is a number */
    expect(hedra_tsa_create(&fine, &t, &why), HEDRA_OK, "walls");
    hedra_tsa_destroy(t);
    REFUSE((o.potential = bad + 6, o.nx = o.ny = 2, o.method = HEDRA_TSA_BLOCK),
           HEDRA_ERROR_VALUE);
}

/* What is NULL, in every function. */
static void check_null(const struct hedra_tsa_options *good)
{
    const double two[2] = {1, 1};
    const struct hedra_tsa_part all = {0, 0, 4, 3};
    double re[12] = {1}, im[12] = {0}, x;
    struct hedra_tsa_observables now;
    struct hedra_tsa *t = lattice_new(good);
#define NONE(call) expect(call, HEDRA_ERROR_ARGUMENT, #call)
    NONE(hedra_tsa_put(NULL, re, im, &why));
    NONE(hedra_tsa_put(t, NULL, im, &why));
    NONE(hedra_tsa_put(t, re, NULL, &why));
    NONE(hedra_tsa_get(NULL, re, im, &why));
    NONE(hedra_tsa_get(t, NULL, im, &why));
    NONE(hedra_tsa_get(t, re, NULL, &why));
    NONE(hedra_tsa_put_part(NULL, &all, re, im, &why));
    NONE(hedra_tsa_put_part(t, NULL, re, im, &why));
    NONE(hedra_tsa_get_part(NULL, &all, re, im, &why));
    NONE(hedra_tsa_get_part(t, NULL, re, im, &why));
    NONE(hedra_tsa_gaussian(NULL, two, two, two, &why));
    NONE(hedra_tsa_gaussian(t, NULL, two, two, &why));
    NONE(hedra_tsa_gaussian(t, two, NULL, two, &why));
    NONE(hedra_tsa_gaussian(t, two, two, NULL, &why));
    NONE(hedra_tsa_plane_wave(NULL, two, &why));
    NONE(hedra_tsa_plane_wave(t, NULL, &why));
    NONE(hedra_tsa_load(NULL, "state", &why));
    NONE(hedra_tsa_load(t, NULL, &why));
    NONE(hedra_tsa_save(NULL, "state", &why));
    NONE(hedra_tsa_save(t, NULL, &why));
    NONE(hedra_tsa_step(NULL, 1, &why));
    NONE(hedra_tsa_pass(NULL, 0, 1, 1, &why));
    NONE(hedra_tsa_observe(NULL, &now, &why));
    NONE(hedra_tsa_observe(t, NULL, &why));
    NONE(hedra_tsa_mark(NULL, &why));
    NONE(hedra_tsa_autocorrelation(t, &x, &x, &why)); /* no mark */
    expect(hedra_tsa_mark(t, &why), HEDRA_OK, "mark");
    NONE(hedra_tsa_autocorrelation(NULL, &x, &x, &why));
    NONE(hedra_tsa_autocorrelation(t, NULL, &x, &why));
    NONE(hedra_tsa_autocorrelation(t, &x, NULL, &why));
    expect(hedra_tsa_stages(NULL), 0, "the stages of nothing");
    NONE(hedra_tsa_set_origin(NULL, 0, &why));
    hedra_tsa_destroy(t);
    hedra_tsa_destroy(NULL);
}

/* Values that are refused, and leave the state as it was. */
static void check_values(const struct hedra_tsa_options *good)
{
    const double two[2] = {1, 1}, far[2] = {1e9, 1};
    const double wrong[] = {NAN, INFINITY, -INFINITY};
    double re[12] = {1}, im[12] = {0};
    struct hedra_tsa_observables now;
    struct hedra_tsa *t = lattice_new(good);
    expect(hedra_tsa_observe(t, &now, &why), HEDRA_ERROR_ZERO,
           "a state of zeros");
    expect(hedra_tsa_put(t, re, im, &why), HEDRA_OK, "a state");
    for (int k = 0; k < 3; k++) {
        const double bad[2] = {1, wrong[k]};
        im[11] = wrong[k];
        expect(hedra_tsa_put(t, re, im, &why), HEDRA_ERROR_VALUE, "amplitude");
        expect(hedra_tsa_gaussian(t, bad, two, two, &why), HEDRA_ERROR_VALUE,
               "centre");
        expect(hedra_tsa_gaussian(t, two, bad, two, &why), HEDRA_ERROR_VALUE,
               "sigma");
        expect(hedra_tsa_gaussian(t, two, two, bad, &why), HEDRA_ERROR_VALUE,
               "k");
        expect(hedra_tsa_plane_wave(t, bad, &why), HEDRA_ERROR_VALUE, "k");
    }
    for (int k = 0; k < 2; k++) {
        const double none[2] = {1, -k};
        expect(hedra_tsa_gaussian(t, two, none, two, &why), HEDRA_ERROR_VALUE,
               "sigma");
    }
    expect(hedra_tsa_gaussian(t, far, two, two, &why), HEDRA_ERROR_ZERO,
           "far away");
    expect(hedra_tsa_step(t, INT64_MIN, &why), HEDRA_ERROR_VALUE,
           "too many steps");
    expect(hedra_tsa_step(t, INT64_MAX, &why), HEDRA_ERROR_VALUE,
           "too many steps");
    expect(hedra_tsa_pass(t, -1, 1, 1, &why), HEDRA_ERROR_VALUE,
           "no such stage");
    expect(hedra_tsa_pass(t, 0, 2, 1, &why), HEDRA_ERROR_VALUE,
           "no such stage");
    expect(hedra_tsa_pass(t, 0, 0, INT64_MIN, &why), HEDRA_ERROR_VALUE,
           "passes");
    expect(hedra_tsa_set_origin(t, NAN, &why), HEDRA_ERROR_VALUE, "no origin");
    const struct hedra_tsa_part outside[] = {{-1, 0, 2, 2},
                                             {0, 0, 5, 1},
                                             {0, 2, 1, 2},
                                             {0, 0, -1, 1},
                                             {INT64_MAX, 0, 1, 1}};
    for (int k = 0; k < 5; k++) {
        expect(hedra_tsa_put_part(t, &outside[k], re, im, &why),
               HEDRA_ERROR_SIZE, "a part outside");
        expect(hedra_tsa_get_part(t, &outside[k], re, im, &why),
               HEDRA_ERROR_SIZE, "a part outside");
    }
    expect(hedra_tsa_observe(t, &now, &why), HEDRA_OK, "the state before");
    expect(now.norm == 1 && now.mean[0] == 0, true, "nothing has changed");
    expect(hedra_tsa_step(t, 0, &why), HEDRA_OK, "no step");
    /* A packet much narrower than a site is one site. */
    const double narrow[2] = {1e-200, 1e-200};
    expect(hedra_tsa_gaussian(t, two, narrow, two, &why), HEDRA_OK, "narrow");
    expect(hedra_tsa_observe(t, &now, &why), HEDRA_OK, "narrow");
    expect(now.variance[0] == 0 && now.mean[0] == 1, true, "one site");
    hedra_tsa_destroy(t);
}

static void check_messages(void)
{
    for (int k = 0; k <= HEDRA_ERROR_NO_DEVICE; k++)
        if (!hedra_status_name((enum hedra_status)k)) {
            printf("status %d has no name\n", k);
            failures++;
        }
    expect(hedra_status_name((enum hedra_status)100) == NULL, true,
           "numbers that are no statuses");
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
    expect(hedra_tsa_load(t, path, &why), HEDRA_ERROR_FILE, "an empty file");
    lattice_put(t, good, re, im);
    expect(hedra_tsa_save(t, path, &why), HEDRA_OK, "save");
    expect(hedra_tsa_step(t, 3, &why), HEDRA_OK, "step");
    expect(hedra_tsa_load(t, path, &why), HEDRA_OK, "load");
    lattice_get(t, good, back_re, back_im);
    if (memcmp(re, back_re, sizeof re) || memcmp(im, back_im, sizeof im)) {
        puts("the file holds another state");
        failures++;
    }
    if (write(file, "x", 1) != 1 || close(file) != 0)
        abort();
    expect(hedra_tsa_save(t, "no/such/folder/state", &why), HEDRA_ERROR_FILE,
           "a folder that is not there");
    expect(hedra_tsa_load(t, "no/such/file", &why), HEDRA_ERROR_FILE,
           "no file");
    remove(path);
    hedra_tsa_destroy(t);
}

/* No device of that name or number, or none that can do it: a sentence says so,
 * and the process goes on. */
static void refuse_device(struct hedra_tsa_options o, int method,
                          const char *device, const char *word)
{
    o.method = method;
    o.device = device;
    refuse(o, HEDRA_ERROR_NO_DEVICE, device);
    if (!strstr(why.text, word)) {
        printf("device '%s': '%s' does not say '%s'\n", device, why.text, word);
        failures++;
    }
}

static void check_devices(const struct hedra_tsa_options *good)
{
    struct hedra_tsa_options o = *good;
    refuse_device(o, HEDRA_TSA_GPU_NAIVE, "abacus", "names no device");
    refuse_device(o, HEDRA_TSA_GPU_STEP, "abacus", "names no device");
    refuse_device(o, HEDRA_TSA_GPU_STEP, "host", "asks for a GPU");
    refuse_device(o, HEDRA_TSA_GPU_STEP, "ptxsim:1", "names no device");
    o.method = HEDRA_TSA_GPU_NAIVE;
    o.device = "host";
    struct hedra_tsa *t = lattice_new(&o), *plain = lattice_new(good);
    expect(strncmp(hedra_tsa_device(t), "host", 4), 0, "the name of the host");
    expect(strcmp(hedra_tsa_device(plain), "host"), 0, "no device");
    expect(hedra_tsa_pass(t, 0, 1, 1, &why), HEDRA_ERROR_VALUE,
           "a pass on a device");
    hedra_tsa_destroy(plain);
    hedra_tsa_destroy(t);
    o.method = HEDRA_TSA_GPU_STEP;
    o.strip_rows = 3;
    refuse(o, HEDRA_ERROR_VALUE, "strips of three rows");
    o.strip_rows = -2;
    refuse(o, HEDRA_ERROR_VALUE, "strips of -2 rows");
    o.strip_rows = 0;
    o.ny = (INT64_C(1) << 30) + 1;
    o.nx = 1;
    refuse(o, HEDRA_ERROR_SIZE, "more rows than a GPU counts");
}

int main(void)
{
    const struct hedra_tsa_options good = {
        .nx = 4, .ny = 3, .real = HEDRA_TSA_DOUBLE, .step = 0.1, .vx = 1};
    check_options(&good);
    check_null(&good);
    check_values(&good);
    check_messages();
    check_files(&good);
    check_devices(&good);
    return failures != 0;
}
