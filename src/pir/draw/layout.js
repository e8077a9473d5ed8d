// Where everything goes: layers by the longest path, order within layers by barycentres, places by least squares.
const GAP = 26, LAYER = 46, PAD = 16, HEAD = 30;
const BUSY = 16, FAR = 6;  // with so many nodes, an edge over so many layers is written, not drawn

const ruler = document.createElement("canvas").getContext("2d");
function textWidth(text, size = 13) {
  ruler.font = `600 ${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
  return ruler.measureText(text).width;
}
function cut(text, length) { return text.length > length ? `${text.slice(0, length - 1)}\u2026` : text; }

function subtitle(op) {
  const constants = op.reads.map((v, i) => v && isConstant(v) && `${op.of[i] ?? "operand"}=${constantText(v)}`).filter(Boolean);
  const attrs = op.attrs.filter(([, , usual]) => !usual).map(([name, text]) => `${name}=${text}`);
  return cut([...constants, ...attrs].join(" "), 34);
}

function pill(role, values, text) {
  return { type: "pill", role, values, text, name: text, w: textWidth(cut(text, 44), 12) + 24, h: 24, out: [], in: [] };
}

function pillText(v, prefix) { return `${prefix}${v.name}  ${typeText(v)}`; }

// The nodes of a box, and its nets: a source, the values, and all that read them.
function nodesAndNets(box) {
  const nodes = [...box.ops], at = new Map();
  box.ops.forEach((node) => {
    Object.assign(node, { in: [], out: [] });
    opsOf(node).forEach((op) => at.set(op, node));
  });
  const level = levels(box.ops, at);
  const links = new Map();  // source -> value -> targets
  const join = (source, value, targets) => {
    if (!links.has(source)) links.set(source, new Map());
    const of = links.get(source);
    of.set(value, [...(of.get(value) ?? []), ...targets]);
  };
  const entering = new Map(), leaving = [];  // value -> its readers
  for (const node of box.ops) {
    for (const v of portsOf(node).reads) {
      if (isConstant(v) || at.has(v.maker)) continue;
      entering.set(v, [...(entering.get(v) ?? []), node]);
    }
  }
  if (!box.group) box.inputs.forEach((v) => entering.set(v, entering.get(v) ?? []));
  addInputs(entering, level, nodes, join);
  const far = new Map();  // what comes from far away -> its readers
  for (const node of box.ops) {
    for (const v of portsOf(node).makes) {
      const targets = [...new Set(v.users.map((user) => at.get(user)).filter((t) => t && t !== node))];
      const isFar = (t) => box.ops.length > BUSY && level.get(t) - level.get(node) > FAR;
      const near = targets.filter((t) => !isFar(t));
      if (near.length) join(node, v, near);
      targets.filter(isFar).forEach((t) => far.set(v, [...(far.get(v) ?? []), t]));
      if (box.group && (v.returned || v.users.some((user) => !at.has(user)))) leaving.push([node, v, ""]);
    }
  }
  if (!box.group) {
    box.outputs.forEach(({ value }, i) => leaving.push([at.get(value.maker) ?? null, value, outputName(box, i)]));
  }
  addInputs(far, level, nodes, join, "from above: ");
  addOutputs(leaving, nodes, join);
  return { nodes, nets: netsOf(links) };
}

// Values with the same targets share a net. Of a group, there is one edge to each target, whatever else reads the values.
function netsOf(links) {
  const nets = new Map();
  for (const [source, values] of links) {
    for (const [value, all] of values) {
      for (const targets of source.type === "group" ? all.map((target) => [target]) : [all]) {
        const key = [source, ...targets].map(numberOf).join();
        if (!nets.has(key)) nets.set(key, { source, targets, values: [] });
        nets.get(key).values.push(value);
      }
    }
  }
  return [...nets.values()];
}

function outputName(program, i) {
  const op = program.owner;
  if (op?.name === "while") return i ? `next ${program.inputs[i - 1]?.name ?? i} = ` : "go on if ";
  if (op) return `result ${i} = `;
  const into = program.outputs[i].into;
  return into >= 0 ? `into ${program.inputs[into].name} = ` : `output ${i} = `;
}

let numbered = 0;
const numbers = new WeakMap();
function numberOf(node) {
  if (!numbers.has(node)) numbers.set(node, numbered++);
  return numbers.get(node);
}

// How many nodes come before each, on the longest path.
function levels(ops, at) {
  const level = new Map(ops.map((node) => [node, 0]));
  for (const node of ops) {
    for (const v of portsOf(node).makes) {
      for (const user of v.users) {
        const to = at.get(user);
        if (to && to !== node) level.set(to, Math.max(level.get(to), level.get(node) + 1));
      }
    }
  }
  return level;
}

// Many that go to the same node are one; one that goes to many, or to some far from each other, stands beside each.
function addInputs(entering, level, nodes, join, prefix = "") {
  const byReaders = new Map();
  for (const [v, readers] of entering) {
    const at = readers.map((r) => level.get(r));
    const apart = readers.length > 4 || Math.max(...at) - Math.min(...at) > 3;
    for (const one of apart ? readers.map((r) => [r]) : [readers]) {
      const key = one.map(numberOf).join();
      if (!byReaders.has(key)) byReaders.set(key, { readers: one, values: [] });
      byReaders.get(key).values.push(v);
    }
  }
  for (const { readers, values } of byReaders.values()) {
    for (const some of values.length > 3 ? [values] : values.map((v) => [v])) {
      const text = some.length > 1 ? `${prefix}${some.length} ${prefix ? "tensors" : "inputs"}`
        : pillText(some[0], readers.length ? prefix : "not read: ") + (prefix ? "" : origin(some[0]));
      const node = pill(prefix ? "copy" : "input", some, text);
      nodes.unshift(node);
      if (readers.length) some.forEach((v) => join(node, v, readers));
    }
  }
}

// What an input of a body is, outside of it.
function origin(v) {
  const op = v.program.owner;
  if (v.given < 0 || !op) return "";
  const before = sum(op.boxes.slice(0, op.boxes.indexOf(v.program)), (box) => box.inputs.length);
  const outer = op.reads[1 + before + v.given].name;
  return op.name === "while" && v.given < op.makes.length ? ` first ${outer}` : ` = ${outer}`;
}

function addOutputs(leaving, nodes, join) {
  const bySource = new Map();
  for (const one of leaving) bySource.set(one[0], [...(bySource.get(one[0]) ?? []), one]);
  for (const [source, list] of bySource) {
    for (const some of list.length > 3 ? [list] : list.map((one) => [one])) {
      const [, v, prefix] = some[0];
      const constant = isConstant(v) ? ` = ${constantText(v)}` : "";
      const node = pill("output", some.map((one) => one[1]),
        some.length > 1 ? `${some.length} outputs` : pillText(v, prefix) + constant);
      nodes.push(node);
      // An input that is returned is an edge between the two.
      const from = source ?? nodes.find((n) => n.role === "input" && n.values.includes(v));
      if (from) some.forEach((one) => join(from, one[1], [node]));
    }
  }
}

function measure(node) {
  if (node.type === "pill") return;
  if (node.open && node.boxes.length) {
    node.boxes.forEach(layout);
    node.w = sum(node.boxes, (b) => b.w + PAD) + PAD;
    const head = node.boxes.length > 1 ? HEAD + 18 : HEAD;  // with a line for their titles
    node.h = Math.max(...node.boxes.map((b) => b.h)) + head + PAD;
    let x = PAD;
    node.boxes.forEach((b) => { b.x = x; b.y = head; x += b.w + PAD; });
    node.w = Math.max(node.w, textWidth(titleOf(node)) + 60);
    return;
  }
  node.title = titleOf(node);
  node.sub = node.type === "group" || node.boxes.length ? groupSubtitle(node) : subtitle(node);
  node.w = Math.max(86, textWidth(node.title) + 30, textWidth(node.sub, 11) + 30);
  node.h = node.sub ? 42 : 30;
}
function titleOf(node) {
  if (node.type === "group") return node.name;
  return node.boxes.length ? `${node.name}  (${node.reads[0]?.name ?? ""})` : node.name;
}
function groupSubtitle(node) {
  const ops = node.type === "group" ? opsOf(node) : node.boxes.flatMap(allOps).filter((op) => op.kind !== "constant");
  return cut(countText(ops), 44);
}

function layout(box) {
  const { nodes, nets } = nodesAndNets(box);
  nodes.forEach(measure);
  for (const net of nets) {
    net.text = net.values.length > 1 ? `${net.values.length} tensors` : typeText(net.values[0]);
    net.source.out.push(net);
    net.targets.forEach((t) => t.in.push(net));
  }
  for (const node of nodes) {  // room for the labels below
    const labelled = node.out.filter((net) => needsLabel(net));
    if (labelled.length <= 4) node.w = Math.max(node.w, sum(labelled, (net) => textWidth(net.text, 10.5) + 10));
  }
  const layers = makeLayers(nodes);
  orderLayers(layers);
  placeLayers(layers);
  finish(box, nodes, nets, layers);
}
function needsLabel(net) { return net.source.type !== "pill"; }

function makeLayers(nodes) {
  const done = new Set();
  const depth = (first) => {  // without recursion, for chains are long
    const todo = [first];
    while (todo.length) {
      const node = todo.at(-1);
      const missing = node.in.map((net) => net.source).filter((s) => !done.has(s));
      if (missing.length) { todo.push(...missing); continue; }
      todo.pop();
      node.layer = Math.max(-1, ...node.in.map((net) => net.source.layer)) + 1;
      done.add(node);
    }
  };
  nodes.forEach((node) => { if (!done.has(node)) depth(node); });
  // What nothing comes before stands right before what reads it.
  for (const node of nodes) {
    if (!node.in.length && node.out.length) {
      node.layer = Math.min(...node.out.flatMap((net) => net.targets.map((t) => t.layer))) - 1;
    }
  }
  const layers = Array.from({ length: Math.max(0, ...nodes.map((n) => n.layer)) + 1 }, () => []);
  nodes.forEach((node) => { node.up = []; node.down = []; layers[node.layer].push(node); });
  for (const node of nodes) {
    for (const net of node.out) {  // one bend per layer for all that read it
      net.steps = [];
      const bottom = Math.max(...net.targets.map((t) => t.layer));
      let before = node;
      for (let layer = node.layer + 1; layer <= bottom; ++layer) {
        const link = (to) => {
          before.down.push(to); to.up.push(before);
          net.steps.push([before, to]);
        };
        net.targets.filter((t) => t.layer === layer).forEach(link);
        if (layer === bottom) break;
        const bend = { type: "bend", w: 6, h: 0, layer, up: [], down: [], net };
        layers[layer].push(bend);
        link(bend);
        before = bend;
      }
    }
  }
  return layers.filter((layer) => layer.length);
}

function number(layers) { layers.forEach((layer) => layer.forEach((node, i) => { node.order = i; })); }

function crossings(layers) {
  let total = 0;
  for (const layer of layers) {
    const ends = layer.flatMap((node) => node.down.map((to) => to.order).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; ++i) for (let j = i + 1; j < ends.length; ++j) total += ends[j] < ends[i];
  }
  return total;
}

function orderLayers(layers) {
  number(layers);
  let best = layers.map((l) => [...l]), fewest = crossings(layers);
  for (let round = 0; round < 16 && fewest; ++round) {
    const down = round % 2 === 0;
    const path = down ? layers : layers.toReversed();
    for (const layer of path) {
      const centre = (node) => {
        const near = down ? node.up : node.down;
        return near.length ? sum(near, (n) => n.order) / near.length : node.order;
      };
      const keys = new Map(layer.map((node) => [node, centre(node)]));
      layer.sort((a, b) => keys.get(a) - keys.get(b));
      layer.forEach((node, i) => { node.order = i; });
    }
    const now = crossings(layers);
    if (now < fewest) { fewest = now; best = layers.map((l) => [...l]); }
  }
  layers.forEach((layer, i) => layer.splice(0, layer.length, ...best[i]));
  number(layers);
}

// The places nearest to the wished ones that keep the order and the distances (pool adjacent violators).
function settle(layer, wish) {
  let offset = 0;
  const pools = [];
  layer.forEach((node, i) => {
    if (i) offset += (layer[i - 1].w + node.w) / 2 + (node.type === "bend" && layer[i - 1].type === "bend" ? 12 : GAP);
    node.offset = offset;
    const weight = node.type === "bend" ? 6 : node.type === "pill" ? 0.01 : 1;
    pools.push({ mean: wish(node) - offset, weight, count: 1 });
    while (pools.length > 1 && pools.at(-2).mean > pools.at(-1).mean) {
      const b = pools.pop(), a = pools.pop(), w = a.weight + b.weight;
      pools.push({ mean: (a.mean * a.weight + b.mean * b.weight) / w, weight: w, count: a.count + b.count });
    }
  });
  let i = 0;
  for (const pool of pools) for (let k = 0; k < pool.count; ++k, ++i) layer[i].cx = pool.mean + layer[i].offset;
}

function placeLayers(layers) {
  layers.forEach((layer) => settle(layer, () => 0));
  // Inputs and outputs stand beside what goes straight on; lines keep straight.
  const pull = (end, node) => (end.type === "pill" ? 0.02 : end.type === "bend" && node.type === "bend" ? 4 : 1);
  for (let round = 0; round < 24; ++round) {
    const down = round % 2 === 0;
    for (const layer of down ? layers : layers.toReversed()) {
      settle(layer, (node) => {
        const side = down ? node.up : node.down;
        const ends = round < 14 && side.some((end) => end.type !== "pill") ? side : [...node.up, ...node.down];
        const total = sum(ends, (end) => pull(end, node));
        return total ? sum(ends, (end) => end.cx * pull(end, node)) / total : node.cx;
      });
    }
  }
}

function finish(box, nodes, nets, layers) {
  const everything = layers.flat();
  const left = Math.min(0, ...everything.map((n) => n.cx - n.w / 2));
  let y = 0;
  for (const layer of layers) {
    const height = Math.max(...layer.map((n) => n.h));
    layer.forEach((n) => { n.x = n.cx - n.w / 2 - left; n.cx -= left; n.bottom = y + height; });
    layer.forEach((n) => { n.y = n.up.length ? y : height > 80 ? n.bottom - n.h : y + (height - n.h) / 2; });
    const busy = sum(layer, (n) => n.down.length);
    y += height + LAYER + Math.min(60, busy * 1.5);
  }
  box.w = Math.max(60, ...everything.map((n) => n.x + n.w));
  box.h = Math.max(24, ...layers.map((layer) => layer[0].bottom));
  box.nodes = nodes;
  box.nets = nets;
  for (const node of everything) {  // where edges leave and arrive
    spread(node, node.up, (n) => n.cx, (from, x) => (node.arrive ??= new Map()).set(from, x));
    if (node.type !== "bend") spreadNets(node);
  }
}
function spread(node, ends, key, set) {
  const sorted = [...new Set(ends)].sort((a, b) => key(a) - key(b));
  const room = Math.min(node.w - 20, sorted.length * 40);
  node.arrive = new Map();
  sorted.forEach((end, i) => set(end, node.type === "bend" ? node.cx
    : node.cx - room / 2 + (room * (i + 0.5)) / sorted.length));
}
function spreadNets(node) {
  const aim = (net) => {
    const next = net.steps.filter(([from]) => from === node).map(([, to]) => to.cx);
    return sum(next, (x) => x) / next.length;
  };
  const sorted = [...node.out].sort((a, b) => aim(a) - aim(b));
  const room = sorted.length > 1 ? node.w - 12 : 0;
  sorted.forEach((net, i) => {
    net.leave = node.cx - room / 2 + (room * (i + 0.5)) / sorted.length;
    net.labelled = needsLabel(net) && (sorted.length === 1 || textWidth(net.text, 10.5) + 4 <= room / sorted.length);
  });
}
