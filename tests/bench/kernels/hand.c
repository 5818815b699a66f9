/*
 * Kernels as one tunes them by hand for a GPU, in freestanding C that clang
 * compiles to PTX: what bench-kernels holds hedrac's beside. Sizes are
 * multiples of the tiles, rows begin at multiples of 32 bytes, and each sum is
 * made in the order of the plain loop, so that results are the same bit for
 * bit.
 *
 * A product's block makes a tile of 64 x 64 elements with 128 threads, each 8
 * rows of 4 columns in registers. Columns lie in pairs 32 apart, so that a
 * quarter of a warp reads 128 bytes of a row of shared memory at once.
 */
#define KERNEL __attribute__((nvptx_kernel)) void
#define SHARED static __attribute__((address_space(3)))
#define INLINE static inline __attribute__((always_inline))

typedef double pair __attribute__((ext_vector_type(2)));

enum { TILE = 64, DEPTH = 16, ROWS = 8, THREADS = 128 };

SHARED pair left[TILE][DEPTH / 2 + 1], right[DEPTH][TILE / 2],
    other[DEPTH][TILE / 2];

static int thread_x(void)
{
    return __nvvm_read_ptx_sreg_tid_x();
}

static int thread_y(void)
{
    return __nvvm_read_ptx_sreg_tid_y();
}

static int block_x(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x();
}

static int block_y(void)
{
    return __nvvm_read_ptx_sreg_ctaid_y();
}

/* Adds left[row][k] * right[k][column], or other[k][row] * right[k][column],
 * for the thread's rows and columns. */
INLINE void add_products(int x, int y, int turned, pair sum[ROWS][2])
{
#pragma unroll
    for (int k = 0; k < DEPTH; k++) {
        pair b0 = right[k][x], b1 = right[k][x + TILE / 4];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            pair both = turned ? other[k][(y * ROWS + r) / 2]
                               : left[y * ROWS + r][k / 2];
            double a = both[turned ? r % 2 : k % 2];
            sum[r][0] += a * b0;
            sum[r][1] += a * b1;
        }
    }
}

/* DEPTH rows of 64 columns of a matrix of n columns. */
INLINE void load_rows(int t, int n, const double *from,
                      __attribute__((address_space(3))) pair (*to)[TILE / 2])
{
#pragma unroll
    for (int e = t; e < DEPTH * TILE / 2; e += THREADS) {
        int row = e / (TILE / 2), column = e % (TILE / 2);
        to[row][column] = *(const pair *)(from + row * n + 2 * column);
    }
}

KERNEL gemm(int n, int depth, double alpha, double beta, double *restrict c,
            const double *restrict a, const double *restrict b)
{
    int t = thread_x(), x = t % 16, y = t / 16;
    int row = block_y() * TILE, column = block_x() * TILE;
    pair sum[ROWS][2];

    a += row * depth;
    b += column;
    c += (row + y * ROWS) * n + column + 2 * x;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        sum[r][0] = *(pair *)(c + r * n) * beta;
        sum[r][1] = *(pair *)(c + r * n + TILE / 2) * beta;
    }
    for (int k = 0; k < depth; k += DEPTH) {
        __syncthreads();
#pragma unroll
        for (int e = t; e < DEPTH * TILE / 2; e += THREADS) {
            int r = e / (DEPTH / 2), q = e % (DEPTH / 2);
            left[r][q] = *(const pair *)(a + r * depth + 2 * q) * alpha;
        }
        load_rows(t, n, b, right);
        __syncthreads();
        add_products(x, y, 0, sum);
        a += DEPTH;
        b += DEPTH * n;
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        *(pair *)(c + r * n) = sum[r][0];
        *(pair *)(c + r * n + TILE / 2) = sum[r][1];
    }
}

/* Means of columns, a thread each. */
KERNEL column_means(int m, int n, double count, const double *restrict data,
                    double *restrict mean)
{
    int j = block_x() * THREADS + thread_x();
    double sum = 0;

#pragma unroll 8
    for (int i = 0; i < n; i++)
        sum += data[i * m + j];
    mean[j] = sum / count;
}

