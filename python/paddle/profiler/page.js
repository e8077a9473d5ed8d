const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const HUES = {
  ProfileStep: 215, Dataloader: 45, Forward: 145, Backward: 275, Optimization: 15, Operator: 205,
  DygraphKernelLaunch: 185, StaticKernelLaunch: 185, PythonUserDefined: 330, UserDefined: 95,
};
const ROW = 18, HEAD = 20, RULER = 22;

// Rows: one for each depth of each thread.
let top_ = RULER;
let most = 0;
for (const thread of data.threads) {
  thread.top = top_;
  thread.depth = 1;
  for (const e of thread.events) {
    thread.depth = Math.max(thread.depth, e.d + 1);
    most = Math.max(most, e.t + e.w);
  }
  top_ += HEAD + thread.depth * ROW + 6;
}
const memory = data.memory;
const memoryTop = top_;
if (memory.length) top_ += 70;
const canvas = $("timeline"), pen = canvas.getContext("2d");
let from = 0, span = most || 1, query = "", selected = null;

const time = (ns) => ns >= 1e9 ? (ns / 1e9).toFixed(3) + " s" : ns >= 1e6 ? (ns / 1e6).toFixed(3) + " ms"
  : ns >= 1e3 ? (ns / 1e3).toFixed(2) + " us" : ns + " ns";
const bytes = (n) => n >= 1 << 20 ? (n / (1 << 20)).toFixed(1) + " MiB" : n >= 1024 ? (n / 1024).toFixed(1) + " KiB" : n + " B";
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (kind) => `hsl(${HUES[kind] ?? 215} 55% ${style("--light")})`;
const hit = (e) => query && e.n.toLowerCase().includes(query);

function draw() {
  const width = canvas.clientWidth, scale = window.devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = top_ * scale;
  canvas.style.height = top_ + "px";
  pen.scale(scale, scale);
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const x = (t) => (t - from) / span * width;
  const ink = style("--ink"), soft = style("--soft"), line = style("--line");
  const colours = {};
  const unit = Math.pow(10, Math.floor(Math.log10(span / 4)));
  const step = [1, 2, 5, 10].map((k) => k * unit).find((s) => span / s <= 8) || unit * 10;
  for (let t = Math.ceil(from / step) * step; t < from + span; t += step) {
    pen.fillStyle = line;
    pen.fillRect(x(t), 0, 1, top_);
    pen.fillStyle = soft;
    pen.fillText(time(Math.round(t)), x(t) + 3, 10);
  }
  for (const thread of data.threads) {
    pen.fillStyle = ink;
    pen.fillText(thread.name, 6, thread.top + HEAD / 2);
    const drawnTo = new Float64Array(thread.depth).fill(-1);
    for (const e of thread.events) {
      if (e.t + e.w < from || e.t > from + span) continue;
      const left = Math.max(x(e.t), 0), right = Math.min(x(e.t + e.w), width);
      if (right < drawnTo[e.d] + 0.4 && !hit(e) && e !== selected) continue;  // nothing to see of it
      drawnTo[e.d] = right;
      const y = thread.top + HEAD + e.d * ROW;
      colours[e.k] ??= colour(e.k);
      pen.globalAlpha = query && !hit(e) ? 0.25 : 1;
      pen.fillStyle = colours[e.k];
      pen.fillRect(left, y, Math.max(right - left, 0.6), ROW - 2);
      if (e === selected) {
        pen.strokeStyle = ink;
        pen.strokeRect(left, y, Math.max(right - left, 1), ROW - 2);
      }
      if (right - left > 28) {
        pen.save();
        pen.beginPath();
        pen.rect(left, y, right - left - 2, ROW);
        pen.clip();
        pen.fillStyle = "#ffffff";
        pen.fillText(e.n, left + 4, y + ROW / 2 - 1);
        pen.restore();
      }
      pen.globalAlpha = 1;
    }
  }
  if (!memory.length) return;
  const peak = Math.max(...memory.map((m) => m[1]), 1);
  const height = (v) => memoryTop + 62 - v / peak * 44;
  pen.fillStyle = ink;
  pen.fillText(`Memory of tensors, at most ${bytes(peak)}`, 6, memoryTop + 8);
  pen.strokeStyle = style("--accent");
  pen.beginPath();
  let before = memory[0][1];
  pen.moveTo(0, height(before));
  for (const [t, v] of memory) {
    pen.lineTo(x(t), height(before));
    pen.lineTo(x(t), height(v));
    before = v;
  }
  pen.stroke();
}

