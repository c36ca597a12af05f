"""Whatever strangers can send, led by coverage: `make fuzz-mail ARGS="--minutes 10"`.

`targets.py` says what is tried and what counts as found; it needs no fuzzer, so that tests can try again
whatever was found (`tests/fixtures/fuzz`).  `hunt.py` is the process that looks for more, with atheris.
"""
