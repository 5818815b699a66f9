// OpenCL C: gradients of an image with vectors of bytes, integers and floats.
// clang: -cl-std=CL1.2 -march=sm_75 -ffp-contract=off

typedef unsigned char uchar;
typedef uchar uchar4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef float float4 __attribute__((ext_vector_type(4)));

// The sum of absolute differences to the left, right, upper and lower
// neighbour, saturated; `width` in pixels of four channels.
kernel void edges(int width, int height, global const uchar4 *in,
                  global uchar4 *out)
{
    int x = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
            __nvvm_read_ptx_sreg_tid_x();
    int y = __nvvm_read_ptx_sreg_ctaid_y() * __nvvm_read_ptx_sreg_ntid_y() +
            __nvvm_read_ptx_sreg_tid_y();

    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    int4 own = __builtin_convertvector(in[y * width + x], int4), sum = 0;
    for (int k = 0; k < 4; k++) {
        int dx = k < 2 ? 2 * k - 1 : 0, dy = k < 2 ? 0 : 2 * k - 5;
        int4 d = own - __builtin_convertvector(in[(y + dy) * width + x + dx],
                                               int4);
        sum += __builtin_elementwise_max(d, -d);
    }
    sum = __builtin_elementwise_min(sum, (int4)255);
    out[y * width + x] = __builtin_convertvector(sum, uchar4);
}

kernel void blend(int n, float share, global const uchar4 *a,
                  global const float4 *b, global float4 *out)
{
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
            __nvvm_read_ptx_sreg_tid_x();

    if (i >= n)
        return;
    float4 v = __builtin_convertvector(a[i], float4) / 255.0f;
    out[i] = (v * share + b[i] * (1 - share)).wzyx;
}
