/*
 * The words for statuses of <hedra_error.h>.
 */
#include "runtime/include/hedra_error.h"

#include <stddef.h>

const char *hedra_status_name(enum hedra_status status)
{
    static const char *const names[] = {
        "ok",       "bad argument", "too large", "lattice size", "periodic",
        "value",    "no memory",    "reverse",   "not finite",   "pivot",
        "residual", "singular",     "zero norm", "file",         "damaged",
        "foreign",  "no device"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                           : NULL;
}
