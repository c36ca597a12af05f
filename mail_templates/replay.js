// Each thing that changes has a history: [step, value, step, value, ...]. What counts at a step is the last one not after it.
// A chapter is a phase or an impulse; it has one or more steps, and data.ends names the last step of each.
const byId = (id) => document.getElementById(id);

async function unpacked(node) {
  if (typeof DecompressionStream === "undefined") {
    byId("info").textContent = node.dataset.old;
    throw new Error(node.dataset.old);
  }
  const bytes = Uint8Array.from(atob(node.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const data = await unpacked(byId("data"));
const last = data.orders.length - 1;
const lastChapter = data.titles.length - 1;
const chapterOf = data.ends.flatMap((end, chapter) => Array(end - (chapter ? data.ends[chapter - 1] : -1)).fill(chapter));
const beginOf = (chapter) => chapter ? data.ends[chapter - 1] + 1 : 0;
const CHART_LEFT = byId("now").getBBox().x;
const CHART_WIDTH = Number(byId("now").dataset.width);
let now = -1;
let shownChapter = -1;
let fine = false;
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

const value = (history, step) => history[2 * at(history, step) + 1];
const stepBefore = (step) => Math.max(0, fine ? step - 1 : beginOf(chapterOf[step]) - 1);

// ---- What is shown

const layers = [["m-", data.marks], ["u-", data.stacks]].map(([prefix, histories]) =>
  Object.entries(histories).map(([id, history]) => ({ node: byId(prefix + id), history, id, shown: -1 })));

function showMap(step) {
  const changed = new Set();
  const since = stepBefore(step);
  for (const layer of layers) {
    for (const thing of layer) {
      const entry = at(thing.history, step);
      if (thing.history[2 * entry] > since) changed.add(thing.id);
      if (entry !== thing.shown) {
        thing.node.innerHTML = data.drawings[thing.history[2 * entry + 1]];
        thing.shown = entry;
      }
    }
  }
  for (const layer of layers) for (const thing of layer) thing.node.classList.toggle("changed", changed.has(thing.id));
  byId("moves").innerHTML = (fine ? data.movesWithin[step] : data.moves[chapterOf[step]]) || "";
}

function made(tag, text, ...classes) {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  node.classList.add(...classes);
  return node;
}

const paragraphs = (node, texts) => node.replaceChildren(...texts.map((text) => made("p", text)));

function showState(step) {
  const rows = value(data.powers, step);
  const before = value(data.powers, stepBefore(step));
  rows.forEach((row, number) => {
    const cells = byId("powers").rows[number].cells;
    row.forEach((cell, column) => {
      cells[column + 1].textContent = cell;
      cells[column + 1].classList.toggle("new", cell !== before[number][column]);
    });
  });
  paragraphs(byId("relations"), value(data.relations, step));
  paragraphs(byId("parts"), value(data.parts, step).map(([title, lines]) => `${title}: ${lines.join("; ")}`));
}

function showTracks(step) {
  const before = new Map(value(data.gauges, stepBefore(step)).map(([name, , , words]) => [name, words]));
  byId("gauges").replaceChildren(...value(data.gauges, step).map(([name, reached, most, words]) => {
    const gauge = made("div", "", "gauge");
    const bar = made("i");
    const part = made("b");
    part.style.width = `${100 * reached / most}%`;
    bar.append(part);
    gauge.append(made("span", name), bar, made("em", words));
    gauge.title = `${name}: ${words}`;
    gauge.classList.toggle("new", before.get(name) !== words);
    return gauge;
  }));
  byId("rolls").replaceChildren(...value(data.rolls, step).map(([title, people]) => {
    const line = made("p", `${title}: `);
    line.append(...people.map(([name, spent]) => made("span", name, "who", ...(spent ? ["spent"] : []))));
    return line;
  }));
  byId("trackbox").hidden = !byId("gauges").children.length && !byId("rolls").children.length;
}

const linesOf = (chapter) => byId("step" + chapter).querySelectorAll("p");

function showLog(step) {
  const chapter = chapterOf[step];
  const before = shownChapter;
  const low = before < 0 ? 0 : Math.min(chapter, before);
  const high = before < 0 ? lastChapter : Math.max(chapter, before);
  for (let number = low; number <= high; number++) {
    const article = byId("step" + number);
    article.classList.toggle("here", number === chapter);
    article.classList.toggle("ahead", number > chapter);
    if (number === chapter) article.setAttribute("aria-current", "step"); else article.removeAttribute("aria-current");
  }
  if (before >= 0 && before !== chapter) for (const line of linesOf(before)) line.classList.remove("ahead");
  linesOf(chapter).forEach((line, number) => line.classList.toggle("ahead", number >= data.told[step]));
  shownChapter = chapter;
  const log = byId("log");
  const here = [...linesOf(chapter)][Math.max(0, data.told[step] - 1)] || byId("step" + chapter);
  const shown = fine ? here : byId("step" + chapter);
  if (before >= 0) log.scrollTop += shown.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
}

// A moment is named by the order after which it stands, so that a link to it stays true when the game goes on.
function nameOf(step) {
  let same = step;
  while (same > 0 && data.orders[same - 1] === data.orders[step]) same--;
  return step > same ? `${data.orders[step]}.${step - same}` : `${data.orders[step]}`;
}

function stepNamed(name) {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(name);
  if (!found) return -1;
  const order = Number(found[1]);
  const first = data.orders.indexOf(order);
  if (first < 0) return data.orders.findLastIndex ? data.orders.findLastIndex((one) => one <= order) : -1;
  const step = first + Number(found[2] || 0);
  return data.orders[step] === order ? step : first;
}

function showNow(step) {
  const chapter = chapterOf[step];
  const [turn, title] = data.titles[chapter];
  const words = title.startsWith(data.words.turn + " ") ? title : `${data.words.turn} ${turn}: ${title}`;
  const begin = beginOf(chapter);
  const within = (step - begin + 1) / (data.ends[chapter] - begin + 1);
  byId("when").textContent = fine && data.ends[chapter] > begin ? `${words} (${step - begin + 1}/${data.ends[chapter] - begin + 1})` : words;
  byId("slider").value = step;
  byId("slider").setAttribute("aria-valuetext", words);
  byId("now").setAttribute("transform", `translate(${CHART_WIDTH * Math.max(0, chapter - 1 + within) / Math.max(1, lastChapter)} 0)`);
  byId("link").href = "#" + nameOf(step);
  try { history.replaceState(null, "", "#" + nameOf(step)); } catch { /* a page inside another one may not */ }
}

function show(step) {
  now = step;
  showMap(now);
  showState(now);
  showTracks(now);
  showLog(now);
  showNow(now);
  if (picked) tell(picked);
}

function go(step) {
  const wanted = Math.min(last, Math.max(0, step));
  if (wanted !== now) show(wanted);
}

const goToChapter = (chapter) => go(data.ends[Math.min(lastChapter, Math.max(0, chapter))]);

// A moment within a chapter is seen only if each order is a step.
function goWithin(step) {
  if (step !== data.ends[chapterOf[step]] && !fine) setFine(true);
  go(step);
}

function setFine(wanted) {
  fine = wanted;
  byId("fine").checked = wanted;
  if (now >= 0) show(fine ? now : data.ends[chapterOf[now]]);
}

function turnFrom(chapter, direction) {
  const turnOf = (number) => data.titles[number][0];
  let found = chapter;
  while (found > 0 && turnOf(found - 1) === turnOf(found)) found--;
  if (direction < 0) {
    if (found < chapter || found === 0) return found;
    found--;
    while (found > 0 && turnOf(found - 1) === turnOf(found)) found--;
    return found;
  }
  const turn = turnOf(chapter);
  while (chapter < lastChapter && turnOf(chapter) === turn) chapter++;
  return chapter;
}

// ---- Moving in time

function play(wanted) {
  clearTimeout(timer);
  timer = 0;
  if (wanted && now === last) goToChapter(0);
  byId("play").textContent = wanted ? "\u23F8\uFE0E" : "\u25B6\uFE0E";
  byId("play").setAttribute("aria-label", wanted ? data.words.pause : data.words.play);
  if (wanted) timer = setTimeout(() => { moves.on(); play(now < last); }, Number(byId("speed").value));
}

const moves = {
  first: () => goToChapter(0), last: () => goToChapter(lastChapter),
  back: () => fine ? go(now - 1) : goToChapter(chapterOf[now] - 1),
  on: () => fine ? go(now + 1) : goToChapter(chapterOf[now] + 1),
  "turn-back": () => goToChapter(turnFrom(chapterOf[now], -1)), "turn-on": () => goToChapter(turnFrom(chapterOf[now], 1)),
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last",
};

for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => { play(false); moves[button.dataset.go](); });
}
byId("play").addEventListener("click", () => play(!timer));
byId("fine").addEventListener("change", (event) => setFine(event.target.checked));
byId("slider").addEventListener("input", (event) => {
  const wanted = Number(event.target.value);
  play(false);
  go(fine ? wanted : data.ends[chapterOf[wanted]]);
});
document.addEventListener("keydown", (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey || tag === "SELECT" || event.target.id === "search") return;
  if (event.key === " " && tag !== "BUTTON" && event.target.id !== "fine") {
    event.preventDefault();
    play(!timer);
  } else if (event.key === "f" || event.key === "F") {
    setFine(!fine);
  } else if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
  } else if (keys[event.key]) {
    event.preventDefault();
    play(false);
    moves[event.shiftKey && event.key.startsWith("Arrow") ? "turn-" + keys[event.key] : keys[event.key]]();
  }
});
byId("log").addEventListener("click", (event) => {
  const article = event.target.closest("article");
  if (!article) return;
  const chapter = Number(article.dataset.chapter);
  if (event.target.closest("h2 button")) { play(false); goToChapter(chapter); }
});

