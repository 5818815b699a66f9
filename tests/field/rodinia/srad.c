/* One step of anisotropic diffusion with neighbours from index arrays. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1200);
    int *im = malloc(n * sizeof *im), *ip = malloc(n * sizeof *ip);
    float *J = field_floats(n * n), *c = field_zeros(n * n, sizeof *c);
    for (int i = 0; i < n; i++) {
        im[i] = i > 0 ? i - 1 : 0;
        ip[i] = i < n - 1 ? i + 1 : i;
    }
    field_begin();
#pragma hedra extent(J[n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            float Jc = J[k] + 1;
            float dn = J[im[i] * n + j] - Jc, ds = J[ip[i] * n + j] - Jc;
            float dw = J[i * n + im[j]] - Jc, de = J[i * n + ip[j]] - Jc;
            float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (Jc * Jc);
            float q = 1 / (1 + g2);
            if (q < 0.2f)
                c[k] = 0.2f;
            else if (q > 0.9f)
                c[k] = 0.9f;
            else
                c[k] = q;
        }
    field_end();
    field_sum("c", c, n * n * sizeof *c);
}
