/*
 * What a program's first region would meet for the first time, touched when the
 * program is loaded.
 *
 * The first use of a page is an exception, which takes a microsecond, on
 * virtual machines ten; a first region would meet some twenty of them.
 */
#ifndef HEDRA_RUNTIME_BASE_TOUCH_H
#define HEDRA_RUNTIME_BASE_TOUCH_H

/* The page that the variable lies in, and the code of its file. */
#define TOUCH_AT_START(variable)                                               \
    __attribute__((constructor)) static void touch_at_start(void)              \
    {                                                                          \
        volatile char *byte = (volatile char *)&(variable);                    \
        *byte = *byte;                                                         \
    }

#endif
