/* Programs: from text to what can run, and what can be asked of them. */
#include "runtime/ptxsim/decode/decode.h"

#include <stdlib.h>
#include <string.h>

/* Fails by longjmp: nothing of the caller's may change meanwhile. */
static bool build(struct ptx_text *t, struct ptxsim_program *p,
                  const char *source)
{
    if (setjmp(t->failed))
        return false;
    ptx_parse(t, source);
    ptx_lay_out(t);
    ptx_place_variables(t, p);
    ptx_decode(t, p);
    return true;
}

static void copy_heading(struct ptxsim_program *p, const struct ptx_text *t)
{
    p->version = t->version;
    memcpy(p->target, t->target, sizeof p->target);
    p->file_count = t->files;
    p->file = arena_alloc(p->arena, (size_t)(t->files + 1) * sizeof *p->file);
    for (int k = 0; k < t->files; k++)
        if (t->file[k])
            p->file[k] = arena_strdup(p->arena, t->file[k]);
}

struct ptxsim_program *ptxsim_load(struct ptxsim_space *space, const char *text,
                                   struct report *why)
{
    struct arena *arena = arena_new();
    struct ptxsim_program *p = arena_alloc(arena, sizeof *p);
    struct ptx_text *t;
    struct arena *scratch = arena_new();
    bool good;

    p->arena = arena;
    p->space = space;
    t = arena_alloc(scratch, sizeof *t);
    t->arena = scratch;
    t->why = why;
    good = build(t, p, text);
    if (good)
        copy_heading(p, t);
    else
        ptxsim_unload(p);
    arena_free(scratch);
    return good ? p : NULL;
}

void ptxsim_unload(struct ptxsim_program *p)
{
    if (!p)
        return;
    for (int k = 0; k < p->variable_count; k++)
        ptxsim_free(p->space, p->variable[k].address);
    arena_free(p->arena);
}

int ptxsim_kernel_count(const struct ptxsim_program *p)
{
    return p->kernel_count;
}

const struct ptxsim_kernel *ptxsim_kernel(const struct ptxsim_program *p,
                                          int index)
{
    return &p->kernel[index];
}

const struct ptxsim_kernel *ptxsim_find_kernel(const struct ptxsim_program *p,
                                               const char *name)
{
    for (int k = 0; k < p->kernel_count; k++)
        if (strcmp(p->kernel[k].name, name) == 0)
            return &p->kernel[k];
    return NULL;
}

bool ptxsim_find_variable(const struct ptxsim_program *p, const char *name,
                          uint64_t *address, uint64_t *size)
{
    for (int k = 0; k < p->variable_count; k++)
        if (strcmp(p->variable[k].name, name) == 0) {
            *address = p->variable[k].address;
            *size = p->variable[k].size;
            return true;
        }
    return false;
}