// ---- Searching

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const MOST_HITS = 200;
let told = null;
let hits = [];
let hit = -1;

function everythingTold() {
  told = told || data.titles.flatMap((_, chapter) => [
    { chapter, line: -1, text: byId("step" + chapter).querySelector("h2").textContent.trim() },
    ...[...linesOf(chapter)].map((node, line) => ({ chapter, line, text: node.textContent })),
  ]).map((one) => ({ ...one, key: folded(one.text) }));
  return told;
}

function search(words) {
  const wanted = folded(words.trim());
  hits = wanted.length > 1 ? everythingTold().filter((one) => one.key.includes(wanted)).slice(0, MOST_HITS) : [];
  hit = -1;
  byId("count").textContent = wanted.length > 1 ? String(hits.length) : "";
  byId("hits").replaceChildren(...hits.map((one, number) => {
    const entry = made("li");
    const button = made("button", `${data.words.turn} ${data.titles[one.chapter][0]}: ${one.text}`);
    button.type = "button";
    button.addEventListener("click", () => goToHit(number));
    entry.append(button);
    return entry;
  }));
}

function goToHit(number) {
  if (!hits.length) return;
  hit = (number + hits.length) % hits.length;
  const { chapter, line } = hits[hit];
  const begin = beginOf(chapter);
  const steps = data.ends[chapter] - begin + 1;
  let step = begin;
  while (step < begin + steps - 1 && data.told[step] <= line) step++;
  play(false);
  goWithin(line < 0 ? data.ends[chapter] : step);
  for (const node of document.querySelectorAll("#hits .here, #log .found")) node.classList.remove("here", "found");
  byId("hits").children[hit].classList.add("here");
  if (line >= 0) linesOf(chapter)[line].classList.add("found");
}

byId("search").addEventListener("input", (event) => search(event.target.value));
byId("search").addEventListener("keydown", (event) => {
  if (event.key === "Escape") { event.target.value = ""; search(""); event.target.blur(); }
  if (event.key === "ArrowDown") { event.preventDefault(); goToHit(hit + 1); }
  if (event.key === "ArrowUp") { event.preventDefault(); goToHit(hit - 1); }
});
byId("find").addEventListener("submit", (event) => { event.preventDefault(); goToHit(hit + 1); });

// ---- The chart

byId("chart").addEventListener("click", (event) => {
  const chart = byId("chart");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
  play(false);
  goToChapter(Math.round((point.x - CHART_LEFT) / CHART_WIDTH * lastChapter));
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

function goToMoment(name) {
  const wished = stepNamed(name);
  if (wished >= 0) goWithin(wished);
}

const asked = location.hash.slice(1);
go(data.ends[0]);
goToMoment(asked);
addEventListener("hashchange", () => goToMoment(location.hash.slice(1)));
document.documentElement.dataset.ready = "yes";
