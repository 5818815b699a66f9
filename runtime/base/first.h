/*
 * What a program's first region runs and touches. The system gives each page
 * when it is touched for the first time, which takes longer than many nests do:
 * so such functions lie together, beside the program's own, and such variables
 * lie in few pages, which the dynamic linker has written already. FIRST_CALLED
 * declares a function of libc that they call: the linker looks for it before
 * the program begins, and not in the first call, where it reads tables that
 * nobody has read before. Nothing but speed depends on it.
 */
#ifndef HEDRA_RUNTIME_BASE_FIRST_H
#define HEDRA_RUNTIME_BASE_FIRST_H

#if defined(__GNUC__) && defined(__ELF__)
#define FIRST_CODE __attribute__((hot))
#define FIRST_DATA __attribute__((section("hedra_begun")))
#else
#define FIRST_CODE
#define FIRST_DATA
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define FIRST_CALLED(function)                                                 \
    extern __typeof__(function) function __attribute__((noplt))
#else
#define FIRST_CALLED(function) extern __typeof__(function) function
#endif

#endif
