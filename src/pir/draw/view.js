// The picture: elements of SVG for the boxes, moving about, choosing.
const page = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const canvas = byId("canvas"), view = byId("view");
const SVG = "http://www.w3.org/2000/svg";
const programs = page.programs.map(({ name, program, names }) => {
  const read = readProgram(program, name, null, names);
  read.open = true;
  arrangeProgram(read, read);
  return read;
});
let shown = null;         // the program
let chosen = null;        // a node
let hits = new Set();     // operations and inputs that the search found
const camera = { x: 0, y: 0, scale: 1 };

function svg(name, attributes, parent, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

// ---- drawing ----

function draw() {
  layout(shown);
  view.replaceChildren();
  drawBox(shown, view);
  show();
  mark();
}

function drawBox(box, parent) {
  const edges = svg("g", {}, parent), nodes = svg("g", {}, parent), labels = svg("g", {}, parent);
  for (const net of box.nets) drawNet(net, edges, labels);
  for (const node of box.nodes) drawNode(node, nodes);
}

function drawNet(net, edges, labels) {
  net.elements = [];
  const many = net.values.length > 1 ? " thick" : "";
  for (const [from, to] of net.steps) {
    const x1 = from.type === "bend" ? from.cx : net.leave;
    const y1 = from.type === "bend" ? from.bottom : from.y + from.h;
    const x2 = to.arrive.get(from), y2 = to.y, half = (from.bottom + y2) / 2;
    let path = `M${x1} ${y1}V${from.bottom}C${x1} ${half} ${x2} ${half} ${x2} ${y2 - (to.type === "bend" ? 0 : 6)}`;
    if (to.type === "bend") path += `V${to.bottom}`;
    const edge = svg("path", { class: `edge${many}`, d: path }, edges);
    svg("title", {}, edge, net.values.slice(0, 12).map((v) => `${v.name}: ${typeText(v)}`).join("\n"));
    net.elements.push(edge);
    if (to.type !== "bend") {
      net.elements.push(svg("path", { class: "tip", d: `M${x2 - 4} ${y2 - 7}h8l-4 7z` }, edges));
    }
  }
  if (net.labelled) {
    const at = { class: "label", x: net.leave, y: net.source.y + net.source.h + (net.source.boxes?.length ? 17 : 13), "text-anchor": "middle" };
    net.elements.push(svg("text", at, labels, net.text));
  }
}

function describe(node) {
  if (node.type === "pill") return `${node.role} ${node.name}`;
  const made = node.boxes.length ? ` ${node.open ? "open" : "closed"}, ${groupSubtitle(node)}` : ` ${node.sub}`;
  return `${node.name} ${node.type === "op" ? node.kind : ""}${made} ${node.type === "op" ? node.makes.map(typeText).join(" ") : ""}`;
}

function drawNode(node, parent) {
  const open = node.open && node.boxes?.length;
  const kind = node.type === "op" ? node.kind : "group";
  const names = ["node", node.type, node.role ?? "", open ? "open" : ""].join(" ");
  const g = svg("g", {
    class: names, "data-kind": kind, transform: `translate(${node.x} ${node.y})`, tabindex: -1, role: "button",
    "aria-label": describe(node),
  }, parent);
  node.element = g;
  g.node = node;
  if (node.boxes?.length) g.setAttribute("aria-expanded", Boolean(open));
  if (node.boxes?.length && !open) {
    svg("rect", { class: "stack", x: 4, y: 4, width: node.w, height: node.h, rx: 7 }, g);
  }
  svg("rect", { class: "shape", width: node.w, height: node.h, rx: node.type === "pill" ? 12 : 7 }, g);
  if (node.type === "pill") {
    svg("text", { x: node.w / 2, y: 16, "text-anchor": "middle", style: "font-size:12px" }, g, cut(node.name, PILL));
    svg("title", {}, g, node.values.slice(0, 12).map((v) => `${v.name} ${v.label}: ${typeText(v)}`).join("\n"));
    return;
  }
  if (open) {
    svg("text", { class: "name", x: 12, y: 20 }, g, `\u25be ${titleOf(node)}`);
    for (const box of node.boxes) {
      const inner = svg("g", { transform: `translate(${box.x} ${box.y})` }, g);
      if (!box.group) svg("text", { class: "sub", x: 0, y: -6 }, inner, node.boxes.length > 1 ? box.title : "");
      drawBox(box, inner);
    }
    return;
  }
  svg("rect", { class: "mark", width: 5, height: node.h - 12, x: 5, y: 6, rx: 2.5 }, g);
  const sign = node.boxes.length ? "\u25b8 " : "";
  svg("text", { class: "name", x: node.w / 2 + 3, y: node.sub ? 18 : 20, "text-anchor": "middle" }, g, sign + node.title);
  if (node.sub) svg("text", { class: "sub", x: node.w / 2 + 3, y: 33, "text-anchor": "middle" }, g, node.sub);
}

// ---- moving about ----

function show() { view.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${camera.scale})`); }

function zoom(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  const scale = Math.min(4, Math.max(0.03, camera.scale * factor));
  camera.x = x - ((x - camera.x) * scale) / camera.scale;
  camera.y = y - ((y - camera.y) * scale) / camera.scale;
  camera.scale = scale;
  show();
}

// The whole; where that would be too small to read, its beginning.
function fit(readable = false) {
  const room = 24;
  const whole = Math.min((canvas.clientWidth - 2 * room) / shown.w, (canvas.clientHeight - 2 * room) / shown.h, 1.2);
  camera.scale = readable ? Math.max(whole, Math.min(0.75, (canvas.clientWidth - 2 * room) / Math.min(shown.w, 2400))) : whole;
  camera.x = shown.w * camera.scale > canvas.clientWidth && readable ? 0 : (canvas.clientWidth - shown.w * camera.scale) / 2;
  if (readable && shown.w * camera.scale > canvas.clientWidth) {
    const first = shown.nodes.find((n) => n.y === 0) ?? shown.nodes[0];
    camera.x = canvas.clientWidth / 2 - first.cx * camera.scale;
  }
  camera.y = Math.max(room, (canvas.clientHeight - shown.h * camera.scale) / 2);
  show();
}

function centre(node, least = 0.7) {
  const at = node.element.getBoundingClientRect(), frame = canvas.getBoundingClientRect();
  const x = at.x + Math.min(at.width, frame.width) / 2 - frame.x, y = at.y + Math.min(at.height, frame.height) / 2 - frame.y;
  camera.x += frame.width / 2 - x;
  camera.y += frame.height / 2 - y;
  zoom(Math.max(1, least / camera.scale));
}

const pointers = new Map();
canvas.addEventListener("pointerdown", (e) => { pointers.set(e.pointerId, [e.clientX, e.clientY]); canvas.moved = 0; });
addEventListener("pointermove", (e) => {
  const before = pointers.get(e.pointerId);
  if (!before) return;
  const now = [e.clientX, e.clientY], frame = canvas.getBoundingClientRect();
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
    const distance = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
    zoom(distance(now) / Math.max(1, distance(before)), (now[0] + other[0]) / 2 - frame.x, (now[1] + other[1]) / 2 - frame.y);
  } else {
    camera.x += now[0] - before[0];
    camera.y += now[1] - before[1];
    show();
  }
  canvas.moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
  canvas.classList.toggle("dragging", canvas.moved > 4);
  pointers.set(e.pointerId, now);
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, (e) => { pointers.delete(e.pointerId); canvas.classList.remove("dragging"); });
}
canvas.addEventListener("wheel", (e) => {
  e.preventDefault();
  const frame = canvas.getBoundingClientRect();
  zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.clientX - frame.x, e.clientY - frame.y);
}, { passive: false });

// ---- choosing ----

function nodeOf(event) { return event.target.closest?.(".node")?.node ?? null; }

canvas.addEventListener("click", (e) => {
  if (canvas.moved > 4) return;
  const node = nodeOf(e);
  const again = node && node === chosen && node.boxes?.length;
  choose(node);
  if (again || (node?.boxes?.length && !node.open)) toggle(node);
});

function choose(node, focus = true) {
  chosen = node;
  mark();
  if (node && focus) node.element.focus({ preventScroll: true });
  showPanel();
}

// A group stays where it is on the screen while it opens.
function toggle(node) {
  const before = node.element.getBoundingClientRect();
  node.open = !node.open;
  draw();
  const after = node.element.getBoundingClientRect();
  camera.x += before.x + before.width / 2 - after.x - after.width / 2;
  camera.y += before.y - after.y;
  show();
  choose(node);
}

// Opens what an operation is in; its node.
function reveal(op) {
  let changed = false;
  for (let box = op.box ?? op.program; box && box.owner; box = box.owner.box) {
    if (!box.owner.open) changed = box.owner.open = true;
  }
  if (changed) draw();
  return op;
}

function goTo(thing) {  // an operation or a value
  const op = thing.type === "op" ? thing : thing.maker;
  const at = op && op.kind === "constant" ? op.makes[0].users[0] : op;
  let node = at;
  if (at) reveal(at);
  if (!at) {
    reveal({ program: thing.program });
    const pills = (box) => box.nodes.flatMap((n) => (n.role === "input" && n.values.includes(thing) ? [n]
      : n.open && n.boxes?.length ? n.boxes.flatMap(pills) : []));
    node = pills(shown).sort((a, b) => a.values.length - b.values.length)[0];  // the one that shows it best
  }
  if (!node?.element) return;
  choose(node);
  centre(node);
}

function goToGroup(node) {
  reveal(node);
  choose(node);
  centre(node);
}

function visibleNodes(box = shown) {
  return box.nodes.flatMap((n) => (n.open && n.boxes?.length ? [n, ...n.boxes.flatMap(visibleNodes)] : [n]));
}
function visibleNets(box = shown) {
  return [...box.nets, ...box.nodes.flatMap((n) => (n.open && n.boxes?.length ? n.boxes.flatMap(visibleNets) : []))];
}

function isHit(node) {
  if (!hits.size) return false;
  if (node.type === "pill") return node.role === "input" && node.values.some((v) => hits.has(v));
  if (node.open && node.boxes.length) return hits.has(node);
  return hits.has(node) || node.boxes.some((box) => (box.group ? opsOf(node) : allOps(box)).some((op) => hits.has(op)));
}

function mark() {
  const nodes = visibleNodes();
  if (!nodes.includes(chosen)) chosen = null;
  for (const node of nodes) {
    node.element.classList.toggle("selected", node === chosen);
    node.element.classList.toggle("hit", isHit(node));
    node.element.tabIndex = node === (chosen ?? nodes[0]) ? 0 : -1;
  }
  for (const net of visibleNets()) {
    const on = chosen && (net.source === chosen || net.targets.includes(chosen));
    net.elements.forEach((element) => element.classList.toggle("on", Boolean(on)));
  }
}

// ---- keys ----

const nearest = (list, node) => list.filter(Boolean).sort((a, b) => Math.abs(a.cx - node.cx) - Math.abs(b.cx - node.cx))[0];
function neighbour(node, key) {
  if (key === "ArrowUp") return nearest(node.in.map((net) => net.source), node);
  if (key === "ArrowDown") return nearest(node.out.flatMap((net) => net.targets), node);
  const row = (node.box ?? visibleBox(node)).nodes.filter((n) => n.layer === node.layer).sort((a, b) => a.cx - b.cx);
  return row[row.indexOf(node) + (key === "ArrowRight" ? 1 : -1)];
}
function visibleBox(pill, box = shown) {
  if (box.nodes.includes(pill)) return box;
  const inner = box.nodes.filter((n) => n.open && n.boxes?.length).flatMap((n) => n.boxes);
  return inner.map((b) => visibleBox(pill, b)).find(Boolean);
}

canvas.addEventListener("keydown", (e) => {
  const node = nodeOf(e);
  if (!node || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key.startsWith("Arrow")) {
    const next = neighbour(node, e.key);
    if (next) { choose(next); centre(next, 0); }
  } else if (e.key === "Enter" || e.key === " ") {
    choose(node);
    if (node.boxes?.length) toggle(node);
  } else if (e.key === "Tab" && !e.shiftKey && node.open && node.boxes?.length && node.boxes[0].nodes.length) {
    choose(node.boxes[0].nodes[0]);  // into the group
  } else return;
  e.preventDefault();
});
addEventListener("keydown", (e) => {
  if (e.target.tagName === "INPUT" || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "/") byId("query").focus();
  else if (e.key === "+" || e.key === "=") zoom(1.25);
  else if (e.key === "-") zoom(0.8);
  else if (e.key === "0") fit();
  else if (e.key === "Escape") choose(null);
  else return;
  e.preventDefault();
});
