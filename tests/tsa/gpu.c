/*
 * The methods on devices against the naive one of the CPU, on lattices of all
 * shapes, boundaries, couplings, orders and directions of time.
 *
 *     tsa-gpu DEVICE [quick]       quick: small lattices alone
 */
#include "tests/tsa/lattice.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIP = 77 };
/* Sanitizers want more memory than there is. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { MAY_LIMIT = 0 };
#else
enum { MAY_LIMIT = 1 };
#endif

static int failures;
static const char *device;

static void expect(bool good, const struct hedra_tsa_options *o, double d)
{
    if (good)
        return;
    printf("%lld x %lld, %s, periodic %d%d, imaginary %d, order %d, links %d, "
           "potential %d, method %d: differs from the naive method by %g\n",
           (long long)o->nx, (long long)o->ny,
           o->real == HEDRA_TSA_FLOAT ? "float" : "double", o->periodic_x,
           o->periodic_y, o->imaginary, o->order, o->link_x != NULL,
           o->potential != NULL, o->method, d);
    failures++;
}

/* In double GPU_NAIVE's bits are those of the naive method; GPU_STEP rounds
 * less often. */
static void compare(struct hedra_tsa_options o,
                    const struct lattice_state *start, int steps)
{
    int64_t sites = o.nx * o.ny;
    double bound = o.real == HEDRA_TSA_FLOAT ? 1e-5 : 1e-13;
    int calls = o.imaginary ? 1 : 2; /* each ends with a normalisation */
    o.method = HEDRA_TSA_NAIVE;
    struct lattice_outcome naive = lattice_evolve(&o, start, steps, calls);
    o.device = device;
    o.method = HEDRA_TSA_GPU_NAIVE;
    struct lattice_outcome plain = lattice_evolve(&o, start, steps, calls);
    double d = lattice_difference(&naive, &plain, sites);
    expect(d <= (o.real == HEDRA_TSA_DOUBLE ? 0 : bound), &o, d);
    lattice_free_outcome(&plain);
    if (strcmp(device, "host") != 0) {
        o.method = HEDRA_TSA_GPU_STEP;
        struct lattice_outcome full = lattice_evolve(&o, start, steps, calls);
        d = lattice_difference(&naive, &full, sites);
        expect(d <= bound, &o, d);
        lattice_free_outcome(&full);
    }
    lattice_free_outcome(&naive);
}

/* Every form on the first lattice, one in eight on the others. Couplings of
 * their own are along both axes or, by the lattice's size, along one of them.
 */
static void compare_forms(struct hedra_tsa_options o, int number)
{
    const int64_t axes = (o.nx + o.ny) % 3;
    struct lattice_state s = lattice_random(o.nx, o.ny);
    for (int form = 0; form < 32; form++) {
        if (number > 0 && (form + form / 8 + number) % 8 != 0)
            continue;
        o.imaginary = form & 1;
        o.order = form & 2 ? 4 : 2;
        o.link_x = (form & 4) && axes != 0 ? s.link_x : NULL;
        o.link_y = (form & 4) && axes != 1 ? s.link_y : NULL;
        o.potential = form & 8 ? s.potential : NULL;
        o.real = form & 16 ? HEDRA_TSA_FLOAT : HEDRA_TSA_DOUBLE;
        compare(o, &s, o.order != 2 ? 1 : form & 16 ? 9 : 5);
        if (!o.imaginary)
            compare(o, &s, -2);
    }
    lattice_free(&s);
}

/* Host and device take turns with the state: what observes, marks, or changes
 * a part of it between steps. */
