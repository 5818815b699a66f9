// Shifts left until the highest bit is set; count says how far. Of zero, count
// means nothing.
module racer_normalise #(
    parameter WIDTH = 24,
    parameter BITS = $clog2(WIDTH)
) (
    input [WIDTH-1:0] in,
    output reg [WIDTH-1:0] out,
    output reg [BITS-1:0] count
);
    integer k;

    always @* begin
        out = in;
        for (k = BITS - 1; k >= 0; k = k - 1) begin
            count[k] = out >> (WIDTH - (1 << k)) == {WIDTH{1'b0}};
            if (count[k])
                out = out << (1 << k);
        end
    end
endmodule
