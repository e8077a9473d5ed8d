"""The drawing of a program: its data, and what a browser makes of it."""

import html.parser
import json
import re
import shutil
import struct
import subprocess
import zlib

import paddle
import pytest

HOSTILE = "</script><script>alert(1)</script>\"'&<b>\u2028"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)


class Page(html.parser.HTMLParser):
    """Elements that are opened and closed in order; the text of each script."""

    void = frozenset(("meta", "input"))

    def __init__(self, text):
        super().__init__()
        self.stack, self.scripts, self.counts = [], [], {}
        self.feed(text)
        self.close()
        assert not self.stack

    def handle_starttag(self, tag, attrs):
        assert not any(name in ("src", "href") for name, _ in attrs)  # nothing is loaded
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in self.void:
            self.stack.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        if self.stack[-1:] == ["script"]:
            self.scripts[-1] += data


def data_of(path):
    with open(path, encoding="utf-8") as file:
        page = Page(file.read())
    assert page.counts["script"] == 2
    assert page.counts["html"] == page.counts["body"] == 1
    return json.loads(page.scripts[0])


def mlp():
    net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.Tanh(), paddle.nn.Linear(8, 2))
    call = paddle.jit.to_static(lambda x: net(x).sum())
    for _ in range(2):
        call(paddle.rand([3, 4])).backward()
    return call


def flow():
    @paddle.jit.to_static
    def f(x):
        while x.sum() < 100.0:
            if x.mean() > 3.0:
                x = x + paddle.tanh(x)
            else:
                x = x * 1.5
        return x

    f(paddle.rand([3, 4]))
    return f


def loop_gradient():
    net = paddle.nn.Linear(4, 4)

    @paddle.jit.to_static
    def f(x):
        while x.sum() < 30.0:
            x = x + paddle.exp(net(x))
        return x

    for _ in range(2):
        f(paddle.rand([3, 4])).sum().backward()
    return f


def long():
    @paddle.jit.to_static
    def f(x, w):
        for _ in range(250):
            h = paddle.matmul(x, w)
            x = x + paddle.tanh(h) * paddle.exp(-paddle.abs(h)) * 0.1
        return x, x.sum()

    f(paddle.rand([4, 4]), paddle.rand([4, 4]))
    return f


def draw(f, path):
    return paddle.jit.report(f).draw(path)


def test_the_data_hold_forward_and_backward(tmp_path):
    data = data_of(draw(mlp(), tmp_path / "page.html"))
    assert [p["name"] for p in data["programs"]] == ["forward", "backward"]
    forward = data["programs"][0]["program"]
    names = [call["op"] for call in forward["calls"]]
    assert names.count("linear") == 2
    assert names.count("tanh") == 1
    linear = next(call for call in forward["calls"] if call["op"] == "linear")
    assert linear["kind"] == "linalg"
    assert linear["of"] == ["x", "weight", "bias"]
    assert [forward["values"][v][1:] for v in linear["in"]] == [
        ["float32", [3, 4], 48],
        ["float32", [4, 8], 128],
        ["float32", [8], 32],
    ]


def walk(program):
    yield program
    for call in program["calls"]:
        for body in call.get("bodies", []):
            yield from walk(body)


def test_the_data_are_the_text(tmp_path):
    """Operations, values and edges are those of the text form, with its names."""
    f = flow()
    (entry,) = data_of(draw(f, tmp_path / "page.html"))["programs"]
    programs = list(walk(entry["program"]))
    calls = [call for p in programs for call in p["calls"]]
    text = f.program_text()
    found = re.findall(r'"pd_op\.(\w+)"\(([^)]*)\)', text)
    assert sorted(call["op"] for call in calls) == sorted(n for n, _ in found if n != "yield")
    edges = sorted(
        ",".join(p["values"][v][0] for v in c["in"]) for p in programs for c in p["calls"]
    )
    assert edges == sorted(operands.replace(" ", "") for n, operands in found if n != "yield")
    assert [len(call["bodies"]) for call in calls if call["op"] == "while"] == [1]
    assert [len(call["bodies"]) for call in calls if call["op"] == "if"] == [2]
    constants = [call["attrs"] for call in calls if call["op"] == "constant"]
    assert [["value", "1.5", False]] in constants


