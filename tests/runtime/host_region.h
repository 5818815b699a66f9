/* A region of the host, for tests of what happens around its kernel. */
#ifndef HEDRA_TESTS_RUNTIME_HOST_REGION_H
#define HEDRA_TESTS_RUNTIME_HOST_REGION_H

#include "runtime/include/hedra.h"
#include "runtime/include/hedra_kernel.h"

static void twice(const union hedra_arg *arg, int64_t begin, int64_t end)
{
}

static const struct hedra_kernel kernel = {
    .name = "twice", .signature = "", .block = {1, 1, 1}, .host = twice};
static struct hedra_module module = {.abi = HEDRA_ABI,
                                     .name = "all",
                                     .file = "user.c",
                                     .line = 1,
                                     .host_kernel_count = 1,
                                     .host_kernel = &kernel};

#endif
