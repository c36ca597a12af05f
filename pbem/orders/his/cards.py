"""Orders that only particular cards ask for."""

from __future__ import annotations
