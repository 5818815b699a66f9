/*
 * Statuses and texts of errors.
 */
#include "runtime/tridiag/local.h"

#include "runtime/base/base.h"

#include <stdarg.h>
#include <stdio.h>

enum hedra_tridiag_status tridiag_fail(struct hedra_tridiag_error *why,
                                       enum hedra_tridiag_status status,
                                       const char *format, ...)
{
    if (!why)
        return status;
    *why = (struct hedra_tridiag_error){status, -1, -1, -1, ""};
    va_list list;
    va_start(list, format);
    number_vprint(why->text, sizeof why->text, format, list);
    va_end(list);
    return status;
}

enum hedra_tridiag_status tridiag_refuse(struct hedra_tridiag_error *why,
                                         const char *text)
{
    return tridiag_fail(why, HEDRA_TRIDIAG_BAD_ARGUMENT, "%s", text);
}

enum hedra_tridiag_status tridiag_no_memory(struct hedra_tridiag_error *why)
{
    return tridiag_fail(why, HEDRA_TRIDIAG_NO_MEMORY, "not enough memory");
}

enum hedra_tridiag_status tridiag_accept(struct hedra_tridiag_error *why)
{
    return tridiag_fail(why, HEDRA_TRIDIAG_OK, "%s", "");
}
