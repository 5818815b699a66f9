// The smaller of two numbers, or with LARGEST the larger; -0 is less than 0,
// and what is no number gives way to the other one.
module racer_fchoose #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 1,
    parameter LARGEST = 0
) (
    input clk,
    input rst,
    input in_full,
    input [EXPONENT+FRACTION:0] a,
    input [EXPONENT+FRACTION:0] b,
    output fire,
    output out_full,
    output [EXPONENT+FRACTION:0] out,
    input out_take,
    output moving
);
    wire less, equal, greater, a_nan, b_nan;
    wire below = less | (equal & a[EXPONENT+FRACTION]);
    wire first = b_nan | (~a_nan & (below == (LARGEST == 0)));
    wire unused = &{1'b0, greater};

    racer_forder #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) order (
        .a(a), .b(b), .less(less), .equal(equal), .greater(greater),
        .a_nan(a_nan), .b_nan(b_nan));
    racer_line #(.WIDTH(EXPONENT + FRACTION + 1), .STAGES(STAGES)) line (
        .clk(clk), .rst(rst), .in_full(in_full), .in(first ? a : b),
        .fire(fire), .out_full(out_full), .out(out), .out_take(out_take),
        .moving(moving));
endmodule