static struct lattice_outcome take_turns(const struct hedra_tsa_options *o,
                                         double seen[4])
{
    const struct hedra_tsa_part part = {3, 2, 2, 2};
    const double re[4] = {0.1, 0.2, 0.3, 0.4}, im[4] = {0};
    int64_t sites = o->nx * o->ny;
    struct lattice_outcome out = {malloc((size_t)sites * sizeof(double)),
                                  malloc((size_t)sites * sizeof(double))};
    struct hedra_tsa_observables now;
    struct hedra_tsa *t = lattice_new(o);
    lattice_check(hedra_tsa_gaussian(t, (double[]){9, 5}, (double[]){2, 2},
                                     (double[]){1, 0.5}, &why),
                  "gaussian");
    lattice_check(hedra_tsa_mark(t, &why), "mark");
    lattice_check(hedra_tsa_step(t, 3, &why), "step");
    lattice_check(hedra_tsa_autocorrelation(t, &seen[0], &seen[1], &why),
                  "overlap");
    lattice_check(hedra_tsa_step(t, 1, &why), "step");
    lattice_check(hedra_tsa_put_part(t, &part, re, im, &why), "put_part");
    lattice_check(hedra_tsa_step(t, 2, &why), "step");
    lattice_check(hedra_tsa_observe(t, &now, &why), "observe");
    lattice_check(hedra_tsa_observe(t, &now, &why), "observe again");
    seen[2] = now.energy;
    seen[3] = now.mean[0];
    lattice_check(hedra_tsa_mark(t, &why), "mark");
    lattice_check(hedra_tsa_step(t, -1, &why), "step back");
    lattice_check(hedra_tsa_step(t, 0, &why), "no step");
    lattice_get(t, o, out.re, out.im);
    hedra_tsa_destroy(t);
    return out;
}

static void compare_turns(int method)
{
    struct hedra_tsa_options o = {.nx = 18,
                                  .ny = 11,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = 0.2,
                                  .vx = 1,
                                  .vy = 1,
                                  .method = HEDRA_TSA_NAIVE,
                                  .threads = 1};
    double on_host[4], on_device[4], d;
    struct lattice_outcome host = take_turns(&o, on_host);
    o.method = method;
    o.device = device;
    struct lattice_outcome other = take_turns(&o, on_device);
    d = lattice_difference(&host, &other, o.nx * o.ny);
    for (int k = 0; k < 4; k++)
        d = fmax(d, fabs(on_host[k] - on_device[k]));
    expect(d <= 1e-13, &o, d);
    lattice_free_outcome(&host);
    lattice_free_outcome(&other);
}

/* What a device observes of lattices of all kinds, after a step. */
static void compare_sums(void)
{
    const double bound[2] = {1e-4, 1e-11};
    for (int form = 0; form < 16; form++) {
        struct hedra_tsa_options o = {.nx = form & 1 ? 21 : 18,
                                      .ny = form & 2 ? 13 : 8,
                                      .step = 0.2,
                                      .vx = 0.7,
                                      .vy = 1,
                                      .threads = 1,
                                      .periodic_x = !(form & 1),
                                      .periodic_y = !(form & 2)};
        struct lattice_state s = lattice_random(o.nx, o.ny);
        struct hedra_tsa_observables seen[2];
        o.real = form & 4 ? HEDRA_TSA_FLOAT : HEDRA_TSA_DOUBLE;
        o.link_x = form & 8 ? s.link_x : NULL;
        o.link_y = form % 4 == 1 ? s.link_y : NULL;
        o.potential = form % 8 == 3 || form == 8 ? s.potential : NULL;
        for (int k = 0; k < 2; k++) {
            o.method = k ? HEDRA_TSA_GPU_STEP : HEDRA_TSA_NAIVE;
            o.device = k ? device : NULL;
            struct hedra_tsa *t = lattice_new(&o);
            lattice_put(t, &o, s.re, s.im);
            lattice_check(hedra_tsa_step(t, 1, &why), "step");
            lattice_check(hedra_tsa_observe(t, &seen[k], &why), "observe");
            hedra_tsa_destroy(t);
        }
        double d = fabs(seen[0].norm - seen[1].norm);
        d = fmax(d, fabs(seen[0].energy - seen[1].energy));
        for (int k = 0; k < 2; k++) {
            d = fmax(d, fabs(seen[0].mean[k] - seen[1].mean[k]));
            d = fmax(d, fabs(seen[0].variance[k] - seen[1].variance[k]));
        }
        expect(d <= bound[o.real], &o, d);
        lattice_free(&s);
    }
}

