/*
 * Each allocation of making an object fails in turn: that is said, nothing is
 * handed over and nothing leaks (valgrind and sanitizers look), and it works
 * when there is memory again. Linked with --wrap of malloc and its kin.
 */
#include "tests/md/rig.h"

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static long left = -1; /* allocations until one fails; -1: none does */
static bool failed;

static bool fails(void)
{
    if (left < 0 || left-- > 0)
        return false;
    failed = true;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

/* Returns how many allocations there are. */
static long fail_each(const struct system *s)
{
    for (long n = 0;; n++) {
        struct hedra_md *md = (void *)&left;
        struct hedra_error why;
        failed = false;
        left = n;
        const enum hedra_status status =
            hedra_md_create(&s->options, &s->particles, &md, &why);
        left = -1;
        if (!failed) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_create)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
