/*
 * Which optional passes a program is compiled without: some by chance, drawn
 * from a seed, of those that hedrac --passes calls optional; and in which order
 * its arrays lie in memory. What a program computes must not depend on them.
 */
#include "tests/fuzz/check.h"

#include <stdio.h>
#include <string.h>

bool without_read(struct arena *a, struct config *c)
{
    const char *path = arena_printf(a, "%s/passes", c->work);
    char *argv[] = {(char *)c->hedrac, "--passes", NULL};
    struct process p = process_run(argv, NULL, path, "/dev/null", 60);
    FILE *in = p.end == END_EXIT && p.code == 0 ? fopen(path, "r") : NULL;
    char line[400], name[100], need[20];
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "%*s %99s %19s", name, need) == 2 &&
            strcmp(need, "optional") == 0)
            words_add(a, &c->optional, name);
    if (in)
        fclose(in);
    return c->optional.count > 0;
}

/* The next number of a sequence (Steele, Lea and Flood, SplitMix, 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

const char *without_draw(struct arena *a, const struct config *c, uint64_t seed)
{
    enum { ONE_OF = 8 };
    uint64_t state = seed;
    struct buf text = {0};
    if (c->without < 1 || draw(&state) % (uint64_t)c->without != 0)
        return NULL;
    uint64_t one = draw(&state) % (uint64_t)c->optional.count;
    for (int k = 0; k < c->optional.count; k++)
        if (draw(&state) % ONE_OF == 0 || (uint64_t)k == one)
            buf_printf(&text, "%s%s",
                       text.length ? "," : "--without=", c->optional.word[k]);
    const char *option = arena_strdup(a, text.text);
    buf_free(&text);
    return option;
}

const char *layout_draw(const struct config *c, uint64_t seed)
{
    static const char *const option[] = {
        "--layout=morton",
        "--layout=morton_i",
        "--layout=hilbert",
        "--layout=column",
        "--layout=hybrid(morton, row, 4)",
        "--layout=hybrid(hilbert, column, 2)",
        "--layout=hybrid(row, hilbert, 2)",
        "--layout=hybrid(column, morton_i, 4)",
        "--layout=hybrid(row, row, 3)",
        "--layout=hybrid(morton, row, 8)",
        "--layout=hybrid(row, row, 16)",
        "--layout=hilbert dims(2)",
        "--layout=hybrid(morton, row, 4) dims(2)",
    };
    uint64_t state = seed ^ 0x1a70a7;
    if (c->layout < 1 || draw(&state) % (uint64_t)c->layout != 0)
        return NULL;
    return option[draw(&state) % (sizeof option / sizeof *option)];
}
