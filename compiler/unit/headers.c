/*
 * Headers that compilers bring along and clang's own folder lacks. libclang
 * finds them behind all other folders, so that the user's own come first; the
 * program that is written includes those of the compiler that compiles it.
 *
 * omp.h: C functions of the OpenMP API, version 5.2, chapter 18, without memory
 * allocators, events and tools.
 */
#include "compiler/unit/local.h"

#include <string.h>

static const char folder[] = "/hedrac-headers";

/* clang-format off */
static const char omp[] =
    "#ifndef _HEDRAC_OMP_H\n"
    "#define _HEDRAC_OMP_H\n"
    "#include <stddef.h>\n"
    "#include <stdint.h>\n"
    "typedef struct omp_lock_t { void *_lock; } omp_lock_t;\n"
    "typedef struct omp_nest_lock_t { void *_lock; } omp_nest_lock_t;\n"
    "typedef int omp_sync_hint_t;\n"
    "typedef int omp_lock_hint_t;\n"
    "typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic,\n"
    "    omp_sched_guided, omp_sched_auto, omp_sched_monotonic = -2147483647 - 1\n"
    "} omp_sched_t;\n"
    "typedef enum omp_proc_bind_t { omp_proc_bind_false, omp_proc_bind_true,\n"
    "    omp_proc_bind_primary, omp_proc_bind_master = 2, omp_proc_bind_close,\n"
    "    omp_proc_bind_spread } omp_proc_bind_t;\n"
    "enum { omp_sync_hint_none, omp_lock_hint_none = 0 };\n"
    "void omp_set_num_threads(int);\n"
    "int omp_get_num_threads(void);\n"
    "int omp_get_max_threads(void);\n"
    "int omp_get_thread_num(void);\n"
    "int omp_get_num_procs(void);\n"
    "int omp_in_parallel(void);\n"
    "void omp_set_dynamic(int);\n"
    "int omp_get_dynamic(void);\n"
    "void omp_set_nested(int);\n"
    "int omp_get_nested(void);\n"
    "void omp_set_schedule(omp_sched_t, int);\n"
    "void omp_get_schedule(omp_sched_t *, int *);\n"
    "int omp_get_thread_limit(void);\n"
    "int omp_get_supported_active_levels(void);\n"
    "void omp_set_max_active_levels(int);\n"
    "int omp_get_max_active_levels(void);\n"
    "int omp_get_level(void);\n"
    "int omp_get_ancestor_thread_num(int);\n"
    "int omp_get_team_size(int);\n"
    "int omp_get_active_level(void);\n"
    "int omp_in_final(void);\n"
    "int omp_get_cancellation(void);\n"
    "omp_proc_bind_t omp_get_proc_bind(void);\n"
    "int omp_get_num_places(void);\n"
    "int omp_get_place_num_procs(int);\n"
    "void omp_get_place_proc_ids(int, int *);\n"
    "int omp_get_place_num(void);\n"
    "int omp_get_partition_num_places(void);\n"
    "void omp_get_partition_place_nums(int *);\n"
    "void omp_set_default_device(int);\n"
    "int omp_get_default_device(void);\n"
    "int omp_get_num_devices(void);\n"
    "int omp_get_device_num(void);\n"
    "int omp_get_num_teams(void);\n"
    "int omp_get_team_num(void);\n"
    "void omp_set_num_teams(int);\n"
    "int omp_get_max_teams(void);\n"
    "void omp_set_teams_thread_limit(int);\n"
    "int omp_get_teams_thread_limit(void);\n"
    "int omp_is_initial_device(void);\n"
    "int omp_get_initial_device(void);\n"
    "int omp_get_max_task_priority(void);\n"
    "void omp_init_lock(omp_lock_t *);\n"
    "void omp_init_lock_with_hint(omp_lock_t *, omp_sync_hint_t);\n"
    "void omp_destroy_lock(omp_lock_t *);\n"
    "void omp_set_lock(omp_lock_t *);\n"
    "void omp_unset_lock(omp_lock_t *);\n"
    "int omp_test_lock(omp_lock_t *);\n"
    "void omp_init_nest_lock(omp_nest_lock_t *);\n"
    "void omp_init_nest_lock_with_hint(omp_nest_lock_t *, omp_sync_hint_t);\n"
    "void omp_destroy_nest_lock(omp_nest_lock_t *);\n"
    "void omp_set_nest_lock(omp_nest_lock_t *);\n"
    "void omp_unset_nest_lock(omp_nest_lock_t *);\n"
    "int omp_test_nest_lock(omp_nest_lock_t *);\n"
    "double omp_get_wtime(void);\n"
    "double omp_get_wtick(void);\n"
    "void *omp_target_alloc(size_t, int);\n"
    "void omp_target_free(void *, int);\n"
    "int omp_target_is_present(const void *, int);\n"
    "int omp_target_memcpy(void *, const void *, size_t, size_t, size_t, int,\n"
    "                      int);\n"
    "int omp_target_associate_ptr(const void *, const void *, size_t, size_t,\n"
    "                             int);\n"
    "int omp_target_disassociate_ptr(const void *, int);\n"
    "#endif\n";
/* clang-format on */

int headers_add(struct arena *arena, struct CXUnsavedFile *file,
                const char **args)
{
    file[0] = (struct CXUnsavedFile){arena_printf(arena, "%s/omp.h", folder),
                                     omp, sizeof omp - 1};
    args[0] = "-idirafter";
    args[1] = folder;
    return 1;
}

bool headers_has(const char *path)
{
    size_t length = sizeof folder - 1;
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}
