"use strict";
// Each thing that changes has a history: [step, value, step, value, ...]. What counts at a step is the last one not after it.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const last = data.titles.length - 1;
const CHART_LEFT = byId("now").getBBox().x;
const CHART_WIDTH = Number(byId("now").dataset.width);
let now = -1;
let timer = 0;

function at(history, step) {
  let low = 0;
  let high = history.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (history[2 * middle] <= step) low = middle; else high = middle - 1;
  }
  return low;
}

// ---- What is shown

const layers = [["m-", data.marks], ["u-", data.stacks]].map(([prefix, histories]) =>
  Object.entries(histories).map(([id, history]) => ({ node: byId(prefix + id), history, id, shown: -1 })));

function showMap(step) {
  const changed = new Set();
  for (const layer of layers) {
    for (const thing of layer) {
      const entry = at(thing.history, step);
      if (step && thing.history[2 * entry] === step) changed.add(thing.id);
      if (entry !== thing.shown) {
        thing.node.innerHTML = data.drawings[thing.history[2 * entry + 1]];
        thing.shown = entry;
      }
    }
  }
  for (const layer of layers) for (const thing of layer) thing.node.classList.toggle("changed", changed.has(thing.id));
  byId("moves").innerHTML = data.moves[step] || "";
}

function paragraphs(node, texts) {
  node.replaceChildren(...texts.map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  }));
}

function showState(step) {
  const rows = data.powers[2 * at(data.powers, step) + 1];
  const before = step ? data.powers[2 * at(data.powers, step - 1) + 1] : rows;
  rows.forEach((row, number) => {
    const cells = byId("powers").rows[number].cells;
    row.forEach((value, column) => {
      cells[column + 1].textContent = value;
      cells[column + 1].classList.toggle("new", value !== before[number][column]);
    });
  });
  paragraphs(byId("relations"), data.relations[2 * at(data.relations, step) + 1]);
  paragraphs(byId("parts"), data.parts[2 * at(data.parts, step) + 1].map(([title, lines]) => `${title}: ${lines.join("; ")}`));
}

function showLog(step, before) {
  const low = before < 0 ? 0 : Math.min(step, before);
  const high = before < 0 ? last : Math.max(step, before);
  for (let number = low; number <= high; number++) {
    const article = byId("step" + number);
    article.classList.toggle("here", number === step);
    article.classList.toggle("ahead", number > step);
    if (number === step) article.setAttribute("aria-current", "step"); else article.removeAttribute("aria-current");
  }
  const log = byId("log");
  const here = byId("step" + step);
  if (before >= 0) log.scrollTop += here.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
}

function showNow(step) {
  const [turn, title] = data.titles[step];
  const words = title.startsWith(data.turn + " ") ? title : `${data.turn} ${turn}: ${title}`;
  byId("when").textContent = words;
  byId("slider").value = step;
  byId("slider").setAttribute("aria-valuetext", words);
  byId("now").setAttribute("transform", `translate(${CHART_WIDTH * step / Math.max(1, last)} 0)`);
  try { history.replaceState(null, "", "#" + step); } catch { /* a page inside another one may not */ }
}

function go(step) {
  const wanted = Math.min(last, Math.max(0, step));
  if (wanted === now) return;
  const before = now;
  now = wanted;
  showMap(now);
  showState(now);
  showLog(now, before);
  showNow(now);
  if (picked) tell(picked);
}

function turnFrom(step, direction) {
  const turn = data.titles[step][0];
  let found = step;
  while (found > 0 && data.titles[found - 1][0] === data.titles[found][0]) found--;
  if (direction < 0) {
    if (found < step || found === 0) return found;
    found--;
    while (found > 0 && data.titles[found - 1][0] === data.titles[found][0]) found--;
    return found;
  }
  while (step < last && data.titles[step][0] === turn) step++;
  return step;
}

// ---- Moving in time

function play(wanted) {
  clearTimeout(timer);
  timer = 0;
  if (wanted && now === last) go(0);
  byId("play").textContent = wanted ? "\u23F8\uFE0E" : "\u25B6\uFE0E";
  byId("play").setAttribute("aria-label", wanted ? "Pause" : "Play");
  if (wanted) timer = setTimeout(() => { go(now + 1); play(now < last); }, Number(byId("speed").value));
}

