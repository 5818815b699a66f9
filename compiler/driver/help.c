/*
 * hedrac --help: the rows of options.def by their groups, in lines that fit.
 */
#include "compiler/driver/local.h"
#include "compiler/driver/options.h"

#include <string.h>

static const char *const group_titles[] = {
    [GROUP_OUTPUT] = "What is written",
    [GROUP_SOURCE] = "How the source is read",
    [GROUP_CODE] = "What the code is like",
    [GROUP_TUNING] = "Tuning by measurements",
    [GROUP_MESSAGES] = "Messages",
    [GROUP_OTHER] = "Other",
};

/* Prints `text` from column `indent` on, where the cursor stands, in lines of
 * at most 79 columns. */
static void print_wrapped(FILE *out, const char *text, int indent)
{
    enum { WIDTH = 79 };
    int column = indent;
    while (*text) {
        text += strspn(text, " ");
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        const char *space = column > indent ? " " : "";
        fprintf(out, "%s%.*s", space, length, text);
        column += (int)strlen(space) + length;
        text += length;
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const struct options_row *row)
{
    enum { INDENT = 26 };
    bool spaced = row->form == FORM_VALUE || row->form == FORM_NEXT;
    int n = fprintf(out, "  %s%s%s", row->spelling, spaced ? " " : "",
                    row->argument);
    if (n >= INDENT - 1)
        fprintf(out, "\n%*s", INDENT, "");
    else
        fprintf(out, "%*s", INDENT - n, "");
    print_wrapped(out, row->help, INDENT);
}

void options_print_help(FILE *out)
{
    fputs("Usage: hedrac [options] file.c\n"
          "       hedrac --run [options] file.c [-- argument...]\n"
          "       hedrac --tune [options] file.c [-- argument...]\n\n"
          "Turns the loop nests of a C file that are marked with #pragma hedra"
          " or\n#pragma scop into GPU and host kernels, and writes a C file"
          " that holds them.\nCompile that with any C compiler and link with"
          " -lhedra. A .scop or .kir file\nwill do instead of C with"
          " --emit.\n",
          out);
    int groups = (int)(sizeof group_titles / sizeof group_titles[0]);
    for (int group = 0; group < groups; group++) {
        fprintf(out, "\n%s:\n", group_titles[group]);
        for (int id = 0; id < ID_COUNT; id++)
            if ((int)options_row[id].group == group)
                print_row(out, &options_row[id]);
    }
    fputs("\nExit status: 0 done; 1 errors in the source, or a file that"
          " cannot be read or\nwritten (nothing is written then); 2 wrong"
          " command line; 3 an error in hedrac\nitself.\n",
          out);
}