/* The simulator gives the same bits as the device. */
static void compare_devices(struct hedra_tsa_options o,
                            const struct lattice_state *s, int method)
{
    o.method = method;
    o.device = device;
    struct lattice_outcome first = lattice_evolve(&o, s, 7, 2);
    o.device = "ptxsim";
    struct lattice_outcome other = lattice_evolve(&o, s, 7, 2);
    double d = lattice_difference(&first, &other, o.nx * o.ny);
    expect(d == 0, &o, d);
    lattice_free_outcome(&first);
    lattice_free_outcome(&other);
}

static void compare_bits(void)
{
    struct hedra_tsa_options o = {
        .nx = 21, .ny = 13, .step = 0.2, .vx = 1, .vy = 1};
    struct lattice_state s = lattice_random(o.nx, o.ny);
    for (int form = 0; form < 4; form++) {
        o.real = form & 1 ? HEDRA_TSA_DOUBLE : HEDRA_TSA_FLOAT;
        o.potential = form & 2 ? s.potential : NULL;
        compare_devices(o, &s, HEDRA_TSA_GPU_NAIVE);
        if (strcmp(device, "host") != 0)
            compare_devices(o, &s, HEDRA_TSA_GPU_STEP);
    }
    lattice_free(&s);
}

/* Strips of any height, and any number of steps in a launch, give the same
 * bits. */
static void compare_strips(int real)
{
    struct hedra_tsa_options o = {.nx = 1001,
                                  .ny = 21,
                                  .real = real,
                                  .step = 0.2,
                                  .vx = 1,
                                  .vy = 1,
                                  .method = HEDRA_TSA_GPU_STEP,
                                  .device = device,
                                  .fused = 1};
    struct lattice_state s = lattice_random(o.nx, o.ny);
    struct lattice_outcome first = lattice_evolve(&o, &s, 7, 1);
    o.fused = 0;
    for (o.strip_rows = 2; o.strip_rows <= 32; o.strip_rows *= 4) {
        struct lattice_outcome other = lattice_evolve(&o, &s, 7, 1);
        double d = lattice_difference(&first, &other, o.nx * o.ny);
        expect(d == 0, &o, d);
        lattice_free_outcome(&other);
    }
    lattice_free_outcome(&first);
    lattice_free(&s);
}

/* What tuning chooses changes no bit. */
static void check_tune(void)
{
    struct hedra_tsa_options o = {.nx = 21,
                                  .ny = 13,
                                  .step = 0.2,
                                  .vx = 1,
                                  .vy = 1,
                                  .method = HEDRA_TSA_GPU_STEP,
                                  .device = device};
    struct lattice_state s = lattice_random(o.nx, o.ny);
    struct lattice_outcome plain = lattice_evolve(&o, &s, 7, 1);
    lattice_check(hedra_tsa_tune(&o, &why), "tune");
    struct lattice_outcome tuned = lattice_evolve(&o, &s, 7, 1);
    double d = lattice_difference(&plain, &tuned, o.nx * o.ny);
    printf("tuned: fused %d, strips of %d rows\n", o.fused, o.strip_rows);
    expect(d == 0 && o.fused <= 1, &o, d);
    lattice_free_outcome(&plain);
    lattice_free_outcome(&tuned);
    lattice_free(&s);
}

/* The process may take `more` bytes than it has now; negative: what it likes.
 */
static void limit_memory(long more)
{
    struct rlimit limit;
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1 ||
        getrlimit(RLIMIT_AS, &limit) != 0)
        abort();
    fclose(file);
    limit.rlim_cur = more < 0 ? limit.rlim_max
                              : (rlim_t)(pages * sysconf(_SC_PAGESIZE) + more);
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        abort();
}

/* A device whose memory does not suffice: an error, after which a new state may
 * be put, and all goes on. */
