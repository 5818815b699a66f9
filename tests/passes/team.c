/* The sum of each row: a team of lanes shares it, with barriers where lanes
 * add up what they have. */
void team(int n, int m, const float a[restrict n][m], float s[restrict n])
{
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i] += a[i][j];
}
