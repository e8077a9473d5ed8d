"""`ProgramTranslator`, the switch of captures under its older name."""

from .. import state
from ..api import enable_to_static
from ..static_function import StaticFunction

__all__ = ["ProgramTranslator", "StaticFunction"]


class ProgramTranslator:
    """Switches captures on and off: `paddle.jit.enable_to_static`. There is one of it.

    Examples:
        >>> from paddle.jit.dy2static.program_translator import ProgramTranslator
        >>> ProgramTranslator() is ProgramTranslator.get_instance()
        True
        >>> ProgramTranslator().enable_to_static
        True
    """

    _instance = None

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    @classmethod
    def get_instance(cls):
        """The only one."""
        return cls()

    @property
    def enable_to_static(self):
        """Whether captures are on."""
        return state.enabled

    def enable(self, enable_to_static_bool):
        """Switches them.

        Args:
            enable_to_static_bool (bool): Whether they are to be on.
        """
        enable_to_static(enable_to_static_bool)
