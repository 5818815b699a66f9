/*
 * What a program's first region runs and touches. The system gives each page
 * when it is touched for the first time, which takes longer than many nests do:
 * so such functions lie together, beside the program's own, and such variables
 * lie in few pages, which the dynamic linker has written already. Nothing but
 * speed depends on it.
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

#endif
