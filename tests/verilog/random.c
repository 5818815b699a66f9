/*
 * random SEED: a random graph as text, whose sink takes what comes in the order
 * in which it does.
 */
#include "tests/racer/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct buf text = {0};
    uint64_t seed = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;
    static const enum gen_kind kinds[] = {GEN_ANY, GEN_SMALL, GEN_NESTS};
    const char *tag;

    gen_graph(&text, seed, kinds[seed % 3]);
    tag = strstr(text.text, " tag ");
    if (tag)
        printf("%.*s affine 1\n", (int)(tag - text.text), text.text);
    buf_free(&text);
    return !tag;
}
