/* The loops of the tridiagonal solver over one block at a time. */
#include "runtime/tridiag/kernel.h"

#include <float.h>
#include <string.h>

#define TABLE tridiag_single
#define NONTEMPORAL 0
#define LANES_FLOAT 1
#define LANES_DOUBLE 1
#include "runtime/tridiag/types.inc"
