/* What is undefined in KIR ends a run with a message that names the numbers. */
#include "backends/kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 8, STEPS = 1000 };

/* Statements of a kernel that is given n = 0; NULL: they are defined. */
static const struct {
    const char *body, *says;
} rows[] = {
    {"%1 = add $n 5:i32 store a 7:i64 %1", NULL},
    {"%1 = add $n 8:i32 %2 = div %1 $n store a 0:i64 %2", "the division 8 / 0"},
    {"%1 = sub $n 9:i32 %2 = rem %1 $n store a 0:i64 %2",
     "the division -9 / 0"},
    {"%1 = add $n 8:i32 store a %1 1:i32",
     "an access to element 8 of 'a', which has 8"},
    {"for %1:i32 = 0:i32 to 3:i32 step $n { store a %1 1:i32 }",
     "a loop whose step is not positive"},
    {"for %1:i32 = 0:i32 to 3000:i32 step 1:i32 { store a 0:i64 1:i32 }",
     "the limit of 1000 steps"},
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        const char *text =
            arena_printf(arena,
                         "module \"m\" \"m.c\" kernel k 1 1 1 { global a:i32 "
                         "param n:i32 %s }",
                         rows[k].body);
        struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
        int32_t a[COUNT] = {0};
        struct kir_memory buffer = {a, COUNT};
        union kir_imm n = {.i = 0};
        struct kir_eval eval = {
            .buffer = &buffer, .scalar = &n, .max_steps = STEPS};
        bool good;

        if (!module || !kir_check(module, &faults))
            fail_msg("%s: %s", rows[k].body, faults.first->message);
        good = kir_eval_run(module->func[0], (int64_t[3]){1, 1, 1}, &eval,
                            &faults);
        assert_int_equal(good, !rows[k].says);
        if (rows[k].says && !strstr(faults.first->message, rows[k].says))
            fail_msg("%s: %s", rows[k].says, faults.first->message);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
