/* The variables HEDRA_… of the environment: what is refused, by regions and by
 * each library, and what is taken. */
#include "tests/runtime/child.h"
#include "tests/runtime/host_region.h"
#include "tests/runtime/unit.h"

#include "runtime/include/hedra.h"
#include "runtime/include/hedra_eri.h"
#include "runtime/include/hedra_kernel.h"
#include "runtime/include/hedra_tridiag.h"
#include "runtime/include/hedra_tsa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED = 70, LIBRARIES_REFUSE = 3, LIBRARIES_TAKE = 4 };

static int run_region(void)
{
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, NULL, 0, 0, &where);
    if (run)
        hedra_end(run);
    return 0;
}

/* A region that hedrac has left as it is. */
static int run_plain(void)
{
    hedra_plain(NULL, HEDRA_KEPT);
    return 0;
}

/* All libraries refuse, and those that can say so name the variable. */
static int make_libraries(void)
{
    const struct hedra_tsa_options tsa_options = {
        .nx = 4, .ny = 4, .step = 0.1, .vx = 1, .vy = 1};
    const struct hedra_tridiag_problem problem = {.n = 4, .rhs = 1};
    static const struct hedra_eri_set other = {.abi = HEDRA_ERI_ABI + 1};
    struct hedra_error why;
    struct hedra_tridiag *tridiag;
    struct hedra_tsa *tsa;
    struct hedra_error text;
    int refused = 0;
    if (hedra_tridiag_create(&problem, &tridiag, &why)) {
        fprintf(stderr, "%s\n", why.text);
        refused++;
    } else {
        hedra_tridiag_destroy(tridiag);
    }
    if (hedra_tsa_create(&tsa_options, &tsa, &why)) {
        fprintf(stderr, "%s\n", why.text);
        refused++;
    } else {
        hedra_tsa_destroy(tsa);
    }
    struct hedra_eri *eri = hedra_eri_new(&other, 0, NULL, NULL, &text);
    if (!eri && strstr(text.text, "HEDRA_")) {
        fprintf(stderr, "%s\n", text.text);
        refused++;
    }
    hedra_eri_free(eri);
    return refused == 3 ? LIBRARIES_REFUSE : refused ? 1 : LIBRARIES_TAKE;
}

