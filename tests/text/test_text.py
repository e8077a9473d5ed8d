"""paddle.text: Viterbi's algorithm against all paths, data sets from files made here."""

import gzip
import io
import itertools
import tarfile
import zipfile

import numpy as np
import paddle
import pytest

T = paddle.text


@pytest.mark.parametrize("ends", [False, True])
def test_viterbi(ends):
    rng = np.random.default_rng(0)
    scores, move = rng.standard_normal((3, 4, 3)), rng.standard_normal((3, 3))
    lengths = [4, 1, 3]
    sums, paths = T.viterbi_decode(*map(paddle.to_tensor, (scores, move, lengths)), ends)
    assert paths.shape == [3, 4] and paths.dtype == paddle.int64
    for b, n in enumerate(lengths):

        def total(p, b=b):
            s = sum(scores[b, t, k] for t, k in enumerate(p)) + sum(
                move[i, j] for i, j in itertools.pairwise(p)
            )
            return s + (move[2, p[0]] + move[1, p[-1]] if ends else 0)

        best = max(itertools.product(range(3), repeat=n), key=total)
        assert np.isclose(sums[b].item(), total(best))
        assert paths[b].tolist() == [*best, *[0] * (4 - n)]
    decoder = T.ViterbiDecoder(paddle.to_tensor(move), ends)
    assert (
        decoder(paddle.to_tensor(scores), paddle.to_tensor(lengths))[1].tolist() == paths.tolist()
    )


def test_viterbi_errors():
    with pytest.raises(ValueError, match="`lengths`"):
        T.viterbi_decode(paddle.ones([1, 2, 3]), paddle.ones([3, 3]), paddle.to_tensor([3]))
    with pytest.raises(ValueError, match="do not fit"):
        T.viterbi_decode(paddle.ones([1, 2, 3]), paddle.ones([2, 2]), paddle.to_tensor([2]))


def archive(path, files):
    with tarfile.open(path, "w:gz") as out:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            data = text if isinstance(text, bytes) else text.encode()
            member.size = len(data)
            out.addfile(member, io.BytesIO(data))
    return str(path)


def test_uci_housing(tmp_path):
    data = np.arange(140.0).reshape(10, 14) ** 1.5
    np.savetxt(tmp_path / "housing.data", data)
    train, test = (T.UCIHousing(str(tmp_path / "housing.data"), m) for m in ("train", "test"))
    assert (len(train), len(test)) == (8, 2)
    scaled = (data - data.mean(0)) / (data.max(0) - data.min(0))
    assert np.allclose(test[1][0], scaled[9, :13], atol=1e-6) and np.allclose(
        test[1][1], data[9, 13:]
    )


def test_imdb(tmp_path):
    path = archive(tmp_path / "a.tar.gz", {
        "aclImdb/train/pos/1.txt": "Good, good film!\n", "aclImdb/train/neg/1.txt": "bad film",
        "aclImdb/test/pos/1.txt": "good", "aclImdb/test/neg/1.txt": "new words"})  # fmt: skip
    train, test = (T.Imdb(path, m, cutoff=1) for m in ("train", "test"))
    assert train.word_idx == {b"good": 0, b"film": 1, "<unk>": 2}
    assert [(d.tolist(), k.tolist()) for d, k in train] == [([0, 0, 1], [0]), ([2, 1], [1])]
    assert [d.tolist() for d, _ in test] == [[0], [2, 2]]


def test_imikolov(tmp_path):
    folder = "./simple-examples/data/ptb."
    path = archive(tmp_path / "a.tgz", {
        folder + "train.txt": " a b a \n b a c \n", folder + "valid.txt": " a \n",
        folder + "test.txt": " b d \n"})  # fmt: skip
    grams = T.Imikolov(path, "NGRAM", 2, "train", 1)
    assert grams.word_idx == {"a": 0, "<e>": 1, "<s>": 2, "b": 3, "<unk>": 4}
    assert [tuple(int(v) for v in s) for s in grams][:4] == [(2, 0), (0, 3), (3, 0), (0, 1)]
    ((words, after),) = T.Imikolov(path, "SEQ", -1, "test", 1)
    assert words.tolist() == [2, 3, 4] and after.tolist() == [3, 4, 1]
    with pytest.raises(ValueError, match="window"):
        T.Imikolov(path)


