/* pb-compare: do two dumps hold the same arrays? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/polybench/dump.h"

static const char usage[] =
    "usage: pb-compare [--tolerance T] EXPECTED ACTUAL\n"
    "Compares two dumps bit for bit, or within T times the largest magnitude\n"
    "of each array. Exits 0 if they agree, 1 if not, 2 if they cannot be\n"
    "compared.\n";

int main(int argc, char **argv)
{
    double tolerance = 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "--tolerance") == 0) {
        char *end;
        tolerance = strtod(argv[2], &end);
        if (end == argv[2] || *end || !(tolerance > 0)) {
            fprintf(stderr, "pb-compare: '%s' is no tolerance\n", argv[2]);
            return 2;
        }
    } else if (argc != 3) {
        fputs(usage, stderr);
        return 2;
    }
    return pb_dump_compare(argv[argc - 2], argv[argc - 1], tolerance, stdout);
}
