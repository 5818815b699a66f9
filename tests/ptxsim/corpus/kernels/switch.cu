// A switch with a jump table, in an interpreter whose lanes run different
// programs; cases that fall through and share code.
// nvcc: -arch=compute_100
// nvcc debug: -arch=compute_75 -G

extern "C" __global__ void interpret(int n, int length,
                                     const unsigned char *program, long long *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long a = i, b = 1;

    if (i >= n)
        return;
    for (int k = 0; k < length; k++) {
        unsigned char code = program[i % 7 * length + k];
        switch (code) {
        case 0:
            a += b;
            break;
        case 1:
            a -= 3 * b;
            break;
        case 2:
            a *= 5;
            break;
        case 3:
            b ^= a;
            break;
        case 4: {
            long long kept = a;
            a = b;
            b = kept;
            break;
        }
        case 5:
            a <<= 3;
            // fall through
        case 6:
            a ^= a >> 7;
            break;
        case 7:
            b = ~b;
            break;
        case 8:
            if (a & 1)
                k++;
            break;
        case 9:
            b += k;
            // fall through
        case 10:
            b -= 2 * a;
            break;
        case 11:
            a = (a > b) ? a - b : b - a;
            break;
        default:
            a += code;
        }
    }
    x[i] = a ^ b;
}

// Results that are constants: a table of values rather than of jumps.
extern "C" __global__ void days(int n, const int *month, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    switch (month[i]) {
    case 2:
        out[i] = 28;
        break;
    case 4:
    case 6:
    case 9:
    case 11:
        out[i] = 30;
        break;
    case 1:
    case 3:
    case 5:
    case 7:
    case 8:
    case 10:
    case 12:
        out[i] = 31;
        break;
    default:
        out[i] = -month[i];
    }
}

// The jump table as PTX has it, which nvcc only makes of larger switches.
extern "C" __global__ void jump(int n, const int *x, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r;

    if (i >= n)
        return;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "targets: .branchtargets zero, one, two, one, three;\n\t"
                 "mov.s32 %0, %1;\n\t"
                 "setp.gt.u32 p, %1, 4;\n\t"
                 "@p bra done;\n\t"
                 "brx.idx %1, targets;\n\t"
                 "zero: add.s32 %0, %0, 100;\n\t"
                 "one: mul.lo.s32 %0, %0, 7;\n\t"
                 "bra done;\n\t"
                 "three: neg.s32 %0, %0;\n\t"
                 "two: sub.s32 %0, %0, 1000;\n\t"
                 "done:\n\t"
                 "}"
                 : "=&r"(r)
                 : "r"(x[i]));
    out[i] = r;
}
