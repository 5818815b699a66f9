void scale(int n, int *v);
const char *scale_unit(void);
