/* Two regions in one function, one of them in an if without braces, and one
 * that is kept. */
#define SIZE 10
#include <math.h>
#line 6 "out.c"
#include <hedra_kernel.h>

#line 5 "dir/file.c"
static int last;
#line 11 "out.c"
/* The marked region in line 10. */

HEDRA_TEXT hedra_f_1_ptx[] =
    ".version 7.0\n"
    "// \"quoted\" \\ ?\?= \177\n"
    "\tret;";

HEDRA_TEXT hedra_f_1_opencl[] = "";

/* gpu driver */

/* host text */

static const struct hedra_kernel hedra_f_1_gpu_kernel[] = {
    {"kernel", "bl", {32, 8, 1}, 0, 0, 0},
};

static struct hedra_module hedra_f_1_module = {
    HEDRA_ABI, "f", "dir/file.c", 10,
    hedra_f_1_ptx, hedra_f_1_opencl, 0, 1, 0, hedra_f_1_gpu_kernel, 0, 0,
    HEDRA_PLAIN_TIMED};

HD_APART static int hedra_f_1(int64_t p_n, double v_s, void *a_a, void *a_t)
{
    const double hedra_work = 0;
    if (hedra_small(&hedra_f_1_module, hedra_work < 8192, 0))
        return 1;
    unsigned hedra_sizes = 0;
    if (hedra_again(&hedra_f_1_module, hedra_sizes))
        return 1;
    int64_t hedra_range[5];
    hedra_f_1_ranges((struct hedra_run *)0, hedra_range, p_n);
    if (!hedra_range[4]) {
        hedra_plain(&hedra_f_1_module, HEDRA_ASSUMED);
        return 1;
    }
    struct hedra_array hedra_row[2] = {
        {"a", a_a, hedra_range[0], hedra_range[1], 8, HEDRA_READ | HEDRA_WRITE},
        {"u", 0, hedra_range[2], hedra_range[3], 8, HEDRA_TEMP},
    };
    static const int hedra_pair[] = {0, 1};
    if (hedra_overlap(&hedra_f_1_module, hedra_row, hedra_pair, 1))
        return 1;
    enum hedra_where hedra_where;
    struct hedra_run *hedra_run =
        hedra_begin(&hedra_f_1_module, hedra_row, 2, 0, &hedra_where);
    if (!hedra_run)
        return 1;
    if (hedra_where == HEDRA_GPU)
        hedra_f_1_gpu(hedra_run, a_t, p_n, v_s);
    if (hedra_where == HEDRA_HOST)
        hedra_f_1_host(hedra_run, a_t, p_n, v_s);
    return hedra_end_or_plain(hedra_run);
}

/* The marked region in line 16. */

/* host text of region 2 */

static struct hedra_module hedra_f_2_module = {
    HEDRA_ABI, "f", "dir/file.c", 16,
    0, 0, 0, 0, 0, 0, 0, 0, HEDRA_PLAIN_TIMED};

HD_APART static int hedra_f_2(int64_t p_n, void *a_b)
{
    const double hedra_work = 0;
    if (hedra_small(&hedra_f_2_module, hedra_work < 8192, 0))
        return 1;
    unsigned hedra_sizes = 0;
    hedra_sizes = hedra_size(hedra_sizes, p_n);
    if (hedra_again(&hedra_f_2_module, hedra_sizes))
        return 1;
    int64_t hedra_range[3];
    hedra_f_2_ranges((struct hedra_run *)0, hedra_range, p_n);
    if (!hedra_range[2]) {
        hedra_plain(&hedra_f_2_module, HEDRA_ASSUMED);
        return 1;
    }
    struct hedra_array hedra_row[1] = {
        {"b", a_b, hedra_range[0], hedra_range[1], 8, HEDRA_READ | HEDRA_WRITE},
    };
    enum hedra_where hedra_where;
    struct hedra_run *hedra_run =
        hedra_begin(&hedra_f_2_module, hedra_row, 1, 0, &hedra_where);
    if (!hedra_run)
        return 1;
    return hedra_end_or_plain(hedra_run);
}

#line 6 "dir/file.c"
int f(int n, double a[n][n], double *b)
{
    double s = 2.0;
    if (n > 3)
#line 10 "dir/file.c"
{ 
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
double hedra_variable_2 = s;
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
if (hedra_f_1((int64_t)(n), (double)(s), (void *)(a),
              (void *)&hedra_variable_2)) {
#line 10 "dir/file.c"


        for (int i = 0; i < n; i++) a[i][i] = s;
hedra_plain_done(&hedra_f_1_module);
} else {
s = hedra_variable_2;
} }
#line 12 "dir/file.c"

    else
        b[0] = 1;
    int i, j;
#line 16 "dir/file.c"
{ if (hedra_f_2((int64_t)(n), (void *)(b))) {
#line 16 "dir/file.c"

    for (i = 0; i < n; i++) {
        for (j = n; j > i; j -= 2) b[i] += 1;
    }

hedra_plain_done(&hedra_f_2_module);
} else {
    for (int hedra_i0 = 0; hedra_i0 < ((int)(n)); hedra_i0 += 1) {
        for (j = (int)(n); j > hedra_i0; j += -2) {
        }
    }
} }
#line 21 "dir/file.c"
#line 21 "dir/file.c"
{ hedra_plain(0, HEDRA_KEPT);
#line 21 "dir/file.c"

    s = 1;
}
#line 23 "dir/file.c"

#pragma scope
    return i + j + (s > 1);
}
#line 700 "other \"file\".y"
#line 159 "out.c"
/* The marked region in line 702. */

/* host text */

static struct hedra_module hedra_g_4_module = {
    HEDRA_ABI, "f", "dir/file.c", 702,
    0, 0, 0, 0, 0, 0, 0, 0, HEDRA_PLAIN_TIMED};

HD_APART static int hedra_g_4(void)
{
    const double hedra_work = 0;
    if (hedra_small(&hedra_g_4_module, hedra_work < 8192, 0))
        return 1;
    unsigned hedra_sizes = 0;
    if (hedra_again(&hedra_g_4_module, hedra_sizes))
        return 1;
    int64_t hedra_range[1];
    hedra_g_4_ranges((struct hedra_run *)0, hedra_range);
    if (!hedra_range[0]) {
        hedra_plain(&hedra_g_4_module, HEDRA_ASSUMED);
        return 1;
    }
    struct hedra_array hedra_row[1] = {
        {0, 0, 0, 0, 0, 0},
    };
    enum hedra_where hedra_where;
    struct hedra_run *hedra_run =
        hedra_begin(&hedra_g_4_module, hedra_row, 0, 0, &hedra_where);
    if (!hedra_run)
        return 1;
    return hedra_end_or_plain(hedra_run);
}

#line 700 "other \"file\".y"
void g(double *x) {
    /* # line 5 "no" */ 
    
#line 702 "other \"file\".y"
{ if (hedra_g_4()) {
#line 702 "other \"file\".y"
x[0] = 1;
hedra_plain_done(&hedra_g_4_module);
} }
#line 702 "other \"file\".y"
 /* rest */ last = __LINE__;
}
