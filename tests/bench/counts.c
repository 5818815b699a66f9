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

/* An instruction's line. */
static void add_instruction(const char *line, struct bench_counts *c)
{
    double issued = number_of(line, "\"issued\": ");
    if (!strstr(line, "\"class\": \"f64\"") &&
        !strstr(line, "\"class\": \"f32\""))
        return;
    c->floats += issued;
    if (strstr(line, "\"text\": \"fma."))
        c->fused += issued;
}

/* The line of a space's memory. With the last one's ends what is told of all
 * the kernel's, which has issued `instructions`: `most` is the most so far. */
static void add_memory(const char *line, double instructions, double *most,
                       struct bench_counts *c)
{
    if (strstr(line, "\"space\": \"global\"")) {
        c->sectors += number_of(line, "\"sectors\": ");
        c->l1_misses += number_of(line, "\"l2_sectors\": ");
        c->l2_misses += number_of(line, "\"l2_sectors\": ") -
                        number_of(line, "\"l2_hits\": ");
    }
    if (strstr(line, "\"space\": \"shared\"")) {
        double ideal = number_of(line, "\"ideal_wavefronts\": ");
        double taken = number_of(line, "\"wavefronts\": ");
        c->wavefronts += taken;
        c->conflicts += taken - ideal;
    }
    const char *occupancy = strstr(line, "\"occupancy\": ");
    if (!occupancy)
        return;
    double spilled = number_of(occupancy, "\"spill_bytes\": ");
    if (spilled > c->spilled)
        c->spilled = spilled;
    if (instructions <= *most)
        return;
    *most = instructions;
    c->occupancy = number_of(occupancy, "\"share\": ");
    c->registers = number_of(occupancy, "\"registers\": ");
}

bool bench_read_counts(const char *path, struct bench_counts *c)
{
    return bench_read_counts_of(path, "", c);
}

bool bench_read_counts_of(const char *path, const char *region,
                          struct bench_counts *c)
{
    bool is_wanted = true;
    static char line[1 << 16];
    FILE *f = fopen(path, "r");
    double most = 0, instructions = 0;
    *c = (struct bench_counts){0};
    if (!f)
        return false;
    while (fgets(line, sizeof line, f)) {
        if (strstr(line, "\"kernels\": ["))
            is_wanted = strstr(line, region) != NULL;
        if (!is_wanted)
            continue;
        const char *kernel = strstr(line, "\"warp_instructions\": ");
        if (strstr(line, "{\"index\"")) {
            add_instruction(line, c);
            continue;
        }
        if (kernel) {
            instructions = number_of(line, "\"warp_instructions\": ");
            c->instructions += instructions;
            c->kernels++;
        }
        add_memory(line, instructions, &most, c);
    }
    fclose(f);
    return c->instructions > 0;
}
