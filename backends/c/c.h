/*
 * The printer of the C family: CUDA C, OpenCL C and host C.
 *
 *   text.c          lines, names, types, literals
 *   fold.c          which values get a name
 *   iterators.c     the names of iterators
 *   expr.c          expressions, from tables of spellings
 *   pack.c          accesses of several elements at once
 *   print.c         declarations, statements, modules
 *   as_call.c       loops that functions of libhedra do
 *   split_kernel.c  long kernels of the host as several functions
 *   atomics.c       kernels of the host with atomic operations
 *   vector_call.c   functions of vectors, and loops that call them
 *   vector_width.c  kernels of the host that want short vectors
 *   guard.c         loops that are there twice, on the host
 *   claim.c         kernels of the host that test the clause independent
 *   permute.c       short tables in AVX-512 registers, on the host
 *   cuda.c, opencl.c, host.c, openmp.c
 *                   the dialects: tables, heads of functions
 */
#ifndef HEDRA_BACKENDS_C_C_H
#define HEDRA_BACKENDS_C_C_H

#include "backends/kir/kir.h"

/* CUDA C, OpenCL C, C for the host, whose name is "c", and plain C with pragmas
 * of OpenMP. */
extern const struct target target_cuda, target_opencl, target_c, target_openmp;

/* Of target_openmp: is the function's first parameter the addresses of the
 * region's arrays, which it launches kernels on? */
bool c_openmp_drives(const struct kir_func *f);

#endif
