/*
 * Mathematical functions that loops of the host's kernels call for a whole
 * vector. Results are those of the C library, to the bit: where it has another
 * algorithm than glibc (2.28 and later), libhedra asks it for each lane. They
 * do not set errno. A part of hedra_kernel.h.
 */
#ifndef HEDRA_KERNEL_VECTORS_H
#define HEDRA_KERNEL_VECTORS_H

#ifndef HEDRA_KERNEL_H
#error "hedra_kernel_vectors.h is a part of hedra_kernel.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__
#define HD_LANES __attribute__((simd("notinbranch"), const, nothrow, leaf))
double hedra_exp(double x) HD_LANES;
float hedra_expf(float x) HD_LANES;
float hedra_exp2f(float x) HD_LANES;
double hedra_log(double x) HD_LANES;
float hedra_logf(float x) HD_LANES;
float hedra_log2f(float x) HD_LANES;
double hedra_pow(double x, double y) HD_LANES;
float hedra_powf(float x, float y) HD_LANES;
double hedra_sin(double x) HD_LANES;
double hedra_cos(double x) HD_LANES;
float hedra_sinf(float x) HD_LANES;
float hedra_cosf(float x) HD_LANES;
float hedra_tanhf(float x) HD_LANES;
float hedra_erff(float x) HD_LANES;
float hedra_atanf(float x) HD_LANES;
float hedra_atan2f(float y, float x) HD_LANES;
float hedra_hypotf(float x, float y) HD_LANES;
/* Before short loops, so that a loop around them fills vectors. */
#define HD_WRITTEN_OUT HD_WHOLE
#define HD_VECTOR(name) hedra_##name
#else
#define HD_WRITTEN_OUT
#define HD_VECTOR HD_MATH
#endif

#ifdef __cplusplus
}
#endif

#endif
