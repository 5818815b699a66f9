/* Waves in a volume with a halo, whose strides are kept beside it. */
#include "tests/field/field.h"

#define HALO 2

struct volume {
    int nx, ny, nz, row, slice;
    float *at;
};

static struct volume volume_new(int n)
{
    struct volume v = {n, n, n, n + 2 * HALO, 0, NULL};
    v.slice = v.row * (n + 2 * HALO);
    v.at = field_zeros(v.slice * (n + 2 * HALO), sizeof(float));
    for (int k = 0; k < n; k++)
        v.at[v.slice * (n / 2) + v.row * (k / 2 + HALO) + k + HALO] = k % 7;
    return v;
}

static void step(const struct volume *u, struct volume *w, float factor)
{
    static const float c[HALO + 1] = {-2.5f, 1.25f, -.125f};
    const int sy = u->row, sz = u->slice;
    const float *in = u->at;
    float *out = w->at;
#pragma hedra
    for (int z = HALO; z < u->nz + HALO; z++)
        for (int y = HALO; y < u->ny + HALO; y++) {
            int line = z * sz + y * sy;
            for (int x = HALO; x < u->nx + HALO; x++) {
                int i = line + x;
                float l = 3 * c[0] * in[i];
                for (int k = 1; k <= HALO; k++)
                    l += c[k] *
                         (in[i - k] + in[i + k] + in[i - k * sy] +
                          in[i + k * sy] + in[i - k * sz] + in[i + k * sz]);
                out[i] = 2 * in[i] - out[i] + factor * l;
            }
        }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 72);
    struct volume u = volume_new(n), w = volume_new(n);
    field_begin();
    for (int t = 0; t < 4; t++) {
        step(&u, &w, .125f);
        struct volume swap = u;
        u = w;
        w = swap;
    }
    field_end();
    field_sum("volume", u.at, u.slice * (n + 2 * HALO) * sizeof *u.at);
}
