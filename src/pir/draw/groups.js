// From the data to a tree of boxes: programs, their operations, and groups of operations that are drawn as one.
const SMALL = 40;       // operations: a program up to this size is drawn as it is
const LIGHT = new Set(["elementwise", "view"]);
const CHAIN = 4;        // from this length on, light operations in a row are one node
const CROWD = 60;       // more nodes than this in one box are cut into parts
const PART = 30;        // of about this size

const SHORT = {
  float16: "f16", bfloat16: "bf16", float32: "f32", float64: "f64", int8: "i8", int16: "i16", int32: "i32",
  int64: "i64", uint8: "u8", complex64: "c64", complex128: "c128",
};

function typeText(v) { return `${SHORT[v.dtype] ?? v.dtype}[${v.shape.join(",")}]`; }

// A box holds nodes: `ops`, in order, are operations and groups. A group is a node with one box, a branch or loop has one
// for each body.
function readProgram(data, title, owner, names = []) {
  const program = { title, owner, ops: [], all: [] };
  program.values = data.values.map(([name, dtype, shape, bytes]) =>
    ({ name, dtype, shape, bytes, label: "", maker: null, users: [], given: -1, program }));
  const values = program.values;
  program.inputs = data.inputs.map((v, i) => Object.assign(values[v], { given: i, label: names[i] ?? "" }));
  program.outputs = data.outputs.map((v, i) => ({ value: values[v], into: data.into[i] }));
  program.outputs.forEach((o) => { o.value.returned = true; });
  for (const call of data.calls) {
    const op = {
      type: "op", name: call.op, kind: call.kind, attrs: call.attrs ?? [], of: call.of ?? [], as: call.as ?? [], program,
      reads: call.in.map((v) => values[v] ?? null), makes: call.out.map((v) => values[v]), open: false,
      number: program.all.length, scope: (call.scope ?? "").split("/").filter(Boolean),
    };
    op.makes.forEach((v) => { v.maker = op; });
    new Set(op.reads).forEach((v) => v?.users.push(op));
    op.boxes = (call.bodies ?? []).map((body, i) => {
      const what = call.op === "if" ? (i ? "if false" : "if true") : "body";
      return readProgram(body, what, op);
    });
    program.all.push(op);
  }
  program.total = program.all.length + sum(program.all.flatMap((op) => op.boxes), (box) => box.total);
  return program;
}

function sum(list, f) { return list.reduce((total, x) => total + f(x), 0); }

function group(ops, program, title) {
  const node = { type: "group", name: title, kind: "group", program, open: false };
  node.boxes = [{ title, owner: node, program, ops, group: true }];
  return node;
}

function opsOf(node) { return node.type === "op" ? [node] : node.boxes[0].ops.flatMap(opsOf); }

function countText(ops, most = 3) {
  const counts = new Map();
  ops.forEach((op) => counts.set(op.name, (counts.get(op.name) ?? 0) + 1));
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const text = sorted.slice(0, most).map(([name, n]) => (n > 1 ? `${name} \u00d7${n}` : name)).join(", ");
  return text + (sorted.length > most ? ", \u2026" : "");
}

