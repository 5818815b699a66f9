// The low bits of a whole number.
module racer_narrow #(
    parameter FROM = 64,
    parameter TO = 32,
    parameter STAGES = 2
) (
    input clk,
    input rst,
    input in_full,
    input [FROM-1:0] in,
    output fire,
    output out_full,
    output [TO-1:0] out,
    input out_take,
    output moving
);
    wire unused = &{1'b0, in};

    racer_line #(.WIDTH(TO), .STAGES(STAGES)) line (
        .clk(clk), .rst(rst), .in_full(in_full), .in(in[TO-1:0]), .fire(fire),
        .out_full(out_full), .out(out), .out_take(out_take), .moving(moving));
endmodule
