#include "tests/runtime/unit.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#endif

static void test_arena_memory(void **state)
{
    static const size_t sizes[] = {0, 1, 7, 16, 100, 5000, 70000, 1 << 23, 3};
    struct arena *a = arena_new();
    unsigned char *block[COUNT(sizes) * 20];
    int n = 0;
    for (int round = 0; round < 20; round++)
        for (int k = 0; k < COUNT(sizes); k++) {
            if (round > 2 && sizes[k] > 100000)
                continue;
            unsigned char *p = arena_alloc(a, sizes[k]);
            assert_non_null(p);
            assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
            for (size_t i = 0; i < sizes[k]; i++)
                assert_int_equal(p[i], 0);
            memset(p, n + 1, sizes[k]);
            block[n++] = p;
        }
    int seen = 0;
    for (int round = 0; round < 20; round++)
        for (int k = 0; k < COUNT(sizes); k++) {
            if (round > 2 && sizes[k] > 100000)
                continue;
            if (sizes[k] > 0) {
                assert_int_equal(block[seen][0], (unsigned char)(seen + 1));
                assert_int_equal(block[seen][sizes[k] - 1],
                                 (unsigned char)(seen + 1));
            }
            seen++;
        }
    arena_free(a);
    arena_free(NULL);
}

static void test_arena_text(void **state)
{
    struct arena *a = arena_new();
    assert_string_equal(arena_strdup(a, ""), "");
    assert_string_equal(arena_strndup(a, "abcdef", 3), "abc");
    assert_string_equal(arena_strndup(a, "ab", 30), "ab");
    assert_string_equal(arena_printf(a, "%d-%s", 42, "x"), "42-x");
    char *wide = arena_printf(a, "%0100000d", 7);
    assert_int_equal(strlen(wide), 100000);
    assert_int_equal(wide[99999], '7');
    arena_free(a);
}

static void test_arena_push(void **state)
{
    struct arena *a = arena_new();
    struct pair {
        int x, y;
    } *v = NULL;
    int n = 0, cap = 0;
    for (int i = 0; i < 10000; i++)
        ARENA_PUSH(a, v, n, cap, ((struct pair){i, -i}));
    assert_int_equal(n, 10000);
    assert_true(cap >= n && cap < 3 * n);
    for (int i = 0; i < n; i++)
        assert_true(v[i].x == i && v[i].y == -i);
    arena_free(a);
}

/* How a process ends that writes at `offset` of a piece of `size` bytes,
 * between two others. */
