/* F(2,3) Winograd: input transform of 4x4 tiles by local arrays. */
#include "tests/field/field.h"
static void input_transform(const float *in, int h, int w, int ch, float *V)
{
    int th = (h - 2) / 2, tw = (w - 2) / 2, tiles = th * tw;
#pragma hedra
    for (int c = 0; c < ch; c++)
        for (int ty = 0; ty < th; ty++)
            for (int tx = 0; tx < tw; tx++) {
                float d[4][4], t[4][4];
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        d[i][j] = in[(c * h + ty * 2 + i) * w + tx * 2 + j];
                for (int j = 0; j < 4; j++) {
                    t[0][j] = d[0][j] - d[2][j];
                    t[1][j] = d[1][j] + d[2][j];
                    t[2][j] = d[2][j] - d[1][j];
                    t[3][j] = d[1][j] - d[3][j];
                }
                for (int i = 0; i < 4; i++) {
                    float u0 = t[i][0] - t[i][2], u1 = t[i][1] + t[i][2],
                          u2 = t[i][2] - t[i][1], u3 = t[i][1] - t[i][3];
                    float *o = V + (i * 4 * ch + c) * tiles + ty * tw + tx;
                    o[0 * ch * tiles] = u0;
                    o[1 * ch * tiles] = u1;
                    o[2 * ch * tiles] = u2;
                    o[3 * ch * tiles] = u3;
                }
            }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 14, 114), ch = 32;
    float *in = field_floats(ch * n * n),
          *V = field_zeros(16 * ch * (n / 2) * (n / 2), 4);
    field_begin();
    for (int r = 0; r < 5; r++) {
        input_transform(in, n, n, ch, V);
        in[r] = 3;
    }
    field_end();
    field_sum("V", V, 16 * ch * (n / 2 - 1) * (n / 2 - 1) * 4);
}
