/*
 * What the user's files call their own: macros, of the command line as well,
 * and words that may be like generated names. The headers of libhedra do not
 * count, of the system's only macros without a '_' in front.
 */
#include "compiler/unit/local.h"

#include <ctype.h>
#include <string.h>

static bool is_of_libhedra(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return strncmp(name, "hedra.h", 7) == 0 || strncmp(name, "hedra_", 6) == 0;
}

static bool is_of_user(struct unit *unit, CXSourceLocation at, bool system)
{
    CXFile file;
    clang_getFileLocation(at, &file, NULL, NULL, NULL);
    return file && (system || !clang_Location_isInSystemHeader(at)) &&
           !is_of_libhedra(clang_text(unit->arena, clang_getFileName(file)));
}

/* What tells of the compiler stays as it is: __GNUC__, __clang__. */
static void add_macro(struct unit *unit, const char *name)
{
    bool predefined = strncmp(name, "__", 2) == 0 &&
                      (isupper((unsigned char)name[2]) || name[2] == 'c' ||
                       isdigit((unsigned char)name[3]));
    if (!predefined)
        names_add_macro(unit->arena, &unit->names, name);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent,
                                     CXClientData data)
{
    struct unit *unit = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    const char *name = clang_text(unit->arena, clang_getCursorSpelling(c));
    if (is_of_user(unit, clang_getCursorLocation(c), *name != '_'))
        add_macro(unit, name);
    return CXChildVisit_Continue;
}

/* Who reads the texts of files. */
struct reader {
    struct unit *unit;
    clang_reader *read;
};

static void read_file(CXFile file, CXSourceLocation *stack, unsigned depth,
                      CXClientData data)
{
    const struct reader *r = data;
    struct unit *unit = r->unit;
    size_t length;
    (void)stack;
    (void)depth;
    const char *text = clang_getFileContents(unit->tu, file, &length);
    if (text &&
        is_of_user(unit, clang_getLocationForOffset(unit->tu, file, 0), false))
        r->read(unit, arena_strndup(unit->arena, text, length), length);
}

void clang_read_files(struct unit *unit, clang_reader *read)
{
    struct reader r = {unit, read};
    clang_getInclusions(unit->tu, read_file, &r);
}

static void read_names(struct unit *unit, const char *text, size_t length)
{
    names_read(unit->arena, &unit->names, text, length);
}

/* The macro that an option defines: -DNAME=..., or NAME=... behind -D. */
static void read_option(struct unit *unit, const char *text)
{
    size_t length = strcspn(text, "=(");
    names_read(unit->arena, &unit->names, text, strlen(text));
    add_macro(unit, arena_strndup(unit->arena, text, length));
}

/* Those that conditions leave out here may be there when the output is
 * compiled. */
static void read_defines(struct unit *unit)
{
    const struct lex_source *source = unit->source;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->kind != DIRECTIVE_DEFINE)
            continue;
        struct lex_token token = lex_token(&source->lex, d->rest);
        while (token.kind == LEX_COMMENT)
            token = lex_token(&source->lex, token.end);
        if (token.kind != LEX_WORD || token.end > d->end)
            continue;
        char *name = arena_alloc(unit->arena, token.end - token.begin + 1);
        lex_spell(&source->lex, token.begin, token.end, name);
        add_macro(unit, name);
    }
}

void unit_read_names(struct unit *unit, int argc, const char *const *args)
{
    struct arena *arena = unit->arena;
    struct names *names = &unit->names;
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit, unit);
    clang_read_files(unit, read_names);
    for (int k = 0; k < argc; k++)
        if (strcmp(args[k], "-D") == 0 && k + 1 < argc)
            read_option(unit, args[k + 1]);
        else if (strncmp(args[k], "-D", 2) == 0 && args[k][2])
            read_option(unit, args[k] + 2);
    read_defines(unit);
    for (int k = 0; k < unit->mark_count; k++) {
        const char *function =
            clang_text(arena, clang_getCursorSpelling(unit->mark[k].function));
        ARENA_PUSH(arena, names->function, names->function_count,
                   names->function_cap, names_plain(arena, function));
    }
    names_finish(arena, names);
}
