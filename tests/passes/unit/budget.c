/*
 * budget_try: a crash of isl behind its limit ends the step alone, whatever
 * steps it is in; any other crash ends the process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <isl/set.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "polyhedral/limits/budget.h"

struct steps {
    struct budget *budget;
    int reached;
};

static void crash(void *user)
{
    struct steps *s = user;
    s->reached++;
    raise(SIGSEGV);
    s->reached = -1;
}

static void crash_within(void *user)
{
    struct steps *s = user;
    budget_try(s->budget, crash, s);
}

/* As glibc ends a program whose heap is spoilt. */
static void spoil(void *user)
{
    (void)user;
    abort();
}

static void spend(struct budget *budget)
{
    isl_set *set = NULL;
    while (!budget_spent(budget)) {
        isl_set_free(set);
        set = isl_set_read_from_str(budget_ctx(budget), "{ [i] : 0 < i < 9 }");
    }
    isl_set_free(set);
}

static void nested(void *user)
{
    struct steps *s = user;
    spend(s->budget);
    assert_false(budget_try(s->budget, crash, s));
    s->reached++;
    raise(SIGSEGV);
    s->reached = -1;
}

static void quiet(void *user)
{
    ((struct steps *)user)->reached++;
}

static struct budget *small_budget(void)
{
    return budget_new(&(struct region_limits){.operations = 100});
}

static void test_ends_the_step(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct steps s = {.budget = small_budget()};
    assert_true(budget_try(s.budget, quiet, &s));
    assert_false(budget_try(s.budget, nested, &s));
    assert_int_equal(s.reached, 3);
    budget_report(s.budget, &faults, (struct loc){"a.c", 3, 1, 1}, "testing");
    assert_int_equal(faults.errors, 1);
    assert_non_null(strstr(faults.first->message, "isl's operation limit"));
    budget_clear(s.budget);
    assert_true(budget_try(s.budget, quiet, &s));
    budget_free(s.budget);
    arena_free(arena);
}

/* How a process ends that `step` crashes. */
static int end_of(struct region_limits limits, void (*step)(void *))
{
    pid_t child = fork();
    if (child == 0) {
        struct steps s = {.budget = budget_new(&limits)};
        signal(SIGSEGV, SIG_DFL);
        signal(SIGABRT, SIG_DFL);
        budget_try(s.budget, step, &s);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void test_other_crashes(void **state)
{
    struct region_limits limits = {.operations = 100};
    int status = end_of(limits, crash_within);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    status = end_of(limits, spoil);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_the_step),
        cmocka_unit_test(test_other_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
