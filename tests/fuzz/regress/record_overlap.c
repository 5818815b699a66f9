/* What a loop writes may be the structure whose fields it reads: no copies. */
#include <stdio.h>
#include <string.h>

struct image {
    int w, h;
    unsigned char *to;
    const unsigned char *from;
};

static void halve(struct image *im)
{
#pragma hedra
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            im->to[y * 16 + x] = im->from[y * im->w + x] / 2;
}

int main(void)
{
    static unsigned char from[4096], to[4096];
    struct image im = {12, 40, to, from};
    for (int i = 0; i < 4096; i++)
        from[i] = (unsigned char)(i * 7);
    for (int k = 0; k < 4; k++)
        halve(&im);
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum = sum * 31 + to[i];
    memset(from, 0, sizeof from);
    im.w = 4;
    im.h = 30;
    im.to = (unsigned char *)&im;
    halve(&im);
    printf("%u %d %d\n", sum, im.w, im.h);
}
