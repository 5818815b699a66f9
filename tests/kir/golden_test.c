/* Every *.kir file of this folder with a line "=== optimised" or "=== faults":
 * what stands above, optimised or verified, must give what stands below. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char optimised[] = "\n=== optimised\n",
                  faulty[] = "\n=== faults\n";

static void append_faults(const struct faults *faults, struct buf *out)
{
    for (const struct fault *f = faults->first; f; f = f->next)
        buf_printf(out, "%s\n", f->message);
}

static void check_file(const char *name)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    char *path = arena_printf(arena, "%s/%s", KIR_TEST_FOLDER, name);
    char *text = base_read_file(path, NULL), *mark;
    const char *expected;
    struct kir_module *module;
    struct buf out = {0};

    assert_non_null(text);
    mark = strstr(text, optimised);
    expected = mark ? mark + strlen(optimised) : NULL;
    if (!mark) {
        mark = strstr(text, faulty);
        expected = mark ? mark + strlen(faulty) : NULL;
    }
    if (mark) {
        bool optimise = expected == mark + strlen(optimised);

        *mark = '\0';
        module = kir_parse(arena, name, text, &faults);
        if (module && kir_check(module, &faults) && optimise)
            kir_print(kir_optimise(arena, module), &out);
        append_faults(&faults, &out);
        if (strcmp(out.text ? out.text : "", expected) != 0)
            fail_msg("%s gives\n%s", name, out.text ? out.text : "");
    }
    buf_free(&out);
    free(text);
    arena_free(arena);
}

static void test_files(void **state)
{
    DIR *folder = opendir(KIR_TEST_FOLDER);
    int count = 0;

    (void)state;
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        size_t length = strlen(e->d_name);

        if (length < 4 || strcmp(e->d_name + length - 4, ".kir") != 0)
            continue;
        check_file(e->d_name);
        count++;
    }
    closedir(folder);
    assert_true(count > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
