/*
 * Opens a C file with libclang: finds the headers that belong to clang, passes
 * the arguments on, and turns clang's diagnostics into faults. Lists the files
 * that were read, which make rules need.
 */
#define _GNU_SOURCE
#include "compiler/unit/local.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The headers of clang itself ---------------------------------------------- */

static bool is_resource_dir(const char *path)
{
    char header[PATH_MAX + 32];
    if (strlen(path) > PATH_MAX)
        return false;
    strcpy(header, path);
    strcat(header, "/include/stddef.h");
    return access(header, R_OK) == 0;
}

/*
 * The directory with include/stddef.h that belongs to the libclang that is
 * loaded, or NULL: where the build was told, or at the places where
 * distributions and LLVM's own installations have it, seen from libclang.
 */
static const char *find_resource_dir(struct arena *arena)
{
    static const char *const relative[] = {
        "%1$s/clang/%2$d",
        "%1$s/../lib/clang/%2$d",
        "%1$s/../lib64/clang/%2$d",
        "%1$s/llvm-%2$d/lib/clang/%2$d",
        "%1$s/../llvm-%2$d/lib/clang/%2$d",
        "%1$s/../lib/llvm-%2$d/lib/clang/%2$d",
        "%1$s/../../lib/clang/%2$d",
    };
    Dl_info info;
    char path[PATH_MAX];
    if (is_resource_dir(HEDRA_CLANG_RESOURCE_DIR))
        return HEDRA_CLANG_RESOURCE_DIR;
    if (!dladdr((void *)(uintptr_t)clang_createIndex, &info) ||
        !info.dli_fname || !realpath(info.dli_fname, path))
        return NULL;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    int major = clang_major(arena);
    for (size_t k = 0; k < sizeof relative / sizeof *relative; k++) {
        const char *dir = arena_printf(arena, relative[k], path, major);
        if (is_resource_dir(dir))
            return dir;
    }
    return NULL;
}

static bool names_resource_dir(int argc, const char *const *args)
{
    for (int k = 0; k < argc; k++)
        if (strncmp(args[k], "-resource-dir", 13) == 0)
            return true;
    return false;
}

/* Diagnostics -------------------------------------------------------------- */

/* Is the word at this place the name of a pragma of ours? */
static bool names_our_pragma(const struct unit *unit, CXFile file,
                             unsigned offset)
{
    struct lex x = unit->source->lex;
    x.text = clang_getFileContents(unit->tu, file, &x.length);
    if (!x.text || offset >= x.length)
        return false;
    struct lex_token token = lex_token(&x, offset);
    return lex_is(&x, token, "hedra") || lex_is(&x, token, "scop") ||
           lex_is(&x, token, "endscop");
}

/* A word that is one or two letters off the name of a pragma of ours, which is
 * returned; NULL: it is not. Names of other compilers' pragmas are longer. */
static const char *near_our_pragma(const struct unit *unit, CXFile file,
                                   unsigned offset)
{
    static const struct {
        const char *name;
        int most;
    } ours[] = {{"hedra", 2}, {"scop", 1}, {"endscop", 2}};
    struct lex x = unit->source->lex;
    x.text = clang_getFileContents(unit->tu, file, &x.length);
    if (!x.text || offset >= x.length)
        return NULL;
    struct lex_token token = lex_token(&x, offset);
    const char *word = arena_strndup(unit->arena, x.text + token.begin,
                                     token.end - token.begin);
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        if (base_edit_distance(word, ours[k].name) <= ours[k].most)
            return ours[k].name;
    return NULL;
}

/* A pragma that clang does not know. Ours are found by mark_find, but only
 * where they are directives of the file itself; the others must not be lost
 * without a word. False: it is not ours, or made by _Pragma, whose text has no
 * place in a file. */
static bool add_pragma(struct unit *unit, CXDiagnostic d, struct faults *faults)
{
    CXSourceLocation at = clang_getDiagnosticLocation(d);
    struct loc loc = clang_loc(unit, at);
    CXFile file;
    unsigned offset;
    clang_getSpellingLocation(at, &file, NULL, NULL, &offset);
    unit->pragma_operators |= !file;
    if (!file)
        return false;
    if (!names_our_pragma(unit, file, offset)) {
        const char *meant = near_our_pragma(unit, file, offset);
        if (meant && clang_File_isEqual(file, unit->file))
            fault_add(faults, FAULT_MISSPELT, loc,
                      "no pragma of this name is known; is '%s' meant?", meant);
        return false;
    }
    if (clang_File_isEqual(file, unit->file))
        return true;
    struct fault *fault = fault_add(faults, FAULT_NO_REGION, loc,
                                    "a pragma in a header marks nothing");
    fault_hint(faults, fault, loc,
               "move what it marks to the file that hedrac compiles");
    return true;
}