def test_names_are_escaped(tmp_path):
    f = flow()
    f.report.name = HOSTILE
    assert data_of(draw(f, tmp_path / "page.html"))["title"] == HOSTILE


def test_draw_without_a_path_makes_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    f = flow()
    assert draw(f, None) != draw(f, None)
    assert len(list(tmp_path.iterdir())) == 2


def test_draw_needs_a_program(tmp_path):
    f = paddle.jit.to_static(lambda x: x)
    with pytest.raises(RuntimeError, match="call it first"):
        draw(f, tmp_path / "page.html")


# ---- in a browser ----

# Nodes lie inside of their box, and none over another.
CHECK = """
const bad = [];
function check(box) {
  for (const a of box.nodes) {
    if (a.x < -1 || a.y < -1 || a.x + a.w > box.w + 1 || a.y + a.h > box.h + 1) bad.push(`${a.name} is outside`);
    for (const b of box.nodes) {
      const beside = a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h;
      if (a !== b && !beside) bad.push(`${a.name} over ${b.name}`);
    }
    if (a.open && a.boxes?.length) a.boxes.forEach(check);
  }
}
check(shown);
const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const result = { bad, nodes: document.querySelectorAll(".node").length };
"""


def in_browser(path, script, *flags):
    """The value of `result` after the script."""
    text = path.read_text(encoding="utf-8")
    run = f"""<script>
      try {{ {CHECK} {script}; document.body.dataset.result = JSON.stringify(result); }}
      catch (e) {{ document.body.dataset.result = JSON.stringify({{ error: e.stack }}); }}
      </script></body>"""
    copy = path.with_suffix(".test.html")
    copy.write_text(text.replace("</body>", run), encoding="utf-8")
    dom = chromium(path.parent, "--dump-dom", *flags, copy.as_uri())
    result = json.loads(html.unescape(re.search(r'data-result="([^"]*)"', dom).group(1)))
    assert "error" not in result, result["error"]
    assert result["bad"] == []
    return result


def chromium(folder, *arguments):
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"]
    command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    return done.stdout


