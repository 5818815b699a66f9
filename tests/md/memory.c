/*
 * Each allocation of making an object fails in turn: that is said, nothing is
 * handed over and nothing leaks (valgrind and sanitizers look), and it works
 * when there is memory again.
 */
#include "tests/md/rig.h"
#include "tests/runtime/failing_memory.h"

#include "runtime/include/hedra_md_file.h"
#include "runtime/include/hedra_md_observe.h"

#include <stdlib.h>
#include <unistd.h>

/* Returns how many allocations there are. */
static long fail_each(const struct system *s)
{
    for (long n = 0;; n++) {
        struct hedra_md *md = (void *)&failing_left;
        struct hedra_error why;
        failing_failed = false;
        failing_left = n;
        const enum hedra_status status =
            hedra_md_create(&s->options, &s->particles, &md, &why);
        failing_left = -1;
        if (!failing_failed) {
            assert_int_equal(status, HEDRA_OK);
            hedra_md_destroy(md);
            return n;
        }
        assert_int_equal(status, HEDRA_ERROR_NO_MEMORY);
        assert_int_equal(why.status, HEDRA_ERROR_NO_MEMORY);
        assert_null(md);
    }
}

static void test_create(void **state)
{
    struct system s = rig_melt(3);
    setenv("HEDRA_THREADS", "1",
           1); /* a failing pool goes on with one thread */
    for (int way = 0; way < 4; way++) {
        s.options.list = way & 1;
        s.options.real = way >> 1;
        assert_true(fail_each(&s) > 30);
    }
    rig_free(&s);
}

/* What a call allocates fails in turn; the object stays as it was. */
static long fail_calls(enum hedra_status (*call)(struct hedra_md *),
                       struct hedra_md *md)
{
    for (long n = 0;; n++) {
        failing_failed = false;
        failing_left = n;
        const enum hedra_status status = call(md);
        failing_left = -1;
        if (!failing_failed) {
            assert_int_equal(status, HEDRA_OK);
            return n;
        }
        assert_int_equal(status, HEDRA_ERROR_NO_MEMORY);
    }
}

static const char *path;

static enum hedra_status rdf(struct hedra_md *md)
{
    double g[8];
    return hedra_md_rdf(md, 0, 0, 2, 8, g, NULL);
}

static enum hedra_status mark(struct hedra_md *md)
{
    return hedra_md_mark(md, NULL);
}

static enum hedra_status displace(struct hedra_md *md)
{
    double mean;
    return hedra_md_displacement(md, &mean, NULL);
}

static enum hedra_status restart(struct hedra_md *md)
{
    struct hedra_md *later;
    const enum hedra_status status =
        hedra_md_restart(path, NULL, &later, NULL, NULL, NULL);
    hedra_md_destroy(later);
    return status;
}

static enum hedra_status read_frame(struct hedra_md *md)
{
    struct hedra_md_data d;
    const enum hedra_status status = hedra_md_read_xyz(path, 0, &d, NULL);
    hedra_md_data_free(&d);
    return status;
}

static void test_calls(void **state)
{
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s);
    char file[] = "md-memory-XXXXXX";
    const int opened = mkstemp(file);
    assert_true(opened >= 0);
    close(opened);
    path = file;
    assert_true(fail_calls(rdf, md) >= 4);
    assert_int_equal(fail_calls(mark, md), 1);
    assert_true(fail_calls(displace, md) >= 1);
    assert_int_equal(hedra_md_save(md, path, "notes", 5, NULL), HEDRA_OK);
    assert_true(fail_calls(restart, md) > 30);
    assert_int_equal(hedra_md_write(md, HEDRA_MD_XYZ, path, false, NULL),
                     HEDRA_OK);
    assert_true(fail_calls(read_frame, md) >= 6);
    unlink(file);
    hedra_md_destroy(md);
    rig_free(&s);
}

static enum hedra_status step_there(struct hedra_md *md)
{
    struct hedra_error why;
    enum hedra_status status = hedra_md_set_device(md, "host", &why);
    if (!status)
        status = hedra_md_step(md, 4, &why);
    assert_int_equal(why.status, status);
    return status;
}

/* Steps on a device, each time of another object; the first one opens it. */
static void fail_device(int list)
{
    struct system s = rig_melt(3);
    s.options.every = 2;
    s.options.list = list;
    long n = -1;
    do {
        struct hedra_md *md = rig_make(&s);
        failing_failed = false;
        failing_left = n;
        const enum hedra_status status = step_there(md);
        failing_left = -1;
        assert_int_equal(status,
                         failing_failed ? HEDRA_ERROR_NO_MEMORY : HEDRA_OK);
        hedra_md_destroy(md);
    } while (n++ < 0 || failing_failed);
    assert_true(n > 20);
    rig_free(&s);
}

static void test_device(void **state)
{
    fail_device(HEDRA_MD_FULL);
    fail_device(HEDRA_MD_HALF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_create),
                                       cmocka_unit_test(test_calls),
                                       cmocka_unit_test(test_device)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
