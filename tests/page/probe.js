"use strict";
// Runs in the page, behind its own script, and leaves at its end what is wrong,
// or "good N points M arrows" if nothing is.
addEventListener("load", () => {
  const wrong = [...window.faultsOfPage];
  const expect = (holds, what) => {
    if (!holds) wrong.push(what);
  };
  const all = (selector, within = document) => [
    ...within.querySelectorAll(selector),
  ];
  const shown = (e) => getComputedStyle(e).display !== "none";
  let points = 0;
  let arrows = 0;

  for (const figure of all("figure.domain")) {
    const drawn = all("circle", figure);
    const lines = all("path.a", figure);
    const said = figure.querySelector(".count").textContent.match(/\d+/g);
    const ids = new Set(drawn.map((e) => e.dataset.p));
    points += drawn.length;
    arrows += lines.length;
    expect(drawn.length === Number(said[0]), "points are not as said");
    expect(lines.length === Number(said[1]) + Number(said[2]),
      "arrows are not as said: " + lines.length + " of " + said);
    expect(ids.size === drawn.length, "a point is drawn twice");
    for (const e of lines)
      expect(e.dataset.a.split(" ").every((id) => ids.has(id)),
        "an arrow without its point");
  }
  for (const svg of all("figure svg")) {
    const frame = svg.getBoundingClientRect();
    expect(frame.width > 0 && frame.height > 0, "an empty figure");
    const title = document.getElementById(svg.getAttribute("aria-labelledby"));
    expect(title && title.textContent, "a figure without a name");
    for (const e of all("circle, rect, path.a, text", svg)) {
      const box = e.getBoundingClientRect();
      expect(box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1,
        "something outside of its figure: " + e.outerHTML.slice(0, 120));
    }
  }
  expect(document.documentElement.scrollWidth <= innerWidth,
    "the page is wider than the window");

  // Pointing at a point lights its arrows; leaving it puts them out.
  const first = document.querySelector("path.a");
  if (first) {
    const key = first.dataset.a.split(" ")[0];
    const point = document.querySelector('circle[data-p="' + key + '"]');
    point.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    expect(first.classList.contains("on"), "an arrow stays dark");
    expect(all("circle.on").length > 1, "points stay dark");
    document.body.dispatchEvent(
      new PointerEvent("pointerover", { bubbles: true }));
    expect(all(".on, .pointed").length === 0, "lights stay on");
    const kind = first.classList.contains("flow") ? "flow" : "reuse";
    const section = first.closest("section");
    const box = section.querySelector("input.show-" + kind);
    box.click();
    expect(!shown(first), "a box does not hide arrows");
    box.click();
    expect(shown(first), "a box does not bring arrows back");
  }

  // Trees fold and unfold.
  for (const tree of all("details.tree")) {
    const inner = tree.querySelector("ul");
    const visible = () => inner.checkVisibility();
    expect(!visible(), "a tree is unfolded from the start");
    tree.querySelector("summary").click();
    expect(visible(), "a tree does not unfold");
    const node = tree.querySelector("li details");
    if (node) {
      node.querySelector("summary").click();
      expect(!node.querySelector("ul").checkVisibility(),
        "a node does not fold");
    }
  }
  dispatchEvent(new Event("beforeprint"));
  expect(all("details.tree:not([open])").length === 0, "paper lacks trees");
  dispatchEvent(new Event("afterprint"));

  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = wrong.length
    ? "wrong: " + [...new Set(wrong)].slice(0, 10).join("; ")
    : "good " + points + " points " + arrows + " arrows";
  document.body.append(verdict);
});
