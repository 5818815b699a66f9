/*
 * The skeleton of a graph as a file: what racersim does for --prove.
 */
#include "backends/racer/racer.h"
#include "compiler/driver/driver.h"
#include "compiler/racer/racer.h"

#include <string.h>

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);

    return length >= tail && strcmp(path + length - tail, end) == 0;
}

bool racer_write_skeleton(struct arena *arena, const struct racer_graph *g,
                          const struct racer_arch *arch, const char *path,
                          struct faults *faults)
{
    struct net *net = net_new(arena, g, arch, faults);
    struct buf out = {0};

    if (!net)
        return false;
    if (ends_with(path, ".btor"))
        racer_put_btor(&out, arena, net);
    else
        racer_put_smt(&out, arena, net);
    paths_put(path, &out, faults);
    buf_free(&out);
    return !faults->errors;
}
