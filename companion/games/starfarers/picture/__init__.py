"""The pictures of the table."""

from .pages import draw, pages

__all__ = ["draw", "pages"]
