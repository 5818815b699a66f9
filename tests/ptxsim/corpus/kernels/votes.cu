// Votes, matches, reductions and shuffles within warps, also within parts of
// them; masks of the lanes.
// nvcc: -arch=compute_80

extern "C" __global__ void votes(const int *x, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *o = out + 8 * i;

    o[0] = __ballot_sync(~0u, x[i] > 0);
    o[1] = __any_sync(~0u, x[i] > 1000);
    o[2] = __all_sync(~0u, x[i] > -1000);
    o[3] = __match_any_sync(~0u, x[i] % 5);
    int same;
    o[4] = __match_all_sync(~0u, x[i] / 4096, &same);
    o[4] ^= (unsigned)same << 7;
    o[5] = 0;
    o[6] = 0;
    if (x[i] % 2) {
        unsigned odd = __activemask();
        o[5] = __ballot_sync(odd, x[i] % 3 == 0);
        o[6] = __popc(odd) + (__all_sync(odd, x[i] > 0) << 8);
    }
    __syncwarp();
    o[7] = __match_any_sync(~0u, (long long)(x[i] % 3) << 33);
}

extern "C" __global__ void reduces(const int *x, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *o = out + 8 * i;

    o[0] = __reduce_add_sync(~0u, x[i]);
    o[1] = __reduce_min_sync(~0u, x[i]);
    o[2] = __reduce_max_sync(~0u, x[i]);
    o[3] = (int)__reduce_and_sync(~0u, (unsigned)x[i]);
    o[4] = (int)__reduce_or_sync(~0u, (unsigned)x[i]);
    o[5] = (int)__reduce_xor_sync(~0u, (unsigned)x[i]);
    o[6] = (int)__reduce_max_sync(~0u, (unsigned)x[i]);
    o[7] = (int)__reduce_min_sync(~0u, (unsigned)x[i]);
}

extern "C" __global__ void shuffles(const int *x, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *o = out + 8 * i;

    o[0] = __shfl_sync(~0u, x[i], x[i] & 31);
    o[1] = __shfl_sync(~0u, x[i], x[i] & 31, 8);
    o[2] = __shfl_up_sync(~0u, x[i], 3);
    o[3] = __shfl_up_sync(~0u, x[i], 3, 8);
    o[4] = __shfl_down_sync(~0u, x[i], 5, 16);
    o[5] = __shfl_xor_sync(~0u, x[i], 9);
    o[6] = __shfl_xor_sync(~0u, x[i], 6, 4);
    o[7] = (int)(__shfl_sync(~0u, (long long)x[i] << 20, 31 - i % 32) >> 16);
}

extern "C" __global__ void masks(unsigned *out)
{
    int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x +
            threadIdx.x;
    unsigned *o = out + 8 * i, r;

    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    o[0] = r;
    asm("mov.u32 %0, %%warpid;" : "=r"(r));
    o[1] = r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    o[2] = r;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r));
    o[3] = r;
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(r));
    o[4] = r;
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(r));
    o[5] = r;
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(r));
    o[6] = r;
    o[7] = blockDim.x * 10000 + blockDim.y * 100 + gridDim.x;
}
