"""Where PaddlePaddle keeps what translates functions; here nothing is translated."""

from .program_translator import ProgramTranslator, StaticFunction

__all__ = ["ProgramTranslator", "StaticFunction"]
