/* Loops of the plain nest that threads share (hedra_share): each iteration runs
 * once whatever the step, and what is then known of the loop. Long loops are
 * long by sleeping. */
#include "tests/runtime/child.h"
#include "tests/runtime/unit.h"

#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST = 400, TURNS = 1000 };

struct visits {
    atomic_uchar count[MOST];
    int64_t step;
    bool slow;
};

static void visit(void *const *variable, int64_t from, int64_t to)
{
    struct visits *v = variable[0];
    for (int64_t i = from; v->step > 0 ? i < to : i > to; i += v->step) {
        v->count[i]++;
        if (v->slow)
            nanosleep(&(struct timespec){0, 100000}, NULL);
    }
}

static bool each_once(int64_t first, int64_t end, int64_t step)
{
    struct visits v = {.step = step};
    void *variable[] = {&v};
    hedra_share(visit, variable, first, end, step, NULL);
    for (int64_t i = first; step > 0 ? i < end : i > end; i += step)
        if (v.count[i]-- != 1)
            return false;
    for (int k = 0; k < MOST; k++)
        if (v.count[k])
            return false;
    return true;
}

static int all_once(void)
{
    bool good = true;
    for (int64_t length = 0; length < MOST; length += 33)
        for (int64_t step = 1; step < 8; step++)
            good = good && each_once(0, length, step) &&
                   each_once(length, -1, -step) &&
                   each_once(length, length / 2, step);
    return !good;
}

static struct hedra_note note_of(int64_t length, int64_t step, bool slow)
{
    struct visits v = {.step = step, .slow = slow};
    void *variable[] = {&v};
    struct hedra_note note = {0, 0};
    hedra_share(visit, variable, 0, length, step, &note);
    return note;
}

static int never_alone(void)
{
    struct hedra_note note = note_of(MOST, 1, false);
    return note.least != INT64_MAX || note.turns != INT64_MAX;
}

/* Something else may run on the processor meanwhile, but not each time. */
static int short_in_place(void)
{
    for (int k = 0; k < TURNS; k++) {
        struct hedra_note note = note_of(MOST / 2, 2, false);
        if (note.least > MOST && note.least % 2 == 0 && note.turns >= 8)
            return 0;
    }
    return 1;
}

static int long_shared(void)
{
    struct hedra_note note = note_of(MOST, 1, true);
    return note.least < 0 || note.least > 1;
}

static int one_iteration(void)
{
    struct hedra_note note = note_of(3, 3, false);
    return note.least != 6 || note.turns < 8;
}

static void test_shared(void **state)
{
    static const struct child_case cases[] = {
        {all_once, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {all_once, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {never_alone, {"HEDRA_THREADS", "1"}, 0, {NULL}},
        {short_in_place, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {long_shared, {"HEDRA_THREADS", "3"}, 0, {NULL}},
        {one_iteration, {"HEDRA_THREADS", "3"}, 0, {NULL}},
    };
    child_check(cases, sizeof cases / sizeof *cases);
}

static void test_when_it_pays(void **state)
{
    struct hedra_note note = {0, 0};
    assert_true(HEDRA_PAYS(note, 5, 5));
    note = (struct hedra_note){10, 2};
    assert_true(HEDRA_PAYS(note, -5, 5));
    assert_false(HEDRA_PAYS(note, 0, 9));
    assert_false(HEDRA_PAYS(note, 5, 0));
    assert_true(HEDRA_PAYS(note, 0, 9)); /* a look is due */
    note = (struct hedra_note){INT64_MAX, INT64_MAX};
    assert_false(HEDRA_PAYS(note, 0, INT64_MAX - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_when_it_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
