// What stands around the picture: summary, search, the chosen node, buttons.
function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));  // texts become text, never markup
  return element;
}

function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; bytes >= 1024 && unit < units.length - 1; ++unit) bytes /= 1024;
  return `${unit ? bytes.toFixed(bytes < 10 ? 2 : 1) : bytes} ${units[unit]}`;
}
function fullType(v) { return `${v.dtype} [${v.shape.join(", ")}]`; }

// ---- summary ----

function showSummary() {
  const ops = allOps(shown), counts = new Map();
  for (const op of ops) {
    const one = counts.get(op.name) ?? { name: op.name, kind: op.kind, n: 0 };
    one.n += 1;
    counts.set(op.name, one);
  }
  const bytes = (values) => bytesText(sum(values, (v) => v.bytes));
  const fact = (name, text) => html("div", {}, html("dt", {}, name), html("dd", {}, text));
  const chips = [...counts.values()].sort((a, b) => b.n - a.n).map(({ name, kind, n }) => html("button", {
    class: "chip", type: "button", "data-kind": kind, title: `${kind}: show all ${n}`,
    onclick: () => { byId("query").value = `=${name}`; search(); step(1); },
  }, html("i"), `${name} ${n}`));
  byId("summary").replaceChildren(
    html("dl", {},
      fact("operations", String(ops.length)),
      fact("inputs", `${shown.inputs.length} (${bytes(shown.inputs)})`),
      fact("outputs", `${shown.outputs.length} (${bytes(shown.outputs.map((o) => o.value))})`),
      fact("all tensors", bytes(shown.values))),
    html("div", { class: "chips", "aria-label": "Operations by operator" }, ...chips));
}

// ---- the chosen node ----

function valueItem(v, name) {
  if (!v) return html("li", {}, `${name}: None`);
  const what = v.maker ? `${v.maker.name}` : "input";
  const constant = isConstant(v) ? ` = ${constantText(v)}` : "";
  return html("li", {}, name ? `${name}: ` : "",
    html("button", { class: "go", type: "button", title: `Go to ${what}`, onclick: () => goTo(v) }, v.name),
    html("span", { class: "type" }, ` ${v.label ? `${v.label} ` : ""}${fullType(v)}${constant}`));
}
function list(title, items, most = 200) {
  if (!items.length) return null;
  const rest = items.length > most ? [html("li", {}, `and ${items.length - most} more`)] : [];
  return html("section", {}, html("h3", {}, title), html("ul", {}, ...items.slice(0, most), ...rest));
}
function readers(values) {
  const users = [...new Set(values.flatMap((v) => v.users))];
  return users.map((op) => html("li", {}, html("button",
    { class: "go", type: "button", onclick: () => goTo(op) }, `${op.makes[0]?.name ?? ""} ${op.name}`)));
}

function showOperation(op) {
  const rows = op.attrs.map(([name, text, usual]) =>
    html("tr", { class: usual ? "usual" : "", title: usual ? "the default" : "" }, html("td", {}, name), html("td", {}, text)));
  const bodies = op.boxes.flatMap((box) => [
    list(`${box.title}: inputs`, box.inputs.map((v) => valueItem(v, ""))),
    list(`${box.title}: outputs`, box.outputs.map((o) => valueItem(o.value, ""))),
  ]);
  return [
    html("h2", {}, op.name),
    html("p", { "data-kind": op.kind }, html("span", { class: "swatch" }), ` ${op.kind}, operation ${op.number} of ${op.program.title}`),
    op.scope.length ? html("p", {}, `in ${layerText(op.scope)}`) : null,
    rows.length ? html("section", {}, html("h3", {}, "attributes"), html("table", {}, html("tbody", {}, ...rows))) : null,
    list("operands", op.reads.map((v, i) => valueItem(v, op.of[i] ?? (i ? `operand ${i}` : "condition")))),
    list("results", op.makes.map((v, i) => valueItem(v, op.as[i] ?? `result ${i}`))),
    html("p", {}, `${bytesText(sum(op.makes, (v) => v.bytes))} of results`),
    list("read by", readers(op.makes)), ...bodies,
  ];
}

function showGroup(node) {
  const { reads, makes } = portsOf(node), ops = opsOf(node);
  return [
    html("h2", {}, node.isLayer ? layerText(node.scope) : node.name),
    html("p", {}, `${ops.length} operations, drawn as one`),
    html("button", { type: "button", onclick: () => toggle(node) }, node.open ? "Close" : "Open"),
    list("operations", ops.map((op) => html("li", {}, html("button", { class: "go", type: "button", onclick: () => goTo(op) },
      `${op.makes[0]?.name ?? ""} ${op.name}`), html("span", { class: "type" }, ` ${op.makes[0] ? typeText(op.makes[0]) : ""}`)))),
    list("reads", reads.map((v) => valueItem(v, ""))), list("makes", makes.map((v) => valueItem(v, ""))),
  ];
}

// The layers of a program: each opens to those inside, and leads to its box.
function layerItem({ node, inner }) {
  const go = html("button", { class: "go", type: "button", onclick: (e) => { e.preventDefault(); goToGroup(node); } }, node.name);
  const count = html("span", { class: "type" }, ` ${opsOf(node).length}`);
  if (!inner.length) return html("li", {}, go, count);
  return html("li", {}, html("details", {}, html("summary", {}, go, count), html("ul", {}, ...inner.map(layerItem))));
}

