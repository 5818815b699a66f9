/* An edge-preserving filter that leaves flat places alone and stops a sum as
 * soon as enough neighbours were like the middle. */
#include <math.h>
#include <stdio.h>

enum { H = 61, W = 77, R = 3 };
static float in[H][W], out[H][W];

static inline float likeness(float a, float b)
{
    float d = fabsf(a - b);
    return d < 4 ? 1 - d / 4 : 0;
}

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((y / 8 + x / 8) % 3 * 10 + (y * 7 + x * 3) % 5);
#pragma hedra
    for (int y = R; y < H - R; y++)
        for (int x = R; x < W - R; x++) {
            float middle = in[y][x], sum = 0, weight = 0;
            int alike = 0;
            if (fabsf(in[y][x - 1] - in[y][x + 1]) < 0.5f) {
                out[y][x] = middle;
                continue;
            }
            for (int b = -R; b <= R; b++) {
                for (int a = -R; a <= R; a++) {
                    float w = likeness(in[y + b][x + a], middle);
                    if (w <= 0)
                        continue;
                    sum += w * in[y + b][x + a];
                    weight += w;
                    alike++;
                    if (alike == 20)
                        break;
                }
                if (alike >= 20)
                    break;
            }
            out[y][x] = weight > 0 ? sum / weight : middle;
        }
    for (int y = R; y < H - R; y += 2)
        for (int x = R; x < W - R; x += 7)
            printf("%.9g%c", out[y][x], x + 7 < W - R ? ' ' : '\n');
    return 0;
}
