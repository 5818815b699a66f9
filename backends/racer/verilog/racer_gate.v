// The transfer of a gate, and of a request with places: it lets at most COUNT
// elements be between itself and its partner, whose transfer is `release_one`.
// Up to INITIAL elements, which delays begin with, may come to the partner
// without having passed here.
module racer_gate #(
    parameter TAKES = 1,
    parameter FILLS = 1,
    parameter COUNT = 1,
    parameter INITIAL = 0
) (
    input clk,
    input rst,
    input [TAKES-1:0] in_full,
    input [FILLS-1:0] out_full,
    input release_one,
    output fire
);
    localparam BITS = $clog2(COUNT + INITIAL + 1);
    localparam [31:0] FIRST = INITIAL;
    localparam [31:0] MOST = COUNT + INITIAL;
    reg [BITS-1:0] beyond; // and those that may come out yet

    always @(posedge clk)
        if (rst)
            beyond <= FIRST[BITS-1:0];
        else if (fire & ~release_one)
            beyond <= beyond + 1'b1;
        else if (release_one & ~fire)
            beyond <= beyond - 1'b1;

    assign fire = &in_full & ~(|out_full) & (beyond != MOST[BITS-1:0]);
endmodule
