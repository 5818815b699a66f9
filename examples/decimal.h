/* Numbers with a point, which strtod reads only in some locales. */
#ifndef HEDRA_EXAMPLES_DECIMAL_H
#define HEDRA_EXAMPLES_DECIMAL_H

/* Reads as strtod does in the C locale. */
double decimal_read(const char *text, char **end);

#endif