/* What `clang -fms-extensions` says of __pragma(message("text")). */
static void add_message(const struct unit *unit, CXDiagnostic d,
                        struct faults *faults)
{
    const char *text = clang_text(unit->arena, clang_getDiagnosticSpelling(d));
    struct lex x = {.text = text, .length = strlen(text)};
    struct lex_token name = lex_token(&x, 0);
    if (!lex_is(&x, name, "hedra") && !lex_is(&x, name, "scop") &&
        !lex_is(&x, name, "endscop"))
        return;
    struct loc loc = clang_loc(unit, clang_getDiagnosticLocation(d));
    struct fault *fault =
        fault_add(faults, FAULT_PRAGMA, loc, "_Pragma cannot mark a nest");
    fault_hint(faults, fault, loc, "write #pragma on a line of its own");
}

/* What clang says may be turned off by pragmas; a word in the text is not. */
static void find_operator(CXFile file, CXSourceLocation *stack, unsigned depth,
                          CXClientData data)
{
    struct unit *unit = data;
    CXSourceLocation start = clang_getLocationForOffset(unit->tu, file, 0);
    const char *text = clang_getFileContents(unit->tu, file, NULL);
    (void)stack;
    (void)depth;
    if (!text || clang_Location_isInSystemHeader(start))
        return;
    unit->pragma_operators |= strstr(text, "_Pragma") != NULL;
    unit->counter |= strstr(text, "__COUNTER__") != NULL;
}

/* Pragmas of ours that come from _Pragma, perhaps in a macro. libclang does not
 * tell their text, so the file is read once more with each made a message. */
static void add_operators(struct unit *unit, int argc, const char *const *args,
                          struct faults *faults)
{
    static const char *const more[] = {
        "-fms-extensions", "-Wno-builtin-macro-redefined", "-W#pragma-messages",
        "-D_Pragma(text)=__pragma(message(text))"};
    enum { MORE = sizeof more / sizeof *more };
    struct CXUnsavedFile file[1 + HEADERS_FILES] = {
        {unit->path, unit->text, unit->length}};
    const char *same[HEADERS_ARGS];
    int files = 1 + headers_add(unit->arena, &file[1], same);
    const char **all =
        arena_alloc(unit->arena, ((size_t)argc + MORE) * sizeof *all);
    memcpy(all, args, (size_t)argc * sizeof *all);
    memcpy(all + argc, more, sizeof more);
    CXTranslationUnit tu;
    if (clang_parseTranslationUnit2(
            unit->index, unit->path, all, argc + MORE, file, (unsigned)files,
            CXTranslationUnit_None, &tu) != CXError_Success)
        return;
    struct unit copy = *unit;
    copy.tu = tu;
    copy.file = clang_getFile(tu, unit->path);
    unsigned count = clang_getNumDiagnostics(tu);
    for (unsigned k = 0; k < count; k++) {
        CXDiagnostic d = clang_getDiagnostic(tu, k);
        const char *option =
            clang_text(unit->arena, clang_getDiagnosticOption(d, NULL));
        if (!strcmp(option, "-W#pragma-messages"))
            add_message(&copy, d, faults);
        clang_disposeDiagnostic(d);
    }
    clang_disposeTranslationUnit(tu);
}

/* The first note, as the hint. */
static void add_note(const struct unit *unit, CXDiagnostic d,
                     struct faults *faults, struct fault *fault)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    if (clang_getNumDiagnosticsInSet(notes) == 0)
        return;
    CXDiagnostic note = clang_getDiagnosticInSet(notes, 0);
    struct loc loc = clang_loc(unit, clang_getDiagnosticLocation(note));
    fault_hint(faults, fault, loc, "%s",
               clang_text(unit->arena, clang_getDiagnosticSpelling(note)));
    clang_disposeDiagnostic(note);
}

