"use strict";
// Without this script the page shows everything but what follows the pointer.
const all = (selector) => [...document.querySelectorAll(selector)];
const points = new Map();
const arrows = new Map();
const add = (map, key, element) => {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(element);
};
for (const e of all("[data-p]")) add(points, e.dataset.p, e);
for (const e of all("[data-a]"))
  for (const key of e.dataset.a.split(" ")) add(arrows, key, e);

// A point, the arrows at it and the points at their other ends.
let lit = [];
const light = (e) => {
  e.classList.add("on");
  lit.push(e);
};
const darken = () => {
  for (const e of lit) e.classList.remove("on", "pointed");
  lit = [];
};
const show = (key) => {
  darken();
  for (const e of points.get(key) || []) light(e);
  for (const a of arrows.get(key) || []) {
    light(a);
    const svg = a.ownerSVGElement;
    svg.classList.add("pointed");
    lit.push(svg);
    for (const end of a.dataset.a.split(" "))
      for (const e of points.get(end) || [])
        if (svg.contains(e)) light(e);
  }
};
document.addEventListener("pointerover", (event) => {
  const key = event.target.dataset ? event.target.dataset.p : undefined;
  if (key) show(key);
  else darken();
});

// Which arrows are seen, for each region.
for (const section of all("main > section")) {
  const figures = section.querySelector(".figures");
  if (!figures || !figures.querySelector(".a")) continue;
  const tools = document.createElement("div");
  tools.className = "tools";
  const kinds = [["flow", "values that move"], ["reuse", "memory used again"]];
  for (const [kind, name] of kinds) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.className = "show-" + kind;
    box.addEventListener("change", () => {
      figures.classList.toggle("no-" + kind, !box.checked);
    });
    label.append(box, " " + name);
    tools.append(label);
  }
  figures.before(tools);
}

// The routes of a value on a data-stream array, from a click on its name.
for (const name of all("svg.array text"))
  name.addEventListener("click", () => {
    for (const route of name.ownerSVGElement.querySelectorAll(".route"))
      route.classList.toggle(
        "on",
        route.dataset.v === name.dataset.v && !route.classList.contains("on"),
      );
  });

// Paper shows what the screen can unfold.
let folded = [];
addEventListener("beforeprint", () => {
  folded = all("details:not([open])");
  for (const e of folded) e.open = true;
});
addEventListener("afterprint", () => {
  for (const e of folded) e.open = false;
});
