// The nodes of a box with what comes in and goes out, and the nets between them.
const BUSY = 16, FAR = 6;  // with so many nodes, an edge over so many layers is written, not drawn

function pill(role, values, text) {
  return { type: "pill", role, values, text, name: text, w: textWidth(cut(text, PILL), 12) + 24, h: 24, out: [], in: [] };
}

function pillText(v, prefix, box) { return `${prefix}${v.name} ${labelIn(box, v.label)} ${typeText(v)}`; }
// In the box of a layer names begin there.
function labelIn(box, label) {
  let owner = box?.owner;
  while (owner && !owner.isLayer) owner = owner.box?.owner;
  const layer = owner ? `${owner.scope.join(".").replace(/#\d+/g, "")}.` : "";
  return layer && label.startsWith(layer) ? label.slice(layer.length) : label;
}

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
  addInputs(box, entering, level, nodes, join);
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
  addInputs(box, far, level, nodes, join, "from above: ");
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
  const before = new Map(ops.map((node) => [node, []])), after = new Map(ops.map((node) => [node, []]));
  for (const node of ops) {
    const users = portsOf(node).makes.flatMap((v) => v.users.map((user) => at.get(user)));
    for (const to of new Set(users.filter((user) => user && user !== node))) {
      after.get(node).push(to);
      before.get(to).push(node);
      level.set(to, Math.max(level.get(to), level.get(node) + 1));
    }
  }
  pullDown(ops, before, after, (node) => level.get(node), (node, value) => level.set(node, value));
  return level;
}

// What is made of inputs alone, in a row, stands right before what reads it.
function pullDown(ops, before, after, get, set) {
  const free = new Set();
  for (const node of ops) {
    const [from, ...more] = before.get(node);
    if (!more.length && (!from || (free.has(from) && after.get(from).length === 1))) free.add(node);
  }
  for (const node of ops.toReversed()) {
    if (free.has(node) && after.get(node).length) set(node, least(after.get(node).map(get)) - 1);
  }
}

// Many that go to the same node are one; one that goes to many, or to some far from each other, stands beside each.
function addInputs(box, entering, level, nodes, join, prefix = "") {
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
        : pillText(some[0], readers.length ? prefix : "not read: ", box) + (prefix ? "" : origin(some[0]));
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