def test_movielens(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as out:
        out.writestr(
            "ml-1m/movies.dat", "1::Toy Story (1995)::Animation|Comedy\n2::Toy (1990)::Comedy\n"
        )
        out.writestr("ml-1m/users.dat", "7::F::25::4::1\n")
        out.writestr("ml-1m/ratings.dat", "7::1::5::9\n7::2::1::9\n")
    train = T.Movielens(str(tmp_path / "a.zip"), "train", test_ratio=0.0)
    assert [v.tolist() for v in train[0]] == [[7], [1], [2], [4], [1], [0, 1], [0, 1], [5.0]]
    assert [v.tolist() for v in train[1]] == [[7], [1], [2], [4], [2], [1], [0], [-3.0]]
    assert len(T.Movielens(str(tmp_path / "a.zip"), "test", test_ratio=0.0)) == 0


def test_wmt(tmp_path):
    words = "<s>\n<e>\n<unk>\nx\n"
    path = archive(tmp_path / "a.tgz", {
        "wmt14/src.dict": words, "wmt14/trg.dict": words.replace("x", "y"),
        "wmt14/test/test": "x z\ty\nno pair\n"})  # fmt: skip
    ((src, trg, after),) = T.WMT14(path, "test", 4)
    assert (src.tolist(), trg.tolist(), after.tolist()) == ([0, 3, 2, 1], [0, 3], [3, 1])
    assert T.WMT14(path, "test", 4).get_dict(reverse=True)[0][3] == "x"
    path = archive(tmp_path / "b.tgz", {"wmt16/train": "a b a\tc d d\n", "wmt16/val": "b q\td\n"})
    ((src, trg, after),) = T.WMT16(path, "val", 5, 4)
    assert (src.tolist(), trg.tolist(), after.tolist()) == ([0, 4, 2, 1], [0, 3], [3, 1])
    ((src, _, _),) = T.WMT16(path, "val", 5, 4, lang="de")
    assert src.tolist() == [0, 3, 1] and T.WMT16(path, "val", 5, 4).get_dict("de") == {
        "<s>": 0, "<e>": 1, "<unk>": 2, "d": 3}  # fmt: skip


def test_conll05(tmp_path):
    for name, lines in (
        ("w", "the\ncat\neats\nit\nbos\n"),
        ("v", "eat\n"),
        ("t", "B-V\nI-V\nB-A0\nB-A1\nO\n"),
    ):
        (tmp_path / name).write_text(lines)
    (tmp_path / "e").write_text("")
    folder = "conll05st-release/test.wsj"
    path = archive(tmp_path / "a.tar.gz", {
        f"{folder}/words/test.wsj.words.gz": gzip.compress(b"the\ncat\neats\nit\n\n"),
        f"{folder}/props/test.wsj.props.gz": gzip.compress(b"- (A0*\n- *)\neat (V*)\n- (A1*)\n\n")})  # fmt: skip
    data = T.Conll05st(path, *(str(tmp_path / n) for n in "wvte"))
    (sample,) = data
    assert data.labels == [["B-A0", "I-A0", "B-V", "B-A1"]]
    assert sample[0].tolist() == [0, 1, 2, 3] and [s[0] for s in sample[1:6]] == [0, 1, 2, 3, 0]
    assert sample[7].tolist() == [1, 1, 1, 1] and sample[8].tolist() == [2, 3, 0, 4]


def test_missing_files():
    for call in (T.UCIHousing, T.Imdb, lambda f: T.WMT14(f, dict_size=3)):
        with pytest.raises(FileNotFoundError):
            call("no such file")
