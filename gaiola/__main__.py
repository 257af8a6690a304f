"""``python -m gaiola``."""

from gaiola.cli import main

main()
