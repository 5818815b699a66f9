// The transfer of a sync, an ungate, a request and a port: it takes from all
// registers before it and fills all behind it, at once.
module racer_sync #(
    parameter TAKES = 1,
    parameter FILLS = 1
) (
    input [TAKES-1:0] in_full,
    input [FILLS-1:0] out_full,
    output fire
);
    assign fire = &in_full & ~(|out_full);
endmodule
