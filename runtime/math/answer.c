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

static const double hard_sin[HARD] = {
    -0x1.066791344eee8p-3, -0x1.f4333cc7b44eep+6, 0x1.f0807991cef4ep+8,
    -0x1.44d726dd14133p+5, 0x1.85bcdb9b8a7ep-1,   0x1.69de266df9d28p-2,
    0x1.adb5c2156c9f6p+9,  -0x1.ceba069ada4fp-3,  0x1.3eed7f464763dp+9,
    -0x1.469ed94ba2503p+8, -0x1.8403dab587e8dp+9, 0x1.c12439cd3c52ep+8,
    -0x1.3547c9ed1328fp+9, -0x1.1d8d1bbf719ccp+8, -0x1.57f1658c3b807p+9,
    0x1.91e9ce2c69075p+7,  -0x1.7c5a6cfde70d2p+9, 0x1.f0807991cef4ep+8,
    0x1.9ba62cbfbb89cp-2,  -0x1.e2839b417d1ccp+7, 0x1.a63b6feaedb6p-1,
    -0x1.95731cc5773bp-3,  -0x1.c76dca91851b8p+9, 0x1.81dacc409f106p+0};

static const double hard_cos[HARD] = {
    -0x1.7b41a4ebf7154p-2, 0x1.279fa15ef1798p+1,  0x1.f094587012a13p+9,
    0x1.675bd8c4ed0c8p+8,  0x1.bec40254f4a06p+6,  0x1.e59cfb3442237p+8,
    -0x1.25bc51550ee8p+1,  -0x1.3ddf003bd83e9p+1, 0x1.a46a89cec3fc4p+0,
    -0x1.7ce1bb5cf0e5ap+0, -0x1.81a4e4249848dp+0, -0x1.7963f8fccd36ap+0,
    0x1.b1c16da527c13p+0,  -0x1.ad77d09ebd27dp+0, 0x1.b00deb75f03dp+0,
    -0x1.adb6130d186d6p+0, -0x1.07f11655adabap+0, 0x1.85fb8f693f3ap-1,
    -0x1.7b41a4ebf7154p-2, -0x1.a0d67aeff33c6p+9, -0x1.b984397e28e94p+0,
    -0x1.93bc86a8d5af9p+8, 0x1.cb8315e79c2acp+0,  -0x1.8287c0c63b3dfp+9};

static const double hard_log[HARD] = {
    0x1.ed6ae4a6198a3p-1, 0x1.117c98d4240dep+0, 0x1.17ea09c6b4387p+0,
    0x1.0bf9687fab7bp+0,  0x1.167bae3e636dp+0,  0x1.8f6e9f5479fbp-1,
    0x1.dc62abf617a0bp-1, 0x1.d1865916f2e9cp-1, 0x1.1424caf7238c8p+0,
    0x1.0f19eafaa0758p+0, 0x1.13f1223976128p+0, 0x1.164f8b8357b46p+0,
    0x1.1644a0e0a70aap+0, 0x1.cffd475927aa3p-1, 0x1.1994b1e97c095p+0,
    0x1.d5f38af2c081p-1,  0x1.dc6177376ff2bp-1, 0x1.d352d819193ep+0,
    0x1.166a127832538p+0, 0x1.1a09cb0fffe68p+0, 0x1.084d8be1db233p+0,
    0x1.1a432cb76db7ep+0, 0x1.179c816725641p+0, 0x1.1e660bd658aa7p+0};

static const float hard_exp2f[HARD] = {
    -0x1.974742p+1f, 0x1.a55754p+6f,  -0x1.cba79p+4f,  0x1.dae532p+0f,
    -0x1.04adc6p-2f, 0x1.570714p+1f,  0x1.0ad932p-1f,  -0x1.93dd02p+4f,
    -0x1.2671bep-2f, -0x1.215684p+5f, -0x1.65db94p-2f, -0x1.b4ad6cp+5f,
    0x1.26ba3cp-2f,  0x1.914abep+5f,  0x1.df67a8p+1f,  0x1.d1d24p+6f,
    -0x1.55195cp+0f, 0x1.0d1354p+6f,  0x1.436d32p-1f,  0x1.c3fb7p-1f,
    -0x1.874c5p+6f,  0x1.5d296cp+0f,  0x1.bd1188p+5f,  0x1.705f18p+0f};

