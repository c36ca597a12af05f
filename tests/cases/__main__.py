"""`python -m tests.cases` is `pbem cases tests/cases`; further arguments are handed on."""

import sys
from pathlib import Path

from pbem.cli import app

app(["cases", str(Path(__file__).parent), *sys.argv[1:]])
