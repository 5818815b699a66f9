/* An update through an index that is data. */
void histogram(int n, const unsigned char *image, int count[256])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        count[image[i]]++;
}
