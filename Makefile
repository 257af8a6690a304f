# make study   a first report      make test   everything that must hold
# Only Python 3.11, pip and make are needed; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUDY ?= configs/mercado_first_player.toml

.PHONY: install study test lint soak bench docs clean

install: $(VENV)/installed

$(VENV)/installed: requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $@

study: install
	$(BIN)/gaiola study $(STUDY) --resume

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

soak: install
	$(BIN)/python -m pytest -m soak

bench: install
	$(BIN)/gaiola bench mercado

docs: install
	$(BIN)/python -m gaiola.reference docs

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache
