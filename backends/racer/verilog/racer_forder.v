// How two numbers compare: nothing holds of what is no number.
module racer_forder #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input [EXPONENT+FRACTION:0] a,
    input [EXPONENT+FRACTION:0] b,
    output less,
    output equal,
    output greater,
    output a_nan,
    output b_nan
);
    localparam E = EXPONENT, F = FRACTION, W = E + F + 1;
    wire zeros = ~(|a[W-2:0]) & ~(|b[W-2:0]);
    wire below = a[W-2:0] < b[W-2:0], same = a[W-2:0] == b[W-2:0];
    wire some = ~a_nan & ~b_nan;

    assign a_nan = &a[F +: E] & (|a[F-1:0]);
    assign b_nan = &b[F +: E] & (|b[F-1:0]);
    assign equal = some & (zeros | (same & (a[W-1] == b[W-1])));
    assign less = some & ~equal &
                  (a[W-1] != b[W-1] ? a[W-1] : below != a[W-1]);
    assign greater = some & ~equal & ~less;
endmodule