static const float hard_log2f[HARD] = {
    0x1.f9bc98p-1f, 0x1.6661b8p+0f, 0x1.f941eep-1f, 0x1.049bdap+0f,
    0x1.07a83ap+0f, 0x1.05dcdp+0f,  0x1.fd6438p-1f, 0x1.884b0cp-3f,
    0x1.00dad4p+0f, 0x1.f67f1ep-1f, 0x1.002a12p+0f, 0x1.000c72p+0f,
    0x1.e23b4p-1f,  0x1.e5ad2ep-1f, 0x1.04fa56p+0f, 0x1.f6b0f2p-1f,
    0x1.062522p+0f, 0x1.0495ap+0f,  0x1.e6b126p-1f, 0x1.006086p+0f,
    0x1.0707p+0f,   0x1.03ea0ap+0f, 0x1.07b12ap+0f, 0x1.07fffp+0f};

static const float hard_tanhf[HARD] = {
    -0x1.bcd744p-4f, -0x1.6c6c7ep-2f, 0x1.e4826cp-4f,  -0x1.5f738cp-1f,
    0x1.1af8eep-1f,  0x1.06b4dp-1f,   -0x1.e1ff3ap-1f, -0x1.f1c256p-1f,
    -0x1.ea8352p-3f, -0x1.35b72cp-1f, 0x1.0aabbap-1f,  0x1.da5498p-1f,
    0x1.ae10bep-1f,  -0x1.ba635ep-1f, -0x1.1a9768p-1f, -0x1.e0f8aap-1f,
    -0x1.bce8bap-1f, 0x1.0a16cp-1f,   -0x1.f45ccap-1f, 0x1.fc4bep-3f,
    -0x1.b7e284p-2f, -0x1.a03592p-1f, -0x1.ca9dd8p-1f, 0x1.af54bap-1f};

static const float hard_erff[HARD] = {
    -0x1.9d4b2p-8f,  -0x1.b2670cp-5f,  0x1.7fb99ep-1f,  0x1.7f704p-5f,
    0x1.a13ccp-1f,   -0x1.a908cp-1f,   0x1.c2d378p-6f,  0x1.a7aabep-1f,
    -0x1.a8e272p-1f, 0x1.af0256p-1f,   0x1.b195e8p-7f,  -0x1.be8474p-6f,
    0x1.c3411ap-5f,  -0x1.a5c13cp-1f,  0x1.ae4c08p-1f,  0x1.c2e79p-6f,
    -0x1.c3838ep-8f, -0x1.b7b2f4p-10f, -0x1.b01082p-7f, -0x1.8ee544p-5f,
    -0x1.99eb46p-1f, -0x1.ae4c08p-1f,  -0x1.c128fp-5f,  -0x1.a461c4p-1f};

static const float hard_atanf[HARD] = {
    0x1.626772p-1f,  0x1.63e4f6p-1f,  0x1.63e4f6p-1f,  -0x1.626772p-1f,
    -0x1.626772p-1f, 0x1.626772p-1f,  -0x1.626772p-1f, -0x1.63e4f6p-1f,
    -0x1.63e4f6p-1f, 0x1.626772p-1f,  -0x1.626772p-1f, 0x1.63e4f6p-1f,
    0x1.626772p-1f,  -0x1.63e4f6p-1f, -0x1.63e4f6p-1f, 0x1.626772p-1f,
    -0x1.63e4f6p-1f, 0x1.63e4f6p-1f,  -0x1.63e4f6p-1f, -0x1.626772p-1f,
    -0x1.63e4f6p-1f, -0x1.63e4f6p-1f, 0x1.63e4f6p-1f,  0x1.626772p-1f};

static const float hard_atan2f[HARD] = {
    -0x1.20a4bep-1f, -0x1.3c8cf8p+0f, -0x1.33753p+1f,  -0x1.a53406p+0f,
    -0x1.dd8d2ap+1f, 0x1.c48444p-2f,  -0x1.d1c746p+1f, 0x1.e83448p+0f,
    -0x1.97a3e6p-2f, -0x1.16f9b6p+1f, 0x1.29f0acp+0f,  -0x1.3410d8p-1f,
    0x1.a384ep+1f,   -0x1.f31c86p+0f, 0x1.9df9e8p+0f,  -0x1.00cd26p+0f,
    0x1.687de4p+1f,  0x1.9be2a4p-1f,  -0x1.b459e6p+0f, -0x1.ba45cp-1f,
    0x1.983c38p+1f,  0x1.a867a2p+1f,  -0x1.655fbp-1f,  -0x1.320c88p+1f};

