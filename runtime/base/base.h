/*
 * Foundations shared by every layer: arena, text buffer, growing arrays.
 *
 * Owns no global state. An arena owns all memory taken from it and frees it at
 * once; nothing is freed one by one. Out of memory ends the process with a
 * sentence on stderr and the status BASE_EXIT_MEMORY in the compilers; libhedra
 * itself uses arenas for the programs that its PTX simulator loads, and nowhere
 * else.
 */
#ifndef HEDRA_RUNTIME_BASE_BASE_H
#define HEDRA_RUNTIME_BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As BSD's EX_SOFTWARE. */
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
void buf_write(struct buf *b, const char *s, size_t n);
void buf_printf(struct buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap);
/* Frees the text and zeroes the struct. */
void buf_free(struct buf *b);

/* Are all bytes lo <= address < hi memory of this process? */
bool base_is_mapped(uintptr_t lo, uintptr_t hi);

/* Edits (insert, drop, replace, swap of neighbours) that turn `a` into `b`;
 * only the first 63 bytes of each are compared. */
int base_edit_distance(const char *a, const char *b);

/* Seconds since some fixed moment, of a clock that only goes forward. */
double base_clock(void);

/* A whole file as a terminated text; NULL with errno set if it cannot be read.
 * The caller frees it. `length` may be NULL. */
char *base_read_file(const char *path, size_t *length);
/* Where a file comes to lie that is written to `path`: behind symbolic links,
 * also of a file that is not there yet. NULL with errno; the caller frees it.
 */
char *base_final_path(const char *path);
/* Writes through a temporary file beside the final path of `path` and renames
 * it, so that a failure leaves no partial file; false with errno set on
 * failure. A file that was there keeps its permissions. */
bool base_write_file(const char *path, const char *text, size_t length);
/* The same of several parts, one after another. `safe`: on the disk before the
 * old file goes, so that a crash of the machine leaves one of both. */
struct base_part {
    const void *bytes;
    size_t length;
};
bool base_write_parts(const char *path, const struct base_part *part, int count,
                      bool safe);

#endif
