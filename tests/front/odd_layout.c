/* Arrays in structures whose sizes are no multiples of their rows'. */
typedef struct {
    float m[3][3];
    int tag;
} pose;
typedef struct {
    int x, y;
    long first;
} near;
typedef struct {
    int count, kind;
    near other[5];
    double weight[2];
} cell;

void turn(int n, pose *p, const float r[3][3])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                p[i].m[a][b] = p[i].m[a][b] * r[a][b] + p[i].tag;
}

void reach(int n, const cell *c, long *sum)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        long s = 0;
        for (int k = 0; k < 5; k++)
            if (k < c[i].count)
                s += c[i].other[k].first + c[i].other[k].y;
        sum[i] = s;
    }
}
