/* Freestanding C: the Ising model by chequerboard, random numbers in 64-bit
 * integers, a sum per block in shared memory.
// clang: -ffreestanding -std=c11 -march=sm_70
 */
#define KERNEL __attribute__((nvptx_kernel)) void
#define SHARED __attribute__((address_space(3)))

static SHARED int total[256];

static unsigned long long next_random(unsigned long long *state)
{
    unsigned long long x = *state;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *state = x;
    return x * 0x2545f4914f6cdd1dull;
}

/* Turns the spins of one colour; spins lie in rows of `width`, one state of the
 * generator for each. */
KERNEL turn_spins(int width, int height, int colour, double cold,
                  signed char *spin, unsigned long long *state)
{
    int x = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
            __nvvm_read_ptx_sreg_tid_x();
    int y = __nvvm_read_ptx_sreg_ctaid_y();

    if (x >= width || (x + y) % 2 != colour)
        return;
    int around = spin[y * width + (x + 1) % width] +
                 spin[y * width + (x + width - 1) % width] +
                 spin[(y + 1) % height * width + x] +
                 spin[(y + height - 1) % height * width + x];
    signed char own = spin[y * width + x];
    double draw = (double)(next_random(&state[y * width + x]) >> 11) * 0x1p-53;
    double limit = 1;
    for (int k = 0; k < own * around; k++)
        limit *= cold;
    if (draw < limit)
        spin[y * width + x] = (signed char)-own;
}

KERNEL magnetise(int n, const signed char *spin, int *sum)
{
    int thread = __nvvm_read_ptx_sreg_tid_x();
    int threads = __nvvm_read_ptx_sreg_ntid_x();
    int own = 0;

    for (int i = __nvvm_read_ptx_sreg_ctaid_x() * threads + thread; i < n;
         i += threads * __nvvm_read_ptx_sreg_nctaid_x())
        own += spin[i];
    total[thread] = own;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half)
            total[thread] += total[thread + half];
    }
    if (thread == 0)
        __atomic_fetch_add(sum, total[0], __ATOMIC_RELAXED);
}
