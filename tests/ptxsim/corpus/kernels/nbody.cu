// Gravitation: tiles of bodies in shared memory, rsqrtf, float4 loads; and a
// version in f64 with rsqrt.
// nvcc: -arch=compute_100

extern "C" __global__ void nbody_f32(int n, float softening, const float4 *body,
                                     float3 *force)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = i < n ? body[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);

    for (int first = 0; first < n; first += blockDim.x) {
        int other = first + threadIdx.x;
        tile[threadIdx.x] = other < n ? body[other] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            float x = tile[k].x - own.x;
            float y = tile[k].y - own.y;
            float z = tile[k].z - own.z;
            float r = rsqrtf(x * x + y * y + z * z + softening);
            float weight = tile[k].w * r * r * r;
            sum.x += weight * x;
            sum.y += weight * y;
            sum.z += weight * z;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = sum;
}

extern "C" __global__ void nbody_f64(int n, double softening,
                                     const double *body, double *potential)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < n; k++) {
        double x = body[4 * k] - body[4 * i];
        double y = body[4 * k + 1] - body[4 * i + 1];
        double z = body[4 * k + 2] - body[4 * i + 2];
        sum += body[4 * k + 3] * rsqrt(x * x + y * y + z * z + softening);
    }
    potential[i] = sum;
}
