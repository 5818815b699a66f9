/*
 * Whether a machine may have a GPU, told without loading a driver: looking for
 * the libraries of one that is not there takes longer than a short nest, and
 * loading a driver that compiles for the processor longer than most programs.
 */
#ifndef HEDRA_RUNTIME_DEVICE_PRESENCE_H
#define HEDRA_RUNTIME_DEVICE_PRESENCE_H

#include <stdbool.h>

/* Whether CUDA may have a GPU: the directory `devices` (PRESENCE_DEVICES) has a
 * node of NVIDIA's drivers, or LD_LIBRARY_PATH is set and may lead to a driver
 * that needs none. */
bool presence_of_cuda(const char *devices);

/* Whether OpenCL may have a GPU or an accelerator: true but where each file
 * *.icd in the directory `vendors` (PRESENCE_VENDORS) names a driver that is
 * known to serve the processor alone (PoCL, Intel's for CPUs), `devices` has no
 * node of a GPU, which PoCL could serve as well, and no variable of the
 * environment names drivers to OpenCL's loader. */
bool presence_of_opencl(const char *vendors, const char *devices);

#define PRESENCE_DEVICES "/dev"
#define PRESENCE_VENDORS "/etc/OpenCL/vendors"

#endif