function help() {
  const row = (keys, what) => html("tr", {}, html("td", {}, ...keys.map((k) => html("kbd", {}, k))), html("td", {}, what));
  const kinds = [...new Map(allOps(shown).map((op) => [op.kind, op])).keys()].sort();
  const layers = layerTree(shown);
  return [
    html("h2", {}, shown.title), html("p", {}, "Click a node to see what it reads and makes."),
    html("table", {}, html("tbody", {},
      row(["drag"], "move"), row(["wheel"], "zoom"), row(["+", "-", "0"], "zoom, all of it"),
      row(["/"], "search"), row(["\u2190", "\u2191", "\u2192", "\u2193"], "along the graph"),
      row(["Enter"], "open or close a group"), row(["Esc"], "choose nothing"))),
    layers.length ? html("section", {}, html("h3", {}, "layers"), html("ul", { class: "tree" }, ...layers.map(layerItem))) : null,
    html("h3", {}, "colours"),
    html("ul", {}, ...kinds.map((kind) => html("li", { "data-kind": kind }, html("span", { class: "swatch" }), ` ${kind}`))),
  ];
}

function showPanel() {
  const node = chosen;
  const content = !node ? help() : node.type === "op" ? showOperation(node) : node.type === "group" ? showGroup(node)
    : [html("h2", {}, node.role), list("values", node.values.map((v) => valueItem(v, ""))), list("read by", readers(node.values))];
  byId("panel").replaceChildren(...content.filter(Boolean));
  byId("panel").scrollTop = 0;
}

// ---- search ----

let matches = [], current = -1;
const squeeze = (text) => text.toLowerCase().replace(/\s*([[\],])\s*/g, "$1");

function haystack(thing) {
  if (!thing.text) {
    const values = thing.type === "op" ? thing.makes : [thing];
    const words = values.flatMap((v) => [v.name, v.label, `${v.dtype}[${v.shape.join(",")}]`, typeText(v)]);
    const attrs = (thing.attrs ?? []).map(([name, text]) => `${name}=${text}`);
    thing.text = squeeze([thing.type === "op" ? `${thing.name} ${thing.kind} ${thing.scope.join(".")}` : "input", ...words, ...attrs].join(" "));
    thing.words = new Set([...thing.text.split(" "), ...values.map((v) => v.name.split("#")[0])]);
  }
  return thing;
}
// A word is found anywhere in the text; a value (%3) and what follows "=" has to be all of a word.
function matching(thing, word) {
  const { text, words } = haystack(thing);
  if (word[0] === "=") return thing.type === "op" && thing.name.toLowerCase() === word.slice(1);
  return word[0] === "%" ? words.has(word) : text.includes(word);
}

function search() {
  const words = squeeze(byId("query").value).split(" ").filter(Boolean);
  const inputs = (program) => [...program.inputs, ...program.all.flatMap((op) => op.boxes.flatMap(inputs))];
  matches = words.length
    ? [...inputs(shown), ...allOps(shown)].filter((thing) => words.every((word) => matching(thing, word))) : [];
  current = -1;
  hits = new Set(matches.map((m) => (m.kind === "constant" ? m.makes[0].users[0] ?? m : m)));
  byId("found").textContent = words.length ? `${matches.length} found` : "";
  mark();
}
function step(by) {
  if (!matches.length) return;
  current = current < 0 && by < 0 ? matches.length - 1 : (current + by + matches.length) % matches.length;
  const query = byId("query"), typing = document.activeElement === query;
  goTo(matches[current]);
  if (typing) query.focus();
  byId("found").textContent = `${current + 1} of ${matches.length}`;
}
byId("query").addEventListener("input", search);
byId("query").addEventListener("keydown", (e) => {
  if (e.key === "Enter") { step(e.shiftKey ? -1 : 1); e.preventDefault(); }
  if (e.key === "Escape") { byId("query").value = ""; search(); byId("query").blur(); }
});
byId("next").onclick = () => step(1);
byId("previous").onclick = () => step(-1);

// ---- buttons ----

function setAll(open) {
  groupsOf(shown).forEach((node) => { node.open = open; });
  draw();
  fit(true);
}
byId("expand").onclick = () => setAll(true);
byId("collapse").onclick = () => setAll(false);
byId("in").onclick = () => zoom(1.25);
byId("out").onclick = () => zoom(0.8);
byId("fit").onclick = () => fit();
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = (is) => document.documentElement.classList.toggle("dark", is);
paint(dark.matches);
dark.addEventListener("change", (e) => paint(e.matches));
byId("theme").onclick = () => paint(!document.documentElement.classList.contains("dark"));

// ---- programs ----

function open(program) {
  shown = program;
  chosen = null;
  for (const tab of byId("programs").children) tab.setAttribute("aria-selected", tab.program === program);
  draw();
  fit(true);
  showSummary();
  showPanel();
  search();
}
document.title = page.title;
byId("title").textContent = page.title;
byId("title").title = page.title;
for (const program of programs) {
  const tab = html("button", { type: "button", role: "tab", onclick: () => open(program) },
    `${program.title} (${program.total})`);
  tab.program = program;
  byId("programs").append(tab);
}
byId("programs").hidden = programs.length < 2;
if (programs.length) open(programs[0]);
if (location.hash.length > 1) {  // page.html#tanh, page.html#%5
  let text = location.hash.slice(1);
  try { text = decodeURIComponent(text); } catch { /* %5 is a value here */ }
  byId("query").value = text;
  search();
  step(1);
}
