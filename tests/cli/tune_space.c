/* The candidates of hedrac --tune: which there are, and how each way of
 * searching goes through them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/tune/space.h"

enum { MOST = 5000 };

/* A GPU's kernel of two dimensions with a tile in shared memory, and a nest on
 * the host. */
static struct choice model(void)
{
    struct choice c = {0};
    c.model[CHOICE_BLOCK_2X] = 32;
    c.model[CHOICE_BLOCK_2Y] = 8;
    c.model[CHOICE_STAGE] = 2;
    c.model[CHOICE_STAGE_DEPTH] = 32;
    c.model[CHOICE_AHEAD] = 2;
    c.model[CHOICE_FUSE] = 2;
    c.model[CHOICE_FIRST] = 16;
    c.model[CHOICE_LAST] = 256;
    return c;
}

static struct tune_space *space(struct arena *arena, bool gpu,
                                enum options_tune how, unsigned long seed)
{
    struct choice c = model();
    return tune_space_new(arena, &c, gpu, how, seed);
}

static int64_t value(const int64_t *want, enum choice_name name)
{
    return want[name] ? want[name] : model().model[name];
}

static void candidates_are_near_and_valid(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct tune_space *s = space(arena, true, OPTIONS_TUNE_EXHAUSTIVE, 1);
    double before = 0;
    assert_true(tune_space_count(s) > 50);
    for (int k = 0; k < tune_space_count(s); k++) {
        int64_t want[CHOICE_COUNT];
        double distance = 0;
        tune_space_get(s, k, want);
        int64_t threads =
            value(want, CHOICE_BLOCK_2X) * value(want, CHOICE_BLOCK_2Y);
        assert_in_range(threads, 32, 1024);
        assert_int_equal(want[CHOICE_FIRST], 0);
        assert_int_equal(want[CHOICE_BLOCK_1X], 0);
        if (value(want, CHOICE_STAGE) == 1) {
            assert_int_equal(want[CHOICE_STAGE_DEPTH], 0);
            assert_int_equal(want[CHOICE_AHEAD], 0);
        }
        for (int n = 0; n < CHOICE_COUNT; n++)
            if (want[n])
                distance +=
                    fabs(log2((double)want[n] / (double)model().model[n]));
        assert_true(distance >= before && distance > 0);
        before = distance;
    }
    arena_free(arena);
}

static void the_host_has_its_own(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct tune_space *s = space(arena, false, OPTIONS_TUNE_EXHAUSTIVE, 1);
    /* five values of two sizes, four ways of fusion, without the model's choice
     */
    assert_int_equal(tune_space_count(s), 5 * 5 * 4 - 1);
    struct choice nothing = {0};
    s = tune_space_new(arena, &nothing, false, OPTIONS_TUNE_RANDOM, 1);
    assert_int_equal(tune_space_count(s), 0);
    arena_free(arena);
}

/* How good a candidate is, for the search: a block of 16 x 32 is best. */
static double seconds(const int64_t *want)
{
    return fabs(log2((double)value(want, CHOICE_BLOCK_2X) / 16)) +
           fabs(log2((double)value(want, CHOICE_BLOCK_2Y) / 32)) + 1;
}

/* Follows the search for at most `most` steps; how many it took to the best
 * candidate, or 0. None comes twice. */
static int search(struct tune_space *s, int most, struct tune_sample *sample)
{
    int count = 1, found = 0;
    sample[0] = (struct tune_sample){.seconds = 0};
    sample[0].seconds = seconds(sample[0].want);
    while (count <= most &&
           tune_space_next(s, sample, count, sample[count].want)) {
        for (int k = 0; k < count; k++)
            assert_int_not_equal(memcmp(sample[k].want, sample[count].want,
                                        sizeof sample[k].want),
                                 0);
        sample[count].seconds = seconds(sample[count].want);
        if (sample[count].seconds == 1 && !found)
            found = count;
        count++;
    }
    if (most == MOST - 1)
        assert_int_equal(count, tune_space_count(s) + 1);
    return found;
}

static struct tune_sample sample[MOST];

static void every_search_ends_with_all(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (int how = OPTIONS_TUNE_EXHAUSTIVE; how <= OPTIONS_TUNE_EVOLUTIONARY;
         how++)
        assert_true(search(space(arena, true, how, 1), MOST - 1, sample));
    arena_free(arena);
}

static void the_model_tries_what_it_predicts(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct tune_space *s = space(arena, true, OPTIONS_TUNE_MODEL, 1);
    int64_t want[CHOICE_COUNT];
    assert_false(tune_space_next(s, NULL, 0, want));
    tune_space_predict(s, 7, 3);
    tune_space_predict(s, 9, 1);
    int64_t first[CHOICE_COUNT], second[CHOICE_COUNT];
    tune_space_get(s, 9, first);
    tune_space_get(s, 7, second);
    assert_true(tune_space_next(s, NULL, 0, want));
    assert_memory_equal(want, first, sizeof want);
    assert_true(tune_space_next(s, NULL, 0, want));
    assert_memory_equal(want, second, sizeof want);
    assert_false(tune_space_next(s, NULL, 0, want));
    arena_free(arena);
}

/* Of forty searches each, evolution comes to the best one earlier than chance
 * does. */
static void evolution_learns(void **state)
{
    (void)state;
    int steps[2] = {0};
    for (unsigned long seed = 1; seed <= 40; seed++) {
        struct arena *arena = arena_new();
        steps[0] += search(space(arena, true, OPTIONS_TUNE_RANDOM, seed),
                           MOST - 1, sample);
        steps[1] += search(space(arena, true, OPTIONS_TUNE_EVOLUTIONARY, seed),
                           MOST - 1, sample);
        arena_free(arena);
    }
    assert_true(steps[1] < steps[0]);
}

static void choices_are_text(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    int64_t want[CHOICE_COUNT], again[CHOICE_COUNT];
    struct buf text = {0};
    assert_null(choice_parse(arena, " host.first=8  fuse=1", want));
    choice_print(want, &text);
    assert_string_equal(text.text, "host.first=8 fuse=1");
    assert_null(choice_parse(arena, text.text, again));
    assert_memory_equal(want, again, sizeof want);
    assert_null(choice_parse(arena, "", want));
    static const char *const bad[] = {
        "host.first",    "host.first=",  "host.first=0",
        "host.first=8x", "first=8",      "host.first=9999999999999999999",
        "fuse=5",        "fuse=1 fuse=1"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        assert_non_null(choice_parse(arena, bad[k], want));
    buf_free(&text);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_near_and_valid),
        cmocka_unit_test(the_host_has_its_own),
        cmocka_unit_test(every_search_ends_with_all),
        cmocka_unit_test(the_model_tries_what_it_predicts),
        cmocka_unit_test(evolution_learns),
        cmocka_unit_test(choices_are_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
