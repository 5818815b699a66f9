/* When children of fork hear that they are such: where the parent had opened
 * the host alone, only if it had threads. */
#include "tests/runtime/unit.h"

#include "tests/runtime/open_host.h"

#include "runtime/device/fork.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool child_hears(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(device_forked());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void *wait_for(void *gate)
{
    pthread_barrier_wait(gate);
    return NULL;
}

static void test_threads(void **state)
{
    pthread_barrier_t gate;
    pthread_t thread;
    struct device *host = open_host();
    assert_ptr_equal(open_host(), host);
    assert_false(child_hears());
    pthread_barrier_init(&gate, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, wait_for, &gate), 0);
    assert_ptr_equal(open_host(), host);
    assert_true(child_hears());
    assert_false(device_forked());
    pthread_barrier_wait(&gate);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    clearenv(); /* children hear of variables, too */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
