/*
 * What a program's first region would meet for the first time, touched when the
 * program is loaded.
 *
 * The first use of a page, and of those around it in a file, is an exception,
 * which takes a microsecond, on virtual machines ten and more; a first region
 * would meet some twenty of them.
 */
#ifndef HEDRA_RUNTIME_BASE_TOUCH_H
#define HEDRA_RUNTIME_BASE_TOUCH_H

#include <stdint.h>

/* The page that the variable lies in, and that of the function's code. */
#define TOUCH_AT_START(variable, function)                                     \
    __attribute__((constructor)) static void touch_at_start(void)              \
    {                                                                          \
        volatile char *byte = (volatile char *)&(variable);                    \
        *byte = *byte;                                                         \
        (void)*(const volatile char *)(uintptr_t)(function);                   \
    }

#endif
