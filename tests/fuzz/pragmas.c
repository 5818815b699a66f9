/*
 * pragmas SEED [single KIND | decoys]
 *
 * Prints a program with text that looks like marking pragmas where it is none
 * (decoys: in comments, strings, joined lines, macros, conditional parts), and
 * marking pragmas in all forms that a C compiler takes for directives. Of the
 * former every kind is there, in random order and spelling; of the latter a
 * few. What the program prints does not depend on the pragmas. `single`: that
 * kind alone; `decoys`: no directive that marks. Seed 0 prints how many kinds
 * there are.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* '@' stands for what looks like a pragma, '$' for the number of the part, '&'
 * for a nest that a[0 .. 63] and b take part in. Each is a function's body. */
static const char *const decoys[] = {
    "/*\n@\n*/ x = 1;",
    "/* not needed\n@ */ x = 1; /* done */",
    "x++; /*\n@\n*/ x++;",
    "// joined \\\n@\nx = 2;",
    "// joined \\  \n@\nx = 2;",
    "puts(\"a\\n\\\n@\\n\\\nb\");",
    "puts(\"quote \\\"\\\n@\\\n\");",
    "puts(\"/*\");\n/*\n@ \"*/ x = 3;",
    "x = '\"';\n/* \"\n@\n*/ x += '\\'';",
    "#if 0\n@\ndon't \"\n#endif\nx = 4;",
    "#if 0\n#if 1\n@\n#else\n@\n#endif\n@\n#else\nx = 5;\n#endif",
    "#ifdef NOT_DEFINED\n@\nfor (int i = 0; i < 9; i++) a[i] = 1;\n#endif",
    "#if 1\nx = 6;\n#else\n@\nfor (int i = 0; i < 9; i++) a[i] = 1;\n#endif",
    "#define M$(y) \\\n    (y) + \\\n    1 /*\n@\n*/ + 1\nx = M$(3);",
    "#define S$(y) #y\nputs(S$(\"@\"));",
    "#define L$ \\\n@\nx = 7;",
    "#pragma unknown \\\n@\nx = 8;",
    "#pragma unknown /*\n@\n*/\nx = 8;",
    "/* ends late *\\\n/ x = 9; /\\\n*\n@\n*\\\n/ x++;",
    "// what?\?/\nx = 10;",
    "puts(\"x\"\n\"@\"\n\"y\");",
    "#if 0\n#line 900 \"no.c\"\n#endif\nx = __LINE__;\n/*\n@\n*/\nx += "
    "__LINE__;",
    "x = sizeof \"\\\n@\";",
    "/* a // */ x = 11; // /*\nx++; /* */",
    "puts(\"a\\\\\"); /*\n@\n\"*/ puts(\"b\");",
    "#if 0 /*\n@\n*/ + 1\nx = 12;\n#elif 1 // \\\n@\nx = 13;\n#endif",
    "#ifndef NOT_DEFINED /*\n#else\n@\n*/\nx = 14;\n#else\n@\n#endif",
    "#define T$ \"\\\n@\"\nputs(T$);",
    "x = 5 /\\\n/ 2 \\\n@\n+ 1;",
    "x = '\\\\'; /*\n@ '*/ x++;",
    "#undef M /* \\\n@ */ /*\n@ */\nx = 15;",
    "x = 1; /**/ /*/\n@\n*/ x++; /***\n@\n***/ x++;",
    "puts(\"\\\n\\\n@\\\n\\\n\");",
    "#include <stddef.h> /*\n@\n*/\nx = (int)sizeof(ptrdiff_t);",
    "#include <stddef.h> // \\\n@\nx = 16;",
    "#if 0\n\"unclosed\n@\n'\n@\n#endif\nx = 17;",
    "x = 1\n#if 0\n@\n+ 5\n#endif\n+ 2;",
    "L$: x++; /*\n@ */ if (x < 2) goto L$;",
    "#define E$(y) y\nx = E$(1 /*\n@\n*/ + 2);",
    "x = L'\\\n#'; puts(u8\"\\\n@\");",
    "puts(R\"(a\\\n@\n\"/*)\"); x = 1; /* */ puts(u8R\"x(\n@\n)\")x\");",
    "#if 0\nR\"(\n@\n)\"\n#endif\nputs(\"R\\\"(\"); /*\n@\n)\"*/ x++;",
    "#define \\\n  N$ /*\n@ */ 18\nx = N$;",
};

