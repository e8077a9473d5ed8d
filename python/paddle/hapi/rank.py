"""Which of the processes of a launch this is."""

import os


def is_first():
    """Whether this process is the one that prints and writes files."""
    return int(os.environ.get("PADDLE_RANK_IN_NODE", os.environ.get("PADDLE_TRAINER_ID", "0"))) == 0
