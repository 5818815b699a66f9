/*
 * What flags of C compilers promise, of which regions keep only a part.
 */
#include "compiler/unit/clang.h"
#include "compiler/unit/local.h"

#include <string.h>

/* Each with those that take the promise back. */
static const struct promise {
    const char *flag, *back[3], *broken, *hint;
} promises[] = {
    {"-fwrapv",
     {"-fno-wrapv", "-fstrict-overflow", "-ftrapv"},
     "signed bounds, conditions and subscripts of regions are taken not to "
     "overflow all the same",
     "where they wrap around, compute them without a sign, or leave the loop "
     "unmarked"},
    {"-fno-strict-overflow",
     {"-fstrict-overflow", "-ftrapv", NULL},
     "signed bounds, conditions and subscripts of regions are taken not to "
     "overflow all the same",
     "where they wrap around, compute them without a sign, or leave the loop "
     "unmarked"},
    {"-ftrapv",
     {"-fwrapv", NULL, NULL},
     "kernels do not end the program where signed arithmetic overflows",
     "HEDRA_CHOOSE=plain runs the plain nests, which do"},
    {"-frounding-math",
     {"-fno-rounding-math", NULL, NULL},
     "kernels may round to nearest whatever the program asks for",
     "leave loops unmarked that another rounding mode is set for"},
};

static bool takes_back(const struct promise *p, const char *flag)
{
    bool found = false;
    for (int k = 0; k < 3 && p->back[k]; k++)
        found |= strcmp(flag, p->back[k]) == 0;
    return found;
}

/* Of flags that contradict each other the last one holds. */
static bool is_given(const struct promise *p, int argc, const char *const *args)
{
    bool given = false;
    for (int k = 0; k < argc; k++)
        given =
            strcmp(args[k], p->flag) == 0 || (given && !takes_back(p, args[k]));
    return given;
}

bool flags_any_alias(int argc, const char *const *args)
{
    static const struct promise any = {.flag = "-fno-strict-aliasing",
                                       .back = {"-fstrict-aliasing"}};
    return is_given(&any, argc, args);
}

void flags_check(const struct unit *unit, int argc, const char *const *args,
                 struct faults *faults)
{
    struct loc file = {.file = unit->path};
    for (size_t r = 0; r < sizeof promises / sizeof *promises; r++) {
        const struct promise *p = &promises[r];
        if (is_given(p, argc, args))
            fault_hint(faults,
                       fault_add(faults, FAULT_C_FLAG, file, "'%s': %s",
                                 p->flag, p->broken),
                       file, "%s", p->hint);
    }
}
