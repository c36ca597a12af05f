# The same commands as CI. Every target sets up what it needs; only Python 3.11 and make must be there.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
ARGS   ?=

VENV := .venv
BIN  := $(VENV)/bin
PY   := $(BIN)/python
# The checkout's place is in the name: an environment copied along with the files would run the original's code.
STAMP := $(VENV)/.installed$(subst /,_,$(CURDIR))

BROWSER_PACKAGES := chromium
POSTGRESQL_PACKAGES := postgresql
FUZZER := atheris==3.0.0
PIPX := pipx==1.7.1
MISAGO := $(VENV)/misago
MAIL_PACKAGES := dovecot-imapd dovecot-lmtpd exim4-daemon-light openssl

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
PIP_INSTALL := $(PY) -m pip install -qq -c constraints.txt

# Tests start some hundred processes: each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# Debian keeps servers in directories that are not on everybody's PATH.
export PATH := $(PATH):/usr/local/sbin:/usr/sbin:/sbin

# Shell functions. can_apt: Debian packages can be installed without asking anybody. apt_install: does it, never
# removing another package for them, and shows its output only when it fails.
APT := can_apt() { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; }; \
	apt_install() { echo "Installing $$*..."; \
		said=$$({ apt-get update; DEBIAN_FRONTEND=noninteractive \
			apt-get install -y --no-install-recommends --no-remove "$$@"; } 2>&1) || echo "$$said" >&2; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help check test fuzz oracle clauses mutate golden bench chaos leaks fuzz-mail soak lock bots cases demo run format package mail-servers browser postgresql misago forum tongues setup clean distclean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo '  ARGS="..." is handed on to test, fuzz, oracle, clauses, mutate, golden, bench, chaos, leaks, fuzz-mail, soak, bots, cases, demo, forum, tongues and run.'

check: $(STAMP)  ## format, lint, types and spelling, changing nothing
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run 'make format'." >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --strict --no-error-summary rules pbem
	@$(BIN)/python -m tests.spelling
	@echo "check: fine"

# A file stays on one core: what its tests have read or played once is there for all of them.
test: $(STAMP) mail-servers browser postgresql  ## all tests, on two cores
	@$(PY) -m pytest -q -n 2 --dist loadfile $(ARGS)

fuzz: $(STAMP)  ## long random legal play
	@$(PY) -m tests.fuzz $(ARGS)

oracle: $(STAMP)  ## a million comparisons with a second reading of the rules
	@$(PY) -m tests.oracle --comparisons 1000000 $(ARGS)

clauses: $(STAMP)  ## drop each statement of each card: does a case of its clauses fail?
	@$(PY) -m tests.clauses $(ARGS)

mutate: $(STAMP)  ## change one thing at a time in the rules: does a case fail?
	@$(PY) -m tests.mutate $(ARGS)

golden: $(STAMP)  ## whole recorded games
	@$(PY) -m tests.golden $(ARGS)

bench: $(STAMP)  ## the figures to reach
	@$(PY) -m tests.bench $(ARGS)

chaos: $(STAMP) mail-servers postgresql  ## kills, full disks, broken wires, wrong clocks: two minutes (ARGS=--hour)
	@$(PY) -m tests.chaos $(ARGS)

leaks: $(STAMP)  ## twin games with other secrets: does anybody's mail differ?
	@$(PY) -m tests.leaks $(ARGS)

# The fuzzer is a package for this alone; neither tests nor checks need it.
fuzz-mail: $(STAMP)  ## letters, orders and files that a fuzzer writes: ten minutes
	@$(PY) -c 'import atheris' 2>/dev/null || $(PIP_INSTALL) $(FUZZER)
	@$(PY) -m tests.fuzz_mail $(ARGS)

soak: $(STAMP)  ## 200 games for an hour: memory and time of a letter at the end as at the start
	@$(PY) -m tests.soak $(ARGS)

lock: $(STAMP)  ## write requirements.lock, for servers, from constraints.txt
	@$(PY) -m tests.lock

bots: $(STAMP)  ## how the bot plays: what is wanted, what was measured
	@$(PY) -m tests.bots $(ARGS)

cases: $(STAMP)  ## rulebook cases
	@$(PY) -m tests.cases $(ARGS)

demo: $(STAMP)  ## a game on this machine: own mail server, own mailboxes
	@$(BIN)/pbem demo $(ARGS)

run: $(STAMP)  ## the moderator
	@$(BIN)/pbem run $(ARGS)

format: $(STAMP)  ## format and repair what can be repaired
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

# As a user has it: the wheel alone, installed by pipx, away from this checkout.
package: $(STAMP)  ## build the wheel, install it elsewhere by pipx, and play the demo with it
	@rm -rf dist build
	@$(PY) -m pip wheel -qq --no-deps --no-build-isolation -w dist .
	@tried=$$(mktemp -d) && trap "rm -rf $$tried" EXIT && wheel=$$(ls "$(CURDIR)"/dist/pbem-*.whl) && \
	"$(PYTHON)" -m venv $$tried/tool && $$tried/tool/bin/python -m pip install -qq $(PIPX) && \
	export PIPX_HOME=$$tried/pipx PIPX_BIN_DIR=$$tried/bin PIPX_MAN_DIR=$$tried/man && \
	$$tried/tool/bin/pipx install --quiet --pip-args="--constraint=$(CURDIR)/constraints.txt" "$$wheel[demo]" && \
	mkdir $$tried/games && cd $$tried/games && ../bin/pbem --version && ../bin/pbem manual >pbem.1 && \
	../bin/pbem demo >demo.txt && PBEM_DATABASE=demo-mail/pbem.sqlite3 ../bin/pbem verify demo && \
	echo "package: $$wheel, installed by pipx, plays the demo"

setup: $(STAMP)  ## only make .venv ready

# Real servers for the mail tests. Without them those tests are skipped, so this fails only where they are required.
# A temporary policy-rc.d keeps Debian from starting the servers: tests run their own, on free ports.
mail-servers:  ## install Dovecot and Exim for the mail tests (root on Debian)
	@$(APT); \
	missing() { ! { command -v dovecot && command -v exim4 && command -v openssl && [ -x /usr/lib/dovecot/lmtp ]; } >/dev/null; }; \
	missing || exit 0; \
	if can_apt; then \
		policy=/usr/sbin/policy-rc.d; \
		if [ ! -e $$policy ]; then \
			printf '#!/bin/sh\nexit 101\n' > $$policy && chmod +x $$policy && trap "rm -f $$policy" EXIT INT TERM; \
		fi; \
		apt_install $(MAIL_PACKAGES); \
	fi; \
	missing || exit 0; \
	echo "No real mail servers here: the tests that need them are skipped." >&2; \
	echo "To have them, as root on Debian: apt-get install --no-install-recommends $(MAIL_PACKAGES)" >&2; \
	[ -z "$$PBEM_REQUIRE_MAIL_SERVERS" ]

# A real browser for the tests of letters and pages, under the same terms.
browser:  ## install Chromium for the tests of pages (root on Debian)
	@$(APT); \
	missing() { ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; }; \
	missing || exit 0; \
	if can_apt; then apt_install $(BROWSER_PACKAGES); fi; \
	missing || exit 0; \
	echo "No browser here: the tests that need it are skipped." >&2; \
	echo "To have it, as root on Debian: apt-get install --no-install-recommends $(BROWSER_PACKAGES)" >&2; \
	[ -z "$$PBEM_REQUIRE_BROWSER" ]

# A PostgreSQL of the tests' own, under the same terms.
postgresql:  ## install PostgreSQL for the tests of the other database (root on Debian)
	@$(APT); \
	missing() { [ -z "$$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] && ! command -v initdb >/dev/null; }; \
	missing || exit 0; \
	if can_apt; then \
		policy=/usr/sbin/policy-rc.d; \
		if [ ! -e $$policy ]; then \
			printf '#!/bin/sh\nexit 101\n' > $$policy && chmod +x $$policy && trap "rm -f $$policy" EXIT INT TERM; \
		fi; \
		apt_install $(POSTGRESQL_PACKAGES); \
	fi; \
	missing || exit 0; \
	echo "No PostgreSQL here: the tests that need it are skipped." >&2; \
	echo "To have it, as root on Debian: apt-get install --no-install-recommends $(POSTGRESQL_PACKAGES)" >&2; \
	[ -z "$$PBEM_REQUIRE_POSTGRESQL" ]

# A real forum: Misago in an environment of its own, for it wants old packages, and PostgreSQL. Not part of `make test`:
# it is large. Without it the tests that need it are skipped.
misago: $(STAMP)  ## install Misago and PostgreSQL for the tests of forums (PostgreSQL: root on Debian)
	@PBEM_REQUIRE_POSTGRESQL=1 $(MAKE) --no-print-directory postgresql
	@[ -e $(MISAGO)/.installed ] || { \
		echo "Setting up $(MISAGO) (some minutes, once)..."; \
		"$(PYTHON)" -m venv --clear $(MISAGO) && \
		$(MISAGO)/bin/python -m pip install -qq -c tests/forum/misago-constraints.txt misago && \
		touch $(MISAGO)/.installed; }

tongues: $(STAMP)  ## a whole game in five languages by mail, and the same in English
	@$(PY) -m tests.tongues $(ARGS)

forum: misago  ## a whole game through a real Misago, killed again and again
	@$(PY) -m tests.forum.real_game $(ARGS)

# Anew when there is none for this place, brought up to date when a file it depends on has changed.
$(STAMP): pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed (as python3, or: make PYTHON=/path/to/python)." >&2; exit 1; }
	@[ ! -e $@ ] || exit 0; \
	$(APT); \
	makes_environments() { "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; }; \
	if ! makes_environments && can_apt; then apt_install python3-venv; fi; \
	makes_environments || { \
		echo "$(PYTHON) cannot make environments. On Debian, as root: apt-get install python3-venv" >&2; exit 1; }; \
	echo "Setting up $(VENV) (about a minute, once)..."; \
	"$(PYTHON)" -m venv --clear $(VENV)
	@$(PIP_INSTALL) setuptools
	@$(PIP_INSTALL) --no-build-isolation -e '.[dev,demo]'
	@touch $@

clean:  ## remove what the tools leave behind
	@rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis demo-mail
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean  ## and the environment
	@rm -rf $(VENV)
