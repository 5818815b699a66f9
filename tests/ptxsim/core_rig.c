#include "tests/ptxsim/core_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char rig_head[] = ".version 7.8\n.target sm_80\n.address_size 64\n";

void rig_open(struct rig *rig, const char *body)
{
    size_t size = strlen(rig_head) + strlen(body) + 1;
    char *text = malloc(size);

    memset(rig, 0, sizeof *rig);
    assert_non_null(text);
    strcpy(text, rig_head);
    strcat(text, body);
    rig->space = ptxsim_space_new();
    rig->program = ptxsim_load(rig->space, text, &rig->why);
    free(text);
    if (!rig->program)
        fail_msg("%s", rig->why.text);
}

void rig_close(struct rig *rig)
{
    ptxsim_result_clear(&rig->result);
    ptxsim_unload(rig->program);
    ptxsim_space_free(rig->space);
}

uint64_t rig_memory(struct rig *rig, const void *bytes, size_t size)
{
    uint64_t address;

    assert_true(ptxsim_alloc(rig->space, size, &address, &rig->why));
    if (bytes)
        memcpy(rig_bytes(rig, address, size), bytes, size);
    return address;
}

void *rig_bytes(struct rig *rig, uint64_t address, size_t size)
{
    void *host = ptxsim_host(rig->space, address, size);

    assert_non_null(host);
    return host;
}

bool rig_run(struct rig *rig, const char *kernel, int grid, int block,
             int dynamic_shared, const uint64_t *param)
{
    struct ptxsim_launch launch = {
        .kernel = ptxsim_find_kernel(rig->program, kernel),
        .grid = {grid, 1, 1},
        .block = {block, 1, 1},
        .dynamic_shared = dynamic_shared,
        .param = param,
        .threads = rig->threads,
        .watchdog = rig->watchdog,
    };

    assert_non_null(launch.kernel);
    ptxsim_result_clear(&rig->result);
    return ptxsim_run(rig->program, &launch, &rig->result, &rig->why);
}

void rig_expect(struct rig *rig, const char *kernel, int grid, int block,
                const uint64_t *param)
{
    if (!rig_run(rig, kernel, grid, block, 0, param))
        fail_msg("%s: %s", kernel, rig->why.text);
}

void rig_expect_finding(struct rig *rig, const char *kernel, int grid,
                        int block, const uint64_t *param,
                        enum ptxsim_finding_kind kind, const char *text)
{
    assert_false(rig_run(rig, kernel, grid, block, 0, param));
    assert_true(rig->result.finding_count > 0);
    if (rig->result.finding[0].kind != kind || !strstr(rig->why.text, text))
        fail_msg("%s: found %s, not %s with '%s'", kernel, rig->why.text,
                 ptxsim_finding_name(kind), text);
}
