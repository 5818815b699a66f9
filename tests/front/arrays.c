/* Arrays of the caller: global, static, local, of variable length. */
double field[8][9];
extern int table[];

void use(double *);

double arrays(int n)
{
    static float cache[16];
    double local[n][4], escaped[4], dead[n + 1];
    use(escaped);
#pragma scop
    for (int i = 0; i < n; i++) {
        double inner[4][2];
        inner[1][0] = field[i][i + 1];
        field[i][0] = cache[i] + table[i] + inner[1][0];
        local[i][3] = i;
        escaped[2] = local[i][2];
        dead[i] = i;
        cache[i] = dead[i];
    }
#pragma endscop
    return local[1][1];
}