static const char *const marks[] = {
    "#pragma hedra\n&",
    "  #  pragma\t hedra  tile(8)\n&",
    "#pragma hedra /* the rows\n@ */\n&",
    "#pragma hedra // goes on \\\n@\n&",
    "#pragma \\\n  hedra\n&",
    "#pra\\\ngma he\\\ndra\n&",
    "/* c */ #pragma hedra\n&",
    "/*\n@ */ # /* e */ pragma /*\n@ */ hedra\n&",
    "%:pragma hedra\n&",
    "#pragma hedra tile( \\\n 1\\\n6 \\   \n )\n&",
    "#pragma scop /*\n@ */\n&\n#pragma endscop // z \\\n@\nx = 20;",
    "#pragma scop\n&\n&\n#pragma endscop /* x\n@\n*/ \nx = 21;",
    "#\\\npragma hedra\n&",
    "#pragma hedra\nfor (int i = 0; i < 64; i++) { /*\n@\n*/\n    b[i] = a[i] "
    "+ "
    "2; // \\\n@\n}",
    "#pragma hedra\nfor (int i = 0; i < 64; i++) {\n#if 0\n@\n#endif\n    b[i] "
    "= "
    "a[i] + 2;\n}",
    "#if 1\n#pragma hedra /*\n@ */\n#endif\n&",
    "#if 0\n@\n#else /*\n@\n*/\n#pragma hedra\n#endif\n&",
    "#pragma hedra data(a, b) /* stay\n@ */\n{\n/*\n@\n*/\n#pragma hedra\n&\n}",
    "#pragma hedra\n/*\n@\n*/ // \\\n@\n&",
    "#pragma hedra\n#if 0\n@\n#endif\n&\nx = __LINE__;",
    "#line 70 \"other.c\" /*\n*/\n#pragma hedra \\\n\n&\nx = __LINE__; "
    "puts(__FILE__);",
    "#define LINE$ 500\n#line LINE$\n#pragma hedra\n&\nx = __LINE__;",
};

enum { DECOYS = sizeof decoys / sizeof *decoys };
enum { MARKS = sizeof marks / sizeof *marks };
enum { KINDS = DECOYS + MARKS };

struct printer {
    uint64_t state;
    bool crlf;
};

static unsigned draw(struct printer *p, unsigned below)
{
    p->state = p->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(p->state >> 33) % below;
}

static void put(const struct printer *p, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n' && p->crlf)
            putchar('\r');
        putchar(*text);
    }
}

/* What looks like a pragma, without characters that end a string. */
static void put_pragma(struct printer *p)
{
    static const char *const spelling[] = {
        "#pragma hedra", "#pragma scop",         "#pragma endscop",
        "# pragma scop", "  #pragma hedra",      "#\tpragma hedra tile(8)",
        "%:pragma scop", "#pragma hedra data(a)"};
    put(p, spelling[draw(p, sizeof spelling / sizeof *spelling)]);
}

static void put_nest(struct printer *p)
{
    static const char *const nest[] = {
        "for (int i = 1; i < 63; i++)\n    b[i] = a[i - 1] + a[i + 1];",
        "for (int i = 0; i < 64; i++) {\n    b[i] = a[i] * 3;\n}",
        "for (int i = 0; i < 8; i++)\n    for (int j = 0; j < 8; j++)\n"
        "        b[8 * i + j] += a[8 * j + i];"};
    put(p, nest[draw(p, sizeof nest / sizeof *nest)]);
}

static void put_part(struct printer *p, int kind, int number)
{
    const char *text = kind < DECOYS ? decoys[kind] : marks[kind - DECOYS];
    char name[40];
    snprintf(name, sizeof name, "%d", number);
    put(p, "static void part");
    put(p, name);
    put(p, "(void)\n{\n    static float a[64], b[64];\n    int x = 0;\n"
           "    fill(a, b);\n");
    for (; *text; text++) {
        char one[2] = {*text, '\0'};
        if (*text == '@')
            put_pragma(p);
        else if (*text == '&')
            put_nest(p);
        else
            put(p, *text == '$' ? name : one);
    }
    put(p, "\n    report(x, a, b);\n}\n\n");
}

static void put_head(const struct printer *p)
{
    put(p, "#include <stddef.h>\n#include <stdio.h>\n"
           "static void fill(float *a, float *b)\n{\n"
           "    for (int i = 0; i < 64; i++)\n"
           "        a[i] = (float)(i * 5 % 11), b[i] = 1;\n}\n"
           "static void report(int x, const float *a, const float *b)\n{\n"
           "    float s = 0;\n"
           "    for (int i = 0; i < 64; i++)\n"
           "        s += a[i] + b[i] * (float)(i % 7);\n"
           "    printf(\"%d %g\\n\", x, s);\n}\n\n");
}

static void put_program(struct printer *p, const int *kind, int count)
{
    put_head(p);
    for (int k = 0; k < count; k++)
        put_part(p, kind[k], k);
    put(p, "int main(void)\n{\n");
    for (int k = 0; k < count; k++) {
        char call[40];
        snprintf(call, sizeof call, "    part%d();\n", k);
        put(p, call);
    }
    put(p, "} // \\\n");
    put_pragma(p);
}

int main(int argc, char **argv)
{
    enum { CHOSEN = 4 };
    int kind[KINDS], count = 0;
    struct printer p = {argc > 1 ? strtoull(argv[1], NULL, 10) : 0, false};
    if (p.state == 0) {
        printf("%d\n", KINDS);
        return 0;
    }
    for (int k = 0; k < 8; k++)
        draw(&p, 2);
    p.crlf = draw(&p, 3) == 0;
    if (argc > 3 && !strcmp(argv[2], "single")) {
        kind[count++] = atoi(argv[3]) % KINDS;
    } else {
        while (count < DECOYS)
            kind[count] = count, count++;
        for (int k = 0; k < CHOSEN && argc < 3; k++)
            kind[count++] = DECOYS + (int)draw(&p, MARKS);
    }
    for (int k = count - 1; k > 0; k--) {
        int other = (int)draw(&p, (unsigned)k + 1), old = kind[k];
        kind[k] = kind[other];
        kind[other] = old;
    }
    put_program(&p, kind, count);
    return 0;
}
