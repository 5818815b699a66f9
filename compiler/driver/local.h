/*
 * The rows of options.def, for what reads the command line and what prints
 * --help.
 */
#ifndef HEDRA_COMPILER_DRIVER_LOCAL_H
#define HEDRA_COMPILER_DRIVER_LOCAL_H

enum form { FORM_FLAG, FORM_VALUE, FORM_NEXT, FORM_EQUALS, FORM_PREFIX };

enum group {
    GROUP_OUTPUT,
    GROUP_SOURCE,
    GROUP_CODE,
    GROUP_TUNING,
    GROUP_MESSAGES,
    GROUP_OTHER
};

enum id {
#define OPTION(name, spelling, form, argument, group, help) ID_##name,
#include "compiler/driver/options.def"
#undef OPTION
    ID_COUNT
};

struct options_row {
    const char *spelling;
    enum form form;
    const char *argument;
    enum group group;
    const char *help;
};

extern const struct options_row options_row[ID_COUNT];

#endif
