/*
 * Functions of libc that a program's first region calls: the dynamic linker
 * looks for them before the program begins, and not in the first call, where it
 * reads tables that nobody has read before. FIRST_CALLED is a declaration in
 * files of first functions (first.h).
 */
#ifndef HEDRA_RUNTIME_BASE_CALLED_H
#define HEDRA_RUNTIME_BASE_CALLED_H

#if defined(__GNUC__) && !defined(__clang__)
#define FIRST_CALLED(function)                                                 \
    extern __typeof__(function) function __attribute__((noplt))
#else
#define FIRST_CALLED(function) extern __typeof__(function) function
#endif

#endif