static int count(const char *text, const char *part)
{
    int n = 0;
    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

struct value {
    const char *name, *text, *valid; /* what the message must hold */
};

static const struct value bad[] = {
    {"HEDRA_DEVICE", "cudaa", "auto, cuda[:n], opencl[:n], host, ptxsim"},
    {"HEDRA_DEVICE", "cuda:x", "cuda[:n]"},
    {"HEDRA_DEVICE", "cuda:-1", "cuda[:n]"},
    {"HEDRA_DEVICE", "host:1", "host"},
    {"HEDRA_DEVICE", " host", "host"},
    {"HEDRA_STATS", "yes", "0, 1"},
    {"HEDRA_STATS", "2", "0, 1"},
    {"HEDRA_STATS", "1 ", "0, 1"},
    {"HEDRA_CHECK", "rave", "race, bounds, init, divide, all, none"},
    {"HEDRA_CHECK", "race,", "race"},
    {"HEDRA_CHECK", "race bounds", "race"},
    {"HEDRA_COUNT", "jason", "table[:FILE], json[:FILE], annotate[:FILE]"},
    {"HEDRA_COUNT", "json:", "json[:FILE]"},
    {"HEDRA_COUNT", "arch:sm_90", "table[:FILE]"},
    {"HEDRA_COUNT", "table,arch:sm_13", "arch:sm_90"},
    {"HEDRA_PLAN", "foo", "auto, guard, plan"},
    {"HEDRA_PLAN", "auto,guard", "auto, guard, plan"},
    {"HEDRA_PLAN", "PLAN", "auto, guard, plan"},
    {"HEDRA_CHOOSE", "fast", "auto, model, measure, hedra, shared, plain"},
    {"HEDRA_THREADS", "0", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "-1", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "+1", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", " 1", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "2x", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "4097", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "99999999999", "numbers from 1 to 4096"},
    {"HEDRA_THREADS", "99999999999999999999999", "numbers from 1 to 4096"},
    {"HEDRA_PAGES", "huge", "auto, small, large, late"},
    {"HEDRA_LEVEL", "avx", "auto, base, avx2, avx512"},
    {"HEDRA_TRIAL", "time", "time:FILE, check:FILE"},
    {"HEDRA_TRIAL", "time:", "time:FILE, check:FILE"},
    {"HEDRA_TRIAL", "tame:file", "time:FILE, check:FILE"},
};

static const struct value good[] = {
    {"HEDRA_DEVICE", "host", NULL},
    {"HEDRA_DEVICE", "", NULL},
    {"HEDRA_STATS", "0", NULL},
    {"HEDRA_STATS", "", NULL},
    {"HEDRA_CHECK", "race,bounds,init,divide", NULL},
    {"HEDRA_CHECK", "none", NULL},
    {"HEDRA_CHOOSE", "measure", NULL},
    {"HEDRA_PLAN", "guard", NULL},
    {"HEDRA_PLAN", "", NULL},
    {"HEDRA_THREADS", "8", NULL},
    {"HEDRA_THREADS", "01", NULL},
    {"HEDRA_TEST_ANY", "what tests like", NULL},
    {"HEDRA_SOURCE", "a.c", NULL},
};

/* The value is refused with one message; HEDRA_DEVICE, where it is not what is
 * wrong, does not matter. */
static void refuse(const struct value *v, int (*body)(void), int status,
                   int messages, const char *device)
{
    char says[128];
    struct child c =
        child_run(body, (const char *const[]){"HEDRA_DEVICE", device, v->name,
                                              v->text, NULL});
    snprintf(says, sizeof says, "%s=%s is not valid", v->name, v->text);
    if (c.status != status || count(c.err, says) != messages ||
        count(c.err, v->valid) < messages || count(c.err, "\n") != messages)
        fail_msg("%s=%s on %s: exit status %d: %s", v->name, v->text, device,
                 c.status, c.err);
}

static void test_bad(void **state)
{
    for (int k = 0; k < COUNT(bad); k++) {
        refuse(&bad[k], run_region, REFUSED, 1, "host");
        refuse(&bad[k], run_region, REFUSED, 1, "auto");
        refuse(&bad[k], run_region, REFUSED, 1, "ptxsim");
        refuse(&bad[k], run_plain, REFUSED, 1, "auto");
        refuse(&bad[k], make_libraries, LIBRARIES_REFUSE, 3, "host");
    }
}

static void test_good(void **state)
{
    for (int k = 0; k < COUNT(good); k++) {
        const char *const environment[] = {good[k].name, good[k].text, NULL};
        struct child region = child_run(run_region, environment);
        struct child libraries = child_run(make_libraries, environment);
        if (region.status != 0 || *region.err ||
            libraries.status != LIBRARIES_TAKE || *libraries.err)
            fail_msg("%s=%s: %d: %s; %d: %s", good[k].name, good[k].text,
                     region.status, region.err, libraries.status,
                     libraries.err);
    }
}

static int run_twice(void)
{
    run_region();
    run_plain();
    return run_region();
}

static void test_unknown(void **state)
{
    static const struct {
        const char *name, *nearest;
    } row[] = {
        {"HEDRA_THREDS", "the nearest is HEDRA_THREADS\n"},
        {"HEDRA_DEVCIE", "the nearest is HEDRA_DEVICE\n"},
        {"HEDRA_PLANS", "the nearest is HEDRA_PLAN\n"},
        {"HEDRA_", "the nearest is HEDRA_"},
    };
    for (int k = 0; k < COUNT(row); k++) {
        struct child c =
            child_run(run_twice, (const char *const[]){row[k].name, "2", NULL});
        if (c.status != 0 || count(c.err, row[k].name) < 1 ||
            count(c.err, row[k].nearest) != 1 || count(c.err, "\n") != 1)
            fail_msg("%s: exit status %d: %s", row[k].name, c.status, c.err);
    }
}

/* A kernel of the host, whose versions tell which one runs. */
static int version;

static inline void probe_call(int level, const union hedra_arg *arg,
                              int64_t begin, int64_t end)
{
    version = level;
}

HD_KERNEL(probe, 256)

/* The versions are numbered as enum hedra_level is. */
static int run_probe(void)
{
    probe(NULL, 0, 1);
    return version < 0 ? HEDRA_LEVEL_BASE : version;
}

static void test_level(void **state)
{
    static const char *const word[] = {"base", "avx2", "avx512"};
    const int most =
        child_run(run_probe, (const char *const[]){"HEDRA_LEVEL", "", NULL})
            .status;
    for (int level = 0; level < COUNT(word); level++) {
        struct child c = child_run(
            run_probe, (const char *const[]){"HEDRA_LEVEL", word[level], NULL});
        assert_int_equal(c.status, level < most ? level : most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
