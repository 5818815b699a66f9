/* Hits counted with the generator of all, one state. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 2000000);
    unsigned s = 1;
    int hits = 0;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        if ((s >> 8) % 7 == 3)
            hits++;
    }
    field_end();
    printf("hits %d\n", hits);
}
