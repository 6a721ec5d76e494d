# Everything runs in .venv, which scripts/setup makes and updates to requirements/*.lock.
# `make PYTHON=python3.12 ...` chooses the Python to make it with.

.DEFAULT_GOAL := run
# Tests and benchmarks start many processes, which find bytecode beside the source.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: run test proof results bench docs lock release clean help

PORT ?= 8000
run: ## start the whole system with an example card room at http://localhost:8000 (PORT=8123: another port, with a card room of its own; GAMES=folder: with games from outside)
	@scripts/setup run && exec .venv/bin/pitbook $(if $(GAMES),--games $(GAMES)) serve --store .room/example-$(PORT).db --property examples/property.toml --example-people --port $(PORT)

test: ## lint, types, import order and tests
	@scripts/setup test && exec scripts/check

proof: ## the slow proofs that `make test` leaves out (PART=store: one part of them; PART=--list: their names)
	@scripts/setup test && exec .venv/bin/python scripts/proof $(PART)

results: ## recompute the shipped results that are stale after a change of code (CHECK=--check: only list them)
	@scripts/setup test && exec .venv/bin/python -m pitbook.web.games.results $(CHECK)

bench: ## measure the speed (ONLY=solved_poker: one entry; python -m benchmarks --help lists them)
	@scripts/setup test && exec .venv/bin/python -m benchmarks $(foreach each,$(ONLY),--only $(each))

docs: ## the documentation as static files in build/site
	@scripts/setup run && exec .venv/bin/python -m pitbook.web.docs build/site

lock: ## rewrite requirements/*.lock from pyproject.toml (UPGRADE=1: to the newest versions)
	@scripts/lock

release: ## build a reproducible wheel with its SBOM and licences, and check for known vulnerabilities
	@scripts/release

clean: ## remove .venv and every cache
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z]*\): ## /\1	/p' Makefile | expand -t 10
