/*
 * Steps on several threads, under ThreadSanitizer whatever the build: both
 * kinds of lists and numbers, with a thermostat, on the host's own loops and as
 * nests, with the bits of one thread.
 */
#include "tests/md/rig.h"

#include "runtime/include/hedra_md_observe.h"

#include <stdlib.h>
#include <string.h>

static struct hedra_error why;

static void must(enum hedra_status status)
{
    if (status)
        fail_msg("%s", why.text);
}

/* The state after some steps, in s->particles. */
static void run(struct system *s, const double *start, const char *threads,
                bool nests)
{
    const struct hedra_md_thermostat t = {
        .kind = HEDRA_MD_LANGEVIN, .temperature = 1.1, .time = 0.1, .seed = 11};
    double g[20];
    memcpy(s->particles.position, start,
           3 * (size_t)s->particles.count * sizeof *start);
    setenv("HEDRA_THREADS", threads, 1);
    struct hedra_md *md = rig_make(s);
    if (nests)
        must(hedra_md_set_device(md, "host", &why));
    must(hedra_md_set_thermostat(md, &t, &why));
    rig_step(md, 24);
    assert_true(rig_measure(md).temperature > 0);
    must(hedra_md_rdf(md, 0, 0, 1.4, 20, g, &why));
    assert_int_equal(hedra_md_counts(md).threads, atoi(threads));
    rig_get(md, &s->particles);
    hedra_md_destroy(md);
}

static void test_threads(void **state)
{
    struct system s = rig_melt(5);
    struct hedra_md_particles *p = &s.particles;
    const size_t bytes = 3 * (size_t)p->count * sizeof(double);
    double *start = malloc(bytes), *first = malloc(bytes);
    assert_true(start && first);
    memcpy(start, p->position, bytes);
    s.options.every = 10;
    for (int way = 0; way < 6; way++) {
        const bool nests = way >= 4; /* which have full lists here */
        double *velocity = p->velocity;
        p->velocity = NULL;
        s.options.list = !nests && way & 1 ? HEDRA_MD_HALF : HEDRA_MD_FULL;
        s.options.real = way & 2 ? HEDRA_MD_MIXED : HEDRA_MD_DOUBLE;
        /* The pool keeps the number of its threads: one, then several. */
        run(&s, start, "1", nests);
        memcpy(first, p->position, bytes);
        run(&s, start, "4", nests);
        assert_memory_equal(first, p->position, bytes);
        p->velocity = velocity;
    }
    free(start);
    free(first);
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