static int status_of_write(size_t size, size_t offset)
{
    pid_t child = fork();
    if (child == 0) {
        assert_non_null(freopen("/dev/null", "w", stderr));
        struct arena *a = arena_new();
        arena_alloc(a, 5);
        unsigned char *p = arena_alloc(a, size);
        arena_alloc(a, 5);
        p[offset] ^= 1;
        arena_free(a);
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Behind an array lies nothing that could be taken for an element of zeros, and
 * who writes there does not end well; under valgrind, who reads there, neither.
 */
static void test_arena_fence(void **state)
{
#ifdef NDEBUG
    skip();
#endif
    if (RUNNING_ON_VALGRIND)
        skip();
    static const size_t sizes[] = {1, 15, 16, 17, 100, 5000, 1 << 23};
    struct arena *a = arena_new();
    for (int k = 0; k < COUNT(sizes); k++) {
        const unsigned char *p = arena_alloc(a, sizes[k]);
        size_t length = sizes[k] < 16 ? 16 : sizes[k] < 128 ? sizes[k] : 128;
        arena_alloc(a, 1);
        for (size_t i = 0; i < length; i++)
            assert_int_not_equal(p[sizes[k] + i], 0);
        assert_int_equal(status_of_write(sizes[k], 0), 0);
        assert_int_equal(status_of_write(sizes[k], sizes[k] - 1), 0);
        int at_once = status_of_write(sizes[k], sizes[k]);
        int at_last = status_of_write(sizes[k], sizes[k] + length - 1);
        assert_true(WIFSIGNALED(at_once) && WTERMSIG(at_once) == SIGABRT);
        assert_true(WIFSIGNALED(at_last) && WTERMSIG(at_last) == SIGABRT);
    }
    int n = 0, cap = 0, *grown = NULL;
    ARENA_PUSH(a, grown, n, cap, 0);
    assert_true(cap > 1 && grown[0] == 0);
    for (int k = 1; k < cap; k++)
        assert_int_not_equal(grown[k], 0);
    arena_free(a);
}

static void test_buf(void **state)
{
    struct buf b = {0};
    buf_puts(&b, "ab");
    buf_putc(&b, 'c');
    buf_write(&b, "\0d", 2);
    buf_printf(&b, "%s", "e");
    assert_int_equal(b.length, 6);
    assert_memory_equal(b.text, "abc\0de", 7);
    buf_free(&b);
    assert_null(b.text);
    buf_puts(&b, "");
    assert_string_equal(b.text, "");
    for (int i = 0; i < 3000; i++)
        buf_printf(&b, "%d,", i);
    assert_int_equal(strlen(b.text), b.length);
    assert_string_equal(b.text + b.length - 10, "2998,2999,");
    buf_free(&b);
}

static char folder[64];

static int make_folder(void **state)
{
    strcpy(folder, "/tmp/hedra-base-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    return rmdir(folder);
}

static void test_files(void **state)
{
    char path[128], other[128];
    snprintf(path, sizeof path, "%s/file", folder);
    size_t length = 99;
    errno = 0;
    assert_null(base_read_file(path, &length));
    assert_int_equal(errno, ENOENT);
    assert_true(base_write_file(path, "", 0));
    char *text = base_read_file(path, &length);
    assert_int_equal(length, 0);
    assert_string_equal(text, "");
    free(text);
    struct buf big = {0};
    for (int i = 0; i < 100000; i++)
        buf_printf(&big, "%c", i % 256);
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(base_write_file(path, big.text, big.length));
    text = base_read_file(path, &length);
    assert_int_equal(length, big.length);
    assert_memory_equal(text, big.text, length + 1);
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    free(text);
    buf_free(&big);

    snprintf(other, sizeof other, "%s/link", folder);
    assert_int_equal(symlink(path, other), 0);
    assert_true(base_write_file(other, "new", 3));
    text = base_read_file(path, NULL);
    assert_string_equal(text, "new");
    free(text);
    const struct base_part parts[] = {{"two ", 4}, {NULL, 0}, {"parts", 5}};
    assert_true(base_write_parts(other, parts, 3, true));
    text = base_read_file(path, NULL);
    assert_string_equal(text, "two parts");
    free(text);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(unlink(path), 0);
}

/* rmdir in the teardown fails if a temporary file was left. */
static void test_failed_write(void **state)
{
    char path[128];
    snprintf(path, sizeof path, "%s/none/file", folder);
    errno = 0;
    assert_false(base_write_file(path, "x", 1));
    assert_int_equal(errno, ENOENT);
    snprintf(path, sizeof path, "%s/folder", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(base_write_file(path, "x", 1));
    assert_null(base_read_file(path, NULL));
    assert_int_equal(rmdir(path), 0);
    assert_false(base_write_file("/dev/full", "x", 1));
    assert_int_equal(errno, ENOSPC);
    assert_true(base_write_file("/dev/null", "x", 1));
}

static void test_endless(void **state)
{
    size_t length = 1;
    char *text = base_read_file("/dev/null", &length);
    assert_non_null(text);
    assert_int_equal(length, 0);
    free(text);
    errno = 0;
    assert_null(base_read_file("/dev/zero", &length));
    assert_int_equal(errno, EFBIG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena_memory),
        cmocka_unit_test(test_arena_text),
        cmocka_unit_test(test_arena_push),
        cmocka_unit_test(test_arena_fence),
        cmocka_unit_test(test_buf),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_failed_write),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
