// For simulation: the memory unit in front of a source. It has the elements of
// a file, the next of which is there while fewer than `limit` have gone.
module racer_source_unit #(
    parameter WIDTH = 32,
    parameter COUNT = 1,
    parameter FILE = "source.hex"
) (
    input clk,
    input rst,
    input [63:0] limit,
    output full,
    output [WIDTH-1:0] data,
    input take
);
    reg [WIDTH-1:0] element [0:COUNT-1];
    reg [63:0] issued;

    initial
        $readmemh(FILE, element);
    always @(posedge clk)
        if (rst)
            issued <= 64'd0;
        else if (take)
            issued <= issued + 64'd1;

    assign full = issued < COUNT && issued < limit;
    assign data = issued < COUNT ? element[issued[31:0]] : {WIDTH{1'b0}};
endmodule
