/*
 * Registers and spills of kernels, read from what ptxas -v printed
 * (resources.h).
 */
#include "runtime/ptxsim/count/resources.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct resources {
    char *text; /* a copy; names point into it */
    int count, capacity;
    struct resource_kernel *kernel;
};

void resources_free(struct resources *r)
{
    if (!r)
        return;
    free(r->text);
    free(r->kernel);
    free(r);
}

const struct resource_kernel *resources_find(const struct resources *r,
                                             const char *name)
{
    for (int k = r ? r->count - 1 : -1; k >= 0; k--)
        if (strcmp(r->kernel[k].name, name) == 0)
            return &r->kernel[k];
    return NULL;
}

static struct resource_kernel *add_kernel(struct resources *r, const char *name)
{
    if (r->count == r->capacity) {
        int capacity = 2 * r->capacity + 16;
        void *larger = realloc(r->kernel, (size_t)capacity * sizeof *r->kernel);
        if (!larger)
            return NULL;
        r->kernel = larger;
        r->capacity = capacity;
    }
    r->kernel[r->count] = (struct resource_kernel){.name = name};
    return &r->kernel[r->count++];
}

/* The text between quotes that follows `head` in the line, cut out in place;
 * *rest is what comes behind. NULL: not there. */
static char *quoted(char *line, const char *head, char **rest)
{
    char *begin = strstr(line, head);
    if (!begin)
        return NULL;
    begin += strlen(head);
    char *end = strchr(begin, '\'');
    if (!end)
        return NULL;
    *end = '\0';
    *rest = end + 1;
    return begin;
}

/* "…Compiling entry function 'NAME' for 'sm_80'" begins a kernel; the lines
 * behind it are about it. False: out of memory. */
static bool take_line(struct resources *r, char *line, const char *arch,
                      struct resource_kernel **kernel)
{
    char *rest, *used = strstr(line, "Used ");
    char *name = quoted(line, "Compiling entry function '", &rest);
    struct resource_kernel *k = *kernel;
    if (name) {
        char *target = quoted(rest, " for '", &rest);
        bool wanted = target && strcmp(target, arch) == 0;
        *kernel = wanted ? add_kernel(r, name) : NULL;
        return !wanted || *kernel;
    }
    if (k && used)
        sscanf(used, "Used %d registers", &k->registers);
    else if (k && strstr(line, "bytes stack frame"))
        sscanf(line, " %d bytes stack frame, %d bytes spill stores, %d",
               &k->stack, &k->spill_stores, &k->spill_loads);
    return true;
}

struct resources *resources_parse(const char *text, const char *arch,
                                  struct report *why)
{
    struct resources *r = calloc(1, sizeof *r);
    struct resource_kernel *kernel = NULL;
    bool good = r && (r->text = strdup(text));
    for (char *line = good ? r->text : NULL, *end; good && line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        good = take_line(r, line, arch, &kernel);
    }
    if (good && r->count > 0)
        return r;
    if (good)
        report_set(why, "it tells of no kernel compiled for %s", arch);
    else
        report_set(why, "out of memory");
    resources_free(r);
    return NULL;
}

struct resources *resources_read(const char *path, const char *arch,
                                 struct report *why)
{
    struct resources *r = NULL;
    char *text = NULL;
    size_t length = 0;
    FILE *in = fopen(path, "r");
    if (in && getdelim(&text, &length, '\0', in) >= 0)
        r = resources_parse(text, arch, why);
    else
        report_set(why, "%s",
                   !in || ferror(in) ? strerror(errno) : "it is empty");
    if (!r)
        report_prefix(why, "what ptxas printed, '%s': ", path);
    free(text);
    if (in)
        fclose(in);
    return r;
}