const moves = {
  first: () => go(0), last: () => go(last), back: () => go(now - 1), on: () => go(now + 1),
  "turn-back": () => go(turnFrom(now, -1)), "turn-on": () => go(turnFrom(now, 1)),
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last",
};

for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => { play(false); moves[button.dataset.go](); });
}
byId("play").addEventListener("click", () => play(!timer));
byId("slider").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); });
document.addEventListener("keydown", (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey || tag === "SELECT") return;
  if (event.key === " " && tag !== "BUTTON") {
    event.preventDefault();
    play(!timer);
  } else if (keys[event.key]) {
    event.preventDefault();
    play(false);
    moves[event.shiftKey && event.key.startsWith("Arrow") ? "turn-" + keys[event.key] : keys[event.key]]();
  }
});
byId("log").addEventListener("click", (event) => {
  const button = event.target.closest("h2 button");
  if (button) { play(false); go(Number(button.closest("article").dataset.step)); }
});

// ---- The chart

byId("chart").addEventListener("click", (event) => {
  const chart = byId("chart");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
  play(false);
  go(Math.round((point.x - CHART_LEFT) / CHART_WIDTH * last));
});

// ---- The map: telling about a place, moving and zooming

const map = byId("map");
const whole = { x: map.viewBox.baseVal.x, y: map.viewBox.baseVal.y, width: map.viewBox.baseVal.width, height: map.viewBox.baseVal.height };
let view = { ...whole };
let picked = "";

function tell(id) {
  const words = ["m-", "u-"].map((prefix) => byId(prefix + id).querySelector(":scope > title")).filter(Boolean).map((title) => title.textContent);
  byId("info").textContent = words.join(". ");
  for (const node of map.querySelectorAll(".picked")) node.classList.remove("picked");
  byId("m-" + id).classList.add("picked");
}

function look(next) {
  const width = Math.min(whole.width, Math.max(120, next.width));
  const height = width * whole.height / whole.width;
  const x = Math.min(whole.x + whole.width - width, Math.max(whole.x, next.x));
  const y = Math.min(whole.y + whole.height - height, Math.max(whole.y, next.y));
  view = { x, y, width, height };
  map.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

function zoom(factor, clientX, clientY) {
  const box = map.getBoundingClientRect();
  const point = new DOMPoint(clientX ?? box.x + box.width / 2, clientY ?? box.y + box.height / 2).matrixTransform(map.getScreenCTM().inverse());
  const width = Math.min(whole.width, Math.max(120, view.width / factor));
  const scale = width / view.width;
  look({ width, x: point.x - (point.x - view.x) * scale, y: point.y - (point.y - view.y) * scale });
}

const fingers = new Map();
let moved = 0;
map.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY); }, { passive: false });
map.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); if (fingers.size === 1) moved = 0; });
map.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const unit = 1 / map.getScreenCTM().a;
  if (fingers.size === 1) {
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (moved > 4) look({ ...view, x: view.x - (event.clientX - before.clientX) * unit, y: view.y - (event.clientY - before.clientY) * unit });
  } else {
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    moved = 10;
    zoom(apart(event) / Math.max(1, apart(before)), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
  }
  fingers.set(event.pointerId, event);
});
for (const kind of ["pointerup", "pointercancel", "pointerleave"]) map.addEventListener(kind, (event) => fingers.delete(event.pointerId));
map.addEventListener("click", (event) => {
  const group = event.target.closest(".place, .stack");
  if (group && moved <= 4) { picked = group.id.slice(2); tell(picked); }
});
for (const button of document.querySelectorAll("[data-zoom]")) {
  button.addEventListener("click", () => button.dataset.zoom === "all" ? look(whole) : zoom(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5));
}

// ---- Dark and light

function theme(wanted) { document.documentElement.dataset.theme = wanted; }
theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
byId("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));

function goToHash() {
  const wished = Math.floor(Number(location.hash.slice(1)));
  if (wished >= 0 && wished <= last) go(wished);
}

const asked = location.hash;
go(0);
location.hash = asked;
goToHash();
addEventListener("hashchange", goToHash);
