// Shifts right; the lowest bit of the result says whether it or any bit that
// was shifted out was set.
module racer_sticky #(
    parameter WIDTH = 27,
    parameter BITS = 8
) (
    input [WIDTH-1:0] in,
    input [BITS-1:0] count,
    output [WIDTH-1:0] out
);
    localparam [31:0] ALL = WIDTH;
    wire [2*WIDTH-1:0] wide = {in, {WIDTH{1'b0}}} >> count;
    wire far = {{32-BITS{1'b0}}, count} >= ALL;

    assign out = far ? {{WIDTH-1{1'b0}}, |in}
                     : {wide[2*WIDTH-1:WIDTH+1], |wide[WIDTH:0]};
endmodule