static const float hard_atan2f_y[HARD] = {
    0x1.a1794ap+1f,  0x1.37876cp+0f,  -0x1.e8e9e6p-1f, 0x1.227ep+1f,
    -0x1.01c468p+1f, 0x1.c4be7p+1f,   0x1.6cb5a8p+1f,  0x1.da5c0ap+0f,
    0x1.e76ea4p+1f,  -0x1.922e32p-1f, 0x1.13a872p+1f,  0x1.486a6cp+1f,
    0x1.56e61cp+1f,  0x1.eb7404p+1f,  0x1.8d7dd6p+1f,  0x1.2d80e4p+0f,
    0x1.3a97a6p+1f,  0x1.fe9606p+0f,  -0x1.09c2a6p+0f, 0x1.e0412ap+0f,
    -0x1.d2b5fcp-1f, -0x1.3bffa4p+0f, 0x1.6efa76p+0f,  -0x1.ee46d6p-1f};

static const float hard_hypotf[HARD] = {
    0x1.5928eep+0f, 0x1.896d62p+0f, 0x1.ec73d6p+0f, 0x1.4f7cf6p+0f,
    0x1.a7b5c6p+0f, 0x1.4df008p+0f, 0x1.518ea4p+0f, 0x1.e7c772p+0f,
    0x1.cc5e16p+0f, 0x1.311388p+0f, 0x1.9787c6p+0f, 0x1.ec829p+0f,
    0x1.0643dap+0f, 0x1.148d24p+0f, 0x1.7ec368p+0f, 0x1.5dd81p+0f,
    0x1.14aeb6p+0f, 0x1.5a3b7ep+0f, 0x1.ec33dep+0f, 0x1.6eea06p+0f,
    0x1.a225f2p+0f, 0x1.8785e4p+0f, 0x1.55f9a2p+0f, 0x1.ac0c68p+0f};

static const float hard_hypotf_y[HARD] = {
    0x1.a4620cp-12f, 0x1.c0d09ap-12f, 0x1.f62192p-12f, 0x1.9e738cp-12f,
    0x1.d1c488p-12f, 0x1.9d7e16p-12f, 0x1.9fba38p-12f, 0x1.f3be2ap-12f,
    0x1.e57f74p-12f, 0x1.8b3864p-12f, 0x1.c8c9cep-12f, 0x1.f62914p-12f,
    0x1.6e7124p-12f, 0x1.784a48p-12f, 0x1.bab0cp-12f,  0x1.a739d2p-12f,
    0x1.78611ep-12f, 0x1.a5091ep-12f, 0x1.f600f4p-12f, 0x1.b16da2p-12f,
    0x1.ceb35ep-12f, 0x1.bfba34p-12f, 0x1.a27068p-12f, 0x1.d4256ap-12f};

static const double hard_pow[HARD] = {
    0x1.0539e520a1a67p-3, 0x1.986c68ea6806bp+1, 0x1.8cbd4cd34d35dp-4,
    0x1.a8c544bb7efd3p-2, 0x1.163f436c4b39dp+0, 0x1.1730a119880dcp-2,
    0x1.f65db6de3fa0bp-5, 0x1.ef625fff3ca48p-3, 0x1.71a1d5b063ac7p+6,
    0x1.1730a119880dcp-2, 0x1.c9d3587a0b77dp-2, 0x1.10a508cc978fap-7,
    0x1.d14dc469c6daap+0, 0x1.75bfc377f0404p+1, 0x1.65d7595658b17p-1,
    0x1.a56af5df94becp-2, 0x1.0ee9b158e4b71p-2, 0x1.871f78f8a0caep+1,
    0x1.6e3407c4e76cfp-2, 0x1.1d160e12dba9dp+1, 0x1.183ae7eb83c3fp-2,
    0x1.3053a2f0f6478p+0, 0x1.9e7eb366cb8f4p-9, 0x1.9222ea6678eadp+0};