def pixels(png):
    """The bytes of a PNG, as its filters left them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    packed, at = b"", 8
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    return zlib.decompress(packed)


needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@needs_browser
def test_a_browser_shows_it(tmp_path):
    path = tmp_path / "page.html"
    draw(mlp(), path)
    for number, theme in enumerate(("1", "0")):  # light, dark
        picture = tmp_path / f"{number}.png"
        flags = ["--hide-scrollbars", f"--blink-settings=preferredColorScheme={theme}"]
        chromium(tmp_path, *flags, f"--screenshot={picture}", path.as_uri())
        assert len(set(pixels(picture.read_bytes()))) > 100  # an empty page has few


@needs_browser
def test_search_keys_and_panel(tmp_path):
    path = tmp_path / "page.html"
    draw(mlp(), path)
    result = in_browser(
        path,
        """
        byId("query").value = "tanh"; search(); step(1);
        result.found = byId("found").textContent;
        result.panel = byId("panel").textContent;
        document.activeElement.blur(); chosen.element.focus();
        key("ArrowUp"); result.up = chosen.name;
        key("ArrowDown"); key("ArrowDown"); result.down = chosen.name;
        byId("query").value = "float32 [3, 8]"; search(); result.shapes = matches.map((m) => m.name);
        byId("query").value = "%arg1"; search(); step(1); result.input = chosen.name;
        byId("programs").children[1].click(); result.title = shown.title;
        """,
    )
    assert result["found"] == "1 of 1"
    assert "elementwise" in result["panel"]
    assert result["up"] == result["down"] == "linear"
    assert set(result["shapes"]) == {"linear", "tanh"}
    assert "%arg1" in result["input"]
    assert result["title"] == "backward"


@needs_browser
def test_gradients_of_loops(tmp_path):
    path = tmp_path / "page.html"
    draw(loop_gradient(), path)
    result = in_browser(
        path,
        """
        result.titles = programs.map((p) => p.title);
        byId("programs").children[1].click(); check(shown);
        byId("query").value = "stack_pop"; search(); step(1);
        result.chosen = chosen.name; result.box = chosen.box.title;
        """,
    )
    assert result["titles"] == ["forward", "backward"]
    assert (result["chosen"], result["box"]) == ("stack_pop", "body")


@needs_browser
def test_bodies_open_and_close(tmp_path):
    path = tmp_path / "page.html"
    f = flow()
    f.report.name = HOSTILE
    draw(f, path)
    result = in_browser(
        path,
        """
        result.title = document.title; result.bold = document.querySelectorAll("b").length;
        setAll(false); result.closed = document.querySelectorAll(".node").length;
        check(shown);
        choose(shown.nodes.find((n) => n.name === "while"));
        key("Enter"); result.opened = document.querySelectorAll(".node").length;
        byId("query").value = "tanh"; search(); step(1); result.chosen = chosen.name; check(shown);
        """,
    )
    assert result["title"].split() == HOSTILE.split()
    assert result["bold"] == 0
    assert result["closed"] < result["opened"] < result["nodes"]
    assert result["chosen"] == "tanh"


@needs_browser
def test_long_programs_are_grouped(tmp_path):
    path = tmp_path / "page.html"
    draw(long(), path)
    result = in_browser(
        path,
        """
        byId("query").value = "=exp"; search(); step(-1);
        result.found = byId("found").textContent; result.chosen = chosen.name; check(shown);
        setAll(true); check(shown); result.all = document.querySelectorAll(".node").length;
        """,
    )
    assert result["nodes"] < 80
    assert result["found"] == "250 of 250"
    assert result["chosen"] == "exp"
    assert result["all"] > 1700


def encoder():
    paddle.seed(1)
    layer = paddle.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0)

    class Model(paddle.nn.Layer):
        def __init__(self):
            super().__init__()
            self.encoder = paddle.nn.TransformerEncoder(layer, 3)
            self.act = paddle.nn.GELU()
            self.head = paddle.nn.Sequential(
                paddle.nn.Linear(8, 8), paddle.nn.Tanh(), paddle.nn.Linear(8, 2)
            )

        def forward(self, x):
            return self.act(self.head(self.act(self.encoder(x)) + x))

    model = paddle.jit.to_static(Model())
    for _ in range(2):
        model(paddle.rand([2, 5, 8]))
    return model.forward


def test_operations_and_inputs_know_their_layers(tmp_path):
    data = data_of(draw(encoder(), tmp_path / "page.html"))
    program = data["programs"][0]["program"]
    scopes = [call.get("scope") for call in program["calls"] if call["op"] != "constant"]
    assert scopes[0].startswith("Model/encoder/layers.0/self_attn/") and all(scopes)
    assert any(s.startswith("Model/encoder/layers.2/linear1") for s in scopes)
    assert {"Model/act", "Model/act#2", "Model/head/1", "Model"} <= set(scopes)
    names = data["programs"][0]["names"]
    assert (
        names[0] == "x"
        and "Model.encoder.layers.1.linear2.weight" in names
        and "Model.head.2.bias" in names
    )


@needs_browser
def test_layers_are_groups(tmp_path):
    path = tmp_path / "page.html"
    draw(encoder(), path)
    result = in_browser(
        path,
        """
        const names = (box) => layerTree(box).map(({ node, inner }) => [node.name, inner.map((i) => i.node.name)]);
        result.tree = names(shown);
        result.panel = byId("panel").textContent;
        byId("query").value = "encoder.layers.1 gelu"; search(); result.none = matches.length;
        byId("query").value = "=linear layers.1.linear1"; search(); step(1);
        result.found = byId("found").textContent; result.in = byId("panel").textContent;
        goToGroup(layerTree(shown)[0].inner[1].node); result.group = byId("panel").querySelector("h2").textContent;
        check(shown); setAll(false); check(shown); setAll(true); check(shown);
        byId("query").value = "head.2.bias"; search(); step(1);
        result.input = chosen.name; result.values = chosen.values.length;
        """,
    )
    assert [name for name, _ in result["tree"]][0] == "encoder"
    assert result["tree"][0][1] == ["layers.0", "layers.1", "layers.2"]
    assert ["head", []] in result["tree"] and "encoder" in result["panel"]
    assert (
        result["found"].startswith("1 of ") and "in Model.encoder.layers.1.linear1" in result["in"]
    )
    assert result["group"] == "Model.encoder.layers.1"
    assert " 2.bias " in result["input"] and result["values"] == 1  # in the box of the head
