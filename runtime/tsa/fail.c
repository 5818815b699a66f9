/*
 * The sentences for statuses of the lattice family. What a device says of its
 * own failure is kept for the thread until its caller is told. Both libraries,
 * hedra and hedra_mpi, have this of their own.
 */
#include "runtime/tsa/fail.h"

#include "runtime/base/base.h"

#include <stdio.h>

static _Thread_local char reason[1024];

int tsa_fail_device(const char *text)
{
    snprintf(reason, sizeof reason, "%s", text);
    return HEDRA_ERROR_NO_DEVICE;
}

static const char *sentence(int status)
{
    switch (status) {
    case HEDRA_OK:
        return "";
    case HEDRA_ERROR_ARGUMENT:
        return "a pointer is NULL";
    case HEDRA_ERROR_SIZE:
        return "the lattice has no sites, or more than memory can hold";
    case HEDRA_ERROR_PERIODIC:
        return "a periodic axis needs an even number of sites, 4 or more";
    case HEDRA_ERROR_VALUE:
        return "an option, coupling or amplitude is out of range";
    case HEDRA_ERROR_NO_MEMORY:
        return "out of memory";
    case HEDRA_ERROR_REVERSE:
        return "imaginary time runs forward only";
    case HEDRA_ERROR_ZERO:
        return "the state's norm is zero or not finite";
    case HEDRA_ERROR_FILE:
        return "the file cannot be read or written, or has another size";
    case HEDRA_ERROR_DAMAGED:
        return "the file is no checkpoint, or is damaged or incomplete";
    case HEDRA_ERROR_FOREIGN:
        return "the checkpoint is of another kind, version or byte order";
    case HEDRA_ERROR_NO_DEVICE:
        return "the device cannot be used or failed, or a variable HEDRA_... "
               "of the environment is not valid";
    default:
        return "an unknown error";
    }
}

enum hedra_status tsa_tell(struct hedra_error *why, int status)
{
    const bool said = status == HEDRA_ERROR_NO_DEVICE && reason[0];
    return error_set(why, (enum hedra_status)status, "%s",
                     said ? reason : sentence(status));
}