static void add_diagnostic(struct unit *unit, CXDiagnostic d, bool pragmas,
                           struct faults *faults)
{
    enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(d);
    CXSourceLocation at = clang_getDiagnosticLocation(d);
    const char *option =
        clang_text(unit->arena, clang_getDiagnosticOption(d, NULL));
    const char *text = clang_text(unit->arena, clang_getDiagnosticSpelling(d));
    if (severity < CXDiagnostic_Warning ||
        (strcmp(option, "-Wunknown-pragmas") == 0 &&
         (add_pragma(unit, d, faults) || !pragmas)))
        return;
    bool warning = severity == CXDiagnostic_Warning;
    struct fault *fault = fault_add(
        faults, warning ? FAULT_CLANG_WARNING : FAULT_CLANG,
        clang_loc(unit, at), *option ? "%s [%s]" : "%s", text, option);
    add_note(unit, d, faults, fault);
}

/* `pragmas`: those too that are about pragmas of others. */
static void add_diagnostics(struct unit *unit, bool pragmas,
                            struct faults *faults)
{
    unsigned count = clang_getNumDiagnostics(unit->tu);
    for (unsigned k = 0; k < count; k++) {
        CXDiagnostic d = clang_getDiagnostic(unit->tu, k);
        add_diagnostic(unit, d, pragmas, faults);
        clang_disposeDiagnostic(d);
    }
}

/* Opening and closing ------------------------------------------------------ */

/* Do the arguments ask for warnings of unknown pragmas? */
static bool asks_for_pragmas(int argc, const char *const *args)
{
    bool asked = false;
    for (int k = 0; k < argc; k++)
        if (!strcmp(args[k], "-Wunknown-pragmas") || !strcmp(args[k], "-Wall"))
            asked = true;
        else if (!strcmp(args[k], "-Wno-unknown-pragmas"))
            asked = false;
    return asked;
}

/* What C89 allowed: compilers that the output is for may take it, with a
 * warning. */
static const char *const tolerated[] = {
    "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion", "-Wno-error=return-type",
    "-Wno-error=incompatible-function-pointer-types"};
enum { TOLERATED = sizeof tolerated / sizeof *tolerated };

static bool parse(struct unit *unit, int argc, const char *const *args,
                  struct faults *faults)
{
    struct CXUnsavedFile file[1 + HEADERS_FILES] = {
        {unit->path, unit->text, unit->length}};
    enum { OWN = 4 + HEADERS_ARGS + TOLERATED };
    const char **all =
        arena_alloc(unit->arena, ((size_t)argc + OWN) * sizeof *all);
    int count = 0, files = 1 + headers_add(unit->arena, &file[1], all);
    count += HEADERS_ARGS;
    const char *resource =
        names_resource_dir(argc, args) ? NULL : find_resource_dir(unit->arena);
    if (resource) {
        all[count++] = "-resource-dir";
        all[count++] = resource;
    }
    memcpy(all + count, tolerated, sizeof tolerated);
    count += TOLERATED;
    for (int k = 0; k < argc; k++)
        all[count++] = args[k];
    all[count++] = "-Wunknown-pragmas";
    all[count++] = "-xc";
    unit->index = clang_createIndex(0, 0);
    enum CXErrorCode code = clang_parseTranslationUnit2(
        unit->index, unit->path, all, count, file, (unsigned)files,
        CXTranslationUnit_DetailedPreprocessingRecord, &unit->tu);
    if (code != CXError_Success || !unit->tu) {
        struct fault *fault = fault_add(
            faults, code == CXError_Crashed ? FAULT_INTERNAL : FAULT_CLANG,
            (struct loc){.file = unit->path},
            code == CXError_Crashed ? "libclang crashed on this file"
                                    : "clang refuses these arguments");
        if (code != CXError_Crashed)
            fault_hint(faults, fault, (struct loc){0},
                       "look for a value that clang does not know, such as a "
                       "-std= of another compiler; clang -fsyntax-only says "
                       "which");
        return false;
    }
    unit->file = clang_getFile(unit->tu, unit->path);
    mark_read(unit, argc, args);
    add_diagnostics(unit, asks_for_pragmas(argc, args), faults);
    clang_getInclusions(unit->tu, find_operator, unit);
    for (int k = 0; k < argc; k++) {
        unit->pragma_operators |= strstr(args[k], "_Pragma") != NULL;
        unit->counter |= strstr(args[k], "__COUNTER__") != NULL;
    }
    if (unit->pragma_operators)
        add_operators(unit, count, all, faults);
    return true;
}

