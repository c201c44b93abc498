# Tasks of the project. PYTHON is that of an environment made as the README says.
PYTHON ?= .venv-dev/bin/python
OUT ?= dist

.PHONY: help check platforms test fast docs commands wheels bundle bundle-gpu desktop desktop-small deb prove faults

help:  ## this list
	@grep -E '^[a-z -]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 14

check:  ## style, types, who may import whom
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as lint; lint()'

platforms:  ## types of what ships as on Windows and macOS, in a minute each
	for system in win32 darwin; do $(PYTHON) -m mypy --platform $$system --cache-dir .mypy_cache/$$system \
		engine/lexdesk gui/lexdesk_gui trainer/lexdesk_trainer trainer/lexdesk_reproductions || exit 1; done

test:  ## all tests
	$(PYTHON) -m pytest -n 2

fast:  ## all but the slow ones
	$(PYTHON) -m pytest -m "not slow" -n 2

commands:  ## write docs/commands.md anew from the program's own help
	$(PYTHON) packaging/commands.py markdown > docs/commands.md

docs wheels bundle bundle-gpu desktop desktop-small deb:  ## the documentation, the wheels, what is installed from a stick
	$(PYTHON) packaging/build.py $@ --out $(OUT)

prove:  ## install what was built into clean roots without a network, and use it
	$(PYTHON) packaging/prove.py --out $(OUT)

faults:  ## kills, power cuts, failing disks and two writers by 1,000 seeds, in some hours
	$(PYTHON) -m tests.contract.faults --seeds 1000 --log $(OUT)/seeds.jsonl
