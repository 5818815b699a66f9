/* What a kernel is given, in letters; and whether a module's tables fit into
 * the constant memory of a GPU. */
#include "backends/kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_letters(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *module = kir_parse(
        arena, "m.kir",
        "module \"m\" \"m.c\" kernel k 1 1 1 { global a:f32 local t:f64 3 "
        "global b:i8 readonly param n:i32 param m:u32 param i:i64 param j:u64 "
        "param x:f32 param y:f64 }",
        &faults);

    (void)state;
    assert_non_null(module);
    assert_string_equal(kir_signature(arena, module->func[0]), "bbiulmfd");
    arena_free(arena);
}

/* Two kernels with a table each, of so many numbers, which have one more for
 * its end; a driver has none. */
static bool are_large(int first, int second)
{
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "m", "m.c");
    bool large;

    for (int k = 0; k < 2; k++) {
        int count = k ? second : first;
        union kir_imm *table =
            arena_alloc(arena, (size_t)count * sizeof *table);
        struct kir_func *f = kir_func_new(module, KIR_KERNEL, "k", 1, 1, 1);

        kir_constant(f, "t", KIR_F64, count, table);
    }
    kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    large = kir_constants_are_large(module);
    arena_free(arena);
    return large;
}

static void test_constants(void **state)
{
    (void)state;
    assert_false(are_large(10, 10));
    assert_false(are_large(8000, 190));
    assert_true(are_large(8000, 191));
    assert_true(are_large(191, 8000));
    assert_true(are_large(10, 9000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_letters),
                                       cmocka_unit_test(test_constants)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
