/* Pointers of kernels are `restrict` in plain C with OpenMP, but for kernels to
 * which some launch, wherever it stands, passes one array twice. */
#include "backends/c/c.h"
#include "backends/kir/kir.h"
#include "backends/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char kernels[] =
    "module \"m\" \"m.c\"\n"
    "kernel k 1 1 1 { global y:f32 noalias global x:f32 readonly noalias\n"
    "%0:i64 = cast i64 block.x %1:f32 = load x %0 store y %0 %1 }\n";

/* Whether pointers are restrict with these drivers. */
static const struct {
    const char *drivers;
    bool is_restricted;
} rows[] = {
    {"host h { launch k ( 9:i64 1:i64 1:i64 ) ( @0 @1 ) }", true},
    {"host h { launch k ( 9:i64 1:i64 1:i64 ) ( @1 @1 ) }", false},
    {"host h { launch k ( 9:i64 1:i64 1:i64 ) ( @0 @1 ) "
     "for %0:i64 = 0:i64 to 3:i64 step 1:i64 { "
     "launch k ( 9:i64 1:i64 1:i64 ) ( @2 @2 ) } }",
     false},
    {"host h { launch k ( 9:i64 1:i64 1:i64 ) ( @1 @1 ) }\n"
     "host i { launch k ( 9:i64 1:i64 1:i64 ) ( @0 @1 ) }",
     false},
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        const char *text =
            arena_printf(arena, "%s%s", kernels, rows[k].drivers);
        struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
        struct target_options options = {0};
        struct buf out = {0};

        if (!module || !kir_check(module, &faults) ||
            !target_openmp.print(module, &options, &out, &faults))
            fail_msg("%s: %s", rows[k].drivers, faults.first->message);
        if (!strstr(out.text, "restrict hd_y") != !rows[k].is_restricted)
            fail_msg("%s", out.text);
        buf_free(&out);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
