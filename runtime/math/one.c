/* One number, and vectors of 16 bytes, lane by lane. */
#include "runtime/math/local.h"

#include <math.h>

#define ONE(name, type, lanes)                                                 \
    type hedra_##name(type x)                                                  \
    {                                                                          \
        return name(x);                                                        \
    }
MATH_EACH(ONE)

#if defined __GNUC__ && defined __x86_64__
#define SHORT_float(name)                                                      \
    MATH_BY_LANES(__m128, _ZGVbN4v_hedra_##name, float, name, 4)
#define SHORT_double(name)                                                     \
    MATH_BY_LANES(__m128d, _ZGVbN2v_hedra_##name, double, name, 2)
#define SHORT(name, type, lanes) SHORT_##type(name)
MATH_EACH(SHORT)
#endif
