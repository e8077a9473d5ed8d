// Where everything goes: layers by the longest path, order within layers by barycentres, places by least squares.
const PILL = 60;  // letters
const GAP = 26, LAYER = 46, PAD = 16, HEAD = 30;

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
  const ops = nodes.filter((node) => node.type !== "pill");
  const before = new Map(ops.map((node) => [node, node.in.map((net) => net.source).filter((n) => n.type !== "pill")]));
  const after = new Map(ops.map((node) => [node, node.out.flatMap((net) => net.targets).filter((n) => n.type !== "pill")]));
  pullDown(ops, before, after, (node) => node.layer, (node, layer) => { node.layer = layer; });
  for (const node of nodes.filter((n) => n.type === "pill")) {
    if (node.in.length) node.layer = most(node.in.map((net) => net.source.layer)) + 1;
    else if (node.out.length) node.layer = least(node.out.flatMap((net) => net.targets.map((t) => t.layer))) - 1;
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
