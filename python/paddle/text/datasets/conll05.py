"""Who does what to whom in a sentence."""

import gzip
import tarfile

import numpy as np

from ...io import Dataset
from .local import local_file


class Conll05st(Dataset):
    """The test sentences of CoNLL 2005, a sample for each verb: (words, the two words before the verb, the verb, the
    two after it, the predicate, marks of these five, labels), all as numbers and as long as the sentence.

    Args:
        data_file (str, optional): conll05st-tests.tar.gz; this and the others lie in
            ``~/.cache/paddle/dataset/conll05st`` by default.
        word_dict_file (str, optional): wordDict.txt, a word a line.
        verb_dict_file (str, optional): verbDict.txt.
        target_dict_file (str, optional): targetDict.txt, the labels.
        emb_file (str, optional): emb, of which get_embedding() gives the path.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: A file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.Conll05st("none.tar.gz")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(
        self,
        data_file=None,
        word_dict_file=None,
        verb_dict_file=None,
        target_dict_file=None,
        emb_file=None,
        download=True,
    ):
        def found(given, name):
            return local_file(given, "conll05st", name)

        self.data_file = found(data_file, "conll05st-tests.tar.gz")
        self.word_dict_file = found(word_dict_file, "conll05st%2FwordDict.txt")
        self.verb_dict_file = found(verb_dict_file, "conll05st%2FverbDict.txt")
        self.target_dict_file = found(target_dict_file, "conll05st%2FtargetDict.txt")
        self.emb_file = found(emb_file, "conll05st%2Femb")
        self.word_dict = self._numbers(self.word_dict_file)
        self.predicate_dict = self._numbers(self.verb_dict_file)
        self.label_dict = self._label_numbers(self.target_dict_file)
        self.sentences, self.predicates, self.labels = [], [], []
        for words, columns in self._sentences():
            verbs = [v for v in columns[0] if v != "-"] if columns else []
            for verb, column in zip(verbs, columns[1:], strict=False):
                self.sentences.append(words)
                self.predicates.append(verb)
                self.labels.append(self._labels(column))

    @staticmethod
    def _numbers(path):
        with open(path) as file:
            return {line.strip(): i for i, line in enumerate(file)}

    @staticmethod
    def _label_numbers(path):
        with open(path) as file:
            tags = dict.fromkeys(line.strip()[2:] for line in file if line[:2] in ("B-", "I-"))
        labels = [f"{place}-{tag}" for tag in tags for place in "BI"]
        return {label: i for i, label in enumerate([*labels, "O"])}

    def _sentences(self):
        """Words and the columns of labels of each sentence; an empty line ends one."""
        folder = "conll05st-release/test.wsj"
        with tarfile.open(self.data_file) as archive:
            with (
                gzip.open(archive.extractfile(f"{folder}/words/test.wsj.words.gz")) as words_file,
                gzip.open(archive.extractfile(f"{folder}/props/test.wsj.props.gz")) as props_file,
            ):
                words, rows = [], []
                for word, row in zip(words_file, props_file, strict=False):
                    row = row.decode().split()
                    if row:
                        words.append(word.strip().decode())
                        rows.append(row)
                        continue
                    yield words, list(zip(*rows, strict=True))
                    words, rows = [], []

    @staticmethod
    def _labels(column):
        """(A0* * *) as B-A0, I-A0, I-A0."""
        labels, tag, inside = [], "O", False
        for item in column:
            if item.startswith("("):
                tag = item[1 : item.index("*")]
                labels.append("B-" + tag)
                inside = ")" not in item
            elif item in ("*", "*)"):
                labels.append("I-" + tag if inside or item == "*)" else "O")
                inside = inside and item == "*"
            else:
                raise ValueError(
                    f"(InvalidArgument) Conll05st: unknown label.\n  Received: {item!r}"
                )
        return labels

    def __getitem__(self, idx):
        words, labels = self.sentences[idx], self.labels[idx]
        verb, n = labels.index("B-V"), len(words)

        def number(word):
            return self.word_dict.get(word, 0)

        near = []
        mark = np.zeros(n, "int64")
        for at in range(verb - 2, verb + 3):
            inside = 0 <= at < n
            near.append(number(words[at] if inside else "bos" if at < 0 else "eos"))
            if inside:
                mark[at] = 1
        predicate = self.predicate_dict.get(self.predicates[idx])
        return (
            np.array([number(w) for w in words]),
            *(np.full(n, k) for k in near),
            np.full(n, predicate),
            mark,
            np.array([self.label_dict.get(label) for label in labels]),
        )

    def __len__(self):
        return len(self.sentences)

    def get_dict(self):
        """The numbers of words, predicates and labels."""
        return self.word_dict, self.predicate_dict, self.label_dict

    def get_embedding(self):
        """The path of the embeddings."""
        return self.emb_file