function zoom(factor, at = 0.5) {
  const centre = from + span * at;
  span = Math.min(Math.max(span * factor, 50), most * 1.02 || 1);
  from = Math.max(Math.min(centre - span * at, most - span), 0);
  draw();
}
function move(by) {
  from = Math.max(Math.min(from + by * span, Math.max(most - span, 0)), 0);
  draw();
}
function fit() {
  from = 0;
  span = most || 1;
  draw();
}
function eventAt(px, py) {
  const t = from + px / canvas.clientWidth * span, near = span / canvas.clientWidth * 2;
  for (const thread of data.threads) {
    const depth = Math.floor((py - thread.top - HEAD) / ROW);
    if (py < thread.top + HEAD || depth >= thread.depth) continue;
    return thread.events.find((e) => e.d === depth && e.t - near <= t && t <= e.t + e.w + near) ?? null;
  }
  return null;
}
function show(e) {
  selected = e;
  const box = $("detail");
  box.textContent = "";
  if (e) {
    const name = document.createElement("b");
    name.textContent = e.n;
    const rest = [e.k, time(e.w), `begins at ${time(e.t)}`];
    if (e.f) rest.push(`${e.f.toLocaleString()} FLOPs`);
    if (e.o) rest.push(e.o);
    box.append(name, " · " + rest.join(" · "));
  }
  draw();
}

// The table: what an event has of its own is not in what it calls.
const rows = data.table;
const HEADS = [["Name", "n"], ["Kind", "k"], ["Calls", "c"], ["Total", "t"], ["Self", "s"], ["Avg", "a"], ["Max", "m"], ["Min", "i"]];
let sortedBy = "t", upwards = false;
function fill() {
  const head = $("table").tHead, body = $("table").tBodies[0];
  head.textContent = body.textContent = "";
  const tr = head.insertRow();
  for (const [title, key] of HEADS) {
    const th = document.createElement("th"), button = document.createElement("button");
    button.type = "button";
    button.textContent = title + (key === sortedBy ? (upwards ? " \u25b2" : " \u25bc") : "");
    button.onclick = () => {
      upwards = key === sortedBy ? !upwards : key === "n" || key === "k";
      sortedBy = key;
      fill();
    };
    th.append(button);
    th.setAttribute("aria-sort", key !== sortedBy ? "none" : upwards ? "ascending" : "descending");
    tr.append(th);
  }
  const order = (a, b) => (a[sortedBy] < b[sortedBy] ? -1 : a[sortedBy] > b[sortedBy] ? 1 : 0) * (upwards ? 1 : -1);
  const whole = Math.max(...rows.map((r) => r.s), 1);
  for (const r of [...rows].sort(order)) {
    if (query && !r.n.toLowerCase().includes(query)) continue;
    const line = body.insertRow();
    for (const [, key] of HEADS) {
      const cell = line.insertCell();
      cell.textContent = "tsami".includes(key) ? time(Math.round(r[key])) : r[key];
      if (key !== "s") continue;
      const share = document.createElement("span");
      share.className = "share";
      share.style.width = 80 * r.s / whole + "px";
      cell.append(share);
    }
  }
}

const kinds = [...new Set(data.threads.flatMap((thread) => thread.events.map((e) => e.k)))];
function legend() {
  $("legend").textContent = "";
  for (const kind of kinds) {
    const item = document.createElement("span"), mark = document.createElement("i");
    mark.style.background = colour(kind);
    item.append(mark, kind);
    $("legend").append(item);
  }
}

$("title").textContent = data.title;
document.title = data.title;
$("in").onclick = () => zoom(0.5);
$("out").onclick = () => zoom(2);
$("fit").onclick = fit;
$("theme").onclick = () => {
  document.documentElement.classList.toggle("dark");
  legend();
  draw();
};
$("query").oninput = (event) => {
  query = event.target.value.trim().toLowerCase();
  const count = data.threads.reduce((n, thread) => n + thread.events.filter(hit).length, 0);
  $("found").textContent = query ? `${count} found` : "";
  fill();
  draw();
};
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(event.deltaY / 400), event.offsetX / canvas.clientWidth);
}, { passive: false });
let drag = null;
canvas.onpointerdown = (event) => {
  drag = { x: event.offsetX, from, moved: false };
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => {
  if (!drag) return;
  drag.moved ||= Math.abs(event.offsetX - drag.x) > 3;
  from = Math.max(Math.min(drag.from - (event.offsetX - drag.x) / canvas.clientWidth * span, Math.max(most - span, 0)), 0);
  if (drag.moved) draw();
};
canvas.onpointerup = (event) => {
  if (drag && !drag.moved) show(eventAt(event.offsetX, event.offsetY));
  drag = null;
};
canvas.onkeydown = (event) => {
  const act = { "+": () => zoom(0.5), "-": () => zoom(2), 0: fit, ArrowLeft: () => move(-0.1), ArrowRight: () => move(0.1) }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
};
window.addEventListener("resize", draw);
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark");
legend();
fill();
draw();
