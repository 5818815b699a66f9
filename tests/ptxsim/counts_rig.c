#include "tests/ptxsim/counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct rig rig_new(const char *const *text)
{
    struct rig r = {.threads = 1, .arch = arch_find("sm_80")};
    struct report why = {.text = ""};
    size_t length;
    FILE *out = open_memstream(&r.ptx, &length);

    assert_non_null(out);
    fputs(".version 7.0\n.target sm_70\n.address_size 64\n", out);
    while (*text)
        fputs(*text++, out);
    assert_int_equal(fclose(out), 0);
    r.space = ptxsim_space_new();
    r.program = ptxsim_load(r.space, r.ptx, &why);
    if (!r.program)
        fail_msg("%s", why.text);
    r.counts = counts_new(r.program, r.ptx, r.arch);
    assert_non_null(r.counts);
    return r;
}

void rig_free(struct rig *r)
{
    counts_free(r->counts);
    ptxsim_unload(r->program);
    ptxsim_space_free(r->space);
    free(r->ptx);
}

uint64_t rig_words(struct rig *r, int count)
{
    struct report why;
    uint64_t address;
    uint32_t *host;

    assert_true(ptxsim_alloc(r->space, (uint64_t)count * 4, &address, &why));
    host = rig_host(r, address, count);
    for (int k = 0; k < count; k++)
        host[k] = (uint32_t)k;
    return address;
}

uint32_t *rig_host(struct rig *r, uint64_t address, int count)
{
    uint32_t *host = ptxsim_host(r->space, address, (uint64_t)count * 4);

    assert_non_null(host);
    return host;
}

void rig_run(struct rig *r, const char *kernel, int gx, int gy, int bx, int by,
             const uint64_t *param)
{
    struct ptxsim_launch launch = {
        .kernel = ptxsim_find_kernel(r->program, kernel),
        .grid = {gx, gy, 1},
        .block = {bx, by, 1},
        .param = param,
        .threads = r->threads,
        .observer = {counts_observer(r->counts)},
        .observers = 1,
    };
    struct ptxsim_result result;
    struct report why = {.text = ""};

    assert_non_null(launch.kernel);
    if (!ptxsim_run(r->program, &launch, &result, &why))
        fail_msg("%s", why.text);
    ptxsim_result_clear(&result);
}

const struct count_kernel *rig_kernel(const struct rig *r, const char *kernel)
{
    for (int k = 0; k < counts_kernels(r->counts); k++) {
        const struct count_kernel *is = counts_kernel(r->counts, k);

        if (strcmp(is->kernel->name, kernel) == 0)
            return is;
    }
    fail_msg("kernel %s was not counted", kernel);
    return NULL;
}

const struct count_insn *rig_insn(const struct rig *r, const char *kernel,
                                  const char *text)
{
    const struct count_kernel *k = rig_kernel(r, kernel);
    const struct count_insn *found = NULL;

    for (int i = k->begin; i < k->end; i++) {
        int length;
        const char *line = counts_line(
            r->counts, counts_program(r->counts)->insn[i].line, &length);

        if ((size_t)length < strlen(text) ||
            strncmp(line, text, strlen(text)) != 0)
            continue;
        if (found)
            fail_msg("%s has several instructions %s", kernel, text);
        found = &k->insn[i - k->begin];
    }
    if (!found)
        fail_msg("%s has no instruction %s", kernel, text);
    return found;
}

char *rig_show(const struct rig *r, void (*show)(FILE *, const struct show *),
               const struct resources *resources)
{
    struct show_region region = {"all", "counts.c", 1, r->counts};
    struct show s = {1, &region, r->arch, resources};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    show(out, &s);
    assert_int_equal(fclose(out), 0);
    return text;
}
