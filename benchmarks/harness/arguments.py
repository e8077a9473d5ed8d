"""What the scripts that measure rows are asked."""

import argparse
import os


def parser_of(doc, rounds):
    """A parser of the arguments that all have; `rounds` is the usual number."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--only", default="", metavar="REGEX", help="rows whose name matches")
    add("--rounds", type=int, default=rounds, metavar="N", help=f"turns each (default {rounds})")
    add("--threads", type=int, default=1, metavar="N", help="cores to use (default 1)")
    add("--env", action="append", default=[], metavar="NAME=PYTHON", help="a peer's interpreter")
    return parser


def parse(parser):
    """The arguments; `env` is a dict, `cores` are those to use."""
    arguments = parser.parse_args()
    arguments.env = dict(item.partition("=")[::2] for item in arguments.env)
    available = sorted(os.sched_getaffinity(0))
    if not 1 <= arguments.threads <= len(available):
        parser.error(f"--threads must be 1 to {len(available)} here")
    # The last cores: the first one serves most interrupts.
    arguments.cores = available[-arguments.threads :]
    return arguments
