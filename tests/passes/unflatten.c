/* A loop over all elements of what another one goes through by rows. */
void gradient(int w, int h, const float *restrict in, float *restrict grey,
              float *restrict out)
{
#pragma hedra
    {
        for (int i = 0; i < w * h; i++)
            grey[i] = 0.5f * in[i];
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                out[y * w + x] = grey[y * w + x] - grey[y * w + x - 1];
    }
}

struct colour {
    float part[3];
};

/* And over elements of several numbers. */
void colours(int w, int h, struct colour *restrict in, float *restrict out)
{
#pragma hedra
    {
        for (int i = 0; i < w * h; i++)
            for (int c = 0; c < 3; c++)
                in[i].part[c] *= 0.5f;
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                out[y * w + x] =
                    in[y * w + x].part[0] - in[y * w + x - 1].part[2];
    }
}
