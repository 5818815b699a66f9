/* Random programs: through text and back, through the optimiser, run before and
 * after, also what is optimised twice; that is the same text where no packs
 * moved accesses. An argument sets how many, a second one the first seed. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "tests/kir/kir_gen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int program_count = 500;
static uint64_t first_seed = 1;

static char *to_text(const struct kir_module *module)
{
    struct buf out = {0};

    kir_print(module, &out);
    return out.text;
}

static void require_no_fault(const struct faults *faults, uint64_t seed,
                             const struct kir_module *module)
{
    struct buf text = {0};

    if (!faults->first)
        return;
    kir_print(module, &text);
    print_message("%s\n", text.text);
    buf_free(&text);
    fail_msg("seed %llu: %s", (unsigned long long)seed, faults->first->message);
}

/* Runs the kernel and returns the memory that it leaves. */
static struct gen_input run(struct arena *arena,
                            const struct kir_module *module, uint64_t seed)
{
    static const int64_t grid[3] = {GEN_BLOCKS, 1, 1};
    struct gen_input input = gen_input(arena, seed);
    struct kir_eval eval = {
        .buffer = input.buffer, .scalar = input.scalar, .max_steps = 10000000};
    struct faults faults = faults_new(arena);

    kir_eval_run(module->func[0], grid, &eval, &faults);
    require_no_fault(&faults, seed, module);
    return input;
}

static void check_one(uint64_t seed)
{
    struct arena *arena = arena_new();
    struct kir_module *module = gen_module(arena, seed), *parsed, *fast, *again;
    struct faults faults = faults_new(arena);
    struct gen_input before, after;
    char *text = to_text(module), *other;

    kir_check(module, &faults);
    require_no_fault(&faults, seed, module);
    parsed = kir_parse(arena, "text", text, &faults);
    require_no_fault(&faults, seed, module);
    other = to_text(parsed);
    assert_string_equal(text, other);
    free(other);
    fast = kir_optimise(arena, parsed);
    kir_check(fast, &faults);
    require_no_fault(&faults, seed, fast);
    before = run(arena, module, seed);
    after = run(arena, fast, seed);
    if (memcmp(before.memory, after.memory, before.bytes) != 0) {
        other = to_text(fast);
        print_message("%s\n%s\n", text, other);
        fail_msg("seed %llu: the optimised program differs",
                 (unsigned long long)seed);
    }
    free(text);
    text = to_text(fast);
    again = kir_optimise(arena, fast);
    other = to_text(again);
    if (!strstr(text, "pack") && strcmp(text, other) != 0) {
        print_message("%s\n%s\n", text, other);
        fail_msg("seed %llu: optimising twice differs",
                 (unsigned long long)seed);
    }
    after = run(arena, again, seed);
    if (memcmp(before.memory, after.memory, before.bytes) != 0)
        fail_msg("seed %llu: the program optimised twice differs",
                 (unsigned long long)seed);
    free(text);
    free(other);
    arena_free(arena);
}

static void test_random_programs(void **state)
{
    (void)state;
    for (int i = 0; i < program_count; i++)
        check_one(first_seed + (uint64_t)i);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
    };

    if (argc > 1)
        program_count = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
