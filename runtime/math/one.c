/* One number, and vectors of 16 bytes, lane by lane. */
#include "runtime/math/local.h"

#include <math.h>

#define ONE(name, type, lanes, count)                                          \
    type hedra_##name(MATH_PARAMETERS_##count(type))                           \
    {                                                                          \
        return MATH_CALL_##count(name, x, y);                                  \
    }
MATH_EACH(ONE)

#if defined __GNUC__ && defined __x86_64__
#define SHORT_float(name, count)                                               \
    MATH_BY_LANES(bN4, __m128, float, name, 4, count)
#define SHORT_double(name, count)                                              \
    MATH_BY_LANES(bN2, __m128d, double, name, 2, count)
#define SHORT(name, type, lanes, count) SHORT_##type(name, count)
MATH_EACH(SHORT)
#endif
