/*
 * Fills the public struct of errors (error.h), formatted as in the C locale,
 * and names statuses.
 */
#include "runtime/base/error.h"

#include "runtime/base/number.h"

#include <stdarg.h>
#include <stdio.h>

enum hedra_status error_set(struct hedra_error *why, enum hedra_status status,
                            const char *format, ...)
{
    if (!why)
        return status;
    *why = (struct hedra_error){status, -1, -1, -1, ""};
    va_list list;
    va_start(list, format);
    number_vprint(why->text, sizeof why->text, format, list);
    va_end(list);
    return status;
}

enum hedra_status error_argument(struct hedra_error *why, const char *text)
{
    return error_set(why, HEDRA_ERROR_ARGUMENT, "%s", text);
}

enum hedra_status error_no_memory(struct hedra_error *why)
{
    return error_set(why, HEDRA_ERROR_NO_MEMORY, "not enough memory");
}

enum hedra_status error_none(struct hedra_error *why)
{
    return error_set(why, HEDRA_OK, "%s", "");
}
