"""Models that a folder offers in its hubconf.py."""

from .hapi.hub import help, list, load, load_state_dict_from_url

__all__ = ["help", "list", "load", "load_state_dict_from_url"]
