/*
 * The arena, a list of blocks that doubles in size, and the text buffer, which
 * grows by realloc (arena.h).
 */
#include "runtime/base/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined NDEBUG && __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define VALGRIND_MAKE_MEM_NOACCESS(at, size) ((void)0)
#define VALGRIND_MAKE_MEM_UNDEFINED(at, size) ((void)0)
#define VALGRIND_MAKE_MEM_DEFINED(at, size) ((void)0)
#endif

/* Blocks double from the first size up to the last, so that a small compile
 * stays small and a large one makes few calls to malloc. */
enum { FIRST_BLOCK = 1 << 14, LAST_BLOCK = 1 << 22 };

/* With assertions on, each piece of memory has a head that tells its size, and
 * a fence behind it, as long as the piece but for these bounds: who reads
 * behind an array does not find the zero that would do no harm, and who writes
 * there is found when the arena is freed. valgrind finds both at once. */
#ifdef NDEBUG
enum { HEAD = 0 };
#else
enum { HEAD = _Alignof(max_align_t) };
#endif
enum { LEAST_FENCE = 16, MOST_FENCE = 128, FENCE_BYTE = 0xa5 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char data[];
};

struct arena {
    struct arena_block *block;
    size_t next_size;
};

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "hedra: out of memory (%zu bytes asked for)\n", size);
    exit(BASE_EXIT_MEMORY);
}

static size_t checked_add(size_t a, size_t b)
{
    if (a > SIZE_MAX - b)
        out_of_memory(SIZE_MAX);
    return a + b;
}

struct arena *arena_new(void)
{
    struct arena *a = calloc(1, sizeof *a);
    if (!a)
        out_of_memory(sizeof *a);
    a->next_size = FIRST_BLOCK;
    return a;
}

static size_t aligned(size_t size)
{
    size_t align = _Alignof(max_align_t);
    return checked_add(size, align - 1) & ~(align - 1);
}

/* Of a piece of `size` bytes: what lies behind them. */
static size_t fence_of(size_t size)
{
    if (HEAD == 0)
        return aligned(size) - size;
    size_t length = size < LEAST_FENCE  ? LEAST_FENCE
                    : size > MOST_FENCE ? MOST_FENCE
                                        : size;
    return aligned(checked_add(size, length)) - size;
}

/* Puts a head and a fence around the piece of `size` bytes at `p`. */
static void enclose(unsigned char *p, size_t size)
{
    if (HEAD == 0)
        return;
    memcpy(p - HEAD, &size, sizeof size);
    memset(p + size, FENCE_BYTE, fence_of(size));
    VALGRIND_MAKE_MEM_NOACCESS(p + size, fence_of(size));
}

/* Are the fences as they were? */
static bool is_whole(const struct arena_block *b)
{
    if (HEAD == 0)
        return true;
    for (size_t at = 0, size, fence; at < b->used; at += HEAD + size + fence) {
        memcpy(&size, b->data + at, sizeof size);
        fence = fence_of(size);
        const unsigned char *behind = b->data + at + HEAD + size;
        VALGRIND_MAKE_MEM_DEFINED(behind, fence);
        // The first byte is right, and each is as the one before it.
        if (*behind != FENCE_BYTE || memcmp(behind, behind + 1, fence - 1) != 0)
            return false;
    }
    return true;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (struct arena_block *b = a->block, *next; b; b = next) {
        next = b->next;
        if (!is_whole(b)) {
            fputs("hedra: written behind the end of an array\n", stderr);
            abort();
        }
        free(b);
    }
    free(a);
}

/* calloc, because large blocks then come zeroed from the kernel for free. A
 * request larger than the block size gets a block of its own behind the current
 * one, so that the rest of the current one is not lost. */