/* clang's arguments; where pragmas of OpenMP are taken for marks, clang must
 * leave them alone, but its macro is there. */
static const char *const *arguments(struct arena *arena, unsigned accept,
                                    int argc, const char *const *args)
{
    const char **list = arena_alloc(arena, ((size_t)argc + 1) * sizeof *list);
    for (int k = 0; k < argc; k++) {
        bool omp = accept && strcmp(args[k], "-fopenmp") == 0;
        list[k] = omp ? "-D_OPENMP=201511" : args[k];
    }
    return list;
}

/* Takes over `text`. */
static struct unit *open_unit(struct arena *arena, const char *path, char *text,
                              size_t length, unsigned accept, int argc,
                              const char *const *args, struct faults *faults)
{
    int before = faults->errors;
    struct unit *unit = arena_alloc(arena, sizeof *unit);
    args = arguments(arena, accept, argc, args);
    unit->accept = accept;
    unit->any_alias = flags_any_alias(argc, args);
    unit->arena = arena;
    unit->path = arena_strdup(arena, path);
    unit->text = text;
    unit->length = length;
    if (strlen(text) != length)
        fault_add(faults, FAULT_FILE, (struct loc){.file = unit->path},
                  "the file holds a null character: it is no C text");
    else if (length > INT32_MAX)
        fault_add(faults, FAULT_FILE, (struct loc){.file = unit->path},
                  "the file is larger than 2 GiB");
    else if (parse(unit, argc, args, faults) && faults->errors == before &&
             mark_find(unit, faults))
        unit_read_names(unit, argc, args);
    if (faults->errors == before)
        return unit;
    unit_close(unit);
    return NULL;
}

struct unit *unit_open(struct arena *arena, const char *path, unsigned accept,
                       int argc, const char *const *clang_args,
                       struct faults *faults)
{
    size_t length;
    char *text = base_read_file(path, &length);
    if (!text) {
        fault_add(faults, FAULT_FILE, (struct loc){0}, "cannot read %s: %s",
                  path, strerror(errno));
        return NULL;
    }
    struct unit *unit =
        open_unit(arena, path, text, length, accept, argc, clang_args, faults);
    if (unit && unit->mark_count)
        flags_check(unit, argc, clang_args, faults);
    return unit;
}

struct unit *unit_open_text(struct arena *arena, const char *path,
                            const char *text, size_t length, int argc,
                            const char *const *clang_args,
                            struct faults *faults)
{
    struct buf copy = {0};
    buf_write(&copy, text, length);
    return open_unit(arena, path, copy.text, length, 0, argc, clang_args,
                     faults);
}

void unit_close(struct unit *unit)
{
    if (!unit)
        return;
    if (unit->tu)
        clang_disposeTranslationUnit(unit->tu);
    if (unit->index)
        clang_disposeIndex(unit->index);
    free(unit->text);
    unit->tu = NULL;
    unit->index = NULL;
    unit->text = NULL;
}

int unit_region_count(const struct unit *unit)
{
    return unit->mark_count;
}

struct loc unit_region_place(const struct unit *unit, int k)
{
    return unit->mark[k].loc;
}

const struct lex_source *unit_source(const struct unit *unit)
{
    return unit->source;
}

const struct names *unit_names(const struct unit *unit)
{
    return &unit->names;
}

/* Files -------------------------------------------------------------------- */

struct inclusions {
    struct unit *unit;
    bool system;
    int count, cap;
    const char **path;
};

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth,
                     CXClientData data)
{
    struct inclusions *list = data;
    CXSourceLocation start =
        clang_getLocationForOffset(list->unit->tu, file, 0);
    (void)stack;
    if (depth == 0 || (!list->system && clang_Location_isInSystemHeader(start)))
        return;
    const char *path = clang_text(list->unit->arena, clang_getFileName(file));
    if (headers_has(path))
        return;
    for (int k = 0; k < list->count; k++)
        if (strcmp(list->path[k], path) == 0)
            return;
    ARENA_PUSH(list->unit->arena, list->path, list->count, list->cap, path);
}

int unit_files(struct unit *unit, bool system, const char *const **files)
{
    struct inclusions list = {.unit = unit, .system = system};
    ARENA_PUSH(unit->arena, list.path, list.count, list.cap, unit->path);
    clang_getInclusions(unit->tu, add_file, &list);
    *files = list.path;
    return list.count;
}
