# make demo   a look at medreview with invented patients     make test   every test
# make run    the same without the demo                      make check  style, types, arrows
# make demo-llm   the demo with an honest double of a language model, on this machine

SHELL := /bin/sh
PYTHON ?= python3
PORT ?= 8000
LLM_PORT ?= 8020
export PORT

VENV := .venv
RUN := $(VENV)/bin/python
# A stamp is named after what was installed: the same pins are never installed twice.
STAMP := $(VENV)/.installed-$(shell cksum requirements.txt | cut -d' ' -f1)
DEV_STAMP := $(VENV)/.installed-dev-$(shell cksum requirements-dev.txt | cut -d' ' -f1)
UV := $(shell command -v uv 2>/dev/null)

.PHONY: setup setup-dev demo demo-llm run worker test check coverage fix migrations docs

setup: $(STAMP)

setup-dev: $(DEV_STAMP)

demo: setup
	@exec $(RUN) manage.py demo --port $(PORT)

# Its data stands apart from the demo's: what a model was asked stays where it was asked.
demo-llm: setup
	@$(RUN) manage.py llm_double tests.doubles.honest.answer --port $(LLM_PORT) & \
	double=$$!; trap 'kill $$double 2>/dev/null' EXIT; trap 'exit 130' INT TERM; \
	MEDREVIEW_VAR=$${MEDREVIEW_VAR:-var/with-a-model} LLM_BASE_URL=http://127.0.0.1:$(LLM_PORT)/v1 \
	LLM_MODEL=double LLM_PROVIDER=other LLM_IS_LOCAL=true $(RUN) manage.py demo --port $(PORT)

run: setup
	@exec $(RUN) manage.py serve --port $(PORT)

worker: setup
	@exec $(RUN) manage.py worker

test: setup-dev
	$(RUN) -m pytest $(ARGS)

check: setup-dev
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/djlint templates --lint --quiet
	$(VENV)/bin/pre-commit validate-config .pre-commit-config.yaml
	$(RUN) manage.py check
	$(RUN) manage.py makemigrations --check --dry-run
	$(VENV)/bin/mypy

# Twice as slow as the tests alone. Full where a mistake hurts most, 90 % over all.
coverage: setup-dev
	$(RUN) -m coverage run -m pytest $(ARGS)
	$(RUN) -m coverage report --include='*/services.py,*/services/*,*/policies.py,*/*_states.py' --fail-under=100
	$(RUN) -m coverage report --fail-under=90

fix: setup-dev
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

migrations: setup-dev
	$(RUN) manage.py makemigrations

# What the documents take from the code: states, the shapes of contracts, the tree of the house.
docs: setup-dev
	$(RUN) manage.py draw_states
	$(RUN) -m tests.architecture.shapes
	$(RUN) -m tests.architecture.contract_page
	$(RUN) -m graphcurate.exchange.schema
	$(RUN) -m tests.architecture.tree

$(STAMP): requirements.txt | $(RUN)
	@$(call install,requirements.txt)
	@touch $@

$(DEV_STAMP): requirements-dev.txt | $(RUN)
	@$(call install,requirements-dev.txt)
	@touch $@ $(STAMP)

# The development pins hold the others too, so both stamps are right after them.
ifdef UV
install = uv pip install --quiet --python $(RUN) --require-hashes --compile-bytecode -r $(1)
$(RUN):
	@uv venv --quiet --python $(PYTHON) $(VENV)
else
install = $(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
$(RUN):
	@$(PYTHON) -c 'import sys; sys.exit("medreview needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)
endif
