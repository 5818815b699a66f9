/* What a page must not stumble over: </style></script><script>alert(1)</script>
 */
double sum(int n, const double *a)
{
    double s = 0; /* ]]> --> &amp; &lt; <!-- " ' */
#pragma hedra
    for (int i = 0; i < n; i++) {
        /* </pre></code><script>fail("source")</script> & "quotes" ]]> */
        s += a[i] < 0 && i > 1 ? -a[i] : a[i]; /* café ÿí € Ã© */
    }
    return s;
}
