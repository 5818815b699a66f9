/* Records with arrays in them, in a grid by one subscript. */
typedef struct {
    float v[9];
    float rho;
} cell;

void stream(int nx, int ny, const cell *src, cell *dst)
{
#pragma hedra extent(src[nx * ny])
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int east = (x + 1) % nx;
            dst[x + y * nx].v[0] = src[x + y * nx].v[0];
            dst[x + y * nx].v[1] = src[east + y * nx].v[1];
            dst[x + y * nx].rho = src[0].v[2];
        }
}
