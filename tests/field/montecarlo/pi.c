/* Points in a circle, a generator for each stream. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 400000), hits = 0;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        unsigned s = 747796405u * i + 1;
        for (int k = 0; k < 100; k++) {
            s = s * 1664525u + 1013904223u;
            float x = (s >> 8) * (1.f / 16777216);
            s = s * 1664525u + 1013904223u;
            float y = (s >> 8) * (1.f / 16777216);
            if (x * x + y * y <= 1)
                hits++;
        }
    }
    field_end();
    printf("hits %d\n", hits);
}
