#include <stdio.h>

#include "scale.h"

int main(void)
{
    int v[4] = {1, 2, 3, 4};

    scale(4, v);
    printf("%d %d %d %d %s\n", v[0], v[1], v[2], v[3], scale_unit());
    return 0;
}