static void check_failure(int method)
{
    struct hedra_tsa_options o = {.nx = 512,
                                  .ny = 512,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = 0.2,
                                  .vx = 1,
                                  .vy = 1,
                                  .method = method,
                                  .device = device};
    const double middle[2] = {256, 256}, wide[2] = {9, 9}, k[2] = {1, 0};
    struct hedra_tsa_observables now;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_gaussian(t, middle, wide, k, &why), "gaussian");
    limit_memory(1 << 20);
    int error = hedra_tsa_step(t, 1, &why);
    limit_memory(-1);
    if (error != HEDRA_ERROR_NO_DEVICE || !strstr(why.text, "bytes left")) {
        printf("no memory: %s, '%s'\n", hedra_status_name(error), why.text);
        failures++;
    }
    lattice_check(hedra_tsa_gaussian(t, middle, wide, k, &why), "gaussian");
    lattice_check(hedra_tsa_step(t, 1, &why), "step after a failure");
    lattice_check(hedra_tsa_observe(t, &now, &why), "observe");
    expect(fabs(now.norm - 1) < 1e-12, &o, now.norm - 1);
    hedra_tsa_destroy(t);
}

static void check_device(void)
{
    struct hedra_tsa_options o = {.nx = 4,
                                  .ny = 4,
                                  .real = HEDRA_TSA_FLOAT,
                                  .step = 0.1,
                                  .method = HEDRA_TSA_GPU_NAIVE,
                                  .device = device};
    struct hedra_tsa *t;
    int error = hedra_tsa_create(&o, &t, &why);
    if (error == HEDRA_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", why.text);
        exit(SKIP);
    }
    lattice_check(error, "create");
    printf("on %s\n", hedra_tsa_device(t));
    hedra_tsa_destroy(t);
}

/* Calls check_failure in a process of its own that has run nothing yet. In
 * others the heap keeps what the simulator freed, the shadows of its checks
 * above all, and how much of it lies together depends on when threads ended: it
 * may be enough for the arrays, whatever the limit. */
static void check_failure_apart(int method)
{
    int status = 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        check_failure(method);
        fflush(stdout);
        _exit(failures != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        printf("no memory: the process for it failed\n");
        failures++;
    }
}

/* There is one heap for all threads, as those that end would leave theirs to
 * others, and blocks of the size of a lattice are mapped one by one, so that
 * check_failure's limit holds. */
int main(int argc, char **argv)
{
    static const int64_t size[][2] = {{7, 5}, {1, 1},   {2, 3},     {3, 2},
                                      {4, 4}, {16, 33}, {1010, 10}, {33, 16}};
    int count = argc > 2 ? 5 : (int)(sizeof size / sizeof size[0]);
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 1 << 16);
    if (argc < 2)
        return 2;
    device = argv[1];
    if (MAY_LIMIT && strcmp(device, "ptxsim") == 0) {
        check_failure_apart(HEDRA_TSA_GPU_NAIVE);
        check_failure_apart(HEDRA_TSA_GPU_STEP);
    }
    check_device();
    compare_bits();
    compare_turns(HEDRA_TSA_GPU_NAIVE);
    if (strcmp(device, "host") != 0) {
        compare_turns(HEDRA_TSA_GPU_STEP);
        compare_sums();
        compare_strips(HEDRA_TSA_FLOAT);
        compare_strips(HEDRA_TSA_DOUBLE);
        check_tune();
    }
    for (int k = 0; k < count; k++)
        for (int periodic = 0; periodic < 4; periodic++) {
            struct hedra_tsa_options o = {.nx = size[k][0],
                                          .ny = size[k][1],
                                          .step = 0.2,
                                          .vx = 1,
                                          .vy = 0.8,
                                          .threads = 1};
            o.periodic_x = periodic & 1;
            o.periodic_y = periodic & 2;
            if ((o.periodic_x && (o.nx % 2 || o.nx < 4)) ||
                (o.periodic_y && (o.ny % 2 || o.ny < 4)))
                continue;
            compare_forms(o, k + periodic);
        }
    if (failures)
        printf("%d failures\n", failures);
    return failures != 0;
}