/* Rows of 8 to a thread, a pair of columns each. */
KERNEL subtract_means(int m, double *restrict data, const double *restrict mean)
{
    int j = 2 * (block_x() * 32 + thread_x());
    pair by = *(const pair *)(mean + j);
    double *at = data + block_y() * 64 * m + thread_y() * m + j;

#pragma unroll
    for (int r = 0; r < 8; r++)
        *(pair *)(at + r * 8 * m) -= by;
}

/* The upper triangle in tiles, each of which fills the lower one too. */
KERNEL covariance(int m, int n, double less, const double *restrict data,
                  double *restrict cov)
{
    int t = thread_x(), x = t % 16, y = t / 16;
    int row = block_y() * TILE, column = block_x() * TILE;
    const double *a = data + row, *b = data + column;
    pair sum[ROWS][2];

    if (column < row)
        return;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        sum[r][0] = sum[r][1] = 0;
    for (int k = 0; k < n; k += DEPTH) {
        __syncthreads();
        load_rows(t, m, a, other);
        load_rows(t, m, b, right);
        __syncthreads();
        add_products(x, y, 1, sum);
        a += DEPTH * m;
        b += DEPTH * m;
    }
    row += y * ROWS;
    column += 2 * x;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            double value = sum[r][q / 2][q % 2] / less;
            int j = column + q / 2 * (TILE / 2) + q % 2;

            if (j >= row + r) {
                cov[(row + r) * m + j] = value;
                cov[j * m + row + r] = value;
            }
        }
}

/* 32 x 32 elements to a block of 32 x 8 threads. */
KERNEL transposition(int n, const double *restrict a, double *restrict b)
{
    SHARED double tile[32][33];
    int x = thread_x(), y = thread_y();

    a += (block_y() * 32 + y) * n + block_x() * 32 + x;
    b += (block_x() * 32 + y) * n + block_y() * 32 + x;
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        tile[y + r][x] = a[r * n];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        b[r * n] = tile[x][y + r];
}

/* A column of 8 points to a thread: of its own column a thread loads each
 * element once. Inner points are those of rows and columns 1 to n - 2. */
KERNEL jacobi(int n, const double *restrict a, double *restrict b)
{
    int j = 1 + block_x() * 32 + thread_x();
    int i = 1 + (block_y() * 4 + thread_y()) * 8;
    double above, here, below;

    if (j >= n - 1)
        return;
    a += (i - 1) * n + j;
    b += i * n + j;
    above = a[0];
    here = a[n];
#pragma unroll
    for (int r = 0; r < 8; r++) {
        if (i + r >= n - 1)
            return;
        a += n;
        below = a[n];
        *b = 0.2 * (here + a[-1] + a[1] + below + above);
        above = here;
        here = below;
        b += n;
    }
}

/* x1 += A y: 32 rows to a block of four warps. All copy tiles of 32 columns to
 * shared memory, where the first warp's lanes have a row each. */
KERNEL rows_times(int n, double *restrict x1, const double *restrict y1,
                  const double *restrict a)
{
    SHARED double tile[32][33], part[32];
    int x = thread_x(), y = thread_y(), row = block_x() * 32;
    double sum = y == 0 ? x1[row + x] : 0;

    a += (row + y) * n + x;
    for (int j = 0; j < n; j += 32) {
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 32; r += 4)
            tile[y + r][x] = a[r * n + j];
        if (y == 1)
            part[x] = y1[j + x];
        __syncthreads();
        if (y == 0) {
#pragma unroll
            for (int k = 0; k < 32; k++)
                sum += tile[x][k] * part[k];
        }
    }
    if (y == 0)
        x1[row + x] = sum;
}

/* x2 += A' y: a column to a thread. */
KERNEL columns_times(int n, double *restrict x2, const double *restrict y2,
                     const double *restrict a)
{
    int j = block_x() * 32 + thread_x();
    double sum = x2[j];

#pragma unroll 8
    for (int i = 0; i < n; i++)
        sum += a[i * n + j] * y2[i];
    x2[j] = sum;
}

/* tmp = A x, where sums may have any order: a warp to each row, four to a
 * block.
 */