// What a call of a layer has made stands together: operations in a row that have the first `depth` names in common.
function layered(nodes, program, whole, depth = 0) {
  const runs = [];
  for (const op of nodes) {
    const name = op.scope[depth] ?? null;
    if (name !== null && runs.at(-1)?.name === name) runs.at(-1).ops.push(op);
    else runs.push({ name, ops: [op] });
  }
  if (runs.length === 1 && runs[0].name !== null) return layered(nodes, program, whole, depth + 1);
  const items = runs.flatMap(({ name, ops }) => {
    if (name === null || ops.length < 2) return ops;
    const node = group(layered(ops, program, whole, depth + 1), program, layerText([name]));
    return [Object.assign(node, { scope: ops[0].scope.slice(0, depth + 1), isLayer: true, open: whole.total <= SMALL })];
  });
  return whole.total > SMALL ? arrangeLevel(chains(items, program), program) : items;
}
// Layers stay as they are, unless there is a crowd of them; what stands between them may be cut into parts.
function arrangeLevel(nodes, program) {
  const count = nodes.filter((node) => node.isLayer).length;
  if (!count || count > CROWD) return arrange(nodes, program);
  const runs = [[]];
  for (const node of nodes) {
    if (node.isLayer) runs.push([node], []);
    else runs.at(-1).push(node);
  }
  return runs.flatMap((run) => arrange(run, program));
}
// "act#2" is the second call of a layer.
function layerText(scope) { return scope.join(".").replace(/#(\d+)/g, " (call $1)"); }

// Light operations whose one reader is light become one node with it. Only the last has results that others read, so the
// graph of the groups has no cycle.
function chains(nodes, program) {
  const last = new Map(nodes.map((op) => [op, op]));
  const members = new Map(nodes.map((op) => [op, []]));
  for (const op of nodes.toReversed()) {
    const user = op.type === "op" && op.makes.length === 1 && !op.makes[0].returned && op.makes[0].users.length === 1
      ? op.makes[0].users[0] : null;
    if (user && last.has(user) && LIGHT.has(op.kind) && LIGHT.has(user.kind)) last.set(op, last.get(user));
    members.get(last.get(op)).unshift(op);
  }
  return nodes.flatMap((op) => {
    const chain = members.get(op);
    if (chain.length < CHAIN) return last.get(op) === op ? chain : [];
    return [group(chain, program, `${chain.length} light operations`)];
  });
}

// Contiguous parts, cut where few values pass.
function parts(nodes, program) {
  const count = Math.min(Math.ceil(nodes.length / PART), PART);
  const at = new Map();
  nodes.forEach((node, i) => opsOf(node).forEach((op) => at.set(op, i)));
  const passing = new Array(nodes.length + 2).fill(0);  // before node i: first the changes, then the counts
  nodes.forEach((node, i) => opsOf(node).forEach((op) => op.makes.forEach((v) => {
    const end = Math.max(i, ...v.users.map((user) => at.get(user) ?? i));
    ++passing[i + 1];
    --passing[end + 1];
  })));
  for (let i = 1; i < passing.length; ++i) passing[i] += passing[i - 1];
  const cuts = [0];
  for (let k = 1; k < count; ++k) {
    const ideal = Math.round(nodes.length * k / count), reach = Math.floor(nodes.length / count / 3);
    let best = ideal;
    for (let i = ideal - reach; i <= ideal + reach; ++i) {
      const cost = (j) => passing[j] + Math.abs(j - ideal) / (reach + 1);
      if (i > cuts.at(-1) && cost(i) < cost(best)) best = i;
    }
    cuts.push(best);
  }
  return cuts.map((from, k) => {
    const inside = nodes.slice(from, cuts[k + 1]);
    const ops = inside.flatMap(opsOf);
    const numbers = ops.map((op) => op.number);
    const title = `${least(numbers)}\u2013${most(numbers)}`;
    return group(arrange(inside, program), program, `part ${title}`);
  });
}

function least(list) { return list.reduce((a, b) => Math.min(a, b)); }
function most(list) { return list.reduce((a, b) => Math.max(a, b)); }

function arrange(nodes, program) { return nodes.length > CROWD ? parts(nodes, program) : nodes; }

// Fills `ops` of the boxes, and says of each node which box it is in.
function arrangeProgram(program, whole) {
  // Constants are written where they are read.
  program.ops = layered(program.all.filter((op) => op.kind !== "constant"), program, whole);
  setBoxes(program);
  for (const op of program.all) {
    op.open = op.boxes.length > 0 && whole.total <= SMALL;
    op.boxes.forEach((box) => arrangeProgram(box, whole));
  }
}

function setBoxes(box) {
  box.ops.forEach((node) => {
    node.box = box;
    if (node.type === "group") node.boxes.forEach(setBoxes);
  });
}

function allOps(program) { return program.all.flatMap((op) => [op, ...op.boxes.flatMap(allOps)]); }

// The layers that are drawn as groups: {node, inner} of each.
function layerTree(box) {
  return box.ops.filter((node) => node.boxes.length).flatMap((node) => {
    const inner = node.boxes.flatMap(layerTree);
    return node.isLayer ? [{ node, inner }] : inner;
  });
}

function groupsOf(box) {
  return box.ops.filter((node) => node.boxes.length).flatMap((node) => [node, ...node.boxes.flatMap(groupsOf)]);
}

// The values that a node reads from outside and those it makes for others.
function portsOf(node) {
  if (node.ports) return node.ports;
  if (node.type === "op") return (node.ports = { reads: [...new Set(node.reads.filter(Boolean))], makes: node.makes });
  const ops = opsOf(node), inside = new Set(ops);
  const reads = new Set(ops.flatMap((op) => op.reads).filter((v) => v && !inside.has(v.maker)));
  const makes = ops.flatMap((op) => op.makes).filter((v) => v.returned || v.users.some((user) => !inside.has(user)));
  return (node.ports = { reads: [...reads], makes });
}

function isConstant(v) { return v.maker?.kind === "constant"; }
function constantText(v) { return v.maker.attrs[0][1]; }