static struct arena_block *add_block(struct arena *a, size_t size)
{
    size_t room = size > a->next_size ? size : a->next_size;
    struct arena_block *b = calloc(1, checked_add(sizeof *b, room));
    if (!b)
        out_of_memory(room);
    b->size = room;
    if (a->block && size > a->next_size) {
        b->next = a->block->next;
        a->block->next = b;
        return b;
    }
    b->next = a->block;
    a->block = b;
    if (a->next_size < LAST_BLOCK)
        a->next_size *= 2;
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    size = size ? size : 1;
    size_t room = checked_add(HEAD, checked_add(size, fence_of(size)));
    struct arena_block *b = a->block;
    if (!b || b->size - b->used < room)
        b = add_block(a, room);
    unsigned char *p = b->data + b->used + HEAD;
    enclose(p, size);
    b->used += room;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = arena_alloc(a, checked_add(length, 1));
    memcpy(copy, s, length);
    return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = number_vprint(NULL, 0, format, ap);
    size_t size = n < 0 ? 1 : (size_t)n + 1;
    char *text = arena_alloc(a, size);
    if (n >= 0)
        number_vprint(text, size, format, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = arena_vprintf(a, format, ap);
    va_end(ap);
    return text;
}

/* Elements that are not there yet are no zeros, either; the first one is there
 * next. */
static void hide(void *spare, size_t bytes, size_t size)
{
    memset(spare, FENCE_BYTE, bytes);
    VALGRIND_MAKE_MEM_UNDEFINED(spare, size);
    VALGRIND_MAKE_MEM_NOACCESS((char *)spare + size, bytes - size);
}

void *arena_grow(struct arena *a, void *ptr, int n, int *cap, size_t size)
{
    if (n < *cap) {
        VALGRIND_MAKE_MEM_UNDEFINED((char *)ptr + (size_t)n * size, size);
        return ptr;
    }
    int more = *cap ? *cap : 8;
    while (more <= n) {
        if (more > INT32_MAX / 2)
            out_of_memory(SIZE_MAX);
        more *= 2;
    }
    if (size && (size_t)more > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    void *grown = arena_alloc(a, (size_t)more * size);
    if (n > 0)
        memcpy(grown, ptr, (size_t)n * size);
    if (HEAD > 0)
        hide((char *)grown + (size_t)n * size, (size_t)(more - n) * size, size);
    *cap = more;
    return grown;
}

/* Makes room for `extra` characters and the terminator. */
static void buf_reserve(struct buf *b, size_t extra)
{
    size_t need = checked_add(checked_add(b->length, extra), 1);
    if (need <= b->capacity)
        return;
    size_t capacity = b->capacity ? b->capacity : 64;
    while (capacity < need)
        capacity = capacity > SIZE_MAX / 2 ? need : capacity * 2;
    char *text = realloc(b->text, capacity);
    if (!text)
        out_of_memory(capacity);
    b->text = text;
    b->capacity = capacity;
}

void buf_quoted(struct buf *b, const char *s)
{
    buf_putc(b, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            buf_printf(b, "\\%c", *s);
        else if ((unsigned char)*s < ' ' || *s == 0x7f)
            buf_printf(b, "\\x%02x", (unsigned char)*s);
        else
            buf_putc(b, *s);
    }
    buf_putc(b, '"');
}

void buf_write(struct buf *b, const char *s, size_t n)
{
    buf_reserve(b, n);
    if (n > 0)
        memcpy(b->text + b->length, s, n);
    b->length += n;
    b->text[b->length] = '\0';
}

void buf_putc(struct buf *b, char c)
{
    buf_write(b, &c, 1);
}

void buf_puts(struct buf *b, const char *s)
{
    buf_write(b, s, strlen(s));
}

void buf_vprintf(struct buf *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    buf_reserve(b, 0);
    size_t room = b->capacity - b->length;
    int n = number_vprint(b->text + b->length, room, format, ap);
    if (n >= 0 && (size_t)n >= room) {
        buf_reserve(b, (size_t)n);
        number_vprint(b->text + b->length, (size_t)n + 1, format, again);
    }
    va_end(again);
    b->length += n > 0 ? (size_t)n : 0;
    b->text[b->length] = '\0';
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    buf_vprintf(b, format, ap);
    va_end(ap);
}

void buf_free(struct buf *b)
{
    free(b->text);
    *b = (struct buf){0};
}
