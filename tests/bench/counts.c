#include "tests/bench/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number behind a key of one line of HEDRA_COUNT=json, or 0. */
static double number_of(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? strtod(at + strlen(key), NULL) : 0;
}

/* The lines of kernels and of their memory, not those of instructions. */
bool bench_read_counts(const char *path, struct bench_counts *c)
{
    static char line[1 << 16];
    FILE *f = fopen(path, "r");
    *c = (struct bench_counts){0};
    if (!f)
        return false;
    while (fgets(line, sizeof line, f)) {
        if (strstr(line, "{\"index\""))
            continue;
        c->instructions += number_of(line, "\"warp_instructions\": ");
        if (strstr(line, "\"space\": \"global\""))
            c->sectors += number_of(line, "\"sectors\": ");
        if (strstr(line, "\"space\": \"shared\""))
            c->conflicts += number_of(line, "\"wavefronts\": ") -
                            number_of(line, "\"ideal_wavefronts\": ");
    }
    fclose(f);
    return c->instructions > 0;
}
