/*
 * Memory and text of the compilers: arena, growing arrays, text buffer.
 *
 * An arena owns all memory taken from it and frees it at once; nothing is freed
 * one by one. Out of memory ends the process with a sentence on stderr and the
 * status BASE_EXIT_MEMORY in the compilers; libhedra itself uses arenas for
 * what its simulators load and run, and nowhere else.
 */
#ifndef HEDRA_RUNTIME_BASE_ARENA_H
#define HEDRA_RUNTIME_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The status of a process that has no memory left, as BSD's EX_SOFTWARE. */
enum { BASE_EXIT_MEMORY = 70 };

struct arena;

struct arena *arena_new(void);
/* Frees everything that came from `a`; NULL is allowed. */
void arena_free(struct arena *a);
/* Zeroed memory, aligned for any type; never NULL. size 0 is allowed. */
void *arena_alloc(struct arena *a, size_t size);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
/* Numbers are printed as in the C locale: runtime/base/number.h. */
char *arena_printf(struct arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list ap);

/* The array `ptr` of `n` used and `*cap` allocated elements of `size` bytes,
 * grown (in the arena, doubling) until one more fits. */
void *arena_grow(struct arena *a, void *ptr, int n, int *cap, size_t size);

/* Append VALUE to the arena vector PTR with count N and capacity CAP. */
#define ARENA_PUSH(a, ptr, n, cap, value)                                      \
    ((ptr) = arena_grow((a), (ptr), (n), &(cap), sizeof *(ptr)),               \
     (ptr)[(n)++] = (value))

/* A growing text, always terminated by '\0' once something was put. Start from
 * a zeroed struct; `text` is malloc'ed and owned by the buffer. Numbers are
 * printed as in the C locale (runtime/base/number.h). */
struct buf {
    char *text;
    size_t length, capacity;
};

void buf_putc(struct buf *b, char c);
void buf_puts(struct buf *b, const char *s);
/* Appends the text in double quotes, as KIR's and scops' texts have it: with a
 * backslash before quotes and backslashes, control characters as \xNN. */
void buf_quoted(struct buf *b, const char *s);
void buf_write(struct buf *b, const char *s, size_t n);
void buf_printf(struct buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap);
/* Frees the text and zeroes the struct. */
void buf_free(struct buf *b);

#endif
