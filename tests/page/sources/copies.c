/* Blocks along diagonals, each with a copy of its own of what it reads, which is
 * linearised by hand. */
#define B 4

void copies(int n, int *score)
{
#pragma hedra extent(score[n * n])
    for (int diag = 1; diag <= (n - 1) / B; diag++)
        for (int bx = 0; bx < diag; ++bx) {
            int by = diag - 1 - bx;
            int tile[(B + 1) * (B + 1)];
            for (int i = 0; i < B + 1; ++i)
                for (int j = 0; j < B + 1; ++j)
                    tile[i * (B + 1) + j] =
                        score[n * (by * B + i) + bx * B + j];
            for (int i = 1; i < B + 1; ++i)
                for (int j = 1; j < B + 1; ++j)
                    tile[i * (B + 1) + j] += tile[(i - 1) * (B + 1) + j - 1];
            for (int i = 0; i < B; ++i)
                for (int j = 0; j < B; ++j)
                    score[n * (by * B + i + 1) + bx * B + j + 1] =
                        tile[(i + 1) * (B + 1) + j + 1];
        }
}
