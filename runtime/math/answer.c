/* Whether vectors give what the C library at hand does (math/math.h). */
#include "runtime/math/local.h"

#include <math.h>
#include <string.h>

_Atomic unsigned char math_answer[MATH_FUNCTIONS];

#if defined __GNUC__ && defined __x86_64__
enum { HARD = 24 };

/* Arguments at which the C library that vectors follow does not round as exact
 * results do, or as it does itself without FMA: one that computes in another
 * way gives other results. Without FMA, of all floats, two results of expf, six
 * of sinf and 22 of cosf are others, up to the sign, and none of logf. */
static const double hard_exp[HARD] = {
    -0x1.3cdbcda0ce60dp+8, 0x1.35ff3b4609e78p+8,  -0x1.1222b18846aafp+8,
    -0x1.58edae38494a8p+7, 0x1.a755ba5b0518p+7,   -0x1.715ff850e426p+7,
    -0x1.6107f5d4631fp+8,  -0x1.7c23cb1ab9af4p+7, -0x1.e2b7b49d676f2p+7,
    0x1.c5ba2419b8bcp+8,   -0x1.5b5dd18b49772p+8, 0x1.18bfc7c8a51ecp+7,
    -0x1.dfdea6333eb97p+8, 0x1.5f94ce0c913cp+7,   0x1.0e3dfb69e949cp+7,
    -0x1.18b567132097p+6,  -0x1.ec6e2370553eep+8, -0x1.6ff7c1e47b1b4p+8,
    -0x1.489380e0ba838p+8, -0x1.58a0da5fba24ep+7, 0x1.b1c94adc01034p+7,
    0x1.5d39b5a84268p+4,   -0x1.9d2569a76d79ap+8, -0x1.d6d53bbfcb897p+8};

static const float hard_expf[HARD] = {
    0x1.104d74p+5f,  -0x1.4c97a2p+4f, -0x1.2947fap+4f, -0x1.c7448cp+5f,
    0x1.4a0f1ep+5f,  0x1.943762p+5f,  -0x1.b6801ep+5f, -0x1.827d76p+5f,
    -0x1.7e18b6p+4f, 0x1.3eb536p+5f,  0x1.a9af2ep+3f,  -0x1.6a1096p+2f,
    -0x1.318fd6p+6f, 0x1.500246p+0f,  -0x1.2fa59ap+6f, 0x1.e2787cp+5f,
    -0x1.944b02p+2f, 0x1.ef22f4p+5f,  -0x1.aa99d4p+5f, -0x1.149d6cp+4f,
    -0x1.508b4p+5f,  0x1.349664p+5f,  0x1.04845ep+5f,  -0x1.f8cbb2p+5f};

static const float hard_logf[HARD] = {
    0x1.b6752ep-1f, 0x1.c719fp-1f,  0x1.01ab04p+0f, 0x1.07e87cp+0f,
    0x1.0707bp+0f,  0x1.02a71p+0f,  0x1.a5e2e6p-1f, 0x1.f83062p+0f,
    0x1.19531ap+1f, 0x1.095abap+0f, 0x1.02859ap+0f, 0x1.243112p+0f,
    0x1.15e4e6p+0f, 0x1.e38104p-1f, 0x1.e5ae16p-1f, 0x1.1a1b5ep+0f,
    0x1.e7032ep-1f, 0x1.1578c8p+0f, 0x1.c46948p-1f, 0x1.f7bed8p-1f,
    0x1.2807c2p-1f, 0x1.08013p+0f,  0x1.f93aaep-1f, 0x1.658778p-1f};

static const float hard_sinf[HARD] = {
    -0x1.3274acp+4f, -0x1.cc0d92p+5f, 0x1.853accp+6f,  -0x1.5d2582p+6f,
    0x1.72a866p+2f,  0x1.dab424p+5f,  0x1.2a6544p+4f,  0x1.fbe932p+4f,
    0x1.996b3ep+4f,  0x1.2262f8p+4f,  -0x1.44960cp+6f, -0x1.30a3c2p+6f,
    0x1.a8e7f8p+5f,  0x1.502cdep+6f,  -0x1.c8c2ecp+5f, -0x1.68fe96p+5f,
    -0x1.eaaa24p+4f, 0x1.13ca7ep+6f,  0x1.ab6152p+5f,  0x1.46b80ep+6f,
    -0x1.46ba88p+6f, 0x1.52e6cp+6f,   -0x1.9eb0a8p+6f, 0x1.d0f4aap+6f};

static const float hard_cosf[HARD] = {
    -0x1.3fa494p+5f, 0x1.16819p+4f,   0x1.00ed06p+6f,  0x1.037d44p+6f,
    0x1.b63518p+4f,  0x1.a3602p+5f,   0x1.0dad7ep+6f,  -0x1.33e1c8p+5f,
    0x1.3e2e36p+5f,  -0x1.0bcaacp+6f, -0x1.9cea7cp+5f, -0x1.d51134p+2f,
    -0x1.1073e4p+6f, 0x1.d2f202p+5f,  -0x1.b981eep+5f, 0x1.1c96d6p+6f,
    0x1.1475b6p+4f,  0x1.1475b8p+4f,  0x1.78edb2p+4f,  0x1.05d696p+5f,
    0x1.d0f4aap+5f,  0x1.019c5p+6f,   0x1.8abf54p+6f,  0x1.b1a47cp+6f};

/* Computes a vector of 32 bytes at a time and compares. Compilers are not to
 * compute constants, which they round as exact results do. */
#define COMPARE(name, type, lanes)                                             \
    case MATH_##name: {                                                        \
        type (*volatile ask)(type) = name;                                     \
        for (int from = 0; from < HARD; from += lanes) {                       \
            type y[lanes], want[lanes];                                        \
            for (int k = 0; k < lanes; k++)                                    \
                want[k] = ask(hard_##name[from + k]);                          \
            math_fast(function, hard_##name + from, y);                        \
            if (memcmp(y, want, sizeof y) != 0)                                \
                return false;                                                  \
        }                                                                      \
        return true;                                                           \
    }

static bool is_equal(enum math_function function)
{
    switch (function) {
        MATH_EACH(COMPARE)
    case MATH_FUNCTIONS:
        break;
    }
    return false;
}

bool math_try(enum math_function function)
{
    bool equal = __builtin_cpu_supports("avx2") &&
                 __builtin_cpu_supports("fma") && is_equal(function);

    atomic_store_explicit(&math_answer[function],
                          equal ? MATH_EQUAL : MATH_OTHER,
                          memory_order_relaxed);
    return equal;
}
#endif
