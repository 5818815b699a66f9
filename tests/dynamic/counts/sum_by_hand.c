/*
 * sum_by_hand FILE.json: what the simulator counted of hedrac's sum of 2^18
 * floats (HEDRA_COUNT=json), against a kernel written by hand in PTX: as many
 * sectors, and not more than twice its warp instructions, which do
 * nothing but load, add, step and branch in the loop. A block passes one
 * barrier: what follows stays in a warp.
 */
#include "runtime/base/base.h"
#include "tests/ptxsim/counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

enum { N = 1 << 18, THREADS = 256, STEPS = 64, BLOCKS = N / THREADS / STEPS };

static const char *file;

/* Each thread adds STEPS elements, THREADS apart; half of the threads add the
 * other half's results, and so on. */
static const char *const text[] = {
    ".visible .entry sum(.param .u64 P0, .param .u64 P1)\n{\n"
    "  .reg .u32 %t, %b, %at, %k, %s, %h;\n"
    "  .reg .u64 %in, %out;\n"
    "  .reg .f32 %v, %w;\n"
    "  .reg .pred %p;\n"
    "  .shared .align 4 .b8 part[1024];\n"
    "  ld.param.u64 %in, [P0];\n"
    "  ld.param.u64 %out, [P1];\n"
    "  mov.u32 %t, %tid.x;\n"
    "  mov.u32 %b, %ctaid.x;\n"
    "  mad.lo.u32 %at, %b, 16384, %t;\n"
    "  mad.wide.u32 %in, %at, 4, %in;\n"
    "  mov.f32 %v, 0f00000000;\n"
    "  mov.u32 %k, 0;\n"
    "LOOP:\n"
    "  ld.global.f32 %w, [%in];\n"
    "  add.f32 %v, %v, %w;\n"
    "  add.u64 %in, %in, 1024;\n"
    "  add.u32 %k, %k, 1;\n"
    "  setp.lt.u32 %p, %k, 64;\n"
    "  @%p bra LOOP;\n"
    "  mov.u32 %s, part;\n"
    "  mad.lo.u32 %s, %t, 4, %s;\n"
    "  st.shared.f32 [%s], %v;\n"
    "  mov.u32 %h, 128;\n"
    "TREE:\n"
    "  bar.sync 0;\n"
    "  setp.ge.u32 %p, %t, %h;\n"
    "  @%p bra SKIP;\n"
    "  mad.lo.u32 %at, %h, 4, %s;\n"
    "  ld.shared.f32 %w, [%at];\n"
    "  ld.shared.f32 %v, [%s];\n"
    "  add.f32 %v, %v, %w;\n"
    "  st.shared.f32 [%s], %v;\n"
    "SKIP:\n"
    "  shr.u32 %h, %h, 1;\n"
    "  setp.gt.u32 %p, %h, 0;\n"
    "  @%p bra TREE;\n"
    "  setp.ne.u32 %p, %t, 0;\n"
    "  @%p bra END;\n"
    "  mad.wide.u32 %out, %b, 4, %out;\n"
    "  st.global.f32 [%out], %v;\n"
    "END:\n"
    "  ret;\n}\n",
    NULL};

struct total {
    double instructions, sectors, barriers, blocks;
};

static struct total by_hand(void)
{
    struct rig r = rig_new(text);
    struct total t = {0};
    uint64_t param[2] = {rig_words(&r, N), rig_words(&r, BLOCKS)};
    uint32_t *in = rig_host(&r, param[0], N);
    for (int k = 0; k < N; k++)
        in[k] = 0x3f800000; /* 1.0f */
    rig_run(&r, "sum", BLOCKS, 1, THREADS, 1, param);
    const uint32_t *out = rig_host(&r, param[1], BLOCKS);
    for (int k = 0; k < BLOCKS; k++)
        assert_int_equal(out[k], 0x46800000); /* 16384.0f */
    const struct count_kernel *k = rig_kernel(&r, "sum");
    for (int c = 0; c < PTX_CLASSES; c++)
        t.instructions += (double)k->class[c];
    rig_free(&r);
    t.sectors = N * sizeof(float) / 32;
    return t;
}

static struct total by_hedrac(void)
{
    struct total t = {0};
    char *json = base_read_file(file, NULL);
    assert_non_null(json);
    cJSON *root = cJSON_Parse(json);
    assert_non_null(root);
    const cJSON *region, *kernel, *memory;
    cJSON_ArrayForEach(region, cJSON_GetObjectItem(root, "regions"))
        cJSON_ArrayForEach(kernel, cJSON_GetObjectItem(region, "kernels"))
    {
        t.instructions +=
            cJSON_GetObjectItem(kernel, "warp_instructions")->valuedouble;
        t.barriers += cJSON_GetObjectItem(kernel, "barriers")->valuedouble;
        t.blocks += cJSON_GetObjectItem(kernel, "blocks")->valuedouble;
        cJSON_ArrayForEach(memory, cJSON_GetObjectItem(kernel, "memory"))
            t.sectors += cJSON_GetObjectItem(memory, "sectors")->valuedouble;
    }
    cJSON_Delete(root);
    free(json);
    return t;
}

static void near_the_floor(void **state)
{
    (void)state;
    struct total hand = by_hand(), ours = by_hedrac();
    print_message("instructions %g by hand, %g; sectors %g at least, %g\n",
                  hand.instructions, ours.instructions, hand.sectors,
                  ours.sectors);
    assert_true(ours.sectors >= hand.sectors);
    assert_true(ours.sectors <= 1.01 * hand.sectors);
    assert_true(ours.instructions <= 2 * hand.instructions);
    assert_true(ours.barriers == ours.blocks);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(near_the_floor)};
    file = argc > 1 ? argv[1] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
