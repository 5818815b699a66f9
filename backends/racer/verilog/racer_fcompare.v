// A test of two numbers: which of less, equal and greater make it hold, and
// with UNORDERED, whether it holds where one is no number.
module racer_fcompare #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 1,
    parameter LESS = 0,
    parameter EQUAL = 0,
    parameter GREATER = 0,
    parameter UNORDERED = 0
) (
    input clk,
    input rst,
    input in_full,
    input [EXPONENT+FRACTION:0] a,
    input [EXPONENT+FRACTION:0] b,
    output fire,
    output out_full,
    output out,
    input out_take,
    output moving
);
    wire less, equal, greater, a_nan, b_nan;
    wire holds = (less & (LESS != 0)) | (equal & (EQUAL != 0)) |
                 (greater & (GREATER != 0)) |
                 ((a_nan | b_nan) & (UNORDERED != 0));

    racer_forder #(.EXPONENT(EXPONENT), .FRACTION(FRACTION)) order (
        .a(a), .b(b), .less(less), .equal(equal), .greater(greater),
        .a_nan(a_nan), .b_nan(b_nan));
    racer_line #(.WIDTH(1), .STAGES(STAGES)) line (
        .clk(clk), .rst(rst), .in_full(in_full), .in(holds), .fire(fire),
        .out_full(out_full), .out(out), .out_take(out_take), .moving(moving));
endmodule