KERNEL warp_rows(int n, double *restrict tmp, const double *restrict x,
                 const double *restrict a)
{
    int lane = thread_x(), row = block_x() * 4 + thread_y();
    double sum = 0;

    a += row * n + lane;
    x += lane;
#pragma unroll 4
    for (int j = 0; j < n; j += 32)
        sum += a[j] * x[j];
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
        union {
            double whole;
            int half[2];
        } other = {sum};
        for (int k = 0; k < 2; k++)
            other.half[k] = __nvvm_shfl_sync_bfly_i32(-1, other.half[k], d, 31);
        sum += other.whole;
    }
    if (lane == 0)
        tmp[row] = sum;
}

/* y = A' tmp: a column to a thread. */
KERNEL columns_sum(int n, double *restrict y, const double *restrict tmp,
                   const double *restrict a)
{
    int j = block_x() * 32 + thread_x();
    double sum = 0;

#pragma unroll 8
    for (int i = 0; i < n; i++)
        sum += a[i * n + j] * tmp[i];
    y[j] = sum;
}

/* Shortest paths by tiles of 32 x 32: in each of n / 32 rounds the tile on the
 * diagonal, those in its row and column, and all others. */
enum { SIDE = 32, STEP = 8, OWN = SIDE / STEP };

SHARED int west[SIDE][SIDE], north[SIDE][SIDE];

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The tile through itself. */
KERNEL paths_diagonal(int n, int round, int *path)
{
    int x = thread_x(), y = thread_y(), at = round * SIDE;

    path += (at + y) * n + at + x;
#pragma unroll
    for (int r = 0; r < OWN; r++)
        west[y + r * STEP][x] = path[r * STEP * n];
    for (int k = 0; k < SIDE; k++) {
        int to[OWN];

        __syncthreads();
#pragma unroll
        for (int r = 0; r < OWN; r++)
            to[r] = least(west[y + r * STEP][x],
                          west[y + r * STEP][k] + west[k][x]);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < OWN; r++)
            west[y + r * STEP][x] = to[r];
    }
#pragma unroll
    for (int r = 0; r < OWN; r++)
        path[r * STEP * n] = west[y + r * STEP][x];
}

/* Tiles in the diagonal's row (block.y 0) and column. */
KERNEL paths_cross(int n, int round, int *path)
{
    int x = thread_x(), y = thread_y(), at = round * SIDE;
    int other = (block_x() + (block_x() >= round)) * SIDE;
    int in_row = block_y() == 0;
    int *own = in_row ? path + (at + y) * n + other + x
                      : path + (other + y) * n + at + x;
    int to[OWN];

    path += (at + y) * n + at + x;
#pragma unroll
    for (int r = 0; r < OWN; r++) {
        west[y + r * STEP][x] = in_row ? path[r * STEP * n] : own[r * STEP * n];
        north[y + r * STEP][x] =
            in_row ? own[r * STEP * n] : path[r * STEP * n];
        to[r] = own[r * STEP * n];
    }
    for (int k = 0; k < SIDE; k++) {
        __syncthreads();
#pragma unroll
        for (int r = 0; r < OWN; r++)
            to[r] = least(to[r], west[y + r * STEP][k] + north[k][x]);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < OWN; r++)
            if (in_row)
                north[y + r * STEP][x] = to[r];
            else
                west[y + r * STEP][x] = to[r];
    }
#pragma unroll
    for (int r = 0; r < OWN; r++)
        own[r * STEP * n] = to[r];
}

KERNEL paths_others(int n, int round, int *path)
{
    int x = thread_x(), y = thread_y(), at = round * SIDE;
    int row = (block_y() + (block_y() >= round)) * SIDE;
    int column = (block_x() + (block_x() >= round)) * SIDE;
    int *own = path + (row + y) * n + column + x;
    int to[OWN];

#pragma unroll
    for (int r = 0; r < OWN; r++) {
        west[y + r * STEP][x] = path[(row + y + r * STEP) * n + at + x];
        north[y + r * STEP][x] = path[(at + y + r * STEP) * n + column + x];
        to[r] = own[r * STEP * n];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < SIDE; k++)
#pragma unroll
        for (int r = 0; r < OWN; r++)
            to[r] = least(to[r], west[y + r * STEP][k] + north[k][x]);
#pragma unroll
    for (int r = 0; r < OWN; r++)
        own[r * STEP * n] = to[r];
}