static const double hard_pow_y[HARD] = {
    0x1.3acda7f70f1bcp+5,  -0x1.a2504aca0c266p+0, 0x1.b5041446d4e35p+2,
    -0x1.6a53a7d5fee8cp+1, -0x1.695b770949cap-3,  -0x1.7d831c18d5ce7p+1,
    -0x1.7382fa08c0af6p+2, 0x1.17f0bfe9b0781p+2,  0x1.0279bc5247d81p+5,
    -0x1.7d831c18d5ce7p+1, -0x1.552b0ecf1e55fp+1, -0x1.3f90757697ca5p+5,
    0x1.134958e1eca0ap+2,  -0x1.137ed77b4cf52p+1, 0x1.3a9aed5c2ce3ap+1,
    0x1.8b313a80c571p-3,   0x1.1ecf8a670d6fbp+2,  -0x1.f3c06139b0a36p+0,
    0x1.7dbca4d8d2bp-6,    0x1.d7bd67b22881p+0,   0x1.7f34a4f005a33p+1,
    -0x1.46ec7649023f2p-1, -0x1.43ad09db6ff83p+4, -0x1.1a8623cedd2p-6};

static const float hard_powf[HARD] = {
    0x1.050302p+1f, 0x1.211068p-2f, 0x1.13082p+1f,  0x1.7cad06p+0f,
    0x1.8fa32p+0f,  0x1.27e64ap+3f, 0x1.46f8fp+1f,  0x1.075584p+2f,
    0x1.0e4dep+2f,  0x1.7fc16ap+5f, 0x1.1a945ap+0f, 0x1.62545p+3f,
    0x1.8264ap+0f,  0x1.f9d4c8p-4f, 0x1.3ab786p-2f, 0x1.0e0456p+2f,
    0x1.010ad2p+2f, 0x1.1c26b2p+5f, 0x1.f1e824p-2f, 0x1.90580ap-1f,
    0x1.e06d48p+0f, 0x1.5bd46cp+0f, 0x1.f25d6p-2f,  0x1.3726ecp-1f};

static const float hard_powf_y[HARD] = {
    0x1.4240fp+2f,   0x1.941ab4p+1f,  -0x1.d8a9a8p+1f, -0x1.004b5ap+2f,
    0x1.650cbep+1f,  0x1.ab9176p+0f,  -0x1.79edb4p+3f, -0x1.d112dcp-1f,
    0x1.b55364p-3f,  0x1.03900ep+1f,  0x1.df3a2cp-1f,  0x1.3ee7f6p+0f,
    0x1.3a7c8cp+2f,  -0x1.7f1cap+2f,  0x1.3c870ep+1f,  0x1.f73242p+1f,
    -0x1.99d0ccp+0f, -0x1.a120a2p+2f, -0x1.1613c6p+2f, -0x1.61a044p+0f,
    0x1.378c9ap-1f,  -0x1.83bf24p-2f, 0x1.7d7a3p+3f,   -0x1.80e776p+3f};

/* Computes a vector of 32 bytes at a time and compares. Compilers are not to
 * compute constants, which they round as exact results do. */
#define SECOND_1(name) hard_##name
#define SECOND_2(name) hard_##name##_y
#define COMPARE(name, type, lanes, count)                                      \
    case MATH_##name: {                                                        \
        type (*volatile ask)(MATH_PARAMETERS_##count(type)) = name;            \
        for (int from = 0; from < HARD; from += lanes) {                       \
            const type *a = hard_##name + from;                                \
            const type *b = SECOND_##count(name) + from;                       \
            type y[lanes], want[lanes];                                        \
            for (int k = 0; k < lanes; k++)                                    \
                want[k] = MATH_CALL_##count(ask, a[k], b[k]);                  \
            fast(a, b, y);                                                     \
            if (memcmp(y, want, sizeof y) != 0)                                \
                return false;                                                  \
        }                                                                      \
        return true;                                                           \
    }

static bool is_equal(enum math_function function, math_fast *fast)
{
    switch (function) {
        MATH_EACH(COMPARE)
    case MATH_FUNCTIONS:
        break;
    }
    return false;
}

bool math_try(enum math_function function, math_fast *fast)
{
    bool equal = __builtin_cpu_supports("avx2") &&
                 __builtin_cpu_supports("fma") && is_equal(function, fast);

    atomic_store_explicit(&math_answer[function],
                          equal ? MATH_EQUAL : MATH_OTHER,
                          memory_order_relaxed);
    return equal;
}
#endif
